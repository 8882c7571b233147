//! The cursor on the board: arrows move it, Enter picks up, puts down, tosses or shoots.
//!
//! It knows no rules: what can be done at a place is what the view lists as legal.

use engine::games::{Legal, Seat};
use engine::games::{Move, View as GameView, dara, darbol, gul_bara};
use engine::physics::{Shot, Toss};
use engine::table::View;
use serde_json::{Value, json};

use crate::boards::Spot;

/// The holes of the Darbol panel, by their middles' height in µm (physics.md, section 1).
const HOLES: [i32; 8] =
    [942_500, 1_055_000, 1_162_500, 1_265_000, 1_362_500, 1_455_000, 1_542_500, 1_625_000];

/// Where the cursor is, and what was picked up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cursor {
    /// Where it is; none before the first arrow.
    pub spot: Option<Spot>,
    /// What was picked up.
    pub picked: Option<Spot>,
}

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

/// What comes of Enter.
#[derive(Debug, Clone, PartialEq)]
pub enum Press {
    /// A move.
    Move(Value),
    /// Something was picked up or put back.
    Picked,
    /// Nothing can be done here; a sentence for the person.
    Nothing(&'static str),
}

impl Cursor {
    /// Moves the cursor; the first arrow makes it appear.
    pub fn step(&mut self, view: &View, me: Option<Seat>, arrow: Arrow) {
        let Some(start) = start(view, me) else { return };
        self.spot = Some(
            match self.spot.filter(|spot| std::mem::discriminant(spot) == std::mem::discriminant(&start)) {
                None => start,
                Some(Spot::Cell(cell)) => Spot::Cell(step_cell(view, cell, arrow)),
                Some(Spot::Point(point)) => Spot::Point(step_point(point, arrow)),
                Some(Spot::Toss(toss)) => Spot::Toss(step_toss(toss, arrow)),
                Some(Spot::Shot(shot)) => Spot::Shot(step_shot(shot, arrow)),
            },
        );
    }

    /// Enter on an empty line.
    pub fn press(&mut self, view: &View, me: Seat) -> Press {
        if !view.turn.contains(&me) {
            return Press::Nothing("It is not your turn");
        }
        if let Some(only) = plain_move(view) {
            return Press::Move(only);
        }
        match (&view.game, self.spot) {
            (Some(_), None) => {
                self.spot = start(view, Some(me));
                Press::Picked
            }
            (Some(GameView::Dara(_)), Some(Spot::Cell(cell))) => self.press_cell(view, cell),
            (Some(GameView::GulBara(_)), Some(Spot::Point(point))) => self.press_point(view, point),
            (Some(GameView::Darbol(_)), Some(Spot::Toss(toss))) if is_free(view, "toss") => {
                Press::Move(json!({"type": "toss", "y": toss.y, "z": toss.z, "pace": toss.pace}))
            }
            (Some(GameView::Crokidarts(_)), Some(Spot::Shot(shot))) if is_free(view, "shoot") => {
                Press::Move(json!({"type": "shoot", "at": shot.at, "aim": shot.aim, "speed": shot.speed}))
            }
            (Some(_), Some(_)) => Press::Nothing("Write this move in the line below; F1 shows how"),
            (None, _) => Press::Nothing("The match has not started yet"),
        }
    }

    fn press_cell(&mut self, view: &View, cell: dara::Cell) -> Press {
        let moves = || view.legal.iter().filter_map(dara_move);
        let here = moves().find(|mv| match mv {
            dara::Move::Place { at } | dara::Move::Capture { at } => *at == cell,
            dara::Move::Step { from, to } => self.picked == Some(Spot::Cell(*from)) && *to == cell,
        });
        if let Some(mv) = here {
            self.picked = None;
            return Press::Move(json!(mv));
        }
        if self.picked == Some(Spot::Cell(cell)) {
            self.picked = None;
            return Press::Picked;
        }
        if moves().any(|mv| matches!(mv, dara::Move::Step { from, .. } if from == cell)) {
            self.picked = Some(Spot::Cell(cell));
            return Press::Picked;
        }
        Press::Nothing("Nothing can be done there now")
    }

