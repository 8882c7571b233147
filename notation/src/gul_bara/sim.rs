//! A line of Gul Bara played on a copy of the board, to find the steps that it means.
//!
//! It knows how a checker moves and what a stage is. What has to be played of a roll it need not know: with equal
//! dice any step is right, and with two different ones the view's list of legal moves settles the first step,
//! after which a single die is left.

use engine::games::gul_bara::{Move, View, across};
use engine::games::{Legal, Move as AnyMove, Seat};
use engine::table;

use super::step;

/// The board as the line is played on it, from the mover's side.
#[derive(Debug, Clone)]
pub(super) struct Sim {
    mine: [u8; 25],
    /// Whether the other side stands on a point of the mover's numbering.
    theirs: [bool; 25],
    stages: Vec<Vec<u8>>,
    /// What the rules allow as the first step; later ones follow from it.
    first: Vec<(u8, u8)>,
    pub(super) steps: Vec<(u8, u8)>,
}

impl Sim {
    pub(super) fn new(view: &table::View, game: &View, me: Seat) -> Self {
        let me = me.min(1);
        let mut theirs = [false; 25];
        for point in 1..=24 {
            theirs[usize::from(point)] = game.points[1 - me][usize::from(across(point))] > 0;
        }
        let first = view.legal.iter().filter_map(|legal| match legal {
            Legal::Move(AnyMove::GulBara(Move::Step { from, die })) => Some((*from, *die)),
            Legal::Move(_) | Legal::Free { .. } => None,
        });
        Self {
            mine: game.points[me],
            theirs,
            stages: game.stages.clone(),
            first: first.collect(),
            steps: vec![],
        }
    }

    /// Plays a checker from one point to another (0: off), with as few dice as possible.
    pub(super) fn play(&mut self, from: u8, to: u8) -> Result<(), String> {
        if to >= from {
            return Err(format!(
                "checkers move from high points to low ones; {from}/{to} goes the other way"
            ));
        }
        if self.mine[usize::from(from)] == 0 {
            return Err(format!("you have no checker on point {from}"));
        }
        if self.theirs[usize::from(to)] && to > 0 {
            return Err(format!("point {to} is blocked by the other side"));
        }
        for dice in 1..=24 {
            if let Some(found) = self.reach(from, to, dice) {
                *self = found;
                return Ok(());
            }
        }
        Err(self.why_not(from, to))
    }

    /// This board after the checker on `from` has gone to `to` with exactly so many dice, if it can.
    fn reach(&self, from: u8, to: u8, dice: u8) -> Option<Self> {
        if dice == 0 {
            return (from == to).then(|| self.clone());
        }
        if from <= to {
            return None;
        }
        let stage = self.stages.first()?;
        // an exact die before a larger one, which may be wanted elsewhere
        let mut open: Vec<u8> = stage.iter().copied().filter(|&die| self.allows(from, die)).collect();
        open.sort_unstable_by_key(|&die| (die > from, die));
        open.dedup();
        open.into_iter().find_map(|die| self.after(from, die).reach(from.saturating_sub(die), to, dice - 1))
    }

    /// Whether a checker may go from `from` with `die`, which is in the current stage.
    fn allows(&self, from: u8, die: u8) -> bool {
        if self.steps.is_empty() {
            return self.first.contains(&(from, die));
        }
        if from > die {
            return !self.theirs[usize::from(from - die)];
        }
        let highest = (1..=24).rev().find(|&point| self.mine[point] > 0).unwrap_or(0);
        highest <= 6 && (from == die || usize::from(from) == highest)
    }

    fn after(&self, from: u8, die: u8) -> Self {
        let mut after = self.clone();
        after.mine[usize::from(from)] -= 1;
        after.mine[usize::from(from.saturating_sub(die))] += 1;
        after.steps.push((from, die));
        if let Some(stage) = after.stages.first_mut() {
            if let Some(at) = stage.iter().position(|&left| left == die) {
                stage.remove(at);
            }
            if stage.is_empty() {
                after.stages.remove(0);
            }
        }
        after
    }

    fn why_not(&self, from: u8, to: u8) -> String {
        let Some(stage) = self.stages.first() else {
            return "all dice of this turn are played by then: say done".to_owned();
        };
        let left: Vec<_> = stage.iter().map(u8::to_string).collect();
        let left = left.join(" ");
        let highest = (1..=24).rev().find(|&point| self.mine[point] > 0).unwrap_or(0);
        if to == 0 && highest > 6 {
            return format!(
                "checkers are borne off only when all are home: one still stands on point {highest}"
            );
        }
        let target = if to == 0 { "off".to_owned() } else { to.to_string() };
        let fits = stage.contains(&(from - to));
        if fits && self.steps.is_empty() {
            let steps: Vec<_> = self.first.iter().take(4).map(|&(from, die)| step(from, die)).collect();
            return format!(
                "not {from}/{target}: as much of the roll as can be has to be played, or else the larger die; try {}",
                steps.join(" or ")
            );
        }
        format!("{from}/{target} cannot be played with {left}: no die fits, or a point between is blocked")
    }
}
