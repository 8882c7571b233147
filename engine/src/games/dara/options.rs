//! What can be wrong with options, and with a move whatever the position.

use super::board::COLUMNS;
use super::{Cell, Move, Options, Position, Size};
use crate::games::BadOption;

/// Stones that each seat places.
pub(super) const STONES: u32 = 12;

/// With so many stones or fewer a seat has lost (A13).
pub(super) const LOST: u32 = 2;

impl Options {
    /// Whether every option is in its range and the position, if one is given, could stand.
    pub fn check(&self) -> Result<(), BadOption> {
        if let Some(plies) = self.no_capture_limit
            && !(10..=1000).contains(&plies)
        {
            let message = format!("{plies} is out of range; the limit is 10 to 1000 plies, or null for off");
            return Err(BadOption { field: "no_capture_limit", message });
        }
        if let Some(occurrence) = self.repetition
            && occurrence != 3
        {
            let message = format!("{occurrence} is not offered; a repetition draws at 3, or never with null");
            return Err(BadOption { field: "repetition", message });
        }
        match &self.position {
            Some(position) => {
                position.check(self.size).map_err(|message| BadOption { field: "position", message })
            }
            None => Ok(()),
        }
    }

    /// Whether the cells of a move are on this board; says which is not.
    pub fn check_move(&self, mv: &Move) -> Result<(), String> {
        match *mv {
            Move::Place { at } | Move::Capture { at } => self.size.check_cell(at),
            Move::Step { from, to } => self.size.check_cell(from).and_then(|()| self.size.check_cell(to)),
        }
    }
}

impl Size {
    /// How many rows the board has; its columns are always six (A16).
    #[must_use]
    pub fn rows(self) -> u8 {
        match self {
            Self::FiveBySix => 5,
            Self::SixBySix => 6,
            Self::SevenBySix => 7,
        }
    }

    fn check_cell(self, cell: Cell) -> Result<(), String> {
        if cell.col < COLUMNS && cell.row < self.rows() { Ok(()) } else { Err(off_board(cell, self.rows())) }
    }
}

/// Tells that a cell is not on a board of so many rows.
pub(super) fn off_board(cell: Cell, rows: u8) -> String {
    format!("{cell} is off the board; its columns are a to f and its rows 1 to {rows}")
}

impl Position {
    /// Whether the position could stand on a board of this size.
    fn check(&self, size: Size) -> Result<(), String> {
        let rows = usize::from(size.rows());
        let fits = |line: &String| {
            line.len() == usize::from(COLUMNS) && line.bytes().all(|mark| matches!(mark, b'x' | b'o' | b'.'))
        };
        if self.board.len() != rows || !self.board.iter().all(fits) {
            return Err(format!("the board of a position is {rows} strings of {COLUMNS} marks x, o or ."));
        }
        for mark in ['x', 'o'] {
            let stones = self.board.iter().map(|line| line.matches(mark).count()).sum::<usize>();
            if !(LOST as usize + 1..=STONES as usize).contains(&stones) {
                return Err(format!("{stones} stones {mark} cannot stand; each side has 3 to 12"));
            }
        }
        if self.to_move > 1 {
            return Err(format!("seat {} is not in the game; to_move is 0 or 1", self.to_move));
        }
        Ok(())
    }
}
