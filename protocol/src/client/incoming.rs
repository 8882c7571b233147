//! What the session does with what the server says: replies to the program and to the session itself, pushes.

use std::time::Duration;

use super::links::Todo;
use super::pending::{Pending, Purpose, RequestError};
use super::rooms::{Verdict, Watched};
use super::session::{Output, Phase, Session};
use super::{Event, State};
use crate::close::Return;
use crate::{Push, Reply, Request, RoomCode, Rooms, Update, Welcome, encode};

/// The least wait before an internal request that was refused for now is sent again.
const RETRY: Duration = Duration::from_millis(250);

impl Session {
    pub(super) fn reply(&mut self, re: u64, reply: Reply, now: Duration) {
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
    pub(super) fn watch(&mut self, room: RoomCode) {
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

    pub(super) fn push(&mut self, push: Push, now: Duration) {
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
}
