//! Offers of a draw, a takeback or a rematch: one state machine for the three.

use super::decide::{Draft, Refusal, Sent, read};
use super::event::{Event, What};
use super::state::Play;
use super::view::Status;
use crate::fairness::Hash;
use crate::games::{Game, Reason, Seat};

/// After this many refusals in a match, a seat may not make offers of that kind any more.
const REFUSALS: u32 = 3;

/// An offer that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) what: What,
    pub(super) by: Seat,
    /// Seq of its entry.
    pub(super) seq: u64,
    /// Seats that said yes.
    pub(super) yes: Vec<Seat>,
}

impl Play {
    /// Which of the offers `seat` answers next: the oldest of that kind to which it has not said yes, or else the
    /// oldest of all, to take its word back.
    pub(super) fn answered_by(&self, seat: Seat, what: What) -> Option<usize> {
        let asks = |offer: &&Offer| offer.what == what && offer.by != seat;
        let open = self.offers.iter().position(|offer| asks(&offer) && !offer.yes.contains(&seat));
        open.or_else(|| self.offers.iter().position(|offer| asks(&offer)))
    }

    /// Whether everybody who has a say has said yes.
    fn accepted(&self, offer: &Offer) -> bool {
        (0..self.out.len()).all(|seat| {
            let has_say = seat != offer.by && (offer.what == What::Rematch || !self.out[seat]);
            !has_say || offer.yes.contains(&seat)
        })
    }
}

impl Draft<'_> {
    /// `by` offers `what`; the same offer of another seat is thereby accepted.
    pub(super) fn offer(&mut self, by: Seat, what: What, tip: &Option<Sent>) -> Result<(), Refusal> {
        let play = match (self.state.status(), what, &self.state.play) {
            (Status::Playing, What::Draw | What::Takeback, Some(play))
            | (Status::Finished, What::Rematch, Some(play)) => play,
            (Status::Playing, What::Rematch, _) => {
                read(tip)?;
                return Err(Refusal::NotAllowed("a rematch can be offered once the match is over".into()));
            }
            _ => return Err(Refusal::NotPlaying),
        };
        let tip = read(tip)?;
        let stands = |own: bool| play.offers.iter().any(|o| o.what == what && (o.by == by) == own);
        let (own, other) = (stands(true), stands(false));
        if !own {
            self.may_offer(play, by, what)?;
        }
        if what == What::Rematch
            && let Some(tip) = tip
        {
            self.set_tip(by, Some(tip));
        }
        if own {
            return Ok(());
        }
        if other && what != What::Takeback {
            return self.answer(by, what, true, None, None);
        }
        self.push(Some(by), Event::Offered { what });
        self.settle_offer(what);
        Ok(())
    }

    fn may_offer(&self, play: &Play, by: Seat, what: What) -> Result<(), Refusal> {
        if play.refusals.get(&(by, what)).is_some_and(|&refused| refused >= REFUSALS) {
            let text = "this offer was refused three times in this match; it can't be made again";
            return Err(Refusal::NotAllowed(text.into()));
        }
        if what != What::Rematch && play.out[by] {
            return Err(Refusal::NotAllowed("you are out of this match".into()));
        }
        match what {
            What::Draw if !matches!(play.game, Game::Dara(_)) => {
                Err(Refusal::NotAllowed("only a match of Dara can be drawn by agreement".into()))
            }
            What::Takeback if play.draws.due.is_some() || self.before_last_turn(by).is_none() => {
                let text =
                    "there is no turn of yours to take back, or chance was drawn since; that can't be undone";
                Err(Refusal::NotAllowed(text.into()))
            }
            What::Draw | What::Takeback | What::Rematch => Ok(()),
        }
    }

    /// `by` answers the offer of another seat; of the one with `seq`, if that is given.
    pub(super) fn answer(
        &mut self,
        by: Seat,
        what: What,
        yes: bool,
        seq: Option<u64>,
        tip: Option<Hash>,
    ) -> Result<(), Refusal> {
        let play = self.state.play.as_ref().ok_or(Refusal::NoOffer)?;
        let offer = play.answered_by(by, what).map(|at| &play.offers[at]);
        let offer = offer.filter(|offer| seq.is_none_or(|seq| seq == offer.seq)).ok_or(Refusal::NoOffer)?;
        if what != What::Rematch && play.out[by] {
            return Err(Refusal::NotAllowed("you are out of this match".into()));
        }
        let again = yes && offer.yes.contains(&by);
        if what == What::Rematch
            && yes
            && let Some(tip) = tip
        {
            self.set_tip(by, Some(tip));
        }
        if again {
            return Ok(());
        }
        self.push(Some(by), Event::Answered { what, yes });
        if yes {
            self.settle_offer(what);
        }
        Ok(())
    }

    /// Does what an offer that everybody accepted is for. A rematch starts when its tips are there.
    fn settle_offer(&mut self, what: What) {
        let Some(play) = &self.state.play else { return };
        let Some(offer) = play.offers.iter().find(|offer| offer.what == what && play.accepted(offer)) else {
            return;
        };
        match what {
            What::Draw => {
                let points = vec![0; play.out.len()];
                self.push(None, Event::Ended { winners: Vec::new(), reason: Reason::Agreed, points });
            }
            What::Takeback => {
                if let Some(to) = self.before_last_turn(offer.by) {
                    self.push(None, Event::TakenBack { to });
                }
            }
            What::Rematch => {}
        }
    }
}
