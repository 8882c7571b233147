//! The lobby: the handles of live rooms, and the list that people browse.
//!
//! The shared maps hold handles and summaries only; no guard of theirs leaves the method that took it. A list is made
//! for all who follow it and are due at that time, and goes to each at most once a second. It has the rooms of the
//! other processes too, as they tell them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use dashmap::DashMap;
use engine::games::Kind;
use engine::setup::{Setup, Visibility};
use engine::table::{Player, Status};
use protocol::encode::push_text;
use protocol::{LISTED_ROOMS, Listing, Push, RoomCode, Rooms};
use serde::{Deserialize, Serialize};
use tokio::sync::{OnceCell, watch};
use tokio::time::{Duration, Instant};

use crate::app::Shared;
use crate::bus::Message;
use crate::room::feed::Feed;
use crate::room::{RoomHandle, RoomTask};
use crate::store::StoreError;

/// A list that people follow is renewed at most this often.
pub const LIST_EVERY: Duration = Duration::from_secs(1);

/// Who is due so soon after another one gets the same list, though a room may have changed in between.
const SHARED_FOR: Duration = Duration::from_millis(100);

/// A list as those who follow it are sent it.
#[derive(Debug, Clone)]
pub struct Made {
    /// The push.
    pub text: Utf8Bytes,
    /// How many changes there had been.
    pub changes: u64,
    at: Instant,
}

/// What the list says of a live room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Its code.
    pub room: RoomCode,
    /// Its setup.
    #[serde(with = "shared_setup")]
    pub setup: Arc<Setup>,
    /// Whether a match is played.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Option<Player>>,
    /// Whose player is in the room, by seat.
    pub online: Vec<bool>,
    /// How many watch without a seat.
    pub spectators: usize,
    /// When it was made, Unix ms.
    pub since: i64,
}

impl Summary {
    /// As the list shows it.
    #[must_use]
    pub fn listing(&self) -> Listing {
        Listing {
            room: self.room,
            game: self.setup.game.clone(),
            status: self.status,
            seats: self.seats.clone(),
            spectators: self.spectators,
            since: self.since,
        }
    }

    /// Whether a stranger should be shown it: a waiting room only while somebody who sits there is in it.
    fn is_listed(&self) -> bool {
        self.setup.visibility == Visibility::Public
            && (self.status != Status::Waiting || self.online.iter().any(|&online| online))
    }

    /// Whether `player` could sit down there and find everybody at the table.
    fn waits_for(&self, player: &str, setup: &Setup) -> bool {
        self.is_listed()
            && self.status == Status::Waiting
            && *self.setup == *setup
            && self.seats.iter().any(Option::is_none)
            && self.seats.iter().flatten().all(|seated| seated.id != player)
            && self.seats.iter().zip(&self.online).all(|(seated, online)| seated.is_none() || *online)
    }
}

/// A setup on the bus.
mod shared_setup {
    use std::sync::Arc;

    use engine::setup::Setup;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
        setup.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Setup>, D::Error> {
        Setup::deserialize(deserializer).map(Arc::new)
    }
}

/// A live room, or one that is being woken.
type Slot = Arc<OnceCell<RoomHandle>>;

/// The live rooms of this process.
pub struct Lobby {
    shared: OnceLock<Weak<Shared>>,
    rooms: DashMap<RoomCode, Slot>,
    summaries: DashMap<RoomCode, Summary>,
    /// What other processes say of the rooms that they hold.
    elsewhere: DashMap<RoomCode, BTreeMap<u64, (Summary, Instant)>>,
    /// Counts changes of the list.
    changes: watch::Sender<u64>,
    /// The lists that were made last, by game.
    made: Mutex<BTreeMap<Option<Kind>, Made>>,
}

impl Default for Lobby {
    fn default() -> Self {
        Self {
            shared: OnceLock::new(),
            rooms: DashMap::new(),
            summaries: DashMap::new(),
            elsewhere: DashMap::new(),
            changes: watch::channel(0).0,
            made: Mutex::default(),
        }
    }
}

impl Lobby {
    /// Tells the lobby what it wakes rooms with; once, at the start.
    pub(crate) fn serve(&self, shared: &Arc<Shared>) {
        let _ = self.shared.set(Arc::downgrade(shared));
    }

