//! The SQLite backend: one thread writes, a few connections read.
//!
//! `writer` commits all pending writes in one transaction and answers them after the commit; `write` is what a
//! single write does inside of it. `readers` runs the queries of `query` beside it: in WAL mode readers and the
//! writer do not wait for each other. `standings` is what players' ended matches come
//! to. `place` opens connections, `schema` makes the tables.
//!
//! A room's lines are a chain that is walked from its head, or from a mark on the way, backwards: `migrations/3.sql`
//! says why.

mod backup;
mod place;
mod query;
mod readers;
mod schema;
mod standings;
mod write;
mod writer;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::spawn_blocking;

use engine::stats::Standing;

use super::{
    Append, Appended, LeagueRow, MatchInfo, Outage, PlayerRow, ResultRow, RoomRow, StoreError, Tally,
};

use place::Place;
use readers::Readers;
use writer::{Write, Writer};

/// A handle of one database; clones share it.
#[derive(Clone)]
pub(super) struct Sqlite(Arc<Inner>);

struct Inner {
    place: Place,
    writer: Writer,
    readers: Readers,
}

type Result<T> = std::result::Result<T, StoreError>;

/// Puts a backup in the place of the database at `place`.
pub(super) async fn restore(place: &str, file: &Path, replace: bool) -> Result<Option<PathBuf>> {
    let (place, file) = (Place::parse(place), file.to_owned());
    let restored = spawn_blocking(move || backup::restore(&place, &file, replace));
    restored.await.unwrap_or_else(|gone| Err(StoreError::Unavailable(gone.to_string())))
}

impl Sqlite {
    /// Opens what is named after `sqlite:`.
    pub(super) async fn open(place: &str) -> Result<Sqlite> {
        let place = Place::parse(place);
        let opened = spawn_blocking(move || {
            let mut connection = place.writer()?;
            schema::prepare(&mut connection)?;
            let writer = Writer::start(connection)?;
            Ok(Sqlite(Arc::new(Inner { readers: Readers::new(place.clone()), place, writer })))
        });
        opened.await.unwrap_or_else(|gone| Err(StoreError::Unavailable(gone.to_string())))
    }

    pub(super) async fn append(&self, append: Append) -> Result<Appended> {
        self.0.writer.ask(append, |job| Write::Append(Box::new(job))).await
    }

    pub(super) async fn save_player(&self, player: PlayerRow) -> Result<()> {
        self.0.writer.ask(player, Write::SavePlayer).await
    }

    pub(super) async fn heartbeat(&self, at: i64) -> Result<Option<Outage>> {
        self.0.writer.ask(at, Write::Heartbeat).await
    }

    pub(super) async fn set_deadline(&self, room: &str, deadline: Option<i64>) -> Result<()> {
        self.0.writer.ask((room.to_owned(), deadline), Write::SetDeadline).await
    }

    pub(super) async fn forget_tokens(&self, before: i64) -> Result<u64> {
        self.0.writer.ask(before, Write::ForgetTokens).await
    }

    pub(super) async fn delete_room(&self, room: &str, after: u64) -> Result<bool> {
        self.0.writer.ask((room.to_owned(), after), Write::DeleteRoom).await
    }

    pub(super) async fn room(&self, code: &str) -> Result<Option<RoomRow>> {
        let code = code.to_owned();
        self.0.readers.run(move |c| query::room(c, &code)).await
    }

    pub(super) async fn heads(&self, rooms: &[String]) -> Result<Vec<(String, u64)>> {
        let rooms = rooms.to_vec();
        self.0.readers.run(move |c| query::heads(c, &rooms)).await
    }

    pub(super) async fn read(&self, room: &str, after: u64, limit: usize) -> Result<Vec<String>> {
        let room = room.to_owned();
        self.0.readers.run(move |c| query::read(c, &room, after, limit)).await
    }

