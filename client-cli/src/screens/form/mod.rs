//! The form for a new room: every option of every game, one row each.

mod draw;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use protocol::Request;

use crate::app::{Ask, Effect, Place};
use notation::game::Game;
use notation::setup::{Draft, Field, PRESETS, Preset, Values};

/// A room in the making.
#[derive(Debug)]
pub struct Form {
    draft: Draft,
    /// Whether one sits down at once.
    sit: bool,
    /// The row under the cursor.
    at: usize,
    /// A value that is being typed.
    typing: Option<String>,
}

/// A row of the form.
#[derive(Debug, Clone, Copy)]
enum Row {
    Game,
    Preset,
    Field(&'static Field),
    Sit,
    Create,
    Quick,
}

impl Default for Form {
    fn default() -> Self {
        Self { draft: Draft::new(Game::Dara), sit: true, at: 0, typing: None }
    }
}

impl Form {
    fn rows(&self) -> Vec<Row> {
        let has_presets = PRESETS.iter().any(|preset| preset.game == self.draft.game);
        let head = [Row::Game].into_iter().chain(has_presets.then_some(Row::Preset));
        head.chain(self.draft.fields().map(Row::Field)).chain([Row::Sit, Row::Create, Row::Quick]).collect()
    }

    fn row(&self) -> Row {
        self.rows().get(self.at).copied().unwrap_or(Row::Game)
    }

    /// A key.
    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if self.typing.is_some() {
            return self.type_key(key);
        }
        let last = self.rows().len() - 1;
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(8),
            KeyCode::PageDown => self.at = (self.at + 8).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Backspace | KeyCode::Delete => {
                if let Row::Field(field) = self.row() {
                    self.draft.clear(field);
                }
            }
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc | KeyCode::Char('q') => return vec![Effect::Go(Place::Lobby)],
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                if let Row::Field(Field {
                    values: Values::Number { .. } | Values::Clock | Values::Json,
                    ..
                }) = self.row()
                {
                    self.typing = Some(c.to_string());
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn type_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let row = self.row();
        let Some(text) = &mut self.typing else { return Vec::new() };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                text.push(c)
            }
            KeyCode::Enter => {
                if let Row::Field(field) = row {
                    match field.read(text) {
                        Ok(value) => self.draft.set(field, value),
                        Err(why) => return vec![Effect::Warn(why)],
                    }
                }
                self.typing = None;
            }
            _ => {}
        }
        Vec::new()
    }

    /// Whether a value is being typed.
    pub fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Pasted text goes into the field.
    pub fn paste(&mut self, text: &str) {
        if matches!(self.row(), Row::Field(_)) {
            self.typing.get_or_insert_default().push_str(text.trim());
        }
    }

    fn change(&mut self, forward: bool) {
        match self.row() {
            Row::Game => {
                let at = Game::ALL.iter().position(|game| *game == self.draft.game).unwrap_or(0);
                let by = if forward { 1 } else { Game::ALL.len() - 1 };
                self.draft = Draft::new(Game::ALL[(at + by) % Game::ALL.len()]);
            }
            Row::Preset => {
                let own: Vec<_> = PRESETS.iter().filter(|preset| preset.game == self.draft.game).collect();
                let next = match self.preset().and_then(|now| own.iter().position(|p| p.name == now.name)) {
                    None if forward => Some(0),
                    None => own.len().checked_sub(1),
                    Some(at) if forward => Some(at + 1),
                    Some(at) => at.checked_sub(1),
                };
                self.draft = Draft::new(self.draft.game);
                if let Some(preset) = next.and_then(|next| own.get(next)) {
                    self.draft.apply(preset);
                }
            }
            Row::Field(field) => self.draft.set(field, field.step(&self.draft.value(field), forward)),
            Row::Sit => self.sit = !self.sit,
            Row::Create | Row::Quick => {}
        }
    }

    /// The preset that the draft is now, if it is one.
    fn preset(&self) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| {
            let mut draft = Draft::new(self.draft.game);
            draft.apply(preset);
            preset.game == self.draft.game && draft == self.draft
        })
    }

    fn enter(&mut self) -> Vec<Effect> {
        match self.row() {
            Row::Game | Row::Preset | Row::Sit => self.change(true),
            Row::Field(field) => match field.values {
                Values::Words(_) | Values::YesNo => self.change(true),
                Values::Number { .. } | Values::Clock | Values::Json => {
                    self.typing = Some(field.show(&self.draft.value(field)));
                }
            },
            Row::Create | Row::Quick => {
                if let Err(bad) = self.draft.check() {
                    return vec![Effect::Warn(bad.to_string())];
                }
                let setup = self.draft.json();
                let request = match self.row() {
                    Row::Quick => Request::Quick { setup, tip: None, token: None },
                    _ => Request::Create { setup, sit: self.sit, tip: None, token: None },
                };
                return vec![Effect::Ask(Ask::Enter, request)];
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;

    fn press(form: &mut Form, codes: &[KeyCode]) -> Vec<Effect> {
        codes.iter().flat_map(|code| form.key(KeyEvent::from(*code))).collect()
    }

    #[test]
    fn a_room_is_made_of_what_was_chosen() {
        let mut form = Form::default();
        // the next preset, then to the button
        press(&mut form, &[KeyCode::Down, KeyCode::Right, KeyCode::End, KeyCode::Up]);
        let effects = press(&mut form, &[KeyCode::Enter]);
        let [Effect::Ask(Ask::Enter, Request::Create { setup, sit: true, .. })] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert_eq!(setup["game"]["placing"], "no_four");
    }

    #[test]
    fn numbers_are_typed() {
        let mut form = Form::default();
        let at =
            form.rows().iter().position(|row| matches!(row, Row::Field(f) if f.key == "no_capture_limit"));
        form.at = at.unwrap();
        press(&mut form, &[KeyCode::Char('4'), KeyCode::Char('0'), KeyCode::Enter]);
        assert_eq!(form.draft.json()["game"]["no_capture_limit"], 40);
        assert!(matches!(press(&mut form, &[KeyCode::Char('4'), KeyCode::Enter])[..], [Effect::Warn(_)]));
    }

    #[test]
    fn every_row_of_every_game_can_be_drawn_and_changed() {
        for _ in 0..Game::ALL.len() {
            let mut form = Form::default();
            for _ in 0..form.rows().len() {
                press(&mut form, &[KeyCode::Left, KeyCode::Right, KeyCode::Right, KeyCode::Down]);
                form.line(form.row(), true, Look::chosen(true));
                form.help(Look::chosen(false));
            }
            form.at = 0;
            press(&mut form, &[KeyCode::Right]);
        }
    }
}
