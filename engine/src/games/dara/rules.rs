//! Dara behind the contract of all games: moves become events, events become the next state.

use super::board::{cell, each};
use super::{Event, Game, Move, Options, Phase, View};
use crate::fairness::Stream;
use crate::games::{Choice, Confirming, Deed, Drawn, Need, Outcome, Refused, Rules, Seat, Start};

impl Rules for Game {
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    /// A given position says itself who begins, so `start.first` is then not looked at.
    fn new(options: &Options, start: &Start) -> Self {
        Self::start(options, start.first)
    }

    fn begin(&mut self, first: Seat) {
        self.first = Some(first);
        self.to_move = first;
    }

    fn first(&self) -> Option<Seat> {
        self.first
    }

    fn turn(&self) -> Vec<Seat> {
        self.mover().into_iter().collect()
    }

    /// Dara is played without chance.
    fn need(&self) -> Option<Need> {
        None
    }

    fn legal(&self) -> Vec<Choice<Move>> {
        if self.mover().is_none() {
            return Vec::new();
        }
        match self.phase {
            Phase::Placing => {
                each(self.places()).map(|at| Choice::Move(Move::Place { at: cell(at) })).collect()
            }
            Phase::Moving => self
                .steps()
                .map(|(from, to)| Choice::Move(Move::Step { from: cell(from), to: cell(to) }))
                .collect(),
            Phase::Capturing => {
                each(self.victims()).map(|at| Choice::Move(Move::Capture { at: cell(at) })).collect()
            }
            Phase::Over => Vec::new(),
        }
    }

    fn decide(&self, by: Seat, mv: &Move) -> Result<Deed<Event>, Refused> {
        if self.mover() != Some(by) {
            return Err(Refused::NotYourTurn);
        }
        let event = match *mv {
            Move::Place { at } => self.check_place(at).map(|()| Event::Placed { at }),
            Move::Step { from, to } => self.check_step(from, to).map(|()| Event::Stepped { from, to }),
            Move::Capture { at } => self.check_capture(at).map(|()| Event::Captured { at }),
        };
        event.map(Deed::Own)
    }

    /// The pass of a seat without a step, with the option `immobile: passes`; otherwise it has lost already.
    fn follow(&self) -> Option<Event> {
        (self.first.is_some() && self.must_pass()).then_some(Event::Passed { seat: self.to_move })
    }

    fn draw(&self, _: &mut Stream) -> Drawn<Event> {
        Drawn { values: Vec::new(), event: None }
    }

    fn take(&mut self, _: Need, _: &[u8]) {}

    fn apply(&mut self, _: Option<Seat>, deed: &Deed<Event>) {
        match *deed {
            Deed::Own(Event::Placed { at }) => self.place(self.board.at(at)),
            Deed::Own(Event::Stepped { from, to }) => self.step(self.board.at(from), self.board.at(to)),
            Deed::Own(Event::Captured { at }) => self.capture(self.board.at(at)),
            Deed::Own(Event::Passed { seat: _ }) => self.pass(),
            Deed::Rolling | Deed::Undone | Deed::Confirmed | Deed::Disputed => {}
        }
    }

    /// A match of two ends when one leaves.
    fn leave(&mut self, _: Seat) {}

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let points = end.winner.map_or_else(|| self.standing(), points_of);
        Some(Outcome { winners: end.winner.into_iter().collect(), reason: end.reason, points })
    }

    fn concede(&self, winner: Seat, _: Seat) -> Vec<u32> {
        points_of(winner)
    }

    fn standing(&self) -> Vec<u32> {
        vec![0, 0]
    }

    fn confirming(&self) -> Option<Confirming> {
        None
    }

    fn view(&self) -> View {
        View {
            phase: self.phase,
            board: self.board.write(),
            in_hand: self.in_hand,
            captures_due: self.captures_due,
            quiet: self.quiet,
        }
    }

    fn move_of(deed: &Deed<Event>) -> Option<Move> {
        match *deed {
            Deed::Own(Event::Placed { at }) => Some(Move::Place { at }),
            Deed::Own(Event::Stepped { from, to }) => Some(Move::Step { from, to }),
            Deed::Own(Event::Captured { at }) => Some(Move::Capture { at }),
            Deed::Own(Event::Passed { seat: _ })
            | Deed::Rolling
            | Deed::Undone
            | Deed::Confirmed
            | Deed::Disputed => None,
        }
    }
}

fn points_of(winner: Seat) -> Vec<u32> {
    (0..2).map(|seat| u32::from(seat == winner)).collect()
}
