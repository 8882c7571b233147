//! Refusals: their codes, spelled as on the wire, and which comes first where several fit.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Why a request was refused; for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// Not JSON, or nested deeper than 64.
    BadJson,
    /// JSON, but no known request: wrong or missing field, unknown type, duplicate key.
    BadMessage,
    /// Something before `hello`.
    HelloFirst,
    /// Too much at once; the error says `retry_ms`.
    RateLimited,
    /// No room has this code.
    NoSuchRoom,
    /// One has to sit there for this.
    NotSeated,
    /// Not well-formed whatever the position.
    BadMove,
    /// No match runs.
    NotPlaying,
    /// Decided on an older state; the error says the current `seq`.
    Stale,
    /// Another seat is in turn.
    NotYourTurn,
    /// Not 64 lower-case hex digits, or not the link that is due.
    BadLink,
    /// Well-formed, but not by the rules here.
    IllegalMove,
    /// A setup that cannot be; the message names the field.
    BadSetup,
    /// Nothing is left of the name after cleaning.
    BadName,
    /// A text is longer than the limit.
    TooLong,
    /// Only while waiting.
    NotWaiting,
    /// All seats are taken, or a match runs.
    RoomFull,
    /// That seat is taken; another is free.
    SeatTaken,
    /// Nothing to answer.
    NoOffer,
    /// The time for a claim has not come.
    TooEarly,
    /// Not allowed to this player here.
    NotAllowed,
    /// A malformed key.
    BadKey,
    /// The room has no match of this number.
    NoSuchMatch,
    /// No player has this id.
    NoSuchPlayer,
    /// The server takes no more rooms or connections now.
    ServerFull,
    /// The store could not be written: nothing happened, try again.
    Unavailable,
    /// A code of a later server that this version does not know.
    Unknown,
}

impl Code {
    /// Every code that a server may send, in the order of precedence: where several fit, the first is sent.
    pub const ALL: [Self; 26] = [
        Self::BadJson,
        Self::BadMessage,
        Self::HelloFirst,
        Self::RateLimited,
        Self::NoSuchRoom,
        Self::NotSeated,
        Self::BadMove,
        Self::NotPlaying,
        Self::Stale,
        Self::NotYourTurn,
        Self::BadLink,
        Self::IllegalMove,
        Self::BadSetup,
        Self::BadName,
        Self::TooLong,
        Self::NotWaiting,
        Self::RoomFull,
        Self::SeatTaken,
        Self::NoOffer,
        Self::TooEarly,
        Self::NotAllowed,
        Self::BadKey,
        Self::NoSuchMatch,
        Self::NoSuchPlayer,
        Self::ServerFull,
        Self::Unavailable,
    ];

    /// The code as it is spelled on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BadJson => "bad_json",
            Self::BadMessage => "bad_message",
            Self::HelloFirst => "hello_first",
            Self::RateLimited => "rate_limited",
            Self::NoSuchRoom => "no_such_room",
            Self::NotSeated => "not_seated",
            Self::BadMove => "bad_move",
            Self::NotPlaying => "not_playing",
            Self::Stale => "stale",
            Self::NotYourTurn => "not_your_turn",
            Self::BadLink => "bad_link",
            Self::IllegalMove => "illegal_move",
            Self::BadSetup => "bad_setup",
            Self::BadName => "bad_name",
            Self::TooLong => "too_long",
            Self::NotWaiting => "not_waiting",
            Self::RoomFull => "room_full",
            Self::SeatTaken => "seat_taken",
            Self::NoOffer => "no_offer",
            Self::TooEarly => "too_early",
            Self::NotAllowed => "not_allowed",
            Self::BadKey => "bad_key",
            Self::NoSuchMatch => "no_such_match",
            Self::NoSuchPlayer => "no_such_player",
            Self::ServerFull => "server_full",
            Self::Unavailable => "unavailable",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the same request may succeed later by itself, so that a program may send it again after a while.
    #[must_use]
    pub fn is_passing(self) -> bool {
        matches!(self, Self::RateLimited | Self::ServerFull | Self::Unavailable)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(Self::ALL.into_iter().find(|code| code.name() == name).unwrap_or(Self::Unknown))
    }
}

/// A refusal as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ErrorReply {
    /// For programs.
    pub code: Code,
    /// One sentence for a person: what was wrong and what would be right.
    pub message: String,
    /// With `stale`: the seq that the room has now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// With `rate_limited`: after how many ms to try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
}

impl ErrorReply {
    /// A refusal that says no more than its message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), seq: None, retry_ms: None }
    }

    /// The request was decided on an older state than `seq`.
    pub fn stale(seq: u64, message: impl Into<String>) -> Self {
        Self { seq: Some(seq), ..Self::new(Code::Stale, message) }
    }

    /// Too much at once: welcome again after `retry_ms`.
    pub fn rate_limited(retry_ms: u64, message: impl Into<String>) -> Self {
        Self { retry_ms: Some(retry_ms), ..Self::new(Code::RateLimited, message) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back() {
        for code in Code::ALL {
            let json = serde_json::to_string(&code).unwrap();
            assert_eq!(serde_json::from_str::<Code>(&json).unwrap(), code);
        }
    }

    #[test]
    fn a_code_of_a_later_server_is_no_trouble() {
        assert_eq!(serde_json::from_str::<Code>("\"on_fire\"").unwrap(), Code::Unknown);
    }
}
