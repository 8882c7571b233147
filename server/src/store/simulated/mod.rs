//! A store in memory whose calls fare as a simulation wants: late, in vain, or done without an answer.
//!
//! It keeps the contract of the other backends (`contract`) and none of their durability: it is there so that a
//! whole server runs under virtual time, where no thread may wait for a disk. [`Database`] is what several servers
//! share, [`Weather`] decides the [`Fate`] of each call, `tables` has the writes and `queries` the rest.

mod queries;
mod tables;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::stats::Standing;
use tokio::time::sleep;

use super::{
    Append, Appended, Backend, LeagueRow, MatchInfo, Outage, PlayerRow, ResultRow, RoomRow, Store,
    StoreError, Tally,
};
use tables::Tables;

type Result<T> = std::result::Result<T, StoreError>;

/// A call of the store, as its weather sees it.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// Name of the method.
    pub name: &'static str,
    /// The room or player that it is about; empty if none.
    pub about: &'a str,
    /// Whether it changes anything.
    pub writes: bool,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fate {
    /// The time until it is done.
    pub before: Duration,
    /// The time from then until its answer.
    pub after: Duration,
    /// How it ends.
    pub end: End,
}

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Done and answered.
    Done,
    /// Not done; the answer says that the store is not available.
    Refused,
    /// Done; the answer says that the store is not available.
    Unanswered,
    /// As [`End::Refused`], and done all the same so much later.
    Late(Duration),
}

impl Fate {
    /// Done and answered at once.
    pub const FAIR: Self = Self { before: Duration::ZERO, after: Duration::ZERO, end: End::Done };
}

/// Decides what becomes of calls.
pub trait Weather: Send + Sync {
    /// The fate of a call.
    fn fate(&self, call: Call<'_>) -> Fate;
}

/// Every call is done at once.
#[derive(Debug, Clone, Copy)]
pub struct Fair;

impl Weather for Fair {
    fn fate(&self, _: Call<'_>) -> Fate {
        Fate::FAIR
    }
}

/// What the stores of a simulation share.
#[derive(Clone, Default)]
pub struct Database(Arc<Mutex<Tables>>);

impl Database {
    /// A store over this database, as one server has it.
    #[must_use]
    pub fn store(&self, weather: Arc<dyn Weather>) -> Store {
        Store(Backend::Simulated(Simulated { database: self.clone(), weather, closed: Arc::default() }))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Tables) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One server's handle of a database; clones share it.
#[derive(Clone)]
pub(super) struct Simulated {
    database: Database,
    weather: Arc<dyn Weather>,
    closed: Arc<AtomicBool>,
}

impl Simulated {
    async fn write<T: Send>(
        &self,
        name: &'static str,
        about: &str,
        work: impl FnOnce(&mut Tables) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.call(Call { name, about, writes: true }, work).await
    }

    async fn query<T: Send>(
        &self,
        name: &'static str,
        about: &str,
        work: impl FnOnce(&Tables) -> T + Send + 'static,
    ) -> Result<T> {
        self.call(Call { name, about, writes: false }, |tables| Ok(work(tables))).await
    }

    async fn call<T: Send>(
        &self,
        call: Call<'_>,
        work: impl FnOnce(&mut Tables) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let unavailable = |why: &str| Err(StoreError::Unavailable(why.to_owned()));
        if self.closed.load(Ordering::Relaxed) {
            return unavailable("it is closed");
        }
        let Fate { before, after, end } = self.weather.fate(call);
        pass(before).await;
        let done = match end {
            End::Done | End::Unanswered => self.database.with(work),
            End::Refused => unavailable("it is refused"),
            End::Late(late) => {
                let database = self.database.clone();
                tokio::spawn(async move {
                    sleep(late).await;
                    // nobody waits for the answer any more
                    drop(database.with(work));
                });
                unavailable("it takes too long")
            }
        };
        pass(after).await;
        if end == End::Unanswered { unavailable("its answer is lost") } else { done }
    }

    pub(super) async fn append(&self, append: Append) -> Result<Appended> {
        let room = append.room.clone();
        self.write("append", &room, move |tables| tables.append(append)).await
    }

    pub(super) async fn save_player(&self, player: PlayerRow) -> Result<()> {
        let id = player.id.clone();
        self.write("save_player", &id, move |tables| {
            tables.save_player(player);
            Ok(())
        })
        .await
    }

    pub(super) async fn heartbeat(&self, at: i64) -> Result<Option<Outage>> {
        self.write("heartbeat", "", move |tables| Ok(tables.beat(at))).await
    }

    pub(super) async fn set_deadline(&self, room: &str, deadline: Option<i64>) -> Result<()> {
        let code = room.to_owned();
        self.write("set_deadline", room, move |tables| {
            tables.set_deadline(&code, deadline);
            Ok(())
        })
        .await
    }

