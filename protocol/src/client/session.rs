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
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use serde_json::Value;

use super::backoff::Backoff;
use super::pending::{Pending, Purpose, may_repeat};
use super::rooms::Watched;
use super::{Concern, Event, Loss, Profile, RequestError, Secrets, State, Ticket};
use crate::close::Return;
use crate::{Frame, Reply, Request, RoomCode, encode};

/// A client that hears nothing for this long takes the connection for dead.
pub const SILENCE: Duration = Duration::from_secs(50);
/// Requests that may wait for a connection or their replies.
const WAITING: usize = 256;

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

/// Where the session is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phase {
    Dialing,
    Greeting { hello: u64 },
    Online { since: Duration },
    Waiting { until: Duration },
    Stopped { reason: String },
}

/// The session of a client with one server.
#[derive(Debug)]
pub struct Session {
    pub(super) phase: Phase,
    pub(super) profile: Profile,
    pub(super) secrets: Secrets,
    pub(super) client: String,
    /// One's public id, once known.
    pub(super) me: String,
    pub(super) next_id: u64,
    /// In the order of their ids, in which they were sent.
    pub(super) pending: BTreeMap<u64, Pending>,
    pub(super) rooms: BTreeMap<RoomCode, Watched>,
    /// The request that follows the list of rooms.
    pub(super) follows: Option<Request>,
    /// Internal requests that were refused for now.
    pub(super) later: Vec<(Duration, Request, Purpose)>,
    pub(super) heard: Duration,
    /// Why the server is about to close.
    pub(super) bye: Option<String>,
    /// Why the connection was lost.
    pub(super) reason: String,
    pub(super) backoff: Backoff,
    chance: StdRng,
    pub(super) out: VecDeque<Output>,
}

impl Session {
    /// A session that is about to dial. `client` is its name and version for the server; from `chance` come
    /// the secrets of chains, tokens, and how attempts are spread, so nobody else may know its seed.
    #[must_use]
    pub fn new(profile: Profile, secrets: Secrets, client: impl Into<String>, mut chance: StdRng) -> Self {
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
            backoff: Backoff::new(StdRng::from_rng(&mut chance)),
            chance,
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
            *token = Some(format!("{:032x}", self.chance.random::<u128>()));
        }
        if let Some(tip @ None) = tip {
            // a game that is not known here may need many
            let len = kind.map_or(MAX_LINKS / 2, Kind::chain_len);
            let (new, kept) = self.secrets.make(len, &mut self.chance);
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

    pub(super) fn send(&mut self, request: Request, purpose: Purpose, draw: Option<u32>) {
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
    pub(super) fn wait(&mut self, how: Return, least: Duration, now: Duration) {
        let online = match self.phase {
            Phase::Online { since } => Some(since),
            Phase::Dialing | Phase::Greeting { .. } | Phase::Waiting { .. } | Phase::Stopped { .. } => None,
        };
        let next_in = self.backoff.lost(how, online, now).max(least);
        self.let_go();
        self.phase = Phase::Waiting { until: now + next_in };
        self.reconnecting(next_in, now);
    }

    pub(super) fn stop(&mut self, reason: String) {
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

    pub(super) fn tell(&mut self, event: Event) {
        self.out.push_back(Output::Tell(event));
    }

    pub(super) fn warn(&mut self, text: String) {
        self.tell(Event::Warning(text));
    }
}

fn kind_of(setup: &Value) -> Option<Kind> {
    Kind::deserialize(setup.get("game")?.get("kind")?).ok()
}
