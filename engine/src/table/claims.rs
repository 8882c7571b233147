//! Claims: for how long a seat has kept the others waiting.

use super::Table;
use crate::games::Seat;
use crate::setup::Fairness;

impl Table {
    /// For how long, in ms at `mono`, `seat` has been gone while it was in turn, or has owed a link (strict
    /// fairness) or an answer to a report (`confirm_after_s` 0). Counts anew when a process takes the room up.
    pub(super) fn waited(&self, seat: Seat, mono: i64) -> i64 {
        let Some(play) = self.state.playing() else { return 0 };
        let setup = &self.setup;
        let due = play.draws.due.as_ref().filter(|due| due.missing().contains(&seat));
        let link = due
            .filter(|_| setup.fairness == Fairness::Strict)
            .map(|due| due.since + i64::from(setup.draw_wait_ms));
        let answer = play
            .game
            .confirming()
            .filter(|turn| setup.confirm_after_s == 0 && turn.reporter != seat)
            .map(|_| play.moved);
        let presence = self.presence[seat];
        let in_turn = self.state.turn().contains(&seat);
        let gone = (!presence.online && in_turn).then(|| presence.since.max(play.moved));
        let since = [link, answer, gone].into_iter().flatten().min();
        since.map_or(0, |since| (mono - since.max(self.woken)).max(0))
    }
}
