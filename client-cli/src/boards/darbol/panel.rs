//! The two pictures: the panel from the front, and the flight from the side. Both in braille, so in dots.

use engine::games::Options as AnyOptions;
use engine::games::darbol::{Options, View};
use engine::physics::{HOLES, Hand, toss_with};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Circle, Line, Points};

use super::super::text::put;
use super::super::{BoardContext, Spot};
use super::flight::{self, Flight};
use super::need::{Need, tag};
use super::{Ball, middle};

/// What the front view shows, in metres: half the panel's width, and its lower and upper edge.
const HALF: f64 = 0.20;
const LOW: f64 = 0.88;
const HIGH: f64 = 1.68;
/// What the side view shows, in metres.
const AHEAD: [f64; 2] = [-0.06, 2.72];
const UP: [f64; 2] = [0.60, 2.05];
/// From the hand to the panel.
const REACH: f64 = 2.5;

/// Columns of the labels right of the panel.
const LABELS: u16 = 11;

/// Everything that both pictures show.
pub(super) struct Scene<'a> {
    pub(super) ctx: &'a BoardContext<'a>,
    pub(super) game: &'a View,
    pub(super) need: &'a Need,
    pub(super) balls: &'a [Ball],
    /// The toss that is just played, if one is.
    pub(super) flight: Option<Flight>,
}

/// Columns that the panel and its labels take at this height: a dot is as wide as high.
pub(super) fn columns(height: u16) -> u16 {
    // four dots a row, two a column
    (f64::from(height) * 2.0 * (2.0 * HALF) / (HIGH - LOW)).ceil() as u16 + LABELS
}

/// The panel from the front, with the heights of its holes.
pub(super) fn draw_front(area: Rect, buf: &mut Buffer, scene: &Scene) {
    let theme = scene.ctx.theme;
    let panel = Rect { width: area.width.saturating_sub(LABELS), ..area };
    if panel.is_empty() {
        return;
    }
    let canvas = Canvas::default().marker(Marker::Braille).x_bounds([-HALF, HALF]).y_bounds([LOW, HIGH]);
    canvas
        .paint(|picture| {
            for x in [-HALF, HALF] {
                picture.draw(&Line::new(x, LOW, x, HIGH, theme.fg(Color::DarkGray)));
            }
            picture.layer();
            for (&(z, radius), hole) in HOLES.iter().zip(1..) {
                let (z, radius) = (f64::from(z) / 1e6, f64::from(radius) / 1e6);
                let colour = if scene.need.holes.contains(&hole) { Color::Green } else { Color::Reset };
                picture.draw(&Circle::new(0.0, z, radius, theme.fg(colour)));
            }
        })
        .render(panel, buf);

    let row = |z: f64| place(z, [HIGH, LOW], panel.height);
    let column = |y: f64| place(y, [-HALF, HALF], panel.width);
    for hole in 1..=8 {
        let Some(y) = middle(hole).and_then(row) else { continue };
        let needed = scene.need.holes.contains(&hole);
        let style = if needed { theme.legal() } else { Style::new() };
        let label = format!("{hole} {}{}", tag(scene.game, hole), if needed { " ◂" } else { "" });
        put(area, buf, panel.width + 1, y, &label, style);
        let cm = f64::from(HOLES[usize::from(hole) - 1].0) / 1e4;
        put(area, buf, panel.width + LABELS - 3, y, &format!("{cm:>3.0}"), theme.dim());
    }
    let mut mark = |at: [f64; 2], sign: &str, style: Style| {
        if let (Some(x), Some(y)) = (column(at[0]), row(at[1])) {
            put(panel, buf, x, y, sign, style);
        }
    };
    if let Some(Spot::Toss(toss)) = scene.ctx.cursor {
        mark([f64::from(toss.y) / 1e6, f64::from(toss.z) / 1e6], "+", theme.legal());
    }
    for ball in scene.balls {
        // a ball in the air has not met the panel yet
        let shown = scene.flight.is_none_or(|flight| flight.has_met() || ball.tossed != Some(flight.tossed));
        if let Some(met) = ball.met.filter(|_| shown) {
            mark(met, &ball.toss.to_string(), theme.cursor());
        }
    }
}

/// The flight from the side: the hand on the left, the panel on the right with its holes as gaps.
pub(super) fn draw_side(area: Rect, buf: &mut Buffer, scene: &Scene) {
    let theme = scene.ctx.theme;
    let last = scene.balls.iter().rev().find_map(|ball| ball.tossed);
    let trail = match (scene.flight, scene.ctx.cursor) {
        (Some(flight), _) => flight.trail(),
        (None, Some(Spot::Toss(toss))) => {
            flight::at(&toss_with(&toss, hand(scene.ctx), [0.0; 5]), u32::MAX).trail()
        }
        (None, _) => last.map(|tossed| flight::at(&tossed, u32::MAX).trail()).unwrap_or_default(),
    };
    let canvas = Canvas::default().marker(Marker::Braille).x_bounds(AHEAD).y_bounds(UP);
    canvas
        .paint(|picture| {
            // from the floor's side up: wall, hole, wall, hole, …
            let mut from = LOW;
            for &(z, radius) in &HOLES {
                let (z, radius) = (f64::from(z) / 1e6, f64::from(radius) / 1e6);
                picture.draw(&Line::new(REACH, from, REACH, z - radius, theme.fg(Color::Reset)));
                from = z + radius;
            }
            picture.draw(&Line::new(REACH, from, REACH, HIGH, theme.fg(Color::Reset)));
            picture.layer();
            picture.draw(&Points::new(&trail, theme.fg(Color::Cyan)));
        })
        .render(area, buf);

    let mut mark = |ahead: f64, up: f64, sign: &str, style: Style| {
        if let (Some(x), Some(y)) = (place(ahead, AHEAD, area.width), place(up, [UP[1], UP[0]], area.height))
        {
            put(area, buf, x, y, sign, style);
        }
    };
    mark(0.0, 0.9, "▸", theme.strong());
    if let Some(flight) = scene.flight {
        let ball = flight.ball();
        mark(ball.ahead, ball.up, "●", theme.recent());
    }
}

/// The hand of this match.
fn hand(ctx: &BoardContext) -> Hand {
    match &ctx.view.setup.game {
        AnyOptions::Darbol(Options { hand, .. }) => *hand,
        AnyOptions::Dara(_) | AnyOptions::GulBara(_) | AnyOptions::Crokidarts(_) => Hand::default(),
    }
}

/// The cell in which a value lies, between the values at the first and the last edge; none outside.
fn place(value: f64, [first, last]: [f64; 2], cells: u16) -> Option<u16> {
    let share = (value - first) / (last - first);
    (0.0..1.0).contains(&share).then(|| (share * f64::from(cells)) as u16)
}
