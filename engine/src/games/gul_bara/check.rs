//! What is wrong with options or a move whatever the position (protocol.md, section 6).

use crate::games::BadOption;

use super::board::{CHECKERS, across};
use super::{Move, Options, Position};

impl Options {
    /// Checks every range, and that a given position could stand.
    ///
    /// # Errors
    /// Names the first option that is out of its range, and what it may be.
    pub fn check(&self) -> Result<(), BadOption> {
        if self.cascade_from.is_some_and(|from| !(1..=9).contains(&from)) {
            return bad("cascade_from", "cascade_from is a roll from 1 to 9, or null for never");
        }
        if !(1..=25).contains(&self.match_points) {
            return bad("match_points", "match_points is 1 to 25");
        }
        self.position.as_ref().map_or(Ok(()), Position::check)
    }

    /// Checks that a move is well-formed: that its point and its die exist.
    ///
    /// # Errors
    /// Says which does not.
    pub fn check_move(&self, mv: &Move) -> Result<(), String> {
        match *mv {
            Move::Step { from, .. } if !(1..=24).contains(&from) => {
                Err(format!("there is no point {from} to step from: points are 24 to 1"))
            }
            Move::Step { die, .. } if !(1..=6).contains(&die) => {
                Err(format!("there is no die of {die}: a die shows 1 to 6"))
            }
            Move::Step { .. } | Move::Roll | Move::Undo | Move::Done => Ok(()),
        }
    }
}

impl Position {
    fn check(&self) -> Result<(), BadOption> {
        if self.to_move > 1 {
            return bad("position", "position.to_move is seat 0 or 1");
        }
        for (seat, side) in self.points.iter().enumerate() {
            let count: u32 = side.iter().map(|&count| u32::from(count)).sum();
            if count != u32::from(CHECKERS) {
                return bad("position", format!("seat {seat} has {count} checkers; each side has fifteen"));
            }
            if side[0] == CHECKERS {
                return bad("position", format!("seat {seat} has borne off all fifteen: that game is over"));
            }
        }
        let [one, other] = &self.points;
        for point in 1..=24 {
            if one[usize::from(point)] > 0 && other[usize::from(across(point))] > 0 {
                let theirs = across(point);
                let message =
                    format!("both sides stand on seat 0's point {point}, which is seat 1's {theirs}");
                return bad("position", message);
            }
        }
        Ok(())
    }
}

fn bad(field: &'static str, message: impl Into<String>) -> Result<(), BadOption> {
    Err(BadOption { field, message: message.into() })
}
