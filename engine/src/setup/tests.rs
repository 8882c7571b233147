//! Setups as strangers send them.

use serde_json::{Value, json};

use super::*;

fn with(fields: &Value) -> Value {
    let mut setup = json!({"game": {"kind": "dara"}});
    setup.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    setup
}

#[test]
fn every_default_is_filled_in() {
    let setup = Setup::read(&json!({"game": {"kind": "dara"}})).unwrap();
    let spelled = json!({
        "game": {"kind": "dara", "size": "5x6", "long_lines": "allowed", "placing": "free", "captures": "one",
            "protection": "rows_unless_all", "immobile": "loses", "no_capture_limit": 100, "repetition": 3,
            "position": null},
        "seats": 2, "clock": null, "starts": "lot", "visibility": "public", "spectators": true,
        "claim_after_s": 120, "medium": "virtual", "confirm_after_s": 60, "fairness": "open",
        "draw_wait_ms": 3000, "chat": "all"
    });
    assert_eq!(serde_json::to_value(&setup).unwrap(), spelled);
    let games = [
        json!({"kind": "gul_bara"}),
        json!({"kind": "darbol", "game": "hundred"}),
        json!({"kind": "crokidarts"}),
    ];
    let defaults = [
        json!({"kind": "gul_bara", "cascade_from": 4, "roll_counter": "per_player", "match_points": 1,
            "next_starter": "roll_off", "position": null}),
        json!({"kind": "darbol", "game": "hundred", "up_resets": false, "down_sets": false, "professional": false,
            "bust_ends_turn": true, "bust_on_dead": false, "doubles_dice": "two", "same_dice": "keep",
            "handicap": false, "max_rounds": 200, "hand": "average"}),
        json!({"kind": "crokidarts", "target": 400, "legs_to_win": 2, "sets_to_win": 3, "strict_twenty": false,
            "turn_cap": 60, "hand": "average"}),
    ];
    for (game, full) in games.into_iter().zip(defaults) {
        let setup = Setup::read(&json!({ "game": game })).unwrap();
        assert_eq!(serde_json::to_value(&setup.game).unwrap(), full);
    }
}

#[test]
fn a_setup_survives_the_way_out_and_in() {
    let other = [
        json!({"clock": {"initial_s": 5}, "starts": "creator", "visibility": "unlisted", "spectators": false}),
        json!({"clock": {"per_turn_s": 1_209_600}, "claim_after_s": 10, "chat": "seats", "fairness": "strict"}),
        json!({"clock": {"per_turn_s": 5}, "claim_after_s": null, "draw_wait_ms": 500}),
        json!({"game": {"kind": "darbol", "game": "double_down"}, "seats": 4, "medium": "table", "confirm_after_s": 0}),
    ];
    for fields in other {
        let setup = Setup::read(&with(&fields)).unwrap();
        let json = serde_json::to_value(&setup).unwrap();
        assert_eq!(Setup::read(&json), Ok(setup.clone()));
        assert_eq!(serde_json::from_value::<Setup>(json).unwrap(), setup);
    }
}

#[test]
fn claims_are_off_by_default_in_slow_matches() {
    let read = |fields| Setup::read(&with(&fields)).unwrap().claim_after_s;
    assert_eq!(read(json!({"clock": {"per_turn_s": 3600}})), Some(120));
    assert_eq!(read(json!({"clock": {"per_turn_s": 3601}})), None);
    assert_eq!(read(json!({"clock": {"per_turn_s": 3601}, "claim_after_s": 3600})), Some(3600));
    assert_eq!(read(json!({"claim_after_s": null})), None);
}

