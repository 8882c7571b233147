//! The boundary to the session: what it tells, in this client's own terms, and requests sent with their purpose.

use std::path::PathBuf;
use std::time::Duration;

use protocol::client::{
    Address, Event, Handle, Options, Profile, RequestError, State, config_folder, connect,
};
use protocol::{Push, Reply, Request, RoomCode, Welcome};
use tokio::sync::mpsc;

use crate::app::Ask;
use crate::failure::Failure;
use crate::flags::Global;
use crate::words;

/// The connection, as a person should know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The first attempt is under way.
    Connecting,
    /// All is well.
    Connected,
    /// It was lost and is being made again.
    Reconnecting {
        /// How many attempts there were.
        attempt: u32,
    },
    /// It was lost for good; why, harmless to show.
    Ended(String),
}

impl Link {
    /// Whether what is shown is as new as the server's.
    pub fn is_up(&self) -> bool {
        *self == Self::Connected
    }

    /// Why it was lost for good, if it was.
    pub fn ended(&self) -> Option<&str> {
        match self {
            Self::Ended(why) => Some(why),
            Self::Connecting | Self::Connected | Self::Reconnecting { .. } => None,
        }
    }

    /// In a few words, for people.
    pub fn label(&self) -> String {
        match self {
            Self::Connecting => "connecting".to_owned(),
            Self::Connected => "connected".to_owned(),
            Self::Reconnecting { attempt: 0 } => "reconnecting".to_owned(),
            Self::Reconnecting { attempt } => format!("reconnecting (attempt {attempt})"),
            Self::Ended(why) => format!("not connected ({why})"),
        }
    }

    /// In one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Connecting => "connecting",
            Self::Connected => "connected",
            Self::Reconnecting { .. } => "reconnecting",
            Self::Ended(_) => "ended",
        }
    }
}

/// What the session tells.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// The connection has changed.
    Link(Link),
    /// Who one is.
    Welcome(Box<Welcome>),
    /// A push of the server.
    Push(Push),
    /// A room is shown no longer.
    Dropped {
        /// Which.
        room: RoomCode,
        /// Why.
        text: String,
    },
    /// The session's checks have found something that a person has to know.
    Warning {
        /// Which room it is about.
        room: Option<RoomCode>,
        /// One or two sentences.
        text: String,
    },
}

impl From<Event> for News {
    fn from(event: Event) -> Self {
        match event {
            Event::State(State::Connecting) => Self::Link(Link::Connecting),
            Event::State(State::Online) => Self::Link(Link::Connected),
            Event::State(State::Reconnecting { attempt, .. }) => Self::Link(Link::Reconnecting { attempt }),
            Event::State(State::Stopped { reason }) => Self::Link(Link::Ended(words::shown_line(&reason))),
            Event::Welcome(welcome) => Self::Welcome(welcome),
            Event::Push(push) => Self::Push(push),
            Event::Dropped { room, reason } => Self::Dropped { room, text: reason.message },
            Event::Concern { room, concern } => Self::Warning { room: Some(room), text: concern.to_string() },
            Event::Warning(text) => Self::Warning { room: None, text },
        }
    }
}

/// What comes in.
#[derive(Debug)]
pub enum Incoming {
    /// The session tells something.
    News(News),
    /// The answer to a request.
    Answer(Ask, Result<Reply, RequestError>),
}

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_millis(400);

/// The session, and the answers that are on their way.
#[derive(Debug)]
pub struct Net {
    handle: Handle,
    events: mpsc::Receiver<Event>,
    answers: mpsc::UnboundedReceiver<(Ask, Result<Reply, RequestError>)>,
    answer: mpsc::UnboundedSender<(Ask, Result<Reply, RequestError>)>,
    server: String,
}

impl Net {
    /// Starts the session that the command line asks for.
    ///
    /// # Errors
    /// If the address is none, or the identity on disk cannot be read.
    pub fn connect(global: &Global) -> Result<Self, Failure> {
        let address = address(global)?;
        let options = Options {
            name: global.name.clone(),
            folder: folder(global)?,
            ..Options::new(concat!("longtable/", env!("CARGO_PKG_VERSION")))
        };
        let (handle, events) = connect(&address, options).map_err(Failure::file)?;
        // as many as one has asked for, which is bounded by what one types
        let (answer, answers) = mpsc::unbounded_channel();
        Ok(Self { handle, events, answers, answer, server: address.page() })
    }

    /// Sends a request; its answer comes with what it was asked for.
    pub fn send(&self, ask: Ask, request: Request) {
        let (handle, answer) = (self.handle.clone(), self.answer.clone());
        tokio::spawn(async move {
            let reply = handle.request(request).await;
            // at the end of the program nobody waits any more
            let _ = answer.send((ask, reply));
        });
    }

    /// The next thing that comes in.
    pub async fn next(&mut self) -> Incoming {
        tokio::select! {
            // what happened before an answer is told before it
            biased;
            event = self.events.recv() => match event {
                Some(event) => Incoming::News(event.into()),
                None => Incoming::News(News::Link(Link::Ended("the session has ended".to_owned()))),
            },
            Some((ask, reply)) = self.answers.recv() => Incoming::Answer(ask, reply),
        }
    }

    /// Dials now, also after the session has stopped.
    pub async fn reconnect(&self) {
        self.handle.reconnect().await;
    }

    /// Says goodbye to the server, so that others see at once that one has left; a server that is not there is not
    /// waited for.
    pub async fn close(mut self) {
        let goodbye = async {
            self.handle.close().await;
            while self.events.recv().await.is_some() {}
        };
        let _ = tokio::time::timeout(GOODBYE, goodbye).await;
    }

    /// That the server is not there, in a sentence.
    pub fn unreachable(&self) -> String {
        format!("no Longtable server answers at {}; --server or LONGTABLE_SERVER names another", self.server)
    }
}

/// The server's address; a link of a room is as good as its server's.
///
/// # Errors
/// If it is none.
pub fn address(global: &Global) -> Result<Address, Failure> {
    Address::read(&global.server).map_err(|error| Failure::usage(format!("--server: {error}")))
}

/// Where identity and secrets are kept, if there is a place.
fn folder(global: &Global) -> Result<Option<PathBuf>, Failure> {
    let Some(name) = &global.profile else { return Ok(config_folder()) };
    let good = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if !good {
        return Err(Failure::usage("--profile: a profile's name is made of letters, digits, - and _"));
    }
    Ok(config_folder().map(|folder| folder.join("profiles").join(name)))
}

/// Who one is on that server, as kept on disk.
///
/// # Errors
/// If what is on disk cannot be read.
pub fn profile(global: &Global, address: &Address) -> Result<Profile, Failure> {
    match folder(global)? {
        Some(folder) => Profile::load(&folder, address).map_err(Failure::file),
        None => Ok(Profile::in_memory()),
    }
}
