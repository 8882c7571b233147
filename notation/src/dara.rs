//! Dara: `c3` places, `c3-c4` or `c3c4` steps, `xd1` captures. A step and its capture may stand in one line:
//! `c3-c4 xd1`. A bare cell means what the phase asks for.

use engine::games::dara::{Cell, Event, Move, Phase, View};
use engine::games::{Move as AnyMove, Seat};
use engine::table;

use super::Input;

/// What may be typed.
pub(super) const HELP: &[(&str, &str)] = &[
    ("c3", "place a stone on c3"),
    ("c3-c4", "step from c3 to c4"),
    ("xd1", "take the stone on d1"),
    ("c3-c4 xd1", "step, and take with the row that it makes"),
];

/// Reads a line.
pub(super) fn parse(_: &table::View, game: &View, words: &[&str]) -> Result<Input, String> {
    let mut phase = game.phase;
    let mut moves = Vec::new();
    for word in words {
        let mv = read(word, phase)?;
        // what the rest of the line is read as; the server has the last word
        phase = match mv {
            Move::Place { .. } => Phase::Placing,
            Move::Step { .. } => Phase::Capturing,
            Move::Capture { .. } => phase,
        };
        moves.push(AnyMove::Dara(mv));
    }
    match moves.as_slice() {
        [] => Err(wanted(phase).into()),
        [AnyMove::Dara(Move::Place { .. }), _, ..] => Err("place one stone at a time, like c3".into()),
        _ => Ok(Input::Move(moves)),
    }
}

fn read(word: &str, phase: Phase) -> Result<Move, String> {
    if let Some(at) = word.strip_prefix(['x', '*']) {
        return Ok(Move::Capture { at: cell(at)? });
    }
    let parts: Vec<&str> = word.split(['-', '>', ':']).filter(|part| !part.is_empty()).collect();
    match (parts.as_slice(), phase) {
        ([from, to], _) => Ok(Move::Step { from: cell(from)?, to: cell(to)? }),
        ([at], _) if at.len() == 4 && at.is_ascii() => {
            Ok(Move::Step { from: cell(&at[..2])?, to: cell(&at[2..])? })
        }
        ([at], Phase::Placing) => Ok(Move::Place { at: cell(at)? }),
        ([at], Phase::Capturing) => Ok(Move::Capture { at: cell(at)? }),
        (_, Phase::Placing | Phase::Moving | Phase::Capturing | Phase::Over) => Err(wanted(phase).into()),
    }
}

fn cell(text: &str) -> Result<Cell, String> {
    text.parse().map_err(|error: engine::games::dara::BadCell| error.to_string())
}

/// What is asked for now.
fn wanted(phase: Phase) -> &'static str {
    match phase {
        Phase::Placing => "name the cell to place a stone on, like c3",
        Phase::Moving => "name the cells to step from and to, like c3-c4",
        Phase::Capturing => "name the stone to take, like xd1",
        Phase::Over => "the game is over",
    }
}

/// What happened.
pub(super) fn tell(event: &Event, who: &str, name: &dyn Fn(Seat) -> String) -> String {
    match event {
        Event::Placed { at } => format!("{who} places on {at}"),
        Event::Stepped { from, to } => format!("{who} steps {from}-{to}"),
        Event::Captured { at } => format!("{who} makes a row and takes {at}"),
        Event::Passed { seat } => format!("{} has no step and passes", name(*seat)),
    }
}
