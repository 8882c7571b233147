//! Crokidarts: crokinole played to exactly 400 with a check-out, legs and sets. Rules of record: `D` rulings.
//!
//! [`Game`] is the match: `turn` plays one player's turn on the board (D.2), `leg` keeps what a leg adds up to,
//! `tally` counts legs and sets and says who starts them; `moves` and `progress` hold what players may do and what
//! becomes of it. The rules judge what a shot did; where the discs come to rest is told by the physics or by the
//! player, as far as `report` believes it.

mod game;
mod leg;
mod moves;
mod options;
mod progress;
mod reach;
mod report;
mod tally;
mod turn;
mod wire;

pub use game::Game;
pub use reach::reachable;
pub use wire::*;

/// Discs of a player, and with it shots of a turn (D.2).
pub const DISCS: u8 = 5;
