//! What happened: pages of a match's entries with the view after each, match files, and rooms that are not live.
//!
//! All of it is read from the store and folded here, away from the rooms.

use engine::record;
use engine::setup::Setup;
use engine::table::{Event, Logged, Now, Table};
use protocol::encode::history_text;
use protocol::{Code, ErrorReply, HISTORY_BYTES, LISTED_ROOMS, Listing, PAGE_ENTRIES, RoomCode};
use serde_json::Value;

use crate::app::Shared;
use crate::room::{Me, RoomHandle};
use crate::store::{RoomRow, Store, StoreError, store_failed};

/// Which entries of a match are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Number of the match; the newest if none.
    pub number: Option<u32>,
    /// Entries after this one.
    pub after: Option<u64>,
    /// How many at most.
    pub limit: Option<u32>,
}

/// A page of a match.
#[derive(Debug)]
pub struct Page {
    setup: String,
    /// Entries and the views after them, as JSON.
    entries: Vec<(String, String)>,
    more: bool,
}

impl Page {
    /// The reply to request `re`.
    #[must_use]
    pub fn text(&self, re: u64) -> String {
        let entries: Vec<(&str, &str)> =
            self.entries.iter().map(|(entry, view)| (&**entry, &**view)).collect();
        history_text(re, &self.setup, &entries, self.more)
    }
}

/// A page of a match of this room, for somebody who may watch it.
///
/// # Errors
/// If the room is closed to `me`, there is no such match, or the store failed.
pub async fn page(shared: &Shared, room: &RoomHandle, me: &Me, wanted: Wanted) -> Result<Page, ErrorReply> {
    let lines = shared.store.read(room.code.as_str(), 0, usize::MAX).await.map_err(store_failed)?;
    let log = read_log(room.code, &lines).map_err(store_failed)?;
    if !room.setup.spectators && !has_sat(&log, &me.player.id) {
        return Err(ErrorReply::new(Code::NotAllowed, "this room is closed to watchers"));
    }
    let started = |logged: &Logged| matches!(logged.entry.event, Event::Started(_));
    let matches = log.iter().filter(|logged| started(logged)).count();
    let number = wanted.number.map_or(matches, |number| number as usize);
    if wanted.number.is_some_and(|number| number == 0 || number as usize > matches) {
        let text = format!("there is no match {number} in this room; it has had {matches}");
        return Err(ErrorReply::new(Code::NoSuchMatch, text));
    }
    let (after, limit) = (wanted.after.unwrap_or(0), wanted.limit.unwrap_or(u32::MAX) as usize);
    let now = Now { mono: 0, wall: 0 };
    let mut table = Table::new(room.code.as_str(), (*room.setup).clone(), engine::fairness::Hash::ZERO, now);
    let mut page = Page { setup: json(&*room.setup), entries: Vec::new(), more: false };
    let (mut current, mut over, mut bytes) = (0, false, 0);
    for logged in &log {
        if started(logged) {
            current += 1;
            over = false;
        }
        let wall = logged.entry.at;
        table.apply(logged, wall);
        let inside = current == number && !over && current > 0;
        over |= matches!(logged.entry.event, Event::Ended { .. });
        if !inside || logged.entry.seq <= after {
            continue;
        }
        let view = lasting(&table, Now { mono: wall, wall });
        let entry = logged.json();
        bytes += entry.len() + view.len();
        if page.entries.len() == limit.min(PAGE_ENTRIES)
            || (bytes > HISTORY_BYTES && !page.entries.is_empty())
        {
            page.more = true;
            break;
        }
        page.entries.push((entry, view));
    }
    Ok(page)
}

/// A view as it lasts: without who was there and what time it was.
fn lasting(table: &Table, now: Now) -> String {
    let mut view = serde_json::to_value(table.view(0, now)).unwrap_or_default();
    if let Some(view) = view.as_object_mut() {
        view.remove("spectators");
        view.remove("now");
        for seat in view.get_mut("seats").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(seat) = seat.as_object_mut() {
                seat.remove("online");
                seat.remove("gone_ms");
            }
        }
    }
    view.to_string()
}

/// The match file of a match that has ended, and whether anybody may read it or only those of the given ids.
#[derive(Debug)]
pub struct MatchFile {
    /// The file.
    pub text: String,
    /// Who may read it; anybody if none.
    pub only: Option<Vec<String>>,
}

/// The file of match `number`; none if there is no such match or it has not ended.
///
/// # Errors
/// If the store failed.
pub async fn match_file(store: &Store, room: RoomCode, number: u32) -> Result<Option<MatchFile>, StoreError> {
    let Some(lines) = store.match_lines(room.as_str(), number).await? else { return Ok(None) };
    let corrupt = || StoreError::Corrupt(format!("match {room}/{number} does not begin with its start"));
    let first = lines.first().and_then(|line| Logged::read(line).ok()).ok_or_else(corrupt)?;
    let Event::Started(started) = &first.entry.event else { return Err(corrupt()) };
    let only =
        (!started.setup.spectators).then(|| started.seats.iter().map(|seat| seat.id.clone()).collect());
    let mut text = record::header(started);
    for line in lines {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    Ok(Some(MatchFile { text, only }))
}

/// What the list says of rooms, live or not; the newest come first, and more than a list holds are left out.
///
/// # Errors
/// If the store failed.
pub(crate) async fn listings(shared: &Shared, rows: Vec<RoomRow>) -> Result<Vec<Listing>, StoreError> {
    let mut listings = Vec::new();
    for row in rows.into_iter().take(LISTED_ROOMS + 1) {
        let Ok(room) = row.code.parse::<RoomCode>() else { continue };
        if let Some(summary) = shared.lobby.summary(room) {
            listings.push(summary.listing());
            continue;
        }
        let Ok(setup) = serde_json::from_str::<Setup>(&row.setup) else { continue };
        let lines = shared.store.read(&row.code, 0, usize::MAX).await?;
        let mut table = Table::new(&row.code, setup, engine::fairness::Hash::ZERO, Now { mono: 0, wall: 0 });
        for logged in read_log(room, &lines)? {
            table.apply(&logged, logged.entry.at);
        }
        listings.push(Listing {
            room,
            game: table.setup().game.clone(),
            status: table.status(),
            seats: table.players().map(|player| player.cloned()).collect(),
            spectators: 0,
            since: row.created,
        });
    }
    Ok(listings)
}

fn read_log(room: RoomCode, lines: &[String]) -> Result<Vec<Logged>, StoreError> {
    let read =
        |line: &String| Logged::read(line).map_err(|error| StoreError::Corrupt(format!("{room}: {error}")));
    lines.iter().map(read).collect()
}

fn has_sat(log: &[Logged], player: &str) -> bool {
    log.iter().any(|logged| matches!(&logged.entry.event, Event::Sat { player: sat, .. } if sat.id == player))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data with string keys")
}
