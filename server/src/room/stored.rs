//! A room as the store has it: read and folded, without a task of its own.

use engine::fairness::Chain;
use engine::setup::Setup;
use engine::table::{Logged, Now, Table};
use protocol::RoomCode;

pub(crate) use super::append::append;
use super::chain::chain;
use crate::clock::Clock;
use crate::store::{RoomRow, Store, StoreError};

/// A room that was read.
pub(crate) struct Stored {
    pub(crate) table: Table,
    /// The server's chain for the match that is played or comes next.
    pub(crate) chain: Chain,
    /// Its entries.
    pub(crate) log: Vec<Logged>,
    pub(crate) row: RoomRow,
    /// When it had been read.
    pub(crate) now: Now,
}

/// Reads a room; none if there is no such room.
///
/// # Errors
/// If the store failed, or what it has of the room cannot be read.
pub(crate) async fn read(store: &Store, code: RoomCode, clock: &Clock) -> Result<Option<Stored>, StoreError> {
    let Some(row) = store.room(code.as_str()).await? else { return Ok(None) };
    let corrupt = |what: &dyn std::fmt::Display| StoreError::Corrupt(format!("room {code}: {what}"));
    let setup: Setup = serde_json::from_str(&row.setup).map_err(|error| corrupt(&error))?;
    let kind = setup.game.kind();
    let lines = store.read(code.as_str(), 0, usize::MAX).await?;
    // not before: what another process appended while the store was slow would count as made before it was
    let now = clock.now();
    let mut table = Table::new(code.as_str(), setup, chain(&row.secret, 1, kind).tip(), now);
    let mut log = Vec::new();
    for line in lines {
        let logged = Logged::read(&line).map_err(|error| corrupt(&error))?;
        // an entry of an earlier process: when it was on this process's monotonic clock
        let mono = (logged.entry.at - now.wall).min(0) + now.mono;
        table.apply(&logged, mono);
        log.push(logged);
    }
    let chain = chain(&row.secret, table.chain_match(), kind);
    Ok(Some(Stored { table, chain, log, row, now }))
}
