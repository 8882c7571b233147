//! The queries. Each is one statement and changes nothing.

use sqlx::postgres::PgRow;
use sqlx::{Error, PgPool, Row, query};

use engine::stats::Outcome;

use crate::store::rows::{int, outcome_of};
use crate::store::{EndedRow, MatchInfo, MatchRow, Outage, PlayerRow, ResultRow, RoomRow};

pub(super) type Result<T> = std::result::Result<T, Error>;

macro_rules! rooms {
    ($where:literal) => {
        concat!(
            "SELECT code, secret, setup, unlisted, creator, created, status,
                (SELECT coalesce(max(seq), 0) FROM entries WHERE room = code) AS head,
                (SELECT at FROM deadlines WHERE room = code) AS deadline
             FROM rooms ",
            $where
        )
    };
}

pub(super) async fn room(pool: &PgPool, code: &str) -> Result<Option<RoomRow>> {
    let row = query(rooms!("WHERE code = $1")).bind(code).fetch_optional(pool).await?;
    row.as_ref().map(room_row).transpose()
}

pub(super) async fn rooms_of(pool: &PgPool, player: &str, limit: usize) -> Result<Vec<RoomRow>> {
    let sql = rooms!(
        "WHERE code IN (SELECT room FROM seats WHERE player = $1 UNION SELECT code FROM rooms WHERE creator = $1)
         ORDER BY created DESC, code LIMIT $2"
    );
    all(&query(sql).bind(player).bind(int(limit as u64)).fetch_all(pool).await?, room_row)
}

pub(super) async fn listed(pool: &PgPool, limit: usize) -> Result<Vec<RoomRow>> {
    let sql = rooms!("WHERE NOT unlisted AND status <> 'finished' ORDER BY created DESC, code LIMIT $1");
    all(&query(sql).bind(int(limit as u64)).fetch_all(pool).await?, room_row)
}

pub(super) async fn rooms_after(pool: &PgPool, after: &str, limit: usize) -> Result<Vec<RoomRow>> {
    // by bytes, as codes are compared everywhere else
    let sql = rooms!("WHERE code COLLATE \"C\" > $1 ORDER BY code COLLATE \"C\" LIMIT $2");
    all(&query(sql).bind(after).bind(int(limit as u64)).fetch_all(pool).await?, room_row)
}

pub(super) async fn rooms_count(pool: &PgPool) -> Result<u64> {
    count(&query("SELECT count(*) FROM rooms").fetch_one(pool).await?, 0)
}

pub(super) async fn heads(pool: &PgPool, rooms: &[String]) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT r.code, (SELECT coalesce(max(seq), 0) FROM entries WHERE room = r.code)
        FROM unnest($1::text[]) AS r(code)";
    all(&query(sql).bind(rooms).fetch_all(pool).await?, |row| Ok((row.try_get(0)?, count(row, 1)?)))
}

pub(super) async fn read(pool: &PgPool, room: &str, after: u64, limit: usize) -> Result<Vec<String>> {
    let sql = "SELECT line FROM entries WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT $3";
    let rows = query(sql).bind(room).bind(int(after)).bind(int(limit as u64)).fetch_all(pool).await?;
    all(&rows, |row| row.try_get(0))
}

pub(super) async fn match_lines(pool: &PgPool, room: &str, number: u32) -> Result<Option<Vec<String>>> {
    let sql = "SELECT line FROM results r JOIN entries e
        ON e.room = r.room AND e.seq BETWEEN r.first_seq AND r.last_seq
        WHERE r.room = $1 AND r.number = $2 AND r.ended IS NOT NULL ORDER BY e.seq";
    let rows = query(sql).bind(room).bind(i64::from(number)).fetch_all(pool).await?;
    // a match has at least the entries of its start and its end
    if rows.is_empty() { Ok(None) } else { all(&rows, |row| row.try_get(0)).map(Some) }
}

pub(super) async fn matches(pool: &PgPool, room: &str) -> Result<Vec<MatchInfo>> {
    let rows =
        query("SELECT * FROM results WHERE room = $1 ORDER BY number").bind(room).fetch_all(pool).await?;
    all(&rows, |row| {
        let over = row.try_get::<Option<i64>, _>("ended")?.is_some();
        Ok(MatchInfo { started: match_row(row)?, ended: over.then(|| ended_row(row)).transpose()? })
    })
}

