//! The state of a room as a fold over its entries. `apply` cannot fail and asks no clock, dice or physics: an
//! entry carries its outcome.

use std::collections::BTreeMap;

use super::clock::Clocks;
use super::draws::Draws;
use super::event::{Entry, Event, Logged, Player, Started, What};
use super::offers::Offer;
use super::plays::Plays;
use super::view::{ResultView, Status};
use crate::fairness::Hash;
use crate::games::{Game, Need, Reason, Seat, Start};
use crate::setup::{Setup, Starts};

/// Everything that follows from the entries.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    pub(super) seq: u64,
    pub(super) head: Hash,
    pub(super) seats: Vec<Option<Sitting>>,
    /// Matches started so far.
    pub(super) matches: u32,
    /// The match that is played, or the last one.
    pub(super) play: Option<Play>,
    /// Every seat has offered or agreed to a rematch.
    pub(super) agreed: bool,
    /// Since when nothing but tips is missing for the next start, monotonic ms.
    pub(super) full_since: i64,
}

/// A taken seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sitting {
    pub(super) player: Player,
    /// Tip for the coming match.
    pub(super) tip: Option<Hash>,
    /// Seq of the entry that seated him: the first who sat counts as creator.
    pub(super) since: u64,
}

/// A match.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Play {
    pub(super) id: String,
    /// The seat that `started` named; none if a draw decided.
    pub(super) first: Option<Seat>,
    pub(super) started: u64,
    pub(super) start: Start,
    pub(super) game: Game,
    pub(super) draws: Draws,
    pub(super) clocks: Option<Clocks>,
    pub(super) out: Vec<bool>,
    /// How each seat left, if it did.
    pub(super) left: Vec<Option<Reason>>,
    pub(super) offers: Vec<Offer>,
    pub(super) refusals: BTreeMap<(Seat, What), u32>,
    pub(super) result: Option<ResultView>,
    /// Disputes of the turn that is reported.
    pub(super) disputes: u32,
    /// When what may be played last changed, monotonic ms.
    pub(super) moved: i64,
}

