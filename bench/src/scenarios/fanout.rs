//! `fanout`: one room that many watch. The next move comes when the last of them has the previous one, or by the clock.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::gather;
use crate::Result;
use crate::crowd::Crowd;
use crate::meter::{Spell, measure};
use crate::report::{Report, round};
use crate::socket::{Socket, Window};
use crate::table::Table;
use crate::target::Target;

/// The next move is made even if somebody has not got the last one for so long.
const STALL: Duration = Duration::from_secs(10);

/// How many watch.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Watchers of the room; a room for each of several numbers
    #[arg(long, default_value = "100,1000", value_delimiter = ',', value_name = "N,...")]
    watchers: Vec<usize>,

    /// Moves a second; 0: the next one when the last watcher has the previous one. With more than the server can do,
    /// watchers fall behind and updates merge
    #[arg(long, default_value_t = 0.0, value_name = "N")]
    rate: f64,

    /// More watchers who read nothing; measured once without and once with them
    #[arg(long, default_value_t = 0, value_name = "N")]
    stalled: usize,
}

impl Flags {
    /// Sockets that are open at once.
    pub(crate) fn sockets(&self) -> usize {
        self.watchers.iter().max().unwrap_or(&0) + self.stalled + 2
    }

    /// Measures.
    ///
    /// # Errors
    /// If the server refuses something, or a connection breaks.
    pub(crate) async fn run(&self, target: &Target, spell: Spell) -> Result<Vec<Report>> {
        let mut reports = Vec::new();
        for &watchers in &self.watchers {
            self.one(watchers, target, spell, &mut reports).await?;
        }
        Ok(reports)
    }

    async fn one(
        &self,
        watchers: usize,
        target: &Target,
        spell: Spell,
        reports: &mut Vec<Report>,
    ) -> Result<()> {
        let every = (self.rate != 0.0).then(|| Duration::try_from_secs_f64(1.0 / self.rate)).transpose();
        let every = every.map_err(|_| "--rate has to be 0 or above")?;
        let table = Table::open(&target.place).await?;
        let room = table.room;
        let watch = |window| move |_| Socket::watching(&target.place, room, window);
        let sockets = gather("watching", 0, watchers, watch(Window::Usual)).await?;
        let crowd = Arc::new(Crowd::new(watchers)?);
        let mut tasks = JoinSet::new();
        for socket in sockets {
            tasks.spawn(Arc::clone(&crowd).watch(socket));
        }
        tasks.spawn(play(table, Arc::clone(&crowd), every));

        let mut stalled = Vec::new();
        let mut without = None;
        for count in [0, self.stalled] {
            if count == 0 && without.is_some() {
                break;
            }
            stalled.extend(gather("stalling", 0, count, watch(Window::Narrow)).await?);
            crowd.forget();
            let usage = measure(target, spell, &crowd.counting, &mut tasks).await?;
            let mut report = Report::of("fanout");
            report.add("watchers", watchers);
            report.add("stalled", stalled.len());
            crowd.tell(&usage, &mut report)?;
            let p99 = crowd.push.within(0.99);
            if let Some(without) = without.replace(p99) {
                report.add("push_p99_change_pct", round(100.0 * (p99 / without - 1.0)));
            }
            usage.tell(&mut report);
            reports.push(report);
        }
        tasks.shutdown().await;
        Ok(())
    }
}

/// Plays for ever; the players count among those who are shown the moves.
async fn play(mut table: Table, crowd: Arc<Crowd>, every: Option<Duration>) -> Result<()> {
    let mut due = Instant::now();
    loop {
        crowd.moves_to(table.seq + 1);
        table.act().await?;
        loop {
            let (seat, heard) = timeout(STALL, table.hear()).await.map_err(|_| "a move was not shown")??;
            if table.is_news(seat, &heard) {
                break;
            }
        }
        match every {
            None => {
                timeout(STALL, crowd.all_have_it()).await.map_err(|_| "a watcher was not shown a move")?
            }
            Some(every) => {
                due = (due + every).max(Instant::now() - every);
                sleep_until(due).await;
            }
        }
    }
}
