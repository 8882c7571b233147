//! The cursor on the board: arrows move it, Enter picks up, puts down, tosses or shoots.
//!
//! It knows no rules: what can be done at a place is what the view lists as legal.

use engine::games::{Legal, Seat, View as GameView, dara};
use engine::table::View;
use serde_json::{Value, json};

use super::aim::{Arrow, dara_move, start, step, step_of};
use crate::boards::Spot;

/// Where the cursor is, and what was picked up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cursor {
    /// Where it is; none before the first arrow.
    pub spot: Option<Spot>,
    /// What was picked up.
    pub picked: Option<Spot>,
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
        let same = |spot: &Spot| std::mem::discriminant(spot) == std::mem::discriminant(&start);
        self.spot = Some(self.spot.filter(same).map_or(start, |spot| step(view, spot, arrow)));
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
}
