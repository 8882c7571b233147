//! A person at random: makes rooms, sits, watches, moves, offers, answers, claims, drops, returns, resigns, stands,
//! writes; and in the end goes home, which ends every match that is still played.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::games::Seat;
use engine::setup::Fairness;
use engine::table::{Status, View, What};
use protocol::client::{Concern, Event, RequestError, State, Ticket};
use protocol::{Code, Done, ErrorReply, Push, Reply, Request, RoomCode};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant};

use super::choose::{self, pick};
use super::client::{Client, Told};
use super::seen::{self, seat_of};
use super::world::World;

/// Requests that a person has open at once.
const AT_ONCE: usize = 4;
/// Rooms that a person is in at once.
const ROOMS: usize = 3;
/// How long going home takes at most, with everything in order again.
const GOING_HOME: Duration = Duration::from_secs(300);

pub(crate) struct Person {
    client: Client,
    me: String,
    rooms: BTreeMap<RoomCode, Box<View>>,
    /// Where this person has sat down.
    sat: BTreeSet<RoomCode>,
    asks: BTreeMap<Ticket, Ask>,
    leaving: bool,
}

/// A request without its answer.
struct Ask {
    request: Request,
    /// It is a move that was listed as a whole, decided on what was shown last.
    listed: bool,
}

impl Person {
    pub(crate) fn new(world: &Arc<World>, index: usize, rng: &mut StdRng) -> Self {
        Self {
            client: Client::new(world, index, rng),
            me: String::new(),
            rooms: BTreeMap::new(),
            sat: BTreeSet::new(),
            asks: BTreeMap::new(),
            leaving: false,
        }
    }

    /// A whole evening; gives what this person sent and received, as a digest.
    pub(crate) async fn live(mut self) -> (usize, [u8; 32]) {
        let dusk = self.client.world.dusk;
        let mut next = Instant::now();
        while next < dusk {
            self.until(next).await;
            self.think();
            let ms = match self.client.rng.random_range(0..40) {
                0 => self.client.rng.random_range(5_000..30_000),
                1..=5 => self.client.rng.random_range(1_000..5_000),
                _ => self.client.rng.random_range(20..1_000),
            };
            next = Instant::now() + Duration::from_millis(ms);
        }
        self.go_home().await;
        (self.client.index, self.client.digest())
    }

    async fn until(&mut self, moment: Instant) {
        while Instant::now() < moment {
            self.client.work(moment).await;
            while let Some(told) = self.client.told.pop_front() {
                self.hear(told);
            }
        }
    }

    /// Ends every match that this person plays: the law is that every match can be ended.
    async fn go_home(&mut self) {
        self.leaving = true;
        let by = Instant::now() + GOING_HOME;
        // what was asked before may still seat this person, or take a room out of sight
        while !self.asks.is_empty() && Instant::now() < by {
            self.until(Instant::now() + Duration::from_secs(2)).await;
        }
        // also rooms that were left: an update may have come after that, and none since
        let known: BTreeSet<RoomCode> = self.sat.iter().chain(self.rooms.keys()).copied().collect();
        for room in known {
            self.ask(Request::Watch { room, after: None }, false);
        }
        loop {
            self.until(Instant::now() + Duration::from_secs(2)).await;
            let playing: Vec<RoomCode> = self.rooms.values().filter_map(|view| self.plays_on(view)).collect();
            if playing.is_empty() && self.asks.is_empty() {
                break;
            }
            assert!(
                Instant::now() < by,
                "client {} cannot end {playing:?}, waits for {:?}",
                self.client.index,
                self.asks.values().map(|ask| &ask.request).collect::<Vec<_>>()
            );
            for room in playing {
                if !self.asks.values().any(|ask| ask.request.room() == Some(room)) {
                    self.ask(Request::Resign { room }, false);
                }
            }
        }
        self.client.close().await;
    }

    /// The room, if a match goes on there that this person plays.
    fn plays_on(&self, view: &View) -> Option<RoomCode> {
        let seat = seat_of(view, &self.me)?;
        let out = view.seats[seat].as_ref().is_some_and(|seat| seat.out);
        (view.status == Status::Playing && !out).then(|| view.room.parse().expect("the code of a room"))
    }

    fn ask(&mut self, request: Request, listed: bool) {
        self.client.note(format_args!("asks {request:?}"));
        let ticket = self.client.ask(request.clone());
        self.asks.insert(ticket, Ask { request, listed });
    }

