//! Dara: twelve stones a side, rows of exactly three. Rules of record: `A` rulings.
//!
//! [`Game`] is the state machine. It rests on `Laws`, what the options of a match allow on a board, and on
//! `Board`, two sets of bits that know runs and rows and nothing of turns. Seat 0 is `x` and seat 1 is `o`,
//! whoever starts.

mod board;
mod game;
mod history;
mod laws;
mod options;
mod perft;
mod refusals;
mod rules;
mod wire;

#[cfg(test)]
mod tests;

pub use game::Game;
pub use wire::*;
