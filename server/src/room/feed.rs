//! What a room shows: its newest frame, shared by all who watch, and the entries that led there.
//!
//! A frame's bytes are built once. Who stands where the frame begins is sent them as they are; who is further behind
//! gets one update made for it. There is no queue per watcher: a slow one skips to the newest frame. A connection has
//! one bell for all rooms that it watches, so that a watcher costs a room a few words.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use futures_util::task::AtomicWaker;
use protocol::encode::update_text;
use protocol::{PAGE_ENTRIES, RoomCode, UPDATE_BYTES};
use tokio::time::Instant;

use super::Conn;

/// An update as its room built it.
#[derive(Debug)]
pub struct Frame {
    /// The entry after which its entries begin.
    pub base: u64,
    /// The newest entry.
    pub seq: u64,
    /// Its number in its feed, from 1.
    number: u64,
    /// When it was built, to tell how long it took to a socket.
    pub built: Instant,
    text: Utf8Bytes,
    /// Where the view stands in the text.
    view: Range<usize>,
}

/// What wakes a connection when a room that it watches shows something new.
pub type Bell = Arc<AtomicWaker>;

/// Who is shown a room's frames, until this is dropped. A connection may follow a feed once.
#[derive(Debug)]
pub struct Follower {
    feed: Arc<Feed>,
    conn: Conn,
    /// The newest frame that it has, by number.
    seen: u64,
}

/// A room's newest frame and its latest entries.
#[derive(Debug)]
pub struct Feed {
    room: RoomCode,
    newest: RwLock<Arc<Frame>>,
    /// The newest frame's number, so that who has seen it need not take it to know that.
    number: AtomicU64,
    bells: Mutex<BTreeMap<Conn, Bell>>,
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
        let count = usize::try_from(to.checked_sub(after)?).ok()?;
        let from = self.entries.partition_point(|(seq, _)| *seq <= after);
        let found = self.entries.range(from..).take(count);
        // they follow each other, but the first may have been dropped
        let all = found.len() == count && self.entries.get(from).is_none_or(|(seq, _)| *seq == after + 1);
        all.then(|| found.map(|(_, json)| &**json).collect())
    }
}

impl Feed {
    /// The feed of a room that shows `view` (JSON) after entry `seq`.
    #[must_use]
    pub fn new(room: RoomCode, seq: u64, view: &str) -> Self {
        let first = built(1, seq, seq, update_text(&room, seq, &[], false, view), view);
        Self {
            room,
            newest: RwLock::new(Arc::new(first)),
            number: AtomicU64::new(1),
            bells: Mutex::default(),
            tail: RwLock::default(),
            ended: AtomicBool::new(false),
        }
    }

    /// Remembers an entry (JSON) for those who come back, or are behind.
    pub fn remember(&self, seq: u64, json: String) {
        self.tail.write().unwrap_or_else(PoisonError::into_inner).push(seq, json);
    }

    /// Shows everybody the room after entry `seq`. The entries since the last frame have been remembered.
    pub fn publish(&self, seq: u64, view: &str) {
        let base = self.seq();
        let text = self.since(base, seq, view);
        let number = self.number.load(Ordering::Relaxed) + 1;
        let frame = Arc::new(built(number, base, seq, text, view));
        *self.newest.write().unwrap_or_else(PoisonError::into_inner) = frame;
        self.ring(number);
    }

    /// An update with the entries after `last` up to `seq`, or with the gap if they are not here any more.
    fn since(&self, last: u64, seq: u64, view: &str) -> String {
        let tail = self.tail.read().unwrap_or_else(PoisonError::into_inner);
        match tail.between(last, seq) {
            Some(entries) => update_text(&self.room, seq, &entries, false, view),
            None => update_text(&self.room, seq, &[], true, view),
        }
    }

