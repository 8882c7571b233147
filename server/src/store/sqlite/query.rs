//! The queries; each takes a connection that only reads.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Params, Result, Row, params};

use engine::stats::Outcome;

use crate::store::rows::{int, outcome_of};
use crate::store::{EndedRow, MatchInfo, MatchRow, Outage, PlayerRow, ResultRow, RoomRow};

const ROOM: &str = "SELECT code, secret, setup, unlisted, creator, created, status,
    coalesce((SELECT seq FROM heads WHERE room = code), 0),
    (SELECT at FROM deadlines WHERE room = code) FROM rooms";

const MATCH: &str =
    "SELECT number, first_seq, started, last_seq, ended, kind, winners, reason, points, players,
    hash FROM results";

pub(super) fn room(c: &Connection, code: &str) -> Result<Option<RoomRow>> {
    c.prepare_cached(&format!("{ROOM} WHERE code = ?1"))?.query_row([code], room_row).optional()
}

pub(super) fn rooms_of(c: &Connection, player: &str, limit: usize) -> Result<Vec<RoomRow>> {
    let sql = format!(
        "{ROOM} WHERE code IN (SELECT room FROM seats WHERE player = ?1
            UNION SELECT code FROM rooms WHERE creator = ?1)
         ORDER BY created DESC, code LIMIT ?2"
    );
    all(c, &sql, params![player, int(limit as u64)], room_row)
}

pub(super) fn listed(c: &Connection, limit: usize) -> Result<Vec<RoomRow>> {
    let sql =
        format!("{ROOM} WHERE unlisted = 0 AND status <> 'finished' ORDER BY created DESC, code LIMIT ?1");
    all(c, &sql, [int(limit as u64)], room_row)
}

pub(super) fn rooms_after(c: &Connection, after: &str, limit: usize) -> Result<Vec<RoomRow>> {
    let sql = format!("{ROOM} WHERE code > ?1 ORDER BY code LIMIT ?2");
    all(c, &sql, params![after, int(limit as u64)], room_row)
}

pub(super) fn rooms_count(c: &Connection) -> Result<u64> {
    c.prepare_cached("SELECT count(*) FROM rooms")?.query_row([], |row| count(row, 0))
}

pub(super) fn heads(c: &Connection, rooms: &[String]) -> Result<Vec<(String, u64)>> {
    let mut head = c.prepare_cached("SELECT coalesce((SELECT seq FROM heads WHERE room = ?1), 0)")?;
    let heads = rooms.iter().map(|room| Ok((room.clone(), head.query_row([room], |row| count(row, 0))?)));
    heads.collect()
}

pub(super) fn read(c: &Connection, room: &str, after: u64, limit: usize) -> Result<Vec<String>> {
    let first = int(after).saturating_add(1);
    lines(c, room, first, first.saturating_add(int(limit as u64) - 1))
}

/// The lines `first` to `last` of a room, as far as there are such.
fn lines(c: &Connection, room: &str, first: i64, last: i64) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE back (seq, prev, line) AS (
            SELECT seq, prev, line FROM entries WHERE id = coalesce(
                (SELECT id FROM marks WHERE room = ?1 AND seq >= ?3 ORDER BY seq LIMIT 1),
                (SELECT last FROM heads WHERE room = ?1))
            UNION ALL
            SELECT e.seq, e.prev, e.line FROM back JOIN entries e ON e.id = back.prev WHERE back.seq > ?2)
        SELECT line FROM back WHERE seq BETWEEN ?2 AND ?3 ORDER BY seq";
    all(c, sql, params![room, first, last], |row| row.get(0))
}

