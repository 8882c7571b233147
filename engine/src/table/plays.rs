//! What was played in this match and the one before: to recognise a repeated `act`, to tell a stale one, and to
//! go back when a takeback was agreed.

use super::clock::Clocks;
use super::event::{Entry, Event};
use crate::games::{Deed, Game, Need, Seat};

/// The entries that changed what may be played, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Plays {
    list: Vec<Played>,
    /// Where the current match begins in `list`.
    current: usize,
}

/// An entry that changed what may be played.
#[derive(Debug, Clone)]
pub(super) struct Played {
    pub(super) seq: u64,
    pub(super) by: Option<Seat>,
    pub(super) event: Event,
    /// What was left on the clocks after it; empty without clocks.
    left: Vec<i64>,
}

impl Plays {
    pub(super) fn push(&mut self, entry: &Entry, clocks: Option<&Clocks>) {
        if !entry.event.changes_play() {
            return;
        }
        if matches!(entry.event, Event::Started(_)) {
            self.list.drain(..self.current);
            self.current = self.list.len();
        }
        self.list.push(Played {
            seq: entry.seq,
            by: entry.by,
            event: entry.event.clone(),
            left: clocks.map(|clocks| clocks.left().to_vec()).unwrap_or_default(),
        });
    }

    /// The first entry after `seq` that changed what may be played; a start changes nothing that could have been
    /// played before.
    pub(super) fn after(&self, seq: u64) -> Option<&Played> {
        let since = &self.list[self.list.partition_point(|played| played.seq <= seq)..];
        since.iter().find(|played| !matches!(played.event, Event::Started(_)))
    }

    /// This match as it counts: without what was taken back.
    fn counting(&self) -> Vec<&Played> {
        let mut counting: Vec<&Played> = Vec::new();
        for played in &self.list[self.current..] {
            if let Event::TakenBack { to } = played.event {
                counting.retain(|played| played.seq <= to);
            } else {
                counting.push(played);
            }
        }
        counting
    }

    /// What counts up to entry `to`, after the start.
    pub(super) fn up_to(&self, to: u64) -> impl Iterator<Item = (Option<Seat>, &Event)> {
        let counting = self.counting().into_iter();
        counting
            .filter(move |played| played.seq <= to && !matches!(played.event, Event::Started(_)))
            .map(|played| (played.by, &played.event))
    }

    /// What was left on the clocks after entry `to`.
    pub(super) fn clocks_at(&self, to: u64) -> Option<&[i64]> {
        let at = self.list.iter().rfind(|played| played.seq <= to)?;
        (!at.left.is_empty()).then_some(&at.left)
    }

    /// The entry to which a takeback of `seat`'s last turn leads: the one before that turn. None if the seat has
    /// made no turn, or if a draw of chance lies between, one with which the turn began included.
    pub(super) fn before_last_turn(&self, seat: Seat, game: &Game) -> Option<u64> {
        let counting = self.counting();
        let own = |played: &Played| {
            let verdict = matches!(played.event.deed(), None | Some(Deed::Confirmed | Deed::Disputed));
            played.by == Some(seat)
                && !verdict
                && played.event.deed().is_some_and(|d| game.move_of(&d).is_some())
        };
        let last = counting.iter().rposition(|played| own(played))?;
        // a dispute is part of the turn that it sends back
        let within = |played: &Played| own(played) || played.event == Event::Disputed;
        let first = counting[..last].iter().rposition(|played| !within(played))? + 1;
        let to = counting[first - 1];
        let began = matches!(to.event, Event::Drawn { r#for: Need::Roll, .. });
        let drawn = counting[first..].iter().any(|played| matches!(played.event, Event::Drawn { .. }));
        (!began && !drawn).then_some(to.seq)
    }
}
