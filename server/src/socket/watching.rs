//! The rooms that one socket watches, and how far it has seen each.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use futures_util::future::poll_fn;
use metrics::Histogram;
use protocol::RoomCode;
use tokio_stream::wrappers::WatchStream;

use crate::room::feed::Frame;
use crate::room::{Conn, Inbox, RoomHandle};

/// Rooms that one socket may watch at once: each costs memory, a look at every update, and a place in every beat.
pub(super) const MOST: usize = 100;

/// What a socket watches.
pub(super) struct Watching {
    rooms: BTreeMap<RoomCode, Watched>,
    /// How long frames take from their room to here; looked up once, not at every push.
    lag: Histogram,
    /// The room whose update was the last: those after it come first.
    served: Option<RoomCode>,
}

struct Watched {
    handle: RoomHandle,
    frames: WatchStream<Arc<Frame>>,
    /// The last entry that was sent; none before the first update.
    last: Option<u64>,
    /// Its first frame was sent.
    live: bool,
}

impl Default for Watching {
    fn default() -> Self {
        Self { rooms: BTreeMap::new(), lag: metrics::histogram!("longtable_push_lag_seconds"), served: None }
    }
}

impl Watching {
    /// Watches a room from entry `after` on; the first update is ready at once.
    pub(super) fn add(&mut self, handle: RoomHandle, after: Option<u64>) {
        let frames = WatchStream::new(handle.feed.follow());
        self.rooms.insert(handle.code, Watched { handle, frames, last: after, live: false });
    }

    /// The next update of any room; waits while there is none. None if a room's task has ended.
    pub(super) async fn next(&mut self) -> Option<Utf8Bytes> {
        let (code, frame) = poll_fn(|cx| self.poll_frame(cx)).await?;
        let watched = self.rooms.get_mut(&code).filter(|watched| !watched.handle.feed.has_ended())?;
        let text = watched.handle.feed.update(&frame, watched.last);
        if watched.last.is_some_and(|last| last < frame.base) {
            metrics::counter!("longtable_updates_merged_total").increment(1);
        }
        // the first frame shows what was there before
        if std::mem::replace(&mut watched.live, true) {
            self.lag.record(frame.built.elapsed().as_secs_f64());
        }
        watched.last = Some(frame.seq);
        self.served = Some(code);
        Some(text)
    }

    /// The rooms take turns, so that a busy one holds up no other.
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<(RoomCode, Arc<Frame>)>> {
        let served = self.served;
        let mut poll = |(code, watched): (&RoomCode, &mut Watched)| match watched.frames.poll_next_unpin(cx) {
            Poll::Ready(frame) => Some(frame.map(|frame| (*code, frame))),
            Poll::Pending => None,
        };
        let after = (served.map_or(Unbounded, Excluded), Unbounded);
        let found = self.rooms.range_mut(after).find_map(&mut poll);
        let found = match (found, served) {
            (None, Some(served)) => self.rooms.range_mut(..=served).find_map(poll),
            (found, _) => found,
        };
        found.map_or(Poll::Pending, Poll::Ready)
    }

    /// The newest entry of each room.
    pub(super) fn heads(&self) -> BTreeMap<RoomCode, u64> {
        self.rooms.iter().map(|(code, watched)| (*code, watched.handle.feed.seq())).collect()
    }

    /// Whether it watches as many rooms as it may.
    pub(super) fn is_full(&self) -> bool {
        self.rooms.len() >= MOST
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = &RoomHandle> {
        self.rooms.values().map(|watched| &watched.handle)
    }

    pub(super) async fn leave(&mut self, room: RoomCode, conn: Conn) {
        if let Some(watched) = self.rooms.remove(&room) {
            watched.handle.tell(Inbox::Leave(conn)).await;
        }
    }

    pub(super) async fn leave_all(&mut self, conn: Conn) {
        while let Some(room) = self.rooms.keys().next().copied() {
            self.leave(room, conn).await;
        }
    }
}
