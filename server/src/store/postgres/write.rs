//! What single writes do, alone or inside the transaction of an append.

use sqlx::{PgConnection, PgExecutor, PgPool, Row, query};

use super::query::Result;
use super::standings;
use crate::store::rows::{int, outcome_code};
use crate::store::{EndedRow, MatchRow, Outage, PlayerRow};

/// Without a beat for longer than this, nobody was alive.
const OUTAGE_MS: i64 = 2000;

pub(super) async fn save_player(c: impl PgExecutor<'_>, player: &PlayerRow) -> Result<()> {
    query(
        "INSERT INTO players (id, key_hash, name, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at
         WHERE players.name <> excluded.name AND players.at <= excluded.at
            AND players.key_hash = excluded.key_hash",
    )
    .bind(&player.id)
    .bind(player.key_hash)
    .bind(&player.name)
    .bind(player.at)
    .execute(c)
    .await?;
    Ok(())
}

/// One statement: a process that is stopped half-way would hold up the beats of all others.
pub(super) async fn heartbeat(pool: &PgPool, at: i64) -> Result<Option<Outage>> {
    // After the clock was set back the same beat may end a second outage; the longer one covers both.
    let ended = query(
        "WITH last AS (SELECT at FROM heartbeat WHERE id = 0 FOR UPDATE),
         beat AS (
            INSERT INTO heartbeat (id, at) SELECT 0, $1 FROM (SELECT count(*) FROM last) AS first
            ON CONFLICT (id) DO UPDATE SET at = excluded.at)
         INSERT INTO outages (since, until) SELECT last.at, $1 FROM last WHERE $1 - last.at > $2
         ON CONFLICT (since) DO UPDATE SET until = greatest(outages.until, excluded.until)
         RETURNING since",
    )
    .bind(at)
    .bind(OUTAGE_MS)
    .fetch_optional(pool)
    .await?;
    ended.map(|row| Ok(Outage { from: row.try_get(0)?, to: at })).transpose()
}

pub(super) async fn set_deadline(pool: &PgPool, room: &str, deadline: Option<i64>) -> Result<()> {
    let mut tx = pool.begin().await?;
    // a room that is deleted at the same time leaves no deadline behind
    let exists =
        query("SELECT 1 FROM rooms WHERE code = $1 FOR KEY SHARE").bind(room).execute(&mut *tx).await?;
    if exists.rows_affected() == 1 {
        save_deadline(&mut tx, room, deadline).await?;
    }
    tx.commit().await
}

pub(super) async fn save_deadline(c: &mut PgConnection, room: &str, deadline: Option<i64>) -> Result<()> {
    match deadline {
        Some(at) => {
            let sql = "INSERT INTO deadlines (room, at) VALUES ($1, $2)
                ON CONFLICT (room) DO UPDATE SET at = excluded.at WHERE deadlines.at <> excluded.at";
            query(sql).bind(room).bind(at).execute(c).await?
        }
        None => query("DELETE FROM deadlines WHERE room = $1").bind(room).execute(c).await?,
    };
    Ok(())
}

pub(super) async fn forget_tokens(pool: &PgPool, before: i64) -> Result<u64> {
    Ok(query("DELETE FROM tokens WHERE at < $1").bind(before).execute(pool).await?.rows_affected())
}

pub(super) async fn delete_room(pool: &PgPool, room: &str, after: u64) -> Result<bool> {
    let mut tx = pool.begin().await?;
    let held = query("SELECT 1 FROM rooms WHERE code = $1 FOR UPDATE").bind(room).execute(&mut *tx).await?;
    let sql = "SELECT (SELECT coalesce(max(seq), 0) FROM entries WHERE room = $1),
        EXISTS (SELECT FROM results WHERE room = $1)";
    let row = query(sql).bind(room).fetch_one(&mut *tx).await?;
    let (head, started): (i64, bool) = (row.try_get(0)?, row.try_get(1)?);
    if held.rows_affected() == 0 || started || head != int(after) {
        return Ok(false);
    }
    for sql in [
        "DELETE FROM entries WHERE room = $1",
        "DELETE FROM seats WHERE room = $1",
        "DELETE FROM deadlines WHERE room = $1",
        "DELETE FROM rooms WHERE code = $1",
    ] {
        query(sql).bind(room).execute(&mut *tx).await?;
    }
    tx.commit().await?;
    Ok(true)
}

pub(super) async fn save_seat(
    c: &mut PgConnection,
    room: &str,
    seat: usize,
    player: Option<&str>,
) -> Result<()> {
    let seat = int(seat as u64);
    match player {
        Some(player) => {
            let sql = "INSERT INTO seats (room, seat, player) VALUES ($1, $2, $3)
                ON CONFLICT (room, seat) DO UPDATE SET player = excluded.player";
            query(sql).bind(room).bind(seat).bind(player).execute(c).await?
        }
        None => {
            let sql = "DELETE FROM seats WHERE room = $1 AND seat = $2";
            query(sql).bind(room).bind(seat).execute(c).await?
        }
    };
    Ok(())
}

pub(super) async fn save_start(c: &mut PgConnection, room: &str, m: &MatchRow) -> Result<()> {
    let sql = "INSERT INTO results (room, number, first_seq, started) VALUES ($1, $2, $3, $4)";
    let asked = query(sql).bind(room).bind(i64::from(m.number)).bind(int(m.first_seq)).bind(m.at);
    asked.execute(c).await?;
    Ok(())
}

/// False if there is no such match, or it is over.
pub(super) async fn save_end(c: &mut PgConnection, room: &str, e: &EndedRow) -> Result<bool> {
    let ended = query(
        "UPDATE results SET last_seq = $3, ended = $4, kind = $5, winners = $6, reason = $7, points = $8,
                players = $9, hash = $10
         WHERE room = $1 AND number = $2 AND ended IS NULL",
    )
    .bind(room)
    .bind(i64::from(e.number))
    .bind(int(e.last_seq))
    .bind(e.at)
    .bind(&e.kind)
    .bind(&e.winners)
    .bind(&e.reason)
    .bind(&e.points)
    .bind(&e.players)
    .bind(&e.hash)
    .execute(&mut *c)
    .await?;
    if ended.rows_affected() != 1 {
        return Ok(false);
    }
    for side in &e.sides {
        query(
            "INSERT INTO result_players (player, ended, room, number, kind, seat, outcome, early, own)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(&side.player)
        .bind(e.at)
        .bind(room)
        .bind(i64::from(e.number))
        .bind(&e.kind)
        .bind(int(side.share.seat as u64))
        .bind(outcome_code(side.share.outcome))
        .bind(side.share.early.map(|early| early.reason.name()))
        .bind(side.share.early.is_some_and(|early| early.own))
        .execute(&mut *c)
        .await?;
    }
    standings::count_in(c, e).await?;
    Ok(true)
}
