//! Puts a [`Session`] on a socket: one Tokio task that dials, reads, writes and keeps the time.
//!
//! A program holds a [`Handle`] to ask with, and a receiver of [`Event`]s. The task ends when the last handle is
//! dropped, or with [`Handle::close`]. A program that does not take its events holds up the reading of the socket,
//! never the memory: at most [`BACKLOG`] events wait, and then the socket does.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rand::{SeedableRng, rngs::StdRng};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode};
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::{
    Address, Event, Loss, Output, Profile, RequestError, Secrets, Session, State, Ticket, config_folder,
};
use crate::{Reply, Request};

/// Events that may wait for the program.
pub const BACKLOG: usize = 4096;
/// How long a connection may take to stand, and a frame to leave.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a message from a server at most: a page of the history with its views is far smaller.
const MESSAGE_BYTES: usize = 16 << 20;

/// How a program wants its session.
#[derive(Debug, Clone)]
pub struct Options {
    /// Name and version of the program, for the server.
    pub client: String,
    /// A name to be known by, instead of the one kept on disk.
    pub name: Option<String>,
    /// Where identity and secrets are kept; in memory only if none.
    pub folder: Option<PathBuf>,
}

impl Options {
    /// Identity and secrets in the user's config folder.
    #[must_use]
    pub fn new(client: impl Into<String>) -> Self {
        Self { client: client.into(), name: None, folder: config_folder() }
    }
}

/// Asks a server through its session. Clones share it.
#[derive(Debug, Clone)]
pub struct Handle {
    commands: mpsc::Sender<Command>,
}

enum Command {
    Request(Box<Request>, oneshot::Sender<Result<Reply, RequestError>>),
    Reconnect,
    Close,
}

impl Handle {
    /// Asks, and waits for the answer, over losses of the connection where that is safe.
    ///
    /// # Errors
    /// If the server refuses, or no answer can come.
    pub async fn request(&self, request: Request) -> Result<Reply, RequestError> {
        let ended = || RequestError::Stopped("it was closed".to_owned());
        let (answer, answered) = oneshot::channel();
        let command = Command::Request(Box::new(request), answer);
        self.commands.send(command).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }

    /// Dials now instead of waiting, also after the session has stopped.
    pub async fn reconnect(&self) {
        // a session that has ended cannot be helped
        let _ = self.commands.send(Command::Reconnect).await;
    }

    /// Ends the session.
    pub async fn close(&self) {
        // a session that has ended is closed
        let _ = self.commands.send(Command::Close).await;
    }
}

