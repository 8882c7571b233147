//! What is said over the bus. On the wire each message is JSON under a subject of its kind.

use protocol::RoomCode;
use serde::{Deserialize, Serialize};

use crate::lobby::Summary;

/// A message, and which process it is from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heard {
    /// A number that the process chose when it started.
    pub from: u64,
    /// What it says.
    #[serde(flatten)]
    pub message: Message,
}

/// Something that another process should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// It is alive; said every second.
    Alive,
    /// It ends.
    Bye,
    /// A room is at this entry.
    Head {
        /// Which room.
        room: RoomCode,
        /// Its newest entry.
        seq: u64,
    },
    /// It holds a room: who is there through it, and what the list says of the room.
    Held {
        /// Who is there.
        here: Here,
        /// What the list says.
        summary: Box<Summary>,
    },
    /// It holds a room no longer.
    Left {
        /// Which room.
        room: RoomCode,
    },
    /// It wants to be told who holds this room and what was said there; without a room, who holds which.
    Ask {
        /// Which room.
        room: Option<RoomCode>,
    },
    /// Somebody said something in a room.
    Said {
        /// Which room.
        room: RoomCode,
        /// The push as JSON.
        push: String,
    },
    /// The last things said in a room, for one who asked.
    Chat {
        /// Which room.
        room: RoomCode,
        /// The pushes as JSON.
        said: Vec<String>,
    },
    /// Something for one member of a room only.
    Signal {
        /// Which room.
        room: RoomCode,
        /// Id of the player whom it is for.
        to: String,
        /// The push as JSON.
        push: String,
    },
}

/// The players who are in a room through one process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Here {
    /// Their ids, those with a seat first; not all of a crowd.
    pub players: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Message {
    /// Its kind, the last part of its subject.
    #[must_use]
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Message::Alive | Message::Bye => "process",
            Message::Head { .. } => "head",
            Message::Held { .. } | Message::Left { .. } | Message::Ask { .. } => "held",
            Message::Said { .. } | Message::Chat { .. } => "said",
            Message::Signal { .. } => "signal",
        }
    }
}
