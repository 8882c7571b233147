//! One room, as the server last showed it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use engine::games::Seat;
use engine::table::{Player, Status, View};
use protocol::{RoomCode, Said, Update};

use super::{Timeline, clock};

/// Lines of chat that are kept.
const CHAT: usize = 200;

/// Something said in the room, or told by the client itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatLine {
    /// A person wrote it.
    Said(Said),
    /// The server or the session's checks told it.
    Told(String),
}

/// A room that one has entered.
#[derive(Debug, Clone)]
pub struct Room {
    /// Its code.
    pub code: RoomCode,
    /// The newest view; none until the first update.
    pub view: Option<Box<View>>,
    /// The link for others, if one has made the room.
    pub link: Option<String>,
    /// When the view came.
    came: Instant,
    /// Whether the view is as new as the server's: false from a lost connection to the next update.
    pub live: bool,
    /// The entries of the match.
    pub timeline: Timeline,
    /// Chat and notices, the oldest first.
    pub chat: VecDeque<ChatLine>,
}

impl Room {
    /// A room of which nothing is known yet.
    pub fn new(code: RoomCode) -> Self {
        Self {
            code,
            view: None,
            link: None,
            came: Instant::now(),
            live: false,
            timeline: Timeline::default(),
            chat: VecDeque::new(),
        }
    }

    /// Takes in an update; an older one than is known (two answers crossed) is no news.
    pub fn update(&mut self, update: Update, now: Instant) {
        self.timeline.update(&update);
        if self.view.as_ref().is_none_or(|view| view.seq <= update.view.seq) {
            self.view = Some(Box::new(update.view));
            self.came = now;
            self.live = true;
        }
    }

    /// The connection is gone: what is on show may be old, and no clock is shown as running.
    pub fn lost(&mut self, now: Instant) {
        if self.live
            && let Some(view) = &mut self.view
        {
            let since = now.saturating_duration_since(self.came);
            let left: Vec<_> = (0..view.seats.len()).map(|seat| clock::left(view, seat, since)).collect();
            for (seat, left) in view.seats.iter_mut().zip(left) {
                if let Some(seat) = seat {
                    seat.clock_ms = left;
                }
            }
        }
        self.live = false;
    }

    /// Adds a line to the chat. The last lines come again after a reconnect: those are left out.
    pub fn say(&mut self, line: ChatLine) {
        if matches!(line, ChatLine::Said(_)) && self.chat.contains(&line) {
            return;
        }
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }

    /// How long ago the view came; nothing while not live.
    pub fn since(&self, now: Instant) -> Duration {
        if self.live { now.saturating_duration_since(self.came) } else { Duration::ZERO }
    }

    /// What is left on a seat's clock.
    pub fn clock(&self, seat: Seat, now: Instant) -> Option<i64> {
        clock::left(self.view.as_deref()?, seat, self.since(now))
    }

    /// Whether a seat's clock runs.
    pub fn runs(&self, seat: Seat, now: Instant) -> bool {
        self.live && self.view.as_deref().is_some_and(|view| clock::runs(view, seat, self.since(now)))
    }

    /// The seat of this player.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        self.view.as_deref().and_then(|view| seat_of(view, player))
    }

    /// Whether a match is played.
    pub fn is_playing(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.status == Status::Playing)
    }
}

/// The seat of this player in a view.
pub fn seat_of(view: &View, player: &str) -> Option<Seat> {
    view.seats.iter().position(|seat| seat.as_ref().is_some_and(|seat| seat.player.id == player))
}

/// Who sits at `seat`.
pub fn player_at(view: &View, seat: Seat) -> Option<&Player> {
    view.seats.get(seat)?.as_ref().map(|seat| &seat.player)
}
