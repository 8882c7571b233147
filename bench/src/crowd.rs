//! Those who watch one room: when each has got the newest move, and how many moves came merged into one update.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::Result;
use crate::meter::Usage;
use crate::report::{Report, round};
use crate::socket::{Heard, Socket};
use crate::times::Times;

/// Moves of which is known when they were made: nobody is further behind.
const REMEMBERED: usize = 1 << 16;

/// What all watchers share.
pub(crate) struct Crowd {
    /// Whether anything is counted now.
    pub(crate) counting: AtomicBool,
    /// From a move to each watcher's update.
    pub(crate) push: Times,
    /// From a move to the last watcher's update.
    last: Times,
    began: Instant,
    /// When the move was made whose entry is this one, in ns, by the entry's seq.
    made: Vec<AtomicU64>,
    newest: AtomicU64,
    watchers: usize,
    /// Watchers without the newest move.
    waiting: AtomicUsize,
    all: Notify,
    moves: AtomicU64,
    pushes: AtomicU64,
    merged: AtomicU64,
}

impl Crowd {
    /// So many watchers, of whom nothing is known yet.
    ///
    /// # Errors
    /// None: see [`Times::new`].
    pub(crate) fn new(watchers: usize) -> Result<Self> {
        Ok(Self {
            counting: AtomicBool::new(false),
            push: Times::new()?,
            last: Times::new()?,
            began: Instant::now(),
            made: (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect(),
            newest: AtomicU64::new(u64::MAX),
            watchers,
            waiting: AtomicUsize::new(0),
            all: Notify::new(),
            moves: AtomicU64::new(0),
            pushes: AtomicU64::new(0),
            merged: AtomicU64::new(0),
        })
    }

    fn counting(&self) -> bool {
        self.counting.load(Ordering::Relaxed)
    }

    /// A move is made now, whose entry will be `seq`.
    pub(crate) fn moves_to(&self, seq: u64) {
        self.made[seq as usize % REMEMBERED].store(self.began.elapsed().as_nanos() as u64, Ordering::Relaxed);
        // in this order, so that nobody who is shown the move before counts as shown this one
        self.newest.store(seq, Ordering::SeqCst);
        self.waiting.store(self.watchers, Ordering::SeqCst);
        self.moves.fetch_add(u64::from(self.counting()), Ordering::Relaxed);
    }

    /// Waits until every watcher has got the newest move.
    pub(crate) async fn all_have_it(&self) {
        while self.waiting.load(Ordering::SeqCst) > 0 {
            self.all.notified().await;
        }
    }

    /// Reads what one watcher is shown, for ever.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn watch(self: Arc<Self>, mut socket: Socket) -> Result<()> {
        let mut last = 0;
        loop {
            let Heard::Update(seq) = socket.hear().await? else { continue };
            // the same entry again is news of somebody's coming or going
            if seq > last {
                self.shown(seq, last);
                last = seq;
            }
        }
    }

    fn shown(&self, seq: u64, last: u64) {
        let made = Duration::from_nanos(self.made[seq as usize % REMEMBERED].load(Ordering::Relaxed));
        let took = self.began.elapsed().saturating_sub(made);
        if self.counting() && !made.is_zero() {
            self.push.record(took);
            self.pushes.fetch_add(1, Ordering::Relaxed);
            self.merged.fetch_add(if last == 0 { 0 } else { seq - last - 1 }, Ordering::Relaxed);
        }
        if seq == self.newest.load(Ordering::SeqCst) && self.waiting.fetch_sub(1, Ordering::SeqCst) == 1 {
            if self.counting() {
                self.last.record(took);
            }
            self.all.notify_one();
        }
    }

    /// Counts from the beginning.
    pub(crate) fn forget(&self) {
        self.push.clear();
        self.last.clear();
        for count in [&self.moves, &self.pushes, &self.merged] {
            count.store(0, Ordering::Relaxed);
        }
    }

    /// Adds what was counted.
    ///
    /// # Errors
    /// If there was nothing to count.
    pub(crate) fn tell(&self, usage: &Usage, report: &mut Report) -> Result<()> {
        let [moves, pushes, merged] =
            [&self.moves, &self.pushes, &self.merged].map(|count| count.load(Ordering::Relaxed));
        if pushes == 0 {
            return Err("no move was shown to anybody: measure for longer".into());
        }
        report.add("moves", moves);
        report.add("moves_per_s", round(moves as f64 / usage.wall));
        report.add("pushes", pushes);
        report.add("merged", merged);
        report.add("pushes_per_s", round(pushes as f64 / usage.wall));
        if let Some(server) = usage.server {
            // the two players are shown every move too
            report.add("cpu_us_per_push", round(1e6 * server / (pushes + 2 * moves) as f64));
        }
        self.push.tell("push", report);
        self.last.tell("last_push", report);
        Ok(())
    }
}