    fn think(&mut self) {
        match self.client.rng.random_range(0..250) {
            0..=1 => return self.client.break_line(),
            2 => {
                let time = Duration::from_millis(self.client.rng.random_range(100..70_000));
                self.client.note(format_args!("stalls for {time:?}"));
                return self.client.stall(time);
            }
            _ => {}
        }
        if self.me.is_empty() || self.asks.len() >= AT_ONCE {
            return;
        }
        let rooms: Vec<RoomCode> = self.rooms.keys().copied().collect();
        let new = rooms.len() < ROOMS && self.client.rng.random_bool(0.04);
        if rooms.is_empty() || new {
            return self.enter();
        }
        let room = pick(&mut self.client.rng, &rooms);
        let view = self.rooms[&room].clone();
        let Some(seat) = seat_of(&view, &self.me) else { return self.watch_on(room) };
        match view.status {
            Status::Playing => self.play(room, &view, seat),
            Status::Waiting => match self.client.rng.random_range(0..20) {
                0 => self.ask(Request::Stand { room }, false),
                1 => self.say(room),
                2 => self.ask(Request::Entropy { room, tip: None }, false),
                3 => self.ask(Request::Sit { room, seat: None, tip: None, token: None }, false),
                _ => {}
            },
            Status::Finished => match self.client.rng.random_range(0..12) {
                0..=2 if !self.answer(room, &view, seat) => {
                    self.ask(Request::Offer { room, what: What::Rematch, tip: None }, false);
                }
                3 => self.ask(Request::Stand { room }, false),
                4..=5 => self.leave(room),
                6 => self.say(room),
                _ => {}
            },
        }
    }

    /// Finds a room, or makes one.
    fn enter(&mut self) {
        let board = self.client.world.board.lock().unwrap().clone();
        let recent = board.len().saturating_sub(6);
        match self.client.rng.random_range(0..20) {
            0..=9 if !board.is_empty() => {
                let room = pick(&mut self.client.rng, &board[recent..]);
                self.ask(Request::Sit { room, seat: None, tip: None, token: None }, false);
            }
            10..=12 if !board.is_empty() => {
                let room = pick(&mut self.client.rng, &board[recent..]);
                self.ask(Request::Watch { room, after: None }, false);
            }
            13..=14 => {
                let setup = choose::plain(&mut self.client.rng);
                self.ask(Request::Quick { setup, tip: None, token: None }, false);
            }
            15 => {
                let (follow, mine) = (Some(self.client.rng.random()), self.client.rng.random());
                self.ask(Request::Rooms { follow, game: None, mine }, false);
            }
            _ => {
                let sit = self.client.rng.random_bool(0.9);
                let setup = choose::setup(&mut self.client.rng);
                self.ask(Request::Create { setup, sit, tip: None, token: None }, false);
            }
        }
    }

    fn leave(&mut self, room: RoomCode) {
        self.rooms.remove(&room);
        self.ask(Request::Unwatch { room }, false);
    }

