//! Two people who play, whatever others do: each move has to go through and to be shown to the other.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::harness::client::Client;
use crate::harness::dial::home;
use crate::harness::steady;

/// From one move to the next: twice as fast as anybody thinks.
const THINK: Duration = Duration::from_millis(100);

/// More moves than this have to go through, however soon it is enough.
const FEW: usize = 5;

/// A room in which a match is played.
pub(super) struct Honest {
    pub(super) room: String,
    /// Public id of one of the players.
    pub(super) player: String,
    enough: Arc<AtomicBool>,
    playing: JoinHandle<Vec<Duration>>,
}

impl Honest {
    /// How many they are.
    pub(super) const SOCKETS: f64 = 2.0;

    /// Two people sit down and begin.
    pub(super) async fn at(server: SocketAddr) -> Self {
        let mut players = [
            Client::hello_from(home(1), server, "Ann").await,
            Client::hello_from(home(2), server, "Bob").await,
        ];
        let setup = steady::setup();
        let tip = "a".repeat(64);
        let created = players[0].ok(json!({"type": "create", "setup": setup, "tip": tip})).await;
        let room = created["room"].as_str().unwrap().to_owned();
        players[1].ok(json!({"type": "sit", "room": room, "tip": tip})).await;
        let player = players[0].id.clone();
        let enough = Arc::new(AtomicBool::new(false));
        let playing = tokio::spawn(play(players, room.clone(), Arc::clone(&enough)));
        Self { room, player, enough, playing }
    }

    /// Whether they still play.
    pub(super) fn play_on(&self) -> bool {
        !self.playing.is_finished()
    }

    /// They stop. Panics if a move of theirs was refused or not shown.
    pub(super) async fn finish(self, what: &str) {
        self.enough.store(true, Ordering::Relaxed);
        let mut times = self.playing.await.expect("the honest play on");
        times.sort_unstable();
        assert!(times.len() > FEW, "{what}: only {} moves were made", times.len());
        let within = |share: usize| times[(times.len() - 1) * share / 100];
        println!("{what}: {} honest moves, p50 {:.1?}, p99 {:.1?}", times.len(), within(50), within(99));
    }
}

/// Moves by turns, until it is enough; how long each move took to the other's eyes.
async fn play(mut players: [Client; 2], room: String, enough: Arc<AtomicBool>) -> Vec<Duration> {
    let (mut times, mut last) = (Vec::new(), 0);
    while !enough.load(Ordering::Relaxed) || times.len() <= FEW {
        let seat = times.len() % 2;
        let [first, second] = &mut players;
        let (mover, other) = if seat == 0 { (first, second) } else { (second, first) };
        let view = mover.until(&room, |view| is_on(view, seat, last)).await;
        let start = Instant::now();
        let (seq, mv) = (&view["seq"], steady::nth(times.len()));
        let done = mover.ok(json!({"type": "act", "room": room, "seq": seq, "move": mv})).await;
        last = done["seq"].as_u64().unwrap();
        other.until(&room, |view| is_on(view, 1 - seat, last)).await;
        times.push(start.elapsed());
        sleep(THINK).await;
    }
    times
}

/// Whether it is a seat's turn, as far as entry `last` is seen: the update of a move may come after its answer.
fn is_on(view: &Value, seat: usize, last: u64) -> bool {
    view["seq"].as_u64() >= Some(last) && view["turn"] == json!([seat])
}
