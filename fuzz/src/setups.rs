//! Setups of the four games: every option, both media, given positions, and now and then a field that is wrong.

use engine::setup::Setup;
use serde_json::{Map, Value, json};

use crate::luck::Luck;

/// A setup that the engine takes. One that it refuses has to be refused in words, and Dara is played instead.
pub(crate) fn any(luck: &mut Luck) -> Setup {
    let (kind, mut game) = game(luck);
    game.insert("kind".into(), kind.into());
    let mut setup = outer(luck, kind);
    setup.insert("game".into(), game.into());
    if luck.rarely(24) {
        let field =
            luck.pick(&["seats", "clock", "game", "claim_after_s", "draw_wait_ms", "medium", "colour"]);
        setup.insert(field.into(), luck.json(2));
    }
    let read = read(&Value::Object(setup));
    read.unwrap_or_else(|| Setup::read(&json!({"game": {"kind": "dara"}})).expect("the defaults are valid"))
}

/// Reads a setup: one that is taken is spelled out in full, and a refusal names a field and says why.
pub(crate) fn read(json: &Value) -> Option<Setup> {
    match Setup::read(json) {
        Ok(setup) => {
            let whole = serde_json::to_value(&setup).expect("a setup is plain data");
            assert_eq!(Setup::read(&whole).as_ref(), Ok(&setup), "{whole}");
            Some(setup)
        }
        Err(bad) => {
            assert!(!bad.field.is_empty() && !bad.message.is_empty(), "{json}: {bad:?}");
            None
        }
    }
}

/// Options, some of them left out.
struct Options<'a, 'b>(&'a mut Luck<'b>, Map<String, Value>);

impl Options<'_, '_> {
    fn word(&mut self, name: &str, words: &[&str]) {
        match self.0.below(words.len() + 1) {
            0 => {}
            n => _ = self.1.insert(name.into(), words[n - 1].into()),
        }
    }

    fn flag(&mut self, name: &str) {
        match self.0.below(3) {
            0 => {}
            n => _ = self.1.insert(name.into(), (n == 1).into()),
        }
    }

    /// A number, or null where `null` is one of the choices.
    fn number(&mut self, name: &str, least: i64, most: i64, null: bool) {
        match self.0.below(6) {
            0 => {}
            1 if null => _ = self.1.insert(name.into(), Value::Null),
            2 => _ = self.1.insert(name.into(), least.into()),
            _ => _ = self.1.insert(name.into(), self.0.between(least, most).into()),
        }
    }
}

fn game(luck: &mut Luck) -> (&'static str, Map<String, Value>) {
    let kind = luck.pick(&["dara", "gul_bara", "darbol", "crokidarts"]);
    let mut options = Options(luck, Map::new());
    match kind {
        "dara" => {
            options.word("size", &["5x6", "6x6", "7x6"]);
            options.word("long_lines", &["allowed", "forbidden"]);
            options.word("placing", &["free", "no_three", "no_four"]);
            options.word("captures", &["one", "per_row"]);
            options.word("protection", &["rows_unless_all", "rows_always", "none"]);
            options.word("immobile", &["loses", "passes"]);
            options.number("no_capture_limit", 10, 30, true);
            options.number("repetition", 3, 3, true);
        }
        "gul_bara" => {
            options.number("cascade_from", 1, 9, true);
            options.word("roll_counter", &["per_player", "combined"]);
            options.number("match_points", 1, 3, false);
            options.word("next_starter", &["roll_off", "winner", "alternate"]);
        }
        "darbol" => {
            let which = options.0.pick(&["up_the_mountain", "double_down", "hundred"]);
            options.1.insert("game".into(), which.into());
            for name in
                ["up_resets", "down_sets", "professional", "bust_ends_turn", "bust_on_dead", "handicap"]
            {
                options.flag(name);
            }
            options.word("doubles_dice", &["two", "per_player"]);
            options.word("same_dice", &["keep", "reroll"]);
            options.number("max_rounds", 10, 14, false);
            options.word("hand", &["steady", "average", "wobbly"]);
        }
        _ => {
            let target = 5 * options.0.between(10, 40);
            options.1.insert("target".into(), target.into());
            options.number("legs_to_win", 1, 3, false);
            options.number("sets_to_win", 1, 3, false);
            options.flag("strict_twenty");
            options.number("turn_cap", 10, 12, false);
            options.word("hand", &["steady", "average", "wobbly"]);
        }
    }
    let Options(luck, mut game) = options;
    if luck.rarely(3) {
        match kind {
            "dara" => _ = game.insert("position".into(), stones(luck, &game)),
            "gul_bara" => _ = game.insert("position".into(), checkers(luck)),
            _ => {}
        }
    }
    (kind, game)
}

/// A board of Dara.
fn stones(luck: &mut Luck, game: &Map<String, Value>) -> Value {
    let rows = match game.get("size").and_then(Value::as_str) {
        Some("7x6") => 7,
        Some("6x6") => 6,
        _ => 5,
    };
    let marks = ['.', 'x', 'o', '.'];
    let board: Vec<String> = (0..rows).map(|_| (0..6).map(|_| luck.pick(&marks)).collect()).collect();
    json!({"board": board, "to_move": luck.below(2)})
}

/// A board of Gul Bara: fifteen checkers a side, none on a point that the other side holds.
fn checkers(luck: &mut Luck) -> Value {
    let mut points = [[0_u8; 25]; 2];
    for seat in 0..2 {
        for n in 0..15 {
            // near home more often, since that is where a game is decided; the last one is never off
            let point = if luck.flag() { luck.below(7) } else { luck.below(25) };
            let theirs = points[1 - seat][25 - point.max(1)] > 0;
            let point = if theirs || (n == 14 && point == 0) { 0 } else { point };
            points[seat][point] += 1;
        }
    }
    let points = points.map(|side| side.to_vec());
    json!({"points": points, "to_move": luck.below(2), "rolls": [luck.below(6), luck.below(6)]})
}

fn outer(luck: &mut Luck, kind: &str) -> Map<String, Value> {
    let clock = luck.pick(&[
        json!(null),
        json!({"initial_s": 60, "increment_s": 2}),
        json!({"initial_s": 5}),
        json!({"per_turn_s": 5}),
        json!({"per_turn_s": 60}),
        json!({"per_turn_s": 1_209_600}),
    ]);
    let mut options = Options(luck, Map::from_iter([("clock".to_owned(), clock)]));
    let (least, most) = match kind {
        "darbol" => (1, 4),
        "crokidarts" => (1, 2),
        _ => (2, 2),
    };
    options.number("seats", least, most, false);
    options.word("starts", &["lot", "creator", "opponent"]);
    options.word("visibility", &["unlisted", "public"]);
    options.number("claim_after_s", 10, 60, true);
    options.number("confirm_after_s", 0, 5, false);
    options.word("fairness", &["open", "strict"]);
    options.number("draw_wait_ms", 500, 3000, false);
    if matches!(kind, "darbol" | "crokidarts") {
        options.word("medium", &["virtual", "table"]);
    }
    options.1
}
