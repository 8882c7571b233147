//! Named sets of options.

use crate::game::Game;

/// A named set of options of one game.
#[derive(Debug)]
pub struct Preset {
    /// As it is typed.
    pub name: &'static str,
    /// Whose options.
    pub game: Game,
    /// What it changes.
    pub options: &'static [(&'static str, &'static str)],
    /// One line.
    pub help: &'static str,
}

/// All presets (rules of Dara, A.3).
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "wikipedia",
        game: Game::Dara,
        options: &[("long_lines", "forbidden"), ("placing", "no_four"), ("protection", "rows_always")],
        help: "no lines of four or more, stones in a row never taken",
    },
    Preset {
        name: "wali",
        game: Game::Dara,
        options: &[("long_lines", "forbidden"), ("placing", "no_three"), ("protection", "none")],
        help: "no lines of four or more, none of three while placing, any stone may be taken",
    },
];
