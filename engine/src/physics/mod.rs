//! The simulated toss and shot: pure functions of integers and a stream, the same bits on every machine.
//!
//! Physics does not know the rules; the games judge what a toss or shot did.

mod wire;

pub use wire::*;
