//! Group commit: moves of many rooms that wait at the same time go in with one statement and one sync of the disk.
//!
//! A few batches may be under way; what comes meanwhile makes the next one, so a lone append waits for nobody. Rooms
//! come in the order of their codes, so batches of two processes wait for each other and never in a circle. A room
//! that somebody else holds, and one whose head is another, is left out; it and whatever a failed batch had is then
//! appended alone, where the answer is found.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::{Error, PgPool, Row, query};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::timeout;

use super::append::{TRY, again, append};
use super::line::Fault;
use crate::store::rows::int;
use crate::store::{Append, Appended, StoreError};

/// Batches that are under way at most.
const UNDER_WAY: usize = 4;
/// Appends of one batch.
const BATCH: usize = 128;

/// An append with who is to be told.
pub(super) struct Job {
    append: Append,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

/// The sending end of the queue; its task ends with it.
#[derive(Clone)]
pub(super) struct Batches(mpsc::Sender<Job>);

impl Batches {
    /// Starts the task. At most `waiting` appends may wait.
    pub(super) fn start(pool: PgPool, waiting: usize) -> Self {
        let (sender, queue) = mpsc::channel(waiting);
        tokio::spawn(serve(pool, queue));
        Self(sender)
    }

    /// Appends entries with at most a deadline to be set.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let full = |_| StoreError::Unavailable("too many writes are waiting".to_owned());
        self.0.try_send(Job { append, reply }).map_err(full)?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unavailable("its writer has stopped".to_owned())))
    }
}

async fn serve(pool: PgPool, mut queue: mpsc::Receiver<Job>) {
    let places = Arc::new(Semaphore::new(UNDER_WAY));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let mut jobs = Vec::with_capacity(BATCH);
        if queue.recv_many(&mut jobs, BATCH).await == 0 {
            return;
        }
        let pool = pool.clone();
        tokio::spawn(async move {
            commit(&pool, jobs).await;
            drop(place);
        });
    }
}

async fn commit(pool: &PgPool, jobs: Vec<Job>) {
    let mut rooms = BTreeMap::new();
    for job in jobs {
        // two of one room cannot both be right
        if let Some(earlier) = rooms.insert(job.append.room.clone(), job) {
            tokio::spawn(alone(pool.clone(), earlier, false));
        }
    }
    if rooms.len() == 1 {
        // within the place of this batch, so that what comes meanwhile makes the next one
        for job in rooms.into_values() {
            alone(pool.clone(), job, false).await;
        }
        return;
    }
    let (added, lost) = match timeout(TRY, insert(pool, rooms.values().map(|job| &job.append))).await {
        Ok(Ok(added)) => (added, false),
        Ok(Err(error)) => (Vec::new(), Fault::of(&error) == Fault::Lost),
        Err(_) => (Vec::new(), true),
    };
    for room in added {
        if let Some(job) = rooms.remove(&room) {
            // nobody listens any more: the append stands all the same
            drop(job.reply.send(Ok(Appended::Done)));
        }
    }
    for job in rooms.into_values() {
        tokio::spawn(alone(pool.clone(), job, lost));
    }
}

/// Appends one without the others; if `lost`, it may be there already.
async fn alone(pool: PgPool, job: Job, lost: bool) {
    let told = if lost { again(&pool, &job.append).await } else { append(&pool, &job.append).await };
    drop(job.reply.send(told));
}

/// Inserts the entries of all rooms that are where their append saw them; the codes of these.
async fn insert(pool: &PgPool, appends: impl Iterator<Item = &Append>) -> Result<Vec<String>, Error> {
    let (mut rooms, mut afters, mut deadlines) = (Vec::new(), Vec::new(), Vec::new());
    let (mut of, mut seqs, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for append in appends {
        rooms.push(append.room.as_str());
        afters.push(int(append.after));
        deadlines.push(append.deadline.flatten());
        for (line, n) in append.lines.iter().zip(1..) {
            of.push(append.room.as_str());
            seqs.push(int(append.after.saturating_add(n)));
            lines.push(line.as_str());
        }
    }
    let rows = query(
        "WITH asked AS (
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS a (room, after, deadline)),
         held AS (
            SELECT a.room, a.deadline FROM asked a JOIN rooms r ON r.code = a.room
            WHERE (SELECT coalesce(max(seq), 0) FROM entries e WHERE e.room = a.room) = a.after
            ORDER BY r.code FOR KEY SHARE OF r SKIP LOCKED),
         added AS (
            INSERT INTO entries (room, seq, line)
            SELECT l.room, l.seq, l.line FROM unnest($4::text[], $5::bigint[], $6::text[]) AS l (room, seq, line)
            WHERE l.room IN (SELECT room FROM held)
            ORDER BY l.room COLLATE \"C\", l.seq
            RETURNING room),
         due AS (
            INSERT INTO deadlines (room, at)
            SELECT room, deadline FROM held
            WHERE deadline IS NOT NULL AND room IN (SELECT room FROM added) ORDER BY room COLLATE \"C\"
            ON CONFLICT (room) DO UPDATE SET at = excluded.at)
         SELECT DISTINCT room FROM added",
    )
    .bind(rooms)
    .bind(afters)
    .bind(deadlines)
    .bind(of)
    .bind(seqs)
    .bind(lines)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
