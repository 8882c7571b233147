//! Measurements of a cluster on one machine; printed, never asserted.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use super::Cluster;
use crate::harness::player::Player;
use crate::harness::seed::rng;

/// How long from a move's acknowledgement, and from its sending, until a watcher at another process sees it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures; run it by its name"]
async fn from_an_entry_to_a_watcher_elsewhere() {
    let mut rng = rng("from_an_entry_to_a_watcher_elsewhere");
    let cluster = Cluster::start(3).await;
    let matches = (0..4).map(|n| measured(&cluster, n, StdRng::from_rng(&mut rng)));
    let mut delays: Vec<Duration> = join_all(matches).await.concat();
    delays.sort_unstable();
    let at = |percent: usize| delays[(delays.len() - 1) * percent / 100];
    println!("{} entries: p50 {:?}, p99 {:?}, longest {:?}", delays.len(), at(50), at(99), at(100));
}

async fn measured(cluster: &Cluster, n: usize, mut rng: StdRng) -> Vec<Duration> {
    let mut a = Player::new(cluster.client(n, "a").await, &mut rng);
    let mut b = Player::new(cluster.client(n, "b").await, &mut rng);
    let room = a.create(&json!({"game": {"kind": "gul_bara"}})).await;
    // one watcher at the process of the players, one at another: what the way over the bus adds
    let mut watchers = Vec::new();
    for process in [n, n + 1] {
        let mut watcher = cluster.client(process, "watcher").await;
        watcher.ok(json!({"type": "watch", "room": room})).await;
        watchers.push(watcher);
    }
    b.sit(&room).await;
    let watching = join_all(watchers.into_iter().map(async |mut watcher| {
        let mut seen = BTreeMap::new();
        while watcher.view(&room)["status"] != "finished" {
            watcher.next().await.expect("the line is open");
            seen.entry(watcher.seq(&room)).or_insert_with(Instant::now);
        }
        seen
    }));
    let enough = |_: &Value| false;
    let (seen, _) = join(watching, join(a.play(&room, enough), b.play(&room, enough))).await;
    let (here, there) = (&seen[0], &seen[1]);
    here.iter().filter_map(|(seq, at)| Some(there.get(seq)?.saturating_duration_since(*at))).collect()
}
