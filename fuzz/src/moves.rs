//! Moves as they may be sent: those with free parameters, and any JSON that looks like a move.

use engine::physics::HOLES;
use serde_json::{Value, json};

use crate::luck::Luck;

/// A move of a `type` with free parameters; mostly one that can be.
pub(crate) fn free(name: &str, luck: &mut Luck) -> Value {
    match name {
        "toss" => {
            let aim = luck.between(-9_000, 9_000);
            json!({"type": name, "y": aim, "z": HOLES[luck.below(8)].0, "pace": luck.between(108, 160)})
        }
        "shoot" => {
            let (at, aim) = (luck.between(-45_000, 45_000), luck.between(-20_000, 20_000));
            json!({"type": name, "at": at, "aim": aim, "speed": luck.between(100, 2_500)})
        }
        _ => {
            let board: Vec<u8> = (0..luck.below(6)).map(|_| luck.pick(&[15, 10, 5])).collect();
            json!({"type": name, "twenties": luck.below(6), "board": board})
        }
    }
}

/// Any JSON, often with the type and the fields of a move.
pub(crate) fn any(luck: &mut Luck) -> Value {
    if luck.rarely(4) {
        return luck.json(2);
    }
    let types = [
        "roll", "undo", "done", "confirm", "dispute", "place", "step", "capture", "toss", "shoot", "lift",
        "report", "fly",
    ];
    let mut mv = json!({ "type": luck.pick(&types) });
    for _ in 0..luck.below(4) {
        let name = luck.pick(&[
            "at", "from", "to", "die", "hole", "hit", "disc", "twenties", "board", "y", "z", "speed",
        ]);
        mv[name] = match luck.below(4) {
            0 => json!(cell(luck)),
            1 => luck.number(),
            2 => json!(luck.below(25)),
            _ => luck.json(1),
        };
    }
    mv
}

/// A cell on Dara's board, or just beside it.
fn cell(luck: &mut Luck) -> String {
    format!("{}{}", luck.pick(&['a', 'b', 'c', 'd', 'e', 'f', 'g']), luck.below(9))
}
