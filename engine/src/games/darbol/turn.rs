//! A turn of Darbol as all three games have it: who tosses, the holes so far, and what it waits for.
//!
//! A turn keeps the holes and nothing that follows from them. Whoever wants to know what they come to has the
//! game judge them anew from the standing at the turn's start, so a report that is taken back leaves no trace.

use super::TurnEnd;
use crate::games::Seat;
use crate::physics::Toss;

/// Tosses in a turn (C1).
pub(super) const TOSSES: usize = 2;

/// The turn that is being played.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Turn {
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Hundred: this turn's dice, once rolled.
    pub(super) dice: Option<[u8; 2]>,
    /// The holes made so far, 0 for a miss.
    pub(super) holes: Vec<u8>,
    /// What comes next.
    pub(super) awaits: Awaits,
    /// How often the other side refused this turn.
    pub(super) disputes: u32,
}

/// What a turn waits for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Awaits {
    /// A move, or the turn's end if by the rules it is over.
    Move,
    /// The dice that were asked for.
    Dice,
    /// The ball that was aimed.
    Ball(Toss),
    /// Its end: the other side has accepted it.
    End,
}

impl Turn {
    /// A turn of `seat` that has just begun.
    pub(super) fn of(seat: Seat) -> Self {
        Self { seat, dice: None, holes: Vec::new(), awaits: Awaits::Move, disputes: 0 }
    }

    /// The coming toss, 1 or 2; stays 2 when none comes any more.
    pub(super) fn toss(&self) -> u8 {
        if self.holes.is_empty() { 1 } else { 2 }
    }
}

/// What the holes of a turn come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict {
    /// Whether the turn is over by the rules.
    pub(super) over: bool,
    /// Whether it won the game.
    pub(super) won: bool,
    /// How the turn leaves its player if it ends here.
    pub(super) end: TurnEnd,
}
