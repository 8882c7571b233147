//! The rooms that one socket watches, and how far it has seen each.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use futures_util::{StreamExt, future};
use protocol::RoomCode;
use tokio_stream::StreamMap;
use tokio_stream::wrappers::WatchStream;

use crate::room::feed::Frame;
use crate::room::{Conn, Inbox, RoomHandle};

/// What a socket watches.
#[derive(Default)]
pub(super) struct Watching {
    rooms: BTreeMap<RoomCode, Watched>,
    frames: StreamMap<RoomCode, WatchStream<Arc<Frame>>>,
}

struct Watched {
    handle: RoomHandle,
    /// The last entry that was sent; none before the first update.
    last: Option<u64>,
}

impl Watching {
    /// Watches a room from entry `after` on; the first update is ready at once.
    pub(super) fn add(&mut self, handle: RoomHandle, after: Option<u64>) {
        self.frames.insert(handle.code, WatchStream::new(handle.feed.follow()));
        self.rooms.insert(handle.code, Watched { handle, last: after });
    }

    /// The next update of any room; waits while there is none. None if a room's task has ended.
    pub(super) async fn next(&mut self) -> Option<Utf8Bytes> {
        if self.rooms.is_empty() {
            return future::pending().await;
        }
        let (code, frame) =
            if self.frames.len() < self.rooms.len() { None } else { self.frames.next().await }?;
        let watched = self.rooms.get_mut(&code)?;
        let text = watched.handle.feed.update(&frame, watched.last);
        if watched.last.is_some_and(|last| last < frame.base) {
            metrics::counter!("longtable_updates_merged_total").increment(1);
        }
        watched.last = Some(frame.seq);
        Some(text)
    }

    /// The newest entry of each room.
    pub(super) fn heads(&self) -> BTreeMap<RoomCode, u64> {
        self.rooms.iter().map(|(code, watched)| (*code, watched.handle.feed.seq())).collect()
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = &RoomHandle> {
        self.rooms.values().map(|watched| &watched.handle)
    }

    pub(super) async fn leave(&mut self, room: RoomCode, conn: Conn) {
        self.frames.remove(&room);
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
