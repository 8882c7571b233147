//! Whether a move is legal now, and if not, the sentence that tells the player why and what would be right.

use super::board::Cells;
use super::options::off_board;
use super::{Cell, Game, Phase};
use crate::games::{Refused, Seat, illegal};

impl Game {
    /// Whether a stone may be placed there (A17).
    pub(super) fn check_place(&self, cell: Cell) -> Result<(), Refused> {
        self.check_phase(Phase::Placing)?;
        let at = self.find(cell)?;
        if self.board.vacant() & at == 0 {
            return illegal(format!("{cell} is taken; place on an empty cell"));
        }
        if self.places() & at == 0 {
            let length = self.laws.shortest_unplaceable().unwrap_or_default();
            return illegal(format!(
                "on {cell} you would make a line of {length} or more, which this match forbids; place elsewhere"
            ));
        }
        Ok(())
    }

    /// Whether the stone may step there (A1, A18).
    pub(super) fn check_step(&self, from: Cell, to: Cell) -> Result<(), Refused> {
        self.check_phase(Phase::Moving)?;
        let (leave, enter) = (self.find(from)?, self.find(to)?);
        if self.board.stones(self.to_move) & leave == 0 {
            return illegal(format!("{from} {}; step with one of your own", self.holder(leave)));
        }
        if self.board.beside(leave) & enter == 0 {
            return illegal(format!(
                "{to} is not next to {from}; step to an adjacent cell in the same row or column"
            ));
        }
        if self.board.vacant() & enter == 0 {
            return illegal(format!("{to} is taken; step to an empty cell"));
        }
        if !self.laws.step_keeps(&self.board, self.to_move, leave, enter) {
            return illegal(format!(
                "on {to} you would make a line of four or more, which this match forbids; step elsewhere"
            ));
        }
        Ok(())
    }

    /// Whether that stone may be taken (A8 to A10).
    pub(super) fn check_capture(&self, cell: Cell) -> Result<(), Refused> {
        self.check_phase(Phase::Capturing)?;
        let at = self.find(cell)?;
        if self.board.stones(1 - self.to_move) & at == 0 {
            return illegal(format!("{cell} {}; take one of your opponent's", self.holder(at)));
        }
        if self.victims() & at == 0 {
            return illegal(format!("the stone on {cell} stands in a row; take one that stands in none"));
        }
        Ok(())
    }

    /// The set of this one cell, which has to be on the board.
    fn find(&self, cell: Cell) -> Result<Cells, Refused> {
        match self.board.at(cell) {
            0 => illegal(off_board(cell, self.board.rows())),
            at => Ok(at),
        }
    }

    fn check_phase(&self, wanted: Phase) -> Result<(), Refused> {
        match self.phase {
            now if now == wanted => Ok(()),
            Phase::Placing => illegal("stones are still being placed; place one on an empty cell"),
            Phase::Moving => {
                illegal("all stones are placed; step with one of yours to an adjacent empty cell")
            }
            Phase::Capturing => illegal("a row was made; take one of your opponent's stones first"),
            Phase::Over => illegal("the game is over; nothing can be moved any more"),
        }
    }

    /// What stands on a cell, seen from the seat to move.
    fn holder(&self, at: Cells) -> &'static str {
        let stands = |seat: Seat| self.board.stones(seat) & at != 0;
        if stands(self.to_move) {
            "is your own stone"
        } else if stands(1 - self.to_move) {
            "is your opponent's stone"
        } else {
            "is empty"
        }
    }
}
