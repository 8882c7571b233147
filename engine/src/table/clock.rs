//! The clocks of a match, as sums over what its entries took.

use std::collections::BTreeMap;

use crate::games::{Game, Seat};
use crate::setup::Clock;
use crate::table::event::Event;

/// Lag that is given back at most within one turn, in ms.
const LAG_A_TURN: i64 = 500;

/// The clocks of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clocks {
    clock: Clock,
    /// What is left of each, in ms.
    left: Vec<i64>,
    /// Up to when time was taken, monotonic ms.
    since: i64,
    /// Whose turn it is; stays through draws and confirmations.
    owner: Option<Seat>,
    /// What may still be given back in this turn.
    lag: i64,
}

/// What a stretch of time takes from a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) seat: Seat,
    pub(super) ms: i64,
    pub(super) lag: i64,
}

impl Clocks {
    pub(super) fn new(clock: Clock, seats: usize, mono: i64) -> Self {
        Self { clock, left: vec![full(clock); seats], since: mono, owner: None, lag: LAG_A_TURN }
    }

    /// What is left on each clock, in ms, as of the last entry.
    pub(super) fn left(&self) -> &[i64] {
        &self.left
    }

    /// What running from `from` (or the last entry) to `mono` takes from a seat, with `lag` given back as far as
    /// the turn allows; never more than is left.
    pub(super) fn taken(&self, seat: Seat, from: i64, mono: i64, lag: i64) -> Taken {
        let elapsed = (mono - self.since.max(from)).max(0);
        let lag = lag.min(self.lag).min(elapsed);
        Taken { seat, ms: (elapsed - lag).min(self.left[seat]), lag }
    }

    /// When a seat's clock, running from `from` on, falls; a message on its way is waited for as lag allows.
    pub(super) fn falls(&self, seat: Seat, from: i64, lag: i64) -> i64 {
        self.since.max(from) + self.left[seat] + lag.min(self.lag)
    }

    /// Takes in what an entry took.
    pub(super) fn spend(&mut self, spent: Option<&BTreeMap<Seat, i64>>, lag: i64, mono: i64) {
        for (&seat, ms) in spent.into_iter().flatten() {
            self.left[seat] -= ms;
        }
        self.lag -= lag;
        self.since = mono;
    }

    /// Time in which the server was down.
    pub(super) fn give_back(&mut self, seats: impl Iterator<Item = Seat>, ms: i64) {
        for seat in seats {
            self.left[seat] = self.left[seat].saturating_add(ms);
        }
    }

    /// After a takeback.
    pub(super) fn restore(&mut self, left: &[i64]) {
        self.left = left.to_vec();
        self.owner = None;
        self.lag = LAG_A_TURN;
    }

    /// Sees whether `event` ended a turn: its player gets the increment, the next one a fresh turn.
    pub(super) fn turn(&mut self, game: &Game, event: &Event) {
        let next = match game.confirming() {
            Some(_) => self.owner,
            None => game.turn().first().copied().or(self.owner),
        };
        let ended = matches!(event, Event::Game(event) if event.ends_turn());
        if next == self.owner && !ended {
            return;
        }
        match (self.clock, self.owner) {
            (Clock::Total { increment_s, .. }, Some(owner)) => {
                self.left[owner] += i64::from(increment_s) * 1000
            }
            (Clock::PerTurn { .. }, Some(owner)) => self.left[owner] = full(self.clock),
            // the turn's first entry may have used some of its allowance already
            (_, None) => {
                self.owner = next;
                return;
            }
        }
        // an event that ends the turn may come before the game says whose turn is next
        self.owner = if ended && next == self.owner { None } else { next };
        self.lag = LAG_A_TURN;
    }
}

fn full(clock: Clock) -> i64 {
    match clock {
        Clock::Total { initial_s: s, .. } | Clock::PerTurn { per_turn_s: s } => i64::from(s) * 1000,
    }
}
