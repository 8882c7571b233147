//! People who spend an evening at the tables: they play, watch, look at the list of rooms, write, and lose their
//! connections. Each runs the session of a real client, with links for draws and all that it checks.

mod choose;
mod person;
pub(crate) use person::{Person, Role};

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Result;
use crate::meter::Usage;
use crate::report::{Report, round};
use crate::times::Times;

/// How people behave.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manners {
    /// From one deed to the next, on average.
    pub(crate) think: Duration,
    /// Share of deeds that are a line of chat.
    pub(crate) chat: f64,
    /// Share of deeds before which the connection is lost.
    pub(crate) drop: f64,
}

/// What everybody counts.
pub(crate) struct Evening {
    /// Whether anything is counted now.
    pub(crate) counting: AtomicBool,
    /// From a request to its answer.
    answered: Times,
    /// From a new connection to the welcome.
    returned: Times,
    requests: AtomicU64,
    refused: AtomicU64,
    moves: AtomicU64,
    said: AtomicU64,
    matches: AtomicU64,
    pushes: AtomicU64,
    drops: AtomicU64,
    concerns: AtomicU64,
}

impl Evening {
    /// Nothing has happened yet.
    ///
    /// # Errors
    /// None: see [`Times::new`].
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            counting: AtomicBool::new(false),
            answered: Times::new()?,
            returned: Times::new()?,
            requests: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            said: AtomicU64::new(0),
            matches: AtomicU64::new(0),
            pushes: AtomicU64::new(0),
            drops: AtomicU64::new(0),
            concerns: AtomicU64::new(0),
        })
    }

    fn counting(&self) -> bool {
        self.counting.load(Ordering::Relaxed)
    }

    fn count(&self, what: &AtomicU64) {
        what.fetch_add(u64::from(self.counting()), Ordering::Relaxed);
    }

    /// Adds what was counted.
    ///
    /// # Errors
    /// If nobody asked for anything.
    pub(crate) fn tell(&self, usage: &Usage, report: &mut Report) -> Result<()> {
        let requests = self.requests.load(Ordering::Relaxed);
        if requests == 0 {
            return Err("nobody asked for anything: measure for longer".into());
        }
        report.add("requests_per_s", round(requests as f64 / usage.wall));
        let counts = [
            ("requests", &self.requests),
            ("refused", &self.refused),
            ("moves", &self.moves),
            ("chat_lines", &self.said),
            ("matches_ended", &self.matches),
            ("pushes", &self.pushes),
            ("connections_lost", &self.drops),
            ("fairness_concerns", &self.concerns),
        ];
        for (name, count) in counts {
            report.add(name, count.load(Ordering::Relaxed));
        }
        if let Some(server) = usage.server {
            report.add("cpu_ms_per_request", round(1000.0 * server / requests as f64));
        }
        self.answered.tell("answer", report);
        self.returned.tell("return", report);
        Ok(())
    }
}
