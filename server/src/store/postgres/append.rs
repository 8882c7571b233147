//! An append of one room: one statement for entries alone, one transaction for whatever more a decision causes.
//!
//! Locks are taken in one order by everybody: token, room, players by id, standings by player. So appends wait for
//! each other and never in a circle; should the database see one all the same, the append is tried again. When the
//! connection is lost in between, the room is looked at under its lock, which waits for what may still be under
//! way, and only then is it said whether the append is there.

use std::time::Duration;

use sqlx::{Connection, Error, PgConnection, PgPool, Row, query};
use tokio::time::{Instant, sleep, timeout};

use super::line::{Fault, trouble};
use super::write::{save_deadline, save_end, save_player, save_seat, save_start};
use crate::store::rows::int;
use crate::store::{Append, Appended, NewRoom, StoreError, TOKEN_LIFE_MS, TokenRow};

/// How long one try may take, and when no other one is begun.
pub(super) const TRY: Duration = Duration::from_secs(5);
const ALL: Duration = Duration::from_secs(8);
/// How long it is looked whether a lost append is there; the room goes on looking later.
const LOOK: Duration = Duration::from_secs(3);
/// The pause before another try; random, so that those who collided do not meet again.
const PAUSE_MS: std::ops::Range<u64> = 5..40;

/// Why an append was not done.
enum Stop {
    Failed(Error),
    /// It contradicts what is stored.
    Wrong(&'static str),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Failed(error)
    }
}

pub(super) async fn append(pool: &PgPool, append: &Append) -> Result<Appended, StoreError> {
    let by = Instant::now() + ALL;
    loop {
        // nothing was sent yet, or nothing came of it
        let mut connection = pool.acquire().await.map_err(|error| trouble(&error))?;
        let lost = match timeout(TRY, once(&mut connection, append)).await {
            Ok(Ok(appended)) => return Ok(appended),
            Ok(Err(Stop::Wrong(text))) => return Err(StoreError::Invalid(text.to_owned())),
            Ok(Err(Stop::Failed(error))) => match Fault::of(&error) {
                Fault::Again => false,
                Fault::Lost => true,
                Fault::Taken | Fault::Wrong | Fault::Damaged | Fault::Unable => return Err(trouble(&error)),
            },
            Err(_) => true,
        };
        if lost {
            drop(connection.detach());
            if settle(pool, append).await? {
                return Ok(Appended::Done);
            }
        }
        if Instant::now() > by {
            return Err(StoreError::Unavailable("too many others write at the same time".to_owned()));
        }
        sleep(Duration::from_millis(rand::random_range(PAUSE_MS))).await;
    }
}

/// Appends what may be there already.
pub(super) async fn again(pool: &PgPool, lost: &Append) -> Result<Appended, StoreError> {
    if settle(pool, lost).await? {
        return Ok(Appended::Done);
    }
    append(pool, lost).await
}

/// Whether an append is there whose outcome is not known.
async fn settle(pool: &PgPool, append: &Append) -> Result<bool, StoreError> {
    let look = async {
        loop {
            if let Ok(there) = is_there(pool, append).await {
                return there;
            }
            sleep(Duration::from_millis(rand::random_range(PAUSE_MS))).await;
        }
    };
    timeout(LOOK, look).await.map_err(|_| {
        let text = "the connection was lost while it wrote; whether that is stored is not known";
        StoreError::Unavailable(text.to_owned())
    })
}

async fn is_there(pool: &PgPool, append: &Append) -> Result<bool, Error> {
    let mut look = pool.begin().await?;
    let sql = "SELECT secret FROM rooms WHERE code = $1 FOR UPDATE";
    let Some(room) = query(sql).bind(&append.room).fetch_optional(&mut *look).await? else {
        return Ok(false);
    };
    if append.lines.is_empty() {
        let secret: [u8; 32] = room.try_get(0)?;
        // without entries and without a new room, doing it once more changes nothing
        return Ok(append.create.as_ref().is_some_and(|new| new.secret == secret));
    }
    let sql = "SELECT line FROM entries WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT $3";
    let asked = query(sql).bind(&append.room).bind(int(append.after)).bind(int(append.lines.len() as u64));
    let rows = asked.fetch_all(&mut *look).await?;
    let lines = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    look.rollback().await?;
    Ok(lines == append.lines)
}

async fn once(connection: &mut PgConnection, append: &Append) -> Result<Appended, Stop> {
    let told =
        if is_plain(append) { plain(connection, append).await } else { whole(connection, append).await };
    match told {
        Err(Stop::Failed(error)) if is_race(&error) => conflict(connection, &append.room).await,
        told => told,
    }
}

/// Somebody else has the number of an entry; every other key that is taken is a contradiction.
fn is_race(error: &Error) -> bool {
    Fault::of(error) == Fault::Taken
        && error.as_database_error().and_then(|error| error.constraint()) == Some("entries_pkey")
}

async fn conflict(connection: &mut PgConnection, room: &str) -> Result<Appended, Stop> {
    Ok(Appended::Conflict { head: head(connection, room).await?.unsigned_abs() })
}

/// Whether there are entries and at most a deadline to be set: nearly every move of a match.
pub(super) fn is_plain(append: &Append) -> bool {
    let Append { room: _, after: _, lines, create, players, seats, status, started, ended, token, deadline } =
        append;
    !lines.is_empty()
        && (create.is_none() && players.is_empty() && seats.is_none() && status.is_none())
        && (started.is_none() && ended.is_none() && token.is_none() && *deadline != Some(None))
}

