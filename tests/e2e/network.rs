//! Bad lines: replies that get lost, requests that come late, silence that nobody notices.

use std::time::Duration;

use futures_util::future::join4;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::client::Client;
use crate::harness::liar::Liar;
use crate::harness::server::Server;
use crate::harness::shim::Shim;
use crate::harness::steady;

/// Two players of Dara whose match has started: the first behind the shim.
async fn playing(server: &Server, shim: &Shim) -> (Client, Client, String) {
    let mut a = Client::hello(shim.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator"});
    let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
    let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
    b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
    a.until(&room, |view| view["turn"] == json!([0])).await;
    b.until(&room, |view| view["turn"] == json!([0])).await;
    (a, b, room)
}

fn place(room: &str, seq: u64, at: &str) -> Value {
    json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": at}})
}

/// The reply is lost with the line: the same act again is the same move, once in the log.
#[tokio::test]
async fn an_act_after_a_lost_reply_is_done_once() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let (mut a, mut b, room) = playing(&server, &shim).await;
    for (n, cell) in ["a1", "c1", "e1"].into_iter().enumerate() {
        let act = place(&room, a.seq(&room), cell);
        shim.deafen(true);
        a.send(act.clone()).await;
        let done = b.until(&room, |view| view["turn"] == json!([1])).await;
        shim.cut();
        shim.deafen(false);
        a.come_back().await;
        let again = a.ok(act.clone()).await;
        assert_eq!(again["seq"], done["seq"]);
        // also when the other side has moved in the meantime
        b.ok(place(&room, b.seq(&room), ["b1", "d1", "f1"][n])).await;
        assert_eq!(a.ok(act).await["seq"], done["seq"]);
        a.until(&room, |view| view["turn"] == json!([0])).await;
        b.until(&room, |view| view["turn"] == json!([0])).await;
    }
    let placed =
        b.rooms[&room].entries.iter().filter(|entry| entry["event"]["type"] == "placed" && entry["by"] == 0);
    assert_eq!(placed.count(), 3);
}

/// FL-096, FL-026: a move on a slow line and another one for the same turn: the first to arrive is played, the other
/// is refused as stale, and all see the same board.
#[tokio::test]
async fn of_two_moves_for_one_turn_the_first_to_arrive_counts() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let (mut slow, mut b, room) = playing(&server, &shim).await;
    let mut fast = Client::again(server.address, &slow.key).await;
    fast.ok(json!({"type": "watch", "room": room})).await;
    let seq = fast.until(&room, |view| view["turn"] == json!([0])).await["seq"].as_u64().unwrap();
    shim.delay(Duration::from_millis(1500));
    let late = slow.send(place(&room, seq, "a1")).await;
    fast.ok(place(&room, seq, "f5")).await;
    let refusal = slow.reply(late).await.unwrap();
    assert_eq!(refusal["code"], "stale", "{refusal}");
    let board = json!(["......", "......", "......", "......", ".....x"]);
    for client in [&mut slow, &mut fast, &mut b] {
        let view = client.until(&room, |view| view["turn"] == json!([1])).await;
        assert_eq!(view["game"]["board"], board);
    }
}

/// FL-097: the time on a bad line is given back, up to half a second a turn.
#[tokio::test]
async fn lag_is_given_back() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    shim.delay(Duration::from_millis(150));
    let mut a = Client::hello(shim.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator", "clock": clock});
    let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
    let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
    // the server measures a line by its ping after `hello`, and then each 20 s
    a.listen(Duration::from_millis(21_000)).await;
    b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
    let view = a.until(&room, |view| view["turn"] == json!([0])).await;
    a.ok(place(&room, view["seq"].as_u64().unwrap(), "a1")).await;
    a.until(&room, |view| view["turn"] == json!([1])).await;
    let entry = a.rooms[&room].entries.iter().find(|entry| entry["event"]["type"] == "placed").unwrap();
    let spent = entry["spent"]["0"].as_i64().unwrap();
    assert!(spent < 250, "{spent} ms were taken for an answer at once over a line of 300 ms there and back");
}

/// FL-019: a client that is told off for its conduct stays away and says why; one that is told to try again does,
/// at once or, told so, later.
#[tokio::test]
async fn a_program_comes_back_only_if_that_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let told =
        |pushes: &[Value]| pushes.iter().any(|push| push["type"] == "client" && push["state"] == "ended");
    for (code, within) in [(1012, 5), (1001, 5), (1013, 17)] {
        let liar = Liar::closing(code).await;
        let mut program = Client::process(liar.address, home.path(), "program").await;
        let start = Instant::now();
        while liar.connections() < 2 {
            assert!(start.elapsed() < Duration::from_secs(within), "{code}: it does not come back");
            program.listen(Duration::from_millis(100)).await;
        }
        assert!(!told(&program.pushes()), "{code}");
    }
    let liar = Liar::closing(1008).await;
    let mut program = Client::process(liar.address, home.path(), "program").await;
    program.listen(Duration::from_secs(3)).await;
    assert!(told(&program.pushes()), "it says that it stays away");
    assert_eq!(liar.connections(), 1);
}

/// The slow failures of a line, side by side, since each needs its minute.
#[tokio::test]
async fn silence_is_noticed_on_both_sides() {
    let lines = (a_vanished_client_is_away(), a_lost_update_is_missed(), a_frozen_line_is_left());
    join4(lines.0, lines.1, lines.2, a_frozen_program_wakes_up()).await;
}

