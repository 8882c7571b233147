//! The lobby: the live list of rooms, narrowed to a game or to one's own.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::games::Kind;
use engine::table::Status;
use protocol::{Listing, Request, RoomCode, Rooms};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use crate::app::{Ask, Effect, Place, Sit};
use crate::look::Look;
use crate::words;
use notation::game::Game;
use notation::target::RoomTarget;

/// The list of rooms.
#[derive(Debug, Default)]
pub struct Lobby {
    rooms: Vec<Listing>,
    more: bool,
    /// Whether a list has come at all.
    loaded: bool,
    /// This game only.
    kind: Option<Kind>,
    /// One's own only.
    mine: bool,
    /// The chosen room, by its code: the list may change under the cursor, the choice does not.
    chosen: Option<RoomCode>,
    /// A code or link that is being typed.
    typing: Option<String>,
    /// Whether a list has come that was not printed yet; for the line mode.
    fresh: bool,
    /// Whether only lists that were asked for are wanted; for the line mode.
    pub still: bool,
}

impl Lobby {
    /// Asks for the list, and for every change of it.
    pub fn ask(&self) -> Effect {
        let request =
            Request::Rooms { follow: (!self.still).then_some(true), game: self.kind, mine: self.mine };
        Effect::Ask(Ask::Rooms, request)
    }

    /// Takes in a list.
    pub fn take(&mut self, rooms: Rooms) {
        self.loaded = true;
        self.fresh = true;
        self.more = rooms.more;
        self.rooms = rooms.rooms;
        if self.chosen.is_none() {
            self.chosen = self.rooms.first().map(|room| room.room);
        }
    }

    /// The list, once each time that it has come.
    pub fn take_fresh(&mut self) -> Option<Rooms> {
        std::mem::take(&mut self.fresh).then(|| Rooms { rooms: self.rooms.clone(), more: self.more })
    }

    fn at(&self) -> Option<usize> {
        let chosen = self.chosen?;
        self.rooms.iter().position(|room| room.room == chosen)
    }

    fn step(&mut self, by: isize) {
        let last = self.rooms.len().saturating_sub(1);
        let at = self.at().map_or(0, |at| at.saturating_add_signed(by).min(last));
        self.chosen = self.rooms.get(at).map(|room| room.room);
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent, me: Option<&str>) -> Vec<Effect> {
        if let Some(text) = &mut self.typing {
            return match key.code {
                KeyCode::Esc => {
                    self.typing = None;
                    Vec::new()
                }
                KeyCode::Backspace => {
                    text.pop();
                    Vec::new()
                }
                KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                    text.push(c);
                    Vec::new()
                }
                KeyCode::Enter => self.typed(),
                _ => Vec::new(),
            };
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-10),
            KeyCode::PageDown => self.step(10),
            KeyCode::Home => self.step(isize::MIN / 2),
            KeyCode::End => self.step(isize::MAX / 2),
            KeyCode::Tab | KeyCode::Right => return self.filter(true),
            KeyCode::BackTab | KeyCode::Left => return self.filter(false),
            KeyCode::Char('m') => {
                self.mine = !self.mine;
                return self.reload();
            }
            KeyCode::Char('r') => return vec![self.ask()],
            KeyCode::Char('n') => return vec![Effect::Go(Place::Form)],
            KeyCode::Char('c') => self.typing = Some(String::new()),
            KeyCode::Enter => return self.enter(me, Sit::Free),
            KeyCode::Char('w') => return self.enter(me, Sit::No),
            KeyCode::Char('p') => return self.player(me),
            KeyCode::Char('i') => {
                return me.map(|me| Effect::ShowPlayer(me.to_owned())).into_iter().collect();
            }
            KeyCode::Char('q') => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Whether a code is being typed.
    pub fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Pasted text goes where text is typed.
    pub fn paste(&mut self, text: &str) {
        self.typing.get_or_insert_default().push_str(text.trim());
    }

    fn typed(&mut self) -> Vec<Effect> {
        let Some(text) = self.typing.take() else { return Vec::new() };
        match text.parse() {
            // a server may be reached by several names, so a link is looked up here
            Ok(RoomTarget { room, .. }) => vec![Effect::Enter(room, Sit::Free)],
            Err(error) => {
                self.typing = Some(text);
                vec![Effect::Warn(error.to_string())]
            }
        }
    }

    fn filter(&mut self, forward: bool) -> Vec<Effect> {
        let kinds = [None, Some(Kind::Dara), Some(Kind::GulBara), Some(Kind::Darbol), Some(Kind::Crokidarts)];
        let at = kinds.iter().position(|kind| *kind == self.kind).unwrap_or(0);
        self.kind = kinds[(at + if forward { 1 } else { kinds.len() - 1 }) % kinds.len()];
        self.reload()
    }

    fn reload(&mut self) -> Vec<Effect> {
        self.rooms.clear();
        self.chosen = None;
        self.loaded = false;
        vec![self.ask()]
    }

    fn enter(&self, me: Option<&str>, sit: Sit) -> Vec<Effect> {
        let Some(room) = self.at().and_then(|at| self.rooms.get(at)) else {
            return vec![Effect::Warn("That room is gone from the list; choose another".to_owned())];
        };
        let own = room.seats.iter().flatten().any(|player| Some(player.id.as_str()) == me);
        let free = room.status == Status::Waiting && room.seats.iter().any(Option::is_none);
        // a full room can still be watched; whether that is allowed the server says
        let sit = if own || free { sit } else { Sit::No };
        vec![Effect::Enter(room.room, sit)]
    }

