//! A live room: one task that owns the table, and the handle that everybody else has.
//!
//! The walk of a move goes through [`task`]: decide, append, apply, publish, reply. [`feed`] is what watchers are
//! shown. Nobody but the task touches the room's state; its inbox is a closed enum with a bound.

mod append;
pub(crate) mod chain;
pub mod feed;
mod handicap;
mod members;
mod refuse;
pub mod side;
pub(crate) mod stored;
mod task;

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::games::Seat;
use engine::setup::Setup;
use engine::table::{Command, Player};
use protocol::{ErrorReply, Key, RoomCode};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::bus::Here;
use feed::Feed;
use side::Side;
#[cfg(test)]
pub(crate) use task::testing;
pub use task::{NotMade, RoomTask};

/// How many messages may wait for a room. A full inbox holds its senders back.
const INBOX: usize = 256;

/// Number of a connection within this process.
pub type Conn = u64;

/// Who asks: a player with the hash of the key that proves it.
#[derive(Debug, Clone)]
pub struct Me {
    /// Id and name.
    pub player: Player,
    /// SHA-256 of the key.
    pub key_hash: [u8; 32],
}

impl Me {
    /// The player with this key.
    #[must_use]
    pub fn new(key: &Key, name: String) -> Self {
        Self { player: Player { id: key.player().to_string(), name }, key_hash: key.hash().0 }
    }
}

/// The handle of a live room; clones share it.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    /// The room's code.
    pub code: RoomCode,
    /// Its setup, which never changes.
    pub setup: Arc<Setup>,
    /// What its watchers are shown.
    pub feed: Arc<Feed>,
    inbox: mpsc::Sender<Inbox>,
}

/// What a room is asked. What is large and rare is boxed: each room has place for dozens of messages.
#[derive(Debug)]
pub enum Inbox {
    /// A connection wants the room's updates.
    Join(Box<Member>, oneshot::Sender<Result<Joined, ErrorReply>>),
    /// A connection wants them no longer, or is gone.
    Leave(Conn),
    /// A player wants something done.
    Command(Ask, oneshot::Sender<Result<Done, ErrorReply>>),
    /// Somebody says something.
    Say(Arc<Me>, String, oneshot::Sender<Result<(), ErrorReply>>),
    /// Somebody passes something to another member.
    Signal(Arc<Signalling>, oneshot::Sender<Result<(), ErrorReply>>),
    /// A player's line was measured: ms there and back.
    Lag {
        /// Id of the player.
        player: String,
        /// How long.
        ms: i64,
    },
    /// The room is at this entry, says another process.
    Head(u64),
    /// The room is at this entry, says the store: the bus did not tell.
    Behind(u64),
    /// The store could not be read.
    StoreLost,
    /// Who is here through another process.
    Elsewhere(u64, Box<Here>),
    /// Nobody is here through that process any more.
    Gone(u64),
    /// Somebody who is here through another process said something, as a push.
    Said(String),
    /// What was said before this process held the room, as pushes.
    Chat(Vec<String>),
    /// Somebody who is here through another process passes something to another member, as a push.
    Signalled {
        /// Id of the player it is for.
        to: String,
        /// The push.
        push: String,
    },
    /// The other processes want to know who is here.
    Tell,
    /// And also what was said.
    TellChat,
    /// The deadline in the store has passed.
    Overdue,
}

/// What one player passes to another.
#[derive(Debug)]
pub struct Signalling {
    /// Who.
    pub from: Player,
    /// Id of the player it is for.
    pub to: String,
    /// Anything.
    pub data: Value,
}

/// A connection in a room.
#[derive(Debug, Clone)]
pub struct Member {
    /// Which connection.
    pub conn: Conn,
    /// Whose.
    pub player: Player,
    /// Where what may not be skipped goes.
    pub side: Side,
}

/// What one who joins gets.
#[derive(Debug)]
pub struct Joined {
    /// The last things said, as pushes.
    pub said: Vec<Utf8Bytes>,
}

/// A command with what it needs besides; shared, since it is asked again if the room has fallen asleep.
#[derive(Debug, Clone)]
pub struct Ask {
    /// Who asks.
    pub me: Arc<Me>,
    /// What for.
    pub command: Arc<Command>,
    /// The token under which the answer is kept.
    pub token: Option<Arc<Token>>,
}

/// A token of a request that is to be done once.
#[derive(Debug, Clone)]
pub struct Token {
    /// The request's type.
    pub request: &'static str,
    /// The client's token.
    pub token: String,
}

/// What a command did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Seq of its first entry.
    pub seq: u64,
    /// The seat that the player has now.
    pub seat: Option<Seat>,
}

/// The room has gone to sleep, or its task has ended: find it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asleep;

impl RoomHandle {
    /// Asks the room something and waits for its answer.
    ///
    /// # Errors
    /// If the room is asleep.
    pub async fn ask<T>(&self, message: impl FnOnce(oneshot::Sender<T>) -> Inbox) -> Result<T, Asleep> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(message(reply)).await.map_err(|_| Asleep)?;
        answer.await.map_err(|_| Asleep)
    }

    /// Tells the room something that needs no answer.
    pub async fn tell(&self, message: Inbox) {
        // a room that is asleep has nobody to tell
        let _ = self.inbox.send(message).await;
    }

    /// Tells the room something that may be lost when it is busy.
    pub fn mention(&self, message: Inbox) {
        let _ = self.inbox.try_send(message);
    }

    /// Whether the room is asleep.
    #[must_use]
    pub fn is_asleep(&self) -> bool {
        self.inbox.is_closed()
    }
}
