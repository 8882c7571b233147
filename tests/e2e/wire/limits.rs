//! Limits: what is told of them, who is slowed down, who is let go.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::client::Client;
use crate::harness::player::Player;
use crate::harness::raw::Raw;
use crate::harness::seed::rng;
use crate::harness::server::Server;

/// FL-022, FL-111: too many requests are refused with a time to wait, and after many refusals the socket is closed.
#[tokio::test]
async fn a_flood_is_slowed_down_and_then_let_go() {
    let server = Server::with(&["--limit-requests-per-s", "10", "--limit-burst", "20"]);
    let mut other = Client::hello(server.address, "other").await;
    let mut client = Client::connect(server.address).await;
    let welcome = client.ok(json!({"type": "hello"})).await;
    assert_eq!((&welcome["limits"]["requests_per_s"], &welcome["limits"]["burst"]), (&json!(10), &json!(20)));
    let refusal = loop {
        let reply = client.ask(json!({"type": "rooms"})).await;
        if reply["type"] == "error" {
            break reply;
        }
    };
    assert_eq!(refusal["code"], "rate_limited");
    let wait = refusal["retry_ms"].as_u64().unwrap();
    assert!(wait <= 100, "one request comes free each 100 ms: {wait}");
    sleep(Duration::from_millis(wait)).await;
    client.ok(json!({"type": "rooms"})).await;
    for id in 0..2000_u32 {
        client.send_text(json!({"id": id, "type": "rooms"}).to_string()).await;
    }
    assert_eq!(client.closed().await, Some(1008), "a flood ends the socket for good");
    // nobody else is slower for it
    other.ok(json!({"type": "rooms"})).await;
}

/// FL-139: bad requests count too.
#[tokio::test]
async fn a_flood_of_nonsense_is_let_go() {
    let server = Server::with(&["--limit-requests-per-s", "10", "--limit-burst", "20"]);
    let mut client = Client::hello(server.address, "X").await;
    for _ in 0..2000 {
        client.send_text("nonsense".to_owned()).await;
    }
    assert_eq!(client.closed().await, Some(1008));
}

/// FL-125: the fastest honest play, each turn clicked through at once and with all limits on, is never limited.
#[tokio::test]
async fn the_fastest_play_is_not_limited() {
    let mut rng = rng("the_fastest_play_is_not_limited");
    let server = Server::with(&[]);
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    // each plays his turns alone here, and nobody waits for the other's link
    (a.chain, b.chain) = (None, None);
    // any double, however low, goes on through all higher ones
    let setup = json!({"game": {"kind": "gul_bara", "cascade_from": 1}, "starts": "creator"});
    let room = a.create(&setup).await;
    b.sit(&room).await;
    let mut most = 0;
    for _ in 0..10 {
        for player in [&mut a, &mut b] {
            let (seat, before, start) = (player.seat, player.acknowledged.len(), Instant::now());
            // a refusal other than of one who was overtaken ends the test
            player.play(&room, |view| view["status"] == "playing" && view["turn"] == json!([seat])).await;
            player.play(&room, |view| view["turn"] != json!([seat])).await;
            most = most.max(player.acknowledged.len() - before);
            // nobody sees the other's turn and decides on his own in less
            sleep(Duration::from_millis(700).saturating_sub(start.elapsed())).await;
        }
    }
    println!("{most} moves in the longest turn");
    assert!(most > 2);
}

#[tokio::test]
async fn a_player_has_so_many_rooms_open() {
    let server = Server::with(&["--limit-rooms-per-player", "2"]);
    let mut client = Client::hello(server.address, "a").await;
    let create = || json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let rooms = [client.ok(create()).await, client.ok(create()).await];
    assert_eq!(client.ask(create()).await["code"], "not_allowed");
    assert_eq!(
        client.ask(json!({"type": "quick", "setup": {"game": {"kind": "gul_bara"}}})).await["code"],
        "not_allowed"
    );
    // a match that is over is not open any more
    let mut other = Client::hello(server.address, "b").await;
    other.ok(json!({"type": "sit", "room": rooms[0]["room"]})).await;
    let room = rooms[0]["room"].as_str().unwrap();
    client.until(room, |view| view["status"] == "playing").await;
    client.ok(json!({"type": "resign", "room": room})).await;
    client.ok(create()).await;
}

