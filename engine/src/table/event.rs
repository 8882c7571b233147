//! What happens at a table: events, the entries that hold them, and their lines in the match file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fairness::Hash;
use crate::games::{Deed, GameEvent, Handicap, Need, Reason, Seat};
use crate::setup::Setup;

/// A person at the table or watching.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The public id: tells two players of one name apart.
    pub id: String,
    /// The name that is shown.
    pub name: String,
}

/// What an offer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A draw by agreement (Dara only).
    Draw,
    /// Back to before the offerer's last turn.
    Takeback,
    /// Another match in the same room.
    Rematch,
}

/// Everything a replay needs, said once when a match starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// The match's id, as `K7QF3M/1`.
    pub r#match: String,
    /// Name and version of the server.
    pub server: String,
    /// Version of the engine.
    pub engine: String,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// The seat that begins; none if a draw decides.
    pub first: Option<Seat>,
    /// The tip of the server's chain.
    pub server_tip: Hash,
    /// The tip of each seat's chain; none takes no part in the draws.
    pub tips: Vec<Option<Hash>>,
    /// What Hundred's players were awarded.
    pub handicap: Option<Vec<Handicap>>,
    /// The whole setup.
    pub setup: Setup,
}

/// Something that happened and is kept for ever.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody took a seat.
    Sat {
        /// Who.
        player: Player,
        /// Where.
        seat: Seat,
    },
    /// The seat was given up.
    Stood,
    /// The seat's tip for the coming match was set, replaced or taken away.
    Tip {
        /// The tip.
        tip: Option<Hash>,
    },
    /// A match started.
    Started(Box<Started>),
    /// A seat opened its link for a draw.
    Linked {
        /// Number of the draw.
        draw: u32,
        /// The link.
        link: Hash,
    },
    /// A draw was made.
    Drawn {
        /// Its number within the match.
        draw: u32,
        /// What for.
        r#for: Need,
        /// The server's link.
        server: Hash,
        /// Each seat's link; none for a seat that was silent or has no part.
        links: Vec<Option<Hash>>,
        /// Dice or a seat; empty for a toss or shot.
        values: Vec<u8>,
    },
    /// The seat takes no part in later draws.
    GaveUpDraws,
    /// An offer was made.
    Offered {
        /// What for.
        what: What,
    },
    /// An offer was answered.
    Answered {
        /// What for.
        what: What,
        /// Yes or no.
        yes: bool,
    },
    /// The match went back to how it stood after entry `to`.
    TakenBack {
        /// A seq of this match.
        to: u64,
    },
    /// The seat gave the match up.
    Resigned,
    /// The seat claimed against one that is gone or owes something.
    Claimed,
    /// A clock ran out.
    Flagged {
        /// Whose.
        seat: Seat,
    },
    /// The seat left a match of three or four that goes on.
    Out {
        /// Which.
        seat: Seat,
    },
    /// The server was down: the time is given back to the clocks that ran.
    Paused {
        /// How long, in ms.
        ms: u64,
    },
    /// The dice were asked for.
    Rolling,
    /// The last step or report of the turn was taken back.
    Undone,
    /// A finished turn was accepted: by a seat, or by time.
    Confirmed,
    /// A finished turn was refused.
    Disputed,
    /// The match ended.
    Ended {
        /// Who won; empty for a draw.
        winners: Vec<Seat>,
        /// Why.
        reason: Reason,
        /// Points per seat.
        points: Vec<u32>,
    },
    /// An event of the game.
    #[serde(untagged)]
    Game(GameEvent),
}

impl Event {
    /// The event of something that happened in a game.
    #[must_use]
    pub fn of(deed: Deed<GameEvent>) -> Self {
        match deed {
            Deed::Rolling => Self::Rolling,
            Deed::Undone => Self::Undone,
            Deed::Confirmed => Self::Confirmed,
            Deed::Disputed => Self::Disputed,
            Deed::Own(event) => Self::Game(event),
        }
    }

    /// What this event is to the game, if it is anything.
    #[must_use]
    pub fn deed(&self) -> Option<Deed<GameEvent>> {
        match self {
            Self::Rolling => Some(Deed::Rolling),
            Self::Undone => Some(Deed::Undone),
            Self::Confirmed => Some(Deed::Confirmed),
            Self::Disputed => Some(Deed::Disputed),
            Self::Game(event) => Some(Deed::Own(event.clone())),
            Self::Sat { .. }
            | Self::Stood
            | Self::Tip { .. }
            | Self::Started(_)
            | Self::Linked { .. }
            | Self::Drawn { .. }
            | Self::GaveUpDraws
            | Self::Offered { .. }
            | Self::Answered { .. }
            | Self::TakenBack { .. }
            | Self::Resigned
            | Self::Claimed
            | Self::Flagged { .. }
            | Self::Out { .. }
            | Self::Paused { .. }
            | Self::Ended { .. } => None,
        }
    }

