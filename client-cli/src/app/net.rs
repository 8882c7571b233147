//! What comes from the server: news of the connection, pushes, and answers to requests.

use std::time::Instant;

use protocol::client::RequestError;
use protocol::{Code, Push, Reply, RoomCode};

use super::{App, Ask, Effect, Message, Place};
use crate::model::ChatLine;
use crate::net::{Link, News};
use crate::screens::room::RoomScreen;
use crate::words;

impl App {
    /// Takes in what the session tells.
    pub fn news(&mut self, news: News, now: Instant) -> Vec<Effect> {
        let effects = match news {
            News::Link(link) => self.linked(link, now),
            News::Welcome(welcome) => {
                self.me = Some(welcome.player);
                Vec::new()
            }
            News::Push(push) => self.pushed(push, now),
            News::Dropped { room, text } => match self.screen_of(room) {
                Some(_) => vec![Effect::Leave, Effect::Warn(words::shown_line(&text))],
                None => Vec::new(),
            },
            News::Warning { room, text } => {
                match self.room.as_mut().filter(|screen| room.is_none_or(|room| room == screen.room.code)) {
                    Some(screen) => screen.room.say(ChatLine::Told(text)),
                    None => self.message = Some(Message { text: words::shown_line(&text), bad: true }),
                }
                Vec::new()
            }
        };
        self.settle(effects)
    }

    fn linked(&mut self, link: Link, now: Instant) -> Vec<Effect> {
        let up = link.is_up();
        let came_back = up && matches!(self.link, Link::Reconnecting { .. } | Link::Ended(_));
        if !up && let Some(room) = &mut self.room {
            room.room.lost(now);
        }
        self.link = link;
        // rooms are watched again by the session; the list is ours to ask for
        if came_back && self.place == Place::Lobby && !self.alone { vec![self.lobby.ask()] } else { Vec::new() }
    }

    fn pushed(&mut self, push: Push, now: Instant) -> Vec<Effect> {
        match push {
            Push::Update(update) => {
                let me = self.me.as_ref().map(|me| me.id.clone());
                match self.room.as_mut().filter(|screen| screen.room.code == update.room) {
                    Some(screen) => return screen.update(*update, me.as_deref(), now),
                    None => return Vec::new(),
                }
            }
            Push::Rooms(rooms) => self.lobby.take(rooms),
            Push::Said(said) => {
                if let Some(screen) = self.room.as_mut().filter(|screen| screen.room.code == said.room) {
                    screen.room.say(ChatLine::Said(said));
                }
            }
            Push::Notice { text } => {
                self.message = Some(Message { text: words::shown_line(&text), bad: false })
            }
            Push::Bye { reason } => {
                let text = format!("The server says goodbye: {}", words::shown_line(&reason));
                self.message = Some(Message { text, bad: false });
            }
            // cameras are for browsers; beats are the session's business
            Push::Signal(_) | Push::Beat { .. } | Push::Unknown(_) => {}
        }
        Vec::new()
    }

    /// Takes in the answer to a request.
    pub fn answered(&mut self, ask: Ask, reply: Result<Reply, RequestError>) -> Vec<Effect> {
        if let Ask::RoomHistory(code) = ask
            && let Some(screen) = self.screen_of(code)
        {
            screen.asking = false;
        }
        let mut effects = Vec::new();
        if let Ask::Act(code) = ask
            && let Some(screen) = self.screen_of(code)
        {
            let accepted = match &reply {
                Ok(Reply::Ok(done)) => Some(done.seq.unwrap_or(0)),
                Ok(_) | Err(_) => None,
            };
            effects.extend(screen.acted(accepted));
        }
        effects.extend(match reply {
            Ok(reply) => self.accepted(ask, reply),
            Err(error) => self.refused(ask, &error),
        });
        self.settle(effects)
    }

    fn accepted(&mut self, ask: Ask, reply: Reply) -> Vec<Effect> {
        match (ask, reply) {
            (Ask::Rooms, Reply::Rooms(rooms)) => self.lobby.take(rooms),
            (Ask::Enter, Reply::Created(created)) => return self.show(created.room, Some(created.link)),
            (Ask::Enter, Reply::Seated(seated)) => return self.show(seated.room, None),
            (Ask::RoomHistory(code), Reply::History(page)) => {
                if let Some(screen) = self.screen_of(code) {
                    screen.room.timeline.history(page.entries);
                    return if page.more { screen.fetch() } else { Vec::new() };
                }
            }
            (Ask::ReplayHistory, Reply::History(page)) => {
                if let Some(replay) = &mut self.replay {
                    replay.take(*page);
                    return replay
                        .next_page()
                        .map(|page| Effect::Ask(Ask::ReplayHistory, page))
                        .into_iter()
                        .collect();
                }
            }
            (Ask::Player, Reply::Player(page)) => {
                if let Some(screen) = &mut self.page {
                    screen.take(page);
                }
            }
            // what was done is shown by the update that follows
            _ => {}
        }
        Vec::new()
    }

    fn refused(&mut self, ask: Ask, error: &RequestError) -> Vec<Effect> {
        let why = words::shown_line(&error.to_string());
        let code = match error {
            RequestError::Refused(error) => Some(error.code),
            RequestError::Offline | RequestError::Lost | RequestError::Busy | RequestError::Stopped(_) => {
                None
            }
        };
        match ask {
            Ask::Enter | Ask::ReplayHistory if self.alone => {
                self.failed = Some(why);
                Vec::new()
            }
            // somebody was faster, or a match runs: it can still be watched
            Ask::Sit(room) if matches!(code, Some(Code::RoomFull | Code::SeatTaken | Code::NotWaiting)) => {
                let mut effects = self.watched(room, Vec::new());
                effects.push(Effect::Tell(format!("You watch: {why}")));
                effects
            }
            Ask::Sit(_) | Ask::Watch(_) if self.alone => {
                self.failed = Some(why);
                Vec::new()
            }
            Ask::Sit(room) | Ask::Watch(room) if self.screen_of(room).is_some() => {
                vec![Effect::Leave, Effect::Warn(why)]
            }
            Ask::Act(_) if code == Some(Code::Stale) => {
                vec![Effect::Warn("The position changed before your move arrived; look again".to_owned())]
            }
            _ => vec![Effect::Warn(why)],
        }
    }

    fn screen_of(&mut self, code: RoomCode) -> Option<&mut RoomScreen> {
        self.room.as_mut().filter(|screen| screen.room.code == code)
    }

    /// Puts a room in front that the server has already let one into. Its first update may have come before the
    /// answer that names it, so it is asked for again.
    fn show(&mut self, code: RoomCode, link: Option<String>) -> Vec<Effect> {
        let mut screen = RoomScreen::new(code, self.settings);
        screen.room.link = link;
        self.room = Some(screen);
        self.place = Place::Room;
        self.watched(code, Vec::new())
    }
}
