//! What a player of the `table` medium may report: everything that one shot can do, and nothing else.
//!
//! A shot strikes or not. On an empty board it leaves nothing, itself in the 15 or the 10 ring, or one more twenty
//! (D3, D5). On any other it leaves everything as it was (not struck, D2), or it strikes: then each disc may have
//! been driven anywhere, also inwards, and what left is off; but there is one disc more than before at most, and the
//! hole holds one disc at a time. Hence discs and twenties together never outnumber the shots.

use super::Report;
use super::turn::{Stage, Turn};

/// Whether `report` can be true after the next shot of `turn`.
///
/// # Errors
/// Says what stands against it.
pub(super) fn check(turn: &Turn, report: &Report) -> Result<(), String> {
    match (turn.stage(), report) {
        (Stage::Shooting, Report::Board { twenties, board }) => check_board(turn, *twenties, board),
        (Stage::Checkout, Report::CheckOut { .. }) => Ok(()),
        (Stage::Shooting, Report::CheckOut { .. }) => {
            Err("this is no check-out: report the twenties of the turn and the board".into())
        }
        (Stage::Checkout, Report::Board { .. }) => {
            Err("this is a check-out: report only whether it was a hit".into())
        }
        (Stage::Noted | Stage::Bust | Stage::Hit | Stage::Missed, _) => Err("the turn is over".into()),
    }
}

fn check_board(turn: &Turn, twenties: u32, board: &[u8]) -> Result<(), String> {
    let before = turn.board().len();
    let Some(sunk) = twenties.checked_sub(turn.twenties()) else {
        return Err(format!("the turn had {} twenties already, and they stay", turn.twenties()));
    };
    if sunk > 1 {
        return Err("one shot leaves one disc in the hole at most".into());
    }
    if let Some(value) = board.iter().find(|value| ![15, 10, 5].contains(*value)) {
        return Err(format!("{value} is no ring; a disc on the board counts 15, 10 or 5"));
    }
    if board.len() + sunk as usize > before + 1 {
        return Err(format!(
            "{} on the board and {sunk} more in the hole is too many: {before} lay there and one was shot",
            board.len()
        ));
    }
    if before == 0 && board.contains(&5) {
        return Err("on an empty board a disc that does not reach the 15 ring is taken off".into());
    }
    Ok(())
}
