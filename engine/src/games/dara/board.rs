//! The board as sets of bits, and what depends on the board alone: runs, rows and neighbours.
//!
//! A cell is bit `7 * row + col`: six columns and a seventh that stays empty, so that a shift along a row of the
//! board ends in an empty cell instead of running on in the next one. All run tests are then shifts and masks,
//! for every cell at once.

use super::{Cell, Size};
use crate::games::Seat;

/// A set of cells.
pub(super) type Cells = u64;

/// Columns of every board.
pub(super) const COLUMNS: u8 = 6;

/// Distance in bits of two cells side by side, and of two cells one above the other.
const ACROSS: u32 = 1;
const DOWN: u32 = COLUMNS as u32 + 1;

/// The stones of both seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    rows: u8,
    stones: [Cells; 2],
}

impl Board {
    /// The empty board of this size.
    pub(super) fn empty(size: Size) -> Self {
        Self { rows: size.rows(), stones: [0; 2] }
    }

    /// A board from its text; whatever is not `x` or `o` is empty, and what lies off the board is left out.
    pub(super) fn read(size: Size, text: &[String]) -> Self {
        let mut board = Self::empty(size);
        for (row, line) in (0..).zip(text) {
            for (col, byte) in (0..).zip(line.bytes()) {
                let at = board.at(Cell { col, row });
                match byte {
                    b'x' => board.stones[0] |= at,
                    b'o' => board.stones[1] |= at,
                    _ => {}
                }
            }
        }
        board
    }

    /// Rows 1, 2, … as text.
    pub(super) fn write(&self) -> Vec<String> {
        let mark = |cell| match self.at(cell) {
            at if self.stones[0] & at != 0 => 'x',
            at if self.stones[1] & at != 0 => 'o',
            _ => '.',
        };
        (0..self.rows).map(|row| (0..COLUMNS).map(|col| mark(Cell { col, row })).collect()).collect()
    }

    /// How many rows the board has.
    pub(super) fn rows(&self) -> u8 {
        self.rows
    }

    /// The set of this one cell; the empty set for a cell off this board.
    pub(super) fn at(&self, cell: Cell) -> Cells {
        if cell.col < COLUMNS && cell.row < self.rows {
            1 << (u32::from(cell.row) * DOWN + u32::from(cell.col))
        } else {
            0
        }
    }

    /// The stones of a seat.
    pub(super) fn stones(&self, seat: Seat) -> Cells {
        self.stones[seat]
    }

    /// The cells without a stone.
    pub(super) fn vacant(&self) -> Cells {
        self.whole() & !(self.stones[0] | self.stones[1])
    }

    /// The cells orthogonally adjacent to any of `cells` (A18).
    pub(super) fn beside(&self, cells: Cells) -> Cells {
        (cells << ACROSS | cells >> ACROSS | cells << DOWN | cells >> DOWN) & self.whole()
    }

    /// Puts a stone of `seat` on the cell `at`.
    pub(super) fn put(&mut self, seat: Seat, at: Cells) {
        self.stones[seat] |= at;
    }

    /// Takes the stone of `seat` off the cell `at`.
    pub(super) fn lift(&mut self, seat: Seat, at: Cells) {
        self.stones[seat] &= !at;
    }

    /// Every cell of the board.
    fn whole(&self) -> Cells {
        const LINE: Cells = (1 << COLUMNS) - 1;
        const ALL: Cells = LINE | LINE << 7 | LINE << 14 | LINE << 21 | LINE << 28 | LINE << 35 | LINE << 42;
        ALL & ((1 << (u32::from(self.rows) * DOWN)) - 1)
    }
}

/// The stones of this set that stand in a row: in a run of exactly three, across or down.
pub(super) fn in_rows(stones: Cells) -> Cells {
    rows_along(stones, ACROSS) | rows_along(stones, DOWN)
}

/// How many rows of this set contain the cell `at`: 0, 1 or 2 (A2).
pub(super) fn rows_through(stones: Cells, at: Cells) -> u32 {
    u32::from(rows_along(stones, ACROSS) & at != 0) + u32::from(rows_along(stones, DOWN) & at != 0)
}

/// Whether the cell `at` stands in a run of `length` or more, across or down.
pub(super) fn in_run(stones: Cells, at: Cells, length: u32) -> bool {
    (runs_along(stones, length, ACROSS) | runs_along(stones, length, DOWN)) & at != 0
}

/// The cells of a set one by one, a1 first.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The cell of a set of one.
pub(super) fn cell(at: Cells) -> Cell {
    // Below 64, so both fit.
    let bit = at.trailing_zeros() as u8;
    Cell { col: bit % DOWN as u8, row: bit / DOWN as u8 }
}

/// The runs of exactly three in one direction.
fn rows_along(stones: Cells, by: u32) -> Cells {
    let starts = stones & stones >> by & stones >> (2 * by) & !(stones << by) & !(stones >> (3 * by));
    starts | starts << by | starts << (2 * by)
}

/// The runs of `length` or more in one direction.
fn runs_along(stones: Cells, length: u32, by: u32) -> Cells {
    let starts = (1..length).fold(stones, |starts, n| starts & stones >> (n * by));
    (1..length).fold(starts, |runs, n| runs | starts << (n * by))
}
