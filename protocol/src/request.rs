//! What a client asks of a server: the table of protocol.md section 2, one variant a row.
//!
//! Moves and setups stay JSON here: only the room knows which game's they have to be. The fields are those of the
//! wire; [`crate::decode`] reads them and [`crate::encode::request_text`] writes them.

use engine::fairness::{BadHash, Hash};
use engine::games::{Kind, Seat};
use engine::table::What;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{Key, RoomCode};

/// A tip or link as it was sent.
///
/// Malformed ones are kept, because `bad_link` comes late in the order of errors: only where the tip or link is
/// looked at is it known whether an earlier one fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentHash {
    /// 64 lower-case hex digits.
    Hash(Hash),
    /// Any other text.
    Malformed,
}

impl SentHash {
    /// The tip or link.
    ///
    /// # Errors
    /// If it was malformed: the request is refused with `bad_link`.
    pub fn read(self) -> Result<Hash, BadHash> {
        match self {
            Self::Hash(hash) => Ok(hash),
            Self::Malformed => Err(BadHash),
        }
    }
}

impl From<Hash> for SentHash {
    fn from(hash: Hash) -> Self {
        Self::Hash(hash)
    }
}

impl Serialize for SentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Hash(hash) => hash.serialize(serializer),
            Self::Malformed => serializer.serialize_str("malformed"),
        }
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Says who one is; must come first.
    Hello {
        /// The key of an earlier `welcome`; a new player without.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<Key>,
        /// A name to be known by.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Name and version of the client.
        #[serde(skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Changes one's name.
    Rename {
        /// The new one.
        name: String,
    },
    /// Makes a room.
    Create {
        /// Its setup.
        setup: Value,
        /// Whether the creator takes seat 0.
        #[serde(skip_serializing_if = "is_true")]
        sit: bool,
        /// Tip of the seat's chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<SentHash>,
        /// The same token gets the same answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Lists rooms.
    Rooms {
        /// Whether changes of the list are pushed from now on; as before if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        follow: Option<bool>,
        /// Rooms of this game only.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<Kind>,
        /// One's own rooms, unlisted ones too.
        #[serde(skip_serializing_if = "is_false")]
        mine: bool,
    },
    /// Sits down in a waiting room of just this setup, or makes one.
    Quick {
        /// The setup.
        setup: Value,
        /// Tip of the seat's chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<SentHash>,
        /// The same token gets the same answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Takes a seat.
    Sit {
        /// Where.
        room: RoomCode,
        /// Which; the lowest free one if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Tip of the seat's chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<SentHash>,
        /// The same token gets the same answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Gives the seat up.
    Stand {
        /// Where.
        room: RoomCode,
    },
    /// Asks for a room's updates.
    Watch {
        /// Which.
        room: RoomCode,
        /// The last entry already seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// Wants a room's updates no longer.
    Unwatch {
        /// Which.
        room: RoomCode,
    },
    /// Makes a move.
    Act {
        /// Where.
        room: RoomCode,
        /// The last entry that was seen when deciding.
        seq: u64,
        /// The move, for the room to read.
        r#move: Value,
        /// One's link for the draw that this causes.
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<SentHash>,
    },
    /// Gives the match up.
    Resign {
        /// Where.
        room: RoomCode,
    },
    /// Makes an offer.
    Offer {
        /// Where.
        room: RoomCode,
        /// What for.
        what: What,
        /// With a rematch: tip of the seat's next chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<SentHash>,
    },
    /// Answers another's offer.
    Answer {
        /// Where.
        room: RoomCode,
        /// What for.
        what: What,
        /// Yes or no.
        yes: bool,
        /// Seq of the offer that is meant.
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        /// With a rematch: tip of the seat's next chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<SentHash>,
    },
    /// Claims against one who is gone or owes something.
    Claim {
        /// Where.
        room: RoomCode,
    },
    /// Writes in the chat.
    Say {
        /// Where.
        room: RoomCode,
        /// What.
        text: String,
    },
    /// Passes something to another member, for cameras.
    Signal {
        /// Where.
        room: RoomCode,
        /// Id of the player.
        to: String,
        /// Anything.
        data: Value,
    },
    /// Sets the tip of one's chain, or gives up taking part in the draws.
    Entropy {
        /// Where.
        room: RoomCode,
        /// The tip.
        tip: Option<SentHash>,
    },
    /// Opens one's link for a draw.
    Link {
        /// Where.
        room: RoomCode,
        /// Number of the draw.
        draw: u32,
        /// The link.
        link: SentHash,
    },
    /// Reads what happened in a match.
    History {
        /// Where.
        room: RoomCode,
        /// Which match; the newest if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        r#match: Option<u32>,
        /// Entries after this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// How many at most.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    },
    /// Reads a player's record.
    Player {
        /// Id of the player.
        player: String,
    },
    /// Lists the players of Darbol's Hundred with a record, the strongest first.
    League {
        /// How many at most.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    },
}

fn is_true(it: &bool) -> bool {
    *it
}

fn is_false(it: &bool) -> bool {
    !*it
}

impl Request {
    /// The type as it is spelled on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Rename { .. } => "rename",
            Self::Create { .. } => "create",
            Self::Rooms { .. } => "rooms",
            Self::Quick { .. } => "quick",
            Self::Sit { .. } => "sit",
            Self::Stand { .. } => "stand",
            Self::Watch { .. } => "watch",
            Self::Unwatch { .. } => "unwatch",
            Self::Act { .. } => "act",
            Self::Resign { .. } => "resign",
            Self::Offer { .. } => "offer",
            Self::Answer { .. } => "answer",
            Self::Claim { .. } => "claim",
            Self::Say { .. } => "say",
            Self::Signal { .. } => "signal",
            Self::Entropy { .. } => "entropy",
            Self::Link { .. } => "link",
            Self::History { .. } => "history",
            Self::Player { .. } => "player",
            Self::League { .. } => "league",
        }
    }

    /// The room that the request is about, if it is about one.
    #[must_use]
    pub fn room(&self) -> Option<RoomCode> {
        match self {
            Self::Sit { room, .. }
            | Self::Stand { room }
            | Self::Watch { room, .. }
            | Self::Unwatch { room }
            | Self::Act { room, .. }
            | Self::Resign { room }
            | Self::Offer { room, .. }
            | Self::Answer { room, .. }
            | Self::Claim { room }
            | Self::Say { room, .. }
            | Self::Signal { room, .. }
            | Self::Entropy { room, .. }
            | Self::Link { room, .. }
            | Self::History { room, .. } => Some(*room),
            Self::Hello { .. }
            | Self::Rename { .. }
            | Self::Create { .. }
            | Self::Rooms { .. }
            | Self::Quick { .. }
            | Self::Player { .. }
            | Self::League { .. } => None,
        }
    }
}
