//! What a new room can be set to: one table of fields, read by flags and forms.
//!
//! A [`Draft`] holds what differs from the defaults. Whether it makes a valid setup is for the engine to say
//! ([`Draft::check`]), so the words and ranges here are for people; nothing here judges a setup.

mod clock;
mod field;
mod presets;
mod table;

pub use field::{Field, Values};
pub use presets::{PRESETS, Preset};
pub use table::{FIELDS, field};

use std::collections::BTreeMap;

use engine::setup::{BadSetup, Setup};
use serde_json::{Map, Value, json};

use crate::game::Game;

/// A setup in the making.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Which game.
    pub game: Game,
    /// What was chosen, by key of its field.
    chosen: BTreeMap<&'static str, Value>,
}

impl Draft {
    /// A game with every default.
    pub fn new(game: Game) -> Self {
        Self { game, chosen: BTreeMap::new() }
    }

    /// Fields that this game has, in the order of the table.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let game = self.game;
        FIELDS.iter().filter(move |field| field.has(game))
    }

    /// Chooses a value.
    pub fn set(&mut self, field: &'static Field, value: Value) {
        self.chosen.insert(field.key, value);
    }

    /// Back to the default.
    pub fn clear(&mut self, field: &'static Field) {
        self.chosen.remove(field.key);
    }

    /// Whether something other than the default was chosen.
    pub fn is_chosen(&self, field: &'static Field) -> bool {
        self.chosen.contains_key(field.key)
    }

    /// The chosen value, or else the default.
    pub fn value(&self, field: &'static Field) -> Value {
        self.chosen.get(field.key).cloned().unwrap_or_else(|| field.default_for(self.game))
    }

    /// Applies a named set of options.
    pub fn apply(&mut self, preset: &'static Preset) {
        for (key, value) in preset.options {
            if let Some(field) = field(key) {
                self.set(field, Value::from(*value));
            }
        }
    }

    /// The setup as a server takes it.
    pub fn json(&self) -> Value {
        let mut game = self.game.json();
        let mut outer = Map::new();
        for (key, value) in &self.chosen {
            match field(key) {
                Some(field) if field.in_game() => game[field.key] = value.clone(),
                Some(field) => {
                    outer.insert(field.key.to_owned(), value.clone());
                }
                None => {}
            }
        }
        outer.insert("game".to_owned(), game);
        Value::Object(outer)
    }

    /// The setup with every default, or what is wrong with it.
    ///
    /// # Errors
    /// As the server would refuse it, naming the field.
    pub fn check(&self) -> Result<Setup, BadSetup> {
        Setup::read(&self.json())
    }
}

/// A field's value within a whole setup.
fn within(setup: &Value, field: &Field) -> Value {
    if field.in_game() { setup["game"][field.key].clone() } else { setup[field.key].clone() }
}

/// What of a setup differs from its game's defaults, as `key value` in words; for headings and lists.
pub fn differences(setup: &Setup) -> Vec<String> {
    let whole = json!(setup);
    let game = Game::of(&setup.game);
    let fields = FIELDS.iter().filter(|field| field.has(game));
    let told = fields.filter_map(|field| {
        let value = within(&whole, field);
        (value != field.default_for(game)).then(|| format!("{} {}", field.flag, field.show(&value)))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_valid_setup() {
        for game in Game::ALL {
            let mut draft = Draft::new(game);
            for field in draft.fields().collect::<Vec<_>>() {
                draft.set(field, field.default_for(game));
            }
            // Darbol's medium and the like are all there
            assert_eq!(draft.check().unwrap(), Draft::new(game).check().unwrap(), "{game:?}");
        }
    }

    #[test]
    fn every_choice_of_every_field_is_taken_by_the_engine() {
        for game in Game::ALL {
            for field in Draft::new(game).fields().collect::<Vec<_>>() {
                for value in field.samples() {
                    let mut draft = Draft::new(game);
                    draft.set(field, value.clone());
                    assert!(draft.check().is_ok(), "{game:?} {} {value}: {:?}", field.key, draft.check());
                    assert_eq!(field.read(&field.show(&value)), Ok(value), "{}", field.key);
                }
            }
        }
    }

    #[test]
    fn the_table_misses_no_field_of_a_setup() {
        for game in Game::ALL {
            let setup = json!(Draft::new(game).check().unwrap());
            let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            for key in keys(&setup).iter().chain(&keys(&setup["game"])) {
                let known = ["game", "kind"].contains(&key.as_str()) || field(key).is_some();
                assert!(known, "no field for {key}");
            }
        }
    }

    #[test]
    fn differences_name_what_was_changed() {
        let mut draft = Draft::new(Game::Dara);
        assert!(differences(&draft.check().unwrap()).is_empty());
        draft.set(field("size").unwrap(), json!("6x6"));
        assert_eq!(differences(&draft.check().unwrap()), ["size 6x6"]);
    }
}
