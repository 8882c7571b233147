//! The durable store: a room is a log of numbered lines, and an append is a compare-and-set on the room's head.
//!
//! What a decision causes (its lines, who sits, a result, the answer under a token, the next deadline) goes in
//! with one [`Store::append`] and is there wholly or not at all. The store knows no rules and parses no JSON; but the
//! end of a match changes its players' standings within the same transaction, by `engine::stats::conclude`: only
//! there can no other match of theirs end in between, and what is repeated after a crash is a conflict.
//! Any number of processes may race for a room; one append wins, the others are told the head.
//!
//! One contract, checked by one suite (`contract`), for every backend: SQLite (`sqlite`) for one machine, PostgreSQL
//! (`postgres`) for a cluster, and one in memory for simulations (`simulated`). Another one is a variant of `Backend`
//! with the same methods. Read `rows` first: it is what goes in and out.

mod postgres;
mod rows;
#[cfg(any(test, feature = "simulation"))]
pub mod simulated;
mod sqlite;

#[cfg(test)]
mod contract;

use std::path::{Path, PathBuf};

use engine::stats::Standing;

pub use rows::{
    Append, Appended, EndedRow, LeagueRow, MatchInfo, MatchRow, NewRoom, Outage, PlayerRow, ResultRow,
    RoomRow, Side, TOKEN_LIFE_MS, Tally, TokenRow,
};

use postgres::Postgres;
use sqlite::Sqlite;

/// Why the store did not do what it was asked; in every case nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached, written or waited for right now; trying again later is sensible.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// It was made by a later version of this program.
    #[error("the store has schema version {found}, this program knows versions up to {known}")]
    Newer {
        /// The version of the file.
        found: i64,
        /// The latest version that this program can serve.
        known: i64,
    },
    /// Its check failed; it has to be restored from a backup.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// The address names no store that this program can open.
    #[error("no such kind of store: {0:?} (expected sqlite:FILE or postgres://USER@HOST/DATABASE)")]
    BadUrl(String),
    /// The request contradicts what is stored, as the end of a match that never started; a bug of the caller.
    #[error("the store refused a contradiction: {0}")]
    Invalid(String),
    /// This kind of store leaves it to its own tools.
    #[error("this store cannot do that: {0}")]
    Unsupported(String),
}

/// A handle of the store; clones share it. All times are Unix milliseconds.
///
/// Methods that write answer when the write is on disk. A future that is dropped before means unknown: read.
#[derive(Clone)]
pub struct Store(Backend);

#[derive(Clone)]
enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
    #[cfg(any(test, feature = "simulation"))]
    Simulated(simulated::Simulated),
}

/// The same call on whichever backend it is.
macro_rules! each {
    ($store:ident, $backend:ident => $call:expr) => {
        match &$store.0 {
            Backend::Sqlite($backend) => $call,
            Backend::Postgres($backend) => $call,
            #[cfg(any(test, feature = "simulation"))]
            Backend::Simulated($backend) => $call,
        }
    };
}

