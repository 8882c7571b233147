//! Gul Bara: backgammon without hitting, whose doubles cascade. Rules of record: `B` rulings.
//!
//! [`Game`] is a match: the games in it, their roll-offs and its score. `board.rs` knows where checkers stand and
//! how one steps, `turn.rs` a roll, its stages and what has to be played of it, `rules.rs` puts both behind the
//! contract of all games. A single step is the unit of action, since a cascade has too many ends to list.

mod board;
mod check;
mod refusal;
mod rules;
mod turn;
mod wire;

pub use board::{across, pips};
pub use wire::*;

use crate::games::Seat;
use board::Board;
use turn::Turn;

/// So many dead rolls in a row end a game without points: only faulty dice do that (B.5).
const MAX_DEAD_ROLLS: u32 = 200;

/// A match of Gul Bara.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    options: Options,
    board: Board,
    /// Rolls of two dice in this game, per seat; the roll-off is none (B2), a dead roll is one (B3).
    rolls: [u32; 2],
    /// The match score.
    score: [u32; 2],
    /// Number of this game in the match, from 1.
    number: u32,
    /// Who started the match; none until the first roll-off.
    first: Option<Seat>,
    /// Who started this game; without meaning while its roll-off is due.
    starter: Seat,
    /// Whose turn it is; without meaning while the roll-off is due.
    mover: Seat,
    /// The dice of this turn and what has been played of them.
    turn: Option<Turn>,
    /// Dead rolls in a row, by both seats.
    dead_rolls: u32,
    due: Due,
}

/// What has to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// The draw of who starts this game.
    RollOff,
    /// The mover's word to roll.
    Word,
    /// The draw of the mover's dice.
    Dice,
    /// The mover's steps, then his word that he is done.
    Steps,
    /// The end of a turn in which nothing can be moved.
    DeadRoll,
    /// The end of this game: the mover is off, or too many rolls in a row were dead.
    GameEnd,
    /// Nothing: the match is over.
    Nothing,
}

impl Game {
    /// The pips that `seat` has still to go.
    #[must_use]
    pub fn pips(&self, seat: Seat) -> u32 {
        pips(self.board.of(seat))
    }

    /// The seat that may act now.
    fn in_turn(&self) -> Option<Seat> {
        match self.due {
            Due::Word | Due::Steps => Some(self.mover),
            Due::RollOff | Due::Dice | Due::DeadRoll | Due::GameEnd | Due::Nothing => None,
        }
    }

    /// The turn whose steps are due.
    fn playing(&self) -> Option<&Turn> {
        self.turn.as_ref().filter(|_| self.due == Due::Steps)
    }

    /// The mover has borne off all fifteen, which ends the game at once, in mid-stage too (B19).
    fn won(&self) -> bool {
        self.board.finished(self.mover)
    }

    /// What a win over `loser` is worth now: two if he has none off (B20, B23).
    fn worth(&self, loser: Seat) -> u32 {
        if self.board.off(loser) == 0 { 2 } else { 1 }
    }

    /// Whether a double of the roll just counted cascades (B1).
    fn cascades(&self) -> bool {
        let made = match self.options.roll_counter {
            RollCounter::PerPlayer => self.rolls[self.mover],
            RollCounter::Combined => self.rolls[0].saturating_add(self.rolls[1]),
        };
        self.options.cascade_from.is_some_and(|from| made >= u32::from(from))
    }

    /// `starter` begins this game and has to roll both dice anew.
    fn start(&mut self, starter: Seat) {
        self.first.get_or_insert(starter);
        self.starter = starter;
        self.hand_to(starter);
    }

    fn hand_to(&mut self, seat: Seat) {
        self.mover = seat;
        self.turn = None;
        self.due = Due::Word;
    }

    fn rolled(&mut self, dice: [u8; 2]) {
        self.rolls[self.mover] = self.rolls[self.mover].saturating_add(1);
        let turn = Turn::new(dice, self.cascades());
        let dead = turn.playable(&self.board, self.mover).is_empty();
        self.turn = Some(turn);
        self.due = if dead { Due::DeadRoll } else { Due::Steps };
    }

    fn stepped(&mut self, from: u8, die: u8) {
        self.board.step(self.mover, from, die);
        if let Some(turn) = &mut self.turn {
            turn.push(from, die);
        }
        if self.won() {
            self.due = Due::GameEnd;
        }
    }

    fn undone(&mut self) {
        if let Some((from, die)) = self.turn.as_mut().and_then(Turn::pop) {
            self.board.step_back(self.mover, from, die);
        }
    }

    /// The turn ended with `dead_rolls` in a row behind it.
    fn turn_ended(&mut self, dead_rolls: u32) {
        self.dead_rolls = dead_rolls;
        if dead_rolls < MAX_DEAD_ROLLS {
            self.hand_to(1 - self.mover);
        } else {
            self.due = Due::GameEnd;
        }
    }

    /// Scores the game and goes on to the next one, unless the match is over.
    ///
    /// A game without a winner ends the match too: it takes faulty dice to get there, and a match that went on
    /// with the same dice might never end.
    fn game_ended(&mut self, winner: Option<Seat>, points: u32) {
        let Some(winner) = winner else {
            self.due = Due::Nothing;
            return;
        };
        self.score[winner] += points;
        if self.score[winner] >= self.options.match_points {
            self.due = Due::Nothing;
            return;
        }
        self.board = Board::START;
        self.rolls = [0, 0];
        self.number += 1;
        self.dead_rolls = 0;
        self.turn = None;
        match self.options.next_starter {
            NextStarter::RollOff => self.due = Due::RollOff,
            NextStarter::Winner => self.start(winner),
            NextStarter::Alternate => self.start(1 - self.starter),
        }
    }
}
