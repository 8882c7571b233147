//! What time asks of a room, and what of that the store knows: when no process holds the room, a sweep finds it.

use engine::table::{Decision, Event, Status};
use tokio::time::{Duration, Instant};
use tracing::warn;

use super::{CROWD_EVERY, Failed, RoomTask, waits};

/// After the store failed, what time alone led to is tried again so much later.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// A room in which nothing was played yet is removed when nobody has been in it for this long: a week, in ms.
const WAITING_LIFE_MS: i64 = 7 * 24 * 3600 * 1000;
/// A match without a clock is looked at by the sweep this long after its last stored deadline.
const LOOK_AFTER_MS: i64 = engine::table::UNFINISHED_AFTER_MS;
/// What is done later than this after its time was held up by more than a busy moment.
const LATE_MS: i64 = 2000;

impl RoomTask {
    /// When there is something to do without a message, if ever: most rooms have no timer.
    pub(super) fn next_wake(&self) -> Option<Instant> {
        let now = Instant::now();
        let deadline = self.table.next_deadline().map(|mono| self.shared.clock.at(mono));
        let deadline = deadline.map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let crowd = self.crowd_changed.then(|| self.crowd_shown + CROWD_EVERY);
        let sleep = self.members.is_empty().then(|| self.empty_since + self.shared.sleep_after);
        let doubt = self.doubt.map(|(at, _)| at);
        let sure = self.unsure.then(|| self.retry_at.unwrap_or(now));
        [deadline, crowd, sleep, doubt, sure].into_iter().flatten().min()
    }

    /// Whether something is overdue.
    pub(super) fn is_due(&self) -> bool {
        let now = self.shared.clock.now().mono;
        self.unsure || self.table.next_deadline().is_some_and(|deadline| deadline <= now)
    }

    /// Does what is overdue, before anybody's command is judged.
    pub(super) async fn tick(&mut self) {
        let now = self.shared.clock.now().mono;
        let late = self.table.next_deadline().is_some_and(|deadline| deadline < now - LATE_MS);
        if (late || self.unsure) && self.retry_at.is_none() && self.make_sure().await.is_err() {
            self.unsure = true;
            self.retry_at = Some(Instant::now() + RETRY_AFTER);
        }
        while self.retry_at.is_none() && self.table.next_deadline().is_some_and(|deadline| deadline <= now) {
            let mut decision = self.table.tick(&self.context());
            if decision.entries.is_empty() {
                return;
            }
            match self.award(&decision).await {
                Ok(false) => {}
                Ok(true) => decision = self.table.tick(&self.context()),
                Err(error) => {
                    warn!(room = %self.code, %error, "the handicap could not be read");
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    return;
                }
            }
            match self.commit(decision, None, None).await {
                Ok(()) => self.show(),
                Err(Failed::Conflict) => {}
                Err(Failed::Repeated(_) | Failed::Unavailable) => {
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                }
            }
        }
    }

    /// The deadline to be stored with an append, if the stored one would be too late: when no process holds the
    /// room, a sweep finds it by this. Too early a deadline costs one look.
    pub(super) fn deadline_to_store(&self, decision: &Decision, wall: i64) -> Option<Option<i64>> {
        let playing = self.table.status() == Status::Playing
            || decision.entries.iter().any(|logged| matches!(logged.entry.event, Event::Started(_)));
        if !playing {
            return (self.stored_deadline.is_none() && waits(&self.table)).then(|| self.deadline_wall(wall));
        }
        let wanted = self.deadline_wall(wall).unwrap_or(wall + LOOK_AFTER_MS);
        let stands = self.stored_deadline.is_some_and(|stored| stored > wall && stored <= wanted);
        (!stands).then_some(Some(wanted))
    }

    pub(super) fn deadline_wall(&self, wall: i64) -> Option<i64> {
        if waits(&self.table) {
            return Some(wall + WAITING_LIFE_MS);
        }
        let mono = self.shared.clock.now().mono;
        self.table.next_deadline().map(|deadline| wall + (deadline - mono))
    }

    /// The exact deadline goes into the store: before the room sleeps, and when the stored one has passed.
    pub(super) async fn note_deadline(&mut self) {
        let deadline = self.deadline_wall(self.shared.clock.now().wall);
        if deadline == self.stored_deadline {
            return;
        }
        match self.shared.store.set_deadline(self.code.as_str(), deadline).await {
            Ok(()) => self.stored_deadline = deadline,
            Err(error) => warn!(room = %self.code, %error, "the deadline could not be stored"),
        }
    }
}
