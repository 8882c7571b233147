//! The room: the board, the people, the match so far, the chat, and the line in which moves are written.
//!
//! What is shown is what the server said last ([`Room`]), or, while one looks back, what it said earlier. A move
//! is sent with the number of the state it was made on, and the board changes when the server has answered.

mod aim;
mod cursor;
pub mod draw;
mod keys;
mod menu;
mod overlay;
mod report;
mod side;
mod typed;

use std::collections::VecDeque;
use std::time::Instant;

use engine::games::{Kind, Seat, View as GameView, gul_bara};
use engine::table::{Event, OfferView, View};
use protocol::{Request, RoomCode, Update};
use serde_json::{Value, json};

use crate::app::{Ask, Effect, Settings};
use crate::boards;
use crate::model::Room;
use cursor::Cursor;
use menu::{Menu, Sure};

/// Per cent of its own speed at which a toss or shot is shown: slower, so that it can be followed (physics.md).
const PACE: u32 = 65;

/// The room on the screen.
#[derive(Debug)]
pub struct RoomScreen {
    /// What the server said.
    pub room: Room,
    /// The move or word that is being typed.
    pub input: String,
    /// It was refused and stands there to be mended: a letter begins a new one.
    refused: bool,
    /// The line of chat that is being typed; none while the moves have the keys.
    pub chat: Option<String>,
    /// The position that one looks back at, by its seq; none: the present.
    pub looking: Option<u64>,
    /// The cursor on the board.
    pub cursor: Cursor,
    /// Whether a move is on its way: another one is not sent before its answer.
    pub acting: bool,
    /// Moves of the same line that follow when the one on its way is accepted.
    rest: VecDeque<Value>,
    /// The state that the next of them waits for.
    from: u64,
    /// A line that was typed meanwhile, and by whom: it is read when all of that is here.
    typed_ahead: Option<(String, Seat)>,
    /// The menu, if open.
    pub menu: Option<Menu>,
    /// The question that waits for an answer.
    pub sure: Option<Sure>,
    /// What was chosen here.
    pub settings: Settings,
    /// Whether a page of history is on its way.
    pub asking: bool,
    /// A toss or shot that is shown as it goes, and since when.
    playing: Option<(Event, Instant)>,
}

impl RoomScreen {
    /// A room that is being entered.
    pub fn new(code: RoomCode, settings: Settings) -> Self {
        Self {
            room: Room::new(code),
            input: String::new(),
            refused: false,
            chat: None,
            looking: None,
            cursor: Cursor::default(),
            acting: false,
            rest: VecDeque::new(),
            from: 0,
            typed_ahead: None,
            menu: None,
            sure: None,
            settings,
            asking: false,
            playing: None,
        }
    }

    /// Takes in an update, and does what follows without being asked: fetching what is missing, rolling.
    pub fn update(&mut self, update: Update, me: Option<&str>, now: Instant) -> Vec<Effect> {
        let motion = update
            .entries
            .iter()
            .filter_map(|entry| entry.known())
            .rfind(|event| boards::playing_ms(event).is_some());
        if let Some(event) = motion {
            self.playing = Some((event.clone(), now));
        }
        self.room.update(update, now);
        let mut effects = self.fetch();
        effects.extend(self.go_on());
        effects.extend(self.roll(me));
        effects
    }

    /// The toss or shot that is on its way at `now`, with the ms of its own time that have passed.
    fn motion(&self, now: Instant) -> Option<(&Event, u32)> {
        let (event, since) = self.playing.as_ref().filter(|_| self.looking.is_none())?;
        let passed = now.saturating_duration_since(*since).as_millis() * u128::from(PACE) / 100;
        let ms = u32::try_from(passed).ok()?;
        (ms < boards::playing_ms(event)?).then_some((event, ms))
    }

    /// Whether something on the board moves.
    pub fn is_moving(&self, now: Instant) -> bool {
        self.motion(now).is_some()
    }

    /// Whether the last line typed has not been played to its end yet.
    pub fn is_busy(&self) -> bool {
        let behind = self.room.view.as_ref().is_none_or(|view| view.seq < self.from);
        self.acting || self.asking || behind || !self.rest.is_empty()
    }

