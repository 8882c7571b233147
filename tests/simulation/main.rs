//! Whole servers under virtual time, driven by a seed.
//!
//! Clients are real sessions on lines in memory, the store and the bus are doubles, all time is Tokio's paused clock,
//! so minutes of play take a moment and the same seed gives the same run. In a calm run people do at random what
//! people do; in a storm besides the store fails, hangs and lies, the bus loses, doubles and reorders, servers stop
//! and crash, and some clients keep no rule. After every run the laws are looked at:
//!
//! - everybody was shown the same room after the same entry, and it is what the log gives ([`seen`], [`laws`]);
//! - what was acknowledged is in the log exactly once, and nothing that nobody asked for;
//! - clocks are sums over the log, match files check, records count each match once;
//! - every match could be ended, every request was answered, nobody waits for ever ([`person`], [`world`]);
//! - no room, timer, task, or entry of a limiter or a map remains ([`world`]).
//!
//! `LONGTABLE_SEED=7 cargo test -p longtable-tests --test simulation` plays one seed again, with every step if
//! `LONGTABLE_PLAN=1` is set and with every frame if it is `frames`; `LONGTABLE_SEEDS=1000..5000` plays many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

#[path = "../e2e/harness/laws.rs"]
mod frames;
#[path = "../e2e/harness/steady.rs"]
mod steady;

mod cases;
mod choose;
mod client;
mod cluster;
mod laws;
mod liar;
mod panics;
mod person;
mod plan;
mod seen;
mod sky;
mod sockets;
mod world;

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Seeds of each kind that a test run plays.
const SEEDS: Range<u64> = 1..101;

/// The seeds to be played.
fn seeds() -> Range<u64> {
    let number = |text: &str| -> u64 { text.parse().expect("seeds are numbers, as 7 or 1000..5000") };
    if let Ok(seed) = std::env::var("LONGTABLE_SEED") {
        return number(&seed)..number(&seed) + 1;
    }
    let Ok(range) = std::env::var("LONGTABLE_SEEDS") else { return SEEDS };
    let (from, to) = range.split_once("..").expect("a range, as 1000..5000");
    number(from)..number(to)
}

/// Plays every seed, on as many threads as there are cores.
fn all(play: impl Fn(u64) + Sync) {
    let (seeds, next) = (seeds(), AtomicU64::new(0));
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores)
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let seed = seeds.start + next.fetch_add(1, Ordering::Relaxed);
                        if seed >= seeds.end {
                            return;
                        }
                        panics::watch();
                        play(seed);
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

#[test]
fn random_sessions_in_calm_weather() {
    all(|seed| _ = world::run(seed, false));
}

#[test]
fn random_sessions_in_a_storm() {
    all(|seed| _ = world::run(seed, true));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    all(|seed| {
        if seed % 10 == seeds().start % 10 {
            for stormy in [false, true] {
                assert_eq!(
                    world::run(seed, stormy),
                    world::run(seed, stormy),
                    "seed {seed}, stormy: {stormy}"
                );
            }
        }
    });
}
