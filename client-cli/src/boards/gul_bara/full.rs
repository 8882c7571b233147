//! Gul Bara full screen: a backgammon board with the bar in the middle and the trays on the right.
//!
//! From the top: the other side's line, numbers, marks, points, the dice, points, marks, numbers, one's own line.

use engine::games::Seat;
use engine::games::gul_bara::{View, pips};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::BoardContext;
use super::super::text::{self, put};
use super::{Board, Mark};

/// Columns of a point, of the bar, and of the trays with their frame.
const POINT: u16 = 3;
const BAR: u16 = 3;
const TRAY: u16 = 5;
/// Frame, six points, bar, six points, frame, tray.
const WIDTH: u16 = 2 + 12 * POINT + BAR + TRAY;
/// Everything but the points: both sides' lines, the frame, numbers and marks twice, and the dice.
const OVERHEAD: u16 = 11;
/// Checkers stacked on a point at least and at most.
const LEAST: u16 = 2;
const MOST: u16 = 15;

/// Draws the board from the viewer's side.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View) {
    let board = Board::new(ctx, game);
    if area.width < WIDTH || area.height < OVERHEAD + 2 * LEAST {
        return draw_small(area, buf, &board);
    }
    let depth = ((area.height - OVERHEAD) / 2).min(MOST);
    let height = OVERHEAD + 2 * depth;
    let (x, y) = ((area.width - WIDTH) / 2, (area.height - height) / 2);
    let area = Rect::new(area.x + x, area.y + y, area.width - x, height);

    draw_side(area, buf, 0, &board, 1 - board.viewer);
    draw_side(area, buf, height - 1, &board, board.viewer);
    draw_frame(area, buf, &board, depth);
    for point in 1..=24 {
        draw_point(area, buf, &board, point, depth);
    }
    draw_dice(area, buf, &board, 4 + depth);
    draw_tray(area, buf, &board, 1 - board.viewer, 3, depth);
    draw_tray(area, buf, &board, board.viewer, 7 + depth, depth);
}

/// Where a point of the viewer's numbering begins.
fn column(point: u8) -> u16 {
    let place = u16::from(if point > 12 { point - 13 } else { 12 - point });
    1 + place * POINT + if place >= 6 { BAR } else { 0 }
}

/// A side's line: whether it is in turn, its checker and name, pips, rolls.
fn draw_side(area: Rect, buf: &mut Buffer, y: u16, board: &Board, seat: Seat) {
    let ctx = board.ctx;
    let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
    let head = format!("{turn}{} {}", ctx.theme.stone(seat), text::name(ctx.view, seat));
    put(area, buf, 0, y, &head, ctx.theme.seat(seat));
    let x = u16::try_from(text::width(&head)).unwrap_or(20);
    let facts = format!("  {} pips · {}", pips(&board.game.points[seat]), board.rolls(seat));
    put(area, buf, x, y, &facts, Style::new());
}

fn draw_frame(area: Rect, buf: &mut Buffer, board: &Board, depth: u16) {
    let dim = board.ctx.theme.dim();
    let half = "─".repeat(usize::from(6 * POINT));
    let rule = |left, mid: [&str; 2], right: [&str; 2]| {
        format!("{left}{half}{}─{}{half}{}───{}", mid[0], mid[1], right[0], right[1])
    };
    put(area, buf, 0, 1, &rule("┌", ["┬", "┬"], ["┬", "┐"]), dim);
    put(area, buf, 0, 9 + 2 * depth, &rule("└", ["┴", "┴"], ["┴", "┘"]), dim);
    let inner = 1 + 6 * POINT;
    let bars = [0, inner, inner + BAR - 1, WIDTH - TRAY - 1, WIDTH - 1];
    for y in 2..9 + 2 * depth {
        for x in bars {
            put(area, buf, x, y, "│", dim);
        }
    }
}