    /// Whether it changed what may be played: such an entry makes older `act`s stale.
    #[must_use]
    pub fn changes_play(&self) -> bool {
        match self {
            Self::Started(_)
            | Self::Drawn { .. }
            | Self::TakenBack { .. }
            | Self::Out { .. }
            | Self::Rolling
            | Self::Undone
            | Self::Confirmed
            | Self::Disputed
            | Self::Ended { .. }
            | Self::Game(_) => true,
            Self::Sat { .. }
            | Self::Stood
            | Self::Tip { .. }
            | Self::Linked { .. }
            | Self::GaveUpDraws
            | Self::Offered { .. }
            | Self::Answered { .. }
            | Self::Resigned
            | Self::Claimed
            | Self::Flagged { .. }
            | Self::Paused { .. } => false,
        }
    }
}

/// An event in its place in a room's log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the entry in its room, from 1, without gaps.
    pub seq: u64,
    /// The server's wall clock, Unix ms.
    pub at: i64,
    /// The seat that did it; none for what happened by itself.
    pub by: Option<Seat>,
    /// What happened.
    pub event: Event,
    /// With clocks: ms that this entry took from each seat's clock, lag already given back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<BTreeMap<Seat, i64>>,
}

/// An entry with its line of the match file, which chains it to the one before.
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    /// The entry.
    pub entry: Entry,
    /// Its line, without the newline: `{"prev":…,"seq":…}`. Kept as first written.
    pub line: String,
    /// SHA-256 of the line.
    pub head: Hash,
    /// Lag given back to the seat in turn, in ms; counts against that turn's allowance, and is not logged.
    pub lag: i64,
}

/// A stored line that cannot be read back.
#[derive(Debug, thiserror::Error)]
#[error("this is no line of a log: {0}")]
pub struct BadLine(#[from] serde_json::Error);

/// An entry and its `prev`; spelled out because serde cannot read number keys (`spent`) of a flattened struct.
#[derive(Deserialize)]
struct Line {
    #[expect(dead_code, reason = "the chain is checked where a match file is checked")]
    prev: Hash,
    seq: u64,
    at: i64,
    by: Option<Seat>,
    event: Event,
    #[serde(default)]
    spent: Option<BTreeMap<Seat, i64>>,
}

impl Logged {
    /// Chains `entry` to the line whose hash is `prev`.
    #[must_use]
    pub fn new(entry: Entry, prev: Hash, lag: i64) -> Self {
        let json = serde_json::to_string(&entry).expect("an entry is plain data with string keys");
        let line = format!("{{\"prev\":\"{prev}\",{}", &json[1..]);
        let head = Hash::of(line.as_bytes());
        Self { entry, line, head, lag }
    }

    /// Reads a stored line.
    ///
    /// # Errors
    /// If it is no entry.
    pub fn read(line: &str) -> Result<Self, BadLine> {
        let Line { seq, at, by, event, spent, .. } = serde_json::from_str(line)?;
        let entry = Entry { seq, at, by, event, spent };
        Ok(Self { entry, line: line.to_owned(), head: Hash::of(line.as_bytes()), lag: 0 })
    }

    /// The hash of the line before, as this line says it.
    #[must_use]
    pub fn prev(&self) -> Option<Hash> {
        self.line.get(r#"{"prev":""#.len()..PREV_LEN - 2)?.parse().ok()
    }

    /// The entry as an update carries it: the line without its `prev`.
    #[must_use]
    pub fn json(&self) -> String {
        // {"prev":"<64 hex>",   is 75 bytes
        format!("{{{}", &self.line[PREV_LEN..])
    }
}

/// Length of `{"prev":"<64 hex>",`.
const PREV_LEN: usize = r#"{"prev":"","#.len() + 64;

#[cfg(test)]
mod tests {
    use super::*;

    /// Caught: lines with `spent` could be written, but not read back.
    #[test]
    fn a_line_with_spent_time_is_read_back() {
        let spent = Some(BTreeMap::from([(0, 1840), (1, 0)]));
        let entry = Entry { seq: 41, at: 1, by: Some(0), event: Event::Rolling, spent };
        let logged = Logged::new(entry, Hash::ZERO, 0);
        assert_eq!(Logged::read(&logged.line).unwrap(), logged);
        assert_eq!(serde_json::from_str::<Entry>(&logged.json()).unwrap(), logged.entry);
    }
}