#[test]
fn an_error_names_its_field() {
    let board = |rows: [&str; 5]| json!({"kind": "dara", "position": {"board": rows, "to_move": 0}});
    let good = ["xxx...", "......", "ooo...", "......", "......"];
    let cases = [
        ("setup", json!([])),
        ("game", json!({})),
        ("game", json!({"game": "dara"})),
        ("game.kind", json!({"game": {}})),
        ("game.kind", json!({"game": {"kind": "chess"}})),
        ("game.kind", json!({"game": {"kind": 1}})),
        ("game.game", json!({"game": {"kind": "darbol"}})),
        ("game.game", json!({"game": {"kind": "darbol", "game": "golf"}})),
        ("game.size", json!({"game": {"kind": "dara", "size": "6x5"}})),
        ("game.size", json!({"game": {"kind": "dara", "size": 6}})),
        ("game.color", json!({"game": {"kind": "dara", "color": "red"}})),
        ("game.cascade_from", json!({"game": {"kind": "dara", "cascade_from": 4}})),
        ("game.cascade_from", json!({"game": {"kind": "gul_bara", "cascade_from": 10}})),
        ("game.no_capture_limit", json!({"game": {"kind": "dara", "no_capture_limit": 9}})),
        ("game.repetition", json!({"game": {"kind": "dara", "repetition": 2}})),
        ("game.match_points", json!({"game": {"kind": "gul_bara", "match_points": 0}})),
        ("game.max_rounds", json!({"game": {"kind": "darbol", "game": "hundred", "max_rounds": 9}})),
        ("game.target", json!({"game": {"kind": "crokidarts", "target": 52}})),
        ("game.hand", json!({"game": {"kind": "crokidarts", "hand": "steel"}})),
        (
            "game.position",
            json!({"game": board(["xx....", "......", "ooo...", "......", "......"]), "visibility": "unlisted"}),
        ),
        ("game.position", json!({"game": board(good)})),
        (
            "game.position.turn",
            json!({"game": {"kind": "dara", "position": {"board": good, "to_move": 0, "turn": 1}}}),
        ),
        ("game.position.to_move", json!({"game": {"kind": "dara", "position": {"board": good}}})),
        ("starts", json!({"game": board(good), "visibility": "unlisted", "starts": "creator"})),
        ("seats", with(&json!({"seats": 3}))),
        ("seats", with(&json!({"seats": "2"}))),
        ("seats", with(&json!({"seats": -1}))),
        ("seats", json!({"game": {"kind": "darbol", "game": "hundred"}, "seats": 5})),
        ("seats", json!({"game": {"kind": "crokidarts"}, "seats": 0})),
        ("clock", with(&json!({"clock": 300}))),
        ("clock.initial_s", with(&json!({"clock": {}}))),
        ("clock.initial_s", with(&json!({"clock": {"initial_s": 4}}))),
        ("clock.initial_s", with(&json!({"clock": {"initial_s": 86_401, "increment_s": 3}}))),
        ("clock.increment_s", with(&json!({"clock": {"initial_s": 60, "increment_s": 3601}}))),
        ("clock.increment_s", with(&json!({"clock": {"initial_s": 60, "increment_s": "3"}}))),
        ("clock.per_turn_s", with(&json!({"clock": {"per_turn_s": 4}}))),
        ("clock.initial_s", with(&json!({"clock": {"initial_s": 60, "per_turn_s": 60}}))),
        ("starts", with(&json!({"starts": "me"}))),
        ("visibility", with(&json!({"visibility": null}))),
        ("spectators", with(&json!({"spectators": 1}))),
        ("claim_after_s", with(&json!({"claim_after_s": 9}))),
        ("claim_after_s", with(&json!({"claim_after_s": 1_209_601}))),
        ("medium", with(&json!({"medium": "table"}))),
        ("confirm_after_s", with(&json!({"confirm_after_s": 3601}))),
        ("fairness", with(&json!({"fairness": "loose"}))),
        ("draw_wait_ms", with(&json!({"draw_wait_ms": 499}))),
        ("draw_wait_ms", with(&json!({"draw_wait_ms": 30_001}))),
        ("chat", with(&json!({"chat": "none"}))),
        ("colour", with(&json!({"colour": "red"}))),
    ];
    for (field, setup) in cases {
        let bad = Setup::read(&setup).expect_err(&setup.to_string());
        assert_eq!(bad.field, field, "{setup}: {bad}");
        assert!(!bad.message.is_empty());
    }
}

#[test]
fn the_ends_of_every_range_are_in_it() {
    let fine = [
        json!({"clock": {"initial_s": 5, "increment_s": 0}}),
        json!({"clock": {"initial_s": 86_400, "increment_s": 3600}}),
        json!({"claim_after_s": 10, "confirm_after_s": 3600, "draw_wait_ms": 30_000}),
        json!({"claim_after_s": 1_209_600, "confirm_after_s": 0, "draw_wait_ms": 500}),
        json!({"game": {"kind": "darbol", "game": "hundred", "max_rounds": 10}, "seats": 1}),
        json!({"game": {"kind": "dara", "no_capture_limit": null, "repetition": null}}),
    ];
    for fields in fine {
        assert!(Setup::read(&with(&fields)).is_ok(), "{fields}");
    }
}
