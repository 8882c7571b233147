//! Crokidarts as plain text: a map on which a disc is one character, and the discs in words.

use engine::games::crokidarts::{DiscView, View};
use engine::physics::Disc;

use super::super::{BoardContext, text};
use super::{legs, to_go, turn, who};
use notation::angle;
use notation::crokidarts::geometry::{self, HOLE, Part, RINGS, aim_at};
use notation::crokidarts::placed;

/// Columns and rows of the map; a character stands for 16 by 32 mm, a disc is 32 mm across.
const COLUMNS: i32 = 39;
const ROWS: i32 = 19;
const WIDE: f64 = 16_100.0;
const HIGH: f64 = 32_200.0;

/// The board as lines.
#[must_use]
pub fn plain(ctx: &BoardContext, game: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for (seat, score) in game.score.iter().enumerate() {
        lines.push(format!("{}  {score:>3}, {}", text::fit(&who(ctx, seat), 24), to_go(ctx, game, seat)));
    }
    lines.extend(
        [turn(ctx, game), legs(ctx, game)]
            .iter()
            .filter(|told| !told.is_empty())
            .map(|told| format!("  {}", told.join(", ").replace(":, ", ": "))),
    );
    let discs = placed(game);
    if game.discs.iter().all(|disc| disc.id().is_some()) {
        lines.extend((0..ROWS).map(|row| format!("  {}", map_row(&discs, row))));
    }
    for disc in &game.discs {
        let DiscView::Placed { id, x, y, value } = *disc else { continue };
        lines.push(format!("  disc {id} counts {value}: {}", place(&Disc { id, x, y })));
    }
    lines
}

/// Where a disc lies, in mm seen from the shooter, and how to aim at it from the middle.
fn place(disc: &Disc) -> String {
    let side = |value: i32, less: &str, more: &str| match value / 1000 {
        0 => String::new(),
        mm if mm < 0 => format!(", {} {less}", -mm),
        mm => format!(", {mm} {more}"),
    };
    let away = f64::from(disc.x).hypot(f64::from(disc.y)) / 1000.0;
    let (across, along) = (side(disc.x, "left", "right"), side(disc.y, "nearer", "farther"));
    let aim = aim_at(0, disc, Part::Full).map(|aim| format!("; aim {}", angle(aim))).unwrap_or_default();
    format!("{away:.0} mm off the hole{across}{along}{aim}")
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
