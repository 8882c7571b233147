//! How fast a store is; printed, never asserted.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::{Fixture, lines, opening};
use crate::store::{Appended, Store};

/// How long each measurement takes.
const TIME: Duration = Duration::from_secs(3);
/// About a line of a match file.
const LINE: usize = 220;

/// Appends a second, and how long one takes, with few and with many rooms at once.
pub(crate) async fn appends(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for rooms in [1, 16, 256] {
        let until = Instant::now() + TIME;
        let writers: JoinSet<Vec<Duration>> =
            (0..rooms).map(|n| write(store.clone(), format!("{rooms}R{n}"), until)).collect();
        let mut took = writers.join_all().await.concat();
        took.sort_unstable();
        let at = |percent: usize| took[(took.len() - 1) * percent / 100];
        let a_second = took.len() as f64 / TIME.as_secs_f64();
        println!("{rooms} rooms: {a_second:.0} appends/s, p50 {:?}, p99 {:?}", at(50), at(99));
    }
}

async fn write(store: Store, room: String, until: Instant) -> Vec<Duration> {
    store.append(opening(&room, "p", 1)).await.unwrap();
    let line = "x".repeat(LINE);
    let mut took = Vec::new();
    while Instant::now() < until {
        let start = Instant::now();
        let told = store.append(lines(&room, 1 + took.len() as u64, &[&line])).await;
        assert_eq!(told, Ok(Appended::Done));
        took.push(start.elapsed());
    }
    took
}
