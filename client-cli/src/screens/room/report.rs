//! Reports from a real board, with one key each.
//!
//! The keys are those that no word or move begins with: a digit is a hole in Darbol's notation too, all else has
//! function keys. A shot that changed more than one thing on a board is written in the line instead.

use crossterm::event::KeyCode;
use engine::games::crokidarts::{DiscView, Phase};
use engine::games::{Kind, View as GameView};
use engine::table::View;
use serde_json::{Value, json};

/// The move that a key means now, if it means one.
pub(super) fn of_key(view: &View, key: KeyCode) -> Option<Value> {
    let may = |name: &str| view.legal.iter().any(|legal| json!(legal)["type"] == name);
    match key {
        KeyCode::F(7) if may("undo") => return Some(json!({"type": "undo"})),
        KeyCode::F(8) if may("confirm") => return Some(json!({"type": "confirm"})),
        KeyCode::F(9) if may("dispute") => return Some(json!({"type": "dispute"})),
        _ if !may("report") => return None,
        _ => {}
    }
    match (&view.game, key) {
        (Some(GameView::Darbol(_)), KeyCode::Char(digit @ '0'..='8')) => {
            Some(json!({"type": "report", "hole": digit.to_digit(10)}))
        }
        (Some(GameView::Crokidarts(game)), KeyCode::F(number)) if game.phase == Phase::Checkout => {
            match number {
                2 => Some(json!({"type": "report", "hit": true})),
                6 => Some(json!({"type": "report", "hit": false})),
                _ => None,
            }
        }
        (Some(GameView::Crokidarts(game)), KeyCode::F(number)) => {
            let values = game.discs.iter().map(|disc| match disc {
                DiscView::Placed { value, .. } | DiscView::Reported { value } => *value,
            });
            let (more, lies) = match number {
                2 => (1, None),
                3 => (0, Some(15)),
                4 => (0, Some(10)),
                5 => (0, Some(5)),
                6 => (0, None),
                _ => return None,
            };
            let board: Vec<u8> = values.chain(lies).collect();
            Some(json!({"type": "report", "twenties": game.twenties + more, "board": board}))
        }
        _ => None,
    }
}

/// The keys that mean something now, for the line at the foot.
pub(super) fn hint(view: &View) -> &'static str {
    match (&view.game, view.setup.game.kind()) {
        _ if crate::model::clock::confirming(view) => "F8 confirm the turn · F9 dispute it · F1 help",
        (Some(GameView::Crokidarts(game)), _) if game.phase == Phase::Checkout => {
            "F2 hit · F6 missed · F7 undo"
        }
        (_, Kind::Crokidarts) => "F2 twenty · F3 fifteen · F4 ten · F5 five · F6 nothing new · F7 undo",
        (_, Kind::Darbol | Kind::Dara | Kind::GulBara) => "1–8 the hole, 0 a miss · Enter rolls · F7 undo",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_disc_more_is_one_key() {
        let view = testing::view(json!({
            "game": {"kind": "crokidarts", "phase": "shooting", "score": [0, 0], "locked": [false, false],
                "legs": [0, 0], "sets": [0, 0], "shot": 3, "twenties": 1, "discs": [{"value": 15}]},
            "legal": [{"type": "report"}, {"type": "undo"}],
        }));
        let report = |key| of_key(&view, KeyCode::F(key));
        assert_eq!(report(2), Some(json!({"type": "report", "twenties": 2, "board": [15]})));
        assert_eq!(report(4), Some(json!({"type": "report", "twenties": 1, "board": [15, 10]})));
        assert_eq!(report(6), Some(json!({"type": "report", "twenties": 1, "board": [15]})));
        assert_eq!(report(7), Some(json!({"type": "undo"})));
        assert_eq!(report(8), None);
        assert_eq!(of_key(&view, KeyCode::Char('2')), None, "digits are notation here");
    }
}
