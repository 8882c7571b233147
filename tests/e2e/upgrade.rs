//! What the first version left behind: its store still opens and its matches go on, its match files still verify.

use rusqlite::Connection;
use serde_json::json;

use crate::fairness;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::server::Server;

/// A store with the first version of the schema, as a server of that time left it.
const STORE: &str = include_str!("../data/store-1.sql");
/// The file of match 1 of room BXY9JE, as that server gave it out.
const FILE: &str = include_str!("../data/match-1.jsonl");
/// The two who played there.
const KEYS: [&str; 2] = [
    "d6d44387c347bf76d2e910ba35357fbff609e605595b0f21299fdf6e434924ca",
    "1b53350bc7258b043922886dda4bbcf3089d9a1fa1397b38a35eda5536bb0431",
];

#[tokio::test]
async fn a_store_of_the_first_version_still_serves() {
    let folder = tempfile::tempdir().unwrap();
    let old = Connection::open(folder.path().join("store.db")).unwrap();
    old.execute_batch(STORE).unwrap();
    let hash = |room: &str| -> String {
        old.query_row("SELECT hash FROM results WHERE room = ?1", [room], |row| row.get(0)).unwrap()
    };
    let ended = ["TEQAVM", "BXY9JE"].map(|room| (room, hash(room)));
    old.close().unwrap();

    let server = Server::in_folder(folder, None, &["--limits", "off"]);
    let mut ann = Client::again(server.address, KEYS[0]).await;
    let page = ann.ok(json!({"type": "player", "player": ann.id})).await;
    assert_eq!((&page["name"], page["recent"].as_array().unwrap().len()), (&json!("Ann"), 2));
    for (room, hash) in &ended {
        let file = get(server.address, &format!("/matches/{room}/1.jsonl"), "").await.body;
        engine::record::check(&file, Some(hash.parse().unwrap())).expect("an old match verifies");
        fairness::check(&file, hash);
        assert!(*room != "BXY9JE" || file == FILE, "and is given out as it was then");
    }

    // the match that was running goes on
    let running = "KNY852";
    let mut bob = Client::again(server.address, KEYS[1]).await;
    for client in [&mut ann, &mut bob] {
        client.ok(json!({"type": "watch", "room": running, "after": 0})).await;
        let view = client.until(running, |view| view["turn"] != json!([])).await;
        assert_eq!((&view["status"], &view["game"]["kind"]), (&json!("playing"), &json!("dara")));
    }
    let view = ann.view(running).clone();
    let seat = view["turn"][0].as_u64().unwrap();
    let mover = if seat == 0 { &mut ann } else { &mut bob };
    mover.ok(json!({"type": "act", "room": running, "seq": view["seq"], "move": view["legal"][0]})).await;
    bob.ok(json!({"type": "resign", "room": running})).await;
    let hash = ann.until(running, |view| view["status"] == "finished").await["result"]["hash"].clone();
    let file = get(server.address, &format!("/matches/{running}/1.jsonl"), "").await.body;
    fairness::check(&file, hash.as_str().unwrap());
}

/// Files that were kept elsewhere need no server.
#[test]
fn an_old_match_file_still_verifies() {
    let checked = engine::record::check(FILE, None).expect("an old match file verifies");
    assert_eq!(checked.entries, FILE.lines().count() - 1);
    let changed = FILE.replacen("\"die\":", "\"die\": ", 1);
    assert!(changed != FILE && engine::record::check(&changed, None).is_err(), "a changed one does not");
}
