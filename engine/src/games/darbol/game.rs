//! The turn machine that the three games share: whose turn it is, what it waits for, and when the game is over.
//!
//! A turn's holes count provisionally until `turn_ended` takes them in for good. In the `table` medium, with anybody
//! there to do it, the other side's word has to come before that. `rules.rs` puts the machine behind the contract of
//! all games, `moves.rs` says which moves are open.

use super::play::Play;
use super::turn::{Turn, Verdict};
use super::{DoublesDice, Kind, Options, Phase, SameDice};
use crate::fairness::Stream;
use crate::games::{Medium, Outcome, Reason, Seat, Start};

/// A game of Darbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    pub(super) options: Options,
    pub(super) medium: Medium,
    pub(super) first: Option<Seat>,
    /// Every player as of the last finished turn.
    pub(super) play: Play,
    /// From 1; 0 while extra turns are taken (C39).
    pub(super) round: u32,
    /// When the game is over, the turn that ended it.
    pub(super) turn: Turn,
    /// Seats that left, and are skipped.
    pub(super) out: Vec<bool>,
    pub(super) outcome: Option<Outcome>,
}

impl Game {
    /// The initial position, before anybody begins.
    pub(super) fn waiting(options: &Options, start: &Start) -> Self {
        let play = Play::new(options, start);
        let extra = (0..start.seats).any(|seat| play.extra_turns(seat) > 0);
        Self {
            options: options.clone(),
            medium: start.medium,
            first: None,
            play,
            round: if extra { 0 } else { 1 },
            turn: Turn::of(0),
            out: vec![false; start.seats],
            outcome: None,
        }
    }

    /// Where the game stands. Between the last toss of a turn and its end it is still `tossing`.
    pub(super) fn phase(&self) -> Phase {
        if self.outcome.is_some() {
            Phase::Over
        } else if self.must_confirm() && self.verdict().is_some_and(|verdict| verdict.over) {
            Phase::Confirming
        } else if self.options.game == Kind::Hundred && self.turn.dice.is_none() {
            Phase::Rolling
        } else {
            Phase::Tossing
        }
    }

    /// What the running turn comes to if it ends now.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        if self.outcome.is_some() {
            return None;
        }
        self.play.judge(&self.turn, &self.options)
    }

    /// Whether a finished turn needs somebody's word.
    pub(super) fn must_confirm(&self) -> bool {
        self.medium == Medium::Table && self.others().next().is_some()
    }

    /// The seats that play on, without the one whose turn it is.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> {
        (0..self.out.len()).filter(|&seat| seat != self.turn.seat && !self.out[seat])
    }

    /// The seats that play on, from the first in the order of play, each with its place in that order.
    fn order(&self) -> impl Iterator<Item = (usize, Seat)> {
        let first = self.first.unwrap_or(0);
        let seats = self.out.len();
        (0..seats).map(move |place| (place, (first + place) % seats)).filter(|&(_, seat)| !self.out[seat])
    }

    /// The next seat's turn begins, unless the rounds are used up (C5).
    pub(super) fn pass(&mut self) {
        let extra = self.order().find(|&(_, seat)| self.round == 0 && self.play.extra_turns(seat) > 0);
        let here = self.order_of(self.turn.seat);
        let same_round = self.order().find(|&(place, _)| self.round > 0 && place > here);
        let new_round = self.order().next();
        let (round, next) = match extra.or(same_round) {
            Some(next) => (self.round, Some(next)),
            None => (self.round + 1, new_round),
        };
        let Some((_, seat)) = next else { return };
        if round > self.options.max_rounds {
            self.outcome = Some(self.drawn(Reason::Cap));
            return;
        }
        self.round = round;
        self.turn = Turn::of(seat);
    }

    /// A seat's place in the order of play, whether it plays on or not.
    fn order_of(&self, seat: Seat) -> usize {
        (seat + self.out.len() - self.first.unwrap_or(0)) % self.out.len()
    }

    /// The turn is over and nobody has won: a draw if nobody can any more, otherwise the next turn.
    pub(super) fn go_on(&mut self) {
        if self.order().all(|(_, seat)| self.play.is_dead(seat)) {
            self.outcome = Some(self.drawn(Reason::Dead));
        } else {
            self.pass();
        }
    }

    /// The turn counts from now on.
    pub(super) fn end_turn(&mut self) {
        let won = self.verdict().is_some_and(|verdict| verdict.won);
        self.play.commit(&self.turn, &self.options);
        if won {
            let winner = self.turn.seat;
            let (winners, points) = (vec![winner], self.points(Some(winner)));
            self.outcome = Some(Outcome { winners, reason: Reason::Completed, points });
        } else {
            self.go_on();
        }
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        Outcome { winners: Vec::new(), reason, points: self.points(None) }
    }

    /// 1 for the winner, 0 for all others.
    pub(super) fn points(&self, winner: Option<Seat>) -> Vec<u32> {
        (0..self.out.len()).map(|seat| u32::from(Some(seat) == winner)).collect()
    }

    /// How many dice name the double holes (C21).
    pub(super) fn doubles_dice(&self) -> usize {
        match self.options.doubles_dice {
            DoublesDice::Two => 2,
            DoublesDice::PerPlayer => self.out.len(),
        }
    }

    /// The dice for the double holes, thrown-away tries included. With `reroll` all of them are rolled again until
    /// no two are equal (C22), which also settles more than two dice.
    pub(super) fn roll_doubles(&self, stream: &mut Stream) -> Vec<u8> {
        let mut values = Vec::new();
        loop {
            let dice: Vec<u8> = (0..self.doubles_dice()).map(|_| stream.die(8)).collect();
            values.extend(&dice);
            let differ = (1..dice.len()).all(|i| !dice[..i].contains(&dice[i]));
            if differ || self.options.same_dice == SameDice::Keep {
                return values;
            }
        }
    }
}
