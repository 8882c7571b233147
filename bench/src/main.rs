//! `longtable-bench`: measurements of Longtable that anyone can repeat. See `bench/README.md`.
//!
//! Load on a server is in `scenarios/`; micro-benchmarks of the engine are in `benches/`
//! (`cargo bench -p longtable-bench`).

mod calibrate;
mod crowd;
mod evening;
mod meter;
mod process;
mod progress;
mod report;
mod scenarios;
mod shots;
mod socket;
mod steady;
mod table;
mod target;
mod times;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use meter::Spell;
use report::Report;
use scenarios::{fanout, idle, latency, mixed, soak, throughput};
use target::{Target, TargetFlags};

/// Why a measurement could not be made, for a person.
type Failed = Box<dyn std::error::Error + Send + Sync>;
type Result<T> = std::result::Result<T, Failed>;

/// Measures Longtable
#[derive(Parser)]
#[command(name = "longtable-bench", version, max_term_width = 100)]
struct Flags {
    #[command(subcommand)]
    what: What,

    #[command(flatten)]
    target: TargetFlags,

    #[command(flatten)]
    run: RunFlags,
}

/// How to measure and tell.
#[derive(Debug, Args)]
#[command(next_help_heading = "Measuring")]
struct RunFlags {
    /// Seconds that are measured
    #[arg(long, global = true, default_value_t = 10.0, value_name = "SECONDS")]
    secs: f64,

    /// Seconds of the same load before that are not
    #[arg(long, global = true, default_value_t = 2.0, value_name = "SECONDS")]
    warm: f64,

    /// Print results as JSON, one object a line, instead of a table
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// Rooms with two players each that move at a fixed rate: how long a move takes to the other player
    Latency(latency::Flags),
    /// Rooms with two players each who answer at once: what a move costs the server
    Throughput(throughput::Flags),
    /// One room with many watchers: what showing a move to one of them costs
    Fanout(fanout::Flags),
    /// Many sockets that do nothing: memory, and what keeping them costs
    Idle(idle::Flags),
    /// An evening: rooms of all games, watchers, followers of the list, chat, lost connections
    Mixed(mixed::Flags),
    /// Matches by the thousand, abandoned in every way, again and again: whether anything of them stays
    Soak(soak::Flags),
    /// How often each simulated hand does what it means to: Darbol's holes and Crokidarts' open shot
    Calibrate {
        /// Tosses or shots for each cell of the tables
        #[arg(long, default_value_t = 100_000, value_name = "N")]
        draws: u32,
    },
    /// How long the simulation of a shot takes, with its tail
    Shots {
        /// Turns of five shots
        #[arg(long, default_value_t = 100_000, value_name = "N")]
        turns: u32,
    },
}

impl What {
    fn sockets(&self) -> usize {
        match self {
            Self::Latency(flags) => flags.sockets(),
            Self::Throughput(flags) => flags.sockets(),
            Self::Fanout(flags) => flags.sockets(),
            Self::Idle(flags) => flags.sockets(),
            Self::Mixed(flags) => flags.sockets(),
            Self::Soak(flags) => flags.sockets(),
            Self::Calibrate { .. } | Self::Shots { .. } => 0,
        }
    }

    /// How a server is started for it.
    fn server_flags(&self) -> &'static [&'static str] {
        match self {
            Self::Soak(_) => soak::SERVER,
            _ => &["--limits", "off"],
        }
    }

    async fn run(&self, target: &Target, spell: Spell) -> Result<Vec<Report>> {
        match self {
            Self::Latency(flags) => flags.run(target, spell).await,
            Self::Throughput(flags) => flags.run(target, spell).await,
            Self::Fanout(flags) => flags.run(target, spell).await,
            Self::Idle(flags) => flags.run(target, spell).await,
            Self::Mixed(flags) => flags.run(target, spell).await,
            Self::Soak(flags) => flags.run(target).await,
            Self::Calibrate { .. } | Self::Shots { .. } => Ok(Vec::new()),
        }
    }
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let measured = match flags.what {
        What::Calibrate { draws } => {
            calibrate::run(draws);
            Ok(Vec::new())
        }
        What::Shots { turns } => shots::run(turns).map(|()| Vec::new()),
        _ => load(&flags),
    };
    match measured {
        Ok(reports) if reports.is_empty() => ExitCode::SUCCESS,
        Ok(reports) if flags.run.json => {
            // a report is plain data with string keys
            reports
                .iter()
                .filter_map(|report| serde_json::to_string(report).ok())
                .for_each(|it| println!("{it}"));
            ExitCode::SUCCESS
        }
        Ok(reports) => {
            print!("{}", report::table(&reports));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("longtable-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a scenario. Whatever ends it, the server that was started for it is killed.
fn load(flags: &Flags) -> Result<Vec<Report>> {
    let seconds =
        |secs| Duration::try_from_secs_f64(secs).map_err(|_| "give seconds as a number of 0 or above");
    let spell = Spell { warm: seconds(flags.run.warm)?, measured: seconds(flags.run.secs)? };
    scenarios::allow(flags.what.sockets())?;
    let target = Target::new(&flags.target, flags.what.server_flags())?;
    // as many threads as cores are left: those of the runtime are made here, and are where this thread may be
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut terminate, mut interrupt) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        tokio::select! {
            reports = flags.what.run(&target, spell) => reports,
            _ = terminate.recv() => Err("stopped".into()),
            _ = interrupt.recv() => Err("stopped".into()),
        }
    })
}
