//! Legal moves as they can be typed.

use engine::games::{Legal, Move, dara, gul_bara};
use engine::table::View;
use protocol::text::shown;
use serde_json::json;

/// The legal moves as they can be typed, each once; those with free parameters by their name.
pub fn legal(view: &View) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for legal in &view.legal {
        let text = match legal {
            Legal::Move(Move::Dara(dara::Move::Place { at })) => at.to_string(),
            Legal::Move(Move::Dara(dara::Move::Step { from, to })) => format!("{from}-{to}"),
            Legal::Move(Move::Dara(dara::Move::Capture { at })) => format!("x{at}"),
            Legal::Move(Move::GulBara(gul_bara::Move::Step { from, die })) => {
                match from.saturating_sub(*die) {
                    0 => format!("{from}/off"),
                    to => format!("{from}/{to}"),
                }
            }
            // what is shared by several games may have been read as another's: its name is the same
            Legal::Move(mv) => json!(mv)["type"].as_str().unwrap_or_default().to_owned(),
            Legal::Free { r#type } => shown(r#type).into_owned(),
        };
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    moves
}
