//! Legal moves as they can be typed.

use engine::games::crokidarts::Report;
use engine::games::{Legal, Move, crokidarts, dara, darbol, gul_bara};
use engine::table::View;
use protocol::text::shown;
use serde_json::json;

use super::gul_bara::step;

/// The legal moves as they can be typed, each once; those with free parameters by their name.
#[must_use]
pub fn legal(view: &View) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for legal in &view.legal {
        let text = match legal {
            Legal::Move(mv) => typed(mv),
            Legal::Free { r#type } => shown(r#type).into_owned(),
        };
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    moves
}

/// A move as it is typed. A checker that may be borne off with two dice is written the same for both.
pub(crate) fn typed(mv: &Move) -> String {
    match mv {
        Move::Dara(dara::Move::Place { at }) => at.to_string(),
        Move::Dara(dara::Move::Step { from, to }) => format!("{from}-{to}"),
        Move::Dara(dara::Move::Capture { at }) => format!("x{at}"),
        Move::GulBara(gul_bara::Move::Step { from, die }) => step(*from, *die),
        Move::Darbol(darbol::Move::Report { hole }) => hole.to_string(),
        Move::Crokidarts(crokidarts::Move::Lift { disc }) => format!("lift {disc}"),
        Move::Crokidarts(crokidarts::Move::Report(Report::CheckOut { hit })) => {
            if *hit { "hit" } else { "miss" }.to_owned()
        }
        // what is shared by several games may have been read as another's: its name is the same
        mv => json!(mv)["type"].as_str().unwrap_or_default().to_owned(),
    }
}
