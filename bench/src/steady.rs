//! A match that goes on for as long as one measures: Dara with its limits of a draw lifted.
//!
//! On a chequered board nobody has two stones side by side, so the 24 stones can be placed without a row; then
//! each side steps to and fro with the stone of its corner, which makes none either. No move needs a reading of the
//! view, so that the generator has little to do, while the server has all of it.

use serde_json::{Value, json};

const COLUMNS: u32 = 6;
/// Stones of both sides.
const STONES: u32 = 24;

/// The setup of the room.
pub(crate) fn setup() -> Value {
    json!({"game": {"kind": "dara", "no_capture_limit": null, "repetition": null},
        "starts": "creator", "visibility": "unlisted"})
}

/// Move number `ply` of the match, from 0; the creator makes the even ones.
pub(crate) fn nth(ply: u32) -> Value {
    let side = ply % 2;
    if ply < STONES {
        // the creator takes his colour of rows 1 to 4, the other side its own of rows 2 to 5
        let (row, nth) = (ply / 2 / 3 + side, ply / 2 % 3);
        let column = 2 * nth + (row + side) % 2;
        return json!({"type": "place", "at": cell(column, row)});
    }
    let (home, away) = if side == 0 { (cell(0, 0), cell(1, 0)) } else { (cell(5, 4), cell(4, 4)) };
    let (from, to) = if ply / 2 % 2 == STONES / 2 % 2 { (home, away) } else { (away, home) };
    json!({"type": "step", "from": from, "to": to})
}

fn cell(column: u32, row: u32) -> String {
    debug_assert!(column < COLUMNS, "a column of the board");
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

#[cfg(test)]
mod tests {
    use engine::games::{Game, Medium, Move, Start};
    use engine::setup::Setup;

    use super::*;

    #[test]
    fn every_move_is_legal_and_the_match_goes_on() {
        let setup = Setup::read(&setup()).unwrap();
        let start = Start { seats: 2, medium: Medium::Virtual, first: Some(0), handicap: None };
        let mut game = Game::new(&setup.game, &start);
        for ply in 0..200 {
            let by = ply as usize % 2;
            assert_eq!(game.turn(), [by], "ply {ply}");
            let mv = Move::read(&setup.game, &nth(ply)).unwrap();
            let deed = game.decide(by, &mv).unwrap_or_else(|refused| panic!("ply {ply}: {refused:?}"));
            game.apply(Some(by), &deed);
            assert!(game.follow().is_none() && game.outcome().is_none(), "ply {ply}");
        }
    }
}
