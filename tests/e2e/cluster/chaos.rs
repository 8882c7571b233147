//! Matches whose seats and watchers are spread over three processes, while one process after another is killed,
//! stopped and restarted, and so are NATS and PostgreSQL.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::{Cluster, is_long};
use crate::fairness;
use crate::harness::PATIENCE;
use crate::harness::acknowledged;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::player::Player;
use crate::harness::seed::rng;

/// People who play, each in several matches at once.
const PEOPLE: usize = 12;
/// How soon after a recovery every watcher is right.
const RIGHT_WITHIN: Duration = Duration::from_secs(5);

/// A match that is over, with all who saw it.
struct Over {
    room: String,
    seats: [Player; 2],
    watcher: Client,
}

/// What a watcher has seen: the seq of its newest view.
type Seen = watch::Receiver<u64>;

/// What happens to the cluster.
#[derive(Debug, Clone, Copy)]
enum Blow {
    /// SIGKILL, and started again.
    Kill(usize),
    /// SIGTERM, and started again.
    Terminate(usize),
    /// SIGSTOP, and SIGCONT.
    Stop(usize),
    Nats(&'static str),
    Postgres(&'static str),
}

/// FL-006, FL-082. 60 matches and 10 s with `LONGTABLE_LONG=1`; otherwise fewer and shorter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cluster_in_trouble_loses_and_doubles_nothing() {
    let (matches, stopped, thinks) =
        if is_long() { (60, Duration::from_secs(10), 700) } else { (12, Duration::from_millis(2500), 120) };
    use Blow::{Kill, Nats, Postgres, Stop, Terminate};
    let short = [Kill(0), Stop(1), Nats("stop"), Postgres("stop")];
    let long = [
        [Kill(0), Stop(0), Nats("stop"), Kill(1), Postgres("stop"), Stop(1), Terminate(2)],
        [Kill(2), Stop(2), Nats("kill"), Terminate(0), Postgres("kill"), Stop(0), Kill(1)],
    ];
    let blows = if is_long() { long.concat() } else { short.to_vec() };

    let mut rng = rng("a_cluster_in_trouble_loses_and_doubles_nothing");
    let mut cluster = Cluster::start(3).await;
    let mut people = Vec::new();
    for n in 0..PEOPLE {
        people.push(cluster.client(n, &format!("person {n}")).await.key);
    }
    let thinking = Arc::new(AtomicU64::new(thinks));
    let (mut playing, mut seen) = (Vec::new(), BTreeMap::new());
    for n in 0..matches {
        let rng = StdRng::from_rng(&mut rng);
        let (over, room, at) = begin(&cluster, n, &people, &thinking, rng).await;
        playing.push(tokio::spawn(over));
        seen.insert(room, at);
    }
    for blow in blows {
        sleep(Duration::from_millis(500)).await;
        strike(&mut cluster, blow, stopped).await;
        let recovered = Instant::now();
        all_see(&cluster, &seen, recovered).await;
        println!("{blow:?}: every watcher was right {:?} after the recovery", recovered.elapsed());
    }
    let running = playing.iter().filter(|playing| !playing.is_finished()).count();
    println!("{running} of {matches} matches outlived all of it");
    assert!(running > 0, "the matches were over before the cluster was in trouble");
    thinking.store(0, Ordering::Relaxed);
    let over = join_all(playing).await.into_iter().map(Result::unwrap).collect::<Vec<_>>();
    verify(&cluster, over, &people).await;
}

/// Begins match `n`: its seats and its watcher are at three different processes.
async fn begin(
    cluster: &Cluster,
    n: usize,
    people: &[String],
    thinking: &Arc<AtomicU64>,
    mut rng: StdRng,
) -> (impl Future<Output = Over> + use<>, String, Seen) {
    let half = PEOPLE / 2;
    let (first, second) = (n % half, half + (n + n / half) % half);
    let mut seats = [(n, first), (n + 1, second)].map(|(at, person)| (at, &people[person])).into_iter();
    let mut player = async || {
        let (at, key) = seats.next().unwrap();
        let mut player = Player::new(cluster.again(at, key).await, &mut rng);
        (player.fickle, player.thinks) = (true, Arc::clone(thinking));
        player
    };
    let (mut a, mut b) = (player().await, player().await);
    let game = if n.is_multiple_of(2) {
        json!({"kind": "dara", "no_capture_limit": 30})
    } else {
        json!({"kind": "gul_bara"})
    };
    let clock = if n.is_multiple_of(3) { json!({"initial_s": 3600, "increment_s": 0}) } else { Value::Null };
    let setup = json!({"game": game, "clock": clock, "claim_after_s": null, "draw_wait_ms": 30000});
    let room = a.create(&setup).await;
    let mut watcher = cluster.client(n + 2, "watcher").await;
    watcher.ok(json!({"type": "watch", "room": room, "after": 0})).await;
    b.sit(&room).await;
    let (tell, at) = watch::channel(0);
    let code = room.clone();
    let over = async move {
        let watching = async {
            while watcher.view(&room)["status"] != "finished" {
                if watcher.next().await.is_none() {
                    watcher.come_back().await;
                }
                tell.send_replace(watcher.seq(&room));
            }
            tell.send_replace(u64::MAX);
        };
        let enough = |_: &Value| false;
        join(join(a.play(&room, enough), b.play(&room, enough)), watching).await;
        Over { room, seats: [a, b], watcher }
    };
    (over, code, at)
}

async fn strike(cluster: &mut Cluster, blow: Blow, stopped: Duration) {
    let moment = Duration::from_millis(800);
    match blow {
        Blow::Kill(n) => {
            cluster.servers[n].kill();
            sleep(moment).await;
            cluster.servers[n].restart();
        }
        Blow::Terminate(n) => {
            cluster.servers[n].terminate();
            cluster.servers[n].ended(PATIENCE);
            cluster.servers[n].restart();
        }
        Blow::Stop(n) => {
            cluster.servers[n].stop();
            sleep(stopped).await;
            cluster.servers[n].go_on();
        }
        Blow::Nats(how) => {
            cluster.nats.tell(how);
            sleep(moment).await;
            cluster.nats.tell("start");
        }
        Blow::Postgres(how) => {
            cluster.postgres.tell(how);
            sleep(moment).await;
            cluster.postgres.tell("start");
        }
    }
}

/// Waits until each watcher has seen what the store has now, and panics if that takes too long.
async fn all_see(cluster: &Cluster, seen: &BTreeMap<String, Seen>, recovered: Instant) {
    for row in cluster.query("SELECT room, max(seq) FROM entries GROUP BY room") {
        let (room, head) = row.split_once('|').unwrap();
        let head: u64 = head.parse().unwrap();
        let mut at = seen[room].clone();
        let left = RIGHT_WITHIN.saturating_sub(recovered.elapsed());
        if timeout(left, at.wait_for(|seq| *seq >= head)).await.is_err() {
            panic!(
                "{RIGHT_WITHIN:?} after the recovery the watcher of {room} is at {}, not {head}",
                *at.borrow()
            );
        }
    }
}

/// Everything that anybody was ever told is in one history, and every result counts once.
async fn verify(cluster: &Cluster, over: Vec<Over>, people: &[String]) {
    let mut checkers = Vec::new();
    for n in 0..cluster.servers.len() {
        checkers.push(cluster.client(n, "checker").await);
    }
    let (mut moves, matches) = (0, over.len());
    for Over { room, seats, watcher } in &over {
        let mut histories = Vec::new();
        for checker in &mut checkers {
            histories.push(acknowledged::history(checker, room).await);
        }
        assert!(histories.iter().all(|history| *history == histories[0]), "{room} has one history");
        let entries = &histories[0];
        for seat in seats {
            acknowledged::once(room, seat, entries);
            acknowledged::shown(&seat.client, room, entries);
            moves += seat.acknowledged.len();
        }
        acknowledged::shown(watcher, room, entries);
        let hash = watcher.view(room)["result"]["hash"].as_str().unwrap();
        for seat in seats {
            assert_eq!(seat.client.view(room)["result"]["hash"], *hash);
        }
        for n in 0..cluster.servers.len() {
            let file = get(cluster.address(n), &format!("/matches/{room}/1.jsonl"), "").await;
            engine::record::check(&file.body, Some(hash.parse().unwrap())).expect("the match file is true");
            fairness::check(&file.body, hash);
        }
    }
    let mut counted = 0;
    for key in people {
        let mut person = cluster.again(0, key).await;
        let page = person.ok(json!({"type": "player", "player": person.id})).await;
        let kinds = page["record"].as_object().unwrap().values();
        let ends = |record: &Value| {
            ["won", "lost", "drawn"].map(|end| record[end].as_u64().unwrap()).iter().sum::<u64>()
        };
        counted += kinds.map(ends).sum::<u64>();
        let recent: Vec<_> =
            page["recent"].as_array().unwrap().iter().map(|row| row["match"].to_string()).collect();
        assert_eq!(recent.len(), recent.iter().collect::<BTreeSet<_>>().len(), "no match is there twice");
    }
    assert_eq!(counted, 2 * matches as u64, "each match is on two records, and once on each");
    let rows = cluster.query("SELECT count(*), count(DISTINCT (room, number)) FROM result_players");
    assert_eq!(rows, [format!("{}|{matches}", 2 * matches)]);
    println!("{moves} acknowledged moves in {matches} matches, each of them once");
}