async fn plain(connection: &mut PgConnection, append: &Append) -> Result<Appended, Stop> {
    // The room's row is held so that nobody deletes the room meanwhile. Two who see the same head both try to
    // insert its successor, and the key lets one of them.
    let row = query(
        "WITH held AS (SELECT code FROM rooms WHERE code = $1 FOR KEY SHARE),
         added AS (
            INSERT INTO entries (room, seq, line)
            SELECT held.code, $2 + l.n, l.line FROM held, unnest($3::text[]) WITH ORDINALITY AS l (line, n)
            WHERE (SELECT coalesce(max(seq), 0) FROM entries WHERE room = $1) = $2
            RETURNING seq),
         due AS (
            INSERT INTO deadlines (room, at)
            SELECT $1, $4::bigint WHERE $4::bigint IS NOT NULL AND EXISTS (SELECT FROM added)
            ON CONFLICT (room) DO UPDATE SET at = excluded.at)
         SELECT count(*) FROM added",
    )
    .bind(&append.room)
    .bind(int(append.after))
    .bind(&append.lines)
    .bind(append.deadline.flatten())
    .fetch_one(&mut *connection)
    .await?;
    if row.try_get::<i64, _>(0)? > 0 { Ok(Appended::Done) } else { conflict(connection, &append.room).await }
}

async fn whole(connection: &mut PgConnection, append: &Append) -> Result<Appended, Stop> {
    let mut tx = connection.begin().await?;
    let c = &mut *tx;
    // Before the head: a repeated request comes with an old head, and is owed its first answer all the same.
    if let Some(token) = &append.token
        && let Some(answer) = use_token(c, token).await?
    {
        return Ok(Appended::Repeated { answer });
    }
    let room = append.room.as_str();
    let stands = match &append.create {
        Some(new) => create(c, room, new).await?,
        None => {
            query("SELECT 1 FROM rooms WHERE code = $1 FOR UPDATE")
                .bind(room)
                .execute(&mut *c)
                .await?
                .rows_affected()
                == 1
        }
    };
    // read after the lock was got, so it is the newest
    let head = head(c, room).await?;
    if !stands || head != int(append.after) {
        return Ok(Appended::Conflict { head: head.unsigned_abs() });
    }
    if !append.lines.is_empty() {
        let sql = "INSERT INTO entries (room, seq, line)
            SELECT $1, $2 + l.n, l.line FROM unnest($3::text[]) WITH ORDINALITY AS l (line, n)";
        query(sql).bind(room).bind(head).bind(&append.lines).execute(&mut *c).await?;
    }
    let mut players: Vec<_> = append.players.iter().collect();
    players.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    for player in players {
        save_player(&mut *c, player).await?;
    }
    for (seat, player) in append.seats.iter().flatten() {
        save_seat(c, room, *seat, player.as_deref()).await?;
    }
    if let Some(status) = &append.status {
        let sql = "UPDATE rooms SET status = $2 WHERE code = $1";
        query(sql).bind(room).bind(status).execute(&mut *c).await?;
    }
    if let Some(started) = &append.started {
        save_start(c, room, started).await?;
    }
    if let Some(ended) = &append.ended
        && !save_end(c, room, ended).await?
    {
        return Err(Stop::Wrong("this match is not running"));
    }
    if let Some(deadline) = append.deadline {
        save_deadline(&mut *c, room, deadline).await?;
    }
    tx.commit().await?;
    Ok(Appended::Done)
}

async fn head(c: &mut PgConnection, room: &str) -> Result<i64, Error> {
    let sql = "SELECT coalesce(max(seq), 0) FROM entries WHERE room = $1";
    query(sql).bind(room).fetch_one(c).await?.try_get(0)
}

async fn create(c: &mut PgConnection, room: &str, new: &NewRoom) -> Result<bool, Error> {
    let made = query(
        "INSERT INTO rooms (code, secret, setup, unlisted, creator, created, status)
         VALUES ($1, $2, $3, $4, $5, $6, 'waiting') ON CONFLICT DO NOTHING",
    )
    .bind(room)
    .bind(new.secret)
    .bind(&new.setup)
    .bind(new.unlisted)
    .bind(&new.creator)
    .bind(new.at)
    .execute(c)
    .await?;
    Ok(made.rows_affected() == 1)
}

/// Takes the token, or an equal one that has outlived [`TOKEN_LIFE_MS`] and was not forgotten yet; the answer that
/// stands under it if it was used. Who comes at the same time waits here until that is decided.
async fn use_token(c: &mut PgConnection, t: &TokenRow) -> Result<Option<String>, Error> {
    let taken = query(
        "INSERT INTO tokens (player, request, token, answer, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (player, request, token) DO UPDATE SET answer = excluded.answer, at = excluded.at
         WHERE tokens.at <= $6",
    )
    .bind(&t.player)
    .bind(&t.request)
    .bind(&t.token)
    .bind(&t.answer)
    .bind(t.at)
    .bind(t.at - TOKEN_LIFE_MS)
    .execute(&mut *c)
    .await?;
    if taken.rows_affected() == 1 {
        return Ok(None);
    }
    let sql = "SELECT answer FROM tokens WHERE player = $1 AND request = $2 AND token = $3";
    let row = query(sql).bind(&t.player).bind(&t.request).bind(&t.token).fetch_one(c).await?;
    row.try_get(0).map(Some)
}
