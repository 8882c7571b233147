//! What goes into the store and comes out of it: plain rows, all times Unix milliseconds.
//!
//! JSON stays text: the store hands back what it was given, byte for byte. Rows that carry a room's secret have no
//! `Debug`, so that it cannot slip into a log.

use engine::games::darbol::handicap::Average;
use engine::stats::{Outcome, Share};

/// How long the answer under a token is kept for a repeated request: 24 hours (protocol section 3).
pub const TOKEN_LIFE_MS: i64 = 24 * 60 * 60 * 1000;

/// One decision about one room, with all that it causes.
#[derive(Clone, Default)]
pub struct Append {
    /// The room's code.
    pub room: String,
    /// The head that the decision saw; 0 for a room without entries.
    pub after: u64,
    /// The match-file lines of the entries `after + 1`, `after + 2`, ...
    pub lines: Vec<String>,
    /// Set for a new room; `after` is then 0.
    pub create: Option<NewRoom>,
    /// Players to be stored, or renamed.
    pub players: Vec<PlayerRow>,
    /// The seats that changed hands, and who sits there now.
    pub seats: Option<Vec<(usize, Option<String>)>>,
    /// The room's new status; a new room is `waiting` unless this says otherwise.
    pub status: Option<String>,
    /// Set if a match starts.
    pub started: Option<MatchRow>,
    /// Set if the match ends.
    pub ended: Option<EndedRow>,
    /// The answer to be given again under this token.
    pub token: Option<TokenRow>,
    /// `Some` sets (or with `None` inside clears) the room's deadline. An earlier one than needed does no harm but a
    /// look in vain, and each change costs half an append again, so a held room need not write every new one.
    pub deadline: Option<Option<i64>>,
}

/// How an append went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Done,
    /// Somebody else was first; nothing was written. A code that is taken is a conflict too, and one with head 0
    /// for a room that should exist means that it was deleted.
    Conflict {
        /// The room's head.
        head: u64,
    },
    /// The token was used within [`TOKEN_LIFE_MS`]; nothing was written.
    Repeated {
        /// The answer that was given then.
        answer: String,
    },
}

/// What is said once about a room.
#[derive(Clone)]
pub struct NewRoom {
    /// The server's secret for the draws of this room.
    pub secret: [u8; 32],
    /// The setup as JSON.
    pub setup: String,
    /// Kept out of the public list.
    pub unlisted: bool,
    /// The id of the player who made it.
    pub creator: String,
    /// When it was made.
    pub at: i64,
}

/// A stored room.
#[derive(Clone, PartialEq, Eq)]
pub struct RoomRow {
    /// The code.
    pub code: String,
    /// The server's secret for the draws of this room.
    pub secret: [u8; 32],
    /// The setup as JSON.
    pub setup: String,
    /// Kept out of the public list.
    pub unlisted: bool,
    /// The id of the player who made it.
    pub creator: String,
    /// When it was made.
    pub created: i64,
    /// The number of its newest entry; 0 if there is none.
    pub head: u64,
    /// `waiting`, `playing` or `finished`.
    pub status: String,
    /// When it has to be looked at, if ever.
    pub deadline: Option<i64>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The public id.
    pub id: String,
    /// SHA-256 of the player's key. A row under another key never replaces the one that is stored.
    pub key_hash: [u8; 32],
    /// The name.
    pub name: String,
    /// When this name was given; an older name never replaces a newer one.
    pub at: i64,
}

/// The start of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its number in the room, from 1.
    pub number: u32,
    /// The entry `started`.
    pub first_seq: u64,
    /// When.
    pub at: i64,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedRow {
    /// Its number in the room.
    pub number: u32,
    /// The entry `ended`.
    pub last_seq: u64,
    /// When.
    pub at: i64,
    /// The kind of game under which it counts.
    pub kind: String,
    /// The winning seats as JSON.
    pub winners: String,
    /// Why it ended.
    pub reason: String,
    /// The points as JSON.
    pub points: String,
    /// Who sat where, as JSON.
    pub players: String,
    /// The head of the match file, in hex.
    pub hash: String,
    /// Those on whose record it goes; empty if it counts for nobody.
    pub sides: Vec<Side>,
}

/// A match as one player's record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The player's id.
    pub player: String,
    /// How it goes on this player's record.
    pub share: Share,
}

/// A match of a room; `ended` is `None` while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchInfo {
    /// Its start.
    pub started: MatchRow,
    /// Its end; `sides` is left empty here.
    pub ended: Option<EndedRow>,
}

/// An ended match of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The room's code.
    pub room: String,
    /// The player's seat.
    pub seat: usize,
    /// How it went for this player.
    pub outcome: Outcome,
    /// Its start.
    pub started: MatchRow,
    /// Its end; `sides` is left empty here.
    pub ended: EndedRow,
}

/// How many matches of a kind of game ended in one way for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The kind of game.
    pub kind: String,
    /// How they went.
    pub outcome: Outcome,
    /// If they were not played to their end: why.
    pub early: Option<String>,
    /// Whether it was this player who left.
    pub own: bool,
    /// How many.
    pub matches: u64,
}

/// A player of Hundred with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueRow {
    /// The player's id.
    pub player: String,
    /// The name.
    pub name: String,
    /// The sums.
    pub hundred: Average,
}

/// An answer that a repeated request gets again (protocol section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Who asked.
    pub player: String,
    /// The type of the request.
    pub request: String,
    /// The client's token.
    pub token: String,
    /// The answer as JSON.
    pub answer: String,
    /// When.
    pub at: i64,
}

/// A time in which no server was alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last beat before it.
    pub from: i64,
    /// The first beat after it.
    pub to: i64,
}

/// A number as databases write it, signed; one beyond theirs is larger than anything stored, and so is the largest.
pub(super) fn int(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// How an outcome is written.
pub(super) fn outcome_code(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Lost => 0,
        Outcome::Drawn => 1,
        Outcome::Won => 2,
        Outcome::Unfinished => 3,
    }
}

/// The outcome that is written so; none if there is none.
pub(super) fn outcome_of(code: i64) -> Option<Outcome> {
    let all = [Outcome::Lost, Outcome::Drawn, Outcome::Won, Outcome::Unfinished];
    all.into_iter().find(|outcome| outcome_code(*outcome) == code)
}
