//! The setup of a room: which game with which options, how many seats, clocks, who starts, who may watch.
//!
//! [`Setup::read`] takes a stranger's JSON and names the field that is wrong; a [`Setup`] is always valid and
//! has every default filled in, so nothing further in checks it again.

#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::games::{BadOption, Kind, Medium, Options};

/// A valid setup, every default filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game and its options.
    pub game: Options,
    /// Number of seats.
    pub seats: usize,
    /// The clock of each seat.
    pub clock: Option<Clock>,
    /// Who begins.
    pub starts: Starts,
    /// Whether the lobby shows the room.
    pub visibility: Visibility,
    /// Whether strangers may watch.
    pub spectators: bool,
    /// Seconds of absence after which the other side may claim; never if none.
    pub claim_after_s: Option<u32>,
    /// Simulated or on a real board.
    pub medium: Medium,
    /// Seconds after which a finished turn counts as confirmed; 0: only by hand.
    pub confirm_after_s: u32,
    /// Whether a draw waits for every link.
    pub fairness: Fairness,
    /// How long a draw waits for links, in ms.
    pub draw_wait_ms: u32,
    /// Who may write in the chat.
    pub chat: Chat,
}

/// A clock for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Clock {
    /// Time for the whole match, and some more for each turn.
    Total {
        /// Seconds at the start.
        initial_s: u32,
        /// Seconds added after each turn.
        increment_s: u32,
    },
    /// Time for each turn.
    PerTurn {
        /// Seconds a turn.
        per_turn_s: u32,
    },
}

/// Who begins the first match of a room; a rematch passes the start to the next seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// A draw decides.
    #[default]
    Lot,
    /// The room's creator.
    Creator,
    /// The seat after the creator's.
    Opponent,
}

/// Who finds the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed in the lobby.
    #[default]
    Public,
    /// Only by its link.
    Unlisted,
}

/// Whether a draw goes on without a silent seat (fairness.md, Silence).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fairness {
    /// It does, and names the silent seat.
    #[default]
    Open,
    /// It waits.
    Strict,
}

/// Who may write in the chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chat {
    /// Seats and watchers.
    #[default]
    All,
    /// Seats only.
    Seats,
}

/// A setup that cannot be: which field, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct BadSetup {
    /// Path of the field, as `game.size`.
    pub field: String,
    /// One sentence.
    pub message: String,
}

