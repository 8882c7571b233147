//! The PostgreSQL backend, for a cluster: many processes over one database.
//!
//! `append` is the compare-and-set and what goes in with it, `batch` commits the moves of many rooms together,
//! `write` is what single writes do, `query` and `standings` what comes back out. `line` has the pool and what
//! errors mean, `schema` makes the tables.

mod append;
mod batch;
mod line;
mod query;
mod schema;
mod standings;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use sqlx::PgPool;
use tokio::sync::Semaphore;

use engine::stats::Standing;

use super::{
    Append, Appended, LeagueRow, MatchInfo, Outage, PlayerRow, ResultRow, RoomRow, StoreError, Tally,
};

use batch::Batches;
use line::{asked, trouble};

/// Appends that may wait, of either kind; what comes beyond is refused at once.
const WAITING: usize = 4096;

/// A handle of one database; clones share it.
#[derive(Clone)]
pub(super) struct Postgres {
    pool: PgPool,
    batches: Batches,
    /// Places for appends that have to go alone.
    waiting: Arc<Semaphore>,
}

type Result<T> = std::result::Result<T, StoreError>;

impl Postgres {
    /// Opens the database at an address of the form `postgres://USER:PASSWORD@HOST/DATABASE`.
    pub(super) async fn open(url: &str) -> Result<Postgres> {
        let pool = line::pool(url)?;
        let mut connection = pool.acquire().await.map_err(|error| trouble(&error))?;
        schema::prepare(&mut connection).await?;
        drop(connection);
        let batches = Batches::start(pool.clone(), WAITING);
        Ok(Postgres { pool, batches, waiting: Arc::new(Semaphore::new(WAITING)) })
    }

    /// Boxed: a room's task has place for this whichever its store is, and for SQLite's a tenth would do.
    pub(super) fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended>> {
        Box::pin(self.append_any(append))
    }

    async fn append_any(&self, append: Append) -> Result<Appended> {
        if append::is_plain(&append) {
            return self.batches.append(append).await;
        }
        let _place = self
            .waiting
            .try_acquire()
            .map_err(|_| StoreError::Unavailable("too many writes are waiting".to_owned()))?;
        append::append(&self.pool, &append).await
    }

    pub(super) async fn save_player(&self, player: PlayerRow) -> Result<()> {
        asked(|| write::save_player(&self.pool, &player)).await
    }

    pub(super) async fn heartbeat(&self, at: i64) -> Result<Option<Outage>> {
        asked(|| write::heartbeat(&self.pool, at)).await
    }

    pub(super) async fn set_deadline(&self, room: &str, deadline: Option<i64>) -> Result<()> {
        asked(|| write::set_deadline(&self.pool, room, deadline)).await
    }

    pub(super) async fn forget_tokens(&self, before: i64) -> Result<u64> {
        asked(|| write::forget_tokens(&self.pool, before)).await
    }

    pub(super) async fn delete_room(&self, room: &str, after: u64) -> Result<bool> {
        asked(|| write::delete_room(&self.pool, room, after)).await
    }

    pub(super) async fn room(&self, code: &str) -> Result<Option<RoomRow>> {
        asked(|| query::room(&self.pool, code)).await
    }

    pub(super) async fn heads(&self, rooms: &[String]) -> Result<Vec<(String, u64)>> {
        asked(|| query::heads(&self.pool, rooms)).await
    }

    pub(super) async fn read(&self, room: &str, after: u64, limit: usize) -> Result<Vec<String>> {
        asked(|| query::read(&self.pool, room, after, limit)).await
    }

    pub(super) async fn match_lines(&self, room: &str, number: u32) -> Result<Option<Vec<String>>> {
        asked(|| query::match_lines(&self.pool, room, number)).await
    }

    pub(super) async fn matches(&self, room: &str) -> Result<Vec<MatchInfo>> {
        asked(|| query::matches(&self.pool, room)).await
    }

    pub(super) async fn player(&self, id: &str) -> Result<Option<PlayerRow>> {
        asked(|| query::player(&self.pool, id)).await
    }

    pub(super) async fn rooms_of(&self, player: &str, limit: usize) -> Result<Vec<RoomRow>> {
        asked(|| query::rooms_of(&self.pool, player, limit)).await
    }

    pub(super) async fn listed(&self, limit: usize) -> Result<Vec<RoomRow>> {
        asked(|| query::listed(&self.pool, limit)).await
    }

    pub(super) async fn rooms_after(&self, after: &str, limit: usize) -> Result<Vec<RoomRow>> {
        asked(|| query::rooms_after(&self.pool, after, limit)).await
    }

    pub(super) async fn rooms_count(&self) -> Result<u64> {
        asked(|| query::rooms_count(&self.pool)).await
    }

    pub(super) async fn token(
        &self,
        player: &str,
        request: &str,
        token: &str,
        newer_than: i64,
    ) -> Result<Option<String>> {
        asked(|| query::token(&self.pool, [player, request, token], newer_than)).await
    }

    pub(super) async fn due(&self, before: i64, limit: usize) -> Result<Vec<String>> {
        asked(|| query::due(&self.pool, before, limit)).await
    }

    pub(super) async fn outages_since(&self, at: i64) -> Result<Vec<Outage>> {
        asked(|| query::outages_since(&self.pool, at)).await
    }

    pub(super) async fn results_of(&self, player: &str, limit: usize) -> Result<Vec<ResultRow>> {
        asked(|| query::results_of(&self.pool, player, limit)).await
    }

    pub(super) async fn record_of(&self, player: &str) -> Result<Vec<Tally>> {
        asked(|| standings::record_of(&self.pool, player)).await
    }

    pub(super) async fn standing(&self, player: &str, kind: &str) -> Result<Option<Standing>> {
        asked(|| standings::standing(&self.pool, player, kind)).await
    }

    pub(super) async fn standings_of(&self, player: &str) -> Result<Vec<(String, Standing)>> {
        asked(|| standings::standings_of(&self.pool, player)).await
    }

    pub(super) async fn league(&self, limit: usize) -> Result<Vec<LeagueRow>> {
        asked(|| standings::league(&self.pool, limit)).await
    }

    /// PostgreSQL has its own ways, which know of its other databases, its roles and its archive.
    pub(super) async fn backup(&self, _file: &Path) -> Result<()> {
        Err(StoreError::Unsupported("back PostgreSQL up with pg_dump or its own archive".to_owned()))
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}
