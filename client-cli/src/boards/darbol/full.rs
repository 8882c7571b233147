//! Darbol full screen: a title, the flight and the panel side by side, what is needed, the players.

use engine::games::darbol::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::BoardContext;
use super::super::text::{self, put};
use super::flight::Flight;
use super::panel::{self, Scene};
use super::{balls, need, player, title};

/// Rows below which a picture shows nothing any more.
const LEAST: u16 = 6;
/// Columns that the flight needs to be worth showing.
const FLIGHT: u16 = 14;

/// Draws the panel with everything around it; `flight` is the toss that is just played.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View, flight: Option<Flight>) {
    let theme = ctx.theme;
    let width = usize::from(area.width);
    let players = u16::try_from(game.players.len()).unwrap_or(4);
    let need = need::need(ctx, game);
    let told = wrap(&need.told, width.saturating_sub(2).max(1));
    let told_rows = u16::try_from(told.len()).unwrap_or(1);
    put(area, buf, 1, 0, &text::cut(&title(game), width.saturating_sub(1)), theme.strong());

    let pictures = area.height.saturating_sub(1 + told_rows + players);
    let mut y = 1;
    if pictures >= LEAST {
        let front = panel::columns(pictures).min(area.width);
        let side = area.width - front;
        let balls = balls(ctx.last);
        let scene = Scene { ctx, game, need: &need, balls: &balls, flight };
        let picture = Rect::new(area.x, area.y + 1, area.width, pictures);
        if side >= FLIGHT {
            panel::draw_side(Rect { width: side, ..picture }, buf, &scene);
            panel::draw_front(Rect { x: area.x + side, width: front, ..picture }, buf, &scene);
        } else {
            panel::draw_front(Rect { width: front, ..picture }, buf, &scene);
        }
        y += pictures;
    }
    for line in &told {
        put(area, buf, 1, y, line, if need.holes.is_empty() { theme.dim() } else { theme.legal() });
        y += 1;
    }
    let columns = (width / 2).min(24);
    for seat in 0..game.players.len() {
        let [who, standing] = player(ctx, game, seat, columns);
        put(area, buf, 0, y, &who, theme.seat(seat));
        let x = u16::try_from(columns).unwrap_or(0) + 1;
        put(area, buf, x, y, &text::cut(&standing, width.saturating_sub(columns + 1)), Style::new());
        y += 1;
    }
}

/// A sentence in at most two lines, broken at spaces.
fn wrap(sentence: &str, columns: usize) -> Vec<String> {
    let mut first = String::new();
    let mut words = sentence.split(' ').peekable();
    while let Some(word) = words.peek() {
        let longer = if first.is_empty() { (*word).to_owned() } else { format!("{first} {word}") };
        if text::width(&longer) > columns && !first.is_empty() {
            break;
        }
        first = longer;
        words.next();
    }
    let rest: Vec<&str> = words.collect();
    let mut lines = vec![text::cut(&first, columns)];
    if !rest.is_empty() {
        lines.push(text::cut(&rest.join(" "), columns));
    }
    lines
}
