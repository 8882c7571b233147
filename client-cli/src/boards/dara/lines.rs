//! Dara as plain text: the board, a line for each side, and what the marks mean.

use engine::games::dara::{Cell, Phase, View};

use super::super::{BoardContext, text};
use super::{Board, Mark};

/// The board as lines.
#[must_use]
pub fn plain(ctx: &BoardContext, game: &View) -> Vec<String> {
    let board = Board::new(ctx, game);
    let mut lines = vec!["      a   b   c   d   e   f".to_owned()];
    let mut seen = Vec::new();
    for row in 0..board.rows() {
        let mut line = format!("  {}  ", row + 1);
        for col in 0..6 {
            let cell = Cell { col, row };
            let mark = board.mark(cell);
            let [left, right] = mark.around();
            let stone = match (board.stone(cell), mark) {
                (Some(seat), _) => ctx.theme.stone(seat),
                (None, Mark::Target) => '+',
                (None, _) => '·',
            };
            line += &format!("{left}{stone}{right} ");
            if !seen.contains(&mark) {
                seen.push(mark);
            }
        }
        lines.push(line);
    }
    lines.push(String::new());
    for seat in [0, 1] {
        let (hand, on, taken) = board.count(seat);
        let you = if ctx.me == Some(seat) { " (you)" } else { "" };
        let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
        let who = format!("{turn} {} {}{you}", ctx.theme.stone(seat), text::name(ctx.view, seat));
        lines.push(format!("{}  {hand} in hand, {on} on the board, {taken} lost", text::fit(&who, 26)));
    }
    let told = [
        (Mark::Recent, "‹ › last move"),
        (Mark::InRow, "( ) in a row"),
        (Mark::Prey, "! ! may be taken"),
        (Mark::Selected, "▸ ◂ picked up"),
        (Mark::Target, "+ may go here"),
    ];
    let marks: Vec<_> = told.iter().filter(|(mark, _)| seen.contains(mark)).map(|(_, text)| *text).collect();
    if !marks.is_empty() {
        lines.push(format!("  {}", marks.join("   ")));
    }
    if game.phase != Phase::Over {
        lines.push(format!(
            "  {}",
            [Some(board.task()), board.quiet()].into_iter().flatten().collect::<Vec<_>>().join("; ")
        ));
    }
    lines
}
