//! Clocks between two updates: a view says what is left and which seats are in turn; the rest is time passing.

use std::time::Duration;

use engine::games::{Seat, View as GameView, crokidarts, darbol};
use engine::setup::Fairness;
use engine::table::{Status, View};

/// What is left on a seat's clock `since` the view came; none without clocks.
pub fn left(view: &View, seat: Seat, since: Duration) -> Option<i64> {
    let clock = view.seats.get(seat)?.as_ref()?.clock_ms?;
    let passed = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    let taken = running_for(view, seat, passed);
    Some((clock - taken).max(0))
}

/// Whether a seat's clock runs now.
pub fn runs(view: &View, seat: Seat, since: Duration) -> bool {
    let passed = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    view.seats.get(seat).and_then(Option::as_ref).is_some_and(|seat| seat.clock_ms.is_some())
        && running_for(view, seat, passed.max(1)) > 0
}

/// For how many of the `passed` ms a seat's clock has run.
fn running_for(view: &View, seat: Seat, passed: i64) -> i64 {
    if view.status != Status::Playing || confirming(view) {
        return 0;
    }
    match &view.fairness.due {
        None if view.turn.contains(&seat) => passed,
        // strict: who owes a link pays for it, once the wait is over
        Some(due) if view.setup.fairness == Fairness::Strict && due.seats.contains(&seat) => {
            (view.now + passed - due.until).clamp(0, passed)
        }
        None | Some(_) => 0,
    }
}

/// Whether a finished turn waits for the other side's word.
pub fn confirming(view: &View) -> bool {
    match &view.game {
        Some(GameView::Darbol(game)) => game.phase == darbol::Phase::Confirming,
        Some(GameView::Crokidarts(game)) => game.phase == crokidarts::Phase::Confirming,
        Some(GameView::Dara(_) | GameView::GulBara(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_clock_of_the_seat_in_turn_ticks() {
        let view = testing::playing_dara();
        let second = Duration::from_secs(1);
        assert_eq!(left(&view, 0, second), Some(299_000));
        assert_eq!(left(&view, 1, second), Some(300_000));
        assert!(runs(&view, 0, second) && !runs(&view, 1, second));
        assert_eq!(left(&view, 0, Duration::from_secs(1000)), Some(0));
    }

    #[test]
    fn no_clock_ticks_while_a_draw_is_due() {
        let mut view = testing::playing_dara();
        view.fairness.due = Some(engine::table::DueView { draw: 1, seats: vec![1], until: view.now + 500 });
        assert_eq!(left(&view, 0, Duration::from_secs(1)), Some(300_000));
        view.setup.fairness = Fairness::Strict;
        assert_eq!(left(&view, 1, Duration::from_secs(1)), Some(299_500));
    }
}
