//! What every match shares: seats, start, turns, clocks, offers, claims, draws of chance and the result.
//!
//! A [`Table`] is the fold of a room's log. [`Table::decide`] says which entries a command leads to,
//! [`Table::tick`] which ones time leads to, [`Table::apply`] takes an entry in, [`Table::view`] shows the room.
//! Nothing here reads a clock or draws a number: time comes in with the [`Context`], chance as links. Presence and
//! lag are told to the table from outside and are not part of the log.

mod claims;
mod clock;
mod decide;
mod draws;
mod event;
mod offers;
mod plays;
mod redo;
mod state;
#[cfg(test)]
pub(crate) mod tests;
mod time;
mod view;

pub(crate) use decide::awards;
pub use decide::{Command, Decision, Refusal, Sent};
pub use event::*;
pub use view::*;

use std::sync::Arc;

use crate::fairness::{Chain, Hash};
use crate::games::{Handicap, Reason, Seat};
use crate::setup::Setup;
use plays::Plays;
use state::State;

/// The version of the rules, written into each match file.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A match whose players are all away for this long is ended as unfinished: a week, in ms.
pub const UNFINISHED_AFTER_MS: i64 = 7 * 24 * 3600 * 1000;

/// A moment, in ms: `mono` never steps back and measures time, `wall` is what people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Monotonic, from any origin.
    pub mono: i64,
    /// Unix time.
    pub wall: i64,
}

/// What a decision needs from outside.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// When it is.
    pub now: Now,
    /// The server's chain for the match that is played or comes next.
    pub chain: &'a Chain,
    /// Name and version of the server, for the match file.
    pub server: &'a str,
    /// What Hundred's players would be awarded in the coming match, by their records.
    pub handicap: Option<&'a [Handicap]>,
}

/// What is known from outside of the player on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Presence {
    online: bool,
    /// Since when, monotonic ms.
    since: i64,
    /// There and back on its line, in ms.
    lag: i64,
}

/// A room's table: the fold of its log, and what is known of its players from outside.
#[derive(Debug, Clone)]
pub struct Table {
    code: String,
    setup: Arc<Setup>,
    state: State,
    plays: Plays,
    presence: Vec<Presence>,
    /// The tip of the server's chain for the coming match.
    next_tip: Hash,
    /// When this process took the room up, monotonic ms: claims count from here at the earliest.
    woken: i64,
}

impl Table {
    /// An empty table of room `code`; `tip` is the server's for its first match.
    #[must_use]
    pub fn new(code: &str, setup: Setup, tip: Hash, now: Now) -> Self {
        let seats = setup.seats;
        Self {
            code: code.to_owned(),
            setup: Arc::new(setup),
            state: State::new(seats),
            plays: Plays::default(),
            presence: vec![Presence { since: now.mono, ..Presence::default() }; seats],
            next_tip: tip,
            woken: now.mono,
        }
    }

    /// Takes an entry in. `mono` is when it happened on this process's monotonic clock; for entries of an earlier
    /// process, the moment that corresponds to the entry's wall time.
    pub fn apply(&mut self, logged: &Logged, mono: i64) {
        self.state.apply(logged, mono, &self.setup, &self.plays);
        let clocks = self.state.clocks();
        self.plays.push(&logged.entry, clocks);
    }

    /// The setup.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The setup, for those who keep it.
    #[must_use]
    pub fn setup_shared(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Number of the newest entry; 0 for none.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.state.seq
    }

    /// SHA-256 of the newest entry's line; zeros for none.
    #[must_use]
    pub fn head(&self) -> Hash {
        self.state.head
    }

    /// Whether a match is played.
    #[must_use]
    pub fn status(&self) -> Status {
        self.state.status()
    }

    /// Number of the match that is played or comes next, from 1: the one whose chain a decision needs.
    #[must_use]
    pub fn chain_match(&self) -> u32 {
        self.state.matches + u32::from(self.status() != Status::Playing)
    }

    /// The seat of a player, if he has one.
    #[must_use]
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        self.state.seats.iter().position(|sitting| sitting.as_ref().is_some_and(|s| s.player.id == player))
    }

    /// Who sits where.
    pub fn players(&self) -> impl Iterator<Item = Option<&Player>> {
        self.state.seats.iter().map(|sitting| sitting.as_ref().map(|s| &s.player))
    }

    /// Seats that may act now.
    #[must_use]
    pub fn turn(&self) -> Vec<Seat> {
        self.state.turn()
    }

    /// Which seats have left the match that is played, or the last one, and how; empty before the first.
    #[must_use]
    pub fn left(&self) -> &[Option<Reason>] {
        self.state.play.as_ref().map(|play| play.left.as_slice()).unwrap_or_default()
    }

    /// What was awarded in the match that is played, or the last one.
    #[must_use]
    pub fn handicap(&self) -> Option<&[Handicap]> {
        self.state.play.as_ref()?.start.handicap.as_deref()
    }

    /// The tip of the server's chain for the coming match became known.
    pub fn set_next_tip(&mut self, tip: Hash) {
        self.next_tip = tip;
    }

    /// The player on `seat` came into the room or left it.
    pub fn set_online(&mut self, seat: Seat, online: bool, now: Now) {
        if self.presence[seat].online != online {
            self.presence[seat].online = online;
            self.presence[seat].since = now.mono;
        }
    }

    /// The server measured a seat's line: `lag` is there and back, in ms.
    pub fn set_lag(&mut self, seat: Seat, lag: i64) {
        self.presence[seat].lag = lag;
    }

    /// Whether a socket of the player on `seat` is in the room.
    #[must_use]
    pub fn online(&self, seat: Seat) -> bool {
        self.presence[seat].online
    }

    /// For how long the player on `seat` has been away, in ms.
    fn gone(&self, seat: Seat, now: Now) -> i64 {
        let presence = self.presence[seat];
        if presence.online || self.state.seats[seat].is_none() {
            0
        } else {
            (now.mono - presence.since).max(0)
        }
    }
}
