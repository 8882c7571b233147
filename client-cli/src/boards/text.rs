//! Text on a board: harmless, and as wide as it is told to be.
//!
//! Names come from strangers. Whatever could move the cursor, turn the writing around or hide is taken out before
//! it is drawn or printed; widths are what a terminal shows, not bytes.

use engine::games::Seat;
use engine::table::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

/// A text without control, bidi and zero-width characters.
#[must_use]
pub fn clean(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{feff}')
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
            || matches!(c, '\u{e0000}'..='\u{e0fff}')
    };
    text.chars().filter(|&c| !hidden(c)).collect()
}

/// Columns that a text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in at most `columns` columns, with an ellipsis where it was cut.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let span = Span::raw(text);
    for grapheme in span.styled_graphemes(Style::new()) {
        if width(&kept) + width(grapheme.symbol) >= columns {
            break;
        }
        kept.push_str(grapheme.symbol);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// A text in exactly `columns` columns.
#[must_use]
pub fn fit(text: &str, columns: usize) -> String {
    let cut = cut(text, columns);
    let pad = columns.saturating_sub(width(&cut));
    cut + &" ".repeat(pad)
}

/// Who sits at `seat`, cut to a length that leaves room for a board.
#[must_use]
pub fn name(view: &View, seat: Seat) -> String {
    let sitting = view.seats.get(seat).and_then(Option::as_ref);
    let name = sitting.map(|sitting| clean(&sitting.player.name)).filter(|name| !name.trim().is_empty());
    cut(&name.unwrap_or_else(|| format!("seat {}", seat + 1)), 16)
}

/// Several seats, as `Ada and Bea`.
#[must_use]
pub fn names(view: &View, seats: &[Seat]) -> String {
    let names: Vec<_> = seats.iter().map(|&seat| name(view, seat)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// A text at (`x`, `y`) of `area`, cut at its edge; nothing if it starts outside.
pub fn put(area: Rect, buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if x < area.width && y < area.height {
        buf.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
    }
}

/// A text in the middle of `area`.
pub fn centred(area: Rect, buf: &mut Buffer, text: &str, style: Style) {
    let text = cut(text, usize::from(area.width));
    let x = (area.width - u16::try_from(width(&text)).unwrap_or(area.width)) / 2;
    put(area, buf, x, area.height / 2, &text, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_a_terminal() {
        for text in ["Ada", "界界", "e\u{301}e\u{301}", "a very long name indeed", ""] {
            for columns in 0..9 {
                assert_eq!(width(&fit(text, columns)), columns, "{text:?}");
            }
        }
    }

    #[test]
    fn names_cannot_speak_to_the_terminal() {
        let clean = clean("\u{1b}[2JA\u{202e}d\u{200b}a\u{7}\u{9b}1m\r\n");
        assert_eq!(clean, "[2JAda1m");
    }
}
