//! The task of a live room. It alone owns the table; one message at a time is decided, appended to the store,
//! applied and shown. The append is the only wait between decision and push.

use std::sync::Arc;

use engine::fairness::Chain;
use engine::games::Handicap;
use engine::setup::Setup;
use engine::table::{Context, Decision, Event, Status, Table, View};
use protocol::{Code, ErrorReply, Reply, RoomCode, Seated};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, sleep_until};
use tracing::debug;

mod begin;
mod deadlines;
mod log;
mod presence;

use super::feed::Feed;
use super::members::Members;
use super::{Ask, Done, Inbox, Joined, Me, Member, refuse};
use crate::app::Shared;
use crate::bus::{Here, Message};
use crate::lobby::Summary;
use crate::store::store_failed;

/// A change of the spectator count alone is shown at most this often.
const CROWD_EVERY: Duration = Duration::from_secs(1);
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
    setup: Arc<Setup>,
    /// The setup as every view has it.
    setup_json: Box<RawValue>,
    /// How long the last view was.
    view_bytes: usize,
    inbox: mpsc::Receiver<Inbox>,
    members: Members,
    /// What the other processes were told last of who is here, and of the room.
    told: Option<(Here, Summary)>,
    /// When the newest entry was made, Unix ms.
    last_at: i64,
    /// The store could not be reached: time in which nobody could do anything may have to be given back.
    unsure: bool,
    /// The status under which this room is counted.
    counted: Option<Status>,
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
    /// Starts the task. It borrows what it holds: by value there would be place for it twice.
    fn start(mut self) {
        tokio::spawn(async move { self.serve().await });
    }

    async fn serve(&mut self) {
        self.summarise();
        loop {
            let wake = self.next_wake();
            tokio::select! {
                biased;
                message = self.inbox.recv() => match message {
                    // boxed: a room that waits is to be no larger than what it has to remember
                    Some(message) => Box::pin(self.handle(message)).await,
                    None => break,
                },
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    if Box::pin(self.on_time()).await {
                        break;
                    }
                }
            }
        }
    }

    /// Does what time asks for; true if the room goes to sleep.
    async fn on_time(&mut self) -> bool {
        self.retry_at = None;
        self.look_for_given_up().await;
        self.tick().await;
        if self.crowd_changed && self.crowd_shown.elapsed() >= CROWD_EVERY {
            self.show();
        }
        let asleep = self.members.is_empty() && self.empty_since.elapsed() >= self.shared.sleep_after;
        if asleep {
            self.note_deadline().await;
            debug!(room = %self.code, "room sleeps");
        }
        asleep
    }

    async fn handle(&mut self, message: Inbox) {
        if self.is_due() {
            Box::pin(self.tick()).await;
        }
        match message {
            Inbox::Join(member, reply) => {
                // who comes from another process has seen what was done there, and is not to see less here
                let joined = match self.is_behind().await {
                    Ok(_) => self.join(*member),
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
            Inbox::Signal(passed, reply) => {
                let _ = reply.send(self.signal(&passed));
            }
            Inbox::Lag { player, ms } => {
                if let Some(seat) = self.table.seat_of(&player) {
                    self.table.set_lag(seat, ms);
                }
            }
            Inbox::Overdue => {
                // another process, or the host's own hand, may have been here
                let _ = self.catch_up().await;
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
                if self.members.told(from, *here) {
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
            Inbox::Signalled { to, push } => _ = self.members.pass(&to, &push.into()),
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

    fn context(&self) -> Context<'_> {
        let (now, handicap) = (self.shared.clock.now(), self.handicap.as_deref());
        Context { now, chain: &self.chain, server: crate::SERVER, handicap }
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
            match self.commit(decision, Some((&ask.me, ask.token.as_deref(), &answer)), None).await {
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

    /// Shows everybody the room as it is now.
    fn show(&mut self) {
        self.crowd_changed = false;
        self.crowd_shown = Instant::now();
        let view = self.view_json();
        self.feed.publish(self.table.seq(), &view);
        self.view_bytes = view.len();
        self.summarise();
    }

    /// Counts this room among those of its status, or no longer.
    fn count(&mut self, status: Option<Status>) {
        if status == self.counted {
            return;
        }
        let gauge = |status: Status| metrics::gauge!("longtable_rooms", "status" => status.name());
        if let Some(before) = self.counted {
            gauge(before).decrement(1.0);
        }
        if let Some(status) = status {
            gauge(status).increment(1.0);
        }
        self.counted = status;
    }

    /// The room as everybody may see it: before a start with what will be awarded.
    fn view_json(&self) -> String {
        let mut view = self.table.view_with(&*self.setup_json, self.spectators(), self.shared.clock.now());
        if view.handicap.is_none() {
            view.handicap.clone_from(&self.handicap);
        }
        view_json(&view, self.view_bytes)
    }
}

/// However a task ends, by sleep or by a panic, the room can be found and woken again, and who watched it is told.
impl Drop for RoomTask {
    fn drop(&mut self) {
        self.shared.lobby.forget(self.code, &self.feed);
        self.feed.end();
        self.count(None);
    }
}

/// Whether nothing was played in a room, and nothing will be before somebody comes.
fn waits(table: &Table) -> bool {
    table.status() == Status::Waiting && table.next_deadline().is_none()
}

/// A view as JSON, which is about as long as the one before.
fn view_json<S: Serialize>(view: &View<S>, about: usize) -> String {
    let mut json = Vec::with_capacity(about + 64);
    serde_json::to_writer(&mut json, view).expect("a view is plain data with string keys");
    String::from_utf8(json).expect("JSON is UTF-8")
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

#[cfg(test)]
pub(crate) mod testing {
    use engine::fairness::Hash;
    use engine::table::Now;
    use protocol::Limits;
    use serde_json::json;

    use super::*;
    use crate::bus::Bus;
    use crate::room::RoomHandle;
    use crate::store::Store;

    /// A server of which nothing is stored.
    pub(crate) async fn shared() -> Arc<Shared> {
        let store = Store::open("sqlite::memory:").await.unwrap();
        Shared::new(store, Bus::local(), Limits::default(), String::new(), Vec::new())
    }

    /// An empty room of it, whose task does not run.
    pub(crate) fn room(shared: &Arc<Shared>) -> (RoomTask, RoomHandle) {
        let code: RoomCode = "K7QF3M".parse().unwrap();
        let setup = Setup::read(&json!({"game": {"kind": "dara"}})).unwrap();
        let table = Table::new(code.as_str(), setup, Hash::ZERO, Now { mono: 0, wall: 0 });
        RoomTask::new(Arc::clone(shared), code, table, [7; 32], 0, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::feed::Bell;

    /// A task that is dropped is one that has slept, or panicked.
    #[tokio::test]
    async fn a_task_that_ends_leaves_nobody_waiting() {
        let shared = testing::shared().await;
        let (mut room, handle) = testing::room(&shared);
        let code = handle.code;
        shared.lobby.add(&handle);
        room.summarise();
        let mut frames = handle.feed.follow(1, Bell::default());
        assert!(frames.newer().is_some(), "the first one");
        // one that was never live changes nothing when it ends
        drop(testing::room(&shared));
        assert!(shared.lobby.live(code).is_some() && shared.lobby.summary(code).is_some());
        assert!(!handle.feed.has_ended() && frames.newer().is_none());
        drop(room);
        assert!(frames.newer().is_some(), "who watches wakes");
        assert!(handle.feed.has_ended() && handle.is_asleep());
        assert!(shared.lobby.live(code).is_none() && shared.lobby.summary(code).is_none());
    }
}
