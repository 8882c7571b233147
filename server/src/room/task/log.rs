//! The room and its log: what is decided is appended, what others appended is taken in.
//!
//! An append whose outcome the store did not tell is looked for, since it may be in the log all the same. Time in which
//! nobody could do anything is given back before any deadline is judged.

use engine::fairness::Hash;
use engine::table::{Decision, Event, Logged, Status};
use futures_util::future::BoxFuture;
use protocol::Reply;
use tokio::time::{Duration, Instant};
use tracing::{debug, warn};

use super::{Failed, RoomTask, TRIES};
use crate::bus::Message;
use crate::room::append::{append, create, with_player, with_token};
use crate::room::chain::chain;
use crate::room::{Me, Token, handicap};
use crate::sparse::Sparse;
use crate::store::{Appended, StoreError};

/// An append that was given up may still come: it is looked for so soon, then after twice as long each time.
const DOUBT: Duration = Duration::from_secs(1);
/// By then it does not come any more.
const NO_DOUBT: Duration = Duration::from_secs(60);

impl RoomTask {
    /// Gives back the time in which no server was alive since the last entry, before any deadline is judged.
    pub(super) async fn resume(&mut self) -> Result<(), Failed> {
        for _ in 0..TRIES {
            if self.table.status() != Status::Playing {
                return Ok(());
            }
            let outages = self.shared.store.outages_since(self.last_at).await;
            let outages = outages.map_err(|_| Failed::Unavailable)?;
            let last = self.last_at;
            let down: i64 = outages.iter().map(|outage| (outage.to - outage.from.max(last)).max(0)).sum();
            if down <= 0 {
                return Ok(());
            }
            let decision = self.table.pause(down.unsigned_abs(), &self.context());
            match self.commit(decision, None, None).await {
                Ok(()) => {
                    self.show();
                    return Ok(());
                }
                // somebody else may have noted it
                Err(Failed::Conflict) => {}
                Err(failed) => return Err(failed),
            }
        }
        Err(Failed::Unavailable)
    }

    /// After the store was lost, or this process was stopped: what has happened, and how long nobody could do
    /// anything. The beat comes first, since an outage is known when it has ended.
    pub(super) async fn make_sure(&mut self) -> Result<(), Failed> {
        let wall = self.shared.clock.now().wall;
        self.shared.store.heartbeat(wall).await.map_err(|_| Failed::Unavailable)?;
        self.catch_up().await.map_err(|_| Failed::Unavailable)?;
        self.resume().await?;
        self.unsure = false;
        Ok(())
    }

    /// Takes in what there is up to entry `seq`; true if that was missing.
    pub(super) async fn reach(&mut self, seq: u64) -> bool {
        if seq <= self.table.seq() {
            return false;
        }
        let reached = self.catch_up().await.is_ok();
        self.unsure |= !reached;
        reached
    }

    /// Whether the table lacked entries of other processes; now it has them.
    pub(super) async fn is_behind(&mut self) -> Result<bool, StoreError> {
        Ok(!self.shared.bus.is_alone() && !self.catch_up().await?.is_empty())
    }

    /// Appends a decision and applies it. `answer` belongs to the player who asked; `creator` to a new room.
    pub(super) async fn commit(
        &mut self,
        decision: Decision,
        answer: Option<(&Me, Option<&Token>, &Reply)>,
        creator: Option<&Me>,
    ) -> Result<(), Failed> {
        let now = self.shared.clock.now();
        let mut row = append(self.code.as_str(), &decision, &self.table, self.chain_of, now);
        if let Some(creator) = creator {
            create(&mut row, self.table.setup(), self.secret, creator, now.wall);
        }
        if let Some((me, token, answer)) = answer {
            if row.seats.is_some() || creator.is_some() {
                with_player(&mut row, me, now.wall);
            }
            if let Some(token) = token {
                with_token(&mut row, me, token, answer, now.wall);
            }
        }
        row.deadline = self.deadline_to_store(&decision, now.wall);
        let deadline = row.deadline;
        let started = Instant::now();
        let appended = self.shared.store.append(row).await;
        metrics::histogram!("longtable_append_seconds").record(started.elapsed().as_secs_f64());
        match appended {
            Ok(Appended::Done) => {}
            Ok(Appended::Conflict { head }) => {
                debug!(room = %self.code, head, "somebody else was first");
                if creator.is_none() {
                    self.catch_up().await.map_err(|_| Failed::Unavailable)?;
                }
                return Err(Failed::Conflict);
            }
            Ok(Appended::Repeated { answer }) => return Err(Failed::Repeated(answer)),
            Err(error) => {
                static FAILED: Sparse = Sparse::new();
                if let Some(left_out) = FAILED.now() {
                    warn!(room = %self.code, %error, left_out, "append failed");
                }
                self.unsure = true;
                return if creator.is_none() {
                    self.find_out(&decision).await
                } else {
                    Err(Failed::Unavailable)
                };
            }
        }
        if let Some(deadline) = deadline {
            self.stored_deadline = deadline;
        }
        for logged in &decision.entries {
            self.take_in(logged, now.mono);
        }
        self.weigh().await;
        self.tell_head();
        Ok(())
    }

