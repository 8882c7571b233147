//! A match of Crokidarts as the table sees it: whose turn it is, what may be done, and what follows by itself.

use super::leg::Leg;
use super::moves;
use super::tally::Tally;
use super::turn::{Stage, Turn};
use super::{Event, Move, Options, Phase, Report, View};
use crate::fairness::Stream;
use crate::games::{Choice, Confirming, Deed, Drawn, Medium, Need, Outcome, Refused, Rules, Seat, Start};
use crate::physics::{self, Shot};

/// A match of Crokidarts for one or two seats, simulated or on real boards.
///
/// In the `table` medium a turn is confirmed as a whole: where it reaches the target, only after its check-out. One
/// seat alone has nothing to confirm, and the same sets and legs to win.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    pub(super) options: Options,
    pub(super) medium: Medium,
    pub(super) first: Option<Seat>,
    pub(super) now: Now,
    pub(super) tally: Tally,
    pub(super) leg: Leg,
    pub(super) turn: Turn,
    /// Virtual: the shot that waits for its draw.
    pub(super) aimed: Option<Shot>,
    pub(super) claims: Claims,
}

/// What the match waits for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Now {
    /// The match's lot.
    Lot,
    /// The lot before a deciding set.
    SetLot,
    /// This seat's turn, or its end.
    Turn(Seat),
    /// The leg's end: won, or drawn at the cap.
    LegEnd(Option<Seat>),
    /// The set's end.
    SetEnd(Seat),
    /// Nothing more.
    Over(Outcome),
}

/// Table: what the player in turn claims to have shot.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Claims {
    /// The reports of the turn; after an undo it is judged anew from its start.
    pub(super) reports: Vec<Report>,
    pub(super) disputes: u32,
    pub(super) confirmed: bool,
}

impl Game {
    pub(super) fn seats(&self) -> usize {
        self.leg.score.len()
    }

    /// Whether what a player reports waits for the other side's word.
    fn is_provisional(&self) -> bool {
        self.medium == Medium::Table && self.seats() > 1
    }
}

impl Rules for Game {
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn new(options: &Options, start: &Start) -> Self {
        let mut game = Self {
            options: options.clone(),
            medium: start.medium,
            first: None,
            now: Now::Lot,
            tally: Tally::new(start.seats, 0),
            leg: Leg::new(start.seats),
            turn: Turn::open(0),
            aimed: None,
            claims: Claims::default(),
        };
        if let Some(first) = start.first {
            game.begin(first);
        }
        game
    }

    fn begin(&mut self, first: Seat) {
        self.first = Some(first);
        self.tally = Tally::new(self.seats(), first);
        self.start_leg();
    }

    fn first(&self) -> Option<Seat> {
        self.first
    }

    fn turn(&self) -> Vec<Seat> {
        match self.now {
            Now::Turn(seat) if self.confirming().is_some() => {
                (0..self.seats()).filter(|s| *s != seat).collect()
            }
            Now::Turn(seat) if self.aimed.is_none() && self.follow().is_none() => vec![seat],
            Now::Turn(_) | Now::Lot | Now::SetLot | Now::LegEnd(_) | Now::SetEnd(_) | Now::Over(_) => vec![],
        }
    }

    fn need(&self) -> Option<Need> {
        match self.now {
            Now::SetLot => Some(Need::SetLot),
            Now::Turn(_) => self.aimed.map(|_| Need::Shot),
            Now::Lot | Now::LegEnd(_) | Now::SetEnd(_) | Now::Over(_) => None,
        }
    }

    fn legal(&self) -> Vec<Choice<Move>> {
        moves::legal(self)
    }

    fn decide(&self, by: Seat, mv: &Move) -> Result<Deed<Event>, Refused> {
        moves::decide(self, by, mv)
    }

    fn follow(&self) -> Option<Event> {
        match self.now {
            Now::Turn(seat) if self.turn.is_over() && (self.claims.confirmed || !self.is_provisional()) => {
                Some(Event::TurnEnded {
                    seat,
                    score: self.turn.score(self.options.target),
                    bust: self.turn.stage() == Stage::Bust,
                    locked: self.turn.is_locked(),
                })
            }
            Now::LegEnd(winner) => Some(Event::LegEnded { winner }),
            Now::SetEnd(winner) => Some(Event::SetEnded { winner }),
            Now::Turn(_) | Now::Lot | Now::SetLot | Now::Over(_) => None,
        }
    }

