//! What a room shows: its newest frame, shared by all who watch, and the entries that led there.
//!
//! A frame's bytes are built once. Who stands where the frame begins is sent them as they are; who is further behind
//! gets one update made for it. There is no queue per watcher: a slow one skips to the newest frame.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use protocol::encode::update_text;
use protocol::{PAGE_ENTRIES, RoomCode, UPDATE_BYTES};
use tokio::sync::watch;
use tokio::time::Instant;

/// An update as its room built it.
#[derive(Debug)]
pub struct Frame {
    /// The entry after which its entries begin.
    pub base: u64,
    /// The newest entry.
    pub seq: u64,
    /// When it was built, to tell how long it took to a socket.
    pub built: Instant,
    text: Utf8Bytes,
    /// Where the view stands in the text.
    view: Range<usize>,
}

/// A room's newest frame and its latest entries.
#[derive(Debug)]
pub struct Feed {
    room: RoomCode,
    newest: watch::Sender<Arc<Frame>>,
    tail: RwLock<Tail>,
    /// The room's task is gone: no frame comes any more.
    ended: AtomicBool,
}

/// The latest entries as JSON, as many as an update may carry.
#[derive(Debug, Default)]
struct Tail {
    entries: VecDeque<(u64, Box<str>)>,
    bytes: usize,
}

impl Tail {
    fn push(&mut self, seq: u64, json: String) {
        self.bytes += json.len();
        self.entries.push_back((seq, json.into_boxed_str()));
        while self.entries.len() > PAGE_ENTRIES || self.bytes > UPDATE_BYTES {
            let Some((_, dropped)) = self.entries.pop_front() else { return };
            self.bytes -= dropped.len();
        }
    }

    /// The entries after `after` up to `to`, if all of them are here.
    fn between(&self, after: u64, to: u64) -> Option<Vec<&str>> {
        let wanted = self.entries.iter().filter(|(seq, _)| (after + 1..=to).contains(seq));
        let found: Vec<&str> = wanted.map(|(_, json)| &**json).collect();
        (found.len() as u64 == to.checked_sub(after)?).then_some(found)
    }
}

impl Feed {
    /// The feed of a room that shows `view` (JSON) after entry `seq`.
    #[must_use]
    pub fn new(room: RoomCode, seq: u64, view: &str) -> Self {
        let (newest, _) = watch::channel(Arc::new(frame(room, seq, seq, &[], view)));
        Self { room, newest, tail: RwLock::default(), ended: AtomicBool::new(false) }
    }

    /// Remembers an entry (JSON) for those who come back, or are behind.
    pub fn remember(&self, seq: u64, json: String) {
        self.tail.write().unwrap_or_else(PoisonError::into_inner).push(seq, json);
    }

    /// Shows everybody the room after entry `seq`. The entries since the last frame have been remembered.
    pub fn publish(&self, seq: u64, view: &str) {
        let base = self.seq();
        let frame = {
            let tail = self.tail.read().unwrap_or_else(PoisonError::into_inner);
            match tail.between(base, seq) {
                Some(entries) => frame(self.room, base, seq, &entries, view),
                None => gap_frame(self.room, base, seq, view),
            }
        };
        self.newest.send_replace(Arc::new(frame));
    }

    /// Tells all who watch that no frame comes any more.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        // the same frame once more, to wake them
        self.newest.send_modify(|_| ());
    }

    /// Whether no frame comes any more.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The newest entry that is shown.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.newest.borrow().seq
    }

    /// The newest frame, and every one that replaces it.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<Arc<Frame>> {
        self.newest.subscribe()
    }

    /// The update for somebody whose last entry was `last`; none for one who has seen nothing and wants no past.
    #[must_use]
    pub fn update(&self, frame: &Frame, last: Option<u64>) -> Utf8Bytes {
        let last = last.unwrap_or(frame.seq);
        if last == frame.base {
            return frame.text.clone();
        }
        let view = &frame.text.as_str()[frame.view.clone()];
        let tail = self.tail.read().unwrap_or_else(PoisonError::into_inner);
        let (entries, gap) = match tail.between(last, frame.seq) {
            Some(entries) => (entries, false),
            None => (Vec::new(), true),
        };
        update_text(&self.room, frame.seq, &entries, gap, view).into()
    }
}

fn frame(room: RoomCode, base: u64, seq: u64, entries: &[&str], view: &str) -> Frame {
    built(base, seq, update_text(&room, seq, entries, false, view), view)
}

fn gap_frame(room: RoomCode, base: u64, seq: u64, view: &str) -> Frame {
    built(base, seq, update_text(&room, seq, &[], true, view), view)
}

/// The view is the last field of an update.
fn built(base: u64, seq: u64, text: String, view: &str) -> Frame {
    let end = text.len() - 1;
    Frame { base, seq, built: Instant::now(), view: end - view.len()..end, text: text.into() }
}