    /// Tells the other processes, if there may be any, that there is something new.
    fn tell_head(&self) {
        if !self.shared.bus.is_alone() {
            self.shared.bus.send(Message::Head { room: self.code, seq: self.table.seq() });
        }
    }

    /// The store did not say what became of the append of this decision: it may be in the log all the same.
    pub(super) async fn find_out(&mut self, decision: &Decision) -> Result<(), Failed> {
        let come = self.catch_up().await.unwrap_or_default();
        if come.is_empty() {
            self.doubt = Some((Instant::now() + DOUBT, DOUBT));
            return Err(Failed::Unavailable);
        }
        if decision.entries.first().is_none_or(|own| !come.contains(&own.head)) {
            return Err(Failed::Conflict);
        }
        self.tell_head();
        Ok(())
    }

    /// Looks whether an append that was given up has come after all.
    pub(super) async fn look_for_given_up(&mut self) {
        let Some((_, waited)) = self.doubt.filter(|(at, _)| *at <= Instant::now()) else { return };
        let next = waited * 2;
        let known = self.catch_up().await.is_ok();
        self.doubt = (!known || next < NO_DOUBT).then(|| (Instant::now() + next, next.min(NO_DOUBT)));
    }

    /// Applies an entry that is in the store.
    pub(super) fn take_in(&mut self, logged: &Logged, mono: i64) {
        self.table.apply(logged, mono);
        self.last_at = logged.entry.at;
        self.feed.remember(logged.entry.seq, logged.json());
        match &logged.entry.event {
            Event::Sat { player, seat } => {
                let here = self.members.is_here(&player.id);
                self.table.set_online(*seat, here, self.shared.clock.now());
            }
            Event::Ended { .. } => {
                self.chain_of = self.table.chain_match();
                self.chain = chain(&self.secret, self.chain_of, self.table.setup().game.kind());
                self.table.set_next_tip(self.chain.tip());
                metrics::counter!("longtable_matches_ended_total").increment(1);
            }
            Event::Drawn { links, .. } => {
                let silent = links.iter().filter(|link| link.is_none()).count();
                metrics::counter!("longtable_draws_total").increment(1);
                metrics::counter!("longtable_draws_silent_total").increment(silent as u64);
            }
            _ => {}
        }
    }

    /// Reads what another process has appended; gives the hashes of those lines.
    pub(super) fn catch_up(&mut self) -> BoxFuture<'_, Result<Vec<Hash>, StoreError>> {
        // boxed: it is rare, and has its place in the future of everything that may come to it
        Box::pin(self.read_on())
    }

    async fn read_on(&mut self) -> Result<Vec<Hash>, StoreError> {
        let lines = self.shared.store.read(self.code.as_str(), self.table.seq(), usize::MAX).await?;
        let now = self.shared.clock.now();
        let mut come = Vec::new();
        for line in lines {
            let logged = Logged::read(&line).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let mono = (logged.entry.at - now.wall).min(0) + now.mono;
            self.take_in(&logged, mono);
            come.push(logged.head);
        }
        self.weigh().await;
        // at once: whoever looks here next is not to see less than the table has
        if !come.is_empty() {
            self.show();
        }
        Ok(come)
    }

    /// Reads what is awarded in the coming match, to be shown once all its players are known.
    pub(super) async fn weigh(&mut self) {
        let players = handicap::to_come(&self.table);
        self.handicap = match handicap::of(&self.shared.store, players).await {
            Ok(handicap) => handicap,
            Err(error) => {
                warn!(room = %self.code, %error, "the handicap could not be read");
                None
            }
        };
    }

    /// Reads what is awarded to those with whom `decision` starts a match; whether it has to be decided again with
    /// that.
    pub(super) async fn award(&mut self, decision: &Decision) -> Result<bool, StoreError> {
        let Some(players) = handicap::starting(decision) else { return Ok(false) };
        self.handicap = handicap::of(&self.shared.store, Some(players)).await?;
        Ok(true)
    }
}
