//! The match as a list of lines: what was played, and what happened at the table.

use engine::games::{Legal, Move, dara, gul_bara};
use engine::table::{Event, View};
use serde_json::json;

use crate::model::Timeline;
use crate::{notation, words};

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

/// The legal moves as they can be typed, each once; those with free parameters by their name.
pub fn legal(view: &View) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for legal in &view.legal {
        let text = match legal {
            Legal::Move(Move::Dara(dara::Move::Place { at })) => at.to_string(),
            Legal::Move(Move::Dara(dara::Move::Step { from, to })) => format!("{from}-{to}"),
            Legal::Move(Move::Dara(dara::Move::Capture { at })) => format!("x{at}"),
            Legal::Move(Move::GulBara(gul_bara::Move::Step { from, die })) => {
                match from.saturating_sub(*die) {
                    0 => format!("{from}/off"),
                    to => format!("{from}/{to}"),
                }
            }
            // what is shared by several games may have been read as another's: its name is the same
            Legal::Move(mv) => json!(mv)["type"].as_str().unwrap_or_default().to_owned(),
            Legal::Free { r#type } => words::shown_line(r#type),
        };
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    moves
}
