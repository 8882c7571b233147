//! `soak`: matches by the thousand, created, played a little, abandoned in every way, round after round. After each
//! round the server is asked what is left of them, and its memory is compared with that after the first.

mod left;

use std::net::IpAddr;
use std::time::{Duration, Instant};

use clap::Args;
use protocol::{Request, client::Address};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{AT_ONCE, gather};
use crate::report::{Report, round};
use crate::socket::{Socket, Window};
use crate::table::Table;
use crate::target::Target;
use crate::{Result, process, steady};
use left::Left;

/// How a server is started for this: with its limits, which are to forget everybody too, and with rooms that do not
/// wait for minutes whether somebody comes back.
pub(crate) const SERVER: &[&str] = &["--sleep-after", "2"];
/// Seconds on the clocks of those who let them run out: the least that a setup allows.
const CLOCK_S: u32 = 5;
/// How much more memory than after the first round is too much.
const MORE: f64 = 1.10;

/// How many matches.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Matches in a round
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    matches: usize,

    /// Rounds
    #[arg(long, default_value_t = 3, value_name = "N")]
    rounds: usize,

    /// Moves before a match is abandoned
    #[arg(long, default_value_t = 3, value_name = "N")]
    moves: u32,

    /// Seconds after a round within which all of it has to be gone
    #[arg(long, default_value_t = 300, value_name = "SECONDS")]
    gone_within: u64,
}

/// How a match is abandoned.
#[derive(Debug, Clone, Copy)]
enum Way {
    Resigned,
    BothGone,
    /// One is gone; the other one waits a moment longer.
    OneGone,
    NeverStarted,
    Cut,
    /// Both are gone, and the server ends it by the clock.
    TimedOut,
}

const WAYS: [Way; 6] =
    [Way::Resigned, Way::BothGone, Way::OneGone, Way::NeverStarted, Way::Cut, Way::TimedOut];

impl Flags {
    /// Sockets that are open at once.
    pub(crate) fn sockets(&self) -> usize {
        2 * AT_ONCE
    }

    /// Measures.
    ///
    /// # Errors
    /// If the server refuses something, or a connection breaks.
    pub(crate) async fn run(&self, target: &Target) -> Result<Vec<Report>> {
        let before = Left::now(&target.place).await?;
        let (mut reports, mut first) = (Vec::new(), None);
        for number in 1..=self.rounds {
            let began = Instant::now();
            gather("playing", 0, self.matches, |n| self.abandon(&target.place, n)).await?;
            let played = began.elapsed();
            let left =
                Left::in_the_end(&target.place, &before, Duration::from_secs(self.gone_within)).await?;

            let mut report = Report::of("soak");
            report.add("round", number);
            report.add("matches", self.matches);
            report.add("played_s", round(played.as_secs_f64()));
            report.add("gone_after_s", round((began.elapsed() - played).as_secs_f64()));
            left.tell(&mut report);
            report.add("returned", left.is_like(&before));
            if let Some(pid) = target.pid {
                let mib = process::resident_kib(pid)? as f64 / 1024.0;
                let of_first = mib / *first.get_or_insert(mib);
                report.add("server_rss_mib", round(mib));
                report.add("rss_pct_of_first", round(100.0 * of_first));
                report.add("memory_returned", of_first <= MORE);
            }
            reports.push(report);
        }
        Ok(reports)
    }

    /// One match, from its creation to the end of both connections.
    async fn abandon(&self, place: &Address, number: usize) -> Result<()> {
        let way = WAYS[number % WAYS.len()];
        let from = [2 * number, 2 * number + 1].map(|client| home(place, client));
        if matches!(way, Way::NeverStarted) {
            let mut creator = Socket::dial_from(from[0], place, Window::Usual).await?;
            creator.hello().await?;
            creator.ask(&Request::Create { setup: setup(way), sit: true, tip: None, token: None }).await?;
            return creator.leave().await;
        }
        let mut table = Table::open_from(from, place, setup(way)).await?;
        // a clock may run out before a busy server has got to the first move
        let moves = if matches!(way, Way::TimedOut) { 0 } else { self.moves };
        while table.ply < moves {
            let ply = table.ply;
            table.act().await?;
            while table.ply == ply {
                let (seat, heard) = table.hear().await?;
                table.is_news(seat, &heard);
            }
        }
        let room = table.room;
        let [mut one, other] = table.players;
        match way {
            Way::Resigned => {
                one.ask(&Request::Resign { room }).await?;
                one.leave().await?;
                other.leave().await
            }
            Way::OneGone => {
                drop(one);
                sleep(Duration::from_millis(100)).await;
                other.leave().await
            }
            Way::Cut => {
                one.cut()?;
                other.cut()
            }
            // without a word
            Way::BothGone | Way::TimedOut | Way::NeverStarted => Ok(()),
        }
    }
}

fn setup(way: Way) -> Value {
    let mut setup = steady::setup();
    if matches!(way, Way::TimedOut) {
        setup["clock"] = json!({"initial_s": CLOCK_S, "increment_s": 0});
    }
    // the list of rooms has to forget them as well
    setup["visibility"] = json!("public");
    setup
}

/// An address of its own for each client, if the server is on this machine: what is counted by address is counted.
fn home(place: &Address, client: usize) -> Option<IpAddr> {
    let [_, high, middle, low] = (client as u32).to_be_bytes();
    place.host.starts_with("127.").then(|| IpAddr::from([127, 16 + high, middle, low]))
}
