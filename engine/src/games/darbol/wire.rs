//! Darbol's options, moves, events and view, as they are spelled on the wire and in the log.

use serde::{Deserialize, Serialize};

use crate::games::Seat;
use crate::physics::{Hand, Toss, Tossed};

/// Options of a match (C.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Which of the three games.
    pub game: Kind,
    /// Mountain: a ball through a higher hole than the target starts again at 1.
    #[serde(default)]
    pub up_resets: bool,
    /// Mountain: a ball through a lower hole than the target goes on from that number (C13).
    #[serde(default)]
    pub down_sets: bool,
    /// Double Down: once in, other holes than the doubles add (C24).
    #[serde(default)]
    pub professional: bool,
    /// Double Down: a bust on the first toss ends the turn (C26).
    #[serde(default = "yes")]
    pub bust_ends_turn: bool,
    /// Double Down: landing on a dead score is a bust.
    #[serde(default)]
    pub bust_on_dead: bool,
    /// Double Down: how many dice name the double holes (C21).
    #[serde(default)]
    pub doubles_dice: DoublesDice,
    /// Double Down: what equal dice mean (C22).
    #[serde(default)]
    pub same_dice: SameDice,
    /// Hundred: the weaker player starts with points and extra turns (C37 to C42).
    #[serde(default)]
    pub handicap: bool,
    /// Rounds after which the game is drawn, 10 to 1000 (C5).
    #[serde(default = "max_rounds")]
    pub max_rounds: u32,
    /// How steady the simulated hand is.
    #[serde(default)]
    pub hand: Hand,
}

fn yes() -> bool {
    true
}

fn max_rounds() -> u32 {
    200
}

/// Which of Darbol's games is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Through the holes 1 to 8 in order (C.1).
    UpTheMountain,
    /// From 121 to zero, in and out on a double (C.2).
    DoubleDown,
    /// To a hundred with two dice a turn (C.3).
    Hundred,
}

/// How many dice name the double holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoublesDice {
    /// Two.
    #[default]
    Two,
    /// One a seat.
    PerPlayer,
}

/// What equal dice for the double holes mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameDice {
    /// They stand.
    #[default]
    Keep,
    /// They are rolled again until they differ.
    Reroll,
}

/// A move as `act` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// Hundred: roll the two dice of this turn.
    Roll,
    /// Virtual: toss at a point of the panel.
    Toss(Toss),
    /// Table: the hole a ball went through, 0 for a miss.
    Report {
        /// 0 to 8.
        hole: u8,
    },
    /// Table: take the last report of this turn back.
    Undo,
    /// Table: the other side accepts the finished turn.
    Confirm,
    /// Table: the other side refuses it.
    Dispute,
}

/// An event of Darbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Virtual: where the player aims.
    Aimed(Toss),
    /// Virtual: where the ball went.
    Tossed(Tossed),
    /// Table: the hole the player says the ball went through.
    Reported {
        /// 0 to 8.
        hole: u8,
    },
    /// A turn is over and counts.
    TurnEnded {
        /// Whose turn it was.
        seat: Seat,
        /// How it left that seat.
        #[serde(flatten)]
        end: TurnEnd,
    },
}

/// How a finished turn left its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TurnEnd {
    /// Double Down.
    Score {
        /// Points left.
        score: u32,
        /// Whether a double has been made.
        r#in: bool,
        /// Whether the turn was a bust.
        bust: bool,
        /// Whether the score can no longer be finished.
        dead: bool,
    },
    /// Hundred.
    Points {
        /// The score after the turn.
        score: u32,
        /// What the turn brought.
        points: u32,
    },
    /// Up the Mountain.
    Target {
        /// The hole to make next.
        target: u8,
    },
}

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Hundred: a roll is due.
    Rolling,
    /// A toss is due.
    Tossing,
    /// A finished turn waits to be confirmed.
    Confirming,
    /// The game has ended.
    Over,
}

/// The game as everyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Which of the three games.
    pub game: Kind,
    /// Where the game stands.
    pub phase: Phase,
    /// The round, from 1; 0 while extra turns are taken.
    pub round: u32,
    /// The coming toss of the turn, 1 or 2.
    pub toss: u8,
    /// Hundred: the dice of this turn.
    pub dice: Option<[u8; 2]>,
    /// Hundred: the rolled numbers still to be made.
    pub left: Vec<u8>,
    /// Double Down: the double holes; equal ones show twice.
    pub doubles: Option<Vec<u8>>,
    /// The players, in seat order.
    pub players: Vec<PlayerView>,
}

/// One player's standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlayerView {
    /// Hundred.
    Hundred {
        /// Points so far.
        score: u32,
        /// Finished turns.
        turns: u32,
        /// Extra turns still to be taken.
        extra_turns: u32,
    },
    /// Double Down.
    DoubleDown {
        /// Points left.
        score: u32,
        /// Whether a double has been made.
        r#in: bool,
        /// Whether the score can no longer be finished.
        dead: bool,
    },
    /// Up the Mountain.
    Mountain {
        /// The hole to make next; a winner's stays 8.
        target: u8,
    },
}
