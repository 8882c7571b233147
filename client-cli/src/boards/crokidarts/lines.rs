//! Crokidarts as plain text: a map on which a disc is one character, and the discs in words.

use engine::games::crokidarts::{DiscView, View};
use engine::physics::Disc;

use super::super::BoardContext;
use super::geometry::{self, HOLE, Part, RINGS, aim_at};
use super::{legs, placed, standing, turn, who};
use crate::notation::angle;

/// Columns and rows of the map; a character stands for 16 by 32 mm, a disc is 32 mm across.
const COLUMNS: i32 = 41;
const ROWS: i32 = 21;
const WIDE: f64 = 16_100.0;
const HIGH: f64 = 32_200.0;

/// The board as lines.
#[must_use]
pub fn plain(ctx: &BoardContext, game: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in 0..game.score.len() {
        lines.push(format!("{}  {}", super::text::fit(&who(ctx, seat), 24), standing(ctx, game, seat)));
    }
    lines.push(format!("  {}; {}", legs(ctx, game), turn(ctx, game).join("; ")));
    let discs = placed(game);
    if game.discs.iter().all(|disc| disc.id().is_some()) {
        lines.extend((0..ROWS).map(|row| format!("  {}", map_row(&discs, row))));
    }
    for disc in &game.discs {
        let DiscView::Placed { id, x, y, value } = *disc else { continue };
        let place = Disc { id, x, y };
        let aim = aim_at(0, &place, Part::Full).map(|aim| format!(", from the middle {}", angle(aim)));
        let mm = f64::from(x).hypot(f64::from(y)) / 1000.0;
        let side = |value: i32, less: &str, more: &str| match value / 1000 {
            0 => String::new(),
            mm if mm < 0 => format!(", {} mm {less}", -mm),
            mm => format!(", {mm} mm {more}"),
        };
        let (across, away) = (side(x, "left", "right"), side(y, "nearer", "farther"));
        lines.push(format!(
            "  disc {id} counts {value:>2}: {mm:.0} mm off the hole{across}{away}{}",
            aim.unwrap_or_default()
        ));
    }
    lines
}

fn map_row(discs: &[Disc], row: i32) -> String {
    (0..COLUMNS).map(|column| map_cell(discs, column, row)).collect()
}

fn map_cell(discs: &[Disc], column: i32, row: i32) -> char {
    let (x, y) = (f64::from(column - COLUMNS / 2) * WIDE, f64::from(ROWS / 2 - row) * HIGH);
    let here = |px: f64, py: f64| (px - x).abs() <= WIDE / 2.0 && (py - y).abs() <= HIGH / 2.0;
    if let Some(disc) = discs.iter().find(|disc| here(disc.x.into(), disc.y.into())) {
        return char::from_digit(u32::from(disc.id), 10).unwrap_or('#');
    }
    if geometry::pegs().iter().any(|[px, py]| here(*px, *py)) {
        return '*';
    }
    if x.hypot(y) < HOLE {
        return 'O';
    }
    // a ring passes through this cell if its corners lie on both sides of it
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
    let away = corners.map(|(dx, dy): (f64, f64)| (x + dx * WIDE / 2.0).hypot(y + dy * HIGH / 2.0));
    let crossed = |ring: &f64| away.iter().any(|r| r < ring) && away.iter().any(|r| r >= ring);
    if RINGS.iter().any(crossed) { '·' } else { ' ' }
}
