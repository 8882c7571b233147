//! Legs and sets won, and who starts them: starts alternate from leg to leg, and so do the first legs of sets, each
//! against the first leg of the set before; a deciding set has a lot of its own (D18).

use super::Options;
use crate::games::Seat;

/// The score of the match.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tally {
    /// Legs of this set.
    pub(super) legs: Vec<u32>,
    pub(super) sets: Vec<u32>,
    /// Who started the first leg of this set.
    starter: Seat,
}

impl Tally {
    pub(super) fn new(seats: usize, starter: Seat) -> Self {
        Self { legs: vec![0; seats], sets: vec![0; seats], starter }
    }

    /// Who starts the leg to be played now.
    pub(super) fn leg_starter(&self) -> Seat {
        let played: u32 = self.legs.iter().sum();
        (self.starter + played as usize) % self.legs.len()
    }

    /// Notes a leg; whether it was the set.
    pub(super) fn win_leg(&mut self, seat: Seat, options: &Options) -> bool {
        self.legs[seat] += 1;
        self.legs[seat] >= options.legs_to_win
    }

    /// Notes a set; whether it was the match.
    pub(super) fn win_set(&mut self, seat: Seat, options: &Options) -> bool {
        self.sets[seat] += 1;
        self.sets[seat] >= options.sets_to_win
    }

    /// Begins another set, started by the seat after the one that started the last.
    pub(super) fn next_set(&mut self) {
        self.legs.fill(0);
        self.starter = (self.starter + 1) % self.legs.len();
    }

    /// Whether the next set decides: two sides, each one set short of the match.
    ///
    /// Asked only after a set; the one set of a short match is started by the match's lot.
    pub(super) fn is_deciding(&self, options: &Options) -> bool {
        self.sets.len() > 1 && self.sets.iter().all(|sets| sets + 1 == options.sets_to_win)
    }

    /// The lot before the deciding set fell on `seat`.
    pub(super) fn start_by_lot(&mut self, seat: Seat) {
        self.starter = seat;
    }
}
