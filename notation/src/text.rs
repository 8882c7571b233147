//! Text in a line: harmless, and as wide as it is told to be.
//!
//! Names come from strangers. Whatever could move the cursor, turn the writing around or hide is taken out before
//! it is drawn or printed; widths are what a terminal shows, not bytes.

use engine::games::Seat;
use engine::table::View;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

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
    text.width()
}

/// A text in at most `columns` columns, with an ellipsis where it was cut.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    for grapheme in text.graphemes(true) {
        if width(&kept) + width(grapheme) >= columns {
            break;
        }
        kept.push_str(grapheme);
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