    /// The room of this code: a live one, or woken from the store; none if there is no such room.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn find(&self, code: RoomCode) -> Result<Option<RoomHandle>, StoreError> {
        let Some(shared) = self.shared.get().and_then(Weak::upgrade) else { return Ok(None) };
        loop {
            let slot = self.slot(code);
            let woken = slot.get_or_try_init(|| async {
                // boxed: whoever asks a room may have to wake it, but hardly ever has to
                match Box::pin(RoomTask::wake(Arc::clone(&shared), code)).await {
                    Ok(Some(handle)) => Ok(handle),
                    Ok(None) => Err(None),
                    Err(error) => Err(Some(error)),
                }
            });
            match woken.await {
                Ok(handle) if !handle.is_asleep() => return Ok(Some(handle.clone())),
                // its task has ended without a goodbye: forget it and wake the room anew
                Ok(_) => self.drop_slot(code, &slot),
                Err(none_or_error) => {
                    self.drop_slot(code, &slot);
                    return none_or_error.map_or(Ok(None), Err);
                }
            }
        }
    }

    /// The live room of this code, without waking it.
    #[must_use]
    pub fn live(&self, code: RoomCode) -> Option<RoomHandle> {
        self.rooms.get(&code)?.get().cloned()
    }

    fn slot(&self, code: RoomCode) -> Slot {
        self.rooms.entry(code).or_default().clone()
    }

    fn drop_slot(&self, code: RoomCode, slot: &Slot) {
        self.rooms.remove_if(&code, |_, held| Arc::ptr_eq(held, slot));
    }

    /// A room was made.
    pub fn add(&self, handle: &RoomHandle) {
        self.rooms.insert(handle.code, Arc::new(OnceCell::new_with(Some(handle.clone()))));
    }

    /// The room of this feed is not live any more; nothing happens if it never was.
    pub(crate) fn forget(&self, code: RoomCode, feed: &Arc<Feed>) {
        let is_it =
            |_: &RoomCode, slot: &mut Slot| slot.get().is_some_and(|held| Arc::ptr_eq(&held.feed, feed));
        if self.rooms.remove_if_mut(&code, is_it).is_none() {
            return;
        }
        if self.summaries.remove(&code).is_some() {
            self.changed();
        }
        if let Some(shared) = self.shared.get().and_then(Weak::upgrade) {
            shared.bus.send(Message::Left { room: code });
        }
    }

    /// The live rooms, with the newest entry that each shows.
    #[must_use]
    pub fn heads(&self) -> Vec<(RoomCode, u64)> {
        let live = self.rooms.iter().filter_map(|slot| Some((*slot.key(), slot.value().get()?.feed.seq())));
        let mut heads: Vec<_> = live.collect();
        heads.sort_unstable();
        heads
    }

    /// Whether another process holds a room.
    pub(crate) fn is_elsewhere(&self, room: RoomCode) -> bool {
        self.elsewhere.get(&room).is_some_and(|told| !told.is_empty())
    }

    /// Another process says what the list should tell of a room that it holds.
    pub(crate) fn told(&self, from: u64, summary: Summary) {
        let mut told = self.elsewhere.entry(summary.room).or_default();
        let known = told.get(&from).is_some_and(|(known, _)| *known == summary);
        told.insert(from, (summary, Instant::now()));
        drop(told);
        if !known {
            self.changed();
        }
    }

    /// Rooms of other processes of which nothing was heard since `before`, with the process that held each.
    pub(crate) fn unheard_since(&self, before: Instant) -> Vec<(u64, RoomCode)> {
        let mut unheard = Vec::new();
        for told in &self.elsewhere {
            let old = told.iter().filter(|(_, (_, heard))| *heard < before);
            unheard.extend(old.map(|(from, _)| (*from, *told.key())));
        }
        unheard.sort_unstable();
        unheard
    }

    /// Nothing could be heard until now: that is held against nobody.
    pub(crate) fn hear_anew(&self) {
        let now = Instant::now();
        self.elsewhere.iter_mut().for_each(|mut told| told.values_mut().for_each(|(_, heard)| *heard = now));
    }

    /// Another process does not hold a room any longer.
    pub(crate) fn left(&self, from: u64, code: RoomCode) {
        let Some(mut told) = self.elsewhere.get_mut(&code) else { return };
        let was_there = told.remove(&from).is_some();
        drop(told);
        self.elsewhere.remove_if(&code, |_, told| told.is_empty());
        if was_there {
            self.changed();
        }
    }

    /// Another process is gone, and holds no room.
    pub(crate) fn gone(&self, from: u64) {
        self.elsewhere.retain(|_, told| {
            told.remove(&from);
            !told.is_empty()
        });
        self.changed();
    }

    /// Whether what the list tells of a room is `right`.
    pub(crate) fn knows(&self, room: RoomCode, right: impl FnOnce(&Summary) -> bool) -> bool {
        self.summaries.get(&room).is_some_and(|known| right(&known))
    }

    /// A room says what the list should tell of it.
    pub(crate) fn summarise(&self, summary: Summary) {
        self.summaries.insert(summary.room, summary);
        self.changed();
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Told at every change of the list.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// What is known of all rooms that some process holds; of those that this one holds, from their own tasks.
    fn known(&self) -> Vec<Summary> {
        let own = self.summaries.iter().map(|summary| summary.clone());
        let elsewhere = self.elsewhere.iter().filter(|told| !self.summaries.contains_key(told.key()));
        own.chain(elsewhere.filter_map(|told| told.values().next().map(|(summary, _)| summary.clone())))
            .collect()
    }

    /// The list of public rooms, newest first.
    #[must_use]
    pub fn list(&self, game: Option<Kind>) -> Rooms {
        let wanted = |summary: &Summary| {
            summary.is_listed() && game.is_none_or(|kind| summary.setup.game.kind() == kind)
        };
        let known = self.known();
        newest(known.iter().filter(|summary| wanted(summary)).map(Summary::listing).collect())
    }

    /// The list for one who follows it: as it is now, or as it was a moment ago.
    #[must_use]
    pub fn followed(&self, game: Option<Kind>) -> Made {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let (changes, at) = (*self.changes.borrow(), Instant::now());
        match made.get(&game) {
            Some(known) if known.changes == changes || at < known.at + SHARED_FOR => known.clone(),
            _ => {
                let new = Made { text: push_text(&Push::Rooms(self.list(game))).into(), changes, at };
                made.insert(game, new.clone());
                new
            }
        }
    }

    /// What is known of a room that some process holds.
    #[must_use]
    pub fn summary(&self, code: RoomCode) -> Option<Summary> {
        let own = self.summaries.get(&code).map(|summary| summary.clone());
        own.or_else(|| self.elsewhere.get(&code)?.values().next().map(|(summary, _)| summary.clone()))
    }

    /// Waiting rooms of just this setup in which somebody waits for another player, the longest waiting first.
    #[must_use]
    pub fn waiting(&self, player: &str, setup: &Setup) -> Vec<RoomCode> {
        let known = self.known();
        let all = known.iter().filter(|summary| summary.waits_for(player, setup));
        let mut found: Vec<(i64, RoomCode)> = all.map(|summary| (summary.since, summary.room)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, room)| room).collect()
    }

    /// How many rooms are live.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rooms.len()
    }

    /// How many rooms the list is made of, here and elsewhere.
    #[must_use]
    pub fn known_len(&self) -> usize {
        self.summaries.len() + self.elsewhere.len()
    }

    /// Whether no room is live.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }
}

