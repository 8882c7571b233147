//! Colours and characters of the boards.
//!
//! Only the 16 colours that a terminal's own palette defines, and of those the ones that can be read on black and
//! on white; the rest is weight and inversion. With `NO_COLOR` no colour is set at all, and in ASCII mode every
//! character that was drawn is replaced by one that any terminal has.

use engine::games::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// How boards are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Whether to use colour.
    pub colour: bool,
    /// Whether to keep to ASCII.
    pub ascii: bool,
}

impl Default for Theme {
    fn default() -> Self {
        Self { colour: true, ascii: false }
    }
}

impl Theme {
    /// As the environment asks: `NO_COLOR` set and not empty turns colour off; a locale that is not UTF-8, or the
    /// Linux console, whose font has few characters, leads to ASCII.
    #[must_use]
    pub fn from_env() -> Self {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        let utf8 = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let poor = set("TERM").is_some_and(|term| term == "linux" || term == "dumb");
        Self { colour: set("NO_COLOR").is_none(), ascii: poor || !utf8 }
    }

    /// A foreground colour, if colours are wanted.
    #[must_use]
    pub fn fg(self, colour: Color) -> Color {
        if self.colour { colour } else { Color::Reset }
    }

    /// The colour of a seat.
    #[must_use]
    pub fn seat_colour(self, seat: Seat) -> Color {
        self.fg([Color::Cyan, Color::Magenta, Color::Green, Color::Blue][seat % 4])
    }

    /// A seat's stones, checkers and name.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Style {
        Style::new().fg(self.seat_colour(seat)).add_modifier(Modifier::BOLD)
    }

    /// Lines of a board, and what is said aside.
    #[must_use]
    pub fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What matters.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Where one may move to.
    #[must_use]
    pub fn legal(self) -> Style {
        Style::new().fg(self.fg(Color::Green)).add_modifier(Modifier::BOLD)
    }

    /// What may be taken, and what went wrong.
    #[must_use]
    pub fn danger(self) -> Style {
        Style::new().fg(self.fg(Color::Red)).add_modifier(Modifier::BOLD)
    }

    /// The last move.
    #[must_use]
    pub fn recent(self) -> Style {
        Style::new().fg(self.fg(Color::Yellow)).add_modifier(Modifier::BOLD)
    }

    /// Under the cursor.
    #[must_use]
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// The stones of a seat: the first is filled, the second hollow.
    #[must_use]
    pub fn stone(self, seat: Seat) -> char {
        match (self.ascii, seat) {
            (false, 0) => '●',
            (false, _) => '○',
            (true, 0) => 'x',
            (true, _) => 'o',
        }
    }

    /// A line in the characters of this theme.
    #[must_use]
    pub fn text(self, line: &str) -> String {
        if self.ascii { line.chars().map(ascii).collect() } else { line.to_owned() }
    }

    /// Replaces what was drawn in `area` if only ASCII is wanted.
    pub fn finish(self, area: Rect, buf: &mut Buffer) {
        if !self.ascii {
            return;
        }
        for position in area.intersection(buf.area).positions() {
            let cell = &mut buf[position];
            if !cell.symbol().is_ascii() {
                let plain: String = cell.symbol().chars().take(1).map(ascii).collect();
                cell.set_symbol(&plain);
            }
        }
    }
}

/// The nearest ASCII character of the same width.
fn ascii(c: char) -> char {
    match c {
        _ if c.is_ascii() => c,
        '●' | '█' | '▄' | '▀' | '▟' | '▙' | '▜' | '▛' => 'x',
        '○' => 'o',
        '─' | '━' | '═' | '╌' | '–' | '−' | '—' => '-',
        '│' | '┃' | '║' => '|',
        '┊' => ':',
        '╭' | '╮' | '╰' | '╯' => 'o',
        '\u{2500}'..='\u{257f}' => '+',
        '·' | '•' | '…' | '∙' => '.',
        '×' | '✕' => 'x',
        '←' | '◂' | '«' | '‹' => '<',
        '→' | '▸' | '»' | '›' => '>',
        '↑' | '▴' | '▲' => '^',
        '↓' | '▾' | '▼' => 'v',
        '◆' | '★' => '*',
        '’' | '‘' => '\'',
        '\u{2800}' => ' ',
        // braille: by the number of its dots
        '\u{2801}'..='\u{28ff}' => match (u32::from(c) & 0xff).count_ones() {
            1 | 2 => '.',
            3 | 4 => ':',
            _ => '#',
        },
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_keeps_both_sides_apart() {
        let theme = Theme { colour: false, ascii: true };
        assert_eq!(theme.text("┌─● ○│⣿⠁ 24→18 …"), "+-x o|#. 24>18 .");
        assert_ne!(theme.stone(0), theme.stone(1));
        assert_ne!(Theme::default().stone(0), Theme::default().stone(1));
    }
}
