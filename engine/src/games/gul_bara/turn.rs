//! A roll, the stages it is played in, and what has to be played of it.
//!
//! Different dice are one stage of two. A double is one stage of four, or, once doubles cascade, a stage of four
//! of each number from the double up to 6. A stage begins only when the one before was played in full, so the
//! steps made so far tell where the turn stands: nothing else is kept.

use crate::games::Seat;

use super::board::{Board, Points};

/// The longest turn: 1-1 played through to the sixes.
const MAX_STEPS: usize = 24;

/// The dice of a turn and the steps made with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    dice: [u8; 2],
    cascades: bool,
    /// `(from, die)` of each step; zeros behind the last one, so that equal turns are equal values.
    steps: [(u8, u8); MAX_STEPS],
    made: u8,
}

/// The dice left in the current stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// None: every stage has been played.
    Nothing,
    /// One number, once or more often.
    Same(u8),
    /// Two numbers, once each, in the order rolled.
    Both([u8; 2]),
}

impl Left {
    pub(super) fn contains(self, die: u8) -> bool {
        match self {
            Self::Nothing => false,
            Self::Same(number) => number == die,
            Self::Both(dice) => dice.contains(&die),
        }
    }
}

/// The steps that the rules allow, by die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Playable([(u8, Points); 2]);

impl Playable {
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, from)| from.is_empty())
    }

    pub(super) fn contains(&self, from: u8, die: u8) -> bool {
        self.0.iter().any(|&(number, points)| number == die && points.contains(from))
    }

    /// Each step as `(from, die)`.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, u8)> {
        self.0.into_iter().flat_map(|(die, points)| points.iter().map(move |from| (from, die)))
    }
}

impl Turn {
    /// A turn with these dice, of which nothing has been played; `cascades` tells what a double does.
    pub(super) fn new(dice: [u8; 2], cascades: bool) -> Self {
        Self { dice, cascades, steps: [(0, 0); MAX_STEPS], made: 0 }
    }

    pub(super) fn dice(&self) -> [u8; 2] {
        self.dice
    }

    pub(super) fn started(&self) -> bool {
        self.made > 0
    }

    pub(super) fn push(&mut self, from: u8, die: u8) {
        if let Some(step) = self.steps.get_mut(usize::from(self.made)) {
            *step = (from, die);
            self.made += 1;
        }
    }

    pub(super) fn pop(&mut self) -> Option<(u8, u8)> {
        self.made = self.made.checked_sub(1)?;
        Some(std::mem::take(&mut self.steps[usize::from(self.made)]))
    }

    /// What is still to be played if nothing is in the way, the current stage first.
    pub(super) fn stages(&self) -> Vec<Vec<u8>> {
        let [a, b] = self.dice;
        if a != b {
            let rest = match self.left() {
                Left::Nothing => return vec![],
                Left::Same(die) => vec![die],
                Left::Both(dice) => dice.to_vec(),
            };
            return vec![rest];
        }
        let last = if self.cascades { 6 } else { a };
        let current = a + self.made / 4;
        (current..=last)
            .map(|die| vec![die; if die == current { 4 - usize::from(self.made % 4) } else { 4 }])
            .collect()
    }

    /// The dice left in the current stage.
    pub(super) fn left(&self) -> Left {
        let [a, b] = self.dice;
        if a == b {
            let last = if self.cascades { 6 } else { a };
            let current = a + self.made / 4;
            return if current <= last { Left::Same(current) } else { Left::Nothing };
        }
        match self.made {
            0 => Left::Both(self.dice),
            1 => Left::Same(if self.steps[0].1 == a { b } else { a }),
            _ => Left::Nothing,
        }
    }

    /// The steps that `seat` may make now. Empty when the turn can only be ended: all is played, or what is left
    /// of it is lost, later stages included (B8, B9, B10).
    ///
    /// As many dice of the stage as possible have to be played, and of two the larger if only one can be (B5, B6);
    /// that is judged stage by stage (B7). Equal dice need no look-ahead: steps of one number never disable one
    /// another, so every way of playing them is equally long.
    pub(super) fn playable(&self, board: &Board, seat: Seat) -> Playable {
        let [a, b] = match self.left() {
            Left::Nothing => return Playable::default(),
            Left::Same(die) => return Playable([(die, board.steps(seat, die)), (0, Points::default())]),
            Left::Both(dice) => dice,
        };
        let [first, second] = completing(board, seat, [a, b]);
        if !first.is_empty() || !second.is_empty() {
            return Playable([(a, first), (b, second)]);
        }
        let (large, small) = (a.max(b), a.min(b));
        let from = board.steps(seat, large);
        if from.is_empty() {
            Playable([(small, board.steps(seat, small)), (0, Points::default())])
        } else {
            Playable([(large, from), (0, Points::default())])
        }
    }
}

/// Per die, the points from which a step with it leaves the other die playable, or wins at once: after the last
/// checker is off, the other die lapses (B19) and is not missed.
pub(super) fn completing(board: &Board, seat: Seat, dice: [u8; 2]) -> [Points; 2] {
    [0, 1].map(|i| {
        board.steps(seat, dice[i]).retain(|from| {
            let after = board.after(seat, from, dice[i]);
            after.finished(seat) || !after.steps(seat, dice[1 - i]).is_empty()
        })
    })
}