pub(super) async fn player(pool: &PgPool, id: &str) -> Result<Option<PlayerRow>> {
    let sql = "SELECT id, key_hash, name, at FROM players WHERE id = $1";
    let Some(row) = query(sql).bind(id).fetch_optional(pool).await? else { return Ok(None) };
    Ok(Some(PlayerRow {
        id: row.try_get(0)?,
        key_hash: row.try_get(1)?,
        name: row.try_get(2)?,
        at: row.try_get(3)?,
    }))
}

pub(super) async fn token(pool: &PgPool, key: [&str; 3], newer_than: i64) -> Result<Option<String>> {
    let [player, request, token] = key;
    let sql = "SELECT answer FROM tokens WHERE player = $1 AND request = $2 AND token = $3 AND at > $4";
    let asked = query(sql).bind(player).bind(request).bind(token).bind(newer_than);
    asked.fetch_optional(pool).await?.map(|row| row.try_get(0)).transpose()
}

pub(super) async fn due(pool: &PgPool, before: i64, limit: usize) -> Result<Vec<String>> {
    let sql = "SELECT room FROM deadlines WHERE at <= $1 ORDER BY at LIMIT $2";
    let rows = query(sql).bind(before).bind(int(limit as u64)).fetch_all(pool).await?;
    all(&rows, |row| row.try_get(0))
}

pub(super) async fn outages_since(pool: &PgPool, at: i64) -> Result<Vec<Outage>> {
    let sql = "SELECT since, until FROM outages WHERE until > $1 ORDER BY since";
    let rows = query(sql).bind(at).fetch_all(pool).await?;
    all(&rows, |row| Ok(Outage { from: row.try_get(0)?, to: row.try_get(1)? }))
}

pub(super) async fn results_of(pool: &PgPool, player: &str, limit: usize) -> Result<Vec<ResultRow>> {
    let sql = "SELECT r.*, p.seat, p.outcome
        FROM result_players p JOIN results r ON r.room = p.room AND r.number = p.number
        WHERE p.player = $1 ORDER BY p.ended DESC, p.room DESC, p.number DESC LIMIT $2";
    let rows = query(sql).bind(player).bind(int(limit as u64)).fetch_all(pool).await?;
    all(&rows, |row| {
        Ok(ResultRow {
            room: row.try_get("room")?,
            seat: usize::try_from(row.try_get::<i64, _>("seat")?).map_err(wrong)?,
            outcome: outcome(row.try_get("outcome")?)?,
            started: match_row(row)?,
            ended: ended_row(row)?,
        })
    })
}

pub(super) fn outcome(code: i64) -> Result<Outcome> {
    outcome_of(code).ok_or_else(|| Error::Decode(format!("no outcome has the number {code}").into()))
}

/// All rows of an answer.
pub(super) fn all<T>(rows: &[PgRow], read: impl Fn(&PgRow) -> Result<T>) -> Result<Vec<T>> {
    rows.iter().map(read).collect()
}

/// A number that is never negative.
pub(super) fn count(row: &PgRow, column: usize) -> Result<u64> {
    row.try_get::<i64, _>(column).map(i64::unsigned_abs)
}

fn room_row(row: &PgRow) -> Result<RoomRow> {
    Ok(RoomRow {
        code: row.try_get(0)?,
        secret: row.try_get(1)?,
        setup: row.try_get(2)?,
        unlisted: row.try_get(3)?,
        creator: row.try_get(4)?,
        created: row.try_get(5)?,
        status: row.try_get(6)?,
        head: count(row, 7)?,
        deadline: row.try_get(8)?,
    })
}

fn match_row(row: &PgRow) -> Result<MatchRow> {
    Ok(MatchRow {
        number: number(row)?,
        first_seq: row.try_get::<i64, _>("first_seq")?.unsigned_abs(),
        at: row.try_get("started")?,
    })
}

fn ended_row(row: &PgRow) -> Result<EndedRow> {
    Ok(EndedRow {
        number: number(row)?,
        last_seq: row.try_get::<i64, _>("last_seq")?.unsigned_abs(),
        at: row.try_get("ended")?,
        kind: row.try_get("kind")?,
        winners: row.try_get("winners")?,
        reason: row.try_get("reason")?,
        points: row.try_get("points")?,
        players: row.try_get("players")?,
        hash: row.try_get("hash")?,
        sides: Vec::new(),
    })
}

fn number(row: &PgRow) -> Result<u32> {
    u32::try_from(row.try_get::<i64, _>("number")?).map_err(wrong)
}

fn wrong(error: std::num::TryFromIntError) -> Error {
    Error::Decode(Box::new(error))
}
