//! The session against scripted frames, with time moved by hand.

mod draws;
#[cfg(feature = "client")]
mod driver;
mod fake;
mod returns;
mod updates;
