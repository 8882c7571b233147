//! Laws that every frame of a server has to keep, whatever a test is about (FL-078).

use serde_json::Value;

/// Every error code of protocol.md section 2.
pub(crate) const CODES: [&str; 26] = [
    "bad_json",
    "bad_message",
    "hello_first",
    "bad_key",
    "bad_name",
    "too_long",
    "bad_setup",
    "bad_move",
    "bad_link",
    "no_such_room",
    "no_such_match",
    "no_such_player",
    "room_full",
    "seat_taken",
    "not_seated",
    "not_waiting",
    "not_playing",
    "not_your_turn",
    "illegal_move",
    "stale",
    "no_offer",
    "too_early",
    "not_allowed",
    "rate_limited",
    "server_full",
    "unavailable",
];

/// Every push.
const PUSHES: [&str; 7] = ["update", "rooms", "said", "signal", "notice", "beat", "bye"];

/// What a view has.
const VIEW: [&str; 15] = [
    "room",
    "seq",
    "match",
    "status",
    "setup",
    "seats",
    "first",
    "turn",
    "game",
    "legal",
    "offers",
    "result",
    "fairness",
    "spectators",
    "now",
];

/// What a seat that is taken has.
const SEAT: [&str; 5] = ["player", "online", "gone_ms", "clock_ms", "out"];

/// What a view says of the draws.
const FAIRNESS: [&str; 7] = ["server_tip", "tips", "draw", "due", "silent", "head", "next"];

/// Panics if a frame is none that protocol.md describes.
pub(crate) fn check(frame: &Value) {
    let kind = frame["type"].as_str().unwrap_or_else(|| panic!("no type: {frame}"));
    match (frame.get("re"), kind) {
        (Some(re), "error") => {
            assert!(re.is_null() || re.is_u64(), "{frame}");
            let code = frame["code"].as_str().unwrap_or_else(|| panic!("no code: {frame}"));
            assert!(CODES.contains(&code), "unknown code: {frame}");
            assert!(frame["message"].as_str().is_some_and(|text| text.len() > 5), "no sentence: {frame}");
            assert!(code != "stale" || frame["seq"].is_u64(), "stale without seq: {frame}");
            assert!(code != "rate_limited" || frame["retry_ms"].is_u64(), "no retry_ms: {frame}");
        }
        (Some(re), _) => assert!(re.is_u64(), "{frame}"),
        (None, "update") => update(frame),
        (None, _) => assert!(PUSHES.contains(&kind), "an unknown push: {frame}"),
    }
}

fn update(frame: &Value) {
    let (seq, view) = (&frame["seq"], &frame["view"]);
    assert!(seq.is_u64() && view["seq"] == *seq && view["room"] == frame["room"], "{frame}");
    has(view, &VIEW);
    has(&view["fairness"], &FAIRNESS);
    for seat in view["seats"].as_array().unwrap().iter().filter(|seat| !seat.is_null()) {
        has(seat, &SEAT);
    }
    let entries = frame["entries"].as_array().unwrap_or_else(|| panic!("no entries: {frame}"));
    if let Some(gap) = frame.get("gap") {
        assert!(*gap == true && entries.is_empty(), "{frame}");
    }
    for (entry, expected) in entries.iter().rev().zip((1..=seq.as_u64().unwrap()).rev()) {
        assert_eq!(entry["seq"], expected, "entries without a hole, up to seq: {frame}");
        has(entry, &["seq", "at", "by", "event"]);
    }
}

fn has(object: &Value, fields: &[&str]) {
    for field in fields {
        assert!(object.get(field).is_some(), "`{field}` is missing in {object}");
    }
}