    /// Wakes all who follow: after the newest frame was replaced, so that none who wakes misses it.
    fn ring(&self, number: u64) {
        self.number.store(number, Ordering::Release);
        for bell in self.bells.lock().unwrap_or_else(PoisonError::into_inner).values() {
            bell.wake();
        }
    }

    /// Tells all who watch that no frame comes any more.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        // a frame that there is not, to wake them
        self.ring(u64::MAX);
    }

    /// Whether no frame comes any more.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The newest entry that is shown.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.newest.read().unwrap_or_else(PoisonError::into_inner).seq
    }

    /// The newest frame.
    #[must_use]
    pub fn newest(&self) -> Arc<Frame> {
        Arc::clone(&self.newest.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Follows the feed from its newest frame on; `bell` rings at every one that replaces it.
    #[must_use]
    pub fn follow(self: &Arc<Self>, conn: Conn, bell: Bell) -> Follower {
        self.bells.lock().unwrap_or_else(PoisonError::into_inner).insert(conn, bell);
        Follower { feed: Arc::clone(self), conn, seen: 0 }
    }

    /// The update for somebody whose last entry was `last`; none for one who has seen nothing and wants no past.
    #[must_use]
    pub fn update(&self, frame: &Frame, last: Option<u64>) -> Utf8Bytes {
        let last = last.unwrap_or(frame.seq);
        if last == frame.base {
            return frame.text.clone();
        }
        self.since(last, frame.seq, &frame.text.as_str()[frame.view.clone()]).into()
    }
}

impl Follower {
    /// The newest frame, if it is another one than before; ready when the bell has rung.
    pub fn newer(&mut self) -> Option<Arc<Frame>> {
        if self.feed.number.load(Ordering::Acquire) == self.seen {
            return None;
        }
        let frame = self.feed.newest();
        self.seen = frame.number;
        Some(frame)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.feed.bells.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.conn);
    }
}

/// The view is the last field of an update.
fn built(number: u64, base: u64, seq: u64, text: String, view: &str) -> Frame {
    let end = text.len() - 1;
    Frame { number, base, seq, built: Instant::now(), view: end - view.len()..end, text: text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(feed: &Feed, last: Option<u64>) -> (Vec<u64>, bool) {
        let update: serde_json::Value = serde_json::from_str(&feed.update(&feed.newest(), last)).unwrap();
        assert_eq!(update["view"], 7);
        let entries = update["entries"].as_array().unwrap();
        (entries.iter().map(|entry| entry.as_u64().unwrap()).collect(), update["gap"] == true)
    }

    /// FL-153: everybody gets all entries since the last one that they have, or is told that some are missing.
    #[test]
    fn an_update_has_no_silent_hole() {
        let feed = Feed::new("K7QF3M".parse().unwrap(), 40, "0");
        for seq in 41..=45 {
            feed.remember(seq, seq.to_string());
        }
        feed.publish(45, "7");
        let cases: [(Option<u64>, &[u64], bool); 6] = [
            (None, &[], false),
            (Some(45), &[], false),
            (Some(42), &[43, 44, 45], false),
            (Some(40), &[41, 42, 43, 44, 45], false),
            (Some(39), &[], true),
            (Some(0), &[], true),
        ];
        for (last, entries, gap) in cases {
            assert_eq!(told(&feed, last), (entries.to_vec(), gap), "{last:?}");
        }
    }

    #[test]
    fn a_follower_gets_each_newest_frame_once() {
        let feed = Arc::new(Feed::new("K7QF3M".parse().unwrap(), 0, "0"));
        let mut follower = feed.follow(1, Bell::default());
        assert_eq!(follower.newer().map(|frame| frame.seq), Some(0));
        assert!(follower.newer().is_none());
        feed.publish(0, "7");
        feed.publish(0, "8");
        assert!(follower.newer().is_some(), "somebody came or went");
        assert!(follower.newer().is_none(), "the frame between is skipped");
        drop(follower);
        assert!(feed.bells.lock().unwrap().is_empty());
    }
}
