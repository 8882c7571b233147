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

/// Columns of the bar, and of the trays with their frame.
const BAR: u16 = 3;
const TRAY: u16 = 4;
/// Columns of a point, at least and at most.
const NARROW: u16 = 3;
const WIDE: u16 = 6;
/// Everything but the points: both sides' lines, the frame, numbers and marks twice, and the dice.
const OVERHEAD: u16 = 11;
/// Checkers stacked on a point at least.
const LEAST: u16 = 2;

/// The measures of a board in an area.
#[derive(Clone, Copy)]
struct Size {
    /// Columns of a point.
    point: u16,
    /// Checkers stacked on a point.
    depth: u16,
}

impl Size {
    /// The largest that fits; none if not even the smallest does. Points grow higher only as they grow wider.
    fn fitting(area: Rect) -> Option<Self> {
        let point = (area.width.checked_sub(2 + BAR + TRAY)? / 12).min(WIDE);
        let depth = (area.height.checked_sub(OVERHEAD)? / 2).min((3 * point).saturating_sub(3));
        (point >= NARROW && depth >= LEAST).then_some(Self { point, depth })
    }

    /// Frame, six points, bar, six points, frame, tray.
    fn width(self) -> u16 {
        2 + 12 * self.point + BAR + TRAY
    }

    fn height(self) -> u16 {
        OVERHEAD + 2 * self.depth
    }

    /// Where a point of the viewer's numbering begins.
    fn column(self, point: u8) -> u16 {
        let place = u16::from(if point > 12 { point - 13 } else { 12 - point });
        1 + place * self.point + if place >= 6 { BAR } else { 0 }
    }
}

/// Draws the board from the viewer's side.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View) {
    let board = Board::new(ctx, game);
    let Some(size) = Size::fitting(area) else {
        return draw_small(area, buf, &board);
    };
    let (width, height, depth) = (size.width(), size.height(), size.depth);
    let (x, y) = ((area.width - width) / 2, (area.height - height) / 2);
    let area = Rect::new(area.x + x, area.y + y, area.width - x, height);

    draw_side(area, buf, 0, &board, 1 - board.viewer);
    draw_side(area, buf, height - 1, &board, board.viewer);
    draw_frame(area, buf, &board, size);
    for point in 1..=24 {
        draw_point(area, buf, &board, point, size);
    }
    draw_dice(area, buf, &board, size);
    let tray = Rect { x: area.x + width - TRAY, ..area };
    draw_tray(tray, buf, &board, 1 - board.viewer, 3, depth);
    draw_tray(tray, buf, &board, board.viewer, 7 + depth, depth);
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

fn draw_frame(area: Rect, buf: &mut Buffer, board: &Board, size: Size) {
    let dim = board.ctx.theme.dim();
    let (depth, width) = (size.depth, size.width());
    let half = "─".repeat(usize::from(6 * size.point));
    let rule = |left, cross, right| format!("{left}{half}{cross}─{cross}{half}{cross}───{right}");
    put(area, buf, 0, 1, &rule("┌", "┬", "┐"), dim);
    put(area, buf, 0, 9 + 2 * depth, &rule("└", "┴", "┘"), dim);
    let inner = 1 + 6 * size.point;
    for y in 2..9 + 2 * depth {
        for x in [0, inner, inner + BAR - 1, width - TRAY - 1, width - 1] {
            put(area, buf, x, y, "│", dim);
        }
    }
}

/// A point: its number at the edge, its mark below that, its checkers stacked towards the middle.
fn draw_point(area: Rect, buf: &mut Buffer, board: &Board, point: u8, size: Size) {
    let (theme, depth) = (board.ctx.theme, size.depth);
    let top = point > 12;
    // what is written is three columns wide, in the middle of the point
    let x = size.column(point) + (size.point - NARROW) / 2;
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
    let spike = if point.is_multiple_of(2) { "│" } else { "┊" };
    for n in shown..depth {
        put(area, buf, x + 1, place(n), spike, theme.dim());
    }
    let stone = theme.stone(seat);
    let checker = if size.point > 4 { format!("({stone})") } else { format!(" {stone} ") };
    for n in 0..shown {
        put(area, buf, x, place(n), &checker, theme.seat(seat));
    }
    if u16::from(count) > shown && shown > 0 {
        let style = theme.seat(seat).add_modifier(Modifier::REVERSED);
        put(area, buf, x, place(shown - 1), &format!("{count:>2} "), style);
    }
}

/// The middle: the dice on the side of who plays them, what is left of them, what is to be done.
fn draw_dice(area: Rect, buf: &mut Buffer, board: &Board, size: Size) {
    let theme = board.ctx.theme;
    let y = 4 + size.depth;
    let inside = Rect { x: area.x + 1, width: size.width() - TRAY - 2, ..area };
    for row in y..y + 3 {
        put(inside, buf, 0, row, &" ".repeat(usize::from(inside.width)), Style::new());
    }
    let room = usize::from(inside.width) - 2;
    if let Some((_, left)) = board.dice() {
        let [a, b] = board.game.dice.unwrap_or_default();
        let right = 1 + 6 * size.point + BAR;
        let x = if board.ctx.view.turn.first() == Some(&board.viewer) { right } else { 1 };
        put(inside, buf, x, y, &format!("[{a}]"), theme.cursor());
        put(inside, buf, x + 4, y, &format!("[{b}]"), theme.cursor());
        let style = if board.game.stages.is_empty() { theme.dim() } else { theme.strong() };
        put(inside, buf, 1, y + 1, &text::cut(&left, room), style);
    }
    let task = match board.score() {
        Some(score) => format!("{} · {score}", board.task()),
        None => board.task(),
    };
    put(inside, buf, 1, y + 2, &text::cut(&task, room), theme.dim());
}

/// The checkers that a side has borne off.
fn draw_tray(area: Rect, buf: &mut Buffer, board: &Board, seat: Seat, y: u16, depth: u16) {
    let theme = board.ctx.theme;
    let off = board.game.points[seat][0];
    let own = seat == board.viewer;
    let target = own && board.mark(0) != Mark::None;
    let style = if target { theme.legal() } else { theme.dim() };
    let sign = if target { board.mark(0).sign() } else { "   " };
    let (label, mark_row) = if own { (y + depth + 1, y + depth) } else { (y - 1, y) };
    put(area, buf, 0, label, "off", style);
    put(area, buf, 0, mark_row, sign, style);
    let first = if own { y + depth - 1 } else { y + 1 };
    let next = |n: u16| if own { first - n } else { first + n };
    put(area, buf, 0, first, &format!("{off:>2} "), theme.seat(seat));
    for n in 1..depth {
        let row = (u16::from(off) + 2).saturating_sub(3 * n).min(3);
        let checkers = theme.stone(seat).to_string().repeat(usize::from(row));
        put(area, buf, 0, next(n), &checkers, theme.seat(seat));
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
