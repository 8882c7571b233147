//! One person: the session of a client on a cheap socket, and somebody who thinks, moves, writes, and loses the line.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::games::Kind;
use engine::table::{Status, View, What};
use protocol::client::{
    Address, Event, Loss, Output, Profile, RequestError, Secrets, Session, State, Ticket,
};
use protocol::{Code, Push, Reply, Request, RoomCode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::{Evening, Manners, choose};
use crate::Result;
use crate::socket::{Socket, Window};

/// What somebody came for.
pub(crate) enum Role {
    /// To make a room of this game, tell the others of it, and play.
    Host(Kind, watch::Sender<Option<RoomCode>>),
    /// To play in the room.
    Guest(watch::Receiver<Option<RoomCode>>),
    /// To watch the room.
    Watcher(watch::Receiver<Option<RoomCode>>),
    /// To look at the list of rooms.
    Follower,
}

/// Somebody with a client.
pub(crate) struct Person {
    place: Arc<Address>,
    evening: Arc<Evening>,
    manners: Manners,
    role: Role,
    rng: StdRng,
    session: Session,
    socket: Option<Socket>,
    began: Instant,
    dialled: Instant,
    me: String,
    view: Option<View>,
    tickets: u64,
    asked: BTreeMap<Ticket, (Instant, Request)>,
}

impl Person {
    /// Somebody who has not come yet.
    pub(crate) fn new(place: Arc<Address>, evening: Arc<Evening>, manners: Manners, role: Role) -> Self {
        let mut rng = StdRng::from_rng(&mut rand::rng());
        let client = concat!("longtable-bench/", env!("CARGO_PKG_VERSION"));
        let (profile, secrets) = (Profile::in_memory(), Secrets::in_memory());
        let session = Session::new(profile, secrets, client, StdRng::from_rng(&mut rng));
        Self {
            place,
            evening,
            manners,
            role,
            rng,
            session,
            socket: None,
            began: Instant::now(),
            dialled: Instant::now(),
            me: String::new(),
            view: None,
            tickets: 0,
            asked: BTreeMap::new(),
        }
    }

    /// Stays until the task is ended.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not want this client any more.
    pub(crate) async fn stay(mut self) -> Result<()> {
        let arrival = match &mut self.role {
            Role::Host(kind, _) => {
                let setup = choose::setup(*kind);
                Request::Create { setup, sit: true, tip: None, token: None }
            }
            Role::Guest(room) => {
                let room = told(room).await?;
                Request::Sit { room, seat: None, tip: None, token: None }
            }
            Role::Watcher(room) => Request::Watch { room: told(room).await?, after: None },
            Role::Follower => Request::Rooms { follow: Some(true), game: None, mine: false },
        };
        self.ask(arrival);
        let mut next_deed = self.in_a_while();
        loop {
            self.carry_out().await?;
            let deadline = self.session.deadline().map(|at| self.began + at);
            let reading = async {
                match &mut self.socket {
                    Some(socket) => socket.text().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                text = reading => match text {
                    Ok(text) => self.session.received(&text, self.began.elapsed()),
                    Err(error) => self.lose(&error.to_string()),
                },
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                    self.session.tick(self.began.elapsed());
                }
                () = sleep_until(next_deed) => {
                    self.deed();
                    next_deed = self.in_a_while();
                }
            }
        }
    }

    fn in_a_while(&mut self) -> Instant {
        Instant::now() + self.manners.think.mul_f64(self.rng.random_range(0.2..1.8))
    }

    fn ask(&mut self, request: Request) {
        self.tickets += 1;
        self.asked.insert(Ticket(self.tickets), (Instant::now(), request.clone()));
        self.session.request(Ticket(self.tickets), request);
    }

    fn lose(&mut self, why: &str) {
        self.socket = None;
        self.session.lost(&Loss::Broken(why.to_owned()), self.began.elapsed());
    }

    /// Does the next thing.
    fn deed(&mut self) {
        if self.socket.is_some() && self.rng.random_bool(self.manners.drop) {
            self.evening.count(&self.evening.drops);
            return self.lose("the line was cut");
        }
        // who waits for an answer does nothing else
        let Some(view) = self.view.as_ref().filter(|_| self.asked.is_empty()) else { return };
        let Ok(room) = view.room.parse::<RoomCode>() else { return };
        if self.rng.random_bool(self.manners.chat) {
            self.evening.count(&self.evening.said);
            return self.ask(Request::Say { room, text: "what a lovely evening this is".to_owned() });
        }
        let mine = |seat: &Option<engine::table::SeatView>| {
            seat.as_ref().is_some_and(|seat| seat.player.id == self.me)
        };
        let Some(seat) = view.seats.iter().position(mine) else { return };
        if view.status == Status::Finished {
            let offer = view.offers.iter().find(|offer| offer.what == What::Rematch);
            let request = match offer {
                None => Request::Offer { room, what: What::Rematch, tip: None },
                Some(offer) if offer.by == seat || offer.yes.contains(&seat) => return,
                Some(offer) => {
                    let seq = Some(offer.seq);
                    Request::Answer { room, what: What::Rematch, yes: true, seq, tip: None }
                }
            };
            return self.ask(request);
        }
        if !view.turn.contains(&seat) {
            return;
        }
        if let Some(mv) = choose::mv(view, &mut self.rng) {
            let seq = view.seq;
            self.ask(Request::Act { room, seq, r#move: mv, link: None });
        }
    }

    /// Does what the session wants done.
    async fn carry_out(&mut self) -> Result<()> {
        while let Some(output) = self.session.output() {
            match output {
                Output::Dial => {
                    self.dialled = Instant::now();
                    match Socket::dial(&self.place, Window::Usual).await {
                        Ok(socket) => {
                            self.socket = Some(socket);
                            self.session.connected(self.began.elapsed());
                        }
                        Err(error) => self.lose(&error.to_string()),
                    }
                }
                Output::Hangup => self.socket = None,
                Output::Send(text) => {
                    let Some(socket) = &mut self.socket else { continue };
                    if let Err(error) = socket.send_text(text).await {
                        self.lose(&error.to_string());
                    }
                }
                Output::Answer(ticket, answer) => self.answer(ticket, answer)?,
                Output::Tell(event) => self.hear(event)?,
            }
        }
        Ok(())
    }

    fn answer(&mut self, ticket: Ticket, answer: std::result::Result<Reply, RequestError>) -> Result<()> {
        let Some((asked, request)) = self.asked.remove(&ticket) else { return Ok(()) };
        let evening = &self.evening;
        match answer {
            Ok(reply) => {
                evening.count(&evening.requests);
                if evening.counting() {
                    evening.answered.record(asked.elapsed());
                }
                if let Request::Act { .. } = request {
                    evening.count(&evening.moves);
                }
                if let (Reply::Created(created), Role::Host(_, tell)) = (reply, &self.role) {
                    tell.send_replace(Some(created.room));
                }
            }
            // two do the same at once, or the position has changed meanwhile
            Err(RequestError::Refused(error)) => {
                evening.count(&evening.refused);
                if matches!(error.code, Code::ServerFull | Code::BadSetup | Code::RateLimited) {
                    return Err(
                        format!("the server refuses: {error}; it should run with --limits off").into()
                    );
                }
            }
            Err(RequestError::Offline | RequestError::Lost | RequestError::Busy) => {}
            Err(RequestError::Stopped(why)) => return Err(why.into()),
        }
        Ok(())
    }

    fn hear(&mut self, event: Event) -> Result<()> {
        let evening = &self.evening;
        match event {
            Event::Welcome(welcome) => {
                self.me = welcome.player.id;
                if evening.counting() {
                    evening.returned.record(self.dialled.elapsed());
                }
            }
            Event::Push(push) => {
                evening.count(&evening.pushes);
                if let Push::Update(update) = push {
                    let was_playing = self.view.as_ref().is_some_and(|view| view.status == Status::Playing);
                    if matches!(self.role, Role::Host(..))
                        && was_playing
                        && update.view.status == Status::Finished
                    {
                        evening.count(&evening.matches);
                    }
                    self.view = Some(update.view);
                }
            }
            Event::Concern { .. } => evening.count(&evening.concerns),
            Event::Dropped { reason, .. } => return Err(reason.to_string().into()),
            Event::State(State::Stopped { reason }) => return Err(reason.into()),
            Event::State(State::Connecting | State::Online | State::Reconnecting { .. })
            | Event::Warning(_) => {}
        }
        Ok(())
    }
}

/// The room, once its host has made it.
async fn told(room: &mut watch::Receiver<Option<RoomCode>>) -> Result<RoomCode> {
    let room = *room.wait_for(Option::is_some).await.map_err(|_| "the host has left")?;
    room.ok_or_else(|| "the host has made no room".into())
}
