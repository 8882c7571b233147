//! The state machine of a session: connecting, online, coming back; requests and their replies; watched rooms.
//!
//! It does no I/O. Its driver tells it what happens ([`Session::connected`], [`received`](Session::received),
//! [`lost`](Session::lost), [`tick`](Session::tick), [`request`](Session::request)), each with the time since
//! the session began, and afterwards carries out every [`Output`]. [`Session::deadline`] says when to tick next.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use engine::fairness::MAX_LINKS;
use engine::games::Kind;
use engine::table::What;
use rand::rand_core::UnwrapErr;
use rand::rngs::{StdRng, SysRng};
use serde::Deserialize;
use serde_json::Value;

use super::backoff::Backoff;
use super::links::Todo;
use super::pending::{Pending, Purpose, may_repeat};
pub use super::pending::{RequestError, Ticket};
use super::rooms::{Verdict, Watched};
use super::{Concern, Event, Profile, Secrets, State};
use crate::close::{self, Return};
use crate::{Frame, Push, Reply, Request, RoomCode, Rooms, Update, Welcome, encode};

/// A client that hears nothing for this long takes the connection for dead.
pub const SILENCE: Duration = Duration::from_secs(50);
/// Requests that may wait for a connection or their replies.
const WAITING: usize = 256;
/// The least wait before an internal request that was refused for now is sent again.
const RETRY: Duration = Duration::from_millis(250);

/// What the driver has to do.
#[derive(Debug, PartialEq)]
pub enum Output {
    /// Open a connection; then call `connected` or `lost`.
    Dial,
    /// Send a text frame.
    Send(String),
    /// Drop the connection; the session knows already.
    Hangup,
    /// Answer a request.
    Answer(Ticket, Result<Reply, RequestError>),
    /// Tell the program.
    Tell(Event),
}

/// How a connection ended, or why it could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// It broke, or there was no way to the server.
    Broken(String),
    /// The server closed it.
    Closed {
        /// With this code, if it gave one.
        code: Option<u16>,
        /// And this reason.
        reason: String,
    },
    /// The server answered the upgrade with this HTTP status.
    Refused {
        /// The status.
        status: u16,
    },
}

impl Loss {
    fn way_back(&self) -> Return {
        match self {
            Self::Broken(_) => Return::Usual,
            Self::Closed { code, .. } => close::after(*code),
            Self::Refused { status: 429 | 503 } => Return::Later,
            Self::Refused { status: 500.. } => Return::Usual,
            Self::Refused { .. } => Return::Never,
        }
    }