    fn player(&self, me: Option<&str>) -> Vec<Effect> {
        let room = self.at().and_then(|at| self.rooms.get(at));
        let others = room.iter().flat_map(|room| room.seats.iter().flatten());
        let player =
            others.clone().find(|player| Some(player.id.as_str()) != me).or_else(|| others.clone().next());
        player.map(|player| Effect::ShowPlayer(player.id.clone())).into_iter().collect()
    }

    /// Draws the list.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let [head, list, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        self.draw_head(frame, head, look);
        self.draw_list(frame, list, look);
        let text = match &self.typing {
            Some(text) => {
                Line::from(vec![Span::raw("Code or link: "), Span::raw(words::shown_line(text)), "█".into()])
            }
            None => Line::styled(
                "Enter join · w watch · n new room · c code · Tab game · m mine · p player · i me · ? help · q quit",
                look.dim(),
            ),
        };
        frame.render_widget(text, foot);
    }

    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let name = |kind: Option<Kind>| match kind {
            None => "All games",
            Some(Kind::Dara) => "Dara",
            Some(Kind::GulBara) => "Gul Bara",
            Some(Kind::Darbol) => "Darbol",
            Some(Kind::Crokidarts) => "Crokidarts",
        };
        let mut spans = Vec::new();
        for kind in [None].into_iter().chain(Kind::ALL.map(Some)) {
            let style = if kind == self.kind { look.selected() } else { look.dim() };
            spans.push(Span::styled(format!(" {} ", name(kind)), style));
        }
        if self.mine {
            spans.push(Span::styled("  only mine", look.accent()));
        }
        frame.render_widget(Line::from(spans), area);
    }

    fn draw_list(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        if self.rooms.is_empty() {
            let text = match (self.loaded, self.mine) {
                (false, _) => "Asking the server …",
                (true, true) => "You have no open rooms. Press n to make one.",
                (true, false) => "No rooms are open. Press n to make one, and others will see it here.",
            };
            frame.render_widget(Line::styled(text, look.dim()), area);
            return;
        }
        let height = usize::from(area.height).max(1);
        let at = self.at().unwrap_or(0);
        let first = at.saturating_sub(height / 2).min(self.rooms.len().saturating_sub(height));
        let mut lines = Vec::new();
        for (i, room) in self.rooms.iter().enumerate().skip(first).take(height) {
            let line = Line::raw(row(room, usize::from(area.width)));
            lines.push(if Some(i) == self.at() { line.style(look.selected()) } else { line });
        }
        if self.more && lines.len() < height {
            lines.push(Line::styled("… and more; narrow the list to a game", look.dim()));
        }
        frame.render_widget(ratatui::text::Text::from(lines), area);
    }
}

/// A room in one line.
pub fn row(room: &Listing, columns: usize) -> String {
    let seats: Vec<_> = room
        .seats
        .iter()
        .map(|seat| seat.as_ref().map_or_else(|| "free".to_owned(), words::player))
        .collect();
    let watching = if room.spectators > 0 { format!("{} watching", room.spectators) } else { String::new() };
    let head = format!(
        "{} {} {} ",
        words::fit(room.room.as_str(), 8),
        words::fit(Game::of(&room.game).title(), 23),
        words::fit(words::status(room.status), 8),
    );
    let left = columns.saturating_sub(words::width(&head) + 13);
    words::fit(
        &format!("{head}{} {}", words::fit(&seats.join(", "), left), words::fit(&watching, 12)),
        columns,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn listing(code: &str, name: &str) -> Listing {
        serde_json::from_value(json!({"room": code, "game": {"kind": "dara"}, "status": "waiting",
            "seats": [{"id": "aaaa000000000000", "name": name}, null], "spectators": 0, "since": 1}))
        .unwrap()
    }

    fn press(lobby: &mut Lobby, code: KeyCode) -> Vec<Effect> {
        lobby.key(KeyEvent::from(code), Some("me"))
    }

    #[test]
    fn the_choice_stays_when_the_list_moves() {
        let mut lobby = Lobby::default();
        lobby.take(Rooms { rooms: vec![listing("K7QF3M", "Ada")], more: false });
        lobby.take(Rooms { rooms: vec![listing("K7QF3N", "Bert"), listing("K7QF3M", "Ada")], more: false });
        assert_eq!(press(&mut lobby, KeyCode::Enter), [Effect::Enter("K7QF3M".parse().unwrap(), Sit::Free)]);
        lobby.take(Rooms { rooms: vec![listing("K7QF3N", "Bert")], more: false });
        assert!(matches!(press(&mut lobby, KeyCode::Enter)[..], [Effect::Warn(_)]));
    }

    #[test]
    fn a_code_can_be_typed() {
        let mut lobby = Lobby::default();
        press(&mut lobby, KeyCode::Char('c'));
        "k7qf3m".chars().for_each(|c| drop(press(&mut lobby, KeyCode::Char(c))));
        assert_eq!(press(&mut lobby, KeyCode::Enter), [Effect::Enter("K7QF3M".parse().unwrap(), Sit::Free)]);
    }

    #[test]
    fn rows_line_up() {
        for name in ["Ada", "界界", "👩\u{200d}🔬", "x\ty", "a name of thirty-two characters!"] {
            assert_eq!(words::width(&row(&listing("K7QF3M", name), 79)), 79, "{name}");
        }
    }
}
