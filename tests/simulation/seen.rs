//! What people were shown and told: the same to all, and the same as the log has it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use engine::fairness::Hash;
use engine::games::Seat;
use engine::table::{Status, View};
use protocol::{RoomCode, Update};

/// Everything that was seen in a run.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Notes>);

/// By room and seq: what was shown.
#[derive(Default, Clone)]
pub(crate) struct Notes {
    pub(crate) views: BTreeMap<(RoomCode, u64), String>,
    pub(crate) entries: BTreeMap<(RoomCode, u64), String>,
    pub(crate) clocks: Vec<Clocks>,
    pub(crate) acts: Vec<Act>,
    pub(crate) players: BTreeSet<String>,
    /// Requests to make a room, by player: those answered, with the rooms, and those of which nobody knows.
    pub(crate) made: BTreeMap<String, BTreeSet<RoomCode>>,
    pub(crate) perhaps_made: BTreeMap<String, usize>,
}

/// What clocks showed.
#[derive(Clone)]
pub(crate) struct Clocks {
    pub(crate) room: RoomCode,
    pub(crate) seq: u64,
    pub(crate) now: i64,
    pub(crate) left: Vec<Option<i64>>,
}

/// A move that somebody made, and what was said of it.
#[derive(Clone)]
pub(crate) struct Act {
    pub(crate) room: RoomCode,
    pub(crate) player: String,
    pub(crate) told: Told,
}

/// What was said of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// It is this entry.
    Done(u64),
    /// Nothing: it may have happened.
    Unknown,
}

impl Seen {
    pub(crate) fn notes(&self) -> Notes {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn player(&self, id: &str) {
        self.0.lock().unwrap().players.insert(id.to_owned());
    }

    pub(crate) fn act(&self, room: RoomCode, player: &str, told: Told) {
        self.0.lock().unwrap().acts.push(Act { room, player: player.to_owned(), told });
    }

    pub(crate) fn made(&self, player: &str, room: Option<RoomCode>) {
        let mut notes = self.0.lock().unwrap();
        match room {
            Some(room) => _ = notes.made.entry(player.to_owned()).or_default().insert(room),
            None => *notes.perhaps_made.entry(player.to_owned()).or_default() += 1,
        }
    }

    /// Somebody is shown an update.
    pub(crate) fn update(&self, update: &Update) {
        let mut notes = self.0.lock().unwrap();
        let (room, seq) = (update.room, update.seq);
        let shown = lasting(&update.view);
        let known = notes.views.entry((room, seq)).or_insert_with(|| shown.clone());
        assert_eq!(*known, shown, "two were shown different rooms {room} after entry {seq}");
        for entry in &update.entries {
            let text = serde_json::to_string(entry).unwrap();
            let known = notes.entries.entry((room, entry.seq)).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "two were shown different entries of {room}");
        }
        let left: Vec<Option<i64>> =
            update.view.seats.iter().map(|seat| seat.as_ref().and_then(|seat| seat.clock_ms)).collect();
        if left.iter().any(Option::is_some) {
            notes.clocks.push(Clocks { room, seq, now: update.view.now, left });
        }
    }
}

/// What lasts of a view: all but who is there, what time it is, what running clocks show, and what no entry holds.
pub(crate) fn lasting(view: &View) -> String {
    let mut view = view.clone();
    (view.spectators, view.now) = (0, 0);
    for seat in view.seats.iter_mut().flatten() {
        (seat.online, seat.gone_ms, seat.clock_ms) = (false, 0, None);
    }
    if view.status != Status::Playing {
        view.handicap = None;
    }
    // the server's tip of a coming match is in the log once the match starts
    if view.status == Status::Waiting {
        view.fairness.server_tip = Hash::ZERO;
    }
    if let Some(next) = &mut view.fairness.next {
        next.server_tip = Hash::ZERO;
    }
    serde_json::to_string(&view).unwrap()
}

/// The seat of a player.
pub(crate) fn seat_of(view: &View, player: &str) -> Option<Seat> {
    view.seats.iter().position(|seat| seat.as_ref().is_some_and(|seat| seat.player.id == player))
}
