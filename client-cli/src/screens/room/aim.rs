//! Where the cursor of a board goes: its first place, and a step in each direction.

use engine::games::{Legal, Move, Seat, View as GameView, dara, darbol, gul_bara};
use engine::physics::{Shot, Toss};
use engine::table::View;

use crate::boards::Spot;

/// The holes of the Darbol panel, by their middles' height in µm (physics.md, section 1).
const HOLES: [i32; 8] =
    [942_500, 1_055_000, 1_162_500, 1_265_000, 1_362_500, 1_455_000, 1_542_500, 1_625_000];

/// A step of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrow {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Up, finely.
    FineUp,
    /// Down, finely.
    FineDown,
    /// The aim, to the left.
    FineLeft,
    /// The aim, to the right.
    FineRight,
    /// Harder.
    More,
    /// Softer.
    Less,
}

/// The next place in the direction of the arrow.
pub(super) fn step(view: &View, spot: Spot, arrow: Arrow) -> Spot {
    match spot {
        Spot::Cell(cell) => Spot::Cell(step_cell(view, cell, arrow)),
        Spot::Point(point) => Spot::Point(step_point(point, arrow)),
        Spot::Toss(toss) => Spot::Toss(step_toss(toss, arrow)),
        Spot::Shot(shot) => Spot::Shot(step_shot(shot, arrow)),
    }
}

/// Where the cursor appears.
pub(super) fn start(view: &View, me: Option<Seat>) -> Option<Spot> {
    Some(match view.game.as_ref()? {
        GameView::Dara(_) => {
            let first = view.legal.iter().find_map(dara_move).map(|mv| match mv {
                dara::Move::Place { at } | dara::Move::Capture { at } => at,
                dara::Move::Step { from, .. } => from,
            });
            Spot::Cell(first.unwrap_or(dara::Cell { col: 2, row: 2 }))
        }
        GameView::GulBara(_) => Spot::Point(view.legal.iter().find_map(step_of).map_or(24, |(from, _)| from)),
        GameView::Darbol(game) => {
            let hole = wanted_hole(game, me).clamp(1, 8);
            Spot::Toss(Toss { y: 0, z: HOLES[usize::from(hole) - 1], pace: 112 })
        }
        // straight at the hole, at the speed that is best for a twenty (physics.md, section 2)
        GameView::Crokidarts(_) => Spot::Shot(Shot { at: 0, aim: 0, speed: 900 }),
    })
}

/// The hole that a player most likely aims at.
fn wanted_hole(game: &darbol::View, me: Option<Seat>) -> u8 {
    let mine = me.and_then(|me| game.players.get(me));
    match (mine, &game.doubles) {
        (Some(darbol::PlayerView::Mountain { target }), _) => *target,
        (_, Some(doubles)) => doubles.iter().copied().max().unwrap_or(8),
        _ => game.left.first().copied().unwrap_or(1),
    }
}

fn step_cell(view: &View, cell: dara::Cell, arrow: Arrow) -> dara::Cell {
    let rows = match &view.game {
        Some(GameView::Dara(game)) => u8::try_from(game.board.len()).unwrap_or(5),
        Some(GameView::GulBara(_) | GameView::Darbol(_) | GameView::Crokidarts(_)) | None => 5,
    };
    let (col, row) = (cell.col, cell.row);
    match arrow {
        Arrow::Left | Arrow::FineLeft => dara::Cell { col: col.saturating_sub(1), row },
        Arrow::Right | Arrow::FineRight => dara::Cell { col: (col + 1).min(5), row },
        // row 1 is drawn uppermost
        Arrow::Up | Arrow::FineUp => dara::Cell { col, row: row.saturating_sub(1) },
        Arrow::Down | Arrow::FineDown => dara::Cell { col, row: (row + 1).min(rows.saturating_sub(1)) },
        Arrow::More | Arrow::Less => cell,
    }
}

/// Points as they are drawn: 13 to 24 from left to right above, 12 to 1 below, 0 the tray.
fn step_point(point: u8, arrow: Arrow) -> u8 {
    let above = point > 12;
    match arrow {
        Arrow::Left | Arrow::FineLeft if above => (point - 1).max(13),
        Arrow::Left | Arrow::FineLeft => (point + 1).min(12),
        Arrow::Right | Arrow::FineRight if above => (point + 1).min(24),
        Arrow::Right | Arrow::FineRight => point.saturating_sub(1),
        Arrow::Up | Arrow::FineUp if !above => 25 - point.max(1),
        Arrow::Down | Arrow::FineDown if above => 25 - point,
        Arrow::Up | Arrow::FineUp | Arrow::Down | Arrow::FineDown | Arrow::More | Arrow::Less => point,
    }
}

fn step_toss(toss: Toss, arrow: Arrow) -> Toss {
    let Toss { y, z, pace } = toss;
    let lift = |by: i32| (z + by).clamp(0, 1_750_000);
    match arrow {
        Arrow::Left | Arrow::FineLeft => Toss { y: (y - 2_000).max(-200_000), ..toss },
        Arrow::Right | Arrow::FineRight => Toss { y: (y + 2_000).min(200_000), ..toss },
        Arrow::Up => Toss { z: HOLES.into_iter().find(|hole| *hole > z).unwrap_or(z), ..toss },
        Arrow::Down => Toss { z: HOLES.into_iter().rev().find(|hole| *hole < z).unwrap_or(z), ..toss },
        Arrow::FineUp => Toss { z: lift(2_000), ..toss },
        Arrow::FineDown => Toss { z: lift(-2_000), ..toss },
        Arrow::More => Toss { pace: (pace + 1).min(160), ..toss },
        Arrow::Less => Toss { pace: pace.saturating_sub(1).max(108), ..toss },
    }
}

fn step_shot(shot: Shot, arrow: Arrow) -> Shot {
    let Shot { at, aim, speed } = shot;
    match arrow {
        Arrow::Left => Shot { at: (at - 1_000).max(-45_000), ..shot },
        Arrow::Right => Shot { at: (at + 1_000).min(45_000), ..shot },
        Arrow::FineLeft => Shot { aim: (aim - 200).max(-90_000), ..shot },
        Arrow::FineRight => Shot { aim: (aim + 200).min(90_000), ..shot },
        Arrow::Up | Arrow::More => Shot { speed: (speed + 20).min(2_500), ..shot },
        Arrow::Down | Arrow::Less => Shot { speed: speed.saturating_sub(20).max(100), ..shot },
        Arrow::FineUp => Shot { speed: (speed + 2).min(2_500), ..shot },
        Arrow::FineDown => Shot { speed: speed.saturating_sub(2).max(100), ..shot },
    }
}

/// A listed move of Dara.
pub(super) fn dara_move(legal: &Legal) -> Option<dara::Move> {
    match legal {
        Legal::Move(Move::Dara(mv)) => Some(*mv),
        Legal::Move(Move::GulBara(_) | Move::Darbol(_) | Move::Crokidarts(_)) | Legal::Free { .. } => None,
    }
}

/// A listed step of Gul Bara: point and die.
pub(super) fn step_of(legal: &Legal) -> Option<(u8, u8)> {
    match legal {
        Legal::Move(Move::GulBara(gul_bara::Move::Step { from, die })) => Some((*from, *die)),
        Legal::Move(_) | Legal::Free { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arrow_leaves_a_board() {
        let arrows = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down, Arrow::More, Arrow::Less];
        for point in 0..=24 {
            assert!(arrows.iter().all(|arrow| step_point(point, *arrow) <= 24));
        }
    }
}
