//! Darbol: a ball tossed through the eight holes of a panel; three games. Rules of record: `C` rulings.
//!
//! [`mountain`], [`double_down`] and [`hundred`] each judge the holes of one turn; [`Game`] is the turn machine around
//! them, the same for all three and for both media. [`handicap`] says what a weaker player of Hundred is given.

mod wire;

pub mod double_down;
pub mod doubles;
mod game;
pub mod handicap;
pub mod hundred;
pub mod mountain;
mod moves;
mod options;
mod play;
mod rules;
mod turn;

pub use game::Game;
pub use wire::*;
