//! Why a step or the end of a turn is refused: one sentence that says what was wrong and what would be right.

use crate::games::Seat;

use super::board::Board;
use super::turn::{Left, Turn, completing};

/// Why `seat` may not play `die` from `from` now.
pub(super) fn step(board: &Board, turn: &Turn, seat: Seat, from: u8, die: u8) -> String {
    let left = turn.left();
    if turn.playable(board, seat).is_empty() {
        return match left {
            Left::Nothing => "all dice of this turn are played: say done, or undo a step".to_owned(),
            Left::Same(_) | Left::Both(_) => {
                "nothing more can be moved and the rest of this turn is lost: say done, or undo a step"
                    .to_owned()
            }
        };
    }
    if !left.contains(die) {
        return match left {
            Left::Both([a, b]) => format!("there is no {die} to play now: the dice are {a} and {b}"),
            Left::Same(number) => format!("there is no {die} to play now: it is the turn of a {number}"),
            Left::Nothing => format!("there is no {die} to play now"),
        };
    }
    if board.of(seat).get(usize::from(from)).is_none_or(|&count| count == 0) {
        return format!("you have no checker on point {from}");
    }
    if !board.steps(seat, die).contains(from) {
        return blocked(board, seat, from, die);
    }
    if let Left::Both(dice) = left
        && completing(board, seat, dice).iter().all(|from| from.is_empty())
    {
        let large = dice[0].max(dice[1]);
        return format!(
            "only one die can be played, and the larger must be played if it can: play the {large}"
        );
    }
    "both dice can be played, but not after this step: play another one first".to_owned()
}

fn blocked(board: &Board, seat: Seat, from: u8, die: u8) -> String {
    if from > die {
        let to = from - die;
        return format!("your {die} cannot be played from {from}: point {to} is blocked");
    }
    let highest = board.highest(seat);
    if highest > 6 {
        return format!("checkers are borne off only when all are home: one still stands on point {highest}");
    }
    format!("a {die} bears off from {from} only if none stands higher: one still stands on point {highest}")
}

/// Why the turn may not be ended yet; none if it may.
pub(super) fn done(board: &Board, turn: &Turn, seat: Seat) -> Option<String> {
    let (from, die) = turn.playable(board, seat).iter().next()?;
    Some(format!("you can still move, so you must: for example the {die} from {from}"))
}
