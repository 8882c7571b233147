//! Gul Bara's options, moves, events and view, as they are spelled on the wire and in the log.

use serde::{Deserialize, Serialize};

use crate::games::Seat;

/// Options of a match (B.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// From which roll on doubles cascade, 1 to 9; never if none (B1).
    pub cascade_from: Option<u8>,
    /// Whose rolls are counted (B1).
    pub roll_counter: RollCounter,
    /// Points that win the match, 1 to 25 (B22).
    pub match_points: u32,
    /// Who starts the next game of a match (B21).
    pub next_starter: NextStarter,
    /// A position to start from, for study.
    pub position: Option<Position>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cascade_from: Some(4),
            roll_counter: RollCounter::default(),
            match_points: 1,
            next_starter: NextStarter::default(),
            position: None,
        }
    }
}

/// Whose rolls count towards the first cascade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollCounter {
    /// Each player's own.
    #[default]
    PerPlayer,
    /// Both players' together.
    Combined,
}

/// Who starts the next game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextStarter {
    /// A new roll-off.
    #[default]
    RollOff,
    /// The winner of the game before.
    Winner,
    /// The other seat than in the game before.
    Alternate,
}

/// A position to start from: it is `to_move`'s turn to roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Per seat, the checkers on its own points 0 (borne off) to 24.
    pub points: [[u8; 25]; 2],
    /// The seat to roll.
    pub to_move: Seat,
    /// Rolls that each seat has made in this game.
    pub rolls: [u32; 2],
}

/// A move as `act` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// Roll both dice.
    Roll,
    /// One checker with one die.
    Step {
        /// The mover's own point, 24 to 1.
        from: u8,
        /// The die used, 1 to 6.
        die: u8,
    },
    /// Take back the last step of this turn.
    Undo,
    /// End the turn; legal when no further step is.
    Done,
}

/// An event of Gul Bara.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A checker moved.
    Stepped {
        /// The mover's own point.
        from: u8,
        /// The die used.
        die: u8,
        /// The point reached; 0 is borne off.
        to: u8,
    },
    /// The turn was ended by its player.
    Done,
    /// Nothing could be moved with this roll; the turn is over.
    DeadRoll {
        /// The dice.
        dice: [u8; 2],
    },
    /// A game of the match ended.
    GameEnded {
        /// Who won it; none if it ended without points (200 dead rolls in a row).
        winner: Option<Seat>,
        /// What it is worth: 1 or 2 (B20), or 0.
        points: u32,
    },
}

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A roll is due.
    Rolling,
    /// Steps are due.
    Moving,
    /// The match has ended.
    Over,
}

/// The game as everyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the game stands.
    pub phase: Phase,
    /// Per seat, the checkers on its own points 0 (borne off) to 24.
    pub points: [[u8; 25]; 2],
    /// The dice of this turn, once rolled.
    pub dice: Option<[u8; 2]>,
    /// What is still to be played, the current stage first.
    pub stages: Vec<Vec<u8>>,
    /// Rolls made by each seat in this game.
    pub rolls: [u32; 2],
    /// The match score.
    pub score: [u32; 2],
    /// Number of this game in the match, from 1.
    pub game: u32,
}
