//! How connections end, and whether there is a way back (FL-019).

use crate::close::{self, Return};

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
    /// What answers there does not speak `longtable.v1`.
    Foreign,
    /// The server answered the upgrade with this HTTP status.
    Refused {
        /// The status.
        status: u16,
    },
}

impl Loss {
    pub(super) fn way_back(&self) -> Return {
        match self {
            Self::Broken(_) => Return::Usual,
            Self::Closed { code, .. } => close::after(*code),
            Self::Refused { status: 429 | 503 } => Return::Later,
            Self::Refused { status: 500.. } => Return::Usual,
            Self::Refused { .. } | Self::Foreign => Return::Never,
        }
    }

    pub(super) fn reason(&self) -> String {
        match self {
            Self::Broken(why) => why.clone(),
            Self::Closed { reason, .. } if !reason.is_empty() => reason.clone(),
            Self::Closed { code: Some(code), .. } => {
                format!("the server closed the connection (code {code})")
            }
            Self::Closed { code: None, .. } => "the server closed the connection".to_owned(),
            Self::Foreign => "what answers at this address is no Longtable server".to_owned(),
            Self::Refused { status: 429 } => "too many connections from this address (HTTP 429)".to_owned(),
            Self::Refused { status: 503 } => "the server is full, or restarts (HTTP 503)".to_owned(),
            Self::Refused { status } => format!("the server refused the connection (HTTP {status})"),
        }
    }
}
