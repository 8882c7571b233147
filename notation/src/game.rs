//! The games as a person picks them: Darbol's three are listed as games of their own.

use std::str::FromStr;

use engine::games::{Kind, Options, darbol};
use serde_json::{Value, json};

/// A game on the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Game {
    /// Twelve stones each, rows of exactly three
    Dara,
    /// Backgammon without hitting, doubles that climb
    #[cfg_attr(feature = "clap", value(alias = "gul_bara"))]
    GulBara,
    /// Darbol: through the holes 1 to 8 in order
    #[cfg_attr(feature = "clap", value(aliases = ["up_the_mountain", "mountain", "darbol"]))]
    UpTheMountain,
    /// Darbol: from 121 to zero, in and out on a double
    #[cfg_attr(feature = "clap", value(alias = "double_down"))]
    DoubleDown,
    /// Darbol: to a hundred, two dice a turn
    Hundred,
    /// Crokinole to exactly 400
    Crokidarts,
}

impl Game {
    /// All games, in the order in which they are listed.
    pub const ALL: [Self; 6] =
        [Self::Dara, Self::GulBara, Self::UpTheMountain, Self::DoubleDown, Self::Hundred, Self::Crokidarts];

    /// The name as it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Dara => "dara",
            Self::GulBara => "gul-bara",
            Self::UpTheMountain => "up-the-mountain",
            Self::DoubleDown => "double-down",
            Self::Hundred => "hundred",
            Self::Crokidarts => "crokidarts",
        }
    }

    /// The name as a title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Dara => "Dara",
            Self::GulBara => "Gul Bara",
            Self::UpTheMountain => "Darbol: Up the Mountain",
            Self::DoubleDown => "Darbol: Double Down",
            Self::Hundred => "Darbol: Hundred",
            Self::Crokidarts => "Crokidarts",
        }
    }

    /// The kind as the server knows it.
    pub fn kind(self) -> Kind {
        match self {
            Self::Dara => Kind::Dara,
            Self::GulBara => Kind::GulBara,
            Self::UpTheMountain | Self::DoubleDown | Self::Hundred => Kind::Darbol,
            Self::Crokidarts => Kind::Crokidarts,
        }
    }

    /// The least that a setup's `game` has to say.
    pub fn json(self) -> Value {
        match self {
            Self::Dara => json!({"kind": "dara"}),
            Self::GulBara => json!({"kind": "gul_bara"}),
            Self::UpTheMountain => json!({"kind": "darbol", "game": "up_the_mountain"}),
            Self::DoubleDown => json!({"kind": "darbol", "game": "double_down"}),
            Self::Hundred => json!({"kind": "darbol", "game": "hundred"}),
            Self::Crokidarts => json!({"kind": "crokidarts"}),
        }
    }

    /// The game of these options.
    pub fn of(options: &Options) -> Self {
        match options {
            Options::Dara(_) => Self::Dara,
            Options::GulBara(_) => Self::GulBara,
            Options::Crokidarts(_) => Self::Crokidarts,
            Options::Darbol(options) => match options.game {
                darbol::Kind::UpTheMountain => Self::UpTheMountain,
                darbol::Kind::DoubleDown => Self::DoubleDown,
                darbol::Kind::Hundred => Self::Hundred,
            },
        }
    }
}

/// Games to list: one of the menu, or all of Darbol's three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The kind as the server knows it.
    pub kind: Kind,
    /// The one of that kind, if only that is wanted.
    game: Option<Game>,
}

impl Wanted {
    /// Whether a room of these options is wanted.
    pub fn takes(self, options: &Options) -> bool {
        options.kind() == self.kind && self.game.is_none_or(|game| Game::of(options) == game)
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.to_ascii_lowercase().replace('_', "-");
        if word == "darbol" {
            return Ok(Self { kind: Kind::Darbol, game: None });
        }
        let game = Game::ALL.into_iter().find(|game| game.word() == word);
        let names = Game::ALL.map(Game::word).join(", ");
        let game = game
            .ok_or_else(|| format!("there is no such game; there are {names}, and darbol for its three"))?;
        Ok(Self { kind: game.kind(), game: Some(game) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::setup::Setup;

    #[test]
    fn rooms_are_narrowed_to_a_game_or_to_darbol() {
        let hundred = Setup::read(&json!({"game": Game::Hundred.json()})).unwrap().game;
        let takes = |text: &str| text.parse::<Wanted>().unwrap().takes(&hundred);
        assert!(takes("darbol") && takes("hundred") && !takes("double_down") && !takes("dara"));
        assert!("chess".parse::<Wanted>().unwrap_err().contains("gul-bara"));
    }

    #[test]
    fn each_game_is_the_least_setup_of_itself() {
        for game in Game::ALL {
            let setup = Setup::read(&json!({"game": game.json()})).unwrap();
            assert_eq!(Game::of(&setup.game), game);
            assert_eq!(setup.game.kind(), game.kind());
        }
    }
}
