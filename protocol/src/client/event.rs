//! What a session tells its program.

use std::time::Duration;

use crate::{ErrorReply, Push, RoomCode, Welcome};

/// Something that a program may want to show.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// How the connection stands now.
    State(State),
    /// The server knows who one is; also after each return.
    Welcome(Box<Welcome>),
    /// A push. Updates are in order: older ones and those of other rooms have been left out, as have entries that
    /// were there before.
    Push(Push),
    /// A watched room is shown no longer.
    Dropped {
        /// Which.
        room: RoomCode,
        /// Why.
        reason: ErrorReply,
    },
    /// Something about the fairness of a room that its players should know.
    Concern {
        /// Where.
        room: RoomCode,
        /// What.
        concern: Concern,
    },
    /// Something else that a person should know.
    Warning(String),
}

/// How the connection stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// The first connection is being made.
    Connecting,
    /// Everything works.
    Online,
    /// The connection was lost and is being made again.
    Reconnecting {
        /// For how long it has been lost.
        lost_for: Duration,
        /// How many attempts there were.
        attempt: u32,
        /// The time until the next.
        next_in: Duration,
        /// Why the connection was lost or could not be made.
        reason: String,
    },
    /// No further attempt is made unless the user asks for one.
    Stopped {
        /// Why, for a person.
        reason: String,
    },
}

/// What a client has noticed about the fairness of a match (fairness.md).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Concern {
    /// The lines of the log do not hash to the view's head: another log is shown than is kept.
    #[error("the log that the server shows does not hash to its head; no link is opened for it")]
    Head,
    /// The cause of a draw could not be seen.
    #[error("what caused draw {draw} could not be seen; this seat's link stays closed")]
    UnseenCause {
        /// Which.
        draw: u32,
    },
    /// A link is asked for once more, after something else.
    #[error("draw {draw} is asked for a second time, after another cause; this seat's link stays closed")]
    TwoCauses {
        /// Which.
        draw: u32,
    },
    /// The log shows this seat as silent although the server has taken its link.
    #[error("draw {draw} was logged without this seat's link, although the server had taken it")]
    Hidden {
        /// Which.
        draw: u32,
    },
    /// The log shows this seat as silent, and the answer may have been lost with a connection.
    #[error("draw {draw} was made without this seat's link; it was sent, and may have been lost on the way")]
    Unheard {
        /// Which.
        draw: u32,
    },
    /// The link came when the draw was over.
    #[error("this seat's link for draw {draw} came too late; the draw was made without it")]
    Late {
        /// Which.
        draw: u32,
    },
    /// A draw's number came before, or one was left out.
    #[error("draw {draw} is out of order: draw {expected} is next")]
    Numbering {
        /// The number.
        draw: u32,
        /// What it should have been.
        expected: u32,
    },
    /// The server's link is none of the chain that it published.
    #[error("the server's link for draw {draw} does not fit the tip that it published")]
    ServerLink {
        /// Which.
        draw: u32,
    },
    /// A seat's link is none of the chain that it published.
    #[error("the link of seat {seat} for draw {draw} does not fit its tip")]
    SeatLink {
        /// Which.
        draw: u32,
        /// Whose.
        seat: usize,
    },
    /// The values are not those that the links give.
    #[error("the result of draw {draw} is not the one that its links give")]
    Values {
        /// Which.
        draw: u32,
    },
    /// Another device has the secret of this seat's chain.
    #[error(
        "the secret of this seat's chain is on another device: open the match there, or give up taking part in the draws"
    )]
    SecretElsewhere,
    /// The chain has no link for this draw.
    #[error("this seat's chain is used up")]
    UsedUp,
    /// The disk does not take the secret, or what was opened.
    #[error(
        "the secret of this seat's chain could not be kept on disk ({0}); it is lost when this program ends"
    )]
    Disk(String),
}
