//! A finished match decided once more from its log alone, for whoever checks a match file.
//!
//! An entry that a seat or time caused is handed to the same [`Draft`] that decided it first, which gives all the
//! entries that had to come of it. What no log can prove is taken from it: that enough time had passed, and who
//! was away when a seat claimed.

use super::decide::{Draft, Refusal};
use super::event::{Entry, Event, Logged, Player, Started};
use super::state::{Sitting, State};
use super::{Context, Now, Table};
use crate::fairness::{Chain, Hash};
use crate::games::{Reason, Seat};
use crate::setup::Fairness;

/// Later than anything: every wait is over.
const LATE: i64 = i64::MAX / 4;

impl Table {
    /// The table right before a match: everybody seated, `prev` the hash of the match file's first line.
    pub(crate) fn before(started: &Started, seq: u64, prev: Hash) -> Self {
        let (code, number) = started.r#match.rsplit_once('/').unwrap_or((&started.r#match, "1"));
        let now = Now { mono: 0, wall: 0 };
        let mut table = Self::new(code, started.setup.clone(), started.server_tip, now);
        let sitting = |player: &Player| Some(Sitting { player: player.clone(), tip: None, since: seq });
        table.state = State {
            seq: seq.saturating_sub(1),
            head: prev,
            seats: started.seats.iter().map(sitting).collect(),
            matches: number.parse().unwrap_or(1).max(1) - 1,
            ..table.state
        };
        table
    }

    /// The entries of the decision that begins with the first of `log`, which follows this state; what they took
    /// from the clocks is not among it.
    ///
    /// # Errors
    /// If the rules of table and game do not allow that entry here.
    pub(crate) fn redo(&mut self, log: &[Logged], chain: &Chain) -> Result<Vec<Logged>, Refusal> {
        let Some((cause, after)) = log.split_first() else { return Ok(Vec::new()) };
        if cause.entry.event == Event::Claimed {
            self.send_away(cause.entry.by, after);
        }
        // a link that an act carried is part of the same decision, and takes no time of its own
        let follows = |next: &&Logged| next.entry.by.is_none() && matches!(next.entry.event, Event::Game(_));
        let carried = after.iter().find(|next| !follows(next)).and_then(|next| match next.entry.event {
            Event::Linked { link, .. } if next.entry.by == cause.entry.by && next.entry.spent.is_none() => {
                Some(link)
            }
            _ => None,
        });
        match self.decide_again(&cause.entry, carried, chain) {
            Err(Refusal::BadLink(_)) if carried.is_some() => self.decide_again(&cause.entry, None, chain),
            decided => decided,
        }
    }

    fn decide_again(&self, cause: &Entry, link: Option<Hash>, chain: &Chain) -> Result<Vec<Logged>, Refusal> {
        let context = Context { now: Now { mono: LATE, wall: cause.at }, chain, server: "", handicap: None };
        let mut draft = Draft::new(self, context);
        let playing = self.state.playing().is_some();
        if let Some(seat) = cause.by.filter(|&seat| seat >= self.setup.seats) {
            return Err(Refusal::NoSuchSeat { seat, last: self.setup.seats - 1 });
        }
        match (&cause.event, cause.by) {
            (Event::Started(_), None) if self.state.play.is_none() => draft.push(None, cause.event.clone()),
            (Event::Paused { .. }, None) if playing => draft.push(None, cause.event.clone()),
            (Event::Linked { draw, link }, Some(by)) => draft.link(by, *draw, &Ok(*link))?,
            (Event::GaveUpDraws, Some(by)) => draft.entropy(by, &None)?,
            (Event::Offered { what }, Some(by)) => draft.offer(by, *what, &None)?,
            (Event::Answered { what, yes }, Some(by)) => draft.answer(by, *what, *yes, None, None)?,
            (Event::Resigned, Some(by)) => draft.resign(by)?,
            (Event::Claimed, Some(by)) => draft.claim(by)?,
            (Event::Flagged { seat }, None) if self.running().iter().any(|(running, _)| running == seat) => {
                draft.flag(*seat);
            }
            (Event::Drawn { .. } | Event::Ended { reason: Reason::Cap, .. }, None)
                if self.goes_on_without() =>
            {
                draft.draw();
            }
            (Event::Confirmed, None) if self.confirms_by_time() => draft.push(None, Event::Confirmed),
            (Event::Ended { reason: Reason::Unfinished, .. }, None) if playing => draft.unfinished(),
            (event, Some(by)) => {
                let play = self.state.playing().ok_or(Refusal::NotPlaying)?;
                let mv = event.deed().and_then(|deed| play.game.move_of(&deed)).ok_or_else(by_itself)?;
                let mv = serde_json::to_value(mv).map_err(|error| Refusal::BadMove(error.to_string()))?;
                draft.act(by, self.state.seq, &mv, &link.map(Ok))?;
            }
            (_, None) => return Err(by_itself()),
        }
        draft.settle();
        Ok(draft.finish().entries)
    }

