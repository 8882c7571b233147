//! What every match shares: seats, start, turns, clocks, offers, claims, draws of chance and the result.

mod event;
mod view;

pub use event::*;
pub use view::*;
