//! Rooms made up for tests.

use engine::table::View;
use protocol::{SentEntry, Update};
use serde_json::json;

const TIP: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A match of Dara with clocks: Ada (seat 0) is to place.
pub fn playing_dara() -> View {
    view(json!({
        "game": {"kind": "dara", "phase": "placing", "board": ["......", "......", "..x...", "...o..", "......"],
            "in_hand": [11, 11], "captures_due": 0, "quiet": 0},
        "legal": [{"type": "place", "at": "a1"}, {"type": "place", "at": "b2"}],
    }))
}

/// A view of a match of Dara with some fields changed.
pub fn view(change: serde_json::Value) -> View {
    let setup =
        engine::setup::Setup::read(&json!({"game": {"kind": "dara"}, "clock": {"initial_s": 300}})).unwrap();
    let seat = |id: &str, name: &str| json!({"player": {"id": id, "name": name}, "online": true, "gone_ms": 0, "clock_ms": 300_000, "out": false});
    let mut view = json!({
        "room": "K7QF3M", "seq": 10, "match": 1, "status": "playing", "setup": setup,
        "seats": [seat("aaaa000000000000", "Ada"), seat("bbbb000000000000", "Bert")],
        "first": 0, "turn": [0], "game": null, "legal": [], "offers": [], "result": null,
        "fairness": {"server_tip": TIP, "tips": [TIP, TIP], "draw": 0, "due": null, "silent": [0, 0], "head": TIP, "next": null},
        "spectators": 0, "now": 1_764_486_000_000_i64
    });
    for (key, value) in change.as_object().unwrap() {
        view[key] = value.clone();
    }
    serde_json::from_value(view).unwrap()
}

/// An update that ends in `view`; `what` are placings of Dara, as `placed a1`.
pub fn update(view: View, what: &[&str]) -> Update {
    let first = view.seq + 1 - what.len() as u64;
    let entries = what.iter().zip(first..).map(|(what, seq)| {
        let (event, at) = what.split_once(' ').unwrap();
        let entry =
            json!({"seq": seq, "at": 1_764_486_000_000_i64, "by": 0, "event": {"type": event, "at": at}});
        SentEntry::read(&entry.to_string()).unwrap()
    });
    Update { room: view.room.parse().unwrap(), seq: view.seq, entries: entries.collect(), gap: false, view }
}
