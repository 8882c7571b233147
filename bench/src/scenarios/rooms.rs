//! Many rooms with two players each, at a steady match: by the clock, or as fast as the answers come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::Result;
use crate::meter::{Spell, measure};
use crate::report::{Report, round};
use crate::scenarios::gather;
use crate::table::Table;
use crate::target::Target;
use crate::times::Times;

/// What all rooms count.
struct Seen {
    counting: AtomicBool,
    moves: AtomicU64,
    /// Moves that were due before their turn had come.
    late: AtomicU64,
    /// From a move to the other player's update.
    push: Times,
    /// From a move to the `ok` that says it is stored.
    ok: Times,
}

/// When a room moves.
#[derive(Debug, Clone, Copy)]
struct Pace {
    first: Instant,
    every: Duration,
}

/// Plays in so many rooms, each move `every` so often or else when its turn has come.
///
/// # Errors
/// If the server refuses something, or a connection breaks.
pub(super) async fn run(
    name: &str,
    target: &Target,
    rooms: usize,
    every: Option<Duration>,
    spell: Spell,
) -> Result<Report> {
    let tables = gather("opening", 0, rooms, |_| Table::open(&target.place)).await?;
    let seen = Arc::new(Seen {
        counting: AtomicBool::new(false),
        moves: AtomicU64::new(0),
        late: AtomicU64::new(0),
        push: Times::new()?,
        ok: Times::new()?,
    });
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for (i, table) in tables.into_iter().enumerate() {
        // the rooms move one after the other, not all at once
        let pace = every.map(|every| Pace { first: began + every.mul_f64(i as f64 / rooms as f64), every });
        tasks.spawn(play(table, Arc::clone(&seen), pace));
    }
    let usage = measure(target, spell, &seen.counting, &mut tasks).await?;
    tasks.shutdown().await;

    let moves = seen.moves.load(Ordering::Relaxed);
    if moves == 0 {
        return Err("no move came through: measure for longer".into());
    }
    let mut report = Report::of(name);
    report.add("rooms", rooms);
    if every.is_some() {
        report.add("late_moves", seen.late.load(Ordering::Relaxed));
    }
    report.add("moves", moves);
    report.add("moves_per_s", round(moves as f64 / usage.wall));
    if let Some(server) = usage.server {
        report.add("cpu_ms_per_move", round(1000.0 * server / moves as f64));
        report.add("moves_per_cpu_s", round(moves as f64 / server));
    }
    seen.push.tell("push", &mut report);
    seen.ok.tell("ok", &mut report);
    usage.tell(&mut report);
    Ok(report)
}

/// Plays in one room for ever.
async fn play(mut table: Table, seen: Arc<Seen>, pace: Option<Pace>) -> Result<()> {
    let mut due = Some(pace.map_or_else(Instant::now, |pace| pace.first));
    // when each seat's newest move was made, or should have been
    let mut moved = [Instant::now(); 2];
    loop {
        let heard = tokio::select! {
            biased;
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => None,
            heard = table.hear() => Some(heard?),
        };
        let counting = seen.counting.load(Ordering::Relaxed);
        let Some((seat, heard)) = heard else {
            due = None;
            moved[table.mover()] = Instant::now();
            table.act().await?;
            continue;
        };
        if heard == crate::socket::Heard::Done && counting {
            seen.ok.record(moved[seat].elapsed());
        }
        if !table.is_news(seat, &heard) {
            continue;
        }
        if counting {
            seen.moves.fetch_add(1, Ordering::Relaxed);
            seen.push.record(moved[1 - seat].elapsed());
        }
        let now = Instant::now();
        match pace.map(|pace| pace.first + pace.every * table.ply) {
            Some(at) if at > now => due = Some(at),
            // the wait for a turn that came late is part of what the move took
            late => {
                if late.is_some() && counting {
                    seen.late.fetch_add(1, Ordering::Relaxed);
                }
                moved[table.mover()] = late.unwrap_or(now);
                table.act().await?;
            }
        }
    }
}