/// A point: its number at the edge, its mark below that, its checkers stacked towards the middle.
fn draw_point(area: Rect, buf: &mut Buffer, board: &Board, point: u8, depth: u16) {
    let theme = board.ctx.theme;
    let top = point > 12;
    let x = column(point);
    let (number, mark_row) = if top { (2, 3) } else { (8 + 2 * depth, 7 + 2 * depth) };
    // the first place of the stack is next to the mark, the last one next to the dice
    let place = |n: u16| if top { 4 + n } else { mark_row - 1 - n };
    let mark = board.mark(point);
    let style = match mark {
        Mark::Cursor => theme.cursor(),
        Mark::Selected => theme.strong().add_modifier(Modifier::REVERSED),
        Mark::Target | Mark::Movable => theme.legal(),
        Mark::Recent => theme.recent(),
        Mark::None => Style::new(),
    };
    put(area, buf, x, number, &format!("{point:>2} "), style);
    put(area, buf, x, mark_row, mark.sign(), style);

    let (seat, count) = board.at(point).unwrap_or((0, 0));
    let shown = u16::from(count).min(depth);
    let spike = if point % 2 == 0 { "│" } else { "┊" };
    for n in shown..depth {
        put(area, buf, x + 1, place(n), spike, theme.dim());
    }
    let checker = theme.stone(seat).to_string();
    for n in 0..shown {
        put(area, buf, x + 1, place(n), &checker, theme.seat(seat));
    }
    if u16::from(count) > shown && shown > 0 {
        let style = theme.seat(seat).add_modifier(Modifier::REVERSED);
        put(area, buf, x, place(shown - 1), &format!("{count:>2} "), style);
    }
}

/// The middle: dice and what is left of them to the left and right, what is to be done below.
fn draw_dice(area: Rect, buf: &mut Buffer, board: &Board, y: u16) {
    let theme = board.ctx.theme;
    let inside = Rect { x: area.x + 1, width: WIDTH - TRAY - 2, ..area };
    for row in y..y + 3 {
        put(inside, buf, 0, row, &" ".repeat(usize::from(inside.width)), Style::new());
    }
    let right = 1 + 6 * POINT + BAR;
    if let Some((_, left)) = board.dice() {
        let dice = board.game.dice.unwrap_or_default().map(|die| format!(" {die} "));
        let x = if board.ctx.view.turn.first() == Some(&board.viewer) { right } else { 1 };
        put(inside, buf, x, y, &dice[0], theme.cursor());
        put(inside, buf, x + 4, y, &dice[1], theme.cursor());
        let room = usize::from(inside.width) - 2;
        let style = if board.game.stages.is_empty() { theme.dim() } else { theme.strong() };
        put(inside, buf, 1, y + 1, &text::cut(&left, room), style);
    }
    let task = match board.score() {
        Some(score) => format!("{} · {score}", board.task()),
        None => board.task(),
    };
    put(inside, buf, 1, y + 2, &text::cut(&task, usize::from(inside.width) - 2), theme.dim());
}

/// The checkers that a side has borne off.
fn draw_tray(area: Rect, buf: &mut Buffer, board: &Board, seat: Seat, y: u16, depth: u16) {
    let theme = board.ctx.theme;
    let off = board.game.points[seat][0];
    let x = WIDTH - TRAY;
    let own = seat == board.viewer;
    let target = own && board.mark(0) != Mark::None;
    let style = if target { theme.legal() } else { theme.dim() };
    let sign = if target { board.mark(0).sign() } else { "   " };
    let (label, mark_row) = if own { (y + depth + 1, y + depth) } else { (y - 1, y) };
    put(area, buf, x, label, "off", style);
    put(area, buf, x, mark_row, sign, style);
    let first = if own { y + depth - 1 } else { y + 1 };
    let next = |n: u16| if own { first - n } else { first + n };
    put(area, buf, x, first, &format!("{off:>2} "), theme.seat(seat));
    for n in 1..depth {
        let row = (u16::from(off) + 2).saturating_sub(3 * n).min(3);
        let checkers = theme.stone(seat).to_string().repeat(usize::from(row));
        put(area, buf, x, next(n), &checkers, theme.seat(seat));
    }
}

/// Without room for a board: the points with checkers, in lines.
fn draw_small(area: Rect, buf: &mut Buffer, board: &Board) {
    let width = usize::from(area.width);
    let mut y = 0;
    let mut say = |text: String, style: Style, buf: &mut Buffer| {
        put(area, buf, 0, y, &text::cut(&text, width), style);
        y += 1;
    };
    say(board.task(), board.ctx.theme.dim(), buf);
    if let Some((dice, left)) = board.dice() {
        say(format!("{dice} {left}"), board.ctx.theme.strong(), buf);
    }
    for seat in [board.viewer, 1 - board.viewer] {
        let style = board.ctx.theme.seat(seat);
        let mut line = format!("{} off {}", board.ctx.theme.stone(seat), board.game.points[seat][0]);
        for point in (1..=24).rev() {
            let Some((_, count)) = board.at(point).filter(|&(holder, _)| holder == seat) else { continue };
            let next = format!(" {point}:{count}");
            if text::width(&line) + next.len() > width {
                say(std::mem::take(&mut line), style, buf);
            }
            line += &next;
        }
        say(line, style, buf);
    }
}
