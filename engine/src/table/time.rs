//! What time alone leads to: starts, draws that waited long enough, fallen clocks, turns that count as confirmed,
//! matches that everybody left or the host ends.

use super::decide::Draft;
use super::event::Event;
use super::state::State;
use super::{Context, Decision, Table, UNFINISHED_AFTER_MS};
use crate::games::{Reason, Seat};
use crate::setup::Fairness;

impl Table {
    /// What time alone leads to at `context.now`: a start, a draw that waited long enough, a fallen clock, a turn
    /// that counts as confirmed, a match that everybody left. Empty if nothing is overdue.
    #[must_use]
    pub fn tick(&self, context: &Context) -> Decision {
        let mut draft = Draft::new(self, *context);
        draft.tick();
        draft.settle();
        draft.finish()
    }

    /// The server was down for `ms` since the last entry: the time is given back.
    #[must_use]
    pub fn pause(&self, ms: u64, context: &Context) -> Decision {
        let mut draft = Draft::new(self, *context);
        draft.push(None, Event::Paused { ms });
        draft.finish()
    }

    /// The host ends the match that is played: nobody wins, and it counts as unfinished.
    #[must_use]
    pub fn close(&self, context: &Context) -> Decision {
        let mut draft = Draft::new(self, *context);
        draft.unfinished();
        draft.settle();
        draft.finish()
    }

    /// When [`Table::tick`] will next have something to do, monotonic ms; none if only people can go on.
    #[must_use]
    pub fn next_deadline(&self) -> Option<i64> {
        let state = &self.state;
        let wait = i64::from(self.setup.draw_wait_ms);
        let strict = self.setup.fairness == Fairness::Strict;
        let start = (state.full() && !strict).then(|| state.full_since + wait);
        let Some(play) = state.playing() else { return start };
        let draw = play.draws.due.as_ref().filter(|_| !strict).map(|due| due.since + wait);
        let confirm = play.game.confirming().filter(|_| self.setup.confirm_after_s > 0);
        let confirm = confirm.map(|_| play.moved + i64::from(self.setup.confirm_after_s) * 1000);
        let flag = self.running().into_iter().filter_map(|(seat, from)| {
            Some(play.clocks.as_ref()?.falls(seat, from, self.presence[seat].lag))
        });
        let playing = (0..play.out.len()).filter(|&seat| !play.out[seat]);
        let empty = playing.clone().all(|seat| !self.presence[seat].online);
        let left = empty.then(|| playing.map(|seat| self.presence[seat].since).max()).flatten();
        let unfinished = left.map(|left| left.max(play.moved) + UNFINISHED_AFTER_MS);
        flag.chain([start, draw, confirm, unfinished].into_iter().flatten()).min()
    }

    /// Seats whose clock runs, and from when on.
    pub(super) fn running(&self) -> Vec<(Seat, i64)> {
        running(&self.state, self.setup.fairness, self.setup.draw_wait_ms)
    }
}

/// Seats whose clock runs, and from when on (monotonic ms): those in turn; in strict fairness those that owe a
/// link for longer than a draw waits; none while a finished turn waits to be confirmed.
fn running(state: &State, fairness: Fairness, draw_wait_ms: u32) -> Vec<(Seat, i64)> {
    let Some(play) = state.playing().filter(|play| play.clocks.is_some()) else { return Vec::new() };
    match &play.draws.due {
        Some(due) if fairness == Fairness::Strict => {
            let from = due.since.saturating_add(i64::from(draw_wait_ms));
            due.missing().into_iter().map(|seat| (seat, from)).collect()
        }
        Some(_) => Vec::new(),
        None if play.game.confirming().is_some() => Vec::new(),
        None => play.game.turn().into_iter().map(|seat| (seat, i64::MIN)).collect(),
    }
}

impl Draft<'_> {
    pub(super) fn tick(&mut self) {
        let now = self.context.now.mono;
        let wait = i64::from(self.table.setup.draw_wait_ms);
        let open = self.table.setup.fairness == Fairness::Open;
        if self.state.full() && open && now >= self.state.full_since + wait {
            self.start();
        }
        if let Some(seat) = self.fallen(now) {
            self.flag(seat);
        }
        let Some(play) = self.state.playing() else { return };
        let confirm_ms = i64::from(self.table.setup.confirm_after_s) * 1000;
        if play.draws.due.as_ref().is_some_and(|due| open && now >= due.since + wait) {
            self.draw();
        } else if play.game.confirming().is_some() && confirm_ms > 0 && now >= play.moved + confirm_ms {
            self.push(None, Event::Confirmed);
        } else if self.entries.is_empty()
            && self.table.next_deadline().is_some_and(|deadline| now >= deadline)
        {
            self.unfinished();
        }
    }

    /// The clock of a seat fell.
    pub(super) fn flag(&mut self, seat: Seat) {
        self.push(None, Event::Flagged { seat });
        self.lose(seat, Reason::Time);
    }

    /// The match ends without a result.
    pub(super) fn unfinished(&mut self) {
        let Some(play) = self.state.playing() else { return };
        let points = play.game.standing();
        self.push(None, Event::Ended { winners: Vec::new(), reason: Reason::Unfinished, points });
    }

    /// The seat whose clock has fallen, if one has.
    fn fallen(&self, now: i64) -> Option<Seat> {
        let clocks = self.state.clocks()?;
        let running = self.table.running().into_iter();
        running
            .filter(|&(seat, from)| now >= clocks.falls(seat, from, self.table.presence[seat].lag))
            .map(|(seat, _)| seat)
            .next()
    }
}
