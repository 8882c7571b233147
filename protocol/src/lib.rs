//! Longtable's wire protocol, version 1: messages, ids, limits, and the texts that people write.
//!
//! A server reads requests with [`decode()`] and writes with [`encode`]; a client does the reverse with
//! [`encode::request_text`] and [`Frame::read`]. Nothing here opens a socket, except the driver of [`client`],
//! which is there for programs that want the whole session of a client (feature `client`; `session` is without the
//! driver). The wire types of setups, moves, events and views are the engine's own.

mod request;
pub use request::*;
pub mod decode;
pub use decode::{Malformed, decode};
mod json;

mod reply;
pub use reply::*;
mod push;
pub use push::*;
mod entry;
pub use entry::*;
mod frame;
pub use frame::*;
pub mod encode;

mod error;
pub use error::*;
mod ids;
pub use ids::*;
mod limits;
pub use limits::*;
pub mod close;
pub mod text;

#[cfg(feature = "session")]
pub mod client;
