//! What a command means: the entries it leads to, or why it is refused.
//!
//! A [`Draft`] grows entry by entry on a copy of the state, so that each event is decided on what the ones before
//! it did. After the command's own events come those that follow by themselves: the game's, the end of the match,
//! draws that wait for nobody.

use std::collections::BTreeMap;

use serde_json::Value;

use super::clock::Taken;
use super::draws::Fit;
use super::event::{Entry, Event, Logged, Player, Started, What};
use super::state::State;
use super::view::Status;
use super::{Context, ENGINE, Table};
use crate::fairness::{BadHash, Hash, Stream, seed};
use crate::games::{Drawn, Game, GameEvent, Handicap, Move, Need, Options, Reason, Refused, Seat, darbol};
use crate::record;
use crate::setup::{Fairness, Setup};

/// After this many disputes of one turn either side may end the match as unfinished.
const DISPUTES: u32 = 3;

/// What a player wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Take a seat: the given one, or the lowest that is free.
    Sit {
        /// Which.
        seat: Option<Seat>,
        /// Tip of the player's chain.
        tip: Option<Sent>,
    },
    /// Give the seat up.
    Stand,
    /// Make a move.
    Act {
        /// The last entry the player had seen when deciding.
        seq: u64,
        /// The move, as it came.
        mv: Value,
        /// The player's link for the draw that the move causes.
        link: Option<Sent>,
    },
    /// Give the match up.
    Resign,
    /// Offer something.
    Offer {
        /// What.
        what: What,
        /// Tip for the rematch.
        tip: Option<Sent>,
    },
    /// Answer an offer.
    Answer {
        /// What was offered.
        what: What,
        /// Yes or no.
        yes: bool,
        /// Seq of the offer.
        seq: Option<u64>,
        /// Tip for the rematch.
        tip: Option<Sent>,
    },
    /// Win against somebody who is gone or owes something.
    Claim,
    /// Set or take away the tip; give up the draws of a running match.
    Entropy {
        /// The tip.
        tip: Option<Sent>,
    },
    /// Open a link for a draw.
    Link {
        /// Number of the draw.
        draw: u32,
        /// The link.
        link: Sent,
    },
}

/// A tip or link as a player sent it. A malformed one is refused where it is looked at, since other reasons to refuse
/// come first.
pub type Sent = Result<Hash, BadHash>;

/// The entries that a command leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Seq of the command's first entry; for a command that was done before, of the entry that did it.
    pub seq: u64,
    /// The new entries; empty if there is nothing left to do.
    pub entries: Vec<Logged>,
}

/// Why a command is refused, in the words a player reads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Every seat is taken, or a match runs.
    #[error("every seat is taken; you can watch")]
    RoomFull,
    /// That seat is taken while another is free.
    #[error("that seat is taken; another one is free")]
    SeatTaken,
    /// The room has no such seat.
    #[error("there is no seat {seat}; this room has seats 0 to {last}")]
    NoSuchSeat {
        /// The one that was asked for.
        seat: Seat,
        /// The last one there is.
        last: Seat,
    },
    /// The player has no seat here.
    #[error("you have no seat in this room; sit down first")]
    NotSeated,
    /// A match runs.
    #[error("a match is being played; resign if you want to leave it")]
    NotWaiting,
    /// No match runs.
    #[error("no match is being played")]
    NotPlaying,
    /// It is another seat's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Not well-formed whatever the position.
    #[error("{0}")]
    BadMove(String),
    /// Against the rules now.
    #[error("{0}")]
    Illegal(String),
    /// A link that fits nothing.
    #[error("{0}")]
    BadLink(String),
    /// Decided on a state that has passed.
    #[error("the match has gone on since; decide again on entry {seq}")]
    Stale {
        /// The newest entry.
        seq: u64,
    },
    /// There is no such offer.
    #[error("no such offer of another seat stands")]
    NoOffer,
    /// Nobody has been gone or has owed anything for long enough.
    #[error("{0}")]
    TooEarly(String),
    /// Never allowed here.
    #[error("{0}")]
    NotAllowed(String),
}

