//! A match of Dara that goes on for ever: 24 stones that make no row, then steps to and fro.

use serde_json::{Value, json};

/// The setup of the room.
pub(crate) fn setup() -> Value {
    let game = json!({"kind": "dara", "no_capture_limit": null, "repetition": null});
    json!({"game": game, "starts": "creator"})
}

/// Move `ply`, from 0; the creator makes the even ones.
pub(crate) fn nth(ply: usize) -> Value {
    let (side, turn) = (ply % 2, ply / 2);
    let cell = |column: usize, row: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    if ply < 24 {
        let row = turn / 3 + side;
        return json!({"type": "place", "at": cell(2 * (turn % 3) + (row + side) % 2, row)});
    }
    let corner = if side == 0 { [cell(0, 0), cell(1, 0)] } else { [cell(5, 4), cell(4, 4)] };
    let [from, to] = if turn % 2 == 0 { corner } else { [corner[1].clone(), corner[0].clone()] };
    json!({"type": "step", "from": from, "to": to})
}
