//! The entries of the match on show, with the views after them as far as they are known.
//!
//! Filled from updates as they come and from pages of `history`. The entries of one decision come with one view,
//! so stepping through the views shows a decision whole, as it was shown live.

use std::collections::BTreeMap;

use engine::games::{GameEvent, Need, crokidarts, darbol};
use engine::table::{Entry, Event, View};
use protocol::{SentEntry, SentEvent, Update};

/// An entry, and the room after it if known.
#[derive(Debug, Clone)]
pub struct Step {
    /// What happened; none if a later server tells it in words that this version does not know.
    pub entry: Option<Entry>,
    /// The room after it.
    pub view: Option<Box<View>>,
}

impl Step {
    /// Whether a person who steps through the match stops here: there is a view, and something has happened in it.
    /// What leads to an outcome (the aim, the links of its draw) is shown with the outcome.
    pub fn is_stop(&self) -> bool {
        let leads = self.entry.as_ref().is_some_and(|entry| match &entry.event {
            Event::Linked { .. } | Event::Tip { .. } | Event::Rolling => true,
            Event::Drawn { r#for, .. } => matches!(r#for, Need::Toss | Need::Shot),
            Event::Game(event) => matches!(
                event,
                GameEvent::Darbol(darbol::Event::Aimed(_))
                    | GameEvent::Crokidarts(crokidarts::Event::Aimed(_))
            ),
            Event::Sat { .. }
            | Event::Stood
            | Event::Started(_)
            | Event::GaveUpDraws
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::TakenBack { .. }
            | Event::Resigned
            | Event::Claimed
            | Event::Flagged { .. }
            | Event::Out { .. }
            | Event::Paused { .. }
            | Event::Undone
            | Event::Confirmed
            | Event::Disputed
            | Event::Ended { .. } => false,
        });
        self.view.is_some() && !leads
    }
}

/// The entries of one match.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    steps: BTreeMap<u64, Step>,
    /// Seq of the entry that started the match.
    started: Option<u64>,
    /// Newest entry known to exist.
    head: u64,
}

impl Timeline {
    /// Takes in an update.
    pub fn update(&mut self, update: &Update) {
        self.head = self.head.max(update.seq);
        let last = update.entries.last().map(|entry| entry.seq);
        for entry in &update.entries {
            let view =
                (Some(entry.seq) == last && entry.seq == update.seq).then(|| Box::new(update.view.clone()));
            self.put(entry.clone(), view);
        }
    }

    /// Takes in a page of history; entries of the next match are left out.
    pub fn history(&mut self, entries: Vec<SentEntry>) {
        for mut entry in entries {
            let view = entry.view.take().and_then(|view| serde_json::from_value(view).ok());
            self.put(entry, view.map(Box::new));
        }
    }

    fn put(&mut self, sent: SentEntry, view: Option<Box<View>>) {
        let SentEntry { seq, at, by, event, spent, .. } = sent;
        let entry = match event {
            SentEvent::Known(event) => Some(Entry { seq, at, by, event, spent }),
            SentEvent::Unknown(_) => None,
        };
        self.add(seq, Step { entry, view });
    }

    /// Adds an entry, or the view after one that is known already.
    pub fn add(&mut self, seq: u64, mut step: Step) {
        let starts = step.entry.as_ref().is_some_and(|entry| matches!(entry.event, Event::Started(_)));
        if starts && self.started.is_none_or(|started| started < seq) {
            self.started = Some(seq);
            // what came before belongs to another match
            self.steps = self.steps.split_off(&seq);
        }
        self.head = self.head.max(seq);
        if step.view.is_none() {
            step.view = self.steps.get_mut(&seq).and_then(|known| known.view.take());
        }
        self.steps.insert(seq, step);
    }

    /// The seqs of all entries, and what is known of each, the oldest first.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (u64, &Step)> {
        self.steps.iter().map(|(seq, step)| (*seq, step))
    }

    /// The entries up to `at` (all if none) as far as this version knows them, the oldest first.
    pub fn entries(&self, at: Option<u64>) -> impl DoubleEndedIterator<Item = &Entry> {
        self.steps.range(..=at.unwrap_or(u64::MAX)).filter_map(|(_, step)| step.entry.as_ref())
    }

    /// Whether an entry was played, not something that happened at the table.
    pub fn is_move(&self, seq: u64) -> bool {
        let entry = self.steps.get(&seq).and_then(|step| step.entry.as_ref());
        entry.is_some_and(|entry| matches!(entry.event, Event::Game(_)))
    }

    /// The last entry after which nothing is missing, so that a request for history goes on from there; none if
    /// nothing is missing at all.
    pub fn gap(&self) -> Option<u64> {
        let from = self.started.or_else(|| self.steps.keys().next().copied())?;
        let unbroken =
            (from..).zip(self.steps.range(from..)).take_while(|(seq, (key, _))| seq == *key).count();
        let last = from + unbroken as u64 - 1;
        (last < self.head).then_some(last)
    }

    /// The view at `seq`.
    pub fn view(&self, seq: u64) -> Option<&View> {
        self.steps.get(&seq)?.view.as_deref()
    }

    /// Seq of the nearest earlier view.
    pub fn before(&self, seq: u64) -> Option<u64> {
        self.steps.range(..seq).rev().find(|(_, step)| step.is_stop()).map(|(seq, _)| *seq)
    }

    /// Seq of the nearest later view.
    pub fn after(&self, seq: u64) -> Option<u64> {
        self.steps.range(seq + 1..).find(|(_, step)| step.is_stop()).map(|(seq, _)| *seq)
    }

    /// Seqs of the first and the last view.
    pub fn ends(&self) -> Option<(u64, u64)> {
        let mut shown = self.steps.iter().filter(|(_, step)| step.is_stop()).map(|(seq, _)| *seq);
        let first = shown.next()?;
        Some((first, shown.next_back().unwrap_or(first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn an_update_of_several_entries_is_one_step() {
        let mut timeline = Timeline::default();
        timeline.update(&testing::update(testing::playing_dara(), &["placed a1", "placed a2"]));
        assert_eq!(timeline.steps().count(), 2);
        let (first, last) = timeline.ends().unwrap();
        assert_eq!(first, last);
        assert_eq!(timeline.before(first), None);
        assert_eq!(timeline.after(first), None);
    }

    #[test]
    fn a_gap_is_noticed() {
        let mut timeline = Timeline::default();
        let mut view = testing::playing_dara();
        timeline.update(&testing::update(view.clone(), &["placed a1"]));
        assert_eq!(timeline.gap(), None);
        let known = view.seq;
        view.seq += 5;
        let mut update = testing::update(view, &[]);
        update.gap = true;
        timeline.update(&update);
        assert_eq!(timeline.gap(), Some(known));
    }
}
