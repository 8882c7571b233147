//! The task of a live room. It alone owns the table; one message at a time is decided, appended to the store,
//! applied and shown. The append is the only wait between decision and push.

use std::sync::Arc;

use engine::fairness::{Chain, Hash};
use engine::games::Handicap;
use engine::setup::Setup;
use engine::table::{Context, Decision, Event, Logged, Status, Table, View};
use protocol::{Code, Created, ErrorReply, PAGE_ENTRIES, Reply, RoomCode, Seated};
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, sleep_until};
use tracing::{debug, info, warn};

mod presence;

use super::append::{append, create, with_player, with_token};
use super::chain::chain;
use super::feed::Feed;
use super::handicap;
use super::members::Members;
use super::stored::{self, Stored};
use super::{Ask, Done, INBOX, Inbox, Joined, Me, Member, RoomHandle, Token, refuse};
use crate::app::Shared;
use crate::bus::{Here, Message};
use crate::lobby::Summary;
use crate::store::{Appended, StoreError, store_failed};

/// A room with nobody in it leaves memory after this long.
const SLEEP_AFTER: Duration = Duration::from_secs(120);
/// A change of the spectator count alone is shown at most this often.
const CROWD_EVERY: Duration = Duration::from_secs(1);
/// After the store failed, what time alone led to is tried again so much later.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// An append that was given up may still come: it is looked for so soon, then after twice as long each time.
const DOUBT: Duration = Duration::from_secs(1);
/// By then it does not come any more.
const NO_DOUBT: Duration = Duration::from_secs(60);
/// A room in which nothing was played yet is removed when nobody has been in it for this long: a week, in ms.
const WAITING_LIFE_MS: i64 = 7 * 24 * 3600 * 1000;
/// A match without a clock is looked at by the sweep this long after its last stored deadline.
const LOOK_AFTER_MS: i64 = engine::table::UNFINISHED_AFTER_MS;
/// What is done later than this after its time was held up by more than a busy moment.
const LATE_MS: i64 = 2000;
/// How often an append is decided anew after somebody else was first.
const TRIES: u32 = 16;

/// The owner of a room's state.
pub struct RoomTask {
    shared: Arc<Shared>,
    code: RoomCode,
    table: Table,
    secret: [u8; 32],
    created: i64,
    /// The server's chain for match `chain_of`.
    chain: Chain,
    chain_of: u32,
    feed: Arc<Feed>,
    inbox: mpsc::Receiver<Inbox>,
    members: Members,
    /// What the other processes were told last of who is here, and of the room.
    told: Option<(Here, Summary)>,
    /// When the newest entry was made, Unix ms.
    last_at: i64,
    /// The store could not be reached: time in which nobody could do anything may have to be given back.
    unsure: bool,
    /// The deadline that the store has.
    stored_deadline: Option<i64>,
    /// Since when nobody is here.
    empty_since: Instant,
    /// The spectator count changed and was not shown yet; when it was last.
    crowd_changed: bool,
    crowd_shown: Instant,
    /// Between matches, once all seats are taken: what Hundred's players will be awarded, in a room that wants it.
    handicap: Option<Vec<Handicap>>,
    /// The store failed: do nothing by oneself before then.
    retry_at: Option<Instant>,
    /// An append was given up: when it is looked for next, and how long after the last time that is.
    doubt: Option<(Instant, Duration)>,
}

/// Why a decision did not get into the log.
enum Failed {
    /// Somebody else was first; the table has caught up.
    Conflict,
    /// The token was used before: the answer that was given then.
    Repeated(String),
    /// The store could not be written.
    Unavailable,
}

/// How a room could not be made.
#[derive(Debug)]
pub enum NotMade {
    /// The code is taken.
    Taken,
    /// The token was used before: the answer that was given then.
    Repeated(String),
    /// The creator was refused the seat, or the store failed.
    Refused(ErrorReply),
}

