//! Finished matches: pages of history, and match files over HTTP.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::chain::hex;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::server::Server;
use crate::harness::views::lasting;

/// A Dara match with all stones placed and then resigned, in a room with these setup fields; `a` has seen it all.
async fn played(server: &Server, more: Value) -> (Client, Client, String) {
    let mut a = Client::hello(server.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let mut setup = json!({"game": {"kind": "dara"}, "starts": "creator"});
    for (field, value) in more.as_object().unwrap() {
        setup[field] = value.clone();
    }
    let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
    let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
    b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
    for n in 0..24_u8 {
        let client = if n % 2 == 0 { &mut a } else { &mut b };
        let placed = |view: &Value| {
            24 - view["game"]["in_hand"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>()
        };
        let view = client.until(&room, |view| placed(view) == u64::from(n)).await;
        let cell = format!("{}{}", char::from(b'a' + n % 6), n / 6 + 1);
        let mv = json!({"type": "place", "at": cell});
        client.ok(json!({"type": "act", "room": room, "seq": view["seq"], "move": mv})).await;
    }
    a.until(&room, |view| view["game"]["phase"] == "moving").await;
    (a, b, room)
}

#[tokio::test]
async fn history_pages_hold_what_was_seen_live() {
    let server = Server::start();
    let (mut a, mut b, room) = played(&server, json!({})).await;
    b.ok(json!({"type": "resign", "room": room})).await;
    a.until(&room, |view| view["status"] == "finished").await;
    let seen = &a.rooms[&room];
    let live: Vec<(Value, Value)> =
        seen.updates.iter().map(|update| (update["seq"].clone(), lasting(&update["view"]))).collect();
    let started = seen.entries.iter().position(|entry| entry["event"]["type"] == "started").unwrap();
    let entries = seen.entries[started..].to_vec();
    let mut stranger = Client::hello(server.address, "stranger").await;
    for limit in [1, 7, 256, 5000] {
        let (mut after, mut told) = (0, Vec::new());
        loop {
            let ask = json!({"type": "history", "room": room, "match": 1, "after": after, "limit": limit});
            let page = stranger.ok(ask).await;
            assert_eq!(page["setup"], a.rooms[&room].view["setup"]);
            let entries = page["entries"].as_array().unwrap();
            assert!(!entries.is_empty() && entries.len() <= limit);
            told.extend(entries.iter().cloned());
            after = entries.last().unwrap()["seq"].as_u64().unwrap();
            if page["more"] == false {
                break;
            }
        }
        assert_eq!(told.len(), entries.len());
        for (told, entry) in told.iter().zip(&entries) {
            let mut bare = told.clone();
            let view = lasting(&bare["view"].take());
            bare.as_object_mut().unwrap().remove("view");
            assert_eq!(bare, *entry);
            for (_, live) in live.iter().filter(|(seq, _)| *seq == entry["seq"]) {
                assert_eq!(view, *live, "the view after entry {}", entry["seq"]);
            }
        }
    }
    let past_the_end = json!({"type": "history", "room": room, "after": 9999});
    assert_eq!(stranger.ok(past_the_end).await["entries"], json!([]));
    assert_eq!(stranger.ok(json!({"type": "history", "room": room, "limit": 0})).await["entries"], json!([]));
}

#[tokio::test]
async fn a_match_file_is_served_once_the_match_has_ended() {
    let server = Server::start();
    let (mut a, mut b, room) = played(&server, json!({})).await;
    let path = format!("/matches/{room}/1.jsonl");
    assert_eq!(get(server.address, &path, "").await.status, 404, "not before the end");
    b.ok(json!({"type": "resign", "room": room})).await;
    let view = a.until(&room, |view| view["status"] == "finished").await;
    let file = get(server.address, &path, "Origin: https://checker.example\r\n").await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/jsonl"));
    assert_eq!(file.header("access-control-allow-origin"), "*");
    assert_eq!(get(server.address, &path.to_lowercase(), "").await.body, file.body, "codes have no case");
    for missing in ["0", "2", "-1", "1.json", "x", "99999999999", "%00"] {
        let path = format!("/matches/{room}/{missing}.jsonl");
        assert_eq!(get(server.address, &path, "").await.status, 404, "{path}");
    }
    assert_eq!(get(server.address, "/matches/222222/1.jsonl", "").await.status, 404);
    let lines: Vec<&str> = file.body.strip_suffix('\n').unwrap().split('\n').collect();
    let hashes: Vec<String> = lines.iter().map(|line| hex(&Sha256::digest(line))).collect();
    assert_eq!(view["result"]["hash"], *hashes.last().unwrap());
    assert!(lines[0].starts_with(r#"{"format":1,"server":"longtable/"#), "{}", lines[0]);
    let entries = a.rooms[&room].entries.iter().skip_while(|entry| entry["event"]["type"] != "started");
    for ((line, prev), entry) in lines[1..].iter().zip(&hashes).zip(entries) {
        assert!(
            line.starts_with(&format!("{{\"prev\":\"{prev}\",\"seq\":{},\"at\":", entry["seq"])),
            "{line}"
        );
        let mut told: Value = serde_json::from_str(line).unwrap();
        told.as_object_mut().unwrap().remove("prev");
        assert_eq!(told, *entry);
    }
}

/// Rooms closed to watchers keep their files to those who sat.
#[tokio::test]
async fn a_closed_rooms_file_is_for_those_who_sat() {
    let server = Server::start();
    let (mut a, b, room) = played(&server, json!({"spectators": false})).await;
    a.ok(json!({"type": "resign", "room": room})).await;
    a.until(&room, |view| view["status"] == "finished").await;
    let stranger = Client::hello(server.address, "stranger").await;
    let path = format!("/matches/{room}/1.jsonl");
    for (headers, status) in [
        (String::new(), 401),
        (format!("Authorization: Bearer {}\r\n", stranger.key), 401),
        (format!("Authorization: Bearer {}\r\n", a.id), 401),
        ("Authorization: Bearer x\r\n".to_owned(), 401),
        (format!("Authorization: Basic {}\r\n", a.key), 401),
        (format!("Authorization: Bearer {}\r\n", a.key), 200),
        (format!("Authorization: Bearer {}\r\n", b.key), 200),
    ] {
        let file = get(server.address, &path, &headers).await;
        assert_eq!(file.status, status, "{headers:?}");
        assert_eq!(file.body.contains("\"started\""), status == 200);
        assert!(!file.header("cache-control").contains("public"), "nobody's cache keeps a closed file");
    }
    assert_eq!(b.id.len(), a.id.len());
}
