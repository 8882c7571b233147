//! Who is in a room: connections, the players behind them, those who are there through other processes, and what
//! was said.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use axum::extract::ws::Utf8Bytes;
use protocol::CHAT_KEPT;
use tokio::time::Instant;

use super::{Conn, Member};
use crate::bus::Here;
use crate::limit::{Bucket, Rate};

/// Whether something reached a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// At least one connection.
    Done,
    /// None: their queues are full.
    Busy,
    /// None is here.
    NotHere,
}

/// Lines of chat that a room takes: whoever reads at all keeps up, however many write.
const SAYS: Rate = Rate { per_s: 10.0, burst: 50.0 };
/// How many players' ids other processes are told; of more they are told the number.
const TOLD: usize = 64;

/// The connections in a room.
#[derive(Debug, Default)]
pub(super) struct Members {
    members: BTreeMap<Conn, Member>,
    /// How many connections each player has here.
    players: BTreeMap<String, usize>,
    /// Who is here through other processes.
    elsewhere: BTreeMap<u64, Here>,
    /// The last things said, as pushes.
    said: VecDeque<Utf8Bytes>,
    /// What may be said now; nothing was yet if none.
    says: Option<Bucket>,
}

impl Members {
    /// Adds a connection; true if its player had none here before.
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

    /// Takes in who is here through another process; true if that changes anything.
    pub(super) fn told(&mut self, from: u64, here: Here) -> bool {
        if here == Here::default() {
            return self.gone(from);
        }
        self.elsewhere.insert(from, here.clone()) != Some(here)
    }

    /// Nobody is here through that process any longer; true if somebody was.
    pub(super) fn gone(&mut self, from: u64) -> bool {
        self.elsewhere.remove(&from).is_some()
    }

    /// Who is here through this process, as the others are told.
    pub(super) fn here<'a>(&self, seated: impl Iterator<Item = &'a str>) -> Here {
        let seated: Vec<&str> = seated.filter(|player| self.players.contains_key(*player)).collect();
        let others = self.players.keys().map(String::as_str).filter(|player| !seated.contains(player));
        let players: Vec<String> =
            seated.iter().copied().chain(others).take(TOLD).map(str::to_owned).collect();
        Here { more: self.players.len() - players.len(), players }
    }

    pub(super) fn is_here(&self, player: &str) -> bool {
        self.players.contains_key(player) || self.is_elsewhere(player)
    }

    fn is_elsewhere(&self, player: &str) -> bool {
        self.elsewhere.values().any(|here| here.players.iter().any(|id| id == player))
    }

    /// Whether another process may know this player: one of a crowd is not told by name.
    pub(super) fn may_be_elsewhere(&self, player: &str) -> bool {
        self.is_elsewhere(player) || self.elsewhere.values().any(|here| here.more > 0)
    }

    /// Whether nobody is connected here.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many players are here. One of a crowd who is here twice, through two processes, counts twice.
    pub(super) fn count(&self) -> usize {
        let ids = self.elsewhere.values().flat_map(|here| &here.players);
        let others: BTreeSet<&String> = ids.filter(|id| !self.players.contains_key(*id)).collect();
        let more: usize = self.elsewhere.values().map(|here| here.more).sum();
        self.players.len() + others.len() + more
    }

    /// Whether another line may be said here.
    ///
    /// # Errors
    /// If too many write: after how many ms it may.
    pub(super) fn may_say(&mut self) -> Result<(), u64> {
        let now = Instant::now();
        self.says.get_or_insert_with(|| Bucket::full(SAYS, now)).take(SAYS, now)
    }

    /// Sends everybody something that may not be skipped, and keeps it for those who join later.
    pub(super) fn say(&mut self, push: Utf8Bytes) {
        for member in self.members.values() {
            member.side.send(push.clone());
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

    /// Sends all connections of one player something that may be lost. It takes half of a queue at most: whoever
    /// signals as fast as possible must not make another one close.
    pub(super) fn pass(&self, player: &str, push: &Utf8Bytes) -> Passed {
        let mut passed = Passed::NotHere;
        for member in self.members.values().filter(|member| member.player.id == player) {
            if member.side.is_half_empty() && member.side.send(push.clone()) {
                passed = Passed::Done;
            } else if passed == Passed::NotHere {
                passed = Passed::Busy;
            }
        }
        passed
    }
}
