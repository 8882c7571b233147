//! The help that lies over a screen: its keys, and what can be typed.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::app::Place;
use crate::look::Look;
use crate::words;
use notation::line;

const LOBBY: &[(&str, &str)] = &[
    ("↑ ↓", "choose a room"),
    ("Enter", "sit down there, or return to your seat"),
    ("w", "watch it"),
    ("n", "make a room, or find somebody for a game"),
    ("c", "type a code or link"),
    ("Tab", "another game only"),
    ("m", "your own rooms only, unlisted ones too"),
    ("p", "page of the player there"),
    ("i", "your own page, with your last matches"),
    ("Ctrl-R", "connect now instead of waiting"),
    ("q", "quit"),
];

const FORM: &[(&str, &str)] = &[
    ("↑ ↓", "another row"),
    ("← →", "another value"),
    ("Enter", "type a value, or press the button"),
    ("Backspace", "back to the default"),
    ("Esc", "back to the lobby"),
];

const ROOM: &[(&str, &str)] = &[
    ("arrows, Enter", "move with the cursor"),
    ("a move, Enter", "move by notation"),
    ("y, n", "answer the offer that stands"),
    ("PgUp, PgDn", "step back and forward through the match"),
    ("End", "return to the present"),
    ("Tab", "write in the chat, and back"),
    ("Esc", "the menu: offers, resign, leave, settings"),
    ("F2 to F9", "report from a real board; the line at the foot says what is what"),
    ("Ctrl-R", "connect now instead of waiting"),
    ("Ctrl-C", "quit; your seat stays yours"),
];

const REPLAY: &[(&str, &str)] = &[
    ("← →", "one step back or forward"),
    ("Home, End", "to the start, to the end"),
    ("Space", "play by itself, and stop"),
    ("Esc", "back"),
];

const PLAYER: &[(&str, &str)] = &[("↑ ↓", "choose a match"), ("Enter", "step through it"), ("Esc", "back")];

/// Draws the help of a screen over it. `notation` says how moves are written there.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    look: Look,
    place: Place,
    notation: &[(&str, &str)],
    first: u16,
) {
    let keys = match place {
        Place::Lobby => LOBBY,
        Place::Form => FORM,
        Place::Room => ROOM,
        Place::Replay => REPLAY,
        Place::Player => PLAYER,
    };
    let mut lines: Vec<_> = keys.iter().map(|key| row(key, look)).collect();
    if place == Place::Room {
        lines.push(Line::default());
        lines.extend(notation.iter().map(|form| row(form, look)));
        lines.push(Line::default());
        lines.push(Line::styled("Words that can be typed like a move:", look.title()));
        lines.extend(line::HELP.iter().filter(|(word, _)| !on_screen(word)).map(|word| row(word, look)));
    }
    lines.push(Line::default());
    lines.push(Line::styled("↑ ↓ scroll, any other key closes this", look.dim()));
    let text = Text::from(lines);
    let hidden =
        u16::try_from(text.height()).unwrap_or(u16::MAX).saturating_sub(area.height.saturating_sub(2));
    let width = u16::try_from(text.width() + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(text.height() + 2).unwrap_or(u16::MAX).min(area.height);
    let over = area
        .centered(ratatui::layout::Constraint::Length(width), ratatui::layout::Constraint::Length(height));
    frame.render_widget(Clear, over);
    let block = Block::bordered().title(" Help ").padding(ratatui::widgets::Padding::horizontal(1));
    let inner = block.inner(over);
    frame.render_widget(block, over);
    frame.render_widget(Paragraph::new(text).scroll((first.min(hidden), 0)), inner);
}

/// Whether a word prints what the full screen shows anyway, or what it has keys for.
fn on_screen(word: &str) -> bool {
    ["board", "moves", "log", "who", "back, forward, now"].contains(&word)
}

fn row((key, means): &(&str, &str), look: Look) -> Line<'static> {
    Line::from(vec![Span::styled(words::fit(key, 24), look.accent()), Span::raw((*means).to_owned())])
}