    /// Asks for entries that are missing in the list.
    pub fn fetch(&mut self) -> Vec<Effect> {
        let Some(view) = &self.room.view else { return Vec::new() };
        let started = view.game.is_some();
        let nothing = self.room.timeline.steps().next().is_none();
        let after = match self.room.timeline.gap() {
            Some(after) => Some(after),
            None if nothing && started => None,
            None => return Vec::new(),
        };
        if self.asking {
            return Vec::new();
        }
        self.asking = true;
        let request =
            Request::History { room: self.room.code, r#match: Some(view.r#match), after, limit: None };
        vec![Effect::Ask(Ask::RoomHistory(self.room.code), request)]
    }

    /// Rolls by itself, if that was chosen and nothing but a roll is possible.
    fn roll(&mut self, me: Option<&str>) -> Vec<Effect> {
        let wanted = self.settings.auto_roll && !self.acting && self.looking.is_none();
        let Some(view) = self.room.view.as_deref().filter(|_| wanted) else { return Vec::new() };
        let mine = me.and_then(|me| self.room.seat_of(me)).is_some_and(|me| view.turn.contains(&me));
        let rolling =
            matches!(&view.game, Some(GameView::GulBara(game)) if game.phase == gul_bara::Phase::Rolling);
        if mine && rolling { self.act(json!({"type": "roll"})) } else { Vec::new() }
    }

    /// The position on show.
    pub fn shown(&self) -> Option<&View> {
        match self.looking {
            Some(seq) => self.room.timeline.view(seq),
            None => self.room.view.as_deref(),
        }
    }

    /// Sends a move, made on the newest state.
    fn act(&mut self, r#move: Value) -> Vec<Effect> {
        let Some(view) = &self.room.view else { return Vec::new() };
        if self.acting {
            return vec![Effect::Warn("Your last move is still on its way".to_owned())];
        }
        self.acting = true;
        let request = Request::Act { room: self.room.code, seq: view.seq, r#move, link: None };
        vec![Effect::Ask(Ask::Act(self.room.code), request)]
    }

    /// The answer to a move has come: the first entry that it made, or nothing if it was refused. What was to
    /// follow a refused move does not.
    pub fn acted(&mut self, accepted: Option<u64>) -> Vec<Effect> {
        self.acting = false;
        match accepted {
            Some(seq) => self.from = seq,
            None => {
                self.rest.clear();
                if let Some((text, _)) = self.typed_ahead.take() {
                    self.give_back(text);
                }
            }
        }
        self.go_on()
    }

    /// Whether a move has no answer yet, or what it led to is not here.
    fn is_under_way(&self) -> bool {
        self.acting || self.room.view.as_ref().is_none_or(|view| view.seq < self.from)
    }

    /// Sends the next move of a line, once the state that it was meant for is here; then what was typed meanwhile.
    fn go_on(&mut self) -> Vec<Effect> {
        if self.is_under_way() {
            return Vec::new();
        }
        if let Some(next) = self.rest.pop_front() {
            return self.act(next);
        }
        let Some((text, me)) = self.typed_ahead.take() else { return Vec::new() };
        let effects = self.typed_move(&text, Some(me));
        if is_refused(&effects) {
            self.give_back(text);
        }
        effects
    }

    /// Puts a line that was refused back, to be mended, sent once more or typed over; unless another one is begun.
    fn give_back(&mut self, text: String) {
        if self.input.is_empty() {
            self.input = text;
            self.refused = true;
        }
    }

    /// An offer that stands and waits for the answer of `me`.
    pub fn offer_to(&self, me: Option<Seat>) -> Option<&OfferView> {
        let view = self.room.view.as_deref()?;
        offer_to(view, me)
    }

    /// Whether the game is reported from a real board.
    pub fn is_reported(&self) -> bool {
        self.room.view.as_ref().is_some_and(|view| {
            view.setup.medium == engine::games::Medium::Table
                && matches!(view.setup.game.kind(), Kind::Darbol | Kind::Crokidarts)
        })
    }

    /// One position back or forward in what is shown.
    pub fn look(&mut self, forward: bool) {
        let newest = self.room.view.as_ref().map(|view| view.seq);
        let at = self.looking.or(newest);
        let next = at.and_then(|at| match forward {
            true => self.room.timeline.after(at),
            false => self.room.timeline.before(at),
        });
        let last = self.room.timeline.ends().map(|(_, last)| last);
        self.looking = match (next, self.looking) {
            // the newest position is the present, which goes on by itself
            (Some(next), _) if forward && Some(next) == last => None,
            (Some(next), _) => Some(next),
            (None, looking) => looking.filter(|_| !forward),
        };
    }
}

/// An offer that stands and waits for the answer of `me`.
pub fn offer_to(view: &View, me: Option<Seat>) -> Option<&OfferView> {
    let me = me?;
    view.offers.iter().find(|offer| offer.by != me && !offer.yes.contains(&me))
}

/// Whether a line led to nothing but a word why.
fn is_refused(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Warn(_)))
}
