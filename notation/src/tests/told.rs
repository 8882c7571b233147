//! What is said about what happened.

use engine::fairness::{Hash, Stream};
use engine::table::{Entry, View};
use serde_json::{Value, json};

use super::super::narrate::{describe, narrate};
use crate::testing::Room;

#[test]
fn a_roll_that_is_blocked_is_told_in_one_line() {
    let entry = |seq, by: Option<usize>, event: Value| {
        let json = json!({"seq": seq, "at": 0, "by": by, "event": event});
        serde_json::from_value::<engine::table::Entry>(json).unwrap()
    };
    let zero = "0".repeat(64);
    let view = Room::new(json!({"game": {"kind": "gul_bara"}})).view();
    let drawn = json!({"type": "drawn", "draw": 3, "for": "roll", "server": zero, "links": [null, null], "values": [5, 5]});
    let entries = [
        entry(1, Some(0), json!({"type": "rolling"})),
        entry(2, Some(1), json!({"type": "linked", "draw": 3, "link": zero})),
        entry(2, None, drawn),
        entry(3, None, json!({"type": "dead_roll", "dice": [5, 5]})),
        entry(4, Some(1), json!({"type": "stepped", "from": 24, "die": 6, "to": 18})),
        entry(5, Some(1), json!({"type": "stepped", "from": 3, "die": 5, "to": 0})),
        entry(6, Some(1), json!({"type": "undone"})),
    ];
    assert_eq!(
        lines(&entries, &view),
        [
            "Ada rolled 5-5: 5s are blocked, turn lost",
            "Bea plays 24/18 3/off",
            "Bea takes the last step back"
        ]
    );
    assert_eq!(describe(&entries[2], &view).as_deref(), Some("rolled 5-5"));
}

fn lines(entries: &[Entry], view: &View) -> Vec<String> {
    let entries: Vec<_> = entries.iter().collect();
    narrate(&entries, view).into_iter().map(|(_, line)| line).collect()
}

/// Every entry of random play is told, except for those that only programs care about.
#[test]
fn everything_is_told() {
    let mut dice = Stream::new(Hash::of(b"told"));
    let setups = [
        json!({"game": {"kind": "dara"}}),
        json!({"game": {"kind": "gul_bara", "cascade_from": 1, "match_points": 2}}),
        json!({"game": {"kind": "darbol", "game": "up_the_mountain"}, "seats": 3}),
        json!({"game": {"kind": "darbol", "game": "double_down"}, "medium": "table"}),
        json!({"game": {"kind": "darbol", "game": "hundred"}}),
        json!({"game": {"kind": "crokidarts", "target": 50}}),
        json!({"game": {"kind": "crokidarts", "target": 50}, "medium": "table"}),
    ];
    for setup in setups {
        let mut room = Room::new(setup);
        for _ in 0..150 {
            let Some(&seat) = room.view().turn.first() else { break };
            room.any(seat, &mut dice);
        }
        let view = room.view();
        for line in lines(&room.entries, &view) {
            assert!(!line.contains("somebody") && !line.contains('\u{1b}') && line.len() > 4, "{line}");
        }
        let quiet = ["rolling", "linked", "tip", "aimed"];
        for entry in &room.entries {
            let kind = serde_json::to_value(&entry.event).unwrap();
            let silent = quiet.contains(&kind["type"].as_str().unwrap())
                || kind["for"] == "toss"
                || kind["for"] == "shot";
            assert_eq!(describe(entry, &view).is_none(), silent, "{kind}");
        }
    }
}
