//! A stretch of time in which things are measured: what the server, this generator and everybody else used of the CPU.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::report::{Report, round};
use crate::target::Target;
use crate::{Result, process, progress};

/// CPU time of others, in cores, from which on times and rates mean little.
const DISTURBED: f64 = 0.15;

/// How long is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spell {
    /// Before counting.
    pub(crate) warm: Duration,
    /// While counting.
    pub(crate) measured: Duration,
}

/// CPU times when the stretch began.
struct Meter {
    began: Instant,
    pid: Option<u32>,
    server: Duration,
    own: Duration,
    machine: Duration,
}

/// What was used in a stretch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// Seconds that it took.
    pub(crate) wall: f64,
    /// CPU seconds of the server, if its process is known.
    pub(crate) server: Option<f64>,
    /// Resident memory of the server in the end, in KiB, if its process is known.
    pub(crate) resident_kib: Option<u64>,
    own: f64,
    machine: f64,
}

impl Meter {
    fn start(target: &Target) -> Result<Self> {
        Ok(Self {
            began: Instant::now(),
            pid: target.pid,
            server: target.pid.map(process::cpu).transpose()?.unwrap_or_default(),
            own: process::cpu(std::process::id())?,
            machine: process::machine()?,
        })
    }

    fn stop(self) -> Result<Usage> {
        let since = |now: Duration, then: Duration| now.saturating_sub(then).as_secs_f64();
        Ok(Usage {
            wall: self.began.elapsed().as_secs_f64(),
            server: self
                .pid
                .map(|pid| Ok::<_, crate::Failed>(since(process::cpu(pid)?, self.server)))
                .transpose()?,
            resident_kib: self.pid.map(process::resident_kib).transpose()?,
            own: since(process::cpu(std::process::id())?, self.own),
            machine: since(process::machine()?, self.machine),
        })
    }
}

impl Usage {
    /// Adds what is told of every stretch: the server, and how far the rest of the machine can be to blame.
    pub(crate) fn tell(&self, report: &mut Report) {
        report.add("seconds", round(self.wall));
        if let (Some(server), Some(kib)) = (self.server, self.resident_kib) {
            report.add("server_cpu_s", round(server));
            report.add("server_cpu_pct", round(100.0 * server / self.wall));
            report.add("server_rss_mib", round(kib as f64 / 1024.0));
        }
        report.add("generator_cpu_pct", round(100.0 * self.own / self.wall));
        // without the server's process its share cannot be told from that of others
        if let Some(server) = self.server {
            let other = (self.machine - server - self.own).max(0.0) / self.wall;
            report.add("other_cpu_pct", round(100.0 * other));
            report.add("disturbed", other > DISTURBED);
        }
    }
}

/// Lets the tasks run, and measures after a while of warming up; `counting` is true meanwhile.
///
/// # Errors
/// The error of the first task that ends: none should.
pub(crate) async fn measure(
    target: &Target,
    spell: Spell,
    counting: &AtomicBool,
    tasks: &mut JoinSet<Result<()>>,
) -> Result<Usage> {
    run("warming up", spell.warm, tasks).await?;
    let meter = Meter::start(target)?;
    counting.store(true, Ordering::Relaxed);
    let ran = run("measuring", spell.measured, tasks).await;
    counting.store(false, Ordering::Relaxed);
    let usage = meter.stop()?;
    ran.map(|()| usage)
}

async fn run(what: &'static str, time: Duration, tasks: &mut JoinSet<Result<()>>) -> Result<()> {
    tokio::select! {
        () = progress::wait(what, time) => Ok(()),
        Some(ended) = tasks.join_next() => match ended? {
            Ok(()) => Err("a client ended early".into()),
            Err(error) => Err(error),
        },
    }
}
