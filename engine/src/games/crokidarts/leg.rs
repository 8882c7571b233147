//! A leg: both scores, who has reached the target, and how many turns were played.

use super::Options;
use super::turn::Turn;
use crate::games::Seat;

/// A leg as it stands between turns.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Leg {
    pub(super) score: Vec<u32>,
    pub(super) locked: Vec<bool>,
    turns: Vec<u32>,
}

impl Leg {
    pub(super) fn new(seats: usize) -> Self {
        Self { score: vec![0; seats], locked: vec![false; seats], turns: vec![0; seats] }
    }

    /// The turn that `seat` begins now.
    pub(super) fn turn_of(&self, seat: Seat) -> Turn {
        match self.locked[seat] {
            true => Turn::locked(self.score[seat]),
            false => Turn::open(self.score[seat]),
        }
    }

    /// Notes a turn that is over.
    pub(super) fn note(&mut self, seat: Seat, score: u32, locked: bool) {
        self.score[seat] = score;
        self.locked[seat] = locked;
        self.turns[seat] += 1;
    }

    /// Whether every seat has had its last turn (D19).
    pub(super) fn is_exhausted(&self, options: &Options) -> bool {
        self.turns.iter().all(|turns| *turns >= options.turn_cap)
    }
}
