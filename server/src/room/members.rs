//! Who is in a room: connections, the players behind them, and what was said.

use std::collections::{BTreeMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use protocol::CHAT_KEPT;
use tokio::sync::mpsc::error::TrySendError;

use super::{Conn, Member};

/// The connections in a room.
#[derive(Debug, Default)]
pub(super) struct Members {
    members: BTreeMap<Conn, Member>,
    /// How many connections each player has here.
    players: BTreeMap<String, usize>,
    /// The last things said, as pushes.
    said: VecDeque<Utf8Bytes>,
}

impl Members {
    /// Adds a connection; true if its player was not here before.
    pub(super) fn join(&mut self, member: Member) -> bool {
        let id = member.player.id.clone();
        if self.members.insert(member.conn, member).is_some() {
            return false;
        }
        let count = self.players.entry(id).or_default();
        *count += 1;
        *count == 1
    }

    /// Takes a connection away; its player's id, if that was the player's last one.
    pub(super) fn leave(&mut self, conn: Conn) -> Option<String> {
        let id = self.members.remove(&conn)?.player.id;
        let count = self.players.get_mut(&id)?;
        *count -= 1;
        if *count > 0 {
            return None;
        }
        self.players.remove(&id);
        Some(id)
    }

    pub(super) fn is_here(&self, player: &str) -> bool {
        self.players.contains_key(player)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many players are here.
    pub(super) fn count(&self) -> usize {
        self.players.len()
    }

    /// Sends everybody something that may not be skipped, and keeps it for those who join later.
    pub(super) fn say(&mut self, push: Utf8Bytes) {
        for member in self.members.values() {
            send(member, push.clone());
        }
        self.said.push_back(push);
        if self.said.len() > CHAT_KEPT {
            self.said.pop_front();
        }
    }

    /// The last things said.
    pub(super) fn said(&self) -> Vec<Utf8Bytes> {
        self.said.iter().cloned().collect()
    }

    /// Sends all connections of one player something; false if the player is not here.
    pub(super) fn pass(&self, player: &str, push: &Utf8Bytes) -> bool {
        let mut passed = false;
        for member in self.members.values().filter(|member| member.player.id == player) {
            send(member, push.clone());
            passed = true;
        }
        passed
    }
}

/// A connection whose queue is full closes itself and comes back: it sees that its queue overflowed.
fn send(member: &Member, push: Utf8Bytes) {
    if let Err(TrySendError::Full(_)) = member.side.try_send(push) {
        metrics::counter!("longtable_slow_readers_total").increment(1);
        member.overflow.notify_one();
    }
}
