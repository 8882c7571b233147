//! One player's turn: the discs on the board, and what each shot makes of them (D.2).
//!
//! A value with two ways in, one for each medium: [`Turn::shot`] takes what the physics found, [`Turn::report`]
//! what the player says. Both end in the same judgement.

use super::{DISCS, DiscView, Options, Report};
use crate::physics::{self, Disc, ShotOutcome};

/// A turn as it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Turn {
    /// The score before the turn.
    score: u32,
    /// Shots so far; those of a check-out included, so that every disc shot has an id of its own.
    used: u8,
    twenties: u32,
    board: Vec<DiscView>,
    stage: Stage,
}

/// What a turn waits for, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// A shot.
    Shooting,
    /// A check-out shot: the target is reached (D8) or was before (D10).
    Checkout,
    /// Over: the total is noted.
    Noted,
    /// Over: bust (D6, D14).
    Bust,
    /// Over: checked out, the leg is won.
    Hit,
    /// Over: the check-out was missed.
    Missed,
}

impl Turn {
    /// The turn of a player not locked, on an empty board (D1).
    pub(super) fn open(score: u32) -> Self {
        Self { score, used: 0, twenties: 0, board: Vec::new(), stage: Stage::Shooting }
    }

    /// The turn of a locked player: one check-out on an empty board (D10).
    pub(super) fn locked(score: u32) -> Self {
        Self { stage: Stage::Checkout, ..Self::open(score) }
    }

    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    pub(super) fn twenties(&self) -> u32 {
        self.twenties
    }

    pub(super) fn board(&self) -> &[DiscView] {
        &self.board
    }

    /// The coming shot, 1 to 5; a check-out after the fifth still counts as 5.
    pub(super) fn coming(&self) -> u8 {
        DISCS.min(self.used + 1)
    }

    /// The id of the disc shot next, one more than shots so far.
    ///
    /// A disc that comes back from the bowl, the ditch or the board (D9) gets a new id too: 6.
    pub(super) fn next_id(&self) -> u8 {
        self.used + 1
    }

    /// The discs on the board with their places; none in the `table` medium, where no place is known.
    pub(super) fn placed(&self) -> Vec<Disc> {
        let place = |disc: &DiscView| match *disc {
            DiscView::Placed { id, x, y, .. } => Some(Disc { id, x, y }),
            DiscView::Reported { .. } => None,
        };
        self.board.iter().filter_map(place).collect()
    }

    /// Whether a disc has to be lifted before the check-out: all five lie on the board (D9).
    pub(super) fn must_lift(&self) -> bool {
        self.stage == Stage::Checkout && self.board.len() == usize::from(DISCS)
    }

    pub(super) fn is_over(&self) -> bool {
        match self.stage {
            Stage::Shooting | Stage::Checkout => false,
            Stage::Noted | Stage::Bust | Stage::Hit | Stage::Missed => true,
        }
    }

    /// Whether the player has reached the target, in this turn or before.
    pub(super) fn is_locked(&self) -> bool {
        match self.stage {
            Stage::Checkout | Stage::Hit | Stage::Missed => true,
            Stage::Shooting | Stage::Noted | Stage::Bust => false,
        }
    }

    /// The score that the turn leaves behind as it stands: what was there before unless it counts.
    pub(super) fn score(&self, target: u32) -> u32 {
        match self.stage {
            Stage::Shooting | Stage::Bust => self.score,
            Stage::Noted => self.total(),
            Stage::Checkout | Stage::Hit | Stage::Missed => target,
        }
    }

    /// What cannot be undone any more: the score before and the twenties.
    fn fixed(&self) -> u32 {
        self.score + 20 * self.twenties
    }

    fn total(&self) -> u32 {
        self.fixed() + self.board.iter().map(|disc| u32::from(disc.value())).sum::<u32>()
    }

    /// Takes a disc off the board, to be shot (D9).
    pub(super) fn lift(&mut self, disc: u8) {
        self.board.retain(|on| on.id() != Some(disc));
    }

    /// Judges what a simulated shot did.
    pub(super) fn shot(&mut self, options: &Options, outcome: &ShotOutcome) {
        let shot = self.next_id();
        let on_empty = self.board.is_empty();
        let check_out = self.stage == Stage::Checkout;
        // on an empty board the shot has to reach the 15 ring (D3), on any other it has to strike (D2)
        let free = check_out || outcome.struck;
        let stays =
            |disc: &Disc| disc.id != shot || free || on_empty && physics::reaches_fifteen(disc.x, disc.y);
        let sunk = outcome.hole.iter().filter(|id| **id != shot || free || on_empty).count() as u32;

        self.used += 1;
        self.board = outcome
            .rest
            .iter()
            .filter(|disc| stays(disc))
            .map(|disc| {
                let value = physics::value(disc.x, disc.y);
                DiscView::Placed { id: disc.id, x: disc.x, y: disc.y, value }
            })
            // a disc that touches the shooting line counts as in the ditch
            .filter(|disc| disc.value() > 0)
            .collect();
        if check_out {
            self.check_out(sunk > 0);
        } else {
            self.judge(options, sunk);
        }
    }

    /// Judges what a player reports; whether it can be is asked in [`super::report`].
    pub(super) fn report(&mut self, options: &Options, report: &Report) {
        self.used += 1;
        match report {
            Report::Board { twenties, board } => {
                self.board = board.iter().map(|&value| DiscView::Reported { value }).collect();
                self.judge(options, twenties.saturating_sub(self.twenties));
            }
            // neither a lifted disc nor what a check-out leaves is reported: the board stays as it was
            Report::CheckOut { hit } => self.check_out(*hit),
        }
    }

    fn check_out(&mut self, hit: bool) {
        self.stage = if hit { Stage::Hit } else { Stage::Missed };
    }

    /// Where the turn stands after a shot that made so many twenties (D.2, D6, D8).
    fn judge(&mut self, options: &Options, sunk: u32) {
        self.twenties += sunk;
        let target = options.target;
        let over = self.total() > target;
        self.stage = if self.fixed() > target || options.strict_twenty && sunk > 0 && over {
            Stage::Bust
        } else if self.total() == target {
            Stage::Checkout
        } else if self.used < DISCS {
            Stage::Shooting
        } else if over {
            Stage::Bust
        } else {
            Stage::Noted
        };
    }
}

impl DiscView {
    /// What it counts.
    #[must_use]
    pub fn value(&self) -> u8 {
        match *self {
            Self::Placed { value, .. } | Self::Reported { value } => value,
        }
    }

    /// Its id, if its place is known.
    #[must_use]
    pub fn id(&self) -> Option<u8> {
        match *self {
            Self::Placed { id, .. } => Some(id),
            Self::Reported { .. } => None,
        }
    }
}
