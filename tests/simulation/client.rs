//! A client: the session of real clients on a simulated line that is slow, breaks and stalls.
//!
//! What a client sends arrives at moments that are its own (a millisecond of each [`SLOTS`]), one request after the
//! answer to the one before: so no two clients' requests race within one tick of the clock, where the order would be
//! Tokio's choice, and the same seed gives the same run. Many requests at once are left to liars.

use std::collections::VecDeque;
use std::future::pending;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use protocol::client::{Event, Loss, Output, Profile, RequestError, Secrets, Session, State, Ticket};
use protocol::{Reply, Request};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use tokio::io::DuplexStream;
use tokio::time::{Duration, Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_util::sync::CancellationToken;

use super::world::World;

/// How many clients a run may have.
pub(crate) const SLOTS: u64 = 16;
/// How long a connection may take to stand, and a frame to leave.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) type Socket = WebSocketStream<DuplexStream>;
type Dialled = Result<(Box<Socket>, CancellationToken), Loss>;

enum Link {
    Down,
    Dialing(Pin<Box<dyn Future<Output = Dialled> + Send>>),
    Up(Box<Socket>, CancellationToken),
}

/// What a client is told.
pub(crate) enum Told {
    Answer(Ticket, Result<Reply, RequestError>),
    Event(Box<Event>),
}

enum Woken {
    Dialled(Dialled),
    Message(Option<Result<Message, Error>>),
    Gone,
    Leaves,
    Deadline,
    Time,
}

pub(crate) struct Client {
    pub(crate) world: Arc<World>,
    pub(crate) index: usize,
    pub(crate) rng: StdRng,
    pub(crate) told: VecDeque<Told>,
    session: Session,
    link: Link,
    /// What is on its way, and when it arrives at the earliest.
    outbox: VecDeque<(Instant, String)>,
    /// A request is not answered yet.
    waits: bool,
    /// Nothing is read or written before then.
    stalled: Instant,
    /// Frames take this long at most.
    lag: u64,
    next_ticket: u64,
    trace: Sha256,
}

impl Client {
    pub(crate) fn new(world: &Arc<World>, index: usize, rng: &mut StdRng) -> Self {
        let mut rng = StdRng::from_rng(rng);
        let chance = StdRng::from_rng(&mut rng);
        let mut profile = Profile::in_memory();
        profile.name = rng.random_bool(0.8).then(|| format!("Player {index}"));
        Self {
            world: Arc::clone(world),
            index,
            told: VecDeque::new(),
            session: Session::new(profile, Secrets::in_memory(), "simulation/1", chance),
            link: Link::Down,
            outbox: VecDeque::new(),
            waits: false,
            stalled: Instant::now(),
            lag: rng.random_range(1..=60),
            next_ticket: 0,
            trace: Sha256::new(),
            rng,
        }
    }

    /// Asks for something.
    pub(crate) fn ask(&mut self, request: Request) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.session.request(ticket, request);
        ticket
    }

    /// The person wants to be connected after all.
    pub(crate) fn reconnect(&mut self) {
        self.session.reconnect(self.now());
    }

    pub(crate) fn note(&self, what: impl std::fmt::Display) {
        self.world.plan.note(format_args!("client {}", self.index), what);
    }

    /// The line breaks.
    pub(crate) fn break_line(&mut self) {
        if matches!(self.link, Link::Up(..)) {
            self.lost(&Loss::Broken("as the seed says".to_owned()));
        }
    }

    /// The line carries nothing for a while, in neither direction, and nobody is told.
    pub(crate) fn stall(&mut self, time: Duration) {
        self.stalled = Instant::now() + time;
    }

    /// What was sent and received so far.
    pub(crate) fn digest(self) -> [u8; 32] {
        self.trace.finalize().into()
    }

    /// Sends, receives and keeps the session's time until the client is told something or `until` has come.
    pub(crate) async fn work(&mut self, until: Instant) {
        loop {
            self.carry_out();
            if !self.told.is_empty() {
                return;
            }
            match self.woken(until).await {
                Woken::Dialled(Ok((socket, gone))) => {
                    self.link = Link::Up(socket, gone);
                    self.session.connected(self.now());
                }
                Woken::Dialled(Err(loss)) => self.lost(&loss),
                Woken::Message(message) => self.message(message),
                Woken::Gone => self.lost(&Loss::Broken("the server's machine is gone".to_owned())),
                Woken::Leaves => self.send_next().await,
                Woken::Deadline => self.session.tick(self.now()),
                Woken::Time => return,
            }
        }
    }

    /// Says goodbye.
    pub(crate) async fn close(&mut self) {
        if let Link::Up(socket, _) = &mut self.link {
            // a server that is gone does not answer
            let _ = timeout(PATIENCE, WebSocketStream::close(socket, None)).await;
        }
        self.link = Link::Down;
    }

    fn now(&self) -> Duration {
        self.world.began.elapsed()
    }

    /// The first moment of this client's own, at least `ms` from now.
    fn slot(&self, ms: u64) -> Instant {
        self.own(Instant::now() + Duration::from_millis(ms))
    }

    /// The first moment of this client's own that is not before `moment`.
    fn own(&self, moment: Instant) -> Instant {
        let ms = u64::try_from(moment.duration_since(self.world.began).as_millis()).unwrap();
        let own = self.index as u64 % SLOTS;
        self.world.began + Duration::from_millis(ms + (own + SLOTS - ms % SLOTS) % SLOTS)
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.session.output() {
            match output {
                Output::Dial => self.dial(),
                Output::Hangup => self.hang_up(),
                Output::Answer(ticket, answer) => self.told.push_back(Told::Answer(ticket, answer)),
                Output::Tell(event) => {
                    if matches!(event, Event::State(State::Stopped { .. })) {
                        self.hang_up();
                    }
                    self.told.push_back(Told::Event(Box::new(event)));
                }
                Output::Send(text) => {
                    let lag = self.rng.random_range(0..=self.lag);
                    self.outbox.push_back((Instant::now() + Duration::from_millis(lag), text));
                }
            }
        }
    }

    fn dial(&mut self) {
        let lag = self.rng.random_range(0..=self.lag * 2);
        let at = self.slot(lag);
        let server = self.rng.random_range(0..self.world.cluster.size());
        let address = IpAddr::from(Ipv4Addr::new(10, 0, 0, self.index as u8));
        let cluster = Arc::clone(&self.world.cluster);
        let broken = |why: String| Loss::Broken(why);
        self.link = Link::Dialing(Box::pin(async move {
            sleep_until(at).await;
            let refused = || broken("nobody listens".to_owned());
            let (line, gone) = cluster.dial(server, address).ok_or_else(refused)?;
            let mut request =
                "ws://longtable.example/ws".into_client_request().map_err(|e| broken(e.to_string()))?;
            let spoken = "longtable.v1".parse().expect("a header");
            request.headers_mut().insert("sec-websocket-protocol", spoken);
            let dialled = timeout(PATIENCE, tokio_tungstenite::client_async(request, line)).await;
            match dialled.map_err(|_| broken("the server does not answer".to_owned()))? {
                Ok((socket, _)) => Ok((Box::new(socket), gone)),
                Err(Error::Http(response)) => Err(Loss::Refused { status: response.status().as_u16() }),
                Err(error) => Err(broken(error.to_string())),
            }
        }));
    }

    fn hang_up(&mut self) {
        self.link = Link::Down;
        self.outbox.clear();
        self.waits = false;
    }

    fn lost(&mut self, loss: &Loss) {
        self.hang_up();
        self.note(format_args!("{loss:?}"));
        self.session.lost(loss, self.now());
    }

    fn record(&mut self, direction: char, text: &str) {
        self.world.plan.frame(format_args!("client {}", self.index), direction, text);
        self.trace.update(self.now().as_millis().to_be_bytes());
        self.trace.update(direction.to_string());
        self.trace.update(text);
    }

    async fn woken(&mut self, until: Instant) -> Woken {
        let stalled = self.stalled;
        let deadline = self.session.deadline().map(|at| self.world.began + at);
        let free = matches!(self.link, Link::Up(..)) && !self.waits;
        let next = self.outbox.front().filter(|_| free);
        let leaves = next.map(|(at, _)| self.own((*at).max(stalled).max(Instant::now())));
        let link = async {
            match &mut self.link {
                Link::Down => pending().await,
                Link::Dialing(dialing) => Woken::Dialled(dialing.await),
                Link::Up(socket, gone) => {
                    tokio::select! {
                        biased;
                        () = gone.cancelled() => Woken::Gone,
                        message = async {
                            sleep_until(stalled).await;
                            socket.next().await
                        } => Woken::Message(message),
                    }
                }
            }
        };
        tokio::select! {
            biased;
            woken = link => woken,
            () = sleep_until(leaves.unwrap_or(until)), if leaves.is_some() => Woken::Leaves,
            () = sleep_until(deadline.unwrap_or(until)), if deadline.is_some() => Woken::Deadline,
            () = sleep_until(until) => Woken::Time,
        }
    }

    async fn send_next(&mut self) {
        let Some((_, text)) = self.outbox.pop_front() else { return };
        self.record('>', &text);
        self.waits = true;
        let Link::Up(socket, _) = &mut self.link else { return };
        let loss = match timeout(PATIENCE, socket.send(Message::text(text))).await {
            // what the server said before it closed may still be there to be read
            Ok(Ok(()) | Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_))) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the connection takes nothing any more".to_owned(),
        };
        self.lost(&Loss::Broken(loss));
    }

    fn message(&mut self, message: Option<Result<Message, Error>>) {
        match message {
            Some(Ok(Message::Text(text))) => {
                self.record('<', &text);
                self.waits &= !text.starts_with("{\"re\":");
                self.session.received(&text, self.now());
            }
            Some(Ok(Message::Close(frame))) => {
                let (code, reason) = frame.map_or((None, String::new()), |frame| {
                    (Some(u16::from(frame.code)), frame.reason.as_str().to_owned())
                });
                self.record('!', &reason);
                self.lost(&Loss::Closed { code, reason });
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {
                self.session.heard(self.now());
            }
            Some(Err(error)) => self.lost(&Loss::Broken(error.to_string())),
            None => self.lost(&Loss::Broken("the connection was cut".to_owned())),
        }
    }
}