impl RoomTask {
    /// Makes a room, with its creator on seat 0 if `sit` is a command to sit, and starts its task.
    ///
    /// # Errors
    /// If the code is taken, the token was used, or the store failed.
    pub async fn create(
        shared: Arc<Shared>,
        code: RoomCode,
        setup: Setup,
        secret: [u8; 32],
        ask: Ask,
        sit: bool,
    ) -> Result<RoomHandle, NotMade> {
        let now = shared.clock.now();
        let first = chain(&secret, 1, setup.game.kind());
        let table = Table::new(code.as_str(), setup, first.tip(), now);
        let (mut room, handle) = Self::new(shared, code, table, secret, now.wall, None);
        let mut decision = Decision { seq: 0, entries: Vec::new() };
        if sit {
            let decided = room.table.decide(&ask.me.player, &ask.command, &room.context());
            decision = decided.map_err(|refusal| NotMade::Refused(refuse::reply(&refusal)))?;
        }
        let answer =
            Reply::Created(Created { room: code, link: room.shared.link(code), seat: sit.then_some(0) });
        match room.commit(decision, Some((&ask.me, ask.token.as_ref(), &answer)), Some(&ask.me)).await {
            Ok(()) => {}
            Err(Failed::Conflict) => return Err(NotMade::Taken),
            Err(Failed::Repeated(answer)) => return Err(NotMade::Repeated(answer)),
            Err(Failed::Unavailable) => return Err(NotMade::Refused(unavailable())),
        }
        info!(room = %code, game = room.table.setup().game.kind().name(), "room made");
        room.spawn();
        Ok(handle)
    }

