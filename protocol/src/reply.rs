//! What a server answers: exactly one reply a request, in order, under the request's id.

use std::collections::BTreeMap;

use engine::games::{Handicap, Options, Reason, Seat};
use engine::setup::Setup;
use engine::stats::Outcome;
use engine::table::{Player, Status};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{ErrorReply, Key, Limits, RoomCode, SentEntry};

/// A reply, without the id that it answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Done, and nothing more to say.
    Ok(Done),
    /// To `hello` and `rename`.
    Welcome(Welcome),
    /// To `create`, and to a `quick` that made a room.
    Created(Created),
    /// To `sit`, and to a `quick` that found a room.
    Seated(Seated),
    /// To `rooms`.
    Rooms(Rooms),
    /// To `history`.
    History(Box<History>),
    /// To `player`.
    Player(PlayerPage),
    /// To `league`.
    League(League),
    /// Refused.
    Error(ErrorReply),
    /// A reply of a later version.
    #[serde(untagged)]
    Unknown(Value),
}

/// Done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Done {
    /// To `act`: seq of the first entry of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// Who one is, and what is allowed here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// Oneself.
    pub player: Player,
    /// The key, if it was just issued: the only time that the server shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// Name and version of the server, as `longtable/0.1.0`.
    pub server: String,
    /// `RTCIceServer`s for cameras.
    #[serde(default)]
    pub ice_servers: Vec<Value>,
    /// What is allowed.
    #[serde(default)]
    pub limits: Limits,
}

/// A room was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// Its code.
    pub room: RoomCode,
    /// Its page for a browser, to be handed to others.
    pub link: String,
    /// The creator's seat.
    pub seat: Option<Seat>,
}

/// A seat was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Where: one who asked with `quick` learns it here.
    pub room: RoomCode,
    /// Which.
    pub seat: Seat,
}

/// A list of rooms, as a reply and as a push.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rooms {
    /// The newest first, at most [`crate::LISTED_ROOMS`].
    #[serde(deserialize_with = "understood")]
    pub rooms: Vec<Listing>,
    /// Whether there are more.
    #[serde(default)]
    pub more: bool,
}

/// A room in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// Its code.
    pub room: RoomCode,
    /// The game and its options.
    pub game: Options,
    /// Whether a match is played.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Option<Player>>,
    /// How many watch without a seat.
    pub spectators: usize,
    /// When it was made, Unix ms.
    pub since: i64,
}

/// Leaves out the rooms of a later version's games.
fn understood<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Listing>, D::Error> {
    let all = Vec::<Value>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|listing| serde_json::from_value(listing).ok()).collect())
}

/// A page of what happened in a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The match's setup.
    pub setup: Setup,
    /// Entries, each with one more field: the `view` after it.
    pub entries: Vec<SentEntry>,
    /// Whether there are more after these.
    pub more: bool,
}

/// A player's record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayerPage {
    /// The public id.
    pub id: String,
    /// The name, as of now.
    pub name: String,
    /// By the name of the game.
    pub record: BTreeMap<String, Record>,
    /// The newest first.
    pub recent: Vec<Recent>,
    /// What this player and the one who asks, in this order, would be awarded in a Hundred with handicap of the two
    /// (C37 to C42); left out where it would be nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<[Handicap; 2]>,
}

/// A player's record in one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Matches won.
    pub won: u32,
    /// Matches lost.
    pub lost: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Rating.
    pub rating: i32,
    /// How uncertain the rating is.
    pub deviation: i32,
    /// Whether it rests on fewer than ten matches.
    pub provisional: bool,
    /// Matches won in a row up to now; negative for matches lost; 0 after a draw.
    #[serde(default)]
    pub streak: i64,
    /// The most matches won in a row.
    #[serde(default)]
    pub longest_streak: u64,
    /// Matches that were not played to their end, by why: `resigned`, `time`, `abandoned` (these are won or lost
    /// all the same) or `unfinished` (these have no result).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unfinished: BTreeMap<String, Left>,
    /// Means over the player's matches, by name: of Darbol's Hundred `turns` and `excess` (C.3).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub averages: BTreeMap<String, f64>,
    /// The sums that Hundred's averages are exact quotients of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hundred: Option<HundredSums>,
}

/// By whom matches were left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Left {
    /// By this player.
    pub own: u64,
    /// By another one; of `unfinished`, all of them: nobody alone left those.
    pub other: u64,
}

/// A player's games of Hundred that count: without handicap, and he himself reached a hundred (C42).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HundredSums {
    /// How many.
    pub games: u64,
    /// Turns used in all of them.
    pub turns: u64,
    /// Points over a hundred in all of them.
    pub excess: u64,
}

/// A match that a player has played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    /// The match's id, as `K7QF3M/1`.
    pub r#match: String,
    /// The name of the game.
    pub game: String,
    /// Who sat where.
    pub seats: Vec<Player>,
    /// The player's own seat.
    pub seat: Seat,
    /// How it went for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Who won; empty for a draw.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: Reason,
    /// Points per seat.
    pub points: Vec<u32>,
    /// When it ended, Unix ms.
    pub at: i64,
}

/// Darbol's Hundred players with a record, as a `league` lists them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct League {
    /// The strongest first: fewest turns a game, then most excess (C37). At most [`crate::LEAGUE_PLAYERS`].
    pub players: Vec<LeaguePlayer>,
}

/// A player of the league.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeaguePlayer {
    /// The public id.
    pub id: String,
    /// The name, as of now.
    pub name: String,
    /// Games, and the sums of turns and excess.
    #[serde(flatten)]
    pub sums: HundredSums,
    /// Turns a game.
    pub turns_avg: f64,
    /// Points over a hundred a game.
    pub excess_avg: f64,
}
