//! Gul Bara as plain text: the board in the manner of backgammon's text servers, and a line for each side.

use engine::games::Seat;
use engine::games::gul_bara::{View, pips};

use super::super::{BoardContext, text};
use super::{Board, Mark};

/// Checkers that a point shows; the number of more stands in the last place.
const DEPTH: u8 = 5;

/// The board as lines.
#[must_use]
pub fn plain(ctx: &BoardContext, game: &View) -> Vec<String> {
    let board = Board::new(ctx, game);
    let mut lines = vec![side(&board, 1 - board.viewer)];
    lines.push(numbers(13..=24));
    lines.extend(marks(&board, 13..=24));
    lines.extend((0..DEPTH).map(|n| row(&board, 13..=24, n)));
    lines.push(format!("  |{:18}|   |{:18}|", "", ""));
    let low = || (1..=12).rev();
    lines.extend((0..DEPTH).rev().map(|n| row(&board, low(), n)));
    lines.extend(marks(&board, low()));
    lines.push(numbers(low()));
    lines.push(side(&board, board.viewer));
    if let Some((dice, left)) = board.dice() {
        lines.push(format!("  dice {dice}, {left}"));
    }
    let numbers = match ctx.me {
        Some(_) => String::new(),
        None => format!("points are {}’s", text::name(ctx.view, board.viewer)),
    };
    let told = [board.task(), board.score().unwrap_or_default(), numbers];
    lines.push(format!(
        "  {}",
        told.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    ));
    lines
}

fn side(board: &Board, seat: Seat) -> String {
    let ctx = board.ctx;
    let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
    let you = if ctx.me == Some(seat) { " (you)" } else { "" };
    let who = format!("{turn} {} {}{you}", ctx.theme.stone(seat), text::name(ctx.view, seat));
    let (off, points) = (board.game.points[seat][0], pips(&board.game.points[seat]));
    format!("{}  {points} pips, {off} off, {}", text::fit(&who, 20), board.rolls(seat))
}

fn numbers(points: impl Iterator<Item = u8>) -> String {
    let cells: Vec<_> = points.map(|point| format!("{point:-^3}")).collect();
    format!("  +{}+---+{}+", cells[..6].concat(), cells[6..].concat())
}

/// The marks of a row, if there are any.
fn marks(board: &Board, points: impl Iterator<Item = u8>) -> Option<String> {
    let marks: Vec<_> = points.map(|point| board.mark(point)).collect();
    if marks.iter().all(|mark| *mark == Mark::None) {
        return None;
    }
    let signs: Vec<_> = marks.into_iter().map(Mark::sign).collect();
    Some(format!("  |{}|   |{}|", signs[..6].concat(), signs[6..].concat()))
}

/// The `n`th checkers of a row of points, counted from the edge.
fn row(board: &Board, points: impl Iterator<Item = u8>, n: u8) -> String {
    let cell = |point| match board.at(point) {
        Some((_, count)) if count > DEPTH && n == DEPTH - 1 => format!("{count:>2} "),
        Some((seat, count)) if count > n => format!(" {} ", board.ctx.theme.stone(seat)),
        Some(_) => "   ".to_owned(),
        None if n == 0 => " · ".to_owned(),
        None => "   ".to_owned(),
    };
    let cells: Vec<_> = points.map(cell).collect();
    format!("  |{}|   |{}|", cells[..6].concat(), cells[6..].concat())
}