    /// What somebody without a seat does.
    fn watch_on(&mut self, room: RoomCode) {
        match self.client.rng.random_range(0..20) {
            0..=3 => self.say(room),
            4..=7 => self.ask(Request::Sit { room, seat: None, tip: None, token: None }, false),
            8 => self.ask(Request::Resign { room }, false),
            9..=10 => self.leave(room),
            11 => self.ask(Request::History { room, r#match: None, after: None, limit: Some(20) }, false),
            _ => {}
        }
    }

    /// What somebody in a match does.
    fn play(&mut self, room: RoomCode, view: &View, seat: Seat) {
        if self.client.rng.random_bool(0.5) && self.answer(room, view, seat) {
            return;
        }
        match self.client.rng.random_range(0..120) {
            0..=4 => {
                let what = pick(&mut self.client.rng, &[What::Draw, What::Takeback, What::Takeback]);
                self.ask(Request::Offer { room, what, tip: None }, false);
            }
            5..=7 => self.ask(Request::Claim { room }, false),
            8 => self.ask(Request::Resign { room }, false),
            9..=11 => self.say(room),
            12 => self.ask(Request::Stand { room }, false),
            13 if view.setup.fairness == Fairness::Open => {
                self.ask(Request::Entropy { room, tip: None }, false);
            }
            14..=15 => {
                let seq = view.seq.saturating_sub(self.client.rng.random_range(0..4));
                let mv = pick(&mut self.client.rng, &["roll", "undo", "confirm", "dispute", "done"]);
                self.act(room, seq, json!({"type": mv}), false);
            }
            16 => self.ask(Request::History { room, r#match: None, after: None, limit: Some(20) }, false),
            17 => self.ask(Request::Player { player: self.me.clone() }, false),
            18 => self.leave(room),
            19 => self.ask(Request::Watch { room, after: None }, false),
            _ if view.turn.contains(&seat) => {
                let underway =
                    |ask: &Ask| matches!(&ask.request, Request::Act { room: at, .. } if *at == room);
                if !self.asks.values().any(underway)
                    && let Some((mv, listed)) = choose::listed(&mut self.client.rng, view)
                {
                    self.act(room, view.seq, mv, listed);
                }
            }
            _ => {}
        }
    }

    fn act(&mut self, room: RoomCode, seq: u64, mv: Value, listed: bool) {
        self.ask(Request::Act { room, seq, r#move: mv, link: None }, listed);
    }

    /// Answers an offer of somebody else, if there is one.
    fn answer(&mut self, room: RoomCode, view: &View, seat: Seat) -> bool {
        let open = view.offers.iter().find(|offer| offer.by != seat && !offer.yes.contains(&seat));
        let Some(offer) = open else { return false };
        let (yes, seq) = (self.client.rng.random_bool(0.6), Some(offer.seq));
        self.ask(Request::Answer { room, what: offer.what, yes, seq, tip: None }, false);
        true
    }

    fn say(&mut self, room: RoomCode) {
        let text = pick(&mut self.client.rng, &["Hello!", "gg", "Ñandú \u{202e}?", "  ", "one more?"]);
        self.ask(Request::Say { room, text: text.to_owned() }, false);
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Answer(ticket, answer) => {
                let ask = self.asks.remove(&ticket).expect("an answer to what was asked");
                self.answered(&ask, answer);
            }
            Told::Event(event) => self.event(*event),
        }
    }

    fn event(&mut self, event: Event) {
        let index = self.client.index;
        match event {
            Event::Push(Push::Update(update)) => {
                self.client.world.seen.update(&update);
                self.rooms.insert(update.room, Box::new(update.view));
            }
            Event::Push(_) => {}
            Event::Welcome(welcome) => {
                assert!(
                    self.me.is_empty() || self.me == welcome.player.id,
                    "client {index} is somebody else now"
                );
                self.me.clone_from(&welcome.player.id);
                self.client.world.seen.player(&self.me);
            }
            Event::Dropped { room, reason } => {
                self.client.note(format_args!("may not watch {room} any more: {reason}"));
                self.rooms.remove(&room);
            }
            Event::Concern { room, concern } => {
                self.client.note(format_args!("{room}: {concern}"));
                // a link may go along with a move that is lost or refused, and another cause follow
                let excused = matches!(
                    concern,
                    Concern::Unheard { .. }
                        | Concern::Late { .. }
                        | Concern::UnseenCause { .. }
                        | Concern::TwoCauses { .. }
                );
                assert!(excused, "client {index} in {room}: {concern}");
            }
            // the line stalled before the hello; nobody but the person may dial again then
            Event::State(State::Stopped { reason }) if reason.contains("no hello") => self.client.reconnect(),
            Event::State(State::Stopped { reason }) => panic!("client {index} was sent away: {reason}"),
            Event::State(_) => {}
            Event::Warning(text) => panic!("client {index} is warned: {text}"),
        }
    }

    fn answered(&mut self, ask: &Ask, answer: Result<Reply, RequestError>) {
        if let Err(error) = &answer {
            self.client.note(format_args!("{} is answered: {error}", ask.request.name()));
        }
        match &answer {
            Ok(Reply::Created(created)) => {
                self.client.world.board.lock().unwrap().push(created.room);
                self.client.world.seen.made(&self.me, Some(created.room));
                self.sat.insert(created.room);
            }
            Ok(Reply::Seated(seated)) => _ = self.sat.insert(seated.room),
            Ok(_) | Err(_) => {}
        }
        match (&ask.request, answer) {
            (Request::Act { room, .. }, Ok(Reply::Ok(Done { seq: Some(seq) }))) => {
                self.client.world.seen.act(*room, &self.me, seen::Told::Done(seq));
            }
            (Request::Act { room, r#move, seq, .. }, Err(error)) => {
                if is_unknown(&error) {
                    self.client.world.seen.act(*room, &self.me, seen::Told::Unknown);
                }
                if let RequestError::Refused(ErrorReply { code, message, .. }) = &error {
                    let wrong = matches!(code, Code::IllegalMove | Code::BadMove | Code::NotYourTurn);
                    assert!(!(wrong && ask.listed), "{move} on {seq} of {room} was listed: {message}", move = r#move);
                }
            }
            (Request::Create { .. } | Request::Quick { .. }, Err(error)) if is_unknown(&error) => {
                self.client.world.seen.made(&self.me, None);
            }
            (Request::Watch { room, .. } | Request::Sit { room, .. }, Err(RequestError::Refused(reason))) => {
                self.client.note(format_args!("{room}: {reason}"));
                let passing = reason.code.is_passing();
                if passing && self.leaving {
                    self.ask(ask.request.clone(), false);
                } else if !passing && matches!(ask.request, Request::Watch { .. }) {
                    self.rooms.remove(room);
                }
            }
            (request, Ok(reply)) => assert!(fits(request, &reply), "{request:?} is answered {reply:?}"),
            (_, Err(_)) => {}
        }
    }
}

/// Whether what was asked may have happened.
fn is_unknown(error: &RequestError) -> bool {
    match error {
        RequestError::Refused(error) => error.code == Code::Unavailable,
        RequestError::Lost | RequestError::Stopped(_) => true,
        RequestError::Offline | RequestError::Busy => false,
    }
}

/// Whether this is a reply to that request.
fn fits(request: &Request, reply: &Reply) -> bool {
    match request {
        Request::Create { .. } => matches!(reply, Reply::Created(_)),
        Request::Quick { .. } => matches!(reply, Reply::Created(_) | Reply::Seated(_)),
        Request::Sit { .. } => matches!(reply, Reply::Seated(_)),
        Request::Rooms { .. } => matches!(reply, Reply::Rooms(_)),
        Request::History { .. } => matches!(reply, Reply::History(_)),
        Request::Player { .. } => matches!(reply, Reply::Player(_)),
        _ => matches!(reply, Reply::Ok(_)),
    }
}
