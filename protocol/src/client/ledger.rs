//! The lines of a room's log, computed from the entries that were sent, to be compared with the view's `head`.
//!
//! A host could show one aim to a player and log another. The head binds it: whoever knows the head before an
//! entry, and the entry, knows what the head after it has to be. The ledger also knows which entry caused the
//! draw that is due, since a link is opened only after that one was seen.

use engine::fairness::Hash;
use engine::games::Seat;
use engine::record;
use engine::table::Event;
use serde_json::Value;

use crate::SentEntry;

/// What is known of a room's log.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    newest: Option<Line>,
    cause: Option<Cause>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    seq: u64,
    head: Hash,
}

/// The newest entry that could have caused a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// Hash of its line.
    pub line: Hash,
    /// The seat that did it.
    pub by: Option<Seat>,
}

/// How the entries stand to the head that was shown with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// They lead to it.
    Agrees,
    /// They lead to another: this is not the log that is kept.
    Differs,
    /// Entries are missing, so nothing can be said; from here on it can.
    Unknown,
}

impl Ledger {
    /// Takes in the entries up to `seq`, after which the server shows `head`.
    pub fn take(&mut self, entries: &[SentEntry], seq: u64, head: Hash) -> Agreement {
        let (line, cause) = follow(self.newest, self.cause, entries);
        let agreement = match line {
            Some(line) if line.seq == seq && line.head == head => Agreement::Agrees,
            Some(line) if line.seq == seq => Agreement::Differs,
            Some(_) | None => Agreement::Unknown,
        };
        self.newest = Some(Line { seq, head });
        self.cause = if agreement == Agreement::Agrees { cause } else { None };
        agreement
    }

    /// Takes in a page of the history, to find the cause of a draw that was missed. Says whether the page leads
    /// to the head that was shown with the last update.
    pub fn look_back(&mut self, entries: &[SentEntry]) -> bool {
        let Some(newest) = self.newest else { return false };
        // what came after the last update will come with the next
        let Some(end) = entries.iter().position(|entry| entry.seq == newest.seq) else { return false };
        let page = &entries[..=end];
        let (line, cause) = match page[0].known() {
            Some(Event::Started(_)) => follow(None, None, page),
            _ => follow(head_after(&page[0]), None, &page[1..]),
        };
        if line != Some(newest) {
            return false;
        }
        self.cause = cause;
        true
    }

    /// The cause of the draw that is due, if it was seen.
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        self.cause
    }
}

/// Chains entries to the line before them; none where one is missing in between.
fn follow(
    mut line: Option<Line>,
    mut cause: Option<Cause>,
    entries: &[SentEntry],
) -> (Option<Line>, Option<Cause>) {
    for entry in entries {
        let prev = match entry.known() {
            // a match's file starts with a line that says what `started` says
            Some(Event::Started(started)) => Some(Hash::of(record::header(started).as_bytes())),
            _ => line.filter(|line| line.seq + 1 == entry.seq).map(|line| line.head),
        };
        line = prev.map(|prev| Line { seq: entry.seq, head: Hash::of(entry.line(&prev).as_bytes()) });
        if entry.known().is_some_and(may_cause_a_draw) {
            cause = line.map(|line| Cause { line: line.head, by: entry.by });
        }
    }
    (line, cause)
}

/// A seat that leaves causes no draw, and may leave while one is due.
fn may_cause_a_draw(event: &Event) -> bool {
    event.changes_play() && !matches!(event, Event::Out { .. })
}

fn head_after(entry: &SentEntry) -> Option<Line> {
    let head = entry.view.as_ref()?.pointer("/fairness/head").and_then(Value::as_str)?;
    Some(Line { seq: entry.seq, head: head.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use engine::table::Entry;
    use serde_json::json;

    use super::*;

    /// A log of these events, each with the head after it, chained to `prev`.
    fn log(first: u64, prev: Hash, events: Vec<Event>) -> Vec<(SentEntry, Hash)> {
        let mut head = prev;
        let entry = |(seq, event)| {
            let mut entry = SentEntry::from(Entry { seq, at: 5, by: Some(0), event, spent: None });
            head = Hash::of(entry.line(&head).as_bytes());
            entry.view = Some(json!({"fairness": {"head": head.to_string()}}));
            (entry, head)
        };
        (first..).zip(events).map(entry).collect()
    }

    fn sent(log: &[(SentEntry, Hash)]) -> Vec<SentEntry> {
        log.iter().map(|(entry, _)| entry.clone()).collect()
    }

    #[test]
    fn a_log_that_hangs_together_agrees_and_shows_the_cause() {
        let log = log(5, Hash([4; 32]), vec![Event::Stood, Event::Rolling, Event::Out { seat: 2 }]);
        let mut ledger = Ledger::default();
        assert_eq!(ledger.take(&[], 4, Hash([4; 32])), Agreement::Unknown);
        assert_eq!(ledger.take(&sent(&log[..2]), 6, log[1].1), Agreement::Agrees);
        let cause = ledger.cause().unwrap();
        assert_eq!(cause, Cause { line: log[1].1, by: Some(0) });
        assert_eq!(ledger.take(&sent(&log[2..]), 7, log[2].1), Agreement::Agrees);
        assert_eq!(ledger.cause(), Some(cause), "a seat that leaves is no cause");
        assert_eq!(ledger.take(&[], 7, log[2].1), Agreement::Agrees);
    }

    #[test]
    fn another_log_than_the_one_shown_differs() {
        let honest = log(5, Hash([4; 32]), vec![Event::Rolling]);
        let forged = log(5, Hash([4; 32]), vec![Event::Undone]);
        let mut ledger = Ledger::default();
        ledger.take(&[], 4, Hash([4; 32]));
        assert_eq!(ledger.take(&sent(&forged), 5, honest[0].1), Agreement::Differs);
        assert_eq!(ledger.cause(), None);
        assert_eq!(ledger.take(&[], 5, Hash([9; 32])), Agreement::Differs, "the same seq, another head");
    }

    #[test]
    fn after_a_gap_the_history_shows_the_cause() {
        let log = log(
            5,
            Hash([4; 32]),
            vec![Event::Stood, Event::Stood, Event::Rolling, Event::Stood, Event::Undone],
        );
        let mut ledger = Ledger::default();
        assert_eq!(ledger.take(&[], 8, log[3].1), Agreement::Unknown);
        assert!(!ledger.look_back(&sent(&log[..2])), "the page ends too early");
        assert!(ledger.look_back(&sent(&log[1..])));
        assert_eq!(ledger.cause().unwrap().line, log[2].1, "the page's last entry is not shown yet");
        let mut forged = sent(&log);
        forged[2] = self::log(7, log[1].1, vec![Event::Confirmed]).remove(0).0;
        assert!(!ledger.look_back(&forged));
    }
}
