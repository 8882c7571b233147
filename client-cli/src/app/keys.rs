//! Keys: what holds on every screen, then the screen's own.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{App, Effect, Place};

impl App {
    /// A key.
    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return vec![Effect::Quit],
            KeyCode::Char('r') if control => return vec![Effect::Reconnect],
            KeyCode::Char('l') if control => return vec![Effect::Redraw],
            _ => {}
        }
        if let Some(first) = self.help {
            self.help = match key.code {
                KeyCode::Down | KeyCode::Char('j') => Some(first.saturating_add(1)),
                KeyCode::Up | KeyCode::Char('k') => Some(first.saturating_sub(1)),
                KeyCode::PageDown | KeyCode::Char(' ') => Some(first.saturating_add(10)),
                KeyCode::PageUp => Some(first.saturating_sub(10)),
                _ => None,
            };
            return Vec::new();
        }
        if key.code == KeyCode::F(1) || key.code == KeyCode::Char('?') && !self.is_typing() {
            self.help = Some(0);
            return Vec::new();
        }
        self.message = None;
        let effects = self.screen_key(key);
        self.settle(effects)
    }

    fn screen_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let me = self.me.as_ref().map(|me| me.id.clone());
        match self.place {
            Place::Lobby => self.lobby.key(key, me.as_deref()),
            Place::Form => self.form.key(key),
            Place::Room => {
                let Some(room) = &mut self.room else { return vec![Effect::Go(Place::Lobby)] };
                let seat = me.and_then(|me| room.room.seat_of(&me));
                let effects = room.key(key, seat);
                self.settings = room.settings;
                effects
            }
            Place::Replay => match self.replay.as_mut().map(|replay| replay.key(key)) {
                Some(true) => Vec::new(),
                Some(false) | None => self.leave_page(),
            },
            Place::Player => match self.page.as_mut().and_then(|page| page.key(key)) {
                Some(effects) => effects,
                None => self.leave_page(),
            },
        }
    }

    /// From a player's page or a replay to where one came from.
    fn leave_page(&mut self) -> Vec<Effect> {
        if self.alone {
            return vec![Effect::Quit];
        }
        vec![Effect::Go(self.back)]
    }

    /// Pasted text.
    pub fn paste(&mut self, text: &str) {
        match self.place {
            Place::Lobby => self.lobby.paste(text),
            Place::Form => self.form.paste(text),
            Place::Room => {
                if let Some(room) = &mut self.room {
                    room.paste(text);
                }
            }
            Place::Replay | Place::Player => {}
        }
    }

    /// Whether `?` belongs to a text that is being typed.
    fn is_typing(&self) -> bool {
        match self.place {
            Place::Lobby => self.lobby.is_typing(),
            Place::Form => self.form.is_typing(),
            Place::Room => {
                self.room.as_ref().is_some_and(|room| room.chat.is_some() || !room.input.is_empty())
            }
            Place::Replay | Place::Player => false,
        }
    }
}