    pub(super) async fn forget_tokens(&self, before: i64) -> Result<u64> {
        self.write("forget_tokens", "", move |tables| Ok(tables.forget_tokens(before))).await
    }

    pub(super) async fn delete_room(&self, room: &str, after: u64) -> Result<bool> {
        let code = room.to_owned();
        self.write("delete_room", room, move |tables| Ok(tables.delete_room(&code, after))).await
    }

    pub(super) async fn room(&self, room: &str) -> Result<Option<RoomRow>> {
        let code = room.to_owned();
        self.query("room", room, move |tables| tables.room(&code)).await
    }

    pub(super) async fn read(&self, room: &str, after: u64, limit: usize) -> Result<Vec<String>> {
        let code = room.to_owned();
        self.query("read", room, move |tables| tables.read(&code, after, limit)).await
    }

    pub(super) async fn match_lines(&self, room: &str, number: u32) -> Result<Option<Vec<String>>> {
        let code = room.to_owned();
        self.query("match_lines", room, move |tables| tables.match_lines(&code, number)).await
    }

    pub(super) async fn matches(&self, room: &str) -> Result<Vec<MatchInfo>> {
        let code = room.to_owned();
        self.query("matches", room, move |tables| tables.matches(&code)).await
    }

    pub(super) async fn player(&self, player: &str) -> Result<Option<PlayerRow>> {
        let id = player.to_owned();
        self.query("player", player, move |tables| tables.player(&id)).await
    }

    pub(super) async fn rooms_of(&self, player: &str, limit: usize) -> Result<Vec<RoomRow>> {
        let id = player.to_owned();
        self.query("rooms_of", player, move |tables| tables.rooms_of(&id, limit)).await
    }

    pub(super) async fn listed(&self, limit: usize) -> Result<Vec<RoomRow>> {
        self.query("listed", "", move |tables| tables.listed(limit)).await
    }

    pub(super) async fn heads(&self, rooms: &[String]) -> Result<Vec<(String, u64)>> {
        let rooms = rooms.to_vec();
        self.query("heads", "", move |tables| tables.heads(&rooms)).await
    }

    pub(super) async fn rooms_after(&self, after: &str, limit: usize) -> Result<Vec<RoomRow>> {
        let after = after.to_owned();
        self.query("rooms_after", "", move |tables| tables.rooms_after(&after, limit)).await
    }

    pub(super) async fn rooms_count(&self) -> Result<u64> {
        self.query("rooms_count", "", Tables::rooms_count).await
    }

    pub(super) async fn token(
        &self,
        player: &str,
        request: &str,
        token: &str,
        newer_than: i64,
    ) -> Result<Option<String>> {
        let key = [player.to_owned(), request.to_owned(), token.to_owned()];
        self.query("token", player, move |tables| tables.token(&key, newer_than)).await
    }

    pub(super) async fn due(&self, before: i64, limit: usize) -> Result<Vec<String>> {
        self.query("due", "", move |tables| tables.due(before, limit)).await
    }

    pub(super) async fn outages_since(&self, at: i64) -> Result<Vec<Outage>> {
        self.query("outages_since", "", move |tables| tables.outages_since(at)).await
    }

    pub(super) async fn results_of(&self, player: &str, limit: usize) -> Result<Vec<ResultRow>> {
        let id = player.to_owned();
        self.query("results_of", player, move |tables| tables.results_of(&id, limit)).await
    }

    pub(super) async fn record_of(&self, player: &str) -> Result<Vec<Tally>> {
        let id = player.to_owned();
        self.query("record_of", player, move |tables| tables.record_of(&id)).await
    }

    pub(super) async fn standing(&self, player: &str, kind: &str) -> Result<Option<Standing>> {
        let key = (player.to_owned(), kind.to_owned());
        self.query("standing", player, move |tables| tables.standing(&key)).await
    }

    pub(super) async fn standings_of(&self, player: &str) -> Result<Vec<(String, Standing)>> {
        let id = player.to_owned();
        self.query("standings_of", player, move |tables| tables.standings_of(&id)).await
    }

    pub(super) async fn league(&self, limit: usize) -> Result<Vec<LeagueRow>> {
        self.query("league", "", move |tables| tables.league(limit)).await
    }

    #[expect(clippy::unused_async, reason = "the other backends wait here")]
    pub(super) async fn backup(&self, _: &Path) -> Result<()> {
        Err(StoreError::Unavailable("a simulated store has no backups".to_owned()))
    }

    #[expect(clippy::unused_async, reason = "the other backends wait here")]
    pub(super) async fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

async fn pass(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}
