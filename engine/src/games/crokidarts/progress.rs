//! How a match goes on: what each event changes, from the shot to the set.

use super::Event;
use super::game::{Claims, Game, Now};
use super::leg::Leg;
use super::turn::Stage;
use crate::games::{Outcome, Reason, Rules, Seat};

impl Game {
    pub(super) fn apply_event(&mut self, event: &Event) {
        match event {
            Event::Aimed(shot) => self.aimed = Some(*shot),
            Event::Shot(outcome) => {
                self.aimed = None;
                self.turn.shot(&self.options, outcome);
            }
            Event::Lifted { disc } => self.turn.lift(*disc),
            Event::Reported(report) => {
                self.claims.reports.push(report.clone());
                self.turn.report(&self.options, report);
            }
            Event::TurnEnded { seat, score, bust: _, locked } => {
                self.leg.note(*seat, *score, *locked);
                if self.turn.stage() == Stage::Hit {
                    self.now = Now::LegEnd(Some(*seat));
                } else if self.leg.is_exhausted(&self.options) {
                    self.now = Now::LegEnd(None);
                } else {
                    self.start_turn((seat + 1) % self.seats());
                }
            }
            Event::LegEnded { winner: Some(winner) } => match self.tally.win_leg(*winner, &self.options) {
                true => self.now = Now::SetEnd(*winner),
                false => self.start_leg(),
            },
            Event::LegEnded { winner: None } => self.end(None, Reason::Cap),
            Event::SetEnded { winner } => self.end_set(*winner),
        }
    }

    fn end_set(&mut self, winner: Seat) {
        if self.tally.win_set(winner, &self.options) {
            return self.end(Some(winner), Reason::Completed);
        }
        self.tally.next_set();
        self.start_leg();
        if self.tally.is_deciding(&self.options) {
            self.now = Now::SetLot;
        }
    }

    pub(super) fn start_leg(&mut self) {
        self.leg = Leg::new(self.seats());
        self.start_turn(self.tally.leg_starter());
    }

    fn start_turn(&mut self, seat: Seat) {
        self.now = Now::Turn(seat);
        self.turn = self.leg.turn_of(seat);
        self.claims = Claims::default();
    }

    /// Plays the turn's reports from its start.
    pub(super) fn rejudge(&mut self) {
        if let Now::Turn(seat) = self.now {
            self.turn = self.leg.turn_of(seat);
            for report in &self.claims.reports {
                self.turn.report(&self.options, report);
            }
        }
    }

    fn end(&mut self, winner: Option<Seat>, reason: Reason) {
        let winners = winner.into_iter().collect();
        self.now = Now::Over(Outcome { winners, reason, points: self.standing() });
    }
}
