//! A room that is watched: which updates are new, which are old or of somewhere else, and what was missed.

use std::collections::VecDeque;
use std::time::Duration;

use engine::table::View;

use super::links::Part;
use crate::{Said, Update};

/// After a beat has told of entries that did not come, this long is waited for them.
const PATIENCE: Duration = Duration::from_secs(1);
/// Chat lines that are remembered, since one who comes back is sent the last ones again.
const CHAT: usize = 128;

/// A watched room.
#[derive(Debug, Default)]
pub(super) struct Watched {
    /// The newest view.
    pub(super) view: Option<Box<View>>,
    pub(super) part: Part,
    /// Whether the next update answers a `watch`: then it is right whatever it says.
    pub(super) fresh: bool,
    /// A beat told of this seq; when to ask for it.
    behind: Option<(u64, Duration)>,
    chat: VecDeque<Said>,
}

/// What an update is.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// News: without the entries that were there before.
    News(Box<Update>),
    /// News, but the server has lost entries that it had shown.
    Rewound(Box<Update>),
    /// Older than what is shown.
    Old,
    /// It contradicts itself: ask for the room as it is.
    Nonsense,
}

impl Watched {
    /// A room of which nothing is known yet.
    pub(super) fn asked_for() -> Self {
        Self { fresh: true, ..Self::default() }
    }

    /// The newest entry that is shown.
    pub(super) fn seq(&self) -> Option<u64> {
        self.view.as_ref().map(|view| view.seq)
    }

    /// Judges an update (FL-042, FL-045), and shows it if it is news.
    pub(super) fn take(&mut self, mut update: Box<Update>) -> Verdict {
        let ascending = update.entries.is_sorted_by(|a, b| a.seq < b.seq);
        let beyond = update.entries.last().is_some_and(|entry| entry.seq > update.seq);
        if update.view.room != update.room.as_str() || update.view.seq != update.seq || !ascending || beyond {
            return Verdict::Nonsense;
        }
        let fresh = std::mem::take(&mut self.fresh);
        let shown = self.view.as_ref().map(|view| (view.r#match, view.seq));
        let rewound = shown.is_some_and(|(r#match, seq)| update.view.r#match < r#match || update.seq < seq);
        if rewound && !fresh {
            return Verdict::Old;
        }
        if let Some((_, seq)) = shown.filter(|_| !rewound) {
            update.entries.retain(|entry| entry.seq > seq);
            let expected = update.seq - seq;
            update.gap = update.entries.len() as u64 != expected;
        } else if rewound {
            update.gap = true;
        }
        if update.gap {
            update.entries.clear();
        }
        if self.behind.is_some_and(|(seq, _)| seq <= update.seq) {
            self.behind = None;
        }
        self.view = Some(Box::new(update.view.clone()));
        if rewound { Verdict::Rewound(update) } else { Verdict::News(update) }
    }

    /// A beat says that the room is at `seq`.
    pub(super) fn beat(&mut self, seq: u64, now: Duration) {
        if self.behind.is_none() && self.seq().is_none_or(|shown| shown < seq) && !self.fresh {
            self.behind = Some((seq, now + PATIENCE));
        }
    }

    /// When to ask for what a beat told of.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.behind.map(|(_, at)| at)
    }

    /// The connection was lost, or the room is asked for anew.
    pub(super) fn asked(&mut self) {
        self.fresh = true;
        self.behind = None;
    }

    /// Whether the chat line was not there before.
    pub(super) fn is_new(&mut self, said: &Said) -> bool {
        if self.chat.contains(said) {
            return false;
        }
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(said.clone());
        true
    }
}
