//! The boundary to the session: what it tells, in this client's own terms, and requests sent with their purpose.

use std::time::Duration;

use protocol::{ErrorReply, Push, Reply, RoomCode, Welcome};

use crate::app::Ask;

/// The connection, as a person should know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The first attempt is under way.
    Connecting,
    /// All is well.
    Connected,
    /// It was lost and is being made again.
    Reconnecting {
        /// Why it was lost or could not be made, harmless to show.
        why: String,
        /// Until the next attempt.
        wait: Duration,
    },
    /// It was lost for good.
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
            Self::Reconnecting { why, .. } => format!("reconnecting ({why})"),
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
    Welcome(Welcome),
    /// A push of the server.
    Push(Push),
    /// The session's checks have found something that a person has to know.
    Warning {
        /// Which room it is about.
        room: Option<RoomCode>,
        /// One or two sentences.
        text: String,
    },
}

/// What comes in.
#[derive(Debug)]
pub enum Incoming {
    /// The session tells something.
    News(News),
    /// The answer to a request.
    Answer(Ask, Result<Reply, ErrorReply>),
}
