//! Players' standings: changed inside the transaction that ends a match, and read.
//!
//! A new rating follows from both players' old ones. Here nothing can come between: transactions that write follow
//! one another, those of other processes too, so two matches of one player that end at once are counted one after
//! the other, and each of them once.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use engine::games::darbol::handicap::Average;
use engine::stats::{Share, Standing, conclude};

use crate::store::{EndedRow, LeagueRow, Tally};

use super::query::{all, count, outcome};
use crate::store::rows::int;

const STANDING: &str =
    "SELECT kind, rating, deviation, volatility, rated, streak, longest, games, turns, excess FROM standings";

/// Takes the match into the standings of those on whose record it goes.
pub(super) fn count_in(c: &Connection, ended: &EndedRow) -> Result<()> {
    let shares: Vec<Share> = ended.sides.iter().map(|side| side.share).collect();
    let old = ended.sides.iter().map(|side| standing(c, &side.player, &ended.kind));
    let mut standings = old.map(|old| old.map(Option::unwrap_or_default)).collect::<Result<Vec<_>>>()?;
    conclude(&mut standings, &shares);
    let mut replace = c.prepare_cached(
        "INSERT OR REPLACE INTO standings
            (player, kind, rating, deviation, volatility, rated, streak, longest, games, turns, excess)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for (side, new) in ended.sides.iter().zip(standings) {
        replace.execute(params![
            side.player,
            ended.kind,
            new.rating,
            new.deviation,
            new.volatility,
            int(new.rated),
            new.streak,
            int(new.longest),
            int(new.hundred.games),
            int(new.hundred.turns),
            int(new.hundred.excess)
        ])?;
    }
    Ok(())
}

pub(super) fn standing(c: &Connection, player: &str, kind: &str) -> Result<Option<Standing>> {
    c.prepare_cached(&format!("{STANDING} WHERE player = ?1 AND kind = ?2"))?
        .query_row([player, kind], standing_row)
        .optional()
}

pub(super) fn standings_of(c: &Connection, player: &str) -> Result<Vec<(String, Standing)>> {
    all(c, &format!("{STANDING} WHERE player = ?1 ORDER BY kind"), [player], |row| {
        Ok((row.get("kind")?, standing_row(row)?))
    })
}

pub(super) fn record_of(c: &Connection, player: &str) -> Result<Vec<Tally>> {
    let sql = "SELECT kind, outcome, early, own, count(*) FROM result_players WHERE player = ?1
        GROUP BY kind, outcome, early, own ORDER BY kind, outcome DESC, early, own";
    all(c, sql, [player], |row| {
        Ok(Tally {
            kind: row.get(0)?,
            outcome: outcome(row.get(1)?)?,
            early: row.get(2)?,
            own: row.get(3)?,
            matches: count(row, 4)?,
        })
    })
}

pub(super) fn league(c: &Connection, limit: usize) -> Result<Vec<LeagueRow>> {
    // The order of the index, spelled as there. Quotients of such small numbers differ if the fractions do.
    let sql = "SELECT s.player, p.name, s.games, s.turns, s.excess
        FROM standings s JOIN players p ON p.id = s.player WHERE s.games > 0
        ORDER BY CAST(s.turns AS REAL) / s.games, -CAST(s.excess AS REAL) / s.games, s.player LIMIT ?1";
    all(c, sql, [int(limit as u64)], |row| {
        Ok(LeagueRow { player: row.get(0)?, name: row.get(1)?, hundred: hundred(row)? })
    })
}

fn standing_row(row: &Row<'_>) -> Result<Standing> {
    Ok(Standing {
        rating: row.get("rating")?,
        deviation: row.get("deviation")?,
        volatility: row.get("volatility")?,
        rated: number(row, "rated")?,
        streak: row.get("streak")?,
        longest: number(row, "longest")?,
        hundred: hundred(row)?,
    })
}

fn hundred(row: &Row<'_>) -> Result<Average> {
    Ok(Average { turns: number(row, "turns")?, excess: number(row, "excess")?, games: number(row, "games")? })
}

fn number(row: &Row<'_>, column: &str) -> Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}
