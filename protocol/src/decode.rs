//! A client's text becomes a [`Request`], or a refusal that says what was wrong and what would be right.
//!
//! Never panics and never closes the connection: whatever comes in gets an answer. A malformed key or room code
//! of the right JSON type is refused here with its own code; the server puts `hello_first` and `rate_limited`
//! before those. Numbers of seats, draws and matches that are too large for any are kept as the largest.

use engine::games::Kind;
use engine::table::What;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::json::{self, Flaw, MAX_DEPTH, MAX_INT};
use crate::limits::TOKEN_CHARS;
use crate::{BadCode, Code, ErrorReply, Key, Request, RoomCode, SentHash};

/// Text that is no request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Malformed {
    /// The id of the request, if it could be read.
    pub re: Option<u64>,
    /// `bad_json`, `bad_message`, `bad_key` or `no_such_room`.
    pub code: Code,
    /// One sentence for a person.
    pub message: String,
}

impl Malformed {
    /// The refusal, without the id.
    #[must_use]
    pub fn reply(&self) -> ErrorReply {
        ErrorReply::new(self.code, self.message.clone())
    }
}

/// Reads a frame from a client: the request and its id.
///
/// # Errors
/// If it is not strict JSON, or no request.
pub fn decode(text: &str) -> Result<(u64, Request), Malformed> {
    let value = json::read(text).map_err(|flaw| refuse(text, flaw))?;
    let Value::Object(map) = value else {
        return Err(bad_message(None, "a request is an object with `id` and `type`"));
    };
    let mut fields = Fields { map };
    let id = fields.required("id", INTEGER, integer).map_err(|(code, message)| Malformed {
        re: None,
        code,
        message,
    })?;
    request(&mut fields).map(|request| (id, request)).map_err(|(code, message)| Malformed {
        re: Some(id),
        code,
        message,
    })
}

fn bad_message(re: Option<u64>, message: impl Into<String>) -> Malformed {
    Malformed { re, code: Code::BadMessage, message: message.into() }
}

fn refuse(text: &str, flaw: Flaw) -> Malformed {
    match flaw {
        Flaw::NotJson(why) => {
            Malformed { re: None, code: Code::BadJson, message: format!("this is not JSON: {why}") }
        }
        Flaw::TooDeep => Malformed {
            re: json::id_of(text),
            code: Code::BadJson,
            message: format!("arrays and objects are nested deeper than {MAX_DEPTH}"),
        },
        Flaw::Duplicate(key) => {
            bad_message(json::id_of(text), format!("the key {} is there twice", quoted(&key)))
        }
        Flaw::Number => {
            bad_message(json::id_of(text), "a number is out of range; it has to fit a double-precision float")
        }
    }
}

type Refusal = (Code, String);

const INTEGER: &str = "an integer from 0 to 9007199254740991";
const TEXT: &str = "a string";
const FLAG: &str = "true or false";
const HASH: &str = "a string of 64 lower-case hex digits";
const ROOM: &str = "the code of a room, a string";
const ANY: &str = "there";

fn request(fields: &mut Fields) -> Result<Request, Refusal> {
    let name = fields.required("type", "the name of a request", text)?;
    Ok(match name.as_str() {
        "act" => Request::Act {
            room: fields.room()?,
            seq: fields.required("seq", INTEGER, integer)?,
            r#move: fields.any("move")?,
            link: fields.optional("link", HASH, hash)?,
        },
        "link" => Request::Link {
            room: fields.room()?,
            draw: fields.required("draw", INTEGER, small)?,
            link: fields.required("link", HASH, hash)?,
        },
        "hello" => Request::Hello {
            key: fields.key()?,
            name: fields.optional("name", TEXT, text)?,
            client: fields.optional("client", TEXT, text)?,
        },
        "rename" => Request::Rename { name: fields.required("name", TEXT, text)? },
        "create" => Request::Create {
            setup: fields.any("setup")?,
            sit: fields.optional("sit", FLAG, flag)?.unwrap_or(true),
            tip: fields.optional("tip", HASH, hash)?,
            token: fields.token()?,
        },
        "rooms" => Request::Rooms {
            follow: fields.optional("follow", FLAG, flag)?,
            game: fields.optional("game", "dara, gul_bara, darbol or crokidarts", |value| {
                Kind::deserialize(value).ok()
            })?,
            mine: fields.optional("mine", FLAG, flag)?.unwrap_or(false),
        },
        "quick" => Request::Quick {
            setup: fields.any("setup")?,
            tip: fields.optional("tip", HASH, hash)?,
            token: fields.token()?,
        },
        "sit" => Request::Sit {
            room: fields.room()?,
            seat: fields.optional("seat", "the number of a seat, from 0", small)?.map(|seat| seat as usize),
            tip: fields.optional("tip", HASH, hash)?,
            token: fields.token()?,
        },
        "stand" => Request::Stand { room: fields.room()? },
        "watch" => {
            Request::Watch { room: fields.room()?, after: fields.optional("after", INTEGER, integer)? }
        }
        "unwatch" => Request::Unwatch { room: fields.room()? },
        "resign" => Request::Resign { room: fields.room()? },
        "offer" => Request::Offer {
            room: fields.room()?,
            what: fields.what()?,
            tip: fields.optional("tip", HASH, hash)?,
        },
        "answer" => Request::Answer {
            room: fields.room()?,
            what: fields.what()?,
            yes: fields.required("yes", FLAG, flag)?,
            seq: fields.optional("seq", INTEGER, integer)?,
            tip: fields.optional("tip", HASH, hash)?,
        },
        "claim" => Request::Claim { room: fields.room()? },
        "say" => Request::Say { room: fields.room()?, text: fields.required("text", TEXT, text)? },
        "signal" => Request::Signal {
            room: fields.room()?,
            to: fields.required("to", "the id of a player", text)?,
            data: fields.any("data")?,
        },
        "entropy" => Request::Entropy { room: fields.room()?, tip: fields.tip_or_null()? },
        "history" => Request::History {
            room: fields.room()?,
            r#match: fields.optional("match", INTEGER, small)?,
            after: fields.optional("after", INTEGER, integer)?,
            limit: fields.optional("limit", INTEGER, small)?,
        },
        "player" => Request::Player { player: fields.required("player", "the id of a player", text)? },
        "league" => Request::League { limit: fields.optional("limit", INTEGER, small)? },
        other => {
            let message =
                format!("{} is no request; see the table of requests of longtable.v1", quoted(other));
            return Err((Code::BadMessage, message));
        }
    })
}

