//! The full screen: one plain state, one `update` that takes in what happened, one `render` that draws.
//!
//! Keys make requests; only what the server sends changes what is shown of a room. The loop that feeds all this
//! is in `run.rs`; the screens, each with its keys and its drawing, are in `crate::screens`.

mod keys;
mod net;
mod render;
mod run;
#[cfg(test)]
mod tests;

pub use run::run;

use std::time::{Duration, Instant};

use engine::table::Player;
use protocol::{Request, RoomCode};
use ratatui::text::Line;

use crate::look::Look;
use crate::net::Link;
use crate::screens::form::Form;
use crate::screens::lobby::Lobby;
use crate::screens::player::PlayerScreen;
use crate::screens::replay::ReplayScreen;
use crate::screens::room::RoomScreen;

/// Everything that is shown.
#[derive(Debug)]
pub struct App {
    /// The server's address, harmless to show.
    pub server: String,
    /// Colour or not.
    pub look: Look,
    /// Oneself, once the server has said so.
    pub me: Option<Player>,
    /// The connection.
    pub link: Link,
    /// What is in front.
    pub place: Place,
    /// Where one came from to a player's page or a replay.
    pub back: Place,
    /// The list of rooms.
    pub lobby: Lobby,
    /// The form for a new room.
    pub form: Form,
    /// The room that one is in.
    pub room: Option<RoomScreen>,
    /// A match that is stepped through.
    pub replay: Option<ReplayScreen>,
    /// A player's page.
    pub page: Option<PlayerScreen>,
    /// Whether there is no lobby to go back to: a command that shows one thing ends with it.
    pub alone: bool,
    /// Why the one thing cannot be shown.
    pub failed: Option<String>,
    /// The help that lies over the screen, by its first line on show.
    pub help: Option<u16>,
    /// The line at the foot: what was wrong, or what was done.
    pub message: Option<Message>,
    /// Settings that the next room starts with.
    pub settings: Settings,
}

/// What a person has chosen for every room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Gul Bara: roll by itself.
    pub auto_roll: bool,
    /// Hide the chat.
    pub muted: bool,
}

/// A screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The list of rooms.
    Lobby,
    /// The form for a new room.
    Form,
    /// A room.
    Room,
    /// A match, step by step.
    Replay,
    /// A player's page.
    Player,
}

/// A line at the foot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The line, harmless to show.
    pub text: String,
    /// Whether something is wrong.
    pub bad: bool,
}

impl Message {
    /// As it is shown.
    pub fn line(&self, look: Look) -> Line<'static> {
        Line::styled(self.text.clone(), if self.bad { look.bad() } else { look.accent() })
    }
}

/// What a request was sent for, so that its answer finds its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// The list of the lobby.
    Rooms,
    /// Making a room or finding one; the answer names it.
    Enter,
    /// Sitting down in a room.
    Sit(RoomCode),
    /// Watching a room.
    Watch(RoomCode),
    /// A move in a room.
    Act(RoomCode),
    /// What happened in the room one is in.
    RoomHistory(RoomCode),
    /// A page of the match that is stepped through.
    ReplayHistory,
    /// A player's page.
    Player,
    /// A line of the JSON mode, by its id.
    Line(u64),
    /// Anything of which only a refusal is worth a word.
    Other,
}

/// What comes of an input.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a request.
    Ask(Ask, Request),
    /// Show another screen.
    Go(Place),
    /// Enter a room: watch it, and sit down if wished.
    Enter(RoomCode, Sit),
    /// Leave the room for the lobby.
    Leave,
    /// Show a player's page.
    ShowPlayer(String),
    /// Step through a match.
    Replay(RoomCode, Option<u32>),
    /// Say something at the foot.
    Tell(String),
    /// Say at the foot that something is wrong.
    Warn(String),
    /// Draw everything anew.
    Redraw,
    /// Dial now instead of waiting.
    Reconnect,
    /// End.
    Quit,
}

/// Whether to sit down in a room that is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sit {
    /// Watch only.
    No,
    /// On the first free seat.
    Free,
    /// On this one.
    At(usize),
}