pub(super) fn read(sent: &Option<Sent>) -> Result<Option<Hash>, Refusal> {
    sent.clone().transpose().map_err(|bad| Refusal::BadLink(bad.to_string()))
}

impl Table {
    /// What a player's command leads to. Run [`Table::tick`] first if a deadline has passed.
    ///
    /// # Errors
    /// If the command is refused; then nothing happens.
    pub fn decide(&self, by: &Player, command: &Command, context: &Context) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, *context);
        match command {
            Command::Sit { seat, tip } => draft.sit(by, *seat, tip)?,
            Command::Stand => draft.stand(self.seat(by)?)?,
            Command::Act { seq, mv, link } => {
                let seat = self.seat(by)?;
                if let Some(seq) = draft.act(seat, *seq, mv, link)? {
                    return Ok(Decision { seq, entries: Vec::new() });
                }
            }
            Command::Resign => draft.resign(self.seat(by)?)?,
            Command::Offer { what, tip } => {
                let seat = self.seat(by)?;
                draft.offer(seat, *what, tip)?;
            }
            Command::Answer { what, yes, seq, tip } => {
                let seat = self.seat(by)?;
                draft.answer(seat, *what, *yes, *seq, read(tip)?)?;
            }
            Command::Claim => draft.claim(self.seat(by)?)?,
            Command::Entropy { tip } => draft.entropy(self.seat(by)?, tip)?,
            Command::Link { draw, link } => draft.link(self.seat(by)?, *draw, link)?,
        };
        draft.settle();
        Ok(draft.finish())
    }

    fn seat(&self, player: &Player) -> Result<Seat, Refusal> {
        self.seat_of(&player.id).ok_or(Refusal::NotSeated)
    }
}

