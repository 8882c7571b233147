//! The table under hand-moved time, then under random play.

pub(crate) mod random;
pub(crate) mod room;

mod acts;
mod clocks;
mod draws;
mod laws;
mod leaving;
mod offers;
mod start;
