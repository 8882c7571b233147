//! What is told of players: the page of one, and the league of Hundred's.
//!
//! Everything here is read from what the store has counted; nothing is worked out from logs.

use std::collections::BTreeMap;

use engine::games::darbol::handicap::{Average, handicaps};
use engine::games::{Handicap, Kind};
use engine::stats::{Outcome, Standing};
use engine::table::Player;
use protocol::{
    Code, ErrorReply, HundredSums, LEAGUE_PLAYERS, League, LeaguePlayer, PlayerPage, RECENT_MATCHES, Recent,
    Record, Reply,
};
use serde::de::DeserializeOwned;

use crate::app::Shared;
use crate::store::{ResultRow, StoreError, Tally, store_failed};

/// The page of a player, for `me`. One's own is there before anything is stored of one.
///
/// # Errors
/// If nobody has this id, or the store failed.
pub async fn page(shared: &Shared, player: &str, me: &Player) -> Result<Reply, ErrorReply> {
    let name = match shared.store.player(player).await.map_err(store_failed)? {
        Some(row) => row.name,
        None if player == me.id => me.name.clone(),
        None => {
            let player: String = player.chars().take(32).collect();
            return Err(ErrorReply::new(Code::NoSuchPlayer, format!("no player has the id {player:?}")));
        }
    };
    let page = read(shared, player, name, me).await.map_err(store_failed)?;
    Ok(Reply::Player(page))
}

async fn read(shared: &Shared, player: &str, name: String, me: &Player) -> Result<PlayerPage, StoreError> {
    let standings = shared.store.standings_of(player).await?;
    let tallies = shared.store.record_of(player).await?;
    let recent = shared.store.results_of(player, RECENT_MATCHES).await?;
    let hundred = standings.iter().find(|(kind, _)| kind == Kind::Darbol.name()).map(|(_, s)| s.hundred);
    let handicap = match hundred.filter(|_| player != me.id) {
        Some(hundred) => against(shared, hundred, &me.id).await?,
        None => None,
    };
    Ok(PlayerPage {
        id: player.to_owned(),
        name,
        record: record(&standings, &tallies),
        recent: recent.into_iter().map(|row| row_of(player, row)).collect::<Result<_, _>>()?,
        handicap,
    })
}

/// What a player with this record and `other` would be awarded, if it is anything.
async fn against(
    shared: &Shared,
    hundred: Average,
    other: &str,
) -> Result<Option<[Handicap; 2]>, StoreError> {
    let other = shared.store.standing(other, Kind::Darbol.name()).await?;
    let given = handicaps(&[Some(hundred), other.map(|standing| standing.hundred)]);
    let given = <[Handicap; 2]>::try_from(given).ok();
    Ok(given.filter(|given| *given != [Handicap::default(); 2]))
}

/// The record by kind of game.
fn record(standings: &[(String, Standing)], tallies: &[Tally]) -> BTreeMap<String, Record> {
    let mut record: BTreeMap<String, Record> =
        standings.iter().map(|(kind, standing)| (kind.clone(), so_far(standing))).collect();
    for tally in tallies {
        let Some(record) = record.get_mut(&tally.kind) else { continue };
        let matches = u32::try_from(tally.matches).unwrap_or(u32::MAX);
        match tally.outcome {
            Outcome::Won => record.won += matches,
            Outcome::Lost => record.lost += matches,
            Outcome::Drawn => record.drawn += matches,
            Outcome::Unfinished => {}
        }
        if let Some(reason) = &tally.early {
            let left = record.unfinished.entry(reason.clone()).or_default();
            if tally.own {
                left.own += tally.matches;
            } else {
                left.other += tally.matches;
            }
        }
    }
    record
}

/// A record with nothing tallied yet.
fn so_far(standing: &Standing) -> Record {
    let hundred = Some(standing.hundred).filter(|hundred| hundred.games > 0);
    let averages = |hundred: Average| {
        let [turns, excess] = averages(hundred);
        BTreeMap::from([("turns".to_owned(), turns), ("excess".to_owned(), excess)])
    };
    Record {
        won: 0,
        lost: 0,
        drawn: 0,
        // far inside of an i32: a cast saturates anyway
        rating: standing.rating.round() as i32,
        deviation: standing.deviation.round() as i32,
        provisional: standing.provisional(),
        streak: standing.streak,
        longest_streak: standing.longest,
        unfinished: BTreeMap::new(),
        averages: hundred.map(averages).unwrap_or_default(),
        hundred: hundred.map(sums),
    }
}

fn row_of(player: &str, row: ResultRow) -> Result<Recent, StoreError> {
    let seats: Vec<Option<Player>> = kept(player, &row.ended.players)?;
    Ok(Recent {
        r#match: format!("{}/{}", row.room, row.ended.number),
        game: row.ended.kind,
        seats: seats.into_iter().flatten().collect(),
        seat: row.seat,
        outcome: Some(row.outcome),
        winners: kept(player, &row.ended.winners)?,
        reason: kept(player, &format!("\"{}\"", row.ended.reason))?,
        points: kept(player, &row.ended.points)?,
        at: row.ended.at,
    })
}

/// JSON that the store has kept.
fn kept<T: DeserializeOwned>(player: &str, json: &str) -> Result<T, StoreError> {
    serde_json::from_str(json)
        .map_err(|error| StoreError::Corrupt(format!("a result of {player} cannot be read: {error}")))
}

/// Hundred's players of this server, the strongest first.
///
/// # Errors
/// If the store failed.
pub async fn league(shared: &Shared, limit: Option<u32>) -> Result<Reply, ErrorReply> {
    let limit = limit.map_or(LEAGUE_PLAYERS, |limit| LEAGUE_PLAYERS.min(limit as usize));
    let rows = shared.store.league(limit).await.map_err(store_failed)?;
    let players = rows.into_iter().map(|row| {
        let [turns_avg, excess_avg] = averages(row.hundred);
        LeaguePlayer { id: row.player, name: row.name, sums: sums(row.hundred), turns_avg, excess_avg }
    });
    Ok(Reply::League(League { players: players.collect() }))
}

/// Turns and excess a game. There is at least one.
fn averages(Average { turns, excess, games }: Average) -> [f64; 2] {
    [turns as f64 / games as f64, excess as f64 / games as f64]
}

fn sums(Average { turns, excess, games }: Average) -> HundredSums {
    HundredSums { games, turns, excess }
}

#[cfg(test)]
mod tests;