impl Store {
    /// Opens, checks and if need be migrates the store at `sqlite:FILE` or `postgres://USER@HOST/DATABASE`;
    /// `sqlite::memory:` is for tests and trials.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Store(Backend::Postgres(Postgres::open(url).await?)));
        }
        match url.strip_prefix("sqlite:") {
            Some(place) if !place.trim_start_matches('/').is_empty() => {
                Ok(Store(Backend::Sqlite(Sqlite::open(place).await?)))
            }
            Some(_) | None => Err(StoreError::BadUrl(url.to_owned())),
        }
    }

    /// Appends to a room if its head is `append.after`; everything in `append` or nothing of it.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        each!(self, s => s.append(append).await)
    }

    /// Stores a player, or a player's newer name.
    pub async fn save_player(&self, player: PlayerRow) -> Result<(), StoreError> {
        each!(self, s => s.save_player(player).await)
    }

    /// Notes that a server is alive. If the last beat was over 2 s ago, the gap is kept and returned as an outage.
    pub async fn heartbeat(&self, at: i64) -> Result<Option<Outage>, StoreError> {
        each!(self, s => s.heartbeat(at).await)
    }

    /// Sets or clears when the room has to be looked at again; does nothing if there is no such room.
    pub async fn set_deadline(&self, room: &str, deadline: Option<i64>) -> Result<(), StoreError> {
        each!(self, s => s.set_deadline(room, deadline).await)
    }

    /// Forgets the tokens that were stored before `before`; returns how many.
    pub async fn forget_tokens(&self, before: i64) -> Result<u64, StoreError> {
        each!(self, s => s.forget_tokens(before).await)
    }

    /// Deletes a room in which no match ever started, if its head is `after`; returns whether it did.
    pub async fn delete_room(&self, room: &str, after: u64) -> Result<bool, StoreError> {
        each!(self, s => s.delete_room(room, after).await)
    }

    /// The room of this code.
    pub async fn room(&self, code: &str) -> Result<Option<RoomRow>, StoreError> {
        each!(self, s => s.room(code).await)
    }

    /// The newest entry of each of these rooms; 0 if it has none, or is not there.
    pub async fn heads(&self, rooms: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        each!(self, s => s.heads(rooms).await)
    }

    /// At most `limit` lines of a room, from the entry after `after` on; none if there is no such room.
    pub async fn read(&self, room: &str, after: u64, limit: usize) -> Result<Vec<String>, StoreError> {
        each!(self, s => s.read(room, after, limit).await)
    }

    /// The lines of a match that has ended, from its `started` to its `ended`.
    pub async fn match_lines(&self, room: &str, number: u32) -> Result<Option<Vec<String>>, StoreError> {
        each!(self, s => s.match_lines(room, number).await)
    }

    /// The matches of a room, the first one first, a running one included.
    pub async fn matches(&self, room: &str) -> Result<Vec<MatchInfo>, StoreError> {
        each!(self, s => s.matches(room).await)
    }

    /// The player of this public id.
    pub async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
        each!(self, s => s.player(id).await)
    }

    /// The rooms in which this player sits or which they made, the newest first.
    pub async fn rooms_of(&self, player: &str, limit: usize) -> Result<Vec<RoomRow>, StoreError> {
        each!(self, s => s.rooms_of(player, limit).await)
    }

    /// The public rooms that are not finished, the newest first.
    pub async fn listed(&self, limit: usize) -> Result<Vec<RoomRow>, StoreError> {
        each!(self, s => s.listed(limit).await)
    }

    /// At most `limit` rooms whose codes come after `after`, in order of their codes.
    pub async fn rooms_after(&self, after: &str, limit: usize) -> Result<Vec<RoomRow>, StoreError> {
        each!(self, s => s.rooms_after(after, limit).await)
    }

    /// How many rooms there are.
    pub async fn rooms_count(&self) -> Result<u64, StoreError> {
        each!(self, s => s.rooms_count().await)
    }

    /// The answer that was given under this token after `newer_than`.
    pub async fn token(
        &self,
        player: &str,
        request: &str,
        token: &str,
        newer_than: i64,
    ) -> Result<Option<String>, StoreError> {
        each!(self, s => s.token(player, request, token, newer_than).await)
    }

    /// The codes of rooms whose deadline is at or before `before`, the most overdue first.
    pub async fn due(&self, before: i64, limit: usize) -> Result<Vec<String>, StoreError> {
        each!(self, s => s.due(before, limit).await)
    }

    /// The outages that lasted beyond `at`, the oldest first.
    pub async fn outages_since(&self, at: i64) -> Result<Vec<Outage>, StoreError> {
        each!(self, s => s.outages_since(at).await)
    }

    /// The ended matches of a player, the newest first.
    pub async fn results_of(&self, player: &str, limit: usize) -> Result<Vec<ResultRow>, StoreError> {
        each!(self, s => s.results_of(player, limit).await)
    }

    /// A player's matches by kind of game and by how they went.
    pub async fn record_of(&self, player: &str) -> Result<Vec<Tally>, StoreError> {
        each!(self, s => s.record_of(player).await)
    }

    /// What follows from a player's matches of one kind of game; none without a match.
    pub async fn standing(&self, player: &str, kind: &str) -> Result<Option<Standing>, StoreError> {
        each!(self, s => s.standing(player, kind).await)
    }

    /// A player's standings with the kinds of games that they are of.
    pub async fn standings_of(&self, player: &str) -> Result<Vec<(String, Standing)>, StoreError> {
        each!(self, s => s.standings_of(player).await)
    }

    /// The players of Hundred with a record, the strongest first (C37).
    pub async fn league(&self, limit: usize) -> Result<Vec<LeagueRow>, StoreError> {
        each!(self, s => s.league(limit).await)
    }

    /// Copies the store as it is now into `file`, which appears, or is replaced, only when complete.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        each!(self, s => s.backup(file).await)
    }

    /// Finishes what was accepted, leaves one tidy file behind and refuses whatever comes later.
    pub async fn close(&self) {
        each!(self, s => s.close().await)
    }
}

/// Puts the backup `file` in the place of the SQLite database at `place` (what follows `sqlite:`), on which no
/// server may run. With `replace`, a database that is there is kept under another name, which is returned.
///
/// # Errors
/// If the backup is damaged or newer than this program, a server runs, or a database is there without `replace`.
pub async fn restore_sqlite(place: &str, file: &Path, replace: bool) -> Result<Option<PathBuf>, StoreError> {
    sqlite::restore(place, file, replace).await
}

/// The refusal of a request that the store failed: nothing happened.
pub(crate) fn store_failed(error: StoreError) -> protocol::ErrorReply {
    static FAILED: crate::sparse::Sparse = crate::sparse::Sparse::new();
    if let Some(left_out) = FAILED.now() {
        tracing::warn!(%error, left_out, "the store failed");
    }
    protocol::ErrorReply::new(
        protocol::Code::Unavailable,
        "the store cannot be reached, nothing happened; try again",
    )
}
