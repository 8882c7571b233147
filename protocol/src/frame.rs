//! A frame from a server, as a client reads it: a reply or a push.
//!
//! What a later server may add never stops an older client: unknown fields are ignored, and a message of an
//! unknown type or with contents from the future is handed on as JSON.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Push, Reply};

/// A frame from a server.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// The answer to a request; to one whose id could not be read if `re` is none.
    Reply {
        /// The request's id.
        re: Option<u64>,
        /// The answer.
        reply: Reply,
    },
    /// Anything else.
    Push(Push),
}

/// Text that no server of this protocol sends.
#[derive(Debug, thiserror::Error)]
#[error("the server sent what is no message: {0}")]
pub struct Unreadable(#[from] serde_json::Error);

impl Frame {
    /// Reads a frame.
    ///
    /// # Errors
    /// If it is no JSON object with a `type`.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Head {
            // null is an answer too: to a request whose id could not be read
            #[serde(default, deserialize_with = "given")]
            re: Option<Option<u64>>,
            r#type: String,
        }
        fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u64>>, D::Error> {
            Option::deserialize(deserializer).map(Some)
        }
        let head: Head = serde_json::from_str(text)?;
        Ok(match head.re {
            Some(re) => Self::Reply { re, reply: reply(&head.r#type, text)? },
            None => Self::Push(push(&head.r#type, text)?),
        })
    }
}

fn reply(name: &str, text: &str) -> serde_json::Result<Reply> {
    let known = match name {
        "ok" => typed(text).map(Reply::Ok),
        "welcome" => typed(text).map(Reply::Welcome),
        "created" => typed(text).map(Reply::Created),
        "seated" => typed(text).map(Reply::Seated),
        "rooms" => typed(text).map(Reply::Rooms),
        "history" => typed(text).map(Reply::History),
        "player" => typed(text).map(Reply::Player),
        "league" => typed(text).map(Reply::League),
        "error" => typed(text).map(Reply::Error),
        _ => None,
    };
    known.map_or_else(|| without_re(text).map(Reply::Unknown), Ok)
}

fn push(name: &str, text: &str) -> serde_json::Result<Push> {
    #[derive(Deserialize)]
    struct Notice {
        text: String,
    }
    #[derive(Deserialize)]
    struct Beat {
        rooms: std::collections::BTreeMap<crate::RoomCode, u64>,
    }
    #[derive(Deserialize)]
    struct Bye {
        reason: String,
    }
    let known = match name {
        "update" => typed(text).map(Push::Update),
        "rooms" => typed(text).map(Push::Rooms),
        "said" => typed(text).map(Push::Said),
        "signal" => typed(text).map(Push::Signal),
        "notice" => typed(text).map(|Notice { text }| Push::Notice { text }),
        "beat" => typed(text).map(|Beat { rooms }| Push::Beat { rooms }),
        "bye" => typed(text).map(|Bye { reason }| Push::Bye { reason }),
        _ => None,
    };
    known.map_or_else(|| serde_json::from_str(text).map(Push::Unknown), Ok)
}

/// Reads the contents; none if they are from the future.
fn typed<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

fn without_re(text: &str) -> serde_json::Result<Value> {
    let mut value: Value = serde_json::from_str(text)?;
    if let Some(object) = value.as_object_mut() {
        object.remove("re");
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_later_server_adds_is_handed_on() {
        let frame = Frame::read(r#"{"type":"weather","sky":"blue"}"#).unwrap();
        assert!(matches!(frame, Frame::Push(Push::Unknown(json)) if json["sky"] == "blue"));
        let frame = Frame::read(r#"{"re":3,"type":"weather","sky":"blue"}"#).unwrap();
        assert!(matches!(frame, Frame::Reply { re: Some(3), reply: Reply::Unknown(_) }));
        let frame =
            Frame::read(r#"{"type":"update","room":"K7QF3M","seq":1,"entries":[],"view":{}}"#).unwrap();
        assert!(matches!(frame, Frame::Push(Push::Unknown(_))));
    }

    #[test]
    fn a_room_of_an_unknown_game_does_not_hide_the_others() {
        let text = r#"{"type":"rooms","rooms":[{"room":"K7QF3M","game":{"kind":"chess"},"status":"waiting","seats":[],"spectators":0,"since":1},
            {"room":"K7QF3N","game":{"kind":"dara","size":"5x6"},"status":"waiting","seats":[null,null],"spectators":0,"since":1,"hot":true}]}"#;
        let Frame::Push(Push::Rooms(rooms)) = Frame::read(text).unwrap() else { panic!("a list of rooms") };
        assert_eq!(rooms.rooms.len(), 1);
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for text in ["", "{}", "[]", "null", r#"{"type":3}"#, r#"{"re":"x","type":"ok"}"#] {
            assert!(Frame::read(text).is_err(), "{text}");
        }
    }
}
