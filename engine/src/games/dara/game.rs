//! The state of a game of Dara and how it changes (A.1).
//!
//! The methods here trust their caller: they carry out what `rules.rs` found legal. A *ply* is a placement, a
//! step with its captures, or a pass; `end_ply` holds the order of the tests that may end the game.

use super::board::{Board, Cells};
use super::history::History;
use super::laws::Laws;
use super::options::{LOST, STONES};
use super::{Immobile, Options, Phase};
use crate::games::{Reason, Seat};

/// A game of Dara.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub(super) laws: Laws,
    pub(super) board: Board,
    pub(super) phase: Phase,
    pub(super) first: Option<Seat>,
    /// Meaningless until `first` is known.
    pub(super) to_move: Seat,
    pub(super) in_hand: [u32; 2],
    pub(super) captures_due: u32,
    pub(super) quiet: u32,
    /// Passes that came one right after another, up to now.
    passes: u32,
    history: History,
    /// Set together with [`Phase::Over`].
    pub(super) end: Option<End>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// None for a draw.
    pub(super) winner: Option<Seat>,
    pub(super) reason: Reason,
}

impl Game {
    /// The game before its first ply. The options have passed [`Options::check`].
    pub(super) fn start(options: &Options, first: Option<Seat>) -> Self {
        let mut game = Self {
            laws: Laws::of(options),
            board: Board::empty(options.size),
            phase: Phase::Placing,
            first,
            to_move: first.unwrap_or_default(),
            in_hand: [STONES; 2],
            captures_due: 0,
            quiet: 0,
            passes: 0,
            history: History::default(),
            end: None,
        };
        if let Some(position) = &options.position {
            game.board = Board::read(options.size, &position.board);
            game.in_hand = [0; 2];
            game.first = Some(position.to_move);
            game.move_next(position.to_move);
        }
        game
    }

    /// The seat that may act, if one may.
    pub(super) fn mover(&self) -> Option<Seat> {
        self.first?;
        (self.phase != Phase::Over && !self.must_pass()).then_some(self.to_move)
    }

    /// Whether the seat to move has no step and passes (option `immobile`).
    pub(super) fn must_pass(&self) -> bool {
        self.phase == Phase::Moving && !self.laws.can_step(&self.board, self.to_move)
    }

    /// The cells on which a stone may be placed now.
    pub(super) fn places(&self) -> Cells {
        self.laws.places(&self.board, self.to_move)
    }

    /// The steps of the seat to move.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Cells, Cells)> {
        self.laws.steps(&self.board, self.to_move)
    }

    /// The stones that the seat to move may take.
    pub(super) fn victims(&self) -> Cells {
        self.laws.victims(&self.board, self.to_move)
    }

    /// Places a stone. After the last one the alternation just goes on (A12).
    pub(super) fn place(&mut self, at: Cells) {
        self.board.put(self.to_move, at);
        self.in_hand[self.to_move] -= 1;
        if self.in_hand == [0; 2] {
            self.end_ply();
        } else {
            self.to_move = 1 - self.to_move;
        }
    }

    /// Makes a step; what it has earned decides whether captures follow.
    pub(super) fn step(&mut self, from: Cells, to: Cells) {
        self.board.lift(self.to_move, from);
        self.board.put(self.to_move, to);
        self.passes = 0;
        self.captures_due = self.laws.earned(&self.board, self.to_move, to);
        if self.captures_due > 0 {
            self.phase = Phase::Capturing;
        } else {
            self.quiet += 1;
            self.end_ply();
        }
    }

    /// Takes a stone. A further capture lapses if nothing may be taken any more, or the game is won already.
    pub(super) fn capture(&mut self, at: Cells) {
        let loser = 1 - self.to_move;
        self.board.lift(loser, at);
        self.quiet = 0;
        self.history.clear();
        self.captures_due -= 1;
        if self.captures_due == 0 || self.has_lost(loser) || self.victims() == 0 {
            self.captures_due = 0;
            self.end_ply();
        }
    }

    /// Passes for want of a step.
    pub(super) fn pass(&mut self) {
        self.passes += 1;
        self.quiet += 1;
        self.end_ply();
    }

    fn has_lost(&self, seat: Seat) -> bool {
        self.board.stones(seat).count_ones() <= LOST
    }

    fn end_ply(&mut self) {
        self.move_next(1 - self.to_move);
    }

    /// The turn comes to `seat`, unless the game is over: by two stones or fewer, the limit without a capture,
    /// a repetition or immobility, in this order (A13, A14).
    fn move_next(&mut self, seat: Seat) {
        self.to_move = seat;
        self.phase = Phase::Moving;
        let occurrence =
            self.laws.repetition.map(|draws| (self.history.note(&self.board, seat), draws as usize));
        if self.has_lost(seat) {
            self.finish(Some(1 - seat), Reason::Completed);
        } else if self.laws.no_capture_limit.is_some_and(|limit| self.quiet >= limit) {
            self.finish(None, Reason::NoProgress);
        } else if occurrence.is_some_and(|(times, draws)| times >= draws) {
            self.finish(None, Reason::Repetition);
        } else if self.must_pass() {
            match self.laws.immobile {
                Immobile::Loses => self.finish(Some(1 - seat), Reason::Immobile),
                // Nothing has moved since the first pass, so this seat would pass a second time.
                Immobile::Passes if self.passes == 2 => self.finish(None, Reason::Immobile),
                Immobile::Passes => {}
            }
        }
    }

    fn finish(&mut self, winner: Option<Seat>, reason: Reason) {
        self.phase = Phase::Over;
        self.end = Some(End { winner, reason });
    }
}