    pub(super) async fn match_lines(&self, room: &str, number: u32) -> Result<Option<Vec<String>>> {
        let room = room.to_owned();
        self.0.readers.run(move |c| query::match_lines(c, &room, number)).await
    }

    pub(super) async fn matches(&self, room: &str) -> Result<Vec<MatchInfo>> {
        let room = room.to_owned();
        self.0.readers.run(move |c| query::matches(c, &room)).await
    }

    pub(super) async fn player(&self, id: &str) -> Result<Option<PlayerRow>> {
        let id = id.to_owned();
        self.0.readers.run(move |c| query::player(c, &id)).await
    }

    pub(super) async fn rooms_of(&self, player: &str, limit: usize) -> Result<Vec<RoomRow>> {
        let player = player.to_owned();
        self.0.readers.run(move |c| query::rooms_of(c, &player, limit)).await
    }

    pub(super) async fn listed(&self, limit: usize) -> Result<Vec<RoomRow>> {
        self.0.readers.run(move |c| query::listed(c, limit)).await
    }

    pub(super) async fn rooms_after(&self, after: &str, limit: usize) -> Result<Vec<RoomRow>> {
        let after = after.to_owned();
        self.0.readers.run(move |c| query::rooms_after(c, &after, limit)).await
    }

    pub(super) async fn rooms_count(&self) -> Result<u64> {
        self.0.readers.run(query::rooms_count).await
    }

    pub(super) async fn token(
        &self,
        player: &str,
        request: &str,
        token: &str,
        newer_than: i64,
    ) -> Result<Option<String>> {
        let key = [player.to_owned(), request.to_owned(), token.to_owned()];
        self.0.readers.run(move |c| query::token(c, &key, newer_than)).await
    }

    pub(super) async fn due(&self, before: i64, limit: usize) -> Result<Vec<String>> {
        self.0.readers.run(move |c| query::due(c, before, limit)).await
    }

    pub(super) async fn outages_since(&self, at: i64) -> Result<Vec<Outage>> {
        self.0.readers.run(move |c| query::outages_since(c, at)).await
    }

    pub(super) async fn results_of(&self, player: &str, limit: usize) -> Result<Vec<ResultRow>> {
        let player = player.to_owned();
        self.0.readers.run(move |c| query::results_of(c, &player, limit)).await
    }

    pub(super) async fn record_of(&self, player: &str) -> Result<Vec<Tally>> {
        let player = player.to_owned();
        self.0.readers.run(move |c| standings::record_of(c, &player)).await
    }

    pub(super) async fn standing(&self, player: &str, kind: &str) -> Result<Option<Standing>> {
        let (player, kind) = (player.to_owned(), kind.to_owned());
        self.0.readers.run(move |c| standings::standing(c, &player, &kind)).await
    }

    pub(super) async fn standings_of(&self, player: &str) -> Result<Vec<(String, Standing)>> {
        let player = player.to_owned();
        self.0.readers.run(move |c| standings::standings_of(c, &player)).await
    }

    pub(super) async fn league(&self, limit: usize) -> Result<Vec<LeagueRow>> {
        self.0.readers.run(move |c| standings::league(c, limit)).await
    }

    pub(super) async fn backup(&self, file: &Path) -> Result<()> {
        let (place, file) = (self.0.place.clone(), file.to_owned());
        let copied = spawn_blocking(move || backup::copy(&place, &file));
        copied.await.unwrap_or_else(|gone| Err(StoreError::Unavailable(gone.to_string())))
    }

    pub(super) async fn close(&self) {
        // The readers first: the last connection to close tidies up, and a reader could not.
        self.0.readers.close();
        self.0.writer.close().await;
    }

    /// Lets the database grow no further than so many pages, as a full disk would; `None` lifts it.
    #[cfg(test)]
    pub(super) async fn limit_pages(&self, pages: Option<u32>) -> Result<()> {
        self.0.writer.ask(pages, Write::LimitPages).await
    }
}
