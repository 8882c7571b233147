//! Players' standings: changed inside the transaction that ends a match, and read.
//!
//! A new rating follows from both players' old ones. Their rows are locked before they are read, always in the order
//! of the players' ids, so two matches of one player that end at once are counted one after the other.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row, query};

use engine::games::darbol::handicap::Average;
use engine::stats::{Share, Standing, conclude};

use super::query::{Result, all, count, outcome};
use crate::store::rows::int;
use crate::store::{EndedRow, LeagueRow, Tally};

macro_rules! standings {
    ($where:literal) => {
        concat!(
            "SELECT kind, rating, deviation, volatility, rated, streak, longest, games, turns, excess
             FROM standings ",
            $where
        )
    };
}

/// Takes the match into the standings of those on whose record it goes.
pub(super) async fn count_in(c: &mut PgConnection, ended: &EndedRow) -> Result<()> {
    let shares: Vec<Share> = ended.sides.iter().map(|side| side.share).collect();
    let mut order: Vec<usize> = (0..ended.sides.len()).collect();
    order.sort_unstable_by_key(|&side| &ended.sides[side].player);
    let mut standings = vec![Standing::default(); shares.len()];
    for &side in &order {
        standings[side] = lock(c, &ended.sides[side].player, &ended.kind).await?;
    }
    conclude(&mut standings, &shares);
    for &side in &order {
        let new = &standings[side];
        query(
            "UPDATE standings SET rating = $3, deviation = $4, volatility = $5, rated = $6, streak = $7,
                longest = $8, games = $9, turns = $10, excess = $11
             WHERE player = $1 AND kind = $2",
        )
        .bind(&ended.sides[side].player)
        .bind(&ended.kind)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(int(new.rated))
        .bind(new.streak)
        .bind(int(new.longest))
        .bind(int(new.hundred.games))
        .bind(int(new.hundred.turns))
        .bind(int(new.hundred.excess))
        .execute(&mut *c)
        .await?;
    }
    Ok(())
}

/// The standing as it is once nobody else can change it; a row is made for who has none.
async fn lock(c: &mut PgConnection, player: &str, kind: &str) -> Result<Standing> {
    let new = Standing::default();
    query(
        "INSERT INTO standings
            (player, kind, rating, deviation, volatility, rated, streak, longest, games, turns, excess)
         VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
    )
    .bind(player)
    .bind(kind)
    .bind(new.rating)
    .bind(new.deviation)
    .bind(new.volatility)
    .execute(&mut *c)
    .await?;
    let sql = standings!("WHERE player = $1 AND kind = $2 FOR UPDATE");
    standing_row(&query(sql).bind(player).bind(kind).fetch_one(&mut *c).await?)
}

pub(super) async fn standing(pool: &PgPool, player: &str, kind: &str) -> Result<Option<Standing>> {
    let sql = standings!("WHERE player = $1 AND kind = $2");
    let row = query(sql).bind(player).bind(kind).fetch_optional(pool).await?;
    row.as_ref().map(standing_row).transpose()
}

pub(super) async fn standings_of(pool: &PgPool, player: &str) -> Result<Vec<(String, Standing)>> {
    let rows = query(standings!("WHERE player = $1 ORDER BY kind")).bind(player).fetch_all(pool).await?;
    all(&rows, |row| Ok((row.try_get("kind")?, standing_row(row)?)))
}

pub(super) async fn record_of(pool: &PgPool, player: &str) -> Result<Vec<Tally>> {
    let sql = "SELECT kind, outcome, early, own, count(*) FROM result_players WHERE player = $1
        GROUP BY kind, outcome, early, own ORDER BY kind, outcome DESC, early NULLS FIRST, own";
    let rows = query(sql).bind(player).fetch_all(pool).await?;
    all(&rows, |row| {
        Ok(Tally {
            kind: row.try_get(0)?,
            outcome: outcome(row.try_get(1)?)?,
            early: row.try_get(2)?,
            own: row.try_get(3)?,
            matches: count(row, 4)?,
        })
    })
}

pub(super) async fn league(pool: &PgPool, limit: usize) -> Result<Vec<LeagueRow>> {
    // The order of the index, spelled as there. Quotients of such small numbers differ if the fractions do.
    let sql = "SELECT s.player, p.name, s.games, s.turns, s.excess
        FROM standings s JOIN players p ON p.id = s.player WHERE s.games > 0
        ORDER BY s.turns::double precision / s.games, -(s.excess::double precision) / s.games, s.player
        LIMIT $1";
    let rows = query(sql).bind(int(limit as u64)).fetch_all(pool).await?;
    all(&rows, |row| Ok(LeagueRow { player: row.try_get(0)?, name: row.try_get(1)?, hundred: hundred(row)? }))
}

fn standing_row(row: &PgRow) -> Result<Standing> {
    Ok(Standing {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        rated: number(row, "rated")?,
        streak: row.try_get("streak")?,
        longest: number(row, "longest")?,
        hundred: hundred(row)?,
    })
}

fn hundred(row: &PgRow) -> Result<Average> {
    Ok(Average { turns: number(row, "turns")?, excess: number(row, "excess")?, games: number(row, "games")? })
}

fn number(row: &PgRow, column: &str) -> Result<u64> {
    row.try_get::<i64, _>(column).map(i64::unsigned_abs)
}
