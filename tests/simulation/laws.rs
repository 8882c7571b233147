//! The laws of the log, looked at when a run is over.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::fairness::Hash;
use engine::games::Seat;
use engine::record;
use engine::setup::{Clock, Setup};
use engine::table::{Entry, Event, Logged, Now, Table};
use longtable_server::store::simulated::Fair;
use longtable_server::store::{RoomRow, Store};
use protocol::RoomCode;

use super::seen::{Notes, Told, lasting};
use super::world::World;

/// All rooms of the run's people.
async fn rooms(store: &Store, notes: &Notes) -> BTreeMap<RoomCode, RoomRow> {
    let mut rooms = BTreeMap::new();
    for player in &notes.players {
        for row in store.rooms_of(player, usize::MAX).await.unwrap() {
            rooms.insert(row.code.parse().unwrap(), row);
        }
    }
    rooms
}

/// Every line of every log.
pub(crate) async fn lines(world: &World) -> Vec<String> {
    let store = world.database.store(Arc::new(Fair));
    let mut lines = Vec::new();
    for code in rooms(&store, &world.seen.notes()).await.keys() {
        lines.extend(store.read(code.as_str(), 0, usize::MAX).await.unwrap());
    }
    lines
}

/// Panics if a law is broken.
pub(crate) async fn check(world: &World) {
    let store = world.database.store(Arc::new(Fair));
    let notes = world.seen.notes();
    let rooms = rooms(&store, &notes).await;
    let mut over = BTreeMap::new();
    for (code, row) in &rooms {
        let lines = store.read(code.as_str(), 0, usize::MAX).await.unwrap();
        let log: Vec<Logged> = lines.iter().map(|line| Logged::read(line).unwrap()).collect();
        chained(*code, &log);
        shown(*code, row, &log, &notes);
        acknowledged(*code, &log, &notes);
        clocks(*code, row, &log);
        for info in store.matches(code.as_str()).await.unwrap() {
            let Some(ended) = info.ended else { continue };
            let first = &log[usize::try_from(info.started.first_seq).unwrap() - 1];
            let last = &log[usize::try_from(ended.last_seq).unwrap() - 1];
            assert!(
                matches!(&first.entry.event, Event::Started(_)),
                "{code} has no start of match {}",
                ended.number
            );
            assert!(
                matches!(&last.entry.event, Event::Ended { .. }),
                "{code} has no end of match {}",
                ended.number
            );
            let Event::Started(started) = &first.entry.event else { unreachable!() };
            let file = store.match_lines(code.as_str(), ended.number).await.unwrap().unwrap();
            let text = record::text([record::header(started)].into_iter().chain(file));
            if let Err(fault) = record::check(text, Some(last.head)) {
                panic!("the file of {code}/{}: {fault}", ended.number);
            }
            let players: BTreeSet<&str> = started.seats.iter().map(|seat| seat.id.as_str()).collect();
            if started.setup.seats >= 2 && players.len() == started.setup.seats {
                players.into_iter().for_each(|player| *over.entry(player.to_owned()).or_insert(0) += 1);
            }
        }
        let ends = log.iter().filter(|logged| matches!(logged.entry.event, Event::Ended { .. })).count();
        let known = store.matches(code.as_str()).await.unwrap();
        assert_eq!(known.iter().filter(|info| info.ended.is_some()).count(), ends, "matches of {code}");
    }
    for player in &notes.players {
        let counted: u64 = store.record_of(player).await.unwrap().iter().map(|tally| tally.matches).sum();
        assert_eq!(counted, over.get(player).copied().unwrap_or(0), "matches on the record of {player}");
        once_made(player, &rooms, &notes);
    }
}

/// A request to make a room makes one.
fn once_made(player: &str, rooms: &BTreeMap<RoomCode, RoomRow>, notes: &Notes) {
    let made = rooms.values().filter(|row| row.creator == player).count();
    let told = notes.made.get(player).map_or(0, BTreeSet::len);
    let perhaps = notes.perhaps_made.get(player).copied().unwrap_or(0);
    assert!((told..=told + perhaps).contains(&made), "{player} was told of {told} rooms and made {made}");
}

/// Numbers without a hole, and every line chained to the one before.
fn chained(code: RoomCode, log: &[Logged]) {
    let mut head = Hash::ZERO;
    for (logged, seq) in log.iter().zip(1..) {
        assert_eq!(logged.entry.seq, seq, "the log of {code}");
        let prev = match &logged.entry.event {
            Event::Started(started) => Hash::of(record::header(started).as_bytes()),
            _ => head,
        };
        assert_eq!(logged.prev(), Some(prev), "the chain of {code} at {seq}");
        head = logged.head;
    }
}

