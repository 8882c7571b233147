//! `idle`: many sockets of which nothing comes, seated two to a room or all watching one; what each costs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use protocol::RoomCode;
use tokio::task::JoinSet;

use super::gather;
use crate::meter::{Spell, measure};
use crate::report::{Report, round};
use crate::socket::{Socket, Window};
use crate::table::Table;
use crate::target::Target;
use crate::{Result, process, progress};

/// How long a server is given to clear up after everybody has left.
const CLEARING: Duration = Duration::from_secs(2);

/// How many sockets.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Sockets, in one or more steps
    #[arg(long, default_value = "2000,10000", value_delimiter = ',', value_name = "N,...")]
    clients: Vec<usize>,

    /// All but two of them watch one room, instead of sitting two to a room
    #[arg(long)]
    watching: bool,
}

impl Flags {
    /// Sockets that are open at once.
    pub(crate) fn sockets(&self) -> usize {
        self.clients.iter().copied().max().unwrap_or_default()
    }

    /// Measures.
    ///
    /// # Errors
    /// If the server refuses something, or a connection breaks.
    pub(crate) async fn run(&self, target: &Target, spell: Spell) -> Result<Vec<Report>> {
        let empty = resident(target)?;
        let mut tasks = JoinSet::new();
        let (mut reports, mut have, mut before) = (Vec::new(), 0, empty);
        let mut stage = None;
        for &clients in &self.clients {
            if clients <= have {
                return Err("--clients has to rise from step to step".into());
            }
            let (began, used) = (Instant::now(), target.pid.map(process::cpu).transpose()?);
            let sockets = self.join(target, &mut stage, have, clients).await?;
            let joined = sockets.len();
            let took = began.elapsed().as_secs_f64();
            let used = target.pid.map(process::cpu).transpose()?.zip(used).map(|(now, then)| now - then);
            sockets.into_iter().for_each(|socket| _ = tasks.spawn(hold(socket)));
            let usage = measure(target, spell, &AtomicBool::new(false), &mut tasks).await?;

            let mut report = Report::of("idle");
            have += joined;
            report.add("clients", have);
            report.add("seated", if self.watching { 2 } else { have });
            report.add("joins_per_s", round(joined as f64 / took));
            if let (Some(used), Some(kib), Some(empty), Some(last)) =
                (used, usage.resident_kib, empty, before)
            {
                report.add("cpu_ms_per_join", round(1000.0 * used.as_secs_f64() / joined as f64));
                report.add("empty_rss_mib", round(empty as f64 / 1024.0));
                report.add("kib_per_client", round(kib.saturating_sub(empty) as f64 / have as f64));
                report.add("kib_per_added_client", round(kib.saturating_sub(last) as f64 / joined as f64));
            }
            usage.tell(&mut report);
            before = usage.resident_kib;
            reports.push(report);
        }
        tasks.shutdown().await;
        progress::wait("clearing up", CLEARING).await;
        if let (Some(report), Some(kib)) = (reports.last_mut(), resident(target)?) {
            report.add("rss_mib_after_all_left", round(kib as f64 / 1024.0));
        }
        Ok(reports)
    }

    /// Connects the clients of these numbers. `stage` is the room that is watched, once it is there.
    async fn join(
        &self,
        target: &Target,
        stage: &mut Option<RoomCode>,
        from: usize,
        until: usize,
    ) -> Result<Vec<Socket>> {
        if !self.watching {
            let tables = gather("connecting", from / 2, until / 2, |_| Table::open(&target.place)).await?;
            return Ok(tables.into_iter().flat_map(|table| table.players).collect());
        }
        let (room, mut sockets) = match *stage {
            Some(room) => (room, Vec::new()),
            None => {
                let table = Table::open(&target.place).await?;
                (*stage.insert(table.room), Vec::from(table.players))
            }
        };
        let watch = |_| Socket::watching(&target.place, room, Window::Usual);
        sockets.extend(gather("connecting", from + sockets.len(), until, watch).await?);
        Ok(sockets)
    }
}

fn resident(target: &Target) -> Result<Option<u64>> {
    target.pid.map(process::resident_kib).transpose()
}

/// Reads, and so answers pings, for as long as the connection lasts.
async fn hold(mut socket: Socket) -> Result<()> {
    loop {
        socket.hear().await?;
    }
}
