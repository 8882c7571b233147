//! Requests that wait for their reply: whose they are, and what becomes of them when the connection is lost.

use crate::{ErrorReply, Request, RoomCode};

/// Tells a program's requests apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// Why a request was not answered as hoped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The server refused it.
    #[error("{0}")]
    Refused(ErrorReply),
    /// There is no connection now, and this is nothing to be sent later unasked.
    #[error("not connected; try again when the connection is back")]
    Offline,
    /// The connection was lost before the answer: it may have happened or not. The next update shows.
    #[error("the connection was lost before the answer; look whether it happened")]
    Lost,
    /// Too many requests wait already.
    #[error("too many requests wait for the connection")]
    Busy,
    /// The session has ended.
    #[error("the session has ended: {0}")]
    Stopped(String),
}

/// Whose request it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The program's.
    User(Ticket),
    /// Brings a room back after a loss, or after something did not fit.
    Watch(RoomCode),
    /// Brings the list of rooms back.
    Follow,
    /// Answers a draw.
    Link(RoomCode, u32),
    /// Looks for the cause of a draw.
    LookBack(RoomCode),
}

/// A request without its reply.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) request: Request,
    pub(super) purpose: Purpose,
    /// On this connection.
    pub(super) sent: bool,
    /// On an earlier one too.
    pub(super) again: bool,
    /// The draw whose link an act carries.
    pub(super) draw: Option<u32>,
}

/// Whether the request may be sent again after a loss, and kept for later without a connection: either it does
/// a thing once however often it comes (protocol.md section 3), or it only reads.
pub(super) fn may_repeat(request: &Request) -> bool {
    match request {
        Request::Act { .. }
        | Request::Create { .. }
        | Request::Quick { .. }
        | Request::Sit { .. }
        | Request::Watch { .. }
        | Request::Unwatch { .. }
        | Request::Rooms { .. }
        | Request::History { .. }
        | Request::Player { .. }
        | Request::League { .. }
        | Request::Rename { .. } => true,
        Request::Hello { .. }
        | Request::Stand { .. }
        | Request::Resign { .. }
        | Request::Offer { .. }
        | Request::Answer { .. }
        | Request::Claim { .. }
        | Request::Say { .. }
        | Request::Signal { .. }
        | Request::Entropy { .. }
        | Request::Link { .. } => false,
    }
}