impl State {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seq: 0,
            head: Hash::ZERO,
            seats: vec![None; seats],
            matches: 0,
            play: None,
            agreed: false,
            full_since: 0,
        }
    }

    pub(super) fn status(&self) -> Status {
        match &self.play {
            None => Status::Waiting,
            Some(play) if play.result.is_none() => Status::Playing,
            Some(_) => Status::Finished,
        }
    }

    /// The match, while it is played.
    pub(super) fn playing(&self) -> Option<&Play> {
        self.play.as_ref().filter(|play| play.result.is_none())
    }

    pub(super) fn turn(&self) -> Vec<Seat> {
        self.playing()
            .filter(|play| play.draws.due.is_none())
            .map(|play| play.game.turn())
            .unwrap_or_default()
    }

    pub(super) fn clocks(&self) -> Option<&Clocks> {
        self.playing()?.clocks.as_ref()
    }

    /// Whether nothing but tips is missing for the next match to start.
    pub(super) fn full(&self) -> bool {
        let seated = self.seats.iter().all(Option::is_some);
        match self.status() {
            Status::Waiting => seated,
            Status::Playing => false,
            Status::Finished => seated && self.agreed,
        }
    }

    /// The seat that begins the coming match; none if a draw decides (A12, C6, B21).
    pub(super) fn first_of_next(&self, setup: &Setup) -> Option<Seat> {
        if setup.seats == 1 {
            return Some(0);
        }
        if let Some(seat) = setup.game.to_move() {
            return Some(seat);
        }
        if let Some(play) = &self.play {
            let rolls_off = matches!(play.game, Game::GulBara(_)) && setup.starts == Starts::Lot;
            return if rolls_off { None } else { play.game.first().map(|first| (first + 1) % setup.seats) };
        }
        let creator = || {
            let seated =
                self.seats.iter().enumerate().filter_map(|(seat, s)| Some((s.as_ref()?.since, seat)));
            seated.min().map(|(_, seat)| seat)
        };
        match setup.starts {
            Starts::Lot => None,
            Starts::Creator => creator(),
            Starts::Opponent => creator().map(|seat| (seat + 1) % setup.seats),
        }
    }

    /// Takes an entry in; `mono` is when it happened.
    pub(super) fn apply(&mut self, logged: &Logged, mono: i64, setup: &Setup, plays: &Plays) {
        let Entry { seq, at, by, event, spent } = &logged.entry;
        self.seq = *seq;
        self.head = logged.head;
        if let Some(clocks) = self.play.as_mut().and_then(|play| play.clocks.as_mut()) {
            clocks.spend(spent.as_ref(), logged.lag, mono);
        }
        match event {
            Event::Sat { player, seat } => {
                self.seats[*seat] = Some(Sitting { player: player.clone(), tip: None, since: *seq });
                self.full_since = mono;
            }
            Event::Stood => self.stand(*by),
            Event::Tip { tip } => {
                if let Some(sitting) = by.and_then(|seat| self.seats[seat].as_mut()) {
                    sitting.tip = *tip;
                }
            }
            Event::Started(started) => self.start(started, *seq, mono, setup),
            Event::Answered { what: What::Rematch, yes } => {
                self.answer(*by, What::Rematch, *yes);
                self.agree(mono);
            }
            Event::Offered { what } => {
                if let (Some(play), Some(by)) = (&mut self.play, *by) {
                    play.offers.push(Offer { what: *what, by, seq: *seq, yes: Vec::new() });
                }
                self.agree(mono);
            }
            Event::Answered { what, yes } => self.answer(*by, *what, *yes),
            Event::Paused { ms } => self.pause(*ms, spent.as_ref()),
            Event::Ended { winners, reason, points } => {
                if let Some(play) = &mut self.play {
                    play.offers.clear();
                    play.draws.due = None;
                    if *reason == Reason::Abandoned {
                        (0..play.left.len()).filter(|seat| !winners.contains(seat)).for_each(|seat| {
                            play.leave(seat, Reason::Abandoned);
                        });
                    }
                    play.result = Some(ResultView {
                        winners: winners.clone(),
                        reason: *reason,
                        points: points.clone(),
                        hash: logged.head,
                    });
                }
                for sitting in self.seats.iter_mut().flatten() {
                    sitting.tip = None;
                }
            }
            Event::TakenBack { to } => self.take_back(*to, setup, plays),
            Event::Linked { .. }
            | Event::Drawn { .. }
            | Event::GaveUpDraws
            | Event::Resigned
            | Event::Claimed
            | Event::Flagged { .. }
            | Event::Out { .. }
            | Event::Rolling
            | Event::Undone
            | Event::Confirmed
            | Event::Disputed
            | Event::Game(_) => {}
        }
        if let Some(play) = &mut self.play {
            play.happen(*by, event);
            if event.changes_play() {
                play.moved = mono;
                play.offers.retain(|offer| offer.what == What::Rematch);
            }
            if play.result.is_none() {
                // after the draw of a toss or shot its outcome comes first: until then the game asks for the same
                if !matches!(event, Event::Drawn { r#for: Need::Toss | Need::Shot, .. }) {
                    play.draws.ask(&play.game, &play.out, setup, mono, *at);
                }
                if let Some(clocks) = &mut play.clocks {
                    clocks.turn(&play.game, event);
                }
            }
        }
    }

    fn stand(&mut self, by: Option<Seat>) {
        let Some(seat) = by else { return };
        self.seats[seat] = None;
        self.agreed = false;
        if let Some(play) = &mut self.play {
            // who sits down there next has been refused nothing
            play.refusals.retain(|(refused, _), _| *refused != seat);
            play.offers.retain(|offer| offer.by != seat);
            for offer in &mut play.offers {
                offer.yes.retain(|&yes| yes != seat);
            }
        }
    }

    fn answer(&mut self, by: Option<Seat>, what: What, yes: bool) {
        let (Some(play), Some(by)) = (&mut self.play, by) else { return };
        let Some(at) = play.answered_by(by, what) else { return };
        if yes {
            play.offers[at].yes.push(by);
        } else {
            let refused = play.offers.remove(at);
            *play.refusals.entry((refused.by, what)).or_default() += 1;
        }
    }

    /// Whether a rematch is agreed on now.
    fn agree(&mut self, mono: i64) {
        let agreed = self.play.as_ref().is_some_and(|play| {
            let everyone =
                |offer: &Offer| (0..self.seats.len()).all(|s| s == offer.by || offer.yes.contains(&s));
            play.offers.iter().any(|offer| offer.what == What::Rematch && everyone(offer))
        });
        if agreed && !self.agreed {
            self.full_since = mono;
        }
        // who takes his word back before the start does not play
        self.agreed = agreed;
    }

    fn start(&mut self, started: &Started, seq: u64, mono: i64, setup: &Setup) {
        let start = Start {
            seats: setup.seats,
            medium: setup.medium,
            first: started.first,
            handicap: started.handicap.clone(),
        };
        self.matches += 1;
        self.agreed = false;
        self.play = Some(Play {
            id: started.r#match.clone(),
            first: started.first,
            started: seq,
            game: Game::new(&setup.game, &start),
            start,
            draws: Draws::new(started.server_tip, &started.tips),
            clocks: setup.clock.map(|clock| Clocks::new(clock, setup.seats, mono)),
            out: vec![false; setup.seats],
            left: vec![None; setup.seats],
            offers: Vec::new(),
            refusals: BTreeMap::new(),
            result: None,
            disputes: 0,
            moved: mono,
        });
    }

    fn pause(&mut self, ms: u64, spent: Option<&BTreeMap<Seat, i64>>) {
        let ms = ms.try_into().unwrap_or(i64::MAX);
        self.full_since = self.full_since.saturating_add(ms);
        let Some(play) = &mut self.play else { return };
        play.moved = play.moved.saturating_add(ms);
        play.draws.pause(ms);
        if let (Some(clocks), Some(spent)) = (&mut play.clocks, spent) {
            clocks.give_back(spent.keys().copied(), ms);
        }
    }

    /// The game as it stood after entry `to`: the initial position, and what was played up to there.
    fn take_back(&mut self, to: u64, setup: &Setup, plays: &Plays) {
        let Some(play) = &mut self.play else { return };
        play.game = Game::new(&setup.game, &play.start);
        play.disputes = 0;
        for (by, event) in plays.up_to(to) {
            play.play(by, event);
        }
        if let (Some(clocks), Some(left)) = (&mut play.clocks, plays.clocks_at(to)) {
            clocks.restore(left);
        }
    }
}