impl App {
    /// An app in front of the lobby.
    pub fn new(server: String, look: Look, settings: Settings) -> Self {
        Self {
            server,
            look,
            me: None,
            link: Link::Connecting,
            place: Place::Lobby,
            back: Place::Lobby,
            lobby: Lobby::default(),
            form: Form::default(),
            room: None,
            replay: None,
            page: None,
            alone: false,
            failed: None,
            help: None,
            message: None,
            settings,
        }
    }

    /// Carries out what concerns the state, and hands on what concerns the world.
    pub fn settle(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let mut out = Vec::new();
        for effect in effects {
            match effect {
                Effect::Go(place) => out.extend(self.go(place)),
                Effect::Enter(code, sit) => out.extend(self.enter(code, sit)),
                Effect::Leave => {
                    if let Some(room) = self.room.take() {
                        out.push(Effect::Ask(Ask::Other, Request::Unwatch { room: room.room.code }));
                    }
                    out.extend(self.go(Place::Lobby));
                }
                Effect::ShowPlayer(player) => {
                    self.page = Some(PlayerScreen::new(player.clone()));
                    out.push(Effect::Ask(Ask::Player, Request::Player { player }));
                    out.extend(self.go(Place::Player));
                }
                Effect::Replay(room, number) => {
                    let replay = ReplayScreen::loading(room, number);
                    out.extend(replay.next_page().map(|page| Effect::Ask(Ask::ReplayHistory, page)));
                    self.replay = Some(replay);
                    out.extend(self.go(Place::Replay));
                }
                Effect::Tell(text) => self.message = Some(Message { text, bad: false }),
                Effect::Warn(text) => self.message = Some(Message { text, bad: true }),
                Effect::Ask(..) | Effect::Redraw | Effect::Reconnect | Effect::Quit => out.push(effect),
            }
        }
        out
    }

    fn go(&mut self, place: Place) -> Vec<Effect> {
        if matches!(place, Place::Player | Place::Replay) && self.place != place {
            self.back = match self.place {
                Place::Player | Place::Replay => self.back,
                Place::Lobby | Place::Form | Place::Room => self.place,
            };
        }
        self.place = place;
        match place {
            Place::Lobby => vec![self.lobby.ask()],
            Place::Form | Place::Room | Place::Replay | Place::Player => Vec::new(),
        }
    }

    fn enter(&mut self, code: RoomCode, sit: Sit) -> Vec<Effect> {
        let mut out = Vec::new();
        if let Some(old) = self.room.take()
            && old.room.code != code
        {
            out.push(Effect::Ask(Ask::Other, Request::Unwatch { room: old.room.code }));
        }
        self.room = Some(RoomScreen::new(code, self.settings));
        self.place = Place::Room;
        self.message = None;
        let seat = match sit {
            Sit::No => return self.watched(code, out),
            Sit::Free => None,
            Sit::At(seat) => Some(seat),
        };
        out.push(Effect::Ask(Ask::Sit(code), Request::Sit { room: code, seat, tip: None, token: None }));
        out
    }

    /// Watching a room, and asking for what happened before.
    pub fn watched(&self, code: RoomCode, mut out: Vec<Effect>) -> Vec<Effect> {
        out.push(Effect::Ask(Ask::Watch(code), Request::Watch { room: code, after: None }));
        out
    }

    /// Time goes by: the replay plays on, and so on.
    pub fn tick(&mut self, now: Instant) {
        if self.place == Place::Replay
            && let Some(replay) = &mut self.replay
        {
            replay.tick(now);
        }
    }

    /// How soon the screen changes by itself.
    pub fn pace(&self, now: Instant) -> Duration {
        let often = match self.place {
            Place::Room => self.room.as_ref().is_some_and(|room| room.room.is_playing()),
            Place::Replay => self.replay.as_ref().is_some_and(ReplayScreen::is_playing),
            Place::Lobby | Place::Form | Place::Player => false,
        };
        if self.place == Place::Room && self.room.as_ref().is_some_and(|room| room.is_moving(now)) {
            Duration::from_millis(40)
        } else if often {
            Duration::from_millis(100)
        } else {
            Duration::from_secs(1)
        }
    }
}
