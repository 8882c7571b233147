//! The session of a client, once for all programs: resume, retry, links of draws, identity and secrets on disk.
//!
//! [`Session`] is a state machine without I/O: text and time go in, text and [`Event`]s come out, so a test moves
//! the clock by hand. [`driver`] puts it on a socket as one Tokio task; most programs need only
//! [`driver::connect`]. Per room, [`ledger`] chains the lines of the log, [`audit`] checks every draw, and
//! [`links`] opens this seat's links when they are due and safe to open. Nothing here shows anything to a person.

mod address;
pub use address::*;
#[cfg(feature = "client")]
pub mod driver;
#[cfg(feature = "client")]
pub use driver::{Handle, Options, connect};
mod session;
pub use session::*;
mod incoming;
mod loss;
pub use loss::*;
mod backoff;
mod pending;
pub use pending::{RequestError, Ticket};
mod rooms;

pub mod audit;
pub mod ledger;
pub mod links;

#[cfg(test)]
mod tests;

mod event;
pub use event::*;
mod profile;
pub use profile::*;
mod secrets;
pub use secrets::*;