/// What people were shown is what the log has.
fn shown(code: RoomCode, row: &RoomRow, log: &[Logged], notes: &Notes) {
    let setup: Setup = serde_json::from_str(&row.setup).unwrap();
    let mut table = Table::new(&row.code, setup, Hash::ZERO, at(row.created));
    let mut seen = 0;
    for logged in log {
        let Entry { seq, at: wall, .. } = logged.entry;
        table.apply(logged, wall);
        let key = (code, seq);
        if let Some(view) = notes.views.get(&key) {
            assert_eq!(*view, lasting(&table.view(0, at(wall))), "what was shown of {code} after {seq}");
            seen += 1;
        }
        if let Some(entry) = notes.entries.get(&key) {
            assert_eq!(*entry, logged.json(), "what was shown of {code}");
        }
        for shown in notes.clocks.iter().filter(|shown| (shown.room, shown.seq) == key) {
            let view = table.view(0, at(shown.now));
            let left: Vec<Option<i64>> =
                view.seats.iter().map(|seat| seat.as_ref().and_then(|seat| seat.clock_ms)).collect();
            assert_eq!(shown.left, left, "the clocks of {code} after {seq}, shown at {}", shown.now);
        }
    }
    let all = notes.views.range((code, 1)..=(code, u64::MAX)).count();
    assert_eq!(seen, all, "somebody was shown entries of {code} that are not in its log");
}

/// What was acknowledged is in the log, once; and nothing is there that nobody asked for.
fn acknowledged(code: RoomCode, log: &[Logged], notes: &Notes) {
    let mut seats: BTreeMap<Seat, &str> = BTreeMap::new();
    let mut deeds: BTreeMap<u64, &str> = BTreeMap::new();
    for Logged { entry, .. } in log {
        match (&entry.event, entry.by) {
            (Event::Sat { player, seat }, _) => _ = seats.insert(*seat, &player.id),
            (Event::Stood, Some(seat)) => _ = seats.remove(&seat),
            (event, Some(by)) if event.deed().is_some() => _ = deeds.insert(entry.seq, seats[&by]),
            _ => {}
        }
    }
    let acts = notes.acts.iter().filter(|act| act.room == code);
    let mut told: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for act in acts {
        match act.told {
            Told::Done(seq) => {
                assert_eq!(
                    deeds.get(&seq),
                    Some(&act.player.as_str()),
                    "entry {seq} of {code} was acknowledged"
                );
                told.entry(&act.player).or_default().insert(seq);
            }
            Told::Unknown => *unknown.entry(&act.player).or_default() += 1,
        }
    }
    let mut unasked: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (seq, player) in deeds {
        if !told.get(player).is_some_and(|told| told.contains(&seq)) {
            unasked.entry(player).or_default().push(seq);
        }
    }
    for (player, entries) in unasked {
        let lost = unknown.get(player).copied().unwrap_or(0);
        assert!(
            entries.len() <= lost,
            "{player} made {entries:?} of {code} and was told of none, {lost} unknown"
        );
    }
}

/// A clock is what it began with, less what was spent, with what was given back and so many increments.
fn clocks(code: RoomCode, row: &RoomRow, log: &[Logged]) {
    let setup: Setup = serde_json::from_str(&row.setup).unwrap();
    let Some(Clock::Total { initial_s, increment_s }) = setup.clock else { return };
    let full = i64::from(initial_s) * 1000;
    let step = i64::from(increment_s) * 1000;
    let mut table = Table::new(&row.code, setup.clone(), Hash::ZERO, at(row.created));
    let mut sums = vec![full; setup.seats];
    let mut taken_back = false;
    for logged in log {
        let Entry { event, spent, at: wall, seq, .. } = &logged.entry;
        table.apply(logged, *wall);
        match event {
            Event::Started(_) => (sums, taken_back) = (vec![full; setup.seats], false),
            Event::TakenBack { .. } => taken_back = true,
            _ => {}
        }
        for (seat, ms) in spent.iter().flatten() {
            assert!(*ms >= 0, "entry {seq} of {code} gives time");
            sums[*seat] -= ms;
            if let Event::Paused { ms } = event {
                sums[*seat] += i64::try_from(*ms).unwrap();
            }
        }
        if !matches!(event, Event::Ended { .. }) || taken_back {
            continue;
        }
        for (seat, sum) in table.view(0, at(*wall)).seats.iter().zip(&sums) {
            let left = seat.as_ref().and_then(|seat| seat.clock_ms).unwrap();
            let given = left - sum;
            let fits = if step == 0 { given == 0 } else { given >= 0 && given % step == 0 };
            assert!(
                fits && left >= 0,
                "a clock of {code} shows {left} at the end, its entries come to {sum}"
            );
        }
    }
}

fn at(wall: i64) -> Now {
    Now { mono: wall, wall }
}