pub(super) fn match_lines(c: &Connection, room: &str, number: u32) -> Result<Option<Vec<String>>> {
    let sql = "SELECT first_seq, last_seq FROM results WHERE room = ?1 AND number = ?2 AND ended IS NOT NULL";
    let span = c
        .prepare_cached(sql)?
        .query_row(params![room, number], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
    let Some((first, last)) = span.optional()? else {
        return Ok(None);
    };
    lines(c, room, first, last).map(Some)
}

pub(super) fn matches(c: &Connection, room: &str) -> Result<Vec<MatchInfo>> {
    all(c, &format!("{MATCH} WHERE room = ?1 ORDER BY number"), [room], |row| {
        let over = row.get::<_, Option<i64>>("ended")?.is_some();
        Ok(MatchInfo { started: match_row(row)?, ended: over.then(|| ended_row(row)).transpose()? })
    })
}

pub(super) fn player(c: &Connection, id: &str) -> Result<Option<PlayerRow>> {
    c.prepare_cached("SELECT id, key_hash, name, at FROM players WHERE id = ?1")?
        .query_row([id], |row| {
            Ok(PlayerRow { id: row.get(0)?, key_hash: row.get(1)?, name: row.get(2)?, at: row.get(3)? })
        })
        .optional()
}

pub(super) fn token(c: &Connection, key: &[String; 3], newer_than: i64) -> Result<Option<String>> {
    let [player, request, token] = key;
    c.prepare_cached(
        "SELECT answer FROM tokens WHERE player = ?1 AND request = ?2 AND token = ?3 AND at > ?4",
    )?
    .query_row(params![player, request, token, newer_than], |row| row.get(0))
    .optional()
}

pub(super) fn due(c: &Connection, before: i64, limit: usize) -> Result<Vec<String>> {
    let sql = "SELECT room FROM deadlines WHERE at <= ?1 ORDER BY at LIMIT ?2";
    all(c, sql, [before, int(limit as u64)], |row| row.get(0))
}

pub(super) fn outages_since(c: &Connection, at: i64) -> Result<Vec<Outage>> {
    let sql = "SELECT since, until FROM outages WHERE until > ?1 ORDER BY since";
    all(c, sql, [at], |row| Ok(Outage { from: row.get(0)?, to: row.get(1)? }))
}

pub(super) fn results_of(c: &Connection, player: &str, limit: usize) -> Result<Vec<ResultRow>> {
    let sql = "SELECT r.*, p.seat, p.outcome
        FROM result_players p JOIN results r ON r.room = p.room AND r.number = p.number
        WHERE p.player = ?1 ORDER BY p.ended DESC, p.room DESC, p.number DESC LIMIT ?2";
    all(c, sql, params![player, int(limit as u64)], |row| {
        Ok(ResultRow {
            room: row.get("room")?,
            seat: usize::try_from(row.get::<_, i64>("seat")?).map_err(|e| wrong("seat", e))?,
            outcome: outcome(row.get("outcome")?)?,
            started: match_row(row)?,
            ended: ended_row(row)?,
        })
    })
}

pub(super) fn outcome(code: i64) -> Result<Outcome> {
    outcome_of(code).ok_or(Error::IntegralValueOutOfRange(0, code))
}

/// All rows of a query.
pub(super) fn all<T>(
    c: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    c.prepare_cached(sql)?.query_map(params, read)?.collect()
}

fn room_row(row: &Row<'_>) -> Result<RoomRow> {
    Ok(RoomRow {
        code: row.get(0)?,
        secret: row.get(1)?,
        setup: row.get(2)?,
        unlisted: row.get(3)?,
        creator: row.get(4)?,
        created: row.get(5)?,
        status: row.get(6)?,
        head: count(row, 7)?,
        deadline: row.get(8)?,
    })
}

fn match_row(row: &Row<'_>) -> Result<MatchRow> {
    Ok(MatchRow {
        number: row.get("number")?,
        first_seq: row.get::<_, i64>("first_seq")?.unsigned_abs(),
        at: row.get("started")?,
    })
}

fn ended_row(row: &Row<'_>) -> Result<EndedRow> {
    Ok(EndedRow {
        number: row.get("number")?,
        last_seq: row.get::<_, i64>("last_seq")?.unsigned_abs(),
        at: row.get("ended")?,
        kind: row.get("kind")?,
        winners: row.get("winners")?,
        reason: row.get("reason")?,
        points: row.get("points")?,
        players: row.get("players")?,
        hash: row.get("hash")?,
        sides: Vec::new(),
    })
}

/// A number that is never negative.
pub(super) fn count(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

fn wrong(column: &str, error: std::num::TryFromIntError) -> Error {
    let text = format!("{column}: {error}");
    Error::FromSqlConversionFailure(0, Type::Integer, text.into())
}