    fn draw(&self, stream: &mut Stream) -> Drawn<Event> {
        match &self.aimed {
            Some(shot) => {
                let (board, id) = (self.turn.placed(), self.turn.next_id());
                let outcome = physics::shoot(&board, id, shot, self.options.hand, stream);
                Drawn { values: vec![], event: Some(Event::Shot(outcome)) }
            }
            None => Drawn { values: vec![stream.die(self.seats() as u8) - 1], event: None },
        }
    }

    fn take(&mut self, need: Need, values: &[u8]) {
        if let (Need::SetLot, [seat]) = (need, values) {
            self.tally.start_by_lot(usize::from(*seat));
            self.start_leg();
        }
    }

    fn apply(&mut self, _by: Option<Seat>, deed: &Deed<Event>) {
        match deed {
            Deed::Own(event) => self.apply_event(event),
            Deed::Undone => {
                self.claims.reports.pop();
                self.rejudge();
            }
            Deed::Confirmed => self.claims.confirmed = true,
            Deed::Disputed => {
                self.claims.reports.clear();
                self.claims.disputes += 1;
                self.rejudge();
            }
            Deed::Rolling => {}
        }
    }

    /// Nothing: at most two play, so the table ends the match when one of them leaves.
    fn leave(&mut self, _seat: Seat) {}

    fn outcome(&self) -> Option<Outcome> {
        match &self.now {
            Now::Over(outcome) => Some(outcome.clone()),
            Now::Lot | Now::SetLot | Now::Turn(_) | Now::LegEnd(_) | Now::SetEnd(_) => None,
        }
    }

    /// The sets as they stand: a match given up awards none that was not played, so the winner may have fewer.
    fn concede(&self, _winner: Seat, _loser: Seat) -> Vec<u32> {
        self.standing()
    }

    fn standing(&self) -> Vec<u32> {
        self.tally.sets.clone()
    }

    fn confirming(&self) -> Option<Confirming> {
        match self.now {
            Now::Turn(reporter) if self.is_provisional() && self.turn.is_over() && !self.claims.confirmed => {
                Some(Confirming { reporter, disputes: self.claims.disputes })
            }
            Now::Turn(_) | Now::Lot | Now::SetLot | Now::LegEnd(_) | Now::SetEnd(_) | Now::Over(_) => None,
        }
    }

    /// A lock shows as soon as the target is reached, and with it the score, unless that waits to be confirmed.
    fn view(&self) -> View {
        let (mut score, mut locked) = (self.leg.score.clone(), self.leg.locked.clone());
        if let Now::Turn(seat) = self.now {
            locked[seat] = self.turn.is_locked();
            if !self.is_provisional() {
                score[seat] = self.turn.score(self.options.target);
            }
        }
        let phase = match (&self.now, self.turn.stage()) {
            (Now::Over(_), _) => Phase::Over,
            _ if self.confirming().is_some() => Phase::Confirming,
            (_, Stage::Checkout) => Phase::Checkout,
            (_, Stage::Shooting | Stage::Noted | Stage::Bust | Stage::Hit | Stage::Missed) => Phase::Shooting,
        };
        View {
            phase,
            score,
            locked,
            legs: self.tally.legs.clone(),
            sets: self.tally.sets.clone(),
            shot: self.turn.coming(),
            twenties: self.turn.twenties(),
            discs: self.turn.board().to_vec(),
        }
    }

    fn move_of(deed: &Deed<Event>) -> Option<Move> {
        match deed {
            Deed::Own(Event::Aimed(shot)) => Some(Move::Shoot(*shot)),
            Deed::Own(Event::Lifted { disc }) => Some(Move::Lift { disc: *disc }),
            Deed::Own(Event::Reported(report)) => Some(Move::Report(report.clone())),
            Deed::Undone => Some(Move::Undo),
            Deed::Confirmed => Some(Move::Confirm),
            Deed::Disputed => Some(Move::Dispute),
            Deed::Own(
                Event::Shot(_) | Event::TurnEnded { .. } | Event::LegEnded { .. } | Event::SetEnded { .. },
            )
            | Deed::Rolling => None,
        }
    }
}
