//! Hundred: two dice a turn, both numbers to be made, to a hundred points (C.3, C31 to C36, C39).

use super::turn::{Turn, Verdict};
use super::{PlayerView, TurnEnd};
use crate::games::{Handicap, Seat};

/// The score that wins.
pub const GOAL: u32 = 100;

/// What the tosses of a turn come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The rolled numbers still to be made.
    pub left: Vec<u8>,
    /// Whether a toss made none of those that were left, so that the turn brings nothing (C33, C34).
    pub failed: bool,
}

impl Attempt {
    /// Whether the turn is over.
    #[must_use]
    pub fn over(&self) -> bool {
        self.failed || self.left.is_empty()
    }

    /// What the turn brings: both numbers together or nothing (C35).
    #[must_use]
    pub fn points(&self, dice: [u8; 2]) -> u32 {
        if self.left.is_empty() { dice.iter().map(|&die| u32::from(die)).sum() } else { 0 }
    }
}

/// Judges a turn's tosses: the numbers may be made in either order (C32), equal ones both (C31).
#[must_use]
pub fn attempt(dice: [u8; 2], holes: &[u8]) -> Attempt {
    let mut attempt = Attempt { left: dice.to_vec(), failed: false };
    for hole in holes {
        match attempt.left.iter().position(|die| die == hole) {
            Some(made) if !attempt.failed => {
                attempt.left.remove(made);
            }
            _ => attempt.failed = true,
        }
    }
    attempt
}

/// Every player as of the last finished turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hundred {
    players: Vec<Player>,
}

/// One player between turns.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Player {
    score: u32,
    turns: u32,
    extra_turns: u32,
}

impl Hundred {
    pub(super) fn new(seats: usize, handicap: Option<&[Handicap]>) -> Self {
        let given = |seat| handicap.and_then(|all| all.get(seat)).copied().unwrap_or_default();
        let player = |Handicap { points, extra_turns }| Player { score: points, turns: 0, extra_turns };
        Self { players: (0..seats).map(given).map(player).collect() }
    }

    /// None until this turn's dice are known.
    pub(super) fn judge(&self, turn: &Turn) -> Option<Verdict> {
        let dice = turn.dice?;
        let attempt = attempt(dice, &turn.holes);
        let points = attempt.points(dice);
        let score = self.players[turn.seat].score.saturating_add(points);
        let over = attempt.over();
        Some(Verdict { over, won: over && score >= GOAL, end: TurnEnd::Points { score, points } })
    }

    pub(super) fn commit(&mut self, turn: &Turn) {
        let points = turn.dice.map_or(0, |dice| attempt(dice, &turn.holes).points(dice));
        let player = &mut self.players[turn.seat];
        player.score = player.score.saturating_add(points);
        player.turns += 1;
        // extra turns all come before the first round, so as long as there are any this was one of them
        player.extra_turns = player.extra_turns.saturating_sub(1);
    }

    /// A player's standing; a turn shows only when it is final.
    pub(super) fn show(&self, seat: Seat) -> PlayerView {
        let Player { score, turns, extra_turns } = self.players[seat];
        PlayerView::Hundred { score, turns, extra_turns }
    }

    pub(super) fn extra_turns(&self, seat: Seat) -> u32 {
        self.players[seat].extra_turns
    }

    /// A player who leaves takes no more extra turns.
    pub(super) fn forfeit(&mut self, seat: Seat) {
        self.players[seat].extra_turns = 0;
    }
}
