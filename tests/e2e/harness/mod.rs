//! What the tests share: servers, clients, a bad line, and the laws that every frame has to keep.

pub(crate) mod binaries;
pub(crate) mod server;
#[path = "../../services/service.rs"]
pub(crate) mod service;

pub(crate) mod client;
pub(crate) mod dial;
pub(crate) mod laws;
pub(crate) mod line;

pub(crate) mod http;
pub(crate) mod raw;
pub(crate) mod shim;

pub(crate) mod acknowledged;
pub(crate) mod player;
pub(crate) mod steady;
pub(crate) mod views;

pub(crate) mod between;
pub(crate) mod liar;
pub(crate) mod terminal;

pub(crate) mod chain;
pub(crate) mod seed;

use std::time::Duration;

/// Nothing that is waited for takes this long, on however busy a machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);
