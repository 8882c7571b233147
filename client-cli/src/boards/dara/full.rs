//! Dara full screen: a grid whose cells grow with the terminal, each side's stones above and below it.

use engine::games::Seat;
use engine::games::dara::{Cell, Phase, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::text::{self, put};
use super::super::{BoardContext, Theme};
use super::{Board, Mark};

const COLUMNS: u16 = 6;
/// Columns left of the grid, for the row numbers.
const MARGIN: u16 = 3;

/// The inside of a cell, and the stones that fit into it.
struct Size {
    width: u16,
    height: u16,
}

/// From the largest down; the width is twice the height, since a character is twice as high as wide.
const SIZES: [Size; 4] = [
    Size { width: 8, height: 3 },
    Size { width: 6, height: 2 },
    Size { width: 5, height: 1 },
    Size { width: 3, height: 1 },
];

/// Draws the board with both sides' stones and what is to be done.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View) {
    let board = Board::new(ctx, game);
    let rows = u16::from(board.rows());
    let grid = |size: &Size| (MARGIN + COLUMNS * (size.width + 1) + 1, rows * (size.height + 1) + 1);
    // the grid, its letters, and a line for each side
    let fits = |size: &&Size| grid(size).0 <= area.width && grid(size).1 + 3 <= area.height;
    let Some(size) = SIZES.iter().find(fits) else {
        return draw_small(area, buf, &board);
    };
    let (width, height) = grid(size);
    let spare = area.height - height - 3;
    let (x, y) = ((area.width - width) / 2, spare.saturating_sub(1) / 2);
    let inner = Rect { x: area.x + x, y: area.y + y, width: area.width - x, height: area.height - y };

    let me = ctx.viewer();
    draw_side(inner, buf, 0, &board, 1 - me.min(1));
    let below = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    draw_grid(below, buf, &board, size);
    draw_side(inner, buf, height + 2, &board, me.min(1));
    if spare > 0 {
        let task = match board.quiet() {
            Some(quiet) if usize::from(width) >= 48 => format!("{} · {quiet}", board.task()),
            Some(_) | None => board.task(),
        };
        let style = if game.phase == Phase::Capturing { ctx.theme.danger() } else { ctx.theme.dim() };
        put(inner, buf, MARGIN, height + 3, &text::cut(&task, usize::from(inner.width - MARGIN)), style);
    }
}

/// A side's line: whether it is in turn, its stone and name, and where its twelve stones are.
fn draw_side(area: Rect, buf: &mut Buffer, y: u16, board: &Board, seat: Seat) {
    let (ctx, (hand, on, taken)) = (board.ctx, board.count(seat));
    let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
    let head = format!("{turn} {} {}", ctx.theme.stone(seat), text::name(ctx.view, seat));
    put(area, buf, 1, y, &head, ctx.theme.seat(seat));
    let x = u16::try_from(text::width(&head)).unwrap_or(20) + 2;
    let mut facts = format!(" {on} on the board");
    if hand > 0 {
        facts = format!(" {hand} in hand,{facts}");
    }
    if taken > 0 {
        facts += &format!(", {taken} lost");
    }
    put(area, buf, x, y, &text::cut(&facts, usize::from(area.width.saturating_sub(x))), Style::new());
}

fn draw_grid(area: Rect, buf: &mut Buffer, board: &Board, size: &Size) {
    let theme = board.ctx.theme;
    let rows = u16::from(board.rows());
    let rule = |left: &str, cross: &str, right: &str| {
        let bar = "─".repeat(usize::from(size.width));
        format!("{left}{}{right}", vec![bar; usize::from(COLUMNS)].join(cross))
    };
    let bars = |y: u16, buf: &mut Buffer| {
        for column in 0..=COLUMNS {
            put(area, buf, MARGIN + column * (size.width + 1), y, "│", theme.dim());
        }
    };
    for (column, letter) in (0..COLUMNS).zip(["a", "b", "c", "d", "e", "f"]) {
        put(area, buf, MARGIN + 1 + column * (size.width + 1) + size.width / 2, 0, letter, theme.strong());
    }
    for row in 0..rows {
        let top = 1 + row * (size.height + 1);
        let line = if row == 0 { rule("┌", "┬", "┐") } else { rule("├", "┼", "┤") };
        put(area, buf, MARGIN, top, &line, theme.dim());
        for inside in 1..=size.height {
            bars(top + inside, buf);
        }
        let label = (row + 1).to_string();
        put(area, buf, 1, top + 1 + (size.height - 1) / 2, &label, theme.strong());
        for column in 0..COLUMNS {
            let x = MARGIN + 1 + column * (size.width + 1);
            let cell = Rect::new(area.x + x, area.y + top + 1, size.width, size.height).intersection(area);
            draw_cell(cell, buf, board, Cell { col: column as u8, row: row as u8 });
        }
    }
    put(area, buf, MARGIN, 1 + rows * (size.height + 1), &rule("└", "┴", "┘"), theme.dim());
}

