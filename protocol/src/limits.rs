//! What a server allows, as it tells every client in `welcome`. Each is a flag of the server.

use serde::{Deserialize, Serialize};

/// Limits of a server; none where a trusted host has lifted one (`--limits off`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Bytes of a frame from a client; never lifted.
    pub frame_bytes: usize,
    /// Characters of a name, as people see them; never lifted.
    pub name_chars: usize,
    /// Characters of a chat line, as people see them; never lifted.
    pub text_chars: usize,
    /// Requests a second of one connection, in the long run.
    pub requests_per_s: Option<u32>,
    /// Requests at once before `requests_per_s` counts: the fastest honest play stays below it.
    pub burst: Option<u32>,
    /// Chat lines a second of one player.
    pub says_per_s: Option<u32>,
    /// Rooms that one player may have open.
    pub rooms_per_player: Option<u32>,
    /// Connections from one address.
    pub sockets_per_address: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame_bytes: 65_536,
            name_chars: 32,
            text_chars: 500,
            requests_per_s: Some(20),
            burst: Some(60),
            says_per_s: Some(1),
            rooms_per_player: Some(20),
            sockets_per_address: Some(64),
        }
    }
}

impl Limits {
    /// All limits lifted but those of a frame and the lengths of texts.
    #[must_use]
    pub fn off(self) -> Self {
        Self {
            requests_per_s: None,
            burst: None,
            says_per_s: None,
            rooms_per_player: None,
            sockets_per_address: None,
            ..self
        }
    }
}

/// Bytes of a `signal`'s data at most.
pub const SIGNAL_BYTES: usize = 16 * 1024;
/// Entries in a page of `history`, and in an `update` before it says `gap`.
pub const PAGE_ENTRIES: usize = 256;
/// Bytes of the entries of an `update` before it says `gap`.
pub const UPDATE_BYTES: usize = 64 * 1024;
/// Bytes of a page of `history`.
pub const HISTORY_BYTES: usize = 256 * 1024;
/// Rooms in a `rooms` list.
pub const LISTED_ROOMS: usize = 100;
/// Players in a `league` list.
pub const LEAGUE_PLAYERS: usize = 100;
/// Recent matches on a player's page.
pub const RECENT_MATCHES: usize = 20;
/// Characters of a `token`, least and most.
pub const TOKEN_CHARS: std::ops::RangeInclusive<usize> = 8..=64;
/// Chat lines that one who joins is sent.
pub const CHAT_KEPT: usize = 50;
