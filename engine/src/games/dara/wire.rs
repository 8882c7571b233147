//! Dara's options, moves, events and view, as they are spelled on the wire and in the log.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::games::Seat;

/// A cell: column letter, then row number, as `c3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// 0 for column `a`.
    pub col: u8,
    /// 0 for row 1.
    pub row: u8,
}

/// Text that names no cell of any board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no cell; cells are written as a column a to f and a row, like c3")]
pub struct BadCell(pub String);

impl Cell {
    /// The cell as it is written, in `space`: a list of moves has dozens of them.
    fn text(self, space: &mut [u8; 2]) -> &str {
        *space = [b'a' + self.col, b'1' + self.row];
        std::str::from_utf8(space).unwrap_or_default()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(&mut [0; 2]))
    }
}

impl FromStr for Cell {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Self, BadCell> {
        match text.as_bytes() {
            [col @ b'a'..=b'f', row @ b'1'..=b'7'] => Ok(Self { col: col - b'a', row: row - b'1' }),
            _ => Err(BadCell(text.chars().take(16).collect())),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text(&mut [0; 2]))
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Options of a match (A.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Rows and columns (A16).
    pub size: Size,
    /// Lines of four and more (A1).
    pub long_lines: LongLines,
    /// Lines while placing (A17).
    pub placing: Placing,
    /// Captures for two rows at once (A6).
    pub captures: Captures,
    /// Which stones are safe (A8, A10).
    pub protection: Protection,
    /// A player without a step (A13).
    pub immobile: Immobile,
    /// Plies without a capture that draw, 10 to 1000; off if none (A14).
    pub no_capture_limit: Option<u32>,
    /// Which occurrence of a position draws, 3; off if none (A14).
    pub repetition: Option<u32>,
    /// A position to start from, for study.
    pub position: Option<Position>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: Size::default(),
            long_lines: LongLines::default(),
            placing: Placing::default(),
            captures: Captures::default(),
            protection: Protection::default(),
            immobile: Immobile::default(),
            no_capture_limit: Some(100),
            repetition: Some(3),
            position: None,
        }
    }
}

/// Rows and columns of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Size {
    /// Five rows of six, the board of the source.
    #[default]
    #[serde(rename = "5x6")]
    FiveBySix,
    /// Six rows of six.
    #[serde(rename = "6x6")]
    SixBySix,
    /// Seven rows of six.
    #[serde(rename = "7x6")]
    SevenBySix,
}

/// Whether lines of four and more may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongLines {
    /// They may, and are no row.
    #[default]
    Allowed,
    /// Steps and placements that make one are illegal.
    Forbidden,
}

/// Which lines may be made while placing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// Any.
    #[default]
    Free,
    /// No run of three or more.
    NoThree,
    /// No run of four or more.
    NoFour,
}

/// How many stones two rows at once take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captures {
    /// One a step.
    #[default]
    One,
    /// One for each row.
    PerRow,
}

/// Which stones may not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protection {
    /// Those in a row, unless all are.
    #[default]
    RowsUnlessAll,
    /// Those in a row; if all are, the capture lapses.
    RowsAlways,
    /// None: any stone may be taken.
    None,
}

/// What becomes of a player without a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Immobile {
    /// He has lost.
    #[default]
    Loses,
    /// He passes; a double pass is a draw.
    Passes,
}

/// A position with all stones placed, to start from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Rows 1, 2, … from first to last; `x` is seat 0, `o` seat 1, `.` empty.
    pub board: Vec<String>,
    /// The seat to move.
    pub to_move: Seat,
}

/// A move as `act` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    /// A stone from hand onto an empty cell.
    Place {
        /// Where.
        at: Cell,
    },
    /// An own stone to an adjacent empty cell.
    Step {
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// An opposing stone off the board.
    Capture {
        /// Which.
        at: Cell,
    },
}

/// An event of Dara.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A stone was placed.
    Placed {
        /// Where.
        at: Cell,
    },
    /// A stone stepped.
    Stepped {
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A stone was taken.
    Captured {
        /// Which.
        at: Cell,
    },
    /// The seat to move has no step and passes (option `immobile`).
    Passed {
        /// The seat that passes.
        seat: Seat,
    },
}

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Stones are put on the board.
    Placing,
    /// A step is due.
    Moving,
    /// A capture is due.
    Capturing,
    /// The game has ended.
    Over,
}

/// The game as everyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the game stands.
    pub phase: Phase,
    /// Rows 1, 2, …; `x` is seat 0, `o` seat 1.
    pub board: Vec<String>,
    /// Stones still to be placed, per seat.
    pub in_hand: [u32; 2],
    /// Stones that the seat to move may still take this turn.
    pub captures_due: u32,
    /// Plies since the last capture (A14).
    pub quiet: u32,
}
