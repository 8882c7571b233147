//! What options and moves have to be whatever the position: ranges alone, no rules.

use super::{DISCS, Move, Options, Report};
use crate::games::BadOption;
use crate::physics::Shot;

impl Options {
    /// Whether every option lies in its range (D.4).
    ///
    /// # Errors
    /// Names the first option that does not.
    pub fn check(&self) -> Result<(), BadOption> {
        let range = |field, value: u32, least: u32, most: u32| match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(BadOption { field, message: format!("{value} is not from {least} to {most}") }),
        };
        range("target", self.target, 50, 1000)?;
        if !self.target.is_multiple_of(5) {
            let message = format!("{} is not a multiple of five, as every score is", self.target);
            return Err(BadOption { field: "target", message });
        }
        range("legs_to_win", self.legs_to_win, 1, 3)?;
        range("sets_to_win", self.sets_to_win, 1, 5)?;
        range("turn_cap", self.turn_cap, 10, 500)
    }

    /// Whether a move is well-formed in some position at least.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn check_move(&self, mv: &Move) -> Result<(), String> {
        match mv {
            Move::Shoot(shot) => check_shot(shot),
            Move::Lift { disc } if !(1..=DISCS).contains(disc) => {
                Err(format!("disc {disc} is never on the board at a check-out; discs are 1 to {DISCS}"))
            }
            Move::Report(Report::Board { board, .. }) => {
                match board.iter().find(|value| ![15, 10, 5].contains(*value)) {
                    Some(value) => Err(format!("{value} is no ring; a disc on the board counts 15, 10 or 5")),
                    None => Ok(()),
                }
            }
            Move::Lift { .. }
            | Move::Report(Report::CheckOut { .. })
            | Move::Undo
            | Move::Confirm
            | Move::Dispute => Ok(()),
        }
    }
}

fn check_shot(shot: &Shot) -> Result<(), String> {
    if !(-45_000..=45_000).contains(&shot.at) {
        return Err(format!("at {} is not from -45000 to 45000, in thousandths of a degree", shot.at));
    }
    if !(-90_000..=90_000).contains(&shot.aim) {
        return Err(format!("aim {} is not from -90000 to 90000, in thousandths of a degree", shot.aim));
    }
    if !(100..=2_500).contains(&shot.speed) {
        return Err(format!("speed {} is not from 100 to 2500, in mm/s", shot.speed));
    }
    Ok(())
}
