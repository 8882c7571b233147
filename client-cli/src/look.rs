//! Styles, with and without colour. Without it, weight and inversion say the same.

use ratatui::style::{Color, Modifier, Style};

use crate::boards::Theme;

/// How everything is painted: as the boards are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Colours and characters.
    pub theme: Theme,
}

impl Look {
    /// As the environment asks, and the flag.
    pub fn chosen(no_color: bool) -> Self {
        let theme = Theme::from_env();
        Self { theme: Theme { colour: theme.colour && !no_color, ..theme } }
    }

    fn fg(self, colour: Color) -> Style {
        if self.theme.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// A heading.
    pub fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters now.
    pub fn accent(self) -> Style {
        self.fg(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// All is well.
    pub fn good(self) -> Style {
        self.fg(Color::Green)
    }

    /// Something is wrong.
    pub fn bad(self) -> Style {
        self.fg(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Something may be wrong.
    pub fn warn(self) -> Style {
        self.fg(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// Aside.
    pub fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Under the cursor.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