    fn press_point(&mut self, view: &View, point: u8) -> Press {
        let steps: Vec<_> = view.legal.iter().filter_map(step_of).collect();
        if let Some(Spot::Point(from)) = self.picked {
            self.picked = None;
            if from == point {
                return Press::Picked;
            }
            // the smallest die that gets there: bearing off with a larger one is the same move
            let dice = steps.iter().filter(|(f, die)| *f == from && f.saturating_sub(*die) == point);
            if let Some((from, die)) = dice.min_by_key(|(_, die)| *die) {
                return Press::Move(json!({"type": "step", "from": from, "die": die}));
            }
        }
        let mut here: Vec<_> = steps.into_iter().filter(|(from, _)| *from == point).collect();
        here.dedup();
        match here.as_slice() {
            [] => Press::Nothing("No checker can move from there with this roll"),
            [(from, die)] => Press::Move(json!({"type": "step", "from": from, "die": die})),
            [_, ..] => {
                self.picked = Some(Spot::Point(point));
                Press::Picked
            }
        }
    }
}

/// The only legal move, if it says nothing but its type: roll, done.
fn plain_move(view: &View) -> Option<Value> {
    let mut whole = view.legal.iter().filter_map(|legal| match legal {
        Legal::Move(mv) => Some(json!(mv)),
        Legal::Free { .. } => None,
    });
    if view.legal.iter().any(|legal| matches!(legal, Legal::Free { .. })) {
        return None;
    }
    // taking back is never what Enter means
    let only = whole.find(|mv| mv["type"] != "undo")?;
    let plain = ["roll", "done"].iter().any(|name| only["type"] == *name);
    (plain && whole.all(|mv| mv["type"] == "undo")).then_some(only)
}

fn is_free(view: &View, name: &str) -> bool {
    view.legal.iter().any(|legal| matches!(legal, Legal::Free { r#type } if r#type == name))
}

fn dara_move(legal: &Legal) -> Option<dara::Move> {
    match legal {
        Legal::Move(Move::Dara(mv)) => Some(*mv),
        Legal::Move(Move::GulBara(_) | Move::Darbol(_) | Move::Crokidarts(_)) | Legal::Free { .. } => None,
    }
}

fn step_of(legal: &Legal) -> Option<(u8, u8)> {
    match legal {
        Legal::Move(Move::GulBara(gul_bara::Move::Step { from, die })) => Some((*from, *die)),
        Legal::Move(_) | Legal::Free { .. } => None,
    }
}

/// Where the cursor appears.
fn start(view: &View, me: Option<Seat>) -> Option<Spot> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_stone_is_placed_under_the_cursor() {
        let view = testing::playing_dara();
        let mut cursor = Cursor::default();
        assert_eq!(cursor.press(&view, 1), Press::Nothing("It is not your turn"));
        assert_eq!(cursor.press(&view, 0), Press::Picked);
        assert_eq!(cursor.press(&view, 0), Press::Move(json!({"type": "place", "at": "a1"})));
        cursor.step(&view, Some(0), Arrow::Right);
        assert!(matches!(cursor.press(&view, 0), Press::Nothing(_)));
    }

    #[test]
    fn a_stone_is_picked_up_and_put_down() {
        let mut view = testing::playing_dara();
        view.legal = serde_json::from_value(json!([{"type": "step", "from": "c3", "to": "c4"}])).unwrap();
        let mut cursor = Cursor { spot: Some(Spot::Cell("c3".parse().unwrap())), picked: None };
        assert_eq!(cursor.press(&view, 0), Press::Picked);
        cursor.spot = Some(Spot::Cell("c4".parse().unwrap()));
        assert_eq!(cursor.press(&view, 0), Press::Move(json!({"type": "step", "from": "c3", "to": "c4"})));
        assert_eq!(cursor.picked, None);
    }

    #[test]
    fn no_arrow_leaves_a_board() {
        let arrows = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down, Arrow::More, Arrow::Less];
        for point in 0..=24 {
            assert!(arrows.iter().all(|arrow| step_point(point, *arrow) <= 24));
        }
    }
}
