//! The match as a list of lines: what was played, and what happened at the table.

use engine::table::{Event, View};

use crate::model::Timeline;
use crate::words;

/// A line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryLine {
    /// The entry that it tells.
    pub seq: u64,
    /// Harmless to show.
    pub text: String,
    /// Whether somebody played it, not something else happened.
    pub is_move: bool,
}

/// The list up to the entry `at`, the whole if none.
pub fn lines(view: &View, timeline: &Timeline, at: Option<u64>) -> Vec<StoryLine> {
    let entries: Vec<_> = timeline.entries(at).collect();
    let told = notation::narrate(&entries, view).into_iter();
    told.map(|(seq, text)| StoryLine { seq, text: words::shown_line(&text), is_move: timeline.is_move(seq) })
        .collect()
}

/// Events that led to the position at `at` (the newest if none): for marks on the board.
pub fn newest(timeline: &Timeline, at: Option<u64>) -> Vec<Event> {
    let mut events: Vec<_> =
        timeline.entries(at).rev().take(NEWEST).map(|entry| entry.event.clone()).collect();
    events.reverse();
    events
}

/// As many events as a turn can have.
const NEWEST: usize = 24;