impl BadSetup {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// The outer fields as a stranger may send them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    game: Value,
    #[serde(default = "two")]
    seats: usize,
    clock: Option<Value>,
    #[serde(default)]
    starts: Starts,
    #[serde(default)]
    visibility: Visibility,
    #[serde(default = "yes")]
    spectators: bool,
    #[serde(default, deserialize_with = "given")]
    claim_after_s: Option<Option<u32>>,
    #[serde(default)]
    medium: Medium,
    #[serde(default = "a_minute")]
    confirm_after_s: u32,
    #[serde(default)]
    fairness: Fairness,
    #[serde(default = "three_seconds")]
    draw_wait_ms: u32,
    #[serde(default)]
    chat: Chat,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TotalSent {
    initial_s: u32,
    #[serde(default)]
    increment_s: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PerTurnSent {
    per_turn_s: u32,
}

fn two() -> usize {
    2
}

fn yes() -> bool {
    true
}

fn a_minute() -> u32 {
    60
}

fn three_seconds() -> u32 {
    3000
}

/// Tells a given null from a field that is not there.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Above this many seconds a turn, nobody is expected to sit and wait: claims are off by default.
const CORRESPONDENCE_S: u32 = 3600;
const CLAIM_AFTER_S: u32 = 120;

impl Setup {
    /// Reads a setup and fills in every default.
    ///
    /// # Errors
    /// If a field is unknown, of a wrong type, out of range or at odds with another: the error names it.
    pub fn read(json: &Value) -> Result<Self, BadSetup> {
        if !json.is_object() {
            return Err(BadSetup::new("setup", "a setup is an object with at least game.kind"));
        }
        let sent: Sent = typed(json, "")?;
        let clock = sent.clock.as_ref().map(read_clock).transpose()?;
        let correspondence =
            matches!(clock, Some(Clock::PerTurn { per_turn_s }) if per_turn_s > CORRESPONDENCE_S);
        let setup = Self {
            game: read_game(&sent.game)?,
            seats: sent.seats,
            clock,
            starts: sent.starts,
            visibility: sent.visibility,
            spectators: sent.spectators,
            claim_after_s: sent.claim_after_s.unwrap_or((!correspondence).then_some(CLAIM_AFTER_S)),
            medium: sent.medium,
            confirm_after_s: sent.confirm_after_s,
            fairness: sent.fairness,
            draw_wait_ms: sent.draw_wait_ms,
            chat: sent.chat,
        };
        setup.check()?;
        Ok(setup)
    }

    fn check(&self) -> Result<(), BadSetup> {
        let kind = self.game.kind();
        let (least, most) = kind.seats();
        within("seats", self.seats, least, most)?;
        match self.clock {
            Some(Clock::Total { initial_s, increment_s }) => {
                within("clock.initial_s", initial_s, 5, 86_400)?;
                within("clock.increment_s", increment_s, 0, 3600)?;
            }
            Some(Clock::PerTurn { per_turn_s }) => within("clock.per_turn_s", per_turn_s, 5, 1_209_600)?,
            None => {}
        }
        if let Some(seconds) = self.claim_after_s {
            within("claim_after_s", seconds, 10, 1_209_600)?;
        }
        within("confirm_after_s", self.confirm_after_s, 0, 3600)?;
        within("draw_wait_ms", self.draw_wait_ms, 500, 30_000)?;
        if self.medium == Medium::Table && !kind.has_media() {
            return Err(BadSetup::new(
                "medium",
                "table is for darbol and crokidarts; this game is virtual only",
            ));
        }
        let checked = match &self.game {
            Options::Dara(options) => options.check(),
            Options::GulBara(options) => options.check(),
            Options::Darbol(options) => options.check(),
            Options::Crokidarts(options) => options.check(),
        };
        checked.map_err(|BadOption { field, message }| BadSetup::new(format!("game.{field}"), message))?;
        if self.game.to_move().is_some() {
            if self.visibility != Visibility::Unlisted {
                return Err(BadSetup::new(
                    "game.position",
                    "a given position is for unlisted rooms; set visibility to unlisted",
                ));
            }
            if self.starts != Starts::Lot {
                return Err(BadSetup::new(
                    "starts",
                    "a given position says itself who is to move; leave starts out",
                ));
            }
        }
        Ok(())
    }
}

fn within<N: PartialOrd + std::fmt::Display>(field: &str, n: N, least: N, most: N) -> Result<(), BadSetup> {
    if (least <= n) && (n <= most) {
        return Ok(());
    }
    let range = if least == most { format!("{least}") } else { format!("from {least} to {most}") };
    Err(BadSetup::new(field, format!("{n} is out of range; it has to be {range}")))
}

/// Deserialises and names the path of what does not fit, below `prefix`.
fn typed<T: DeserializeOwned>(json: &Value, prefix: &str) -> Result<T, BadSetup> {
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        let message = error.into_inner().to_string();
        let named = |start| message.strip_prefix(start)?.split('`').next();
        let mut parts: Vec<&str> =
            [prefix, &path].into_iter().filter(|p| !p.is_empty() && *p != ".").collect();
        // serde reports a missing field at the object that lacks it, an unknown one at itself
        parts.extend(named("missing field `"));
        let field = if parts.is_empty() { "setup".to_owned() } else { parts.join(".") };
        BadSetup { field, message }
    })
}

fn read_clock(json: &Value) -> Result<Clock, BadSetup> {
    if !json.is_object() {
        return Err(BadSetup::new(
            "clock",
            "a clock is null, {\"initial_s\",\"increment_s\"} or {\"per_turn_s\"}",
        ));
    }
    if json.get("per_turn_s").is_some() {
        let PerTurnSent { per_turn_s } = typed(json, "clock")?;
        Ok(Clock::PerTurn { per_turn_s })
    } else {
        let TotalSent { initial_s, increment_s } = typed(json, "clock")?;
        Ok(Clock::Total { initial_s, increment_s })
    }
}

fn read_game(json: &Value) -> Result<Options, BadSetup> {
    let Value::Object(fields) = json else {
        return Err(BadSetup::new("game", "a game is an object with its kind and options"));
    };
    let mut fields = fields.clone();
    let kind = fields.remove("kind").unwrap_or_default();
    let Ok(kind) = Kind::deserialize(&kind) else {
        return Err(BadSetup::new(
            "game.kind",
            format!("{kind} is no game; it has to be dara, gul_bara, darbol or crokidarts"),
        ));
    };
    let options = Value::Object(fields);
    Ok(match kind {
        Kind::Dara => Options::Dara(typed(&options, "game")?),
        Kind::GulBara => Options::GulBara(typed(&options, "game")?),
        Kind::Darbol => Options::Darbol(typed(&options, "game")?),
        Kind::Crokidarts => Options::Crokidarts(typed(&options, "game")?),
    })
}
