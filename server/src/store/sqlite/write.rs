//! What each write does inside the writer's open transaction.
//!
//! Whether a write is allowed is checked before its first change, so a refusal leaves the transaction as it was.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Result, params};

use crate::store::{
    Append, Appended, EndedRow, MatchRow, NewRoom, Outage, PlayerRow, TOKEN_LIFE_MS, TokenRow,
};

use super::standings;
use crate::store::rows::{int, outcome_code};

/// So far apart are a room's lines that are found without a walk. The migration that made the marks has it too.
const MARK_EVERY: i64 = 64;
/// Without a beat for longer than this, nobody was alive.
const OUTAGE_MS: i64 = 2000;

pub(super) fn append(c: &Connection, append: &Append) -> Result<Appended> {
    // Before the head: a repeated request comes with an old head, and is owed its first answer all the same.
    if let Some(token) = &append.token
        && let Some(answer) = used(c, token)?
    {
        return Ok(Appended::Repeated { answer });
    }
    let room = append.room.as_str();
    let head = head(c, room)?;
    let seq = head.as_ref().map_or(0, |head| head.seq);
    if seq != int(append.after) {
        return Ok(Appended::Conflict { head: seq.unsigned_abs() });
    }
    let stands = match &append.create {
        Some(new) => create(c, room, new)?,
        // A room that has entries exists.
        None => head.is_some() || exists(c, room)?,
    };
    if !stands {
        return Ok(Appended::Conflict { head: seq.unsigned_abs() });
    }
    add_lines(c, room, head, &append.lines)?;
    for player in &append.players {
        save_player(c, player)?;
    }
    for (seat, player) in append.seats.iter().flatten() {
        save_seat(c, room, *seat, player.as_deref())?;
    }
    if let Some(status) = &append.status {
        cached(c, "UPDATE rooms SET status = ?2 WHERE code = ?1")?.execute(params![room, status])?;
    }
    if let Some(started) = &append.started {
        save_start(c, room, started)?;
    }
    if let Some(ended) = &append.ended {
        save_end(c, room, ended)?;
    }
    if let Some(token) = &append.token {
        save_token(c, token)?;
    }
    if let Some(deadline) = append.deadline {
        save_deadline(c, room, deadline)?;
    }
    Ok(Appended::Done)
}

pub(super) fn save_player(c: &Connection, player: &PlayerRow) -> Result<()> {
    cached(
        c,
        "INSERT INTO players (id, key_hash, name, at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at
         WHERE name <> excluded.name AND at <= excluded.at AND key_hash = excluded.key_hash",
    )?
    .execute(params![player.id, player.key_hash, player.name, player.at])?;
    Ok(())
}

pub(super) fn heartbeat(c: &Connection, at: i64) -> Result<Option<Outage>> {
    let last: Option<i64> =
        cached(c, "SELECT at FROM heartbeat")?.query_row([], |row| row.get(0)).optional()?;
    cached(c, "INSERT OR REPLACE INTO heartbeat (id, at) VALUES (0, ?1)")?.execute([at])?;
    let Some(outage) = last.map(|from| Outage { from, to: at }).filter(|o| o.to - o.from > OUTAGE_MS) else {
        return Ok(None);
    };
    // After the clock was set back the same beat may end a second outage; the longer one covers both.
    cached(
        c,
        "INSERT INTO outages (since, until) VALUES (?1, ?2)
         ON CONFLICT (since) DO UPDATE SET until = max(until, excluded.until)",
    )?
    .execute([outage.from, outage.to])?;
    Ok(Some(outage))
}

pub(super) fn set_deadline(c: &Connection, room: &str, deadline: Option<i64>) -> Result<()> {
    if exists(c, room)? { save_deadline(c, room, deadline) } else { Ok(()) }
}

pub(super) fn forget_tokens(c: &Connection, before: i64) -> Result<u64> {
    let gone = cached(c, "DELETE FROM tokens WHERE at < ?1")?.execute([before])?;
    Ok(gone as u64)
}

pub(super) fn delete_room(c: &Connection, room: &str, after: u64) -> Result<bool> {
    let started = cached(c, "SELECT 1 FROM results WHERE room = ?1")?.exists([room])?;
    let head = head(c, room)?;
    if started || head.as_ref().map_or(0, |head| head.seq) != int(after) {
        return Ok(false);
    }
    // along the chain, since nothing else finds them without a look at all there are
    let mut id = head.map(|head| head.last);
    while let Some(line) = id {
        let mut delete = cached(c, "DELETE FROM entries WHERE id = ?1 RETURNING prev")?;
        id = delete.query_row([line], |row| row.get(0)).optional()?.flatten();
    }
    for table in ["heads", "marks", "seats", "deadlines"] {
        c.execute(&format!("DELETE FROM {table} WHERE room = ?1"), [room])?;
    }
    Ok(c.execute("DELETE FROM rooms WHERE code = ?1", [room])? == 1)
}

#[cfg(test)]
pub(super) fn limit_pages(c: &Connection, pages: Option<u32>) -> Result<()> {
    c.pragma_update_and_check(None, "max_page_count", pages.unwrap_or(u32::MAX - 1), |_| Ok(()))
}

/// A room's newest line.
struct Head {
    seq: i64,
    /// Its id in `entries`.
    last: i64,
}