fn draw_cell(area: Rect, buf: &mut Buffer, board: &Board, cell: Cell) {
    let theme = board.ctx.theme;
    let (mark, stone) = (board.mark(cell), board.stone(cell));
    let style = style(theme, mark, stone, board.in_row(cell));
    let art = art(theme, stone, mark, board.lasting_mark(cell), area.height);
    let [left, right] = mark.around();
    let width = art.iter().map(|line| text::width(line)).max().unwrap_or(0) as u16;
    let x = area.width.saturating_sub(width + 2) / 2;
    let top = (area.height - (art.len() as u16).min(area.height)) / 2;
    if mark == Mark::Cursor {
        buf.set_style(area, theme.cursor());
    }
    for (line, y) in art.iter().zip(top..) {
        put(area, buf, x, y, &left.to_string(), style);
        put(area, buf, x + 1, y, line, style);
        put(area, buf, x + 1 + width, y, &right.to_string(), style);
    }
}

fn style(theme: Theme, mark: Mark, stone: Option<Seat>, in_row: bool) -> Style {
    let own = stone.map_or_else(|| theme.dim(), |seat| theme.seat(seat));
    match mark {
        Mark::Cursor => own.patch(theme.cursor()),
        Mark::Selected => own.add_modifier(Modifier::REVERSED),
        Mark::Target => theme.legal(),
        Mark::Prey => theme.danger(),
        Mark::Recent => own.patch(theme.recent()),
        Mark::InRow | Mark::None if in_row => own.add_modifier(Modifier::UNDERLINED),
        Mark::InRow | Mark::None => own,
    }
}

/// The stone as lines of text, as high as the cell allows; a dot where a stone may go.
fn art(theme: Theme, stone: Option<Seat>, mark: Mark, lasting: Mark, height: u16) -> Vec<&'static str> {
    match (stone, height) {
        (None, _) if mark == Mark::Target || lasting == Mark::Target => vec!["◆"],
        (None, _) => vec!["·"],
        (Some(seat), 1) if theme.ascii => vec![if seat == 0 { "x" } else { "o" }],
        (Some(0), 1) => vec!["●"],
        (Some(_), 1) => vec!["○"],
        (Some(0), _) if theme.ascii => vec!["\\  /", "/  \\"],
        (Some(0), 2) => vec!["▟██▙", "▜██▛"],
        (Some(_), 2) => vec!["╭──╮", "╰──╯"],
        (Some(0), _) => vec!["▗▟██▙▖", "██████", "▝▜██▛▘"],
        (Some(_), _) => vec!["╭────╮", "│    │", "╰────╯"],
    }
}

/// Without room for a grid: one character a cell, with a mark beside it where there is one.
fn draw_small(area: Rect, buf: &mut Buffer, board: &Board) {
    let theme = board.ctx.theme;
    let rows = area.height.min(u16::from(board.rows()));
    for row in 0..rows {
        for column in 0..COLUMNS {
            let cell = Cell { col: column as u8, row: row as u8 };
            let (mark, stone) = (board.mark(cell), board.stone(cell));
            let [left, _] = mark.around();
            let art = art(theme, stone, mark, board.lasting_mark(cell), 1).concat();
            put(area, buf, 2 * column, row, &format!("{left}{art}"), style(theme, mark, stone, false));
        }
    }
    let y = u16::from(board.rows());
    put(area, buf, 0, y, &text::cut(&board.task(), usize::from(area.width)), theme.dim());
}