/// Starts a session with the server at `address`, on the current Tokio runtime.
///
/// # Errors
/// If a profile is on disk that cannot be read. If nothing can be kept on disk at all, the session goes on in
/// memory with a warning.
pub fn connect(address: &Address, options: Options) -> std::io::Result<(Handle, mpsc::Receiver<Event>)> {
    let (mut profile, secrets) = match &options.folder {
        Some(folder) => (Profile::load(folder, address)?, Secrets::in_folder(folder.join("secrets"))),
        None => (Profile::in_memory(), Secrets::in_memory()),
    };
    let kept = profile.is_kept();
    if options.name.is_some() {
        profile.name = options.name;
    }
    let (commands, inbox) = mpsc::channel(64);
    let (events, program) = mpsc::channel(64);
    let mut driver = Driver {
        session: Session::new(profile, secrets, options.client, StdRng::from_rng(&mut rand::rng())),
        url: address.socket(),
        began: Instant::now(),
        inbox,
        events,
        backlog: VecDeque::new(),
        answers: BTreeMap::new(),
        next_ticket: 0,
        link: Link::Down,
    };
    if !kept {
        let text = "there is no folder for your key: you are a new player each time this program starts";
        driver.backlog.push_back(Event::Warning(text.to_owned()));
    }
    tokio::spawn(driver.run());
    Ok((Handle { commands }, program))
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Dialing = Pin<Box<dyn Future<Output = Result<Box<Socket>, Loss>> + Send>>;

/// The connection as the driver holds it.
enum Link {
    Down,
    Dialing(Dialing),
    Up(Box<Socket>),
}

/// What woke the driver.
enum Woken {
    Command(Option<Command>),
    Dialled(Result<Box<Socket>, Loss>),
    Message(Option<Result<Message, SocketError>>),
    Deadline,
    /// The program has taken an event, or is gone.
    Told,
}

struct Driver {
    session: Session,
    url: String,
    /// The session counts time from here.
    began: Instant,
    inbox: mpsc::Receiver<Command>,
    events: mpsc::Sender<Event>,
    /// Events that the program has not taken yet: a program that waits for an answer may not be reading them.
    backlog: VecDeque<Event>,
    /// Who waits for the answer to which ticket.
    answers: BTreeMap<Ticket, oneshot::Sender<Result<Reply, RequestError>>>,
    next_ticket: u64,
    link: Link,
}

impl Driver {
    async fn run(mut self) {
        loop {
            self.carry_out().await;
            let now = self.began.elapsed();
            match self.woken().await {
                Woken::Command(Some(Command::Request(request, answer))) => {
                    let ticket = Ticket(self.next_ticket);
                    self.next_ticket += 1;
                    self.answers.insert(ticket, answer);
                    self.session.request(ticket, *request);
                }
                Woken::Command(Some(Command::Reconnect)) => self.session.reconnect(now),
                Woken::Command(Some(Command::Close) | None) => break,
                Woken::Dialled(Ok(socket)) => {
                    self.link = Link::Up(socket);
                    self.session.connected(self.began.elapsed());
                }
                Woken::Dialled(Err(loss)) => self.lost(&loss),
                Woken::Message(message) => self.message(message),
                Woken::Deadline => self.session.tick(self.began.elapsed()),
                Woken::Told => {}
            }
        }
        if let Link::Up(mut socket) = self.link {
            let close = CloseFrame { code: CloseCode::Normal, reason: "".into() };
            // a server that does not hear it will notice the end of the connection
            let _ = timeout(Duration::from_secs(1), WebSocketStream::close(&mut socket, Some(close))).await;
        }
    }

    /// Waits for the next thing to happen. Every branch can be dropped without losing anything.
    async fn woken(&mut self) -> Woken {
        let deadline = self.session.deadline().map(|at| self.began + at);
        let reading = self.backlog.len() < BACKLOG;
        let link = async {
            match &mut self.link {
                Link::Down => std::future::pending().await,
                Link::Dialing(dialing) => Woken::Dialled(dialing.await),
                Link::Up(socket) if reading => Woken::Message(socket.next().await),
                Link::Up(_) => std::future::pending().await,
            }
        };
        let clock = async {
            match deadline {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let tell = async {
            if self.backlog.is_empty() || self.events.is_closed() {
                return std::future::pending().await;
            }
            self.events.reserve().await
        };
        tokio::select! {
            biased;
            permit = tell => {
                match (permit, self.backlog.pop_front()) {
                    (Ok(permit), Some(event)) => permit.send(event),
                    // the program does not want events any more; its requests are still served
                    (Ok(_) | Err(_), _) => self.backlog.clear(),
                }
                Woken::Told
            }
            command = self.inbox.recv() => Woken::Command(command),
            woken = link => woken,
            () = clock => Woken::Deadline,
        }
    }

    /// Does what the session wants done.
    async fn carry_out(&mut self) {
        while let Some(output) = self.session.output() {
            match output {
                Output::Dial => self.link = Link::Dialing(Box::pin(dial(self.url.clone()))),
                Output::Hangup => self.link = Link::Down,
                Output::Answer(ticket, answer) => {
                    if let Some(waiting) = self.answers.remove(&ticket) {
                        // whoever asked may have stopped waiting
                        let _ = waiting.send(answer);
                    }
                }
                Output::Tell(event) => {
                    if matches!(event, Event::State(State::Stopped { .. })) {
                        self.link = Link::Down;
                    }
                    if !self.events.is_closed() {
                        self.backlog.push_back(event);
                    }
                }
                Output::Send(text) => {
                    let Link::Up(socket) = &mut self.link else { continue };
                    let loss = match timeout(PATIENCE, socket.send(Message::text(text))).await {
                        Ok(Ok(())) => continue,
                        // what the server said before it closed may still be there to be read
                        Ok(Err(
                            SocketError::ConnectionClosed
                            | SocketError::AlreadyClosed
                            | SocketError::Protocol(_),
                        )) => {
                            continue;
                        }
                        Ok(Err(error)) => Loss::Broken(error.to_string()),
                        Err(_) => Loss::Broken("the connection takes nothing any more".to_owned()),
                    };
                    self.lost(&loss);
                }
            }
        }
    }

    fn message(&mut self, message: Option<Result<Message, SocketError>>) {
        let now = self.began.elapsed();
        match message {
            Some(Ok(Message::Text(text))) => self.session.received(&text, now),
            Some(Ok(Message::Close(frame))) => {
                let (code, reason) = frame.map_or((None, String::new()), |frame| {
                    (Some(u16::from(frame.code)), frame.reason.as_str().to_owned())
                });
                self.lost(&Loss::Closed { code, reason });
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {
                self.session.heard(now);
            }
            Some(Err(error)) => self.lost(&Loss::Broken(error.to_string())),
            None => self.lost(&Loss::Broken("the connection was cut".to_owned())),
        }
    }

    fn lost(&mut self, loss: &Loss) {
        self.link = Link::Down;
        self.session.lost(loss, self.began.elapsed());
    }
}

/// Opens a connection.
async fn dial(url: String) -> Result<Box<Socket>, Loss> {
    let broken = |error: SocketError| Loss::Broken(error.to_string());
    let mut request = url.into_client_request().map_err(broken)?;
    request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static("longtable.v1"));
    let config = WebSocketConfig::default()
        .read_buffer_size(16 * 1024)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let dialled = timeout(PATIENCE, connect_socket(request, config)).await;
    match dialled.map_err(|_| Loss::Broken("the server does not answer".to_owned()))? {
        Ok(socket) => Ok(Box::new(socket)),
        Err(SocketError::Http(response)) => Err(Loss::Refused { status: response.status().as_u16() }),
        Err(SocketError::Protocol(ProtocolError::SecWebSocketSubProtocolError(_))) => Err(Loss::Foreign),
        Err(error) => Err(broken(error)),
    }
}

type Upgrade = tokio_tungstenite::tungstenite::handshake::client::Request;

#[cfg(not(feature = "tls"))]
async fn connect_socket(request: Upgrade, config: WebSocketConfig) -> Result<Socket, SocketError> {
    // no delay: a move is one small frame
    let (socket, _) = tokio_tungstenite::connect_async_with_config(request, Some(config), true).await?;
    Ok(socket)
}

#[cfg(feature = "tls")]
async fn connect_socket(request: Upgrade, config: WebSocketConfig) -> Result<Socket, SocketError> {
    use std::sync::Arc;

    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    // the provider is named, since another crate of the program may bring a second one
    let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| SocketError::Io(std::io::Error::other(error)))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = tokio_tungstenite::Connector::Rustls(Arc::new(tls));
    let connected =
        tokio_tungstenite::connect_async_tls_with_config(request, Some(config), true, Some(connector))
            .await?;
    Ok(connected.0)
}
