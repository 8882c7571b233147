//! What a shot on a real board left, in words: the twenty that it made, and the values on the board.

use engine::games::Move as AnyMove;
use engine::games::crokidarts::{DiscView, Move, Phase, Report, View};
use engine::table;

use super::super::{Input, one};
use super::wanted;

/// A report of the `table` medium.
pub(super) fn read(view: &table::View, game: &View, words: &[&str]) -> Result<Input, String> {
    let reported = |report| one(AnyMove::Crokidarts(Move::Report(report)));
    if game.phase == Phase::Confirming {
        return Err(wanted(view).into());
    }
    if game.phase == Phase::Checkout {
        return match words {
            ["hit" | "20"] => reported(Report::CheckOut { hit: true }),
            ["miss" | "0"] => reported(Report::CheckOut { hit: false }),
            _ => Err("this is a check-out: report hit if a disc lies in the hole, or miss".into()),
        };
    }
    let same = || game.discs.iter().map(DiscView::value).collect::<Vec<u8>>();
    match words {
        [] => Err(how_to_report().into()),
        ["miss"] => reported(Report::Board { twenties: game.twenties, board: same() }),
        ["none" | "clear" | "0"] => reported(Report::Board { twenties: game.twenties, board: vec![] }),
        ["r" | "report", twenties, board @ ..] => match twenties.parse() {
            Ok(twenties @ 0..=5) => reported(Report::Board { twenties, board: values(board)? }),
            Ok(6..) | Err(_) => {
                Err("after r comes the number of twenties of this turn, 0 to 5, then the board: r 1 15 10"
                    .into())
            }
        },
        words => {
            let sunk = words.iter().filter(|word| **word == "20").count();
            let board: Vec<&str> = words.iter().copied().filter(|word| *word != "20").collect();
            let twenties = game.twenties + u32::try_from(sunk).unwrap_or(u32::MAX).min(5);
            reported(Report::Board { twenties, board: values(&board)? })
        }
    }
}

fn values(words: &[&str]) -> Result<Vec<u8>, String> {
    let value = |word: &&str| match *word {
        "15" => Ok(15),
        "10" => Ok(10),
        "5" => Ok(5),
        word => Err(format!("{word:?} is no ring; {}", how_to_report())),
    };
    words.iter().map(value).collect()
}

fn how_to_report() -> &'static str {
    "report a 20 if the shot made one and every disc now on the board by its value, like 20 15 10, or none"
}