    fn reason(&self) -> String {
        match self {
            Self::Broken(why) => why.clone(),
            Self::Closed { reason, .. } if !reason.is_empty() => reason.clone(),
            Self::Closed { code: Some(code), .. } => {
                format!("the server closed the connection (code {code})")
            }
            Self::Closed { code: None, .. } => "the server closed the connection".to_owned(),
            Self::Refused { status } => format!("the server refused the connection (HTTP {status})"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Phase {
    Dialing,
    Greeting { hello: u64 },
    Online { since: Duration },
    Waiting { until: Duration },
    Stopped { reason: String },
}

/// The session of a client with one server.
#[derive(Debug)]
pub struct Session {
    phase: Phase,
    profile: Profile,
    secrets: Secrets,
    client: String,
    /// One's public id, once known.
    me: String,
    next_id: u64,
    /// In the order of their ids, in which they were sent.
    pending: BTreeMap<u64, Pending>,
    rooms: BTreeMap<RoomCode, Watched>,
    /// The request that follows the list of rooms.
    follows: Option<Request>,
    /// Internal requests that were refused for now.
    later: Vec<(Duration, Request, Purpose)>,
    heard: Duration,
    /// Why the server is about to close.
    bye: Option<String>,
    /// Why the connection was lost.
    reason: String,
    backoff: Backoff,
    out: VecDeque<Output>,
}

impl Session {
    /// A session that is about to dial. `client` is its name and version for the server; `jitter` spreads its
    /// attempts.
    #[must_use]
    pub fn new(profile: Profile, secrets: Secrets, client: impl Into<String>, jitter: StdRng) -> Self {
        Self {
            phase: Phase::Dialing,
            profile,
            secrets,
            client: client.into(),
            me: String::new(),
            next_id: 1,
            pending: BTreeMap::new(),
            rooms: BTreeMap::new(),
            follows: None,
            later: Vec::new(),
            heard: Duration::ZERO,
            bye: None,
            reason: String::new(),
            backoff: Backoff::new(jitter),
            out: VecDeque::from([Output::Tell(Event::State(State::Connecting)), Output::Dial]),
        }
    }

    /// The next thing to do.
    pub fn output(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// When to call [`tick`](Self::tick), if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Dialing | Phase::Stopped { .. } => None,
            Phase::Waiting { until } => Some(*until),
            Phase::Greeting { .. } => Some(self.heard + SILENCE),
            Phase::Online { .. } => {
                let rooms = self.rooms.values().filter_map(Watched::deadline);
                let later = self.later.iter().map(|(at, ..)| *at);
                rooms.chain(later).chain([self.heard + SILENCE]).min()
            }
        }
    }

    /// The connection that was dialled stands.
    pub fn connected(&mut self, now: Duration) {
        self.heard = now;
        self.bye = None;
        let hello = self.id();
        self.phase = Phase::Greeting { hello };
        let request = Request::Hello {
            key: self.profile.key.clone(),
            name: self.profile.name.clone(),
            client: Some(self.client.clone()),
        };
        self.out.push_back(Output::Send(encode::request_text(hello, &request)));
    }

    /// The other side gave a sign of life: a ping or pong.
    pub fn heard(&mut self, now: Duration) {
        self.heard = now;
    }

    /// A text frame came.
    pub fn received(&mut self, text: &str, now: Duration) {
        if !matches!(self.phase, Phase::Greeting { .. } | Phase::Online { .. }) {
            return;
        }
        self.heard = now;
        match Frame::read(text) {
            Ok(Frame::Reply { re: Some(re), reply }) => self.reply(re, reply, now),
            Ok(Frame::Reply { re: None, reply }) => self.warn(match reply {
                Reply::Error(error) => format!("the server could not read a request: {error}"),
                _ => "the server answered a request that has no id".to_owned(),
            }),
            Ok(Frame::Push(push)) => self.push(push, now),
            Err(error) => self.warn(error.to_string()),
        }
    }

    /// The connection was lost, or could not be made.
    pub fn lost(&mut self, loss: &Loss, now: Duration) {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Stopped { .. }) {
            return;
        }
        let reason = self.bye.take().unwrap_or_else(|| loss.reason());
        match loss.way_back() {
            Return::Never => self.stop(reason),
            how @ (Return::AtOnce | Return::Usual | Return::Later) => {
                self.reason = reason;
                self.wait(how, Duration::ZERO, now);
            }
        }
    }

    /// The user wants a connection now: dials at once, also after the session had stopped.
    pub fn reconnect(&mut self, now: Duration) {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Stopped { .. }) {
            self.backoff.forget();
            self.dial(now);
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) {
        match self.phase {
            Phase::Dialing | Phase::Stopped { .. } => {}
            Phase::Waiting { until } if now >= until => self.dial(now),
            Phase::Waiting { .. } => {}
            Phase::Greeting { .. } | Phase::Online { .. } if now >= self.heard + SILENCE => {
                self.out.push_back(Output::Hangup);
                self.lost(&Loss::Broken("nothing was heard from the server".to_owned()), now);
            }
            Phase::Greeting { .. } => {}
            Phase::Online { .. } => {
                let late: Vec<RoomCode> = self
                    .rooms
                    .iter()
                    .filter(|(_, room)| room.deadline().is_some_and(|at| now >= at))
                    .map(|(code, _)| *code)
                    .collect();
                late.into_iter().for_each(|room| self.watch(room));
                let (due, later) =
                    std::mem::take(&mut self.later).into_iter().partition(|(at, ..)| now >= *at);
                self.later = later;
                let due: Vec<(Duration, Request, Purpose)> = due;
                due.into_iter().for_each(|(_, request, purpose)| self.send(request, purpose, None));
            }
        }
    }

    /// The program asks for something. Tokens, tips and links that the request can do with are added.
    pub fn request(&mut self, ticket: Ticket, mut request: Request) {
        let refused = match &self.phase {
            Phase::Stopped { reason } => Some(RequestError::Stopped(reason.clone())),
            _ if self.pending.len() >= WAITING => Some(RequestError::Busy),
            Phase::Online { .. } => None,
            Phase::Dialing | Phase::Greeting { .. } | Phase::Waiting { .. } => {
                (!may_repeat(&request)).then_some(RequestError::Offline)
            }
        };
        if let Some(refused) = refused {
            self.out.push_back(Output::Answer(ticket, Err(refused)));
            return;
        }
        self.complete(&mut request);
        let draw = self.join_link(&mut request);
        match &request {
            Request::Watch { room, .. } => self.rooms.entry(*room).or_default().asked(),
            Request::Unwatch { room } => _ = self.rooms.remove(room),
            _ => {}
        }
        self.send(request, Purpose::User(ticket), draw);
    }

    /// Adds a token, so that the request is done once, and the tip of a new chain.
    fn complete(&mut self, request: &mut Request) {
        let new_token = || Some(format!("{:032x}", rand::random::<u128>()));
        let room_kind = |session: &Self, room: &RoomCode| {
            session.rooms.get(room)?.view.as_ref().map(|view| view.setup.game.kind())
        };
        let (tip, token, kind) = match request {
            Request::Create { setup, sit, tip, token } => {
                (Some(tip).filter(|_| *sit), Some(token), kind_of(setup))
            }
            Request::Quick { setup, tip, token } => (Some(tip), Some(token), kind_of(setup)),
            Request::Sit { room, tip, token, .. } => (Some(tip), Some(token), room_kind(self, room)),
            Request::Offer { room, what: What::Rematch, tip } => (Some(tip), None, room_kind(self, room)),
            Request::Answer { room, what: What::Rematch, yes: true, tip, .. } => {
                (Some(tip), None, room_kind(self, room))
            }
            _ => return,
        };
        if let Some(token @ None) = token {
            *token = new_token();
        }
        if let Some(tip @ None) = tip {
            // a game that is not known here may need many
            let len = kind.map_or(MAX_LINKS / 2, Kind::chain_len);
            let (new, kept) = self.secrets.make(len, &mut UnwrapErr(SysRng));
            *tip = Some(new.into());
            if let Err(error) = kept {
                self.warn(Concern::Disk(error.to_string()).to_string());
            }
        }
    }

    /// Adds the link to an act that will cause a draw.
    fn join_link(&mut self, request: &mut Request) -> Option<u32> {
        let Request::Act { room, seq, r#move, link: link @ None } = request else { return None };
        let Watched { view, part, .. } = self.rooms.get_mut(room)?;
        let (draw, opened) = part.with_act(view.as_ref()?, *seq, r#move, &self.me, &mut self.secrets)?;
        *link = Some(opened.into());
        Some(draw)
    }

    fn send(&mut self, request: Request, purpose: Purpose, draw: Option<u32>) {
        let id = self.id();
        let sent = matches!(self.phase, Phase::Online { .. });
        if sent {
            self.out.push_back(Output::Send(encode::request_text(id, &request)));
        }
        self.pending.insert(id, Pending { request, purpose, sent, again: false, draw });
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    fn dial(&mut self, now: Duration) {
        self.phase = Phase::Dialing;
        self.reconnecting(Duration::ZERO, now);
        self.out.push_back(Output::Dial);
    }

    fn reconnecting(&mut self, next_in: Duration, now: Duration) {
        let (lost_for, attempt) = self.backoff.so_far(now);
        self.tell(Event::State(State::Reconnecting {
            lost_for,
            attempt,
            next_in,
            reason: self.reason.clone(),
        }));
    }

    /// Waits before the next attempt, at least `least`.
    fn wait(&mut self, how: Return, least: Duration, now: Duration) {
        let online = match self.phase {
            Phase::Online { since } => Some(since),
            Phase::Dialing | Phase::Greeting { .. } | Phase::Waiting { .. } | Phase::Stopped { .. } => None,
        };
        let next_in = self.backoff.lost(how, online, now).max(least);
        self.let_go();
        self.phase = Phase::Waiting { until: now + next_in };
        self.reconnecting(next_in, now);
    }

    fn stop(&mut self, reason: String) {
        self.let_go();
        for (_, pending) in std::mem::take(&mut self.pending) {
            if let Purpose::User(ticket) = pending.purpose {
                self.out.push_back(Output::Answer(ticket, Err(RequestError::Stopped(reason.clone()))));
            }
        }
        self.phase = Phase::Stopped { reason: reason.clone() };
        self.tell(Event::State(State::Stopped { reason }));
    }

    /// Gives up what belonged to the connection, and keeps what is sent again on the next.
    fn let_go(&mut self) {
        self.later.clear();
        for (id, mut pending) in std::mem::take(&mut self.pending) {
            let Purpose::User(ticket) = pending.purpose else { continue };
            if pending.sent && !may_repeat(&pending.request) {
                self.out.push_back(Output::Answer(ticket, Err(RequestError::Lost)));
                continue;
            }
            pending.again |= pending.sent;
            pending.sent = false;
            self.pending.insert(id, pending);
        }
        let concerns: Vec<(RoomCode, Concern)> = self
            .rooms
            .iter_mut()
            .flat_map(|(code, room)| room.part.lost().into_iter().map(|concern| (*code, concern)))
            .collect();
        concerns.into_iter().for_each(|(room, concern)| self.tell(Event::Concern { room, concern }));
    }

    fn reply(&mut self, re: u64, reply: Reply, now: Duration) {
        if self.phase == (Phase::Greeting { hello: re }) {
            return self.greeted(reply, now);
        }
        let Some(pending) = self.pending.remove(&re) else {
            return self.warn(format!("the server answered request {re}, which is not open"));
        };
        match pending.purpose {
            Purpose::User(ticket) => {
                self.learn(&pending, &reply);
                let answer = match reply {
                    Reply::Error(error) => Err(RequestError::Refused(error)),
                    reply => Ok(reply),
                };
                self.out.push_back(Output::Answer(ticket, answer));
            }
            purpose => self.internal(purpose, pending.request, reply, now),
        }
    }

    fn greeted(&mut self, reply: Reply, now: Duration) {
        let welcome = match reply {
            Reply::Welcome(welcome) => welcome,
            Reply::Error(error) if error.code.is_passing() => {
                self.out.push_back(Output::Hangup);
                let least = Duration::from_millis(error.retry_ms.unwrap_or(0).min(600_000));
                self.reason = error.message;
                return self.wait(Return::Later, least, now);
            }
            // said again, a refused hello would be refused again (FL-019)
            Reply::Error(error) => {
                self.out.push_back(Output::Hangup);
                return self.stop(error.to_string());
            }
            _ => {
                self.out.push_back(Output::Hangup);
                return self.stop("the server did not answer as longtable.v1 does".to_owned());
            }
        };
        self.phase = Phase::Online { since: now };
        self.known(&welcome);
        self.tell(Event::State(State::Online));
        self.tell(Event::Welcome(Box::new(welcome)));
        let rooms: Vec<RoomCode> = self.rooms.keys().copied().collect();
        for room in rooms {
            let asked = self.pending.values().any(
                |pending| matches!(&pending.request, Request::Watch { room: asked, .. } if *asked == room),
            );
            if asked {
                self.rooms.entry(room).or_default().asked();
            } else {
                self.watch(room);
            }
        }
        if let Some(follows) = self.follows.clone() {
            self.send(follows, Purpose::Follow, None);
        }
        for (id, pending) in self.pending.iter_mut().filter(|(_, pending)| !pending.sent) {
            pending.sent = true;
            self.out.push_back(Output::Send(encode::request_text(*id, &pending.request)));
        }
    }

    /// Keeps who one is.
    fn known(&mut self, welcome: &Welcome) {
        self.me.clone_from(&welcome.player.id);
        if let Some(key) = &welcome.key {
            self.profile.key = Some(key.clone());
            self.save();
        }
    }

    fn save(&mut self) {
        if let Err(error) = self.profile.save() {
            self.warn(format!(
                "your key could not be kept on disk ({error}); it is lost when this program ends"
            ));
        }
    }

    /// Asks for a room as it is.
    fn watch(&mut self, room: RoomCode) {
        let watched = self.rooms.entry(room).or_default();
        watched.asked();
        let after = watched.seq();
        self.send(Request::Watch { room, after }, Purpose::Watch(room), None);
    }

    /// What the session itself learns from the reply to a program's request.
    fn learn(&mut self, pending: &Pending, reply: &Reply) {
        match (&pending.request, reply) {
            (_, Reply::Created(created)) => self.joined(created.room, pending.again),
            (_, Reply::Seated(seated)) => self.joined(seated.room, pending.again),
            (Request::Rename { name }, Reply::Welcome(_)) => {
                self.profile.name = Some(name.clone());
                self.save();
            }
            (Request::Rooms { follow: Some(true), .. }, Reply::Rooms(_)) => {
                self.follows = Some(pending.request.clone());
            }
            (Request::Rooms { follow: Some(false), .. }, Reply::Rooms(_)) => self.follows = None,
            (Request::Watch { room, .. }, Reply::Error(_)) => _ = self.rooms.remove(room),
            (Request::Act { room, .. }, reply) => {
                if let (Some(watched), Some(draw)) = (self.rooms.get_mut(room), pending.draw) {
                    let concern = match reply {
                        Reply::Error(error) => watched.part.refused(draw, error),
                        _ => watched.part.taken(draw),
                    };
                    concern
                        .into_iter()
                        .for_each(|concern| self.tell(Event::Concern { room: *room, concern }));
                }
            }
            _ => {}
        }
    }

    /// One sits in a room whose updates follow by themselves; but not if the seat was taken on an earlier
    /// connection and this was the same answer again.
    fn joined(&mut self, room: RoomCode, again: bool) {
        if again {
            self.watch(room);
        } else {
            self.rooms.entry(room).or_insert_with(Watched::asked_for);
        }
    }

    /// The reply to a request of the session's own.
    fn internal(&mut self, purpose: Purpose, request: Request, reply: Reply, now: Duration) {
        if let Reply::Error(error) = &reply
            && error.code.is_passing()
            && !matches!(purpose, Purpose::User(_))
        {
            let wait = Duration::from_millis(error.retry_ms.unwrap_or(0)).max(RETRY);
            self.later.push((now + wait, request, purpose));
            return;
        }
        match (purpose, reply) {
            (Purpose::Watch(room), Reply::Error(reason)) => {
                self.rooms.remove(&room);
                self.tell(Event::Dropped { room, reason });
            }
            (Purpose::Follow, Reply::Rooms(rooms)) => self.tell(Event::Push(Push::Rooms(rooms))),
            (Purpose::Link(room, draw), reply) => {
                let Some(watched) = self.rooms.get_mut(&room) else { return };
                let concern = match &reply {
                    Reply::Error(error) => watched.part.refused(draw, error),
                    _ => watched.part.taken(draw),
                };
                concern.into_iter().for_each(|concern| self.tell(Event::Concern { room, concern }));
            }
            (Purpose::LookBack(room), reply) => {
                let entries = match &reply {
                    Reply::History(history) => history.entries.as_slice(),
                    _ => &[],
                };
                let Some(Watched { view: Some(view), part, .. }) = self.rooms.get_mut(&room) else { return };
                let todo = part.look_back(entries, view, &self.me, &mut self.secrets);
                self.carry_out(room, todo);
            }
            (Purpose::Watch(_) | Purpose::Follow | Purpose::User(_), _) => {}
        }
    }

    fn push(&mut self, push: Push, now: Duration) {
        match push {
            Push::Update(update) => return self.update(update),
            Push::Beat { ref rooms } => {
                for (code, seq) in rooms {
                    if let Some(room) = self.rooms.get_mut(code) {
                        room.beat(*seq, now);
                    }
                }
            }
            Push::Said(ref said) => {
                if self.rooms.get_mut(&said.room).is_some_and(|room| !room.is_new(said)) {
                    return;
                }
            }
            Push::Bye { ref reason } => self.bye = Some(reason.clone()),
            Push::Rooms(Rooms { .. }) | Push::Signal(_) | Push::Notice { .. } | Push::Unknown(_) => {}
        }
        self.tell(Event::Push(push));
    }

    fn update(&mut self, update: Box<Update>) {
        let code = update.room;
        // the update may come before the reply to the request that seated one there
        let seats_one = |pending: &Pending| {
            matches!(&pending.request, Request::Create { .. } | Request::Quick { .. })
                || matches!(&pending.request, Request::Sit { room, .. } if *room == code)
        };
        if !self.rooms.contains_key(&code) {
            if !self.pending.values().any(seats_one) {
                return;
            }
            self.joined(code, false);
        }
        let Some(room) = self.rooms.get_mut(&code) else { return };
        let update = match room.take(update) {
            Verdict::News(update) => update,
            Verdict::Rewound(update) => {
                self.warn(format!(
                    "the server has lost a part of what happened in {code}; this is what it has"
                ));
                update
            }
            Verdict::Old => return,
            Verdict::Nonsense => {
                // asked for once, not again and again
                if !room.fresh {
                    self.watch(code);
                }
                return;
            }
        };
        let Some(room) = self.rooms.get_mut(&code) else { return };
        let todo = room.part.update(&update, &self.me, &mut self.secrets);
        self.tell(Event::Push(Push::Update(update)));
        self.carry_out(code, todo);
    }

    fn carry_out(&mut self, room: RoomCode, todo: Vec<Todo>) {
        for todo in todo {
            match todo {
                Todo::Open { draw, link } => {
                    let request = Request::Link { room, draw, link: link.into() };
                    self.send(request, Purpose::Link(room, draw), None);
                }
                Todo::LookBack { r#match, after } => {
                    let request =
                        Request::History { room, r#match: Some(r#match), after: Some(after), limit: None };
                    self.send(request, Purpose::LookBack(room), None);
                }
                Todo::Tell(concern) => self.tell(Event::Concern { room, concern }),
            }
        }
    }

    fn tell(&mut self, event: Event) {
        self.out.push_back(Output::Tell(event));
    }

    fn warn(&mut self, text: String) {
        self.tell(Event::Warning(text));
    }
}

fn kind_of(setup: &Value) -> Option<Kind> {
    Kind::deserialize(setup.get("game")?.get("kind")?).ok()
}
