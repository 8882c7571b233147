//! The keys of a room. Letters go to the line in which moves are written; everything else has keys of its own.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::games::Seat;

use super::aim::Arrow;
use super::cursor::Press;
use super::menu::Menu;
use super::{RoomScreen, is_refused, report};
use crate::app::Effect;

impl RoomScreen {
    /// A key.
    pub fn key(&mut self, key: KeyEvent, me: Option<Seat>) -> Vec<Effect> {
        if let Some(sure) = self.sure.take() {
            let yes = matches!(key.code, KeyCode::Char('y' | 'Y'));
            return if yes {
                self.confirmed(sure)
            } else {
                vec![Effect::Tell("Nothing was done".to_owned())]
            };
        }
        if self.menu.is_some() {
            return self.menu_key(key, me);
        }
        if self.chat.is_some() {
            return self.chat_key(key);
        }
        if self.input.is_empty()
            && let Some(effects) = self.empty_line_key(key, me)
        {
            return effects;
        }
        match key.code {
            KeyCode::Enter => {
                self.refused = false;
                let text = std::mem::take(&mut self.input);
                let effects = self.typed(&text, me);
                if is_refused(&effects) {
                    self.give_back(text);
                }
                return effects;
            }
            KeyCode::Backspace => {
                self.refused = false;
                self.input.pop();
            }
            KeyCode::Esc if self.input.is_empty() => return self.escape(me),
            KeyCode::Esc => self.clear_line(),
            KeyCode::Tab => self.chat = Some(String::new()),
            KeyCode::PageUp => self.look(false),
            KeyCode::PageDown => self.look(true),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                if self.refused {
                    self.clear_line();
                }
                self.input.push(c);
            }
            _ => {}
        }
        Vec::new()
    }

    fn clear_line(&mut self) {
        self.refused = false;
        self.input.clear();
    }

    /// Esc undoes the nearest thing: what was picked up, the look back; then it opens the menu.
    fn escape(&mut self, me: Option<Seat>) -> Vec<Effect> {
        if self.cursor.picked.is_some() {
            self.cursor.picked = None;
        } else if self.looking.is_some() {
            self.looking = None;
        } else {
            match self.room.view.as_deref() {
                Some(view) => self.menu = Some(Menu::new(view, me)),
                None => return vec![Effect::Leave],
            }
        }
        Vec::new()
    }

    /// Keys that have a meaning of their own as long as nothing is typed.
    fn empty_line_key(&mut self, key: KeyEvent, me: Option<Seat>) -> Option<Vec<Effect>> {
        let view = self.shown()?.clone();
        if let Some(arrow) = arrow(key) {
            self.cursor.step(&view, me, arrow);
            return Some(Vec::new());
        }
        match key.code {
            KeyCode::Enter => Some(self.press(me)),
            KeyCode::Home => {
                self.looking = self.room.timeline.ends().map(|(first, _)| first);
                Some(Vec::new())
            }
            KeyCode::End => {
                self.looking = None;
                Some(Vec::new())
            }
            KeyCode::Char(c @ ('y' | 'n')) if self.offer_to(me).is_some() => Some(self.answer(c == 'y', me)),
            key if self.is_reported()
                && self.looking.is_none()
                && me.is_some_and(|me| view.turn.contains(&me)) =>
            {
                let report = report::of_key(&view, key)?;
                Some(self.act(report))
            }
            _ => None,
        }
    }

    fn press(&mut self, me: Option<Seat>) -> Vec<Effect> {
        if self.looking.is_some() {
            return vec![Effect::Warn(
                "You look at an earlier position; press End to return first".to_owned(),
            )];
        }
        let (Some(me), Some(view)) = (me, self.room.view.as_deref().cloned()) else { return Vec::new() };
        match self.cursor.press(&view, me) {
            Press::Move(r#move) => self.act(r#move),
            Press::Picked => Vec::new(),
            Press::Nothing(why) => vec![Effect::Warn(why.to_owned())],
        }
    }

    fn menu_key(&mut self, key: KeyEvent, me: Option<Seat>) -> Vec<Effect> {
        let Some(menu) = &mut self.menu else { return Vec::new() };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => menu.at = menu.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                menu.at = (menu.at + 1).min(menu.items.len().saturating_sub(1))
            }
            KeyCode::Enter => {
                let item = menu.items.get(menu.at).copied();
                self.menu = None;
                return item.map(|item| self.choose(item, me)).unwrap_or_default();
            }
            KeyCode::Esc | KeyCode::Char('q') => self.menu = None,
            _ => {}
        }
        Vec::new()
    }

    fn chat_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(text) = &mut self.chat else { return Vec::new() };
        match key.code {
            KeyCode::Esc | KeyCode::Tab => self.chat = None,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                text.push(c)
            }
            KeyCode::Enter => {
                let text = std::mem::take(text);
                return self.say(text);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Pasted text goes where text is typed; a line break in it never sends.
    pub fn paste(&mut self, text: &str) {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if self.chat.is_none() && self.refused {
            self.clear_line();
        }
        self.chat.as_mut().unwrap_or(&mut self.input).push_str(&line);
    }
}

fn arrow(key: KeyEvent) -> Option<Arrow> {
    let fine = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Left if fine => Arrow::FineLeft,
        KeyCode::Right if fine => Arrow::FineRight,
        KeyCode::Up if fine => Arrow::FineUp,
        KeyCode::Down if fine => Arrow::FineDown,
        KeyCode::Left => Arrow::Left,
        KeyCode::Right => Arrow::Right,
        KeyCode::Up => Arrow::Up,
        KeyCode::Down => Arrow::Down,
        KeyCode::Char('[') => Arrow::FineLeft,
        KeyCode::Char(']') => Arrow::FineRight,
        KeyCode::Char('+' | '=') => Arrow::More,
        KeyCode::Char('-') => Arrow::Less,
        _ => return None,
    })
}
