//! Setups and moves, drawn.

use engine::games::{Kind, Legal};
use engine::table::View;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// Heights of the middles of the eight holes of Darbol, in micrometres.
const HOLES: [i64; 8] =
    [942_500, 1_055_000, 1_162_500, 1_265_000, 1_362_500, 1_455_000, 1_542_500, 1_625_000];

pub(crate) fn pick<T: Clone>(rng: &mut StdRng, list: &[T]) -> T {
    list.choose(rng).expect("something to choose from").clone()
}

/// A setup with most options drawn, for matches that can be played out.
pub(crate) fn setup(rng: &mut StdRng) -> Value {
    let kind = pick(rng, &Kind::ALL);
    let (game, seats) = game(rng, kind);
    let medium = if kind.has_media() && rng.random_bool(0.5) { "table" } else { "virtual" };
    let clock = pick(
        rng,
        &[
            json!(null),
            json!({"initial_s": 60, "increment_s": 2}),
            json!({"initial_s": 20, "increment_s": 0}),
            json!({"initial_s": 5, "increment_s": 1}),
            json!({"per_turn_s": 5}),
            json!({"per_turn_s": 30}),
        ],
    );
    json!({"game": game, "seats": seats, "clock": clock, "medium": medium,
        "starts": pick(rng, &["lot", "creator", "opponent"]),
        "visibility": pick(rng, &["public", "public", "unlisted"]),
        "spectators": rng.random_bool(0.8), "chat": pick(rng, &["all", "seats"]),
        "claim_after_s": pick(rng, &[Some(10), Some(60), None]),
        "confirm_after_s": pick(rng, &[0, 5, 60]),
        "fairness": pick(rng, &["open", "open", "strict"]), "draw_wait_ms": pick(rng, &[500, 3000])})
}

fn game(rng: &mut StdRng, kind: Kind) -> (Value, usize) {
    let hand = pick(rng, &["steady", "average", "wobbly"]);
    match kind {
        Kind::Dara => (
            json!({"kind": "dara", "size": pick(rng, &["5x6", "6x6"]),
                "captures": pick(rng, &["one", "per_row"]),
                "immobile": pick(rng, &["loses", "passes"]), "no_capture_limit": 10,
                "repetition": pick(rng, &[Some(3), None])}),
            2,
        ),
        Kind::GulBara => (
            json!({"kind": "gul_bara", "cascade_from": pick(rng, &[Some(1), Some(4), None]),
                "match_points": rng.random_range(1..=2),
                "next_starter": pick(rng, &["roll_off", "winner", "alternate"])}),
            2,
        ),
        Kind::Darbol => (
            json!({"kind": "darbol", "game": pick(rng, &["up_the_mountain", "double_down", "hundred"]),
                "handicap": rng.random_bool(0.5), "max_rounds": 10, "hand": hand,
                "same_dice": pick(rng, &["keep", "reroll"])}),
            rng.random_range(1..=4),
        ),
        Kind::Crokidarts => (
            json!({"kind": "crokidarts", "target": 50, "legs_to_win": 1, "sets_to_win": 1,
                "turn_cap": 10, "hand": hand}),
            rng.random_range(1..=2),
        ),
    }
}

/// A setup that several people may well want at once.
pub(crate) fn plain(rng: &mut StdRng) -> Value {
    json!({"game": {"kind": pick(rng, &["dara", "gul_bara"])}, "clock": {"initial_s": 60, "increment_s": 2}})
}

/// A move that the view lists, with what is free in it drawn; and whether it was listed whole.
pub(crate) fn listed(rng: &mut StdRng, view: &View) -> Option<(Value, bool)> {
    // stepping back too often would never end
    let steps = |legal: &&Legal| !matches!(name(legal).as_str(), "undo" | "dispute");
    let forward: Vec<&Legal> = view.legal.iter().filter(steps).collect();
    let legal = if forward.is_empty() || rng.random_bool(0.1) {
        view.legal.choose(rng)?.clone()
    } else {
        pick(rng, &forward).clone()
    };
    Some(match &legal {
        Legal::Move(mv) => (serde_json::to_value(mv).unwrap(), true),
        Legal::Free { r#type } => (free(rng, r#type, view), false),
    })
}

fn name(legal: &Legal) -> String {
    let json = serde_json::to_value(legal).unwrap();
    json["type"].as_str().unwrap_or_default().to_owned()
}

/// A move of a type with free parameters; mostly a good one.
fn free(rng: &mut StdRng, name: &str, view: &View) -> Value {
    let game = serde_json::to_value(&view.game).unwrap();
    match name {
        "toss" => json!({"type": name, "y": rng.random_range(-9_000..=9_000),
            "z": pick(rng, &HOLES), "pace": rng.random_range(108..=130)}),
        "shoot" => json!({"type": name, "at": rng.random_range(-9_000..=9_000),
            "aim": rng.random_range(-3_000..=3_000), "speed": rng.random_range(700..=1300)}),
        _ if game["kind"] == "darbol" => json!({"type": name, "hole": rng.random_range(0..=8)}),
        _ if game["phase"] == "checkout" => json!({"type": name, "hit": rng.random_bool(0.5)}),
        _ => {
            let twenties = game["twenties"].as_u64().unwrap_or_default() + u64::from(rng.random_bool(0.5));
            json!({"type": name, "twenties": twenties, "board": []})
        }
    }
}