/// None if the room has no entry.
fn head(c: &Connection, room: &str) -> Result<Option<Head>> {
    cached(c, "SELECT seq, last FROM heads WHERE room = ?1")?
        .query_row([room], |row| Ok(Head { seq: row.get(0)?, last: row.get(1)? }))
        .optional()
}

fn exists(c: &Connection, room: &str) -> Result<bool> {
    cached(c, "SELECT 1 FROM rooms WHERE code = ?1")?.exists([room])
}

/// False if the code is taken.
fn create(c: &Connection, room: &str, new: &NewRoom) -> Result<bool> {
    let rows = cached(
        c,
        "INSERT INTO rooms (code, secret, setup, unlisted, creator, created, status)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting') ON CONFLICT (code) DO NOTHING",
    )?
    .execute(params![room, new.secret, new.setup, new.unlisted, new.creator, new.at])?;
    Ok(rows == 1)
}

fn add_lines(c: &Connection, room: &str, head: Option<Head>, lines: &[String]) -> Result<()> {
    let new = head.is_none();
    let (mut seq, mut prev) = head.map_or((0, None), |head| (head.seq, Some(head.last)));
    let mut insert = cached(c, "INSERT INTO entries (room, seq, prev, line) VALUES (?1, ?2, ?3, ?4)")?;
    for line in lines {
        seq += 1;
        insert.execute(params![room, seq, prev, line])?;
        let id = c.last_insert_rowid();
        if seq % MARK_EVERY == 0 {
            cached(c, "INSERT INTO marks (room, seq, id) VALUES (?1, ?2, ?3)")?
                .execute(params![room, seq, id])?;
        }
        prev = Some(id);
    }
    let Some(last) = prev.filter(|_| !lines.is_empty()) else { return Ok(()) };
    let sql = if new {
        "INSERT INTO heads (room, seq, last) VALUES (?1, ?2, ?3)"
    } else {
        "UPDATE heads SET seq = ?2, last = ?3 WHERE room = ?1"
    };
    cached(c, sql)?.execute(params![room, seq, last])?;
    Ok(())
}

fn save_seat(c: &Connection, room: &str, seat: usize, player: Option<&str>) -> Result<()> {
    let seat = int(seat as u64);
    match player {
        Some(player) => cached(c, "INSERT OR REPLACE INTO seats (room, seat, player) VALUES (?1, ?2, ?3)")?
            .execute(params![room, seat, player])?,
        None => cached(c, "DELETE FROM seats WHERE room = ?1 AND seat = ?2")?.execute(params![room, seat])?,
    };
    Ok(())
}

fn save_start(c: &Connection, room: &str, m: &MatchRow) -> Result<()> {
    cached(c, "INSERT INTO results (room, number, first_seq, started) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![room, m.number, int(m.first_seq), m.at])?;
    Ok(())
}

fn save_end(c: &Connection, room: &str, e: &EndedRow) -> Result<()> {
    let rows = cached(
        c,
        "UPDATE results SET last_seq = ?3, ended = ?4, kind = ?5, winners = ?6, reason = ?7, points = ?8,
                players = ?9, hash = ?10
         WHERE room = ?1 AND number = ?2 AND ended IS NULL",
    )?
    .execute(params![
        room,
        e.number,
        int(e.last_seq),
        e.at,
        e.kind,
        e.winners,
        e.reason,
        e.points,
        e.players,
        e.hash
    ])?;
    if rows != 1 {
        return Err(rusqlite::Error::StatementChangedRows(rows));
    }
    for side in &e.sides {
        cached(
            c,
            "INSERT INTO result_players (player, ended, room, number, kind, seat, outcome, early, own)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            side.player,
            e.at,
            room,
            e.number,
            e.kind,
            int(side.share.seat as u64),
            outcome_code(side.share.outcome),
            side.share.early.map(|early| early.reason.name()),
            side.share.early.is_some_and(|early| early.own)
        ])?;
    }
    standings::count_in(c, e)
}

fn used(c: &Connection, t: &TokenRow) -> Result<Option<String>> {
    cached(c, "SELECT answer FROM tokens WHERE player = ?1 AND request = ?2 AND token = ?3 AND at > ?4")?
        .query_row(params![t.player, t.request, t.token, t.at - TOKEN_LIFE_MS], |row| row.get(0))
        .optional()
}

/// Replaces an answer that has outlived [`TOKEN_LIFE_MS`] and was not forgotten yet.
fn save_token(c: &Connection, t: &TokenRow) -> Result<()> {
    cached(
        c,
        "INSERT OR REPLACE INTO tokens (player, request, token, answer, at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![t.player, t.request, t.token, t.answer, t.at])?;
    Ok(())
}

fn save_deadline(c: &Connection, room: &str, deadline: Option<i64>) -> Result<()> {
    match deadline {
        Some(at) => cached(
            c,
            "INSERT INTO deadlines (room, at) VALUES (?1, ?2)
             ON CONFLICT (room) DO UPDATE SET at = excluded.at WHERE at <> excluded.at",
        )?
        .execute(params![room, at])?,
        None => cached(c, "DELETE FROM deadlines WHERE room = ?1")?.execute([room])?,
    };
    Ok(())
}

fn cached<'c>(c: &'c Connection, sql: &str) -> Result<CachedStatement<'c>> {
    c.prepare_cached(sql)
}
