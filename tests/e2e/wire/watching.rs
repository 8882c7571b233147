//! Watching a room: from where, what a gap is, presence, the beat, and claims against those who have left.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::harness::client::Client;
use crate::harness::raw::{Raw, TEXT, frame};
use crate::harness::server::Server;

/// A room with two players of Dara in it who have tips, so that the match has started.
async fn playing(server: &Server, setup: Value) -> (Client, Client, String) {
    let mut a = Client::hello(server.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
    let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
    b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
    a.until(&room, |view| view["turn"] == json!([0])).await;
    b.until(&room, |view| view["turn"] == json!([0])).await;
    (a, b, room)
}

fn dara() -> Value {
    json!({"game": {"kind": "dara"}, "starts": "creator"})
}

/// Makes `count` entries in a waiting room.
async fn entries(client: &mut Client, room: &str, count: u64) {
    for n in 0..count {
        let tip = format!("{n:064x}");
        client.ok(json!({"type": "entropy", "room": room, "tip": tip})).await;
    }
}

async fn first_update(client: &mut Client, room: &str) -> Value {
    client.push(|push| push["type"] == "update" && push["room"] == room).await
}

/// FL-013, FL-109, FL-153: who comes later gets the whole room, and the entries that were asked for or word of a gap.
#[tokio::test]
async fn watch_begins_after_the_entry_that_is_named() {
    let server = Server::start();
    let mut host = Client::hello(server.address, "host").await;
    let room = host.ok(json!({"type": "create", "setup": dara()})).await["room"].as_str().unwrap().to_owned();
    entries(&mut host, &room, 20).await;
    let head = host.until(&room, |view| view["seq"] == 21).await;
    let mut watcher = Client::hello(server.address, "watcher").await;
    for (after, seqs, gap) in [
        (None, 21..21, false),
        (Some(0), 0..21, false),
        (Some(15), 15..21, false),
        (Some(21), 21..21, false),
        (Some(22), 21..21, true),
        (Some(9_007_199_254_740_991_u64), 21..21, true),
    ] {
        let mut watch = json!({"type": "watch", "room": room});
        if let Some(after) = after {
            watch["after"] = json!(after);
        }
        watcher.ok(watch).await;
        // what came before the answer is of the time before, as that somebody looks on
        watcher.pushes();
        let update = first_update(&mut watcher, &room).await;
        let sent: Vec<_> = update["entries"].as_array().unwrap().iter().map(|entry| &entry["seq"]).collect();
        let wanted: Vec<_> = seqs.map(|seq| json!(seq + 1)).collect();
        assert_eq!(sent, wanted.iter().collect::<Vec<_>>(), "after {after:?}");
        assert_eq!(update.get("gap").is_some(), gap, "after {after:?}: {update}");
        assert_eq!(update["view"]["fairness"], head["fairness"]);
    }
    // over 256 entries are a gap
    entries(&mut host, &room, 280).await;
    host.until(&room, |view| view["seq"] == 301).await;
    for (after, gap) in [(44, true), (45, false), (1, true)] {
        watcher.ok(json!({"type": "unwatch", "room": room})).await;
        watcher.pushes();
        watcher.ok(json!({"type": "watch", "room": room, "after": after})).await;
        let update = first_update(&mut watcher, &room).await;
        assert_eq!(update.get("gap").is_some(), gap, "after {after}");
        assert_eq!(update["entries"].as_array().unwrap().len(), if gap { 0 } else { 256 });
        assert_eq!(update["view"]["seq"], 301);
    }
}

/// FL-103, FL-145, FL-153: who reads nothing for a while slows nobody down, and then sees the newest state.
#[tokio::test]
async fn a_slow_watcher_skips_updates_and_ends_up_right() {
    let server = Server::start();
    let (mut a, mut b, room) = playing(&server, dara()).await;
    let mut slow = Raw::connect(server.address, "").await;
    slow.write(&frame(0x80 | TEXT, br#"{"id":1,"type":"hello"}"#)).await;
    let watch = json!({"id": 2, "type": "watch", "room": room}).to_string();
    slow.write(&frame(0x80 | TEXT, watch.as_bytes())).await;
    a.until(&room, |view| view["spectators"] == 1).await;
    let start = Instant::now();
    for round in 0..400 {
        let (offerer, other) = if round % 2 == 0 { (&mut a, &mut b) } else { (&mut b, &mut a) };
        offerer.ok(json!({"type": "say", "room": room, "text": "x".repeat(10)})).await;
        let what = if round < 6 { "draw" } else { "none" };
        if what == "draw" {
            offerer.ok(json!({"type": "offer", "room": room, "what": "draw"})).await;
            other.ok(json!({"type": "answer", "room": room, "what": "draw", "yes": false})).await;
        }
    }
    let each = start.elapsed() / 400;
    assert!(each < Duration::from_millis(200), "{each:?} a request");
    let head = a.seq(&room);
    let mut seen = 0;
    while seen < head {
        let (opcode, payload) = slow.frame().await.expect("the slow one is still served, or would be told");
        if opcode == TEXT {
            let frame: Value = serde_json::from_slice(&payload).unwrap();
            seen = frame["view"]["seq"].as_u64().unwrap_or(seen);
        }
    }
    assert_eq!(seen, head);
}

/// FL-131, FL-017: several sockets of one player are all served; the seat is online until the last one has gone.
#[tokio::test]
async fn a_player_has_several_sockets_and_one_presence() {
    let server = Server::start();
    let (a, mut b, room) = playing(&server, dara()).await;
    let online = |view: &Value| view["seats"][0]["online"] == true;
    let mut current = a;
    for _ in 0..10 {
        // the new socket opens before the old one closes, and takes the seat at the first try
        let mut next = Client::again(server.address, &current.key).await;
        next.key.clone_from(&current.key);
        assert_eq!(next.ok(json!({"type": "sit", "room": room})).await["seat"], 0);
        current = next;
    }
    b.until(&room, online).await;
    let view = current.until(&room, online).await;
    let place =
        json!({"type": "act", "room": room, "seq": view["seq"], "move": {"type": "place", "at": "a1"}});
    current.ok(place).await;
    b.until(&room, |view| view["turn"] == json!([1]) && online(view)).await;
    drop(current);
    let gone = b.until(&room, |view| !online(view)).await;
    assert!(gone["seats"][0]["gone_ms"].is_i64() || gone["seats"][0]["gone_ms"].is_u64());
    let presence = b.rooms[&room].updates.last().unwrap();
    assert_eq!((&presence["entries"], &presence["seq"]), (&json!([]), &gone["seq"]), "presence is no entry");
}

/// FL-149: knowing a seat's player is not being it.
#[tokio::test]
async fn a_seat_is_bound_to_its_key() {
    let server = Server::start();
    let (a, mut b, room) = playing(&server, dara()).await;
    for n in 0..10 {
        let mut x = Client::connect(server.address).await;
        let wrong = format!("{n}{}", &a.key[1..]);
        x.ask(json!({"type": "hello", "key": wrong, "name": "a"})).await;
        let seq = b.seq(&room);
        let act = json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": "a1"}});
        if wrong != a.key {
            assert_eq!(x.ask(act).await["code"], "not_seated");
            assert_eq!(x.ask(json!({"type": "sit", "room": room, "seat": 0})).await["code"], "room_full");
        }
    }
    drop(a);
    b.until(&room, |view| view["seats"][0]["online"] == false).await;
}

/// FL-088, FL-098, FL-040: no frame to anybody has a key, a secret or a link that is not due yet; nor has the log.
#[tokio::test]
async fn nobody_is_shown_a_secret() {
    let server = Server::start();
    let (mut a, mut b, room) = playing(&server, dara()).await;
    let mut watcher = Client::hello(server.address, "watcher").await;
    watcher.ok(json!({"type": "watch", "room": room, "after": 0})).await;
    a.ok(json!({"type": "act", "room": room, "seq": a.seq(&room), "move": {"type": "place", "at": "a1"}}))
        .await;
    b.ok(json!({"type": "resign", "room": room})).await;
    for client in [&mut a, &mut b, &mut watcher] {
        client.until(&room, |view| view["status"] == "finished").await;
    }
    let history = watcher.ok(json!({"type": "history", "room": room})).await.to_string();
    let listed = watcher.ok(json!({"type": "rooms"})).await.to_string();
    let mut shown: Vec<String> = vec![history, listed, server.log()];
    for client in [&mut a, &mut b, &mut watcher] {
        shown.extend(client.pushes().iter().map(Value::to_string));
    }
    for key in [&a.key, &b.key, &watcher.key] {
        assert!(shown.iter().all(|text| !text.contains(key.as_str())), "a key was shown");
    }
    assert!(shown.iter().all(|text| !text.contains("secret")));
}

/// FL-016: every 20 s, sooner than any proxy hangs up, a ping, and a `beat` with the head of each watched room.
#[tokio::test]
async fn the_beat_tells_the_head_of_each_watched_room() {
    let server = Server::start();
    let mut raw = Raw::connect(server.address, "").await;
    raw.write(&frame(0x80 | TEXT, br#"{"id":1,"type":"hello"}"#)).await;
    let create = br#"{"id":2,"type":"create","setup":{"game":{"kind":"dara"}}}"#;
    raw.write(&frame(0x80 | TEXT, create)).await;
    let start = Instant::now();
    let (mut room, mut pings, mut beat) = (Value::Null, Vec::new(), None);
    while beat.is_none() {
        let (opcode, payload) = raw.frame().await.expect("an open socket");
        match opcode {
            9 => pings.push(start.elapsed()),
            TEXT => {
                let frame: Value = serde_json::from_slice(&payload).unwrap();
                if frame["re"] == 2 {
                    room = frame["room"].clone();
                }
                beat = (frame["type"] == "beat").then_some(frame);
            }
            _ => {}
        }
    }
    assert!(start.elapsed() > Duration::from_secs(15) && start.elapsed() < Duration::from_secs(30));
    assert_eq!(beat.unwrap()["rooms"], json!({room.as_str().unwrap(): 1}));
    assert!(pings.iter().any(|at| *at > Duration::from_secs(15)), "{pings:?}");
}

/// FL-032, FL-077, FL-133, FL-127: who has left loses nothing before `claim_after_s`, and then only by a claim.
#[tokio::test]
async fn a_claim_holds_after_the_time_and_not_before() {
    let server = Server::start();
    let mut setup = dara();
    setup["claim_after_s"] = json!(10);
    let (a, mut b, room) = playing(&server, setup).await;
    let key = a.key.clone();
    let claim = json!({"type": "claim", "room": room});
    drop(a);
    b.until(&room, |view| view["seats"][0]["online"] == false).await;
    let gone = Instant::now();
    assert_eq!(b.ask(claim.clone()).await["code"], "too_early");
    b.listen(Duration::from_secs(8)).await;
    assert_eq!(b.ask(claim.clone()).await["code"], "too_early");
    // a short return starts the time anew
    let mut back = Client::again(server.address, &key).await;
    back.ok(json!({"type": "watch", "room": room})).await;
    b.until(&room, |view| view["seats"][0]["online"] == true).await;
    drop(back);
    b.until(&room, |view| view["seats"][0]["online"] == false).await;
    b.listen(Duration::from_secs(11).saturating_sub(gone.elapsed())).await;
    assert_eq!(b.ask(claim.clone()).await["code"], "too_early");
    let by = Instant::now() + Duration::from_secs(30);
    while b.ask(claim.clone()).await["type"] != "ok" {
        assert!(Instant::now() < by, "the claim never holds");
        b.listen(Duration::from_millis(300)).await;
    }
    assert!(gone.elapsed() > Duration::from_secs(17));
    let view = b.until(&room, |view| view["status"] == "finished").await;
    assert_eq!(view["result"]["reason"], "abandoned");
    assert_eq!(view["result"]["winners"], json!([1]));
}

/// FL-133, FL-106, FL-142: the server ends a match whose clock has run out, whoever is there.
#[tokio::test]
async fn a_clock_runs_out_without_anybody() {
    let server = Server::start();
    let mut setup = dara();
    setup["clock"] = json!({"initial_s": 5, "increment_s": 0});
    let (a, mut b, room) = playing(&server, setup).await;
    drop(a);
    let start = Instant::now();
    let view = b.until(&room, |view| view["status"] == "finished").await;
    let after = start.elapsed();
    assert!(after > Duration::from_secs(4) && after < Duration::from_secs(15), "{after:?}");
    assert_eq!((&view["result"]["reason"], &view["result"]["winners"]), (&json!("time"), &json!([1])));
    assert_eq!(view["seats"][0]["clock_ms"], 0);
    let room = &b.rooms[&room];
    assert!(room.entries.iter().any(|entry| entry["event"] == json!({"type": "flagged", "seat": 0})));
    let spent: i64 = room.entries.iter().filter_map(|entry| entry["spent"]["0"].as_i64()).sum();
    assert_eq!(spent, 5000, "what the entries took adds up to the clock");
}
