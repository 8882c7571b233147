//! The rooms that one socket watches, and how far it has seen each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::Utf8Bytes;
use metrics::Histogram;
use protocol::RoomCode;

use crate::room::feed::{Bell, Follower, Frame};
use crate::room::{Conn, Inbox, RoomHandle};

/// Rooms that one socket may watch at once: each costs memory, a look at every update, and a place in every beat.
pub(super) const MOST: usize = 100;

/// From where on a socket is sent a room's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Since {
    /// After this one.
    Entry(u64),
    /// No past ones.
    Now,
    /// After the last one that it was sent, if it watches the room already; else as from now.
    Seen,
}

/// What a socket watches.
pub(super) struct Watching {
    conn: Conn,
    /// Rings for all of them.
    bell: Bell,
    /// A few; most sockets watch one.
    rooms: Vec<Watched>,
    /// How long frames take from their room to here; looked up once, not at every push.
    lag: Histogram,
    /// The room that is asked first for an update: the one after that whose update was the last.
    turn: usize,
}

struct Watched {
    handle: RoomHandle,
    frames: Follower,
    /// The last entry that was sent; none before the first update.
    last: Option<u64>,
    /// Its first frame was sent.
    live: bool,
}

impl Watching {
    /// What connection `conn` watches: nothing yet.
    pub(super) fn new(conn: Conn) -> Self {
        let lag = metrics::histogram!("longtable_push_lag_seconds");
        Self { conn, bell: Bell::default(), rooms: Vec::new(), lag, turn: 0 }
    }

    /// Watches a room; the first update is ready at once.
    pub(super) fn add(&mut self, handle: RoomHandle, since: Since) {
        // first of all, since a connection follows a feed once
        let seen = self.take(handle.code).and_then(|before| before.last);
        let last = match since {
            Since::Entry(seq) => Some(seq),
            Since::Now => None,
            Since::Seen => seen,
        };
        let frames = handle.feed.follow(self.conn, Arc::clone(&self.bell));
        self.rooms.push(Watched { handle, frames, last, live: false });
    }

    /// The next update of any room; none if a room's task has ended.
    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Utf8Bytes>> {
        self.bell.register(cx.waker());
        match self.next_frame() {
            Some((at, frame)) => Poll::Ready(self.update(at, &frame)),
            None => Poll::Pending,
        }
    }

    fn update(&mut self, at: usize, frame: &Frame) -> Option<Utf8Bytes> {
        let watched = self.rooms.get_mut(at).filter(|watched| !watched.handle.feed.has_ended())?;
        let text = watched.handle.feed.update(frame, watched.last);
        if watched.last.is_some_and(|last| last < frame.base) {
            metrics::counter!("longtable_updates_merged_total").increment(1);
        }
        // the first frame shows what was there before
        if std::mem::replace(&mut watched.live, true) {
            self.lag.record(frame.built.elapsed().as_secs_f64());
        }
        watched.last = Some(frame.seq);
        self.turn = at + 1;
        Some(text)
    }

    /// The rooms take turns, so that a busy one holds up no other.
    fn next_frame(&mut self) -> Option<(usize, Arc<Frame>)> {
        let rooms = self.rooms.len();
        let mut order = (0..rooms).map(|step| (self.turn + step) % rooms);
        order.find_map(|at| Some((at, self.rooms[at].frames.newer()?)))
    }

    /// The newest entry of each room.
    pub(super) fn heads(&self) -> BTreeMap<RoomCode, u64> {
        self.rooms.iter().map(|watched| (watched.handle.code, watched.handle.feed.seq())).collect()
    }

    /// Whether it watches as many rooms as it may.
    pub(super) fn is_full(&self) -> bool {
        self.rooms.len() >= MOST
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = &RoomHandle> {
        self.rooms.iter().map(|watched| &watched.handle)
    }

    pub(super) async fn leave(&mut self, room: RoomCode) {
        if let Some(watched) = self.take(room) {
            watched.handle.tell(Inbox::Leave(self.conn)).await;
        }
    }

    pub(super) async fn leave_all(&mut self) {
        for watched in std::mem::take(&mut self.rooms) {
            watched.handle.tell(Inbox::Leave(self.conn)).await;
        }
    }

    fn take(&mut self, room: RoomCode) -> Option<Watched> {
        let at = self.rooms.iter().position(|watched| watched.handle.code == room)?;
        Some(self.rooms.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::poll_fn;
    use serde_json::{Value, json};

    use super::*;
    use crate::room::testing;

    /// The entries of the update that is ready.
    fn told(watching: &mut Watching) -> Value {
        let text = poll_fn(|cx| watching.poll_next(cx)).now_or_never().flatten().unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["entries"].clone()
    }

    /// FL-153: who sits down in a room that he watches misses none of the entries that are on their way to him.
    #[tokio::test]
    async fn watching_again_goes_on_where_it_was() {
        let (_task, handle) = testing::room(&testing::shared().await);
        let show = |seq: u64| {
            handle.feed.remember(seq, seq.to_string());
            handle.feed.publish(seq, "{}");
        };
        let mut watching = Watching::new(1);
        watching.add(handle.clone(), Since::Seen);
        assert_eq!(told(&mut watching), json!([]), "it watched nothing before");
        show(1);
        watching.add(handle.clone(), Since::Seen);
        assert_eq!(told(&mut watching), json!([1]));
        show(2);
        watching.add(handle.clone(), Since::Now);
        assert_eq!(told(&mut watching), json!([]));
        show(3);
        watching.add(handle.clone(), Since::Entry(1));
        assert_eq!(told(&mut watching), json!([2, 3]));
    }
}
