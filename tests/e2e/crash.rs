//! Servers that die, stop and come back: nothing that was acknowledged is lost, doubled or charged to a clock.

use std::time::Duration;

use futures_util::future::{join, join_all, join4};
use rand::RngExt;
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::fairness;
use crate::harness::acknowledged;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::player::Player;
use crate::harness::seed::rng;
use crate::harness::server::Server;

/// How often the server is killed under a running match.
const KILLS: usize = 20;

/// FL-154, FL-045: SIGKILL at random moments of one long match of Gul Bara. A raw client and a `longtable --json`
/// program play on by themselves, another of each watches; in the end every acknowledged move is there once.
#[tokio::test]
async fn a_killed_server_loses_nothing_that_it_acknowledged() {
    let mut rng = rng("a_killed_server_loses_nothing_that_it_acknowledged");
    let mut server = Server::start();
    let (address, home) = (server.address, tempfile::tempdir().unwrap());
    let folder = |name: &str| {
        let folder = home.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    };
    let mut a = Player::new(Client::hello(address, "raw").await, &mut rng);
    let mut b = Player::new(Client::process(address, &folder("b"), "program").await, &mut rng);
    let mut watcher = Client::hello(address, "raw watcher").await;
    let mut reader = Client::process(address, &folder("reader"), "program that watches").await;
    let game = json!({"kind": "gul_bara", "match_points": 25});
    let clock = json!({"initial_s": 3600, "increment_s": 0});
    let room = a.create(&json!({"game": game, "clock": clock, "draw_wait_ms": 30000})).await;
    b.sit(&room).await;
    watcher.ok(json!({"type": "watch", "room": room, "after": 0})).await;
    reader.ok(json!({"type": "watch", "room": room, "after": 0})).await;
    let mut kills = 0;
    let killing = async {
        while kills < KILLS {
            sleep(Duration::from_millis(rng.random_range(50..600))).await;
            server.kill();
            sleep(Duration::from_millis(rng.random_range(0..300))).await;
            server.restart();
            kills += 1;
        }
        // and play on for a while
        sleep(Duration::from_secs(1)).await;
    };
    let until_the_end = async {
        tokio::select! {
            () = async { join(a.play(&room, |_| false), b.play(&room, |_| false)).await; } => {}
            () = killing => {}
            _ = watcher.finished(&room) => {}
        }
    };
    until_the_end.await;
    assert_eq!(kills, KILLS, "the match was over before the server had died so often");
    let resign = json!({"type": "resign", "room": room});
    while !matches!(a.client.try_ask(resign.clone()).await, Some(reply) if reply["type"] == "ok" || reply["code"] == "not_playing")
    {
        a.client.come_back().await;
    }
    let (_, _, _, view) =
        join4(watcher.finished(&room), b.play(&room, |_| false), reader.finished(&room), async {
            a.play(&room, |_| false).await;
            a.client.view(&room).clone()
        })
        .await;
    let entries = acknowledged::history(&mut a.client, &room).await;
    for (who, player) in [("raw", &a), ("program", &b)] {
        println!("{who}: {} moves were acknowledged", player.acknowledged.len());
        assert!(player.acknowledged.len() > 20, "{who} played while the server died");
        acknowledged::once(who, player, &entries);
    }
    // whatever anybody was ever shown is what the store has
    for client in [&a.client, &b.client, &watcher, &reader] {
        acknowledged::shown(client, &room, &entries);
    }
    let file = get(address, &format!("/matches/{room}/1.jsonl"), "").await;
    let hash = view["result"]["hash"].as_str().unwrap();
    fairness::check(&file.body, hash);
    engine::record::check(&file.body, Some(hash.parse().unwrap()))
        .expect("a match over many lives of a server is true");
}

/// FL-024: every socket is told, closed with 1012 within a second, and the process ends by itself.
#[tokio::test]
async fn a_stopped_server_says_goodbye() {
    let mut server = Server::start();
    let mut clients = Vec::new();
    for n in 0..50 {
        clients.push(Client::hello(server.address, &format!("{n}")).await);
    }
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let room = clients[0].ok(create).await["room"].clone();
    clients[1].ok(json!({"type": "watch", "room": room})).await;
    let start = Instant::now();
    server.terminate();
    let ends =
        join_all(clients.iter_mut().map(async |client| (client.closed().await, start.elapsed()))).await;
    for (code, after) in ends {
        assert_eq!(code, Some(1012));
        assert!(after < Duration::from_millis(1500), "closed after {after:?}");
    }
    for client in &mut clients {
        let byes =
            client.pushes().into_iter().filter(|push| push["type"] == "bye" && push["reason"].is_string());
        assert_eq!(byes.count(), 1);
    }
    let status = server.ended(Duration::from_secs(5));
    assert_eq!(status.code(), Some(0), "stopped in order");
    assert!(start.elapsed() < Duration::from_secs(5));
    // and everything is there again
    server.restart();
    let mut again = Client::again(server.address, &clients[0].key).await;
    assert_eq!(again.ok(json!({"type": "sit", "room": room})).await["seat"], 0);
}