#[tokio::test]
async fn an_address_has_so_many_sockets() {
    let server = Server::with(&["--limit-sockets-per-address", "2"]);
    let first = Client::hello(server.address, "a").await;
    let _second = Client::hello(server.address, "b").await;
    assert_eq!(Raw::connect(server.address, "").await.status(), 429);
    drop(first);
    let by = Instant::now() + Duration::from_secs(10);
    while Raw::connect(server.address, "").await.status() != 101 {
        assert!(Instant::now() < by, "a socket that has ended is not counted any more");
        sleep(Duration::from_millis(50)).await;
    }
}

/// FL-022: chat is slower than moves.
#[tokio::test]
async fn a_player_writes_so_many_lines() {
    let server = Server::with(&["--limit-says-per-s", "1"]);
    let mut client = Client::hello(server.address, "a").await;
    let room =
        client.ok(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await["room"].clone();
    let mut refusals = Vec::new();
    for n in 0..12 {
        let reply = client.ask(json!({"type": "say", "room": room, "text": format!("line {n}")})).await;
        refusals.extend((reply["type"] == "error").then_some(reply));
    }
    assert!((3..=11).contains(&refusals.len()), "{} of 12 lines were refused", refusals.len());
    assert!(refusals.iter().all(|refusal| refusal["code"] == "rate_limited" && refusal["retry_ms"].is_u64()));
    client.ok(json!({"type": "rooms"})).await;
}

/// Guessing codes of rooms is slow.
#[tokio::test]
async fn an_address_guesses_so_many_codes() {
    let server = Server::with(&["--limit-requests-per-s", "1000", "--limit-burst", "1000"]);
    let mut client = Client::hello(server.address, "X").await;
    let mut codes = Vec::new();
    for n in 0..100 {
        let room = format!("{:0>6}", n).replace('0', "Z").replace('1', "Y");
        codes.push(client.ask(json!({"type": "watch", "room": room})).await["code"].clone());
    }
    assert_eq!(codes[0], "no_such_room");
    let limited = codes.iter().filter(|code| **code == "rate_limited").count();
    assert!(limited > 20, "only {limited} of 100 guesses were slowed down");
}

/// A store that cannot be written: nothing happened, and later it works again.
#[tokio::test]
async fn what_cannot_be_stored_did_not_happen() {
    let server = Server::start();
    let mut client = Client::hello(server.address, "a").await;
    let created = client.ok(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await;
    let room = created["room"].as_str().unwrap().to_owned();
    let before = client.until(&room, |view| view["seq"] == 1).await;
    let tip = |digit: &str| json!({"type": "entropy", "room": room, "tip": digit.repeat(64)});
    let blocker = rusqlite::Connection::open(server.store()).unwrap();
    blocker.execute_batch("BEGIN IMMEDIATE").unwrap();
    let reply = client.ask(tip("a")).await;
    assert_eq!(reply["code"], "unavailable", "{reply}");
    assert_eq!(
        client.ask(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await["code"],
        "unavailable"
    );
    client.ok(json!({"type": "rooms"})).await;
    blocker.execute_batch("ROLLBACK").unwrap();
    client.ok(tip("b")).await;
    let after = client.until(&room, |view| view["seq"] == 2).await;
    assert_eq!(before["fairness"]["tips"], json!([null, null]));
    assert_eq!(
        after["fairness"]["tips"],
        json!(["b".repeat(64), Value::Null]),
        "the refused tip left no trace"
    );
}

/// FL-010: a signal has its size, too.
#[tokio::test]
async fn a_signal_is_so_long() {
    let server = Server::start();
    let mut client = Client::hello(server.address, "a").await;
    let room =
        client.ok(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await["room"].clone();
    let signal =
        |bytes: usize| json!({"type": "signal", "room": room, "to": client.id, "data": "x".repeat(bytes)});
    let (fits, long) = (signal(16 * 1024 - 2), signal(16 * 1024));
    client.ok(fits).await;
    client.push(|push| push["type"] == "signal").await;
    assert_eq!(client.ask(long).await["code"], "too_long");
}
