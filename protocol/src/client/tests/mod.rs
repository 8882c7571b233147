//! The session against scripted frames, with time moved by hand.

mod draws;
mod driver;
mod fake;
mod returns;
mod updates;