/// A decision in the making.
pub(super) struct Draft<'a> {
    pub(super) table: &'a Table,
    pub(super) context: Context<'a>,
    pub(super) state: State,
    pub(super) entries: Vec<Logged>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(table: &'a Table, context: Context<'a>) -> Self {
        Self { table, context, state: table.state.clone(), entries: Vec::new() }
    }

    pub(super) fn finish(self) -> Decision {
        let seq = self.entries.first().map_or(self.state.seq, |logged| logged.entry.seq);
        Decision { seq, entries: self.entries }
    }

    /// Adds an event and applies it to the copy.
    pub(super) fn push(&mut self, by: Option<Seat>, event: Event) {
        let given_back = if let Event::Paused { ms } = event { ms } else { 0 };
        let taken = self.taken(by, given_back);
        let spent =
            (!taken.is_empty()).then(|| taken.iter().map(|t| (t.seat, t.ms)).collect::<BTreeMap<_, _>>());
        let entry = Entry { seq: self.state.seq + 1, at: self.context.now.wall, by, event, spent };
        let prev = match &entry.event {
            Event::Started(started) => Hash::of(record::header(started).as_bytes()),
            _ => self.state.head,
        };
        let logged = Logged::new(entry, prev, taken.iter().map(|t| t.lag).sum());
        self.state.apply(&logged, self.context.now.mono, &self.table.setup, &self.table.plays);
        self.entries.push(logged);
    }

    /// What the time since the last entry takes from the clocks, together with what the entry gives back: only
    /// what ran before the server was down counts. Only the first entry of a decision takes any.
    fn taken(&self, by: Option<Seat>, given_back: u64) -> Vec<Taken> {
        let given_back = i64::try_from(given_back).unwrap_or(i64::MAX);
        let Some(clocks) = self.state.clocks().filter(|_| self.entries.is_empty()) else { return Vec::new() };
        let lag = |seat| if by == Some(seat) { self.table.presence[seat].lag } else { 0 };
        let running = self.table.running().into_iter();
        let until = self.context.now.mono.saturating_sub(given_back);
        let took = running.map(|(seat, from)| clocks.taken(seat, from, until, lag(seat)));
        took.map(|taken| Taken { ms: taken.ms.saturating_add(given_back), ..taken }).collect()
    }

    pub(super) fn before_last_turn(&self, seat: Seat) -> Option<u64> {
        self.table.plays.before_last_turn(seat, &self.state.playing()?.game)
    }

    fn sit(&mut self, player: &Player, seat: Option<Seat>, tip: &Option<Sent>) -> Result<(), Refusal> {
        let seats = self.state.seats.len();
        let seated = self.table.seat_of(&player.id);
        if let Some(seat) = seat.filter(|&seat| seat >= seats && seated.is_none()) {
            return Err(Refusal::NoSuchSeat { seat, last: seats - 1 });
        }
        let tip = read(tip)?;
        if let Some(seat) = seated {
            if self.state.status() != Status::Playing && tip.is_some() {
                self.set_tip(seat, tip);
            }
            return Ok(());
        }
        let free = self.state.seats.iter().position(Option::is_none);
        let Some(free) = free.filter(|_| self.state.status() != Status::Playing) else {
            return Err(Refusal::RoomFull);
        };
        let seat = seat.unwrap_or(free);
        if self.state.seats[seat].is_some() {
            return Err(Refusal::SeatTaken);
        }
        self.push(Some(seat), Event::Sat { player: player.clone(), seat });
        if tip.is_some() {
            self.set_tip(seat, tip);
        }
        // who sits down in a finished room wants to play: it counts as that seat's rematch offer
        if self.state.status() == Status::Finished {
            self.offer(seat, What::Rematch, &None)?;
        }
        Ok(())
    }

    fn stand(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.state.status() == Status::Playing {
            return Err(Refusal::NotWaiting);
        }
        self.push(Some(seat), Event::Stood);
        Ok(())
    }

    /// Sets the tip for the coming match; the same tip again is nothing new.
    pub(super) fn set_tip(&mut self, seat: Seat, tip: Option<Hash>) {
        if self.state.seats[seat].as_ref().is_some_and(|sitting| sitting.tip != tip) {
            self.push(Some(seat), Event::Tip { tip });
        }
    }

    /// Makes a move. An answer is the seq of the entry that made this same move before.
    pub(super) fn act(
        &mut self,
        by: Seat,
        seq: u64,
        mv: &Value,
        link: &Option<Sent>,
    ) -> Result<Option<u64>, Refusal> {
        let mv = Move::read(&self.table.setup.game, mv).map_err(|bad| Refusal::BadMove(bad.0))?;
        let since = self.table.plays.after(seq);
        if let (Some(played), Some(play)) = (since, &self.state.play)
            && played.by == Some(by)
            && played.event.deed().and_then(|deed| play.game.move_of(&deed)).as_ref() == Some(&mv)
        {
            return Ok(Some(played.seq));
        }
        let play = self.state.playing().ok_or(Refusal::NotPlaying)?;
        if since.is_some() || seq > self.state.seq {
            return Err(Refusal::Stale { seq: self.state.seq });
        }
        if !self.state.turn().contains(&by) {
            return Err(Refusal::NotYourTurn);
        }
        let link = read(link)?;
        let deed = play.game.decide(by, &mv).map_err(|refused| match refused {
            Refused::NotYourTurn => Refusal::NotYourTurn,
            Refused::Illegal(why) => Refusal::Illegal(why),
        })?;
        self.push(Some(by), Event::of(deed));
        self.follow();
        // a link in an act that causes no draw is ignored
        if let (Some(link), Some(play)) = (link, self.state.playing())
            && let Some(due) = &play.draws.due
        {
            let draw = due.draw;
            match play.draws.fit(by, draw, &link) {
                Fit::Opens => self.push(Some(by), Event::Linked { draw, link }),
                Fit::Again => {}
                Fit::Not(why) => return Err(Refusal::BadLink(why.into())),
            }
        }
        Ok(None)
    }

    pub(super) fn resign(&mut self, by: Seat) -> Result<(), Refusal> {
        let play = self.state.playing().ok_or(Refusal::NotPlaying)?;
        if play.out[by] {
            return Err(Refusal::NotAllowed("you are out of this match already".into()));
        }
        self.push(Some(by), Event::Resigned);
        self.lose(by, Reason::Resigned);
        Ok(())
    }

    /// A seat loses the match at once; with three or four seats the others play on until one is left.
    pub(super) fn lose(&mut self, loser: Seat, reason: Reason) {
        let Some(play) = self.state.playing() else { return };
        let left: Vec<Seat> = (0..play.out.len()).filter(|&seat| seat != loser && !play.out[seat]).collect();
        if play.out.len() > 2 {
            self.push(None, Event::Out { seat: loser });
        }
        let Some(play) = self.state.playing() else { return };
        let ended = match left[..] {
            [] => Event::Ended { winners: Vec::new(), reason, points: play.game.standing() },
            [winner] => {
                Event::Ended { winners: vec![winner], reason, points: play.game.concede(winner, loser) }
            }
            [_, _, ..] => return,
        };
        self.push(None, ended);
    }

    pub(super) fn claim(&mut self, by: Seat) -> Result<(), Refusal> {
        let play = self.state.playing().ok_or(Refusal::NotPlaying)?;
        if play.out[by] {
            return Err(Refusal::NotAllowed("you are out of this match".into()));
        }
        if play.disputes >= DISPUTES {
            self.push(Some(by), Event::Claimed);
            self.unfinished();
            return Ok(());
        }
        let Some(after) = self.table.setup.claim_after_s.map(|s| i64::from(s) * 1000) else {
            return Err(Refusal::TooEarly("claims are off in this room".into()));
        };
        let waits: Vec<(Seat, i64)> = (0..play.out.len())
            .filter(|&s| s != by && !play.out[s])
            .map(|s| (s, self.table.waited(s, self.context.now.mono)))
            .collect();
        let holds: Vec<Seat> =
            waits.iter().filter(|(_, waited)| *waited >= after).map(|&(seat, _)| seat).collect();
        if holds.is_empty() {
            let longest = waits.iter().map(|&(_, waited)| waited).max().unwrap_or_default();
            return Err(Refusal::TooEarly(if longest > 0 {
                format!("wait {} s more; then you can claim the match", (after - longest + 999) / 1000)
            } else {
                "nobody whose turn it is has left, and nobody owes anything; there is nothing to claim".into()
            }));
        }
        self.push(Some(by), Event::Claimed);
        for seat in holds {
            self.lose(seat, Reason::Abandoned);
        }
        Ok(())
    }

    pub(super) fn entropy(&mut self, by: Seat, tip: &Option<Sent>) -> Result<(), Refusal> {
        let tip = read(tip)?;
        let Some(play) = self.state.playing() else {
            self.set_tip(by, tip);
            return Ok(());
        };
        if tip.is_some() {
            let text = "a tip can't be replaced during the match; null gives up taking part in its draws";
            return Err(Refusal::NotAllowed(text.into()));
        }
        if self.table.setup.fairness == Fairness::Strict {
            let text = "this match is strict: nobody can give up the draws; the other side may claim";
            return Err(Refusal::NotAllowed(text.into()));
        }
        if play.draws.takes_part(by) {
            self.push(Some(by), Event::GaveUpDraws);
        }
        Ok(())
    }

    pub(super) fn link(&mut self, by: Seat, draw: u32, link: &Sent) -> Result<(), Refusal> {
        let play = self.state.playing().ok_or(Refusal::NotPlaying)?;
        let link = link.clone().map_err(|bad| Refusal::BadLink(bad.to_string()))?;
        match play.draws.fit(by, draw, &link) {
            Fit::Opens => {
                self.push(Some(by), Event::Linked { draw, link });
                Ok(())
            }
            Fit::Again => Ok(()),
            Fit::Not(why) => Err(Refusal::BadLink(why.into())),
        }
    }

    /// Whatever follows by itself: the start of a match, the game's own events, the end, complete draws.
    pub(super) fn settle(&mut self) {
        let tips = self.state.seats.iter().flatten().all(|sitting| sitting.tip.is_some());
        if self.state.full() && tips {
            self.start();
        }
        loop {
            self.follow();
            match self.state.playing() {
                Some(play) if play.draws.complete(self.table.setup.fairness) => self.draw(),
                _ => return,
            }
        }
    }

    /// The game's own events that follow by the rules, and the end of the match.
    fn follow(&mut self) {
        while let Some(play) = self.state.playing() {
            if let Some(event) = play.game.follow() {
                self.push(None, Event::Game(event));
            } else if let Some(outcome) = play.game.outcome() {
                let (winners, reason, points) = (outcome.winners, outcome.reason, outcome.points);
                self.push(None, Event::Ended { winners, reason, points });
            } else {
                return;
            }
        }
    }

    /// Makes the draw that is due with the links that are there.
    pub(super) fn draw(&mut self) {
        let Some(play) = self.state.playing() else { return };
        let Some(due) = &play.draws.due else { return };
        let (draw, need, links) = (due.draw, due.need, due.links.clone());
        let Some(server) = self.context.chain.link(draw) else {
            let points = play.game.standing();
            self.push(None, Event::Ended { winners: Vec::new(), reason: Reason::Cap, points });
            return;
        };
        let drawn = outcome(&play.game, need, &play.id, draw, &server, &links);
        self.push(None, Event::Drawn { draw, r#for: need, server, links, values: drawn.values });
        if let Some(event) = drawn.event {
            self.push(None, Event::Game(event));
        }
    }

    pub(super) fn start(&mut self) {
        let table = self.table;
        let number = self.state.matches + 1;
        let seated: Vec<_> = self.state.seats.iter().flatten().collect();
        let started = Started {
            r#match: format!("{}/{number}", table.code),
            server: self.context.server.to_owned(),
            engine: ENGINE.to_owned(),
            seats: seated.iter().map(|sitting| sitting.player.clone()).collect(),
            first: self.state.first_of_next(&table.setup),
            server_tip: self.context.chain.tip(),
            tips: seated.iter().map(|sitting| sitting.tip).collect(),
            handicap: self.handicap(),
            setup: (*table.setup).clone(),
        };
        self.push(None, Event::Started(Box::new(started)));
    }

    fn handicap(&self) -> Option<Vec<Handicap>> {
        awards(&self.table.setup).then(|| match self.context.handicap {
            Some(handicap) => handicap.to_vec(),
            None => vec![Handicap::default(); self.state.seats.len()],
        })
    }
}

/// Whether weaker players are awarded something at the start (C37).
pub(crate) fn awards(setup: &Setup) -> bool {
    matches!(&setup.game, Options::Darbol(options)
        if options.handicap && options.game == darbol::Kind::Hundred)
}

/// What a draw gives: a lot for the table, or whatever the game needs, from the stream of all links (fairness.md).
fn outcome(
    game: &Game,
    need: Need,
    match_id: &str,
    draw: u32,
    server: &Hash,
    links: &[Option<Hash>],
) -> Drawn<GameEvent> {
    let mut stream = Stream::new(seed(match_id, draw, server, links));
    if game.need() != Some(need) {
        // the seat that asked has left: its links are open, so the draw is made, and nobody plays it
        let values = if need == Need::Roll { vec![stream.die(8), stream.die(8)] } else { Vec::new() };
        return Drawn { values, event: None };
    }
    if need == Need::Lot {
        let sides = u8::try_from(links.len()).unwrap_or(u8::MAX);
        return Drawn { values: vec![stream.die(sides) - 1], event: None };
    }
    game.draw(&mut stream)
}
