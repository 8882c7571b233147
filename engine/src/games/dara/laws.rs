//! What the options of a match (A.3) allow on a board, without regard to turns, hands and counters.

use super::board::{Board, Cells, each, in_rows, in_run, rows_through};
use super::{Captures, Immobile, LongLines, Options, Placing, Protection};
use crate::games::Seat;

/// The options without the position to start from: small, since it is copied with every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Laws {
    long_lines: LongLines,
    placing: Placing,
    captures: Captures,
    protection: Protection,
    pub(super) immobile: Immobile,
    pub(super) no_capture_limit: Option<u32>,
    pub(super) repetition: Option<u32>,
}

impl Laws {
    /// The laws of a match with these options.
    pub(super) fn of(options: &Options) -> Self {
        Self {
            long_lines: options.long_lines,
            placing: options.placing,
            captures: options.captures,
            protection: options.protection,
            immobile: options.immobile,
            no_capture_limit: options.no_capture_limit,
            repetition: options.repetition,
        }
    }

    /// The length from which on a run may not be placed, if there is one (A1, A17).
    pub(super) fn shortest_unplaceable(&self) -> Option<u32> {
        match (self.placing, self.long_lines) {
            (Placing::NoThree, _) => Some(3),
            (Placing::NoFour, _) | (Placing::Free, LongLines::Forbidden) => Some(4),
            (Placing::Free, LongLines::Allowed) => None,
        }
    }

    /// The cells on which `seat` may place; all vacant ones if none obeys the restrictions (A17).
    pub(super) fn places(&self, board: &Board, seat: Seat) -> Cells {
        let vacant = board.vacant();
        let Some(length) = self.shortest_unplaceable() else { return vacant };
        let own = board.stones(seat);
        let obeying = each(vacant).filter(|&at| !in_run(own | at, at, length)).fold(0, |set, at| set | at);
        if obeying == 0 { vacant } else { obeying }
    }

    /// Whether a step of `seat` from one cell to an adjacent vacant one keeps to the law of long lines (A1).
    pub(super) fn step_keeps(&self, board: &Board, seat: Seat, from: Cells, to: Cells) -> bool {
        match self.long_lines {
            LongLines::Allowed => true,
            LongLines::Forbidden => !in_run(board.stones(seat) & !from | to, to, 4),
        }
    }

    /// The steps of `seat`, as the cell left and the cell entered.
    pub(super) fn steps(&self, board: &Board, seat: Seat) -> impl Iterator<Item = (Cells, Cells)> {
        each(board.stones(seat))
            .flat_map(|from| each(board.beside(from) & board.vacant()).map(move |to| (from, to)))
            .filter(move |&(from, to)| self.step_keeps(board, seat, from, to))
    }

    /// Whether `seat` has a step at all (A13).
    pub(super) fn can_step(&self, board: &Board, seat: Seat) -> bool {
        match self.long_lines {
            LongLines::Allowed => board.beside(board.stones(seat)) & board.vacant() != 0,
            LongLines::Forbidden => self.steps(board, seat).next().is_some(),
        }
    }

    /// The stones that `seat` may take now (A8 to A10).
    pub(super) fn victims(&self, board: &Board, seat: Seat) -> Cells {
        let all = board.stones(1 - seat);
        let loose = all & !in_rows(all);
        match self.protection {
            Protection::None => all,
            Protection::RowsAlways => loose,
            Protection::RowsUnlessAll => {
                if loose == 0 {
                    all
                } else {
                    loose
                }
            }
        }
    }

    /// How many captures the stone of `seat` that just stepped to `to` has earned (A2, A6); none if nothing may
    /// be taken.
    pub(super) fn earned(&self, board: &Board, seat: Seat, to: Cells) -> u32 {
        let rows = rows_through(board.stones(seat), to);
        if rows == 0 || self.victims(board, seat) == 0 {
            return 0;
        }
        match self.captures {
            Captures::One => 1,
            Captures::PerRow => rows,
        }
    }
}
