//! An evening at the table: two people and a watcher before three full screens, through everything that is no move.
//!
//! Two clocks, a takeback, a draw that is refused, a resignation, a rematch, a line that is lost and found, a claim
//! against one who left. The screens are printed at each turn of events (`--nocapture` shows them).

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::harness::client::Client;
use crate::harness::server::Server;
use crate::harness::shim::Shim;
use crate::harness::terminal::Terminal;

const SIZE: (u16, u16) = (100, 30);
/// From here on one may claim against somebody who is gone: the shortest that a setup allows.
const CLAIM_AFTER: &str = "claim_after_s=10";

/// Prints what everybody sees.
fn look(when: &str, screens: &[(&str, &Terminal)]) {
    for (who, screen) in screens {
        println!("==== {when}: {who}\n{}", screen.text());
    }
}

fn sit_down(home: &Path, address: &str, name: &str, what: &[&str]) -> Terminal {
    let folder = home.join(name);
    std::fs::create_dir(&folder).unwrap();
    let args = [&["--server", address, "--name", name], what].concat();
    Terminal::start(SIZE, &folder, &args, &[])
}

#[tokio::test]
async fn an_evening_at_the_table() {
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let near = format!("ws://{}", server.address);
    let line = Shim::before(server.address).await;
    let far = format!("ws://{}", line.address);
    let new = ["new", "dara", "--clock", "5m+2s", "--set", "starts=creator", "--set", CLAIM_AFTER];
    let mut ann = sit_down(home.path(), &near, "Ann", &new);
    let mut host = Client::hello(server.address, "host").await;
    host.ok(json!({"type": "rooms", "follow": true})).await;
    let listed = host.push(|push| push["type"] == "rooms" && push["rooms"] != json!([])).await;
    let room = listed["rooms"][0]["room"].as_str().unwrap().to_owned();
    let mut bob = sit_down(home.path(), &far, "Bob", &["join", &room]);
    let watcher = sit_down(home.path(), &near, "Wim", &["watch", &room]);
    // what the server says is true, to wait for; what is asserted is what the screens show
    host.ok(json!({"type": "watch", "room": room})).await;
    host.until(&room, |view| view["status"] == "playing").await;

    // two clocks: the one whose turn it is runs, and gets its increment
    ann.shows("▶ 1 Ann").await;
    ann.keys("c3\r");
    bob.shows("11 in hand").await;
    look("Ann has placed", &[("Ann", &ann), ("Bob", &bob), ("Wim", &watcher)]);

    // a takeback: asked for, granted with one key, and the move is to be made again
    ann.keys("takeback\r");
    bob.shows("offers to take the last turn back: y yes").await;
    look("Ann has asked for a takeback", &[("Bob", &bob)]);
    bob.keys("y");
    ann.shows("the last turn is taken back").await;
    ann.keys("b2\r");
    let view = host.until(&room, |view| view["game"]["board"][1] == ".x....").await;
    assert_eq!(view["game"]["board"][2], "......", "the first stone was taken up again");

    // a draw that is refused
    bob.keys("draw\r");
    ann.shows("offers a draw").await;
    ann.keys("n");
    bob.shows("declines a draw").await;
    look("the draw is declined", &[("Bob", &bob), ("Wim", &watcher)]);

    // Bob resigns, and is asked whether he means it
    bob.keys("resign\r");
    bob.shows("Press y to resign").await;
    bob.keys("y");
    let view = host.until(&room, |view| view["status"] == "finished").await;
    assert_eq!((&view["result"]["winners"], &view["result"]["reason"]), (&json!([0]), &json!("resigned")));
    watcher.shows("Ann wins the match").await;
    look("Ann has won", &[("Ann", &ann), ("Wim", &watcher)]);

    // a rematch: the other one begins, and the watcher is still there
    ann.keys("rematch\r");
    bob.shows("offers a rematch").await;
    bob.keys("y");
    let view = host.until(&room, |view| view["match"] == 2 && view["status"] == "playing").await;
    assert_eq!((&view["first"], &view["turn"]), (&json!(1), &json!([1])));
    watcher.shows("match 2 starts").await;

    // Bob's line is lost and comes back; his move goes through
    line.freeze(true);
    line.cut();
    ann.shows("away").await;
    look("Bob's line is lost", &[("Ann", &ann), ("Bob", &bob)]);
    line.freeze(false);
    bob.shows("● connected").await;
    bob.shows("match 2 starts").await;
    bob.keys("d4\r");
    bob.shows("Bob places on d4").await;
    host.until(&room, |view| view["match"] == 2 && view["game"]["board"][3] == "...o..").await;

    // Bob closes his terminal: Ann is told how long he has been away, waits, and claims
    bob.keys("\u{3}");
    bob.ended().await;
    bob.assert_restored("Bob has left");
    ann.shows("away").await;
    ann.keys("claim\r");
    ann.shows("nothing to claim").await;
    ann.keys("a1\r");
    host.until(&room, |view| view["match"] == 2 && view["turn"] == json!([1])).await;
    ann.keys("claim\r");
    ann.shows("you can claim").await;
    look("Ann has claimed too early", &[("Ann", &ann)]);
    tokio::time::sleep(Duration::from_secs(10)).await;
    ann.keys("claim\r");
    let view = host.until(&room, |view| view["status"] == "finished").await;
    assert_eq!(view["result"]["reason"], "abandoned");
    watcher.shows("claimed against one who was gone").await;
    look("Ann has claimed", &[("Ann", &ann), ("Wim", &watcher)]);
}