    /// Who was claimed against is told by what came of it: those who left the match, or in a match of two the
    /// other one.
    fn send_away(&mut self, claimer: Option<Seat>, after: &[Logged]) {
        let outs = after.iter().map_while(|next| match next.entry.event {
            Event::Out { seat } => Some(seat),
            _ => None,
        });
        let outs: Vec<Seat> = outs.collect();
        for (seat, presence) in self.presence.iter_mut().enumerate() {
            let away = if self.setup.seats > 2 { outs.contains(&seat) } else { Some(seat) != claimer };
            presence.online = !away;
        }
    }

    /// Whether a draw is due that goes on without the links that are missing.
    fn goes_on_without(&self) -> bool {
        let due = self.state.playing().is_some_and(|play| play.draws.due.is_some());
        due && self.setup.fairness == Fairness::Open
    }

    fn confirms_by_time(&self) -> bool {
        let confirming = self.state.playing().is_some_and(|play| play.game.confirming().is_some());
        confirming && self.setup.confirm_after_s > 0
    }

    /// Whether what an entry took from the clocks can be: from those that ran, never more than was left, and all
    /// of it if the clock fell. Only the `first` entry of a decision takes any. How long it really was is not
    /// asked.
    ///
    /// # Errors
    /// Says what is wrong.
    pub(crate) fn check_spent(&self, entry: &Entry, first: bool) -> Result<(), String> {
        let running: Vec<Seat> = match self.state.clocks() {
            Some(_) if first => self.running().into_iter().map(|(seat, _)| seat).collect(),
            _ => Vec::new(),
        };
        let spent = entry.spent.iter().flatten();
        if !running.iter().eq(spent.clone().map(|(seat, _)| seat))
            || entry.spent.as_ref().is_some_and(|s| s.is_empty())
        {
            return Err(format!(
                "it takes time from other clocks than those that ran, which are of seats {running:?}"
            ));
        }
        let Some(clocks) = self.state.clocks() else { return Ok(()) };
        let (least, fell) = match entry.event {
            Event::Paused { ms } => (i64::try_from(ms).unwrap_or(i64::MAX), None),
            Event::Flagged { seat } => (0, Some(seat)),
            _ => (0, None),
        };
        for (&seat, &ms) in spent {
            let most = clocks.left()[seat].saturating_add(least);
            if ms < least || ms > most {
                return Err(format!(
                    "it takes {ms} ms from the clock of seat {seat}, which had {most} ms left"
                ));
            }
            if fell == Some(seat) && ms != most {
                return Err(format!("the clock of seat {seat} fell with {} ms left", most - ms));
            }
        }
        Ok(())
    }
}

fn by_itself() -> Refusal {
    Refusal::NotAllowed("this never happens by itself, and nothing before it leads to it".into())
}
