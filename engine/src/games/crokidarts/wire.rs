//! Crokidarts' options, moves, events and view, as they are spelled on the wire and in the log.

use serde::{Deserialize, Serialize};

use crate::games::Seat;
use crate::physics::{Hand, Shot, ShotOutcome};

/// Options of a match (D.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The score to reach exactly, 50 to 1000 by fives.
    pub target: u32,
    /// Legs that win a set, 1 to 3 (D18).
    pub legs_to_win: u32,
    /// Sets that win the match, 1 to 5 (D18).
    pub sets_to_win: u32,
    /// Whether any twenty that brings the total over the target is a bust (D6).
    pub strict_twenty: bool,
    /// Turns each per leg after which the leg, and the match with it, is drawn, 10 to 500 (D19).
    pub turn_cap: u32,
    /// How steady the simulated hand is.
    pub hand: Hand,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target: 400,
            legs_to_win: 2,
            sets_to_win: 3,
            strict_twenty: false,
            turn_cap: 60,
            hand: Hand::default(),
        }
    }
}

/// A move as `act` takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// Virtual: flick a disc.
    Shoot(Shot),
    /// Virtual, at a check-out with all five discs on the board: take this one off to shoot it (D9).
    Lift {
        /// Id of the disc.
        disc: u8,
    },
    /// Table: what the last shot left.
    Report(Report),
    /// Table: take the last report of this turn back.
    Undo,
    /// Table: the other side accepts the finished turn.
    Confirm,
    /// Table: the other side refuses it.
    Dispute,
}

/// What a player of the `table` medium reports after a shot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Report {
    /// A shot of a turn.
    Board {
        /// This turn's twenties so far.
        twenties: u32,
        /// Values of the discs now on the board.
        board: Vec<u8>,
    },
    /// A check-out.
    CheckOut {
        /// Whether a disc lies in the hole because of it.
        hit: bool,
    },
}

/// An event of Crokidarts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Virtual: what the player means to do.
    Aimed(Shot),
    /// Virtual: what the shot did.
    Shot(ShotOutcome),
    /// A disc was taken off the board to be shot.
    Lifted {
        /// Its id.
        disc: u8,
    },
    /// Table: what the player says the shot left.
    Reported(Report),
    /// A turn is over and counts.
    TurnEnded {
        /// Whose turn it was.
        seat: Seat,
        /// The score after it.
        score: u32,
        /// Whether it was a bust.
        bust: bool,
        /// Whether the target is reached and only a check-out is left.
        locked: bool,
    },
    /// A leg was won, or drawn at the cap.
    LegEnded {
        /// Who won it.
        winner: Option<Seat>,
    },
    /// A set was won.
    SetEnded {
        /// Who won it.
        winner: Seat,
    },
}

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A shot is due.
    Shooting,
    /// A check-out shot is due.
    Checkout,
    /// A finished turn waits to be confirmed.
    Confirming,
    /// The match has ended.
    Over,
}

/// The game as everyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the game stands.
    pub phase: Phase,
    /// Scores of this leg.
    pub score: Vec<u32>,
    /// Who has reached the target.
    pub locked: Vec<bool>,
    /// Legs won in this set.
    pub legs: Vec<u32>,
    /// Sets won.
    pub sets: Vec<u32>,
    /// The coming shot of the turn, 1 to 5.
    pub shot: u8,
    /// Twenties of this turn.
    pub twenties: u32,
    /// Discs on the board.
    pub discs: Vec<DiscView>,
}

/// A disc on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DiscView {
    /// Virtual: with its place.
    Placed {
        /// Its id, from 1 within a turn.
        id: u8,
        /// µm from the centre, to the shooter's right.
        x: i32,
        /// µm from the centre, away from the shooter.
        y: i32,
        /// What it counts: 15, 10 or 5.
        value: u8,
    },
    /// Table: its value alone.
    Reported {
        /// What it counts.
        value: u8,
    },
}
