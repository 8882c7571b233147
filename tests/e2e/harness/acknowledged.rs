//! What was acknowledged or shown, compared with what is kept: all of it is there, and once.

use serde_json::{Value, json};

use super::client::Client;
use super::player::Player;

/// The entries of a room's newest match, without their views.
pub(crate) async fn history(client: &mut Client, room: &str) -> Vec<Value> {
    let mut entries = Vec::<Value>::new();
    loop {
        let after = entries.last().map_or(json!(0), |entry| entry["seq"].clone());
        let page = client.ok(json!({"type": "history", "room": room, "after": after})).await;
        let new = page["entries"].as_array().unwrap().iter().cloned();
        entries.extend(new.map(|mut entry| {
            entry.as_object_mut().unwrap().remove("view");
            entry
        }));
        if page["more"] == false {
            return entries;
        }
    }
}

/// Panics unless each acknowledged move is in the history, and no two were acknowledged as one.
pub(crate) fn once(who: &str, player: &Player, entries: &[Value]) {
    for (seq, mv) in &player.acknowledged {
        let entry = entries.iter().find(|entry| entry["seq"] == *seq);
        let entry =
            entry.unwrap_or_else(|| panic!("{who}'s {mv} was acknowledged as entry {seq}, which is lost"));
        let done = (&entry["by"], entry["event"]["type"].as_str().unwrap());
        let name = match mv["type"].as_str().unwrap() {
            "roll" => "rolling",
            "step" => "stepped",
            "place" => "placed",
            "capture" => "captured",
            "undo" => "undone",
            other => other,
        };
        assert_eq!(done, (&json!(player.seat), name), "entry {seq} for {mv}");
        assert!(name != "stepped" || entry["event"]["from"] == mv["from"], "entry {seq} for {mv}");
    }
    let mut seqs: Vec<u64> = player.acknowledged.iter().map(|(seq, _)| *seq).collect();
    let count = seqs.len();
    seqs.sort_unstable();
    seqs.dedup();
    assert_eq!(seqs.len(), count, "{who}: two moves were acknowledged as one");
}

/// Panics if a client was ever shown an entry of the match that the history does not have.
pub(crate) fn shown(client: &Client, room: &str, entries: &[Value]) {
    for entry in client.rooms[room].entries.iter().skip_while(|entry| entry["event"]["type"] != "started") {
        assert!(entries.contains(entry), "shown, and not in the history: {entry}");
    }
}