    /// Wakes a room from the store and starts its task; none if there is no such room.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn wake(shared: Arc<Shared>, code: RoomCode) -> Result<Option<RoomHandle>, StoreError> {
        let now = shared.clock.now();
        let Some(Stored { table, log, row, .. }) = stored::read(&shared.store, code, now).await? else {
            return Ok(None);
        };
        // a process that holds it would have put its deadline off
        let expired =
            row.deadline.is_some_and(|deadline| deadline <= now.wall) && !shared.lobby.is_elsewhere(code);
        if expired && waits(&table) && shared.store.delete_room(code.as_str(), table.seq()).await? {
            info!(room = %code, "nobody came; room removed");
            return Ok(None);
        }
        let (mut room, handle) = Self::new(shared, code, table, row.secret, row.created, row.deadline);
        for logged in log.iter().rev().take(PAGE_ENTRIES).rev() {
            room.feed.remember(logged.entry.seq, logged.json());
        }
        debug!(room = %code, entries = log.len(), "room woke");
        room.weigh().await;
        if let Some(last) = log.last() {
            room.last_at = last.entry.at;
        }
        room.unsure = room.resume().await.is_err();
        if !room.shared.bus.is_alone() {
            room.shared.bus.send(Message::Ask { room: Some(code) });
        }
        // what is awarded, and the time that was given back, came after the first frame
        room.show();
        room.spawn();
        Ok(Some(handle))
    }

    fn new(
        shared: Arc<Shared>,
        code: RoomCode,
        mut table: Table,
        secret: [u8; 32],
        created: i64,
        stored_deadline: Option<i64>,
    ) -> (Self, RoomHandle) {
        let (sender, inbox) = mpsc::channel(INBOX);
        let chain_of = table.chain_match();
        let chain = chain(&secret, chain_of, table.setup().game.kind());
        if table.status() != Status::Playing {
            table.set_next_tip(chain.tip());
        }
        let view = view_json(&table.view(0, shared.clock.now()));
        let feed = Arc::new(Feed::new(code, table.seq(), &view));
        let setup = Arc::new(table.setup().clone());
        let handle = RoomHandle { code, setup, feed: Arc::clone(&feed), inbox: sender };
        let now = Instant::now();
        let room = Self {
            shared,
            code,
            table,
            secret,
            created,
            chain,
            chain_of,
            feed,
            inbox,
            members: Members::default(),
            told: None,
            last_at: created,
            unsure: false,
            stored_deadline,
            empty_since: now,
            crowd_changed: false,
            crowd_shown: now,
            handicap: None,
            retry_at: None,
            doubt: None,
        };
        (room, handle)
    }

    /// Gives back the time in which no server was alive since the last entry, before any deadline is judged.
    async fn resume(&mut self) -> Result<(), Failed> {
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
                // somebody else may have noted it
                Err(Failed::Conflict) => {}
                done => return done,
            }
        }
        Err(Failed::Unavailable)
    }

    /// After the store was lost, or this process was stopped: what has happened, and how long nobody could do
    /// anything. The beat comes first, since an outage is known when it has ended.
    async fn make_sure(&mut self) -> Result<(), Failed> {
        let wall = self.shared.clock.now().wall;
        self.shared.store.heartbeat(wall).await.map_err(|_| Failed::Unavailable)?;
        let seq = self.table.seq();
        self.catch_up().await.map_err(|_| Failed::Unavailable)?;
        self.resume().await?;
        if self.table.seq() != seq {
            self.show();
        }
        self.unsure = false;
        Ok(())
    }

    fn spawn(self) {
        metrics::gauge!("longtable_rooms").increment(1.0);
        tokio::spawn(self.run());
    }

    async fn run(mut self) {
        self.summarise();
        loop {
            let wake = self.next_wake();
            tokio::select! {
                biased;
                message = self.inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => break,
                },
                () = sleep_until(wake) => if self.on_time().await { break },
            }
        }
        metrics::gauge!("longtable_rooms").decrement(1.0);
    }

    /// When there is something to do without a message.
    fn next_wake(&self) -> Instant {
        let now = Instant::now();
        let deadline = self.table.next_deadline().map(|mono| self.shared.clock.at(mono));
        let deadline = deadline.map(|at| self.retry_at.map_or(at, |retry| at.max(retry)));
        let crowd = self.crowd_changed.then(|| self.crowd_shown + CROWD_EVERY);
        let sleep = self.members.is_empty().then(|| self.empty_since + SLEEP_AFTER);
        let doubt = self.doubt.map(|(at, _)| at);
        let sure = self.unsure.then(|| self.retry_at.unwrap_or(now));
        let day = now + Duration::from_secs(24 * 3600);
        [deadline, crowd, sleep, doubt, sure].into_iter().flatten().min().unwrap_or(day)
    }

    /// Does what time asks for; true if the room goes to sleep.
    async fn on_time(&mut self) -> bool {
        self.retry_at = None;
        self.look_for_given_up().await;
        self.tick().await;
        if self.crowd_changed && self.crowd_shown.elapsed() >= CROWD_EVERY {
            self.show();
        }
        let asleep = self.members.is_empty() && self.empty_since.elapsed() >= SLEEP_AFTER;
        if asleep {
            self.note_deadline().await;
            self.shared.lobby.forget(self.code, &self.feed);
            self.inbox.close();
            // whoever asked in the meantime finds the room again: their answers are dropped with the inbox
            debug!(room = %self.code, "room sleeps");
        }
        asleep
    }

    async fn handle(&mut self, message: Inbox) {
        self.tick().await;
        match message {
            Inbox::Join(member, reply) => {
                // who comes from another process has seen what was done there, and is not to see less here
                let joined = match self.is_behind().await {
                    Ok(_) => self.join(member),
                    Err(error) => Err(store_failed(error)),
                };
                let _ = reply.send(joined);
            }
            Inbox::Leave(conn) => self.leave(conn).await,
            Inbox::Command(ask, reply) => {
                let done = self.command(ask).await;
                let _ = reply.send(done);
            }
            Inbox::Say(me, text, reply) => {
                let said = self.say(&me, text).await;
                let _ = reply.send(said);
            }
            Inbox::Signal { from, to, data, reply } => {
                let _ = reply.send(self.signal(&from, &to, data));
            }
            Inbox::Lag { player, ms } => {
                if let Some(seat) = self.table.seat_of(&player) {
                    self.table.set_lag(seat, ms);
                }
            }
            Inbox::Overdue => {
                // another process, or the host's own hand, may have been here
                if self.catch_up().await.is_ok_and(|come| !come.is_empty()) {
                    self.show();
                }
                self.note_deadline().await;
            }
            Inbox::Head(seq) => {
                self.reach(seq).await;
            }
            Inbox::Behind(seq) => {
                if self.reach(seq).await {
                    metrics::counter!("longtable_bus_gaps_repaired_total").increment(1);
                }
            }
            Inbox::StoreLost => self.unsure = true,
            Inbox::Elsewhere(from, here) => {
                if self.members.told(from, here) {
                    self.review();
                }
            }
            Inbox::Gone(from) => {
                if self.members.gone(from) {
                    self.review();
                }
            }
            Inbox::Said(push) => self.members.say(push.into()),
            Inbox::Chat(said) => {
                if self.members.said().is_empty() {
                    said.into_iter().for_each(|push| self.members.say(push.into()));
                }
            }
            Inbox::Signalled { to, push } => drop(self.members.pass(&to, &push.into())),
            Inbox::Tell => self.announce_again(),
            Inbox::TellChat => {
                self.announce_again();
                let said = self.members.said().iter().map(ToString::to_string).collect::<Vec<_>>();
                if !said.is_empty() {
                    self.shared.bus.send(Message::Chat { room: self.code, said });
                }
            }
        }
    }

    /// Takes in what there is up to entry `seq`; true if that was missing.
    async fn reach(&mut self, seq: u64) -> bool {
        if seq <= self.table.seq() {
            return false;
        }
        let reached = self.catch_up().await.is_ok();
        if reached {
            self.show();
        }
        self.unsure |= !reached;
        reached
    }

    fn context(&self) -> Context<'_> {
        let (now, handicap) = (self.shared.clock.now(), self.handicap.as_deref());
        Context { now, chain: &self.chain, server: crate::SERVER, handicap }
    }

    /// Does what is overdue, before anybody's command is judged.
    async fn tick(&mut self) {
        let now = self.shared.clock.now().mono;
        let late = self.table.next_deadline().is_some_and(|deadline| deadline < now - LATE_MS);
        if (late || self.unsure) && self.retry_at.is_none() && self.make_sure().await.is_err() {
            self.unsure = true;
            self.retry_at = Some(Instant::now() + RETRY_AFTER);
        }
        while self.retry_at.is_none() && self.table.next_deadline().is_some_and(|deadline| deadline <= now) {
            let mut decision = self.table.tick(&self.context());
            if decision.entries.is_empty() {
                return;
            }
            match self.award(&decision).await {
                Ok(false) => {}
                Ok(true) => decision = self.table.tick(&self.context()),
                Err(error) => {
                    warn!(room = %self.code, %error, "the handicap could not be read");
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    return;
                }
            }
            match self.commit(decision, None, None).await {
                Ok(()) => self.show(),
                Err(Failed::Conflict) => {}
                Err(Failed::Repeated(_) | Failed::Unavailable) => {
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                }
            }
        }
    }

    async fn command(&mut self, ask: Ask) -> Result<Done, ErrorReply> {
        for _ in 0..TRIES {
            let decide = |room: &Self| {
                let decided = room.table.decide(&ask.me.player, &ask.command, &room.context());
                decided.map_err(|refusal| refuse::reply(&refusal))
            };
            let decided = decide(self);
            // another process may have gone on, and the one who asks may have seen that there
            if decided.is_err() && self.is_behind().await.is_ok_and(|behind| behind) {
                continue;
            }
            let mut decision = decided?;
            if self.award(&decision).await.map_err(store_failed)? {
                decision = decide(self)?;
            }
            let seq = decision.seq;
            if decision.entries.is_empty() && ask.token.is_none() {
                return Ok(Done { seq, seat: self.table.seat_of(&ask.me.player.id) });
            }
            let seat = seat_after(&decision, &ask.me).or_else(|| self.table.seat_of(&ask.me.player.id));
            let answer = Reply::Seated(Seated { room: self.code, seat: seat.unwrap_or_default() });
            match self.commit(decision, Some((&ask.me, ask.token.as_ref(), &answer)), None).await {
                Ok(()) => {
                    self.show();
                    return Ok(Done { seq, seat: self.table.seat_of(&ask.me.player.id) });
                }
                Err(Failed::Conflict) => {}
                // the connection looks the answer up before it asks; here two of them raced
                Err(Failed::Repeated(_)) => {
                    return Ok(Done { seq: self.table.seq(), seat: self.table.seat_of(&ask.me.player.id) });
                }
                Err(Failed::Unavailable) => return Err(unavailable()),
            }
        }
        Err(unavailable())
    }

    /// Whether the table lacked entries of other processes; now it has them.
    async fn is_behind(&mut self) -> Result<bool, StoreError> {
        if self.shared.bus.is_alone() || self.catch_up().await?.is_empty() {
            return Ok(false);
        }
        self.show();
        Ok(true)
    }

    /// Appends a decision and applies it. `answer` belongs to the player who asked; `creator` to a new room.
    async fn commit(
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
                    self.show();
                }
                return Err(Failed::Conflict);
            }
            Ok(Appended::Repeated { answer }) => return Err(Failed::Repeated(answer)),
            Err(error) => {
                warn!(room = %self.code, %error, "append failed");
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
        self.shared.bus.send(Message::Head { room: self.code, seq: self.table.seq() });
        Ok(())
    }

    /// The store did not say what became of the append of this decision: it may be in the log all the same.
    async fn find_out(&mut self, decision: &Decision) -> Result<(), Failed> {
        let come = self.catch_up().await.unwrap_or_default();
        if come.is_empty() {
            self.doubt = Some((Instant::now() + DOUBT, DOUBT));
            return Err(Failed::Unavailable);
        }
        self.show();
        if decision.entries.first().is_none_or(|own| !come.contains(&own.head)) {
            return Err(Failed::Conflict);
        }
        self.shared.bus.send(Message::Head { room: self.code, seq: self.table.seq() });
        Ok(())
    }

    /// Looks whether an append that was given up has come after all.
    async fn look_for_given_up(&mut self) {
        let Some((_, waited)) = self.doubt.filter(|(at, _)| *at <= Instant::now()) else { return };
        let next = waited * 2;
        let come = self.catch_up().await;
        let known = come.is_ok();
        if come.is_ok_and(|come| !come.is_empty()) {
            self.show();
        }
        self.doubt = (!known || next < NO_DOUBT).then(|| (Instant::now() + next, next.min(NO_DOUBT)));
    }

    /// Applies an entry that is in the store.
    fn take_in(&mut self, logged: &Logged, mono: i64) {
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
    async fn catch_up(&mut self) -> Result<Vec<Hash>, StoreError> {
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
        Ok(come)
    }

    /// Reads what is awarded in the coming match, to be shown once all its players are known.
    async fn weigh(&mut self) {
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
    async fn award(&mut self, decision: &Decision) -> Result<bool, StoreError> {
        let Some(players) = handicap::starting(decision) else { return Ok(false) };
        self.handicap = handicap::of(&self.shared.store, Some(players)).await?;
        Ok(true)
    }

    /// The deadline to be stored with an append, if the stored one would be too late: when no process holds the
    /// room, a sweep finds it by this. Too early a deadline costs one look.
    fn deadline_to_store(&self, decision: &Decision, wall: i64) -> Option<Option<i64>> {
        let playing = self.table.status() == Status::Playing
            || decision.entries.iter().any(|logged| matches!(logged.entry.event, Event::Started(_)));
        if !playing {
            return (self.stored_deadline.is_none() && waits(&self.table)).then(|| self.deadline_wall(wall));
        }
        let wanted = self.deadline_wall(wall).unwrap_or(wall + LOOK_AFTER_MS);
        let stands = self.stored_deadline.is_some_and(|stored| stored > wall && stored <= wanted);
        (!stands).then_some(Some(wanted))
    }

    fn deadline_wall(&self, wall: i64) -> Option<i64> {
        if waits(&self.table) {
            return Some(wall + WAITING_LIFE_MS);
        }
        let mono = self.shared.clock.now().mono;
        self.table.next_deadline().map(|deadline| wall + (deadline - mono))
    }

    /// The exact deadline goes into the store: before the room sleeps, and when the stored one has passed.
    async fn note_deadline(&mut self) {
        let deadline = self.deadline_wall(self.shared.clock.now().wall);
        if deadline == self.stored_deadline {
            return;
        }
        match self.shared.store.set_deadline(self.code.as_str(), deadline).await {
            Ok(()) => self.stored_deadline = deadline,
            Err(error) => warn!(room = %self.code, %error, "the deadline could not be stored"),
        }
    }

    /// Shows everybody the room as it is now.
    fn show(&mut self) {
        self.crowd_changed = false;
        self.crowd_shown = Instant::now();
        self.feed.publish(self.table.seq(), &self.view_json());
        self.summarise();
    }

    /// The room as everybody may see it: before a start with what will be awarded.
    fn view_json(&self) -> String {
        let mut view = self.table.view(self.spectators(), self.shared.clock.now());
        if view.handicap.is_none() {
            view.handicap.clone_from(&self.handicap);
        }
        view_json(&view)
    }
}

/// Whether nothing was played in a room, and nothing will be before somebody comes.
fn waits(table: &Table) -> bool {
    table.status() == Status::Waiting && table.next_deadline().is_none()
}

fn view_json(view: &View) -> String {
    serde_json::to_string(view).expect("a view is plain data with string keys")
}

/// The seat on which a decision puts the one who asked.
fn seat_after(decision: &Decision, me: &Me) -> Option<usize> {
    decision.entries.iter().find_map(|logged| match &logged.entry.event {
        Event::Sat { player, seat } if player.id == me.player.id => Some(*seat),
        _ => None,
    })
}

fn unavailable() -> ErrorReply {
    ErrorReply::new(
        Code::Unavailable,
        "the store gave no answer; look whether it happened, and try again if not",
    )
}
