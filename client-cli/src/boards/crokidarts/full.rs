//! Crokidarts full screen: the round board on the right, and in the corners that it leaves free the scores (top)
//! and the turn (bottom).

use engine::games::crokidarts::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Circle, Context, Line as Stroke, Points};

use super::super::text::{self, put};
use super::super::{BoardContext, Spot};
use super::motion::{Frame, Moving};
use super::{legs, shooter, to_go, turn, who};
use notation::crokidarts::geometry::{self, DISC, HOLE, RINGS, SURFACE};
use notation::crokidarts::placed;

/// Columns beside the board.
const BESIDE: u16 = 10;
const MOST_BESIDE: u16 = 30;
/// Rows of a board that still shows something.
const LEAST: u16 = 7;
/// Rows with which both corners have room for more than the most important.
const ROOMY: u16 = 14;
/// What the picture shows, in µm: the surface and a little air.
const EDGE: f64 = SURFACE * 1.01;

/// Draws the board; `frame` holds the discs of a shot that is just played.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View, frame: Option<&Frame>) {
    let rows = area.height.min(area.width.saturating_sub(BESIDE) / 2);
    if rows >= LEAST {
        let beside = (area.width - 2 * rows).min(MOST_BESIDE);
        let left = (area.width - 2 * rows - beside) / 2;
        let top = (area.height - rows) / 2;
        let whole = Rect::new(area.x + left, area.y + top, 2 * rows + beside, rows);
        draw_board(Rect { x: whole.x + beside, width: 2 * rows, ..whole }, buf, ctx, game, frame);
        draw_corners(whole, buf, ctx, game, beside);
    } else {
        let lines = scores(ctx, game, false).into_iter().chain(turn_lines(ctx, game));
        for (y, (line, style)) in (0..area.height).zip(lines) {
            put(area, buf, 0, y, &text::cut(&line, usize::from(area.width)), style);
        }
    }
}

/// Names and scores; `roomy` with a line for what is missing and for each count of wins.
fn scores(ctx: &BoardContext, game: &View, roomy: bool) -> Vec<(String, Style)> {
    let mut lines = Vec::new();
    for (seat, score) in game.score.iter().enumerate() {
        let style = ctx.theme.seat(seat);
        if roomy {
            lines.push((who(ctx, seat), style));
            lines.push((format!("  {score}"), style));
            lines.push((format!("  {}", to_go(ctx, game, seat)), Style::new()));
        } else {
            lines.push((format!("{} {score}", who(ctx, seat)), style));
        }
    }
    lines.extend(legs(ctx, game).into_iter().filter(|_| roomy).map(|line| (line, ctx.theme.dim())));
    lines
}

fn turn_lines(ctx: &BoardContext, game: &View) -> Vec<(String, Style)> {
    let mut lines: Vec<_> = turn(ctx, game).into_iter().map(|line| (line, Style::new())).collect();
    if let Some((line, _)) = lines.pop() {
        lines.push((line, ctx.theme.strong()));
    }
    lines
}

/// Scores from the top, the turn from the bottom, each line as long as the circle allows.
fn draw_corners(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View, beside: u16) {
    let room = |y: u16| {
        // the outermost of the row's two edges decides
        let half = f64::from(area.height) / 2.0;
        let from_middle = (half - f64::from(y)).abs().min((half - f64::from(y) - 1.0).abs());
        let from_middle = if y < area.height / 2 { from_middle } else { (f64::from(y) - half).max(0.0) };
        let chord = (1.0 - (from_middle / half).powi(2)).max(0.0).sqrt();
        usize::from(beside) + (f64::from(area.height) * (1.0 - chord)) as usize
    };
    let scores = scores(ctx, game, area.height >= ROOMY);
    let turn = turn_lines(ctx, game);
    let turn_from = area.height.saturating_sub(u16::try_from(turn.len()).unwrap_or(0));
    let top = (0..turn_from).zip(scores);
    for (y, (line, style)) in top.chain((turn_from..area.height).zip(turn)) {
        put(area, buf, 0, y, &text::cut(&line, room(y)), style);
    }
}

fn draw_board(area: Rect, buf: &mut Buffer, ctx: &BoardContext, game: &View, frame: Option<&Frame>) {
    let theme = ctx.theme;
    let discs = match frame {
        Some(frame) => frame.clone(),
        None => {
            let still =
                |disc: engine::physics::Disc| Moving { id: disc.id, x: disc.x.into(), y: disc.y.into() };
            placed(game).into_iter().map(still).collect()
        }
    };
    let colour = theme.seat_colour(shooter(ctx, game));
    let aim = match (frame, ctx.cursor) {
        (None, Some(Spot::Shot(shot))) => Some(geometry::line(&placed(game), &shot)),
        _ => None,
    };
    let canvas = Canvas::default().marker(Marker::Braille).x_bounds([-EDGE, EDGE]).y_bounds([-EDGE, EDGE]);
    canvas
        .paint(|picture| {
            draw_lines(picture, theme.fg(Color::Reset));
            if let Some(aim) = aim {
                picture.layer();
                let green = theme.fg(Color::Green);
                picture.draw(&Stroke::new(aim.from[0], aim.from[1], aim.to[0], aim.to[1], green));
                picture.draw(&Circle::new(aim.from[0], aim.from[1], DISC, green));
                picture.draw(&Circle::new(aim.to[0], aim.to[1], DISC, green));
            }
            picture.layer();
            for disc in &discs {
                picture.draw(&Points::new(&filled(disc), colour));
            }
        })
        .render(area, buf);
    for disc in &discs {
        let cell = |value: f64, cells: u16| ((value + EDGE) / (2.0 * EDGE) * f64::from(cells)) as u16;
        let (x, y) = (cell(disc.x, area.width), cell(-disc.y, area.height));
        put(area, buf, x, y, &disc.id.to_string(), theme.seat(shooter(ctx, game)).patch(theme.cursor()));
    }
}

fn draw_lines(picture: &mut Context, colour: Color) {
    picture.draw(&Circle::new(0.0, 0.0, SURFACE, colour));
    for ring in RINGS {
        picture.draw(&Circle::new(0.0, 0.0, ring, colour));
    }
    picture.draw(&Circle::new(0.0, 0.0, HOLE, colour));
    // the quadrant lines cross the outermost ring
    let (near, far) =
        (RINGS[1] * std::f64::consts::FRAC_1_SQRT_2, RINGS[2] * std::f64::consts::FRAC_1_SQRT_2);
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        picture.draw(&Stroke::new(x * near, y * near, x * far, y * far, colour));
    }
    let pegs: Vec<_> = geometry::pegs()
        .iter()
        .flat_map(|[x, y]| [(*x, *y), (*x + DISC / 4.0, *y), (*x, *y + DISC / 4.0)])
        .collect();
    picture.draw(&Points::new(&pegs, colour));
}

/// A disc as points dense enough for any size of the picture.
fn filled(disc: &Moving) -> Vec<(f64, f64)> {
    let steps = 8i32;
    let mut points = Vec::new();
    for across in -steps..=steps {
        for up in -steps..=steps {
            if across * across + up * up <= steps * steps {
                let offset = |n: i32| f64::from(n) / f64::from(steps) * DISC;
                points.push((disc.x + offset(across), disc.y + offset(up)));
            }
        }
    }
    points
}
