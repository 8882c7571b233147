//! The positions since the last capture, to see one come up again (A14).

use super::board::Board;
use crate::games::Seat;

/// Marks that seat 1 is to move; no board reaches this bit.
const SECOND_TO_MOVE: u64 = 1 << 63;

/// Positions with the seat to move, each packed into sixteen bytes: the whole is copied with every move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct History(Vec<[u64; 2]>);

impl History {
    /// Forgets everything: after a capture no earlier position can come up again.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes a position; says how often it has come up by now, this time included.
    pub(super) fn note(&mut self, board: &Board, to_move: Seat) -> usize {
        let mark = if to_move == 0 { 0 } else { SECOND_TO_MOVE };
        let position = [board.stones(0) | mark, board.stones(1)];
        self.0.push(position);
        self.0.iter().filter(|&&earlier| earlier == position).count()
    }
}