/// The fields of a request, taken out one by one; those that nobody asks for are ignored.
struct Fields {
    map: Map<String, Value>,
}

impl Fields {
    /// A field that may be left out, or be null.
    fn optional<T>(
        &mut self,
        name: &str,
        right: &str,
        read: impl FnOnce(Value) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        match self.map.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match read(value) {
                Some(it) => Ok(Some(it)),
                None => Err((Code::BadMessage, format!("`{name}` is wrong; it has to be {right}"))),
            },
        }
    }

    fn required<T>(
        &mut self,
        name: &str,
        right: &str,
        read: impl FnOnce(Value) -> Option<T>,
    ) -> Result<T, Refusal> {
        self.optional(name, right, read)?.ok_or_else(|| missing(name, right))
    }

    /// A field whose JSON somebody else reads; a null is as good as any.
    fn any(&mut self, name: &str) -> Result<Value, Refusal> {
        self.map.remove(name).ok_or_else(|| missing(name, ANY))
    }

    fn room(&mut self) -> Result<RoomCode, Refusal> {
        let code = self.required("room", ROOM, text)?;
        code.parse().map_err(|error: BadCode| (Code::NoSuchRoom, format!("no such room: {error}")))
    }

    fn key(&mut self) -> Result<Option<Key>, Refusal> {
        let key = self.optional("key", TEXT, text)?;
        key.map(|key| key.parse())
            .transpose()
            .map_err(|error: crate::BadKey| (Code::BadKey, error.to_string()))
    }

    fn token(&mut self) -> Result<Option<String>, Refusal> {
        self.optional("token", "a string of 8 to 64 characters", |value| {
            text(value).filter(|token| TOKEN_CHARS.contains(&token.chars().count()))
        })
    }

    fn what(&mut self) -> Result<What, Refusal> {
        self.required("what", "draw, takeback or rematch", |value| What::deserialize(value).ok())
    }

    /// Null means something here: giving up the draws. So it has to be said.
    fn tip_or_null(&mut self) -> Result<Option<SentHash>, Refusal> {
        if !self.map.contains_key("tip") {
            return Err(missing("tip", "64 lower-case hex digits, or null to give up taking part"));
        }
        self.optional("tip", HASH, hash)
    }
}

fn missing(name: &str, right: &str) -> Refusal {
    (Code::BadMessage, format!("`{name}` is missing; it has to be {right}"))
}

fn integer(value: Value) -> Option<u64> {
    value.as_u64().filter(|it| *it <= MAX_INT)
}

fn small(value: Value) -> Option<u32> {
    integer(value).map(|it| u32::try_from(it).unwrap_or(u32::MAX))
}

fn flag(value: Value) -> Option<bool> {
    value.as_bool()
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn hash(value: Value) -> Option<SentHash> {
    text(value).map(|text| text.parse().map_or(SentHash::Malformed, SentHash::Hash))
}

/// A stranger's word in a message: short, and escaped.
fn quoted(word: &str) -> String {
    format!("{:?}", word.chars().take(32).collect::<String>())
}
