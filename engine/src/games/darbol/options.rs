//! What can be wrong with a setup's options or a move, whatever the position.

use super::{Move, Options};
use crate::games::BadOption;
use crate::physics::Toss;

impl Options {
    /// Whether every option is in its range. An option of another of the three games is of no effect.
    pub fn check(&self) -> Result<(), BadOption> {
        if (10..=1000).contains(&self.max_rounds) {
            return Ok(());
        }
        let message = format!("max_rounds is {}, but it has to be from 10 to 1000", self.max_rounds);
        Err(BadOption { field: "max_rounds", message })
    }

    /// Whether a move is one at all, in whatever position; the sentence says what would be right.
    pub fn check_move(&self, mv: &Move) -> Result<(), String> {
        match mv {
            Move::Toss(Toss { y, .. }) if !(-200_000..=200_000).contains(y) => {
                Err(format!("y is {y}, but a toss is aimed at -200000 to 200000 µm from the panel's middle"))
            }
            Move::Toss(Toss { z, .. }) if !(0..=1_750_000).contains(z) => {
                Err(format!("z is {z}, but a toss is aimed at 0 to 1750000 µm above the floor"))
            }
            Move::Toss(Toss { pace, .. }) if !(108..=160).contains(pace) => {
                Err(format!("pace is {pace}, but a toss has a pace of 108 to 160 per cent"))
            }
            Move::Report { hole } if *hole > 8 => {
                Err(format!("there is no hole {hole}: report 1 to 8, or 0 for a miss"))
            }
            Move::Toss(_) | Move::Report { .. } | Move::Roll | Move::Undo | Move::Confirm | Move::Dispute => {
                Ok(())
            }
        }
    }
}
