//! The one thread that writes, and its queue.
//!
//! It takes all that is pending, up to a bound, does it in one transaction and answers each write after the commit,
//! so that one sync of the disk serves all who wait for it. A full queue is an answer, not a delay. Read `write`
//! for what the single writes do.

use std::thread::sleep;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::store::{Append, Appended, Outage, PlayerRow, StoreError};

use super::place::trouble;
use super::write;

/// Writes that may wait; what comes beyond is refused at once.
const QUEUE: usize = 4096;
/// Writes in one transaction at most.
const BATCH: usize = 512;
/// When this many shared the last commit, the next one waits a moment for more: what a sync costs is shared by all, as
/// with PostgreSQL's `commit_siblings` and `commit_delay`. One match in a quiet house never waits.
const SIBLINGS: usize = 8;
const DELAY: Duration = Duration::from_millis(2);

/// A write of the queue.
pub(super) enum Write {
    // Boxed: it is by far the largest, and is moved into the queue and out of it.
    Append(Box<Job<Append, Appended>>),
    SavePlayer(Job<PlayerRow, ()>),
    Heartbeat(Job<i64, Option<Outage>>),
    SetDeadline(Job<(String, Option<i64>), ()>),
    ForgetTokens(Job<i64, u64>),
    DeleteRoom(Job<(String, u64), bool>),
    /// Answered as the very last thing; whatever was accepted before it is still done.
    Close(oneshot::Sender<()>),
    #[cfg(test)]
    LimitPages(Job<Option<u32>, ()>),
}

/// What is asked, what came of it in the open transaction, and who is to be told after the commit.
pub(super) struct Job<I, O> {
    input: I,
    outcome: Option<O>,
    reply: oneshot::Sender<Result<O, StoreError>>,
}

impl<I, O> Job<I, O> {
    fn run(&mut self, work: impl FnOnce(&I) -> rusqlite::Result<O>) -> rusqlite::Result<()> {
        self.outcome = Some(work(&self.input)?);
        Ok(())
    }

    fn answer(self, end: &Result<(), StoreError>) {
        let told = match (end, self.outcome) {
            (Ok(()), Some(outcome)) => Ok(outcome),
            (Ok(()), None) => Err(StoreError::Unavailable("the write was passed over".to_owned())),
            (Err(error), _) => Err(error.clone()),
        };
        // Nobody listens any more: the write stands all the same.
        drop(self.reply.send(told));
    }
}

impl Write {
    fn run(&mut self, c: &Connection) -> rusqlite::Result<()> {
        match self {
            Write::Append(job) => job.run(|append| write::append(c, append)),
            Write::SavePlayer(job) => job.run(|player| write::save_player(c, player)),
            Write::Heartbeat(job) => job.run(|at| write::heartbeat(c, *at)),
            Write::SetDeadline(job) => job.run(|(room, at)| write::set_deadline(c, room, *at)),
            Write::ForgetTokens(job) => job.run(|before| write::forget_tokens(c, *before)),
            Write::DeleteRoom(job) => job.run(|(room, after)| write::delete_room(c, room, *after)),
            Write::Close(_) => Ok(()),
            #[cfg(test)]
            Write::LimitPages(job) => job.run(|pages| write::limit_pages(c, *pages)),
        }
    }

    fn answer(self, end: &Result<(), StoreError>) {
        match self {
            Write::Append(job) => job.answer(end),
            Write::SavePlayer(job) => job.answer(end),
            Write::Heartbeat(job) => job.answer(end),
            Write::SetDeadline(job) => job.answer(end),
            Write::ForgetTokens(job) => job.answer(end),
            Write::DeleteRoom(job) => job.answer(end),
            Write::Close(_) => {}
            #[cfg(test)]
            Write::LimitPages(job) => job.answer(end),
        }
    }
}

/// The sending end of the queue. The thread ends when this is dropped or closed, after all that was accepted.
pub(super) struct Writer(mpsc::Sender<Write>);

impl Writer {
    /// Starts the thread; the connection is its own from then on.
    pub(super) fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (sender, queue) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || serve(connection, queue))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer(sender))
    }

    /// Queues a write and waits for its commit.
    pub(super) async fn ask<I, O>(
        &self,
        input: I,
        write: impl FnOnce(Job<I, O>) -> Write,
    ) -> Result<O, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send(write(Job { input, outcome: None, reply })).map_err(|refused| {
            StoreError::Unavailable(match refused {
                mpsc::error::TrySendError::Full(_) => "too many writes are waiting".to_owned(),
                mpsc::error::TrySendError::Closed(_) => "it is closed".to_owned(),
            })
        })?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unavailable("its writer has stopped".to_owned())))
    }

    /// Returns when the thread has done what was accepted and has closed the database.
    pub(super) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.0.send(Write::Close(reply)).await.is_ok() {
            // An error means that the thread is gone, which is what was wanted.
            drop(closed.await);
        }
    }
}

fn serve(connection: Connection, mut queue: mpsc::Receiver<Write>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut closing = Vec::new();
    let mut busy = false;
    while queue.blocking_recv_many(&mut batch, BATCH) > 0 {
        if busy {
            sleep(DELAY);
            while batch.len() < BATCH
                && let Ok(write) = queue.try_recv()
            {
                batch.push(write);
            }
        }
        busy = batch.len() >= SIBLINGS;
        metrics::histogram!("longtable_commit_writes").record(batch.len() as f64);
        commit(&connection, &mut batch);
        for write in batch.drain(..) {
            if let Write::Close(reply) = write {
                queue.close();
                closing.push(reply);
            } else {
                write.answer(&Ok(()));
            }
        }
    }
    // Everything is durable already; this only leaves one file instead of two, so a failure costs nothing.
    drop(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    drop(connection);
    drop(closing);
}

/// Does all writes of a batch in one transaction. What failed has been answered and is no longer in the batch.
///
/// A write that contradicts the store takes the whole transaction down with it; that is a bug and rare, so the
/// price (the others are done again) is paid then, and not by a savepoint for each write.
fn commit(connection: &Connection, batch: &mut Vec<Write>) {
    while let Err(failed) = transact(connection, batch) {
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            // The next BEGIN fails too, which every later caller is told.
            return fail_all(batch, &Err(trouble(error)));
        }
        let error = trouble(failed.error);
        match (failed.at, &error) {
            (Some(index), StoreError::Invalid(_)) => batch.remove(index).answer(&Err(error)),
            _ => return fail_all(batch, &Err(error)),
        }
    }
}

/// Answers all but a close, which is no longer about the database.
fn fail_all(batch: &mut Vec<Write>, end: &Result<(), StoreError>) {
    for write in batch.extract_if(.., |write| !matches!(write, Write::Close(_))) {
        write.answer(end);
    }
}

struct Failed {
    /// The write of the batch at which it happened; none at the begin or the commit.
    at: Option<usize>,
    error: rusqlite::Error,
}

fn transact(c: &Connection, batch: &mut [Write]) -> Result<(), Failed> {
    let whole = |error| Failed { at: None, error };
    // Immediate: the lock is taken before anything is read, so what was read still holds at the commit.
    c.prepare_cached("BEGIN IMMEDIATE").and_then(|mut s| s.execute([])).map_err(whole)?;
    for (index, write) in batch.iter_mut().enumerate() {
        write.run(c).map_err(|error| Failed { at: Some(index), error })?;
    }
    c.prepare_cached("COMMIT").and_then(|mut s| s.execute([])).map_err(whole)?;
    Ok(())
}
