//! The simulated toss and shot: pure functions of integers and a stream, the same bits on every machine.
//!
//! Physics does not know the rules; the games judge what a toss or shot did. [`toss`] is closed form; [`shoot`]
//! plays discs event by event (`events` finds and settles them, `disc` moves one disc, `hole` decides what drops).
//! Outcomes are stored in entries, so a later change here never changes an old match.

mod constants;
mod disc;
mod events;
mod hole;
#[cfg(test)]
mod laws;
mod shot;
mod toss;
mod wire;

pub use shot::{overlaps, reaches_fifteen, shoot, shoot_with, shot_start, value};
pub use toss::{HOLES, toss, toss_with};
pub use wire::*;
