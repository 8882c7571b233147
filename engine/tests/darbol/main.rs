//! Darbol as its rules and the protocol have it.

#![allow(clippy::unwrap_used, reason = "a test that unwraps in a helper fails as well as in its own body")]

/// A small table that the other modules play at.
mod host;

/// The published vectors, and the handicap's.
mod vectors;

/// Up the Mountain: C11 to C16.
mod mountain;

/// Double Down: C21 to C29, and the dead scores.
mod double_down;

/// Hundred: C31 to C42.
mod hundred;

/// What the three games have in common: C1 to C6, lot, leaving, malformed moves and options.
mod common;

/// Report, undo, confirm and dispute.
mod table_medium;

/// Laws that hold in any game, by random play.
mod random_play;
