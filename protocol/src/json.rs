//! Strict JSON from strangers: one pass that refuses what lenient readers let through.
//!
//! Refused are duplicate keys anywhere (two readers could take different ones), nesting deeper than 64 (a reader
//! that recurses could run out of stack) and numbers that no `f64` holds.

use std::cell::OnceCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// Levels of arrays and objects inside each other.
pub(crate) const MAX_DEPTH: u32 = 64;

/// The largest integer that every client can hold: 2^53 - 1.
pub(crate) const MAX_INT: u64 = (1 << 53) - 1;

/// Why a text was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Not JSON; says where.
    NotJson(String),
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// An object has this key twice.
    Duplicate(String),
    /// A number that is too large for any reader.
    Number,
}

/// Reads `text` strictly.
pub(crate) fn read(text: &str) -> Result<Value, Flaw> {
    let flaw = OnceCell::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = Strict { depth: 0, flaw: &flaw }
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|error| match flaw.into_inner() {
        Some(flaw) => flaw,
        // a grammatical number, but of no use: the only case that serde_json calls by this name
        None if error.to_string().starts_with("number out of range") => Flaw::Number,
        None => Flaw::NotJson(error.to_string()),
    })
}

/// The `id` of a text that [`read`] refused although it is JSON, if it can be read without doubt.
pub(crate) fn id_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Id {
        id: u64,
    }
    serde_json::from_str::<Id>(text).ok().map(|sent| sent.id).filter(|id| *id <= MAX_INT)
}

struct Strict<'a> {
    depth: u32,
    flaw: &'a OnceCell<Flaw>,
}

impl<'a> Strict<'a> {
    fn inner<E: de::Error>(&self) -> Result<Strict<'a>, E> {
        if self.depth == MAX_DEPTH {
            self.fail(Flaw::TooDeep)
        } else {
            Ok(Strict { depth: self.depth + 1, ..*self })
        }
    }

    fn fail<T, E: de::Error>(&self, flaw: Flaw) -> Result<T, E> {
        // only the first flaw can get here: an error ends the reading
        let _ = self.flaw.set(flaw);
        Err(E::custom("refused"))
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, it: bool) -> Result<Value, E> {
        Ok(Value::Bool(it))
    }

    fn visit_u64<E>(self, it: u64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_i64<E>(self, it: i64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_f64<E: de::Error>(self, it: f64) -> Result<Value, E> {
        Number::from_f64(it).map_or_else(|| self.fail(Flaw::Number), |number| Ok(Value::Number(number)))
    }

    fn visit_str<E>(self, it: &str) -> Result<Value, E> {
        Ok(Value::String(it.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element_seed(self.inner()?)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        let inner = self.inner()?;
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return self.fail(Flaw::Duplicate(key));
            }
            let value = map.next_value_seed(Strict { ..inner })?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
