//! What Hundred's players are awarded, from their records in the store (C37 to C42).
//!
//! It is read when the last seat is taken, to be shown, and once more for the decision that starts the match: what
//! then stands in the log is what counts, whatever becomes of the records later.

use engine::games::darbol;
use engine::games::darbol::handicap::handicaps;
use engine::games::{Handicap, Kind, Options};
use engine::setup::Setup;
use engine::table::{Decision, Event, Status, Table};

use crate::store::{Store, StoreError};

/// Ids of players, in seat order.
pub(super) type Players = Vec<String>;

/// Those who will play the coming match, if it is one with handicap and they are all there.
pub(super) fn to_come(table: &Table) -> Option<Players> {
    if table.status() == Status::Playing || !wanted(table.setup()) {
        return None;
    }
    table.players().map(|player| player.map(|player| player.id.clone())).collect()
}

/// Those with whom a decision starts a match with handicap, if it does.
pub(super) fn starting(decision: &Decision) -> Option<Players> {
    decision.entries.iter().find_map(|logged| match &logged.entry.event {
        Event::Started(started) if wanted(&started.setup) => {
            Some(started.seats.iter().map(|player| player.id.clone()).collect())
        }
        _ => None,
    })
}

/// What these players are awarded.
pub(super) async fn of(store: &Store, players: Option<Players>) -> Result<Option<Vec<Handicap>>, StoreError> {
    match players {
        // boxed: most rooms never come here, and are not to have place for it
        Some(players) => Box::pin(from_records(store, players)).await.map(Some),
        None => Ok(None),
    }
}

async fn from_records(store: &Store, players: Players) -> Result<Vec<Handicap>, StoreError> {
    let mut records = Vec::with_capacity(players.len());
    for player in &players {
        records.push(store.standing(player, Kind::Darbol.name()).await?.map(|standing| standing.hundred));
    }
    Ok(handicaps(&records))
}

fn wanted(setup: &Setup) -> bool {
    matches!(&setup.game, Options::Darbol(options) if options.handicap && options.game == darbol::Kind::Hundred)
}
