//! What a server says unasked.

use std::collections::BTreeMap;

use engine::games::Seat;
use engine::table::{Player, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{RoomCode, Rooms, SentEntry};

/// A push.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Push {
    /// A room as it now is.
    Update(Box<Update>),
    /// The list of rooms has changed.
    Rooms(Rooms),
    /// Somebody wrote in the chat.
    Said(Said),
    /// Another member's camera speaks.
    Signal(Signal),
    /// Something that the server wants a person to know.
    Notice {
        /// One or two sentences.
        text: String,
    },
    /// A sign of life, every 20 s.
    Beat {
        /// The newest entry of each watched room.
        rooms: BTreeMap<RoomCode, u64>,
    },
    /// The connection is about to be closed.
    Bye {
        /// Why, for a person.
        reason: String,
    },
    /// A push of a later version.
    #[serde(untagged)]
    Unknown(Value),
}

/// A room as it now is, and how it came there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// Which room.
    pub room: RoomCode,
    /// Its newest entry.
    pub seq: u64,
    /// What happened since the last update.
    pub entries: Vec<SentEntry>,
    /// Whether entries were left out because there were too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gap: bool,
    /// The whole room.
    pub view: View,
}

/// A line of the chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Where.
    pub room: RoomCode,
    /// Who.
    pub by: Player,
    /// The speaker's seat, none for a watcher.
    pub seat: Option<Seat>,
    /// What, cleaned.
    pub text: String,
    /// When, Unix ms.
    pub at: i64,
}

/// Something for another member's camera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// Where.
    pub room: RoomCode,
    /// Id of the sender, stamped by the server.
    pub from: String,
    /// Anything.
    pub data: Value,
}
