//! Lines typed in the room, and items of its menu, as requests.

use engine::games::Seat;
use engine::table::What;
use protocol::Request;
use serde_json::json;

use super::menu::{Item, Sure};
use super::{RoomScreen, offer_to};
use crate::app::{Ask, Effect};
use crate::boards::Spot;
use crate::words;
use notation::line::Line;
use notation::{self, Input};

impl RoomScreen {
    /// Does what a typed line says.
    pub fn typed(&mut self, text: &str, me: Option<Seat>) -> Vec<Effect> {
        match Line::read(text) {
            Line::Empty => Vec::new(),
            Line::Move(text) => self.typed_move(&text, me),
            Line::Say(text) => self.say(text),
            Line::Offer(what) => self.offer(what),
            Line::Answer(yes) => self.answer(yes, me),
            Line::Resign { .. } => self.ask_sure(Sure::Resign),
            Line::GiveUpDraws { .. } => self.ask_sure(Sure::GiveUpDraws),
            Line::Claim => self.choose(Item::Claim, me),
            Line::Sit(seat) => self.sit(seat),
            Line::Stand => self.choose(Item::Stand, me),
            Line::Mute(muted) => {
                self.settings.muted = muted;
                Vec::new()
            }
            Line::AutoRoll(on) => {
                self.settings.auto_roll = on;
                Vec::new()
            }
            Line::Back => {
                self.look(false);
                Vec::new()
            }
            Line::Forward => {
                self.look(true);
                Vec::new()
            }
            Line::Now => {
                self.looking = None;
                Vec::new()
            }
            Line::Board | Line::Moves | Line::Log | Line::Who => {
                vec![Effect::Tell("That is on the screen already".to_owned())]
            }
            Line::Help => vec![Effect::Tell("Press F1 for help".to_owned())],
            Line::Leave => vec![Effect::Leave],
        }
    }

    pub(super) fn typed_move(&mut self, text: &str, me: Option<Seat>) -> Vec<Effect> {
        if self.looking.is_some() {
            return vec![Effect::Warn(
                "You look at an earlier position; press End to return first".to_owned(),
            )];
        }
        let Some(view) = &self.room.view else { return Vec::new() };
        let Some(me) = me else {
            return vec![Effect::Warn("You watch; only who sits can move".to_owned())];
        };
        if self.is_under_way() {
            if self.typed_ahead.is_some() {
                return vec![Effect::Warn("One move waits already; the last one is on its way".to_owned())];
            }
            self.typed_ahead = Some((text.to_owned(), me));
            return Vec::new();
        }
        let aimed = match self.cursor.spot {
            Some(Spot::Shot(shot)) => Some(shot),
            Some(Spot::Cell(_) | Spot::Point(_) | Spot::Toss(_)) | None => None,
        };
        match notation::parse_aimed(view, me, text, aimed) {
            Ok(Input::Move(moves)) => {
                let mut moves = moves.iter().map(|mv| json!(mv));
                let first = moves.next();
                self.rest = moves.collect();
                first.map(|first| self.act(first)).unwrap_or_default()
            }
            Ok(Input::Aim { shot, note }) => {
                self.cursor.spot = Some(Spot::Shot(shot));
                vec![Effect::Tell(words::shown_line(&note))]
            }
            Err(why) => vec![Effect::Warn(words::shown_line(&why))],
        }
    }

    /// Writes in the chat.
    pub fn say(&mut self, text: String) -> Vec<Effect> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        vec![self.ask(Request::Say { room: self.room.code, text })]
    }

    fn offer(&mut self, what: What) -> Vec<Effect> {
        vec![self.ask(Request::Offer { room: self.room.code, what, tip: None })]
    }

    /// Answers the offer that stands.
    pub fn answer(&mut self, yes: bool, me: Option<Seat>) -> Vec<Effect> {
        let offer = self.room.view.as_deref().and_then(|view| offer_to(view, me));
        match offer {
            Some(offer) => {
                let (what, seq) = (offer.what, Some(offer.seq));
                vec![self.ask(Request::Answer { room: self.room.code, what, yes, seq, tip: None })]
            }
            None => vec![Effect::Warn("There is no offer to answer".to_owned())],
        }
    }

    fn sit(&mut self, seat: Option<Seat>) -> Vec<Effect> {
        let room = self.room.code;
        vec![Effect::Ask(Ask::Other, Request::Sit { room, seat, tip: None, token: None })]
    }

    fn ask(&self, request: Request) -> Effect {
        Effect::Ask(Ask::Other, request)
    }

    fn ask_sure(&mut self, sure: Sure) -> Vec<Effect> {
        self.sure = Some(sure);
        Vec::new()
    }

    /// Does what was asked for and confirmed.
    pub fn confirmed(&mut self, sure: Sure) -> Vec<Effect> {
        let room = self.room.code;
        match sure {
            Sure::Resign => vec![self.ask(Request::Resign { room })],
            Sure::GiveUpDraws => vec![self.ask(Request::Entropy { room, tip: None })],
        }
    }

    /// Does what was chosen in the menu.
    pub fn choose(&mut self, item: Item, me: Option<Seat>) -> Vec<Effect> {
        let room = self.room.code;
        match item {
            Item::Play => Vec::new(),
            Item::Chat => {
                self.chat = Some(String::new());
                Vec::new()
            }
            Item::Offer(what) => self.offer(what),
            Item::Claim => vec![self.ask(Request::Claim { room })],
            Item::Sit => self.sit(None),
            Item::Stand => vec![self.ask(Request::Stand { room })],
            Item::Mute => {
                self.settings.muted = !self.settings.muted;
                Vec::new()
            }
            Item::AutoRoll => {
                self.settings.auto_roll = !self.settings.auto_roll;
                Vec::new()
            }
            Item::Player(seat) => {
                let seat = self.room.view.as_ref().and_then(|view| view.seats.get(seat).cloned().flatten());
                seat.map(|seat| Effect::ShowPlayer(seat.player.id)).into_iter().collect()
            }
            Item::Replay => {
                let number = self.room.view.as_ref().map(|view| view.r#match);
                vec![Effect::Replay(room, number)]
            }
            Item::Leave => vec![Effect::Leave],
            Item::GiveUpDraws => self.ask_sure(Sure::GiveUpDraws),
            Item::Resign => {
                debug_assert!(me.is_some(), "only who sits is offered to resign");
                self.ask_sure(Sure::Resign)
            }
        }
    }
}