impl Play {
    /// What an event does to the match and its draws.
    fn happen(&mut self, by: Option<Seat>, event: &Event) {
        match event {
            Event::Drawn { draw, links, .. } => self.draws.drawn(*draw, links),
            Event::Linked { draw, link } => self.draws.linked(by, *draw, *link),
            Event::GaveUpDraws => self.draws.give_up(by),
            Event::Resigned => by.into_iter().for_each(|seat| self.leave(seat, Reason::Resigned)),
            Event::Flagged { seat } => self.leave(*seat, Reason::Time),
            Event::Out { seat } => {
                self.out[*seat] = true;
                // resigned or flagged just before; otherwise somebody claimed
                self.leave(*seat, Reason::Abandoned);
            }
            _ => {}
        }
        self.play(by, event);
    }

    /// What an event does to the game: a takeback plays it again, the draws stay made.
    fn play(&mut self, by: Option<Seat>, event: &Event) {
        match event {
            // the seat that asked for the draw may have left since
            Event::Drawn { r#for, values, .. } if self.game.need() == Some(*r#for) => {
                self.game.take(*r#for, values);
            }
            Event::Out { seat } => {
                let reporter = self.game.confirming().map(|turn| turn.reporter);
                if reporter.or(self.game.turn().first().copied()) == Some(*seat) {
                    self.disputes = 0;
                }
                self.game.leave(*seat);
            }
            Event::Disputed => self.disputes += 1,
            Event::Confirmed => self.disputes = 0,
            Event::Game(event) if event.ends_turn() => self.disputes = 0,
            _ => {}
        }
        if let Some(deed) = event.deed() {
            self.game.apply(by, &deed);
        }
    }

    /// A seat left, unless it had before.
    fn leave(&mut self, seat: Seat, how: Reason) {
        self.left[seat].get_or_insert(how);
    }
}
