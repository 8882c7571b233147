//! One field of a setup: its key, its values, and how they are typed and shown.

use engine::setup::Setup;
use serde_json::{Value, json};

use super::{clock, within};
use crate::game::Game;

/// A field of a setup, or an option of its game.
#[derive(Debug)]
pub struct Field {
    /// As the setup spells it.
    pub key: &'static str,
    /// The name of its flag, without the dashes.
    pub flag: &'static str,
    /// Games that have it; none: a field of the room, which all have.
    pub games: &'static [Game],
    /// What it can be.
    pub values: Values,
    /// One sentence, without a full stop.
    pub help: &'static str,
}

/// What a field can be.
#[derive(Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [(&'static str, &'static str)]),
    /// Yes or no.
    YesNo,
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// From one to the next in the form.
        step: u32,
        /// The word for null, if the field may be null.
        none: Option<&'static str>,
    },
    /// A clock.
    Clock,
    /// JSON or null; typed on the command line only.
    Json,
}

impl Field {
    /// Whether it is an option of the game, not of the room.
    pub fn in_game(&self) -> bool {
        !self.games.is_empty()
    }

    /// Whether this game leaves a choice here. The media are for games of skill alone.
    pub fn has(&self, game: Game) -> bool {
        if self.key == "seats" {
            let (least, most) = game.kind().seats();
            return least < most;
        }
        let media = ["medium", "confirm_after_s"].contains(&self.key);
        if media { game.kind().has_media() } else { self.games.is_empty() || self.games.contains(&game) }
    }

    /// What it is if nothing is said.
    pub fn default_for(&self, game: Game) -> Value {
        let least = Setup::read(&json!({"game": game.json()}));
        least.map(|setup| within(&json!(setup), self)).unwrap_or_default()
    }

    /// Reads a value as a person types it.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let word = text.trim().to_ascii_lowercase().replace('-', "_");
        match &self.values {
            Values::Words(words) => match words.iter().find(|(known, _)| *known == word) {
                Some((known, _)) => Ok(json!(known)),
                None => {
                    let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
                    Err(format!("{text:?} is not offered; it is one of {}", known.join(", ")))
                }
            },
            Values::YesNo => match word.as_str() {
                "yes" | "on" | "true" | "y" => Ok(json!(true)),
                "no" | "off" | "false" | "n" => Ok(json!(false)),
                _ => Err(format!("{text:?} is neither yes nor no")),
            },
            Values::Number { least, most, none, .. } => {
                if none.is_some() && ["never", "off", "none", "null"].contains(&word.as_str()) {
                    return Ok(Value::Null);
                }
                let number =
                    word.parse::<u32>().ok().or_else(|| clock::seconds(&word).filter(|_| self.is_time()));
                let or = none.map(|none| format!(", or {none}")).unwrap_or_default();
                match number {
                    Some(number) if (*least..=*most).contains(&number) => Ok(json!(number)),
                    Some(_) | None => {
                        Err(format!("{text:?} is not a whole number from {least} to {most}{or}"))
                    }
                }
            }
            Values::Clock => clock::read(text),
            Values::Json if ["none", "off"].contains(&word.as_str()) => Ok(Value::Null),
            Values::Json => serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}")),
        }
    }

    /// Shows a value as a person types it.
    pub fn show(&self, value: &Value) -> String {
        match (&self.values, value) {
            (Values::Number { none, .. }, Value::Null) => none.unwrap_or("none").to_owned(),
            (Values::Number { .. }, Value::Number(number)) if self.is_time() => {
                number.as_u64().map_or_else(|| number.to_string(), clock::span)
            }
            (Values::Json, Value::Null) => "none".to_owned(),
            (Values::YesNo, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            (Values::Clock, value) => clock::show(value),
            (_, Value::String(word)) => word.replace('_', "-"),
            (_, value) => value.to_string(),
        }
    }

    /// The value after (or before) this one; for the form.
    pub fn step(&self, value: &Value, forward: bool) -> Value {
        match &self.values {
            Values::Words(words) => {
                let at = words.iter().position(|(word, _)| value == word).unwrap_or(0);
                json!(words[around(at, words.len(), forward)].0)
            }
            Values::YesNo => json!(!value.as_bool().unwrap_or(false)),
            Values::Number { least, most, step, none } => {
                match value.as_u64().and_then(|n| u32::try_from(n).ok()) {
                    None => json!(if forward { *least } else { *most }),
                    Some(n) if none.is_some() && (forward && n >= *most || !forward && n <= *least) => {
                        Value::Null
                    }
                    Some(n) if forward => json!((n / step * step + step).clamp(*least, *most)),
                    Some(n) => json!((n.saturating_sub(1) / step * step).clamp(*least, *most)),
                }
            }
            Values::Clock => clock::step(value, forward),
            Values::Json => value.clone(),
        }
    }

    /// Whether it is a time in seconds, so that `2m` can be typed.
    fn is_time(&self) -> bool {
        self.key.ends_with("_s")
    }

    /// Some values of each sort.
    #[cfg(test)]
    pub fn samples(&self) -> Vec<Value> {
        match &self.values {
            Values::Words(words) => words.iter().map(|(word, _)| json!(word)).collect(),
            Values::YesNo => vec![json!(true), json!(false)],
            // how many seats there can be depends on the game
            Values::Number { .. } if self.key == "seats" => vec![json!(1), json!(2)],
            Values::Number { least, most, none, .. } => {
                let null = none.map(|_| Value::Null);
                [json!(least), json!(most)].into_iter().chain(null).collect()
            }
            Values::Clock => clock::USUAL.iter().filter_map(|text| clock::read(text).ok()).collect(),
            Values::Json => vec![Value::Null],
        }
    }
}

pub(super) fn around(at: usize, len: usize, forward: bool) -> usize {
    if forward { (at + 1) % len } else { (at + len - 1) % len }
}