/// FL-051, FL-012: a client whose packets vanish is shown as away, without anybody writing to it.
async fn a_vanished_client_is_away() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let (a, mut b, room) = playing(&server, &shim).await;
    shim.freeze(true);
    let start = Instant::now();
    let away = |view: &Value| view["seats"][0]["online"] == false;
    while !away(b.view(&room)) {
        assert!(start.elapsed() < Duration::from_secs(75), "a silent socket is closed after 50 s");
        b.listen(Duration::from_secs(1)).await;
    }
    assert!(start.elapsed() > Duration::from_secs(25), "a line that stutters is not at once given up");
    drop(a);
}

/// FL-140: one update gets lost on the way to a `longtable --json` program. The beat tells it, and it asks.
async fn a_lost_update_is_missed() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let home = tempfile::tempdir().unwrap();
    let mut program = Client::process(shim.address, home.path(), "program").await;
    let mut host = Client::hello(server.address, "host").await;
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let room = host.ok(create).await["room"].as_str().unwrap().to_owned();
    program.ok(json!({"type": "watch", "room": room})).await;
    program.until(&room, |view| view["spectators"] == 1).await;
    shim.drop_update();
    host.ok(json!({"type": "entropy", "room": room, "tip": "c".repeat(64)})).await;
    let start = Instant::now();
    let tip = json!(["c".repeat(64), null]);
    let view = program.until(&room, |view| view["fairness"]["tips"] == tip).await;
    assert!(shim.has_dropped());
    assert_eq!(view["seq"], 2);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// FL-043, FL-158: the line is dead and not closed. The program says that it is reconnecting, and comes back.
async fn a_frozen_line_is_left() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let home = tempfile::tempdir().unwrap();
    let mut program = Client::process(shim.address, home.path(), "program").await;
    let mut host = Client::hello(server.address, "host").await;
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let room = host.ok(create).await["room"].as_str().unwrap().to_owned();
    program.ok(json!({"type": "watch", "room": room})).await;
    program.until(&room, |view| view["seq"] == 1).await;
    shim.freeze(true);
    host.ok(json!({"type": "entropy", "room": room, "tip": "d".repeat(64)})).await;
    let start = Instant::now();
    let mut said = None;
    while said.is_none() {
        assert!(start.elapsed() < Duration::from_secs(75), "nothing heard for 50 s is noticed");
        program.listen(Duration::from_secs(1)).await;
        said = program
            .pushes()
            .into_iter()
            .find(|push| push["type"] == "client" && push["state"] == "reconnecting");
    }
    shim.cut();
    shim.freeze(false);
    program.until(&room, |view| view["seq"] == 2).await;
    sleep(Duration::from_millis(1)).await;
}

/// FL-158: a program that the system has frozen for 30 s shows what has happened as soon as it goes on.
async fn a_frozen_program_wakes_up() {
    let server = Server::start();
    let home = tempfile::tempdir().unwrap();
    let mut program = Client::process(server.address, home.path(), "program").await;
    let mut host = Client::hello(server.address, "host").await;
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let room = host.ok(create).await["room"].as_str().unwrap().to_owned();
    program.ok(json!({"type": "watch", "room": room})).await;
    program.until(&room, |view| view["seq"] == 1).await;
    program.freeze(true);
    host.ok(json!({"type": "entropy", "room": room, "tip": "e".repeat(64)})).await;
    sleep(Duration::from_secs(30)).await;
    assert!(program.pushes().iter().all(|push| push["view"]["seq"] != 2));
    program.freeze(false);
    program.until(&room, |view| view["seq"] == 2).await;
    // and it is still, or again, connected
    program.ok(json!({"type": "rooms"})).await;
}

/// FL-073: over a line of 20 KB/s the largest page of history and a long chat come through, and nobody takes the slow
/// reader for a dead one.
#[tokio::test]
async fn a_long_history_comes_over_a_slow_line() {
    let server = Server::start();
    let shim = Shim::before(server.address).await;
    let mut players = [Client::hello(server.address, "a").await, Client::hello(server.address, "b").await];
    let tip = "a".repeat(64);
    let create = json!({"type": "create", "setup": steady::setup(), "tip": tip});
    let room = players[0].ok(create).await["room"].as_str().unwrap().to_owned();
    players[1].ok(json!({"type": "sit", "room": room, "tip": tip})).await;
    let mut last = 0;
    for ply in 0..200 {
        let mover = &mut players[ply % 2];
        // the update of one's own last move may come after the answer
        let is_on = |view: &Value| view["seq"].as_u64() >= Some(last) && view["turn"] == json!([ply % 2]);
        let view = mover.until(&room, is_on).await;
        let act = json!({"type": "act", "room": room, "seq": view["seq"], "move": steady::nth(ply)});
        last = mover.ok(act).await["seq"].as_u64().unwrap();
    }
    for _ in 0..50 {
        players[0].ok(json!({"type": "say", "room": room, "text": "x".repeat(500)})).await;
    }
    let mut slow = Client::hello(shim.address, "slow").await;
    shim.narrow(20_000);
    let start = Instant::now();
    slow.ok(json!({"type": "watch", "room": room})).await;
    let page = slow.ok(json!({"type": "history", "room": room})).await;
    let kib = page.to_string().len() / 1024;
    assert!(kib > 200 && page["more"] == true, "{kib} KiB of history");
    println!("{kib} KiB of history and the chat in {:.1?}", start.elapsed());
    // still the same socket, and it knows the room
    players[1].ok(json!({"type": "resign", "room": room})).await;
    slow.until(&room, |view| view["status"] == "finished").await;
}
