//! Who sees and hears whom across processes: presence, chat, signals, the lobby; and what becomes of that when a
//! process or the bus is gone.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::Cluster;
use crate::harness::PATIENCE;
use crate::harness::client::Client;
use crate::harness::http::get;

fn dara() -> Value {
    json!({"game": {"kind": "dara"}, "draw_wait_ms": 500})
}

fn online(view: &Value) -> Vec<bool> {
    view["seats"].as_array().unwrap().iter().map(|seat| seat["online"] == true).collect()
}

/// Asks for the list of rooms until `is` is true of the row of `room`, or of its absence.
async fn listed(client: &mut Client, room: &str, is: impl Fn(Option<&Value>) -> bool) {
    let by = Instant::now() + PATIENCE;
    loop {
        let list = client.ok(json!({"type": "rooms"})).await;
        let row = list["rooms"].as_array().unwrap().iter().find(|row| row["room"] == room);
        if is(row) {
            return;
        }
        assert!(Instant::now() < by, "the list has {row:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_meet_across_processes() {
    let mut cluster = Cluster::start(3).await;
    let mut a = cluster.client(0, "a").await;
    let mut b = cluster.client(1, "b").await;
    let mut watcher = cluster.client(2, "watcher").await;
    let mut twin = cluster.again(0, &watcher.key).await;

    // The lobby: a room of one process is on every list, and a stranger is seated in it from another one.
    watcher.ok(json!({"type": "rooms", "follow": true})).await;
    let room = a.ok(json!({"type": "create", "setup": dara()})).await["room"].as_str().unwrap().to_owned();
    a.ok(json!({"type": "say", "room": room, "text": "anybody there?"})).await;
    let is_room = |row: &Value| row["room"] == room.as_str();
    watcher
        .push(|push| push["type"] == "rooms" && push["rooms"].as_array().unwrap().iter().any(is_room))
        .await;
    let seated = b.ok(json!({"type": "quick", "setup": dara()})).await;
    assert_eq!((&seated["room"], &seated["seat"]), (&json!(room), &json!(1)));

    // Presence: each sees the other online; a watcher counts, and one who is there twice counts once.
    for client in [&mut a, &mut b] {
        client.until(&room, |view| online(view) == [true, true]).await;
    }
    let said = b.push(|push| push["type"] == "said").await;
    assert_eq!(said["text"], "anybody there?", "what was said before this process held the room");
    for client in [&mut watcher, &mut twin] {
        client.ok(json!({"type": "watch", "room": room})).await;
    }
    for client in [&mut a, &mut b, &mut watcher, &mut twin] {
        let seen = |view: &Value| view["spectators"] == 1 && view["status"] == "playing";
        client.until(&room, |view| seen(view) && online(view) == [true, true]).await;
    }
    listed(&mut twin, &room, |row| {
        row.is_some_and(|row| row["spectators"] == 1 && row["status"] == "playing")
    })
    .await;

    // Chat and signals reach those at other processes, once.
    let speaker = watcher.id.clone();
    watcher.ok(json!({"type": "say", "room": room, "text": "good luck"})).await;
    for client in [&mut a, &mut b, &mut watcher, &mut twin] {
        let said = client.push(|push| push["type"] == "said" && push["text"] == "good luck").await;
        assert_eq!((&said["by"]["id"], &said["seat"]), (&json!(speaker), &Value::Null));
    }
    a.ok(json!({"type": "signal", "room": room, "to": b.id, "data": {"sdp": "x"}})).await;
    let signal = b.push(|push| push["type"] == "signal").await;
    assert_eq!((&signal["from"], &signal["data"]), (&json!(a.id), &json!({"sdp": "x"})));
    let nobody = a.ask(json!({"type": "signal", "room": room, "to": "nobody", "data": 1})).await;
    assert_eq!(nobody["code"], "not_allowed");

    // Gone from one process: seen at the others; a twin keeps its player there.
    drop(twin);
    sleep(Duration::from_millis(300)).await;
    assert_eq!(watcher.until(&room, |view| view["spectators"] == 1).await["spectators"], 1);
    let key = b.key.clone();
    drop(b);
    a.until(&room, |view| online(view) == [true, false]).await;

    // Without the bus everybody goes on, and what others have done is found in the store.
    let mut b = cluster.again(1, &key).await;
    b.ok(json!({"type": "watch", "room": room})).await;
    a.until(&room, |view| online(view) == [true, true] && view["turn"] != json!([])).await;
    cluster.nats.tell("stop");
    ready(&cluster, 0, 503).await;
    let resigned = Instant::now();
    b.ok(json!({"type": "resign", "room": room})).await;
    for client in [&mut a, &mut watcher] {
        client.until(&room, |view| view["status"] == "finished").await;
    }
    println!("a move without the bus was seen after {:?}", resigned.elapsed());
    let metrics = get(cluster.address(0), "/metrics", "").await.body;
    let repaired = metrics.lines().find_map(|line| line.strip_prefix("longtable_bus_gaps_repaired_total "));
    assert!(repaired.is_some_and(|count| count.parse::<u64>().unwrap() > 0), "{repaired:?}");
    cluster.nats.tell("start");
    ready(&cluster, 0, 200).await;
    cluster.postgres.tell("stop");
    ready(&cluster, 0, 503).await;
    let refused = a.ask(json!({"type": "offer", "room": room, "what": "rematch"})).await;
    assert_eq!(refused["code"], "unavailable");
    cluster.postgres.tell("start");
    ready(&cluster, 0, 200).await;
    a.ok(json!({"type": "offer", "room": room, "what": "rematch"})).await;
    b.until(&room, |view| view["offers"].as_array().is_some_and(|offers| !offers.is_empty())).await;

    // A process that dies takes its people with it; one that is stopped too, until it goes on.
    cluster.servers[1].kill();
    let died = Instant::now();
    a.until(&room, |view| online(view) == [true, false]).await;
    println!("who was at a process that died is gone after {:?}", died.elapsed());
    cluster.servers[2].stop();
    let stopped = Instant::now();
    a.until(&room, |view| view["spectators"] == 0).await;
    println!("who was at a process that was stopped is gone after {:?}", stopped.elapsed());
    cluster.servers[2].go_on();
    a.until(&room, |view| view["spectators"] == 1).await;
    watcher.until(&room, |view| online(view) == [true, false]).await;
}

/// Waits until a process says that it is ready, or is not.
async fn ready(cluster: &Cluster, n: usize, wanted: u16) {
    let by = Instant::now() + PATIENCE;
    loop {
        let told = get(cluster.address(n), "/readyz", "").await;
        if told.status == wanted {
            return;
        }
        assert!(Instant::now() < by, "ready: {} {}", told.status, told.body);
        sleep(Duration::from_millis(100)).await;
    }
}
