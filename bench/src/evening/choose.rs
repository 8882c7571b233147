//! What people do at the tables: setups of all games, and a move that the view lists.

use engine::games::{Kind, Legal};
use engine::table::View;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// Heights in µm of some holes of Darbol's panel.
const HEIGHTS: std::ops::RangeInclusive<i64> = 942_500..=1_625_000;

/// A public room of this game for two.
pub(crate) fn setup(kind: Kind) -> Value {
    let game = match kind {
        Kind::Dara | Kind::GulBara | Kind::Crokidarts => json!({"kind": kind}),
        Kind::Darbol => json!({"kind": kind, "game": "up_the_mountain"}),
    };
    json!({"game": game, "clock": {"initial_s": 3600, "increment_s": 5}})
}

/// A move that the view lists, with what is free in it drawn; steps back are left out, or no turn would end.
pub(crate) fn mv(view: &View, rng: &mut StdRng) -> Option<Value> {
    let moves: Vec<Value> = view.legal.iter().filter_map(|legal| whole(legal, rng)).collect();
    moves.choose(rng).cloned()
}

fn whole(legal: &Legal, rng: &mut StdRng) -> Option<Value> {
    match legal {
        Legal::Move(mv) => serde_json::to_value(mv).ok().filter(|mv| mv["type"] != "undo"),
        Legal::Free { r#type } if r#type == "toss" => Some(json!({"type": "toss",
            "y": rng.random_range(-9_000..=9_000), "z": rng.random_range(HEIGHTS), "pace": rng.random_range(108..=130)})),
        Legal::Free { r#type } if r#type == "shoot" => Some(json!({"type": "shoot",
            "at": rng.random_range(-9_000..=9_000), "aim": rng.random_range(-3_000..=3_000),
            "speed": rng.random_range(700..=1300)})),
        Legal::Free { .. } => None,
    }
}
