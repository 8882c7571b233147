//! What a host does besides serving: copies, checks, counts, ends a room, while people play.

use std::process::Output;
use std::time::Duration;

use futures_util::future::join;
use serde_json::json;

use crate::harness::client::Client;
use crate::harness::player::Player;
use crate::harness::seed::rng;
use crate::harness::server::Server;

/// What a command printed, and whether it did what it was asked for.
fn said(output: &Output) -> (bool, String) {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test]
async fn a_host_looks_after_a_running_server() {
    let mut rng = rng("a_host_looks_after_a_running_server");
    let mut server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    let game = json!({"kind": "dara", "no_capture_limit": 10});
    let over = a.create(&json!({"game": game})).await;
    b.sit(&over).await;
    join(a.play(&over, |_| false), b.play(&over, |_| false)).await;
    let running = a.create(&json!({"game": game, "starts": "creator"})).await;
    b.sit(&running).await;
    a.play(&running, |view| view["turn"] == json!([1])).await;
    let waiting = b.create(&json!({"game": {"kind": "gul_bara"}})).await;

    let (well, text) = said(&server.command(&["health"]));
    assert!(well && text == "well\n", "{text}");
    let (right, text) = said(&server.command(&["check"]));
    assert!(right && text.contains("3 rooms, 1 ended matches"), "{text}");
    let (done, text) = said(&server.command(&["stats"]));
    let counted: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(done && counted.contains(&vec!["rooms,", "waiting", "1"]), "{text}");
    assert!(counted.contains(&vec!["matches,", "being", "played", "1"]), "{text}");
    let (done, text) = said(&server.command(&["backup", copy]));
    assert!(done, "{text}");

    // a room is ended under the hands of its players, who are told at once
    let (done, text) = said(&server.command(&["close", &running]));
    assert!(done && text.contains("is ended as unfinished"), "{text}");
    let view = a.client.until(&running, |view| view["status"] == "finished").await;
    assert_eq!((&view["result"]["reason"], &view["result"]["winners"]), (&json!("unfinished"), &json!([])));
    b.client.until(&running, |view| view["status"] == "finished").await;
    let (done, text) = said(&server.command(&["close", &waiting]));
    assert!(done && text.contains("removed"), "{text}");
    let (done, text) = said(&server.command(&["close", "ZZZZZZ"]));
    assert!(!done && text.contains("there is no room ZZZZZZ"), "{text}");
    let (right, text) = said(&server.command(&["check"]));
    assert!(right && text.contains("2 rooms, 2 ended matches"), "{text}");

    // a backup goes back when the server has stopped, and nothing is overwritten
    let (done, text) = said(&server.command(&["restore", copy, "--replace"]));
    assert!(!done && text.contains("a server runs on this store"), "{text}");
    server.terminate();
    server.ended(Duration::from_secs(6));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (done, text) = said(&server.command(&["health"]));
    assert!(!done && text.contains("is not well"), "{text}");
    let (done, text) = said(&server.command(&["restore", copy]));
    assert!(!done && text.contains("--replace"), "{text}");
    let (done, text) = said(&server.command(&["restore", "/no/such/file", "--replace"]));
    assert!(!done && text.contains("/no/such/file"), "{text}");
    let (done, text) = said(&server.command(&["restore", copy, "--replace"]));
    assert!(done && text.contains(".replaced-"), "{text}");
    server.restart();
    a.client.come_back().await;
    let view = a.client.until(&running, |view| view["status"] == "playing").await;
    assert_eq!(view["turn"], json!([1]), "the match is where it was when the copy was made");

    // what somebody changed in the file is found
    server.terminate();
    server.ended(Duration::from_secs(6));
    let store = rusqlite::Connection::open(server.store()).unwrap();
    let sql = "UPDATE entries SET line = replace(line, '\"type\":\"placed\",\"at\":\"', '\"type\":\"placed\",\"at\":\"z')
        WHERE room = ?1 AND seq = (SELECT min(seq) FROM entries WHERE room = ?1 AND line LIKE '%placed%')";
    assert_eq!(store.execute(sql, [&over]).unwrap(), 1);
    drop(store);
    let (right, text) = said(&server.command(&["check"]));
    assert!(!right && text.contains(&over) && text.contains("wrong"), "{text}");
}