/// The newest rooms, as many as a list holds.
#[must_use]
pub fn newest(mut rooms: Vec<Listing>) -> Rooms {
    rooms.sort_unstable_by(|a, b| b.since.cmp(&a.since).then_with(|| a.room.cmp(&b.room)));
    let more = rooms.len() > LISTED_ROOMS;
    rooms.truncate(LISTED_ROOMS);
    Rooms { rooms, more }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn waiting(room: &str) -> Summary {
        let setup = Setup::read(&json!({"game": {"kind": "dara"}})).unwrap();
        let ann = Player { id: "a".to_owned(), name: "Ann".to_owned() };
        Summary {
            room: room.parse().unwrap(),
            setup: Arc::new(setup),
            status: Status::Waiting,
            seats: vec![Some(ann), None],
            online: vec![true, false],
            spectators: 0,
            since: 0,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_is_made_once_for_all_who_are_due() {
        let lobby = Lobby::default();
        lobby.summarise(waiting("K7QF3M"));
        let first = lobby.followed(None);
        assert!(first.text.contains("K7QF3M"));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(lobby.followed(None).text.as_ptr(), first.text.as_ptr(), "nothing has changed");
        assert!(!lobby.followed(Some(Kind::GulBara)).text.contains("K7QF3M"), "each game has its own");
        lobby.summarise(waiting("K7QF3N"));
        let second = lobby.followed(None);
        assert!(second.text.contains("K7QF3N") && second.changes > first.changes);
        lobby.summarise(waiting("K7QF3P"));
        let shared = lobby.followed(None);
        assert_eq!(shared.text.as_ptr(), second.text.as_ptr(), "made a moment ago");
        assert!(shared.changes < *lobby.changes().borrow(), "and known to lack something");
        tokio::time::advance(SHARED_FOR).await;
        assert!(lobby.followed(None).text.contains("K7QF3P"));
    }
}
