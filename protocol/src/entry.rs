//! An entry as a client is sent it: its text as it came, and what this version understands of it.
//!
//! A later server may have events or fields that this version does not know. They must not stop a client, and
//! must not change the hash of a line; so the text is kept next to the meaning.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use engine::fairness::Hash;
use engine::games::Seat;
use engine::table::{Entry, Event};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// An entry of an update or of a history.
#[derive(Debug, Clone)]
pub struct SentEntry {
    /// Number of the entry in its room.
    pub seq: u64,
    /// The server's wall clock, Unix ms.
    pub at: i64,
    /// The seat that did it.
    pub by: Option<Seat>,
    /// What happened.
    pub event: SentEvent,
    /// With clocks: ms that it took from each seat's clock.
    pub spent: Option<BTreeMap<Seat, i64>>,
    /// In a history: the view after it, as it came.
    pub view: Option<Value>,
    /// The entry's own text, without the view.
    text: String,
}

/// What happened, as far as this version knows it.
#[derive(Debug, Clone, PartialEq)]
pub enum SentEvent {
    /// An event of this version.
    Known(Event),
    /// One of a later version.
    Unknown(Value),
}

impl SentEntry {
    /// Reads an entry from its JSON.
    ///
    /// # Errors
    /// If it is no JSON object with `seq`, `at`, `by` and `event`.
    pub fn read(json: &str) -> serde_json::Result<Self> {
        let Parts(parts) = serde_json::from_str(json)?;
        let mut text = String::with_capacity(json.len());
        let (mut seq, mut at, mut by, mut event, mut spent, mut view) = (None, None, None, None, None, None);
        for (key, value) in parts {
            match key.as_ref() {
                "view" => {
                    view = Some(serde_json::from_str(value.get())?);
                    continue;
                }
                "seq" => seq = Some(serde_json::from_str(value.get())?),
                "at" => at = Some(serde_json::from_str(value.get())?),
                "by" => by = Some(serde_json::from_str(value.get())?),
                "event" => event = Some(SentEvent::read(value.get())?),
                "spent" => spent = serde_json::from_str(value.get())?,
                _ => {}
            }
            text.push(if text.is_empty() { '{' } else { ',' });
            text.push_str(&serde_json::to_string(&key)?);
            text.push(':');
            text.push_str(value.get());
        }
        text.push('}');
        Ok(Self {
            seq: seq.ok_or_else(|| de::Error::missing_field("seq"))?,
            at: at.ok_or_else(|| de::Error::missing_field("at"))?,
            by: by.ok_or_else(|| de::Error::missing_field("by"))?,
            event: event.ok_or_else(|| de::Error::missing_field("event"))?,
            spent,
            view,
            text,
        })
    }

    /// Its line of the match file, chained to the line whose hash is `prev`.
    #[must_use]
    pub fn line(&self, prev: &Hash) -> String {
        format!("{{\"prev\":\"{prev}\",{}", &self.text[1..])
    }

    /// The event, if this version knows it.
    #[must_use]
    pub fn known(&self) -> Option<&Event> {
        match &self.event {
            SentEvent::Known(event) => Some(event),
            SentEvent::Unknown(_) => None,
        }
    }
}

impl SentEvent {
    fn read(json: &str) -> serde_json::Result<Self> {
        match serde_json::from_str(json) {
            Ok(event) => Ok(Self::Known(event)),
            Err(_) => serde_json::from_str(json).map(Self::Unknown),
        }
    }
}

impl From<Entry> for SentEntry {
    fn from(entry: Entry) -> Self {
        let text = serde_json::to_string(&entry).expect("an entry is plain data with string keys");
        let Entry { seq, at, by, event, spent } = entry;
        Self { seq, at, by, event: SentEvent::Known(event), spent, view: None, text }
    }
}

impl PartialEq for SentEntry {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.view == other.view
    }
}

impl Serialize for SentEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match &self.view {
            Some(view) => format!("{},\"view\":{view}}}", &self.text[..self.text.len() - 1]),
            None => self.text.clone(),
        };
        RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SentEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        Self::read(json.get()).map_err(de::Error::custom)
    }
}

/// The fields of an object in their order, unread.
struct Parts<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Parts<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Parts<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an entry")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts<'de>, A::Error> {
                let mut parts = Vec::with_capacity(5);
                while let Some(part) = map.next_entry()? {
                    parts.push(part);
                }
                Ok(Parts(parts))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_of_a_later_version_keeps_its_text() {
        let text = r#"{"seq":7,"at":5,"by":0,"event":{"type":"danced","z":1,"a":2},"mood":"good"}"#;
        let entry = SentEntry::read(text).unwrap();
        assert!(entry.known().is_none());
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
        assert!(entry.line(&Hash::ZERO).ends_with(&text[1..]));
    }

    #[test]
    fn the_view_of_a_history_is_no_part_of_the_line() {
        let text =
            r#"{"seq":7,"at":5,"by":null,"event":{"type":"paused","ms":9},"spent":{"1":4},"view":{"seq":7}}"#;
        let entry = SentEntry::read(text).unwrap();
        assert_eq!(entry.known(), Some(&Event::Paused { ms: 9 }));
        assert_eq!(entry.spent, Some(BTreeMap::from([(1, 4)])));
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
        assert!(entry.line(&Hash::ZERO).ends_with(r#""spent":{"1":4}}"#));
    }

    #[test]
    fn what_is_no_entry_is_refused() {
        for text in
            ["{}", "[]", "null", r#"{"seq":1,"at":2,"by":null}"#, r#"{"seq":-1,"at":2,"by":null,"event":{}}"#]
        {
            assert!(SentEntry::read(text).is_err(), "{text}");
        }
    }
}