/// A socket that reads nothing does not keep the server from stopping.
#[tokio::test]
async fn a_stalled_socket_does_not_hold_up_the_end() {
    let mut server = Server::start();
    let stalled = crate::harness::raw::Raw::connect(server.address, "").await;
    let idle = tokio::net::TcpStream::connect(server.address).await.unwrap();
    server.terminate();
    let status = server.ended(Duration::from_secs(5));
    assert_eq!(status.code(), Some(0));
    drop((stalled, idle));
}

/// FL-151, FL-127: an outage is noted as `paused`, and costs nobody's clock anything, by SIGKILL and by SIGTERM.
#[tokio::test]
async fn an_outage_costs_no_clock() {
    join(outage(true), outage(false)).await;
}

async fn outage(kill: bool) {
    const DOWN: Duration = Duration::from_secs(5);
    let mut server = Server::start();
    let mut a = Client::hello(server.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator", "clock": {"initial_s": 60, "increment_s": 0}, "claim_after_s": 10});
    let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
    let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
    b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
    let start = Instant::now();
    a.until(&room, |view| view["turn"] == json!([0])).await;
    sleep(Duration::from_secs(2)).await;
    if kill {
        server.kill();
    } else {
        server.terminate();
        assert_eq!(server.ended(Duration::from_secs(5)).code(), Some(0));
    }
    let down = Instant::now();
    sleep(DOWN).await;
    server.restart();
    a.come_back().await;
    let down = down.elapsed();
    let view = a.until(&room, |view| view["seq"].as_u64() > Some(5)).await;
    let paused = a.rooms[&room].entries.iter().find(|entry| entry["event"]["type"] == "paused");
    let ms = paused.expect("the outage is in the log")["event"]["ms"].as_u64().unwrap() as f64 / 1000.0;
    let wanted = down.as_secs_f64();
    // a heartbeat a second, so that much more may be given back
    assert!(ms > wanted - 1.0 && ms < wanted + 2.0, "paused for {ms} s of {wanted} s");
    let ran = start.elapsed().as_secs_f64() - wanted;
    let left = view["seats"][0]["clock_ms"].as_f64().unwrap() / 1000.0;
    let spent = 60.0 - left;
    assert!(spent < ran + 1.0 && spent > ran - 2.5, "{spent} s went from the clock in {ran} s of play");
    assert_eq!(
        (&view["turn"], &view["status"]),
        (&json!([0]), &json!("playing")),
        "the same side is to move"
    );
    // what was owed before the outage is not claimed right after it
    assert_eq!(a.ask(json!({"type": "claim", "room": room})).await["code"], "too_early");
    let place =
        json!({"type": "act", "room": room, "seq": view["seq"], "move": {"type": "place", "at": "a1"}});
    a.ok(place).await;
}

/// A token is good over a restart: the room is made once.
#[tokio::test]
async fn a_token_outlives_the_server() {
    let mut server = Server::start();
    let mut a = Client::hello(server.address, "a").await;
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}, "token": "only once"});
    let first = a.ok(create.clone()).await;
    server.kill();
    server.restart();
    a.come_back().await;
    let mut second = a.ok(create).await;
    second["re"] = first["re"].clone();
    assert_eq!(first, second);
    let mine = a.ok(json!({"type": "rooms", "mine": true})).await;
    assert_eq!(mine["rooms"].as_array().unwrap().len(), 1);
}

/// A room to which nobody comes is removed, a room in which somebody waits is not; both after a week, which the test
/// sets to be over.
#[tokio::test]
async fn rooms_to_which_nobody_comes_are_removed() {
    let mut server = Server::start();
    let mut host = Client::hello(server.address, "host").await;
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}, "visibility": "unlisted"}});
    let forgotten = host.ok(create.clone()).await["room"].as_str().unwrap().to_owned();
    let kept = host.ok(create).await["room"].as_str().unwrap().to_owned();
    server.kill();
    let store = rusqlite::Connection::open(server.store()).unwrap();
    let life: i64 = store.query_row("SELECT max(at) FROM deadlines", [], |row| row.get(0)).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    assert!((life - now - 7 * 24 * 3_600_000).abs() < 60_000, "a week, not {} ms", life - now);
    store.execute("UPDATE deadlines SET at = ?1 WHERE room = ?2", (now, &forgotten)).unwrap();
    drop(store);
    server.restart();
    host.rooms.clear();
    host.come_back().await;
    let mine = |host: &serde_json::Value| -> Vec<String> {
        let rooms = host["rooms"].as_array().unwrap().iter();
        rooms.map(|room| room["room"].as_str().unwrap().to_owned()).collect()
    };
    let by = Instant::now() + Duration::from_secs(10);
    loop {
        let left = mine(&host.ok(json!({"type": "rooms", "mine": true})).await);
        if left == [kept.clone()] {
            break;
        }
        assert!(Instant::now() < by, "these are left: {left:?}");
        sleep(Duration::from_millis(200)).await;
    }
    let gone = host.ask(json!({"type": "watch", "room": forgotten})).await;
    assert_eq!(gone["code"], "no_such_room");
}
