//! Text that people write: cleaned once where it enters the server, and made harmless again where it is shown.
//!
//! Cleaning is for names and chat: what nobody can see, or what changes how other text is seen, goes. Showing is
//! for a terminal: whatever still could speak to it is spelled out.

use std::borrow::Cow;
use std::fmt::Write;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::Code;

/// A text that is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// Nothing is left.
    #[error("nothing that can be seen is left of this text; write at least one visible character")]
    Empty,
    /// Longer than the limit.
    #[error("this text is too long; write at most {chars} characters and {bytes} bytes", bytes = byte_limit(*chars))]
    TooLong {
        /// The limit, in characters as people see them.
        chars: usize,
    },
}

impl BadText {
    /// The code under which a name is refused.
    #[must_use]
    pub fn name_code(self) -> Code {
        match self {
            Self::Empty => Code::BadName,
            Self::TooLong { .. } => Code::TooLong,
        }
    }

    /// The code under which a chat line is refused: an empty one is a wrong field.
    #[must_use]
    pub fn chat_code(self) -> Code {
        match self {
            Self::Empty => Code::BadMessage,
            Self::TooLong { .. } => Code::TooLong,
        }
    }
}

/// Most bytes of a text of `chars` characters.
///
/// Eight a character: enough for every script and for flags, and too little for a tower of accents.
#[must_use]
pub fn byte_limit(chars: usize) -> usize {
    8 * chars
}

/// Cleans a name or chat line, then measures it: 1 to `chars` characters as people see them.
///
/// NFC; control, bidi and zero-width characters removed (line breaks and tabs count as spaces); spaces folded and
/// trimmed.
///
/// # Errors
/// If nothing is left, or too much.
pub fn clean(text: &str, chars: usize) -> Result<String, BadText> {
    let seen = text.chars().filter_map(|c| match c {
        _ if is_space(c) => Some(' '),
        _ if is_hidden(c) => None,
        _ => Some(c),
    });
    // NFC after the removal: what stood apart may have come together
    let mut cleaned = String::new();
    for c in seen.nfc() {
        if c != ' ' || !(cleaned.is_empty() || cleaned.ends_with(' ')) {
            cleaned.push(c);
        }
        // far past any limit the rest does not matter
        if cleaned.len() > byte_limit(chars) + 8 {
            return Err(BadText::TooLong { chars });
        }
    }
    cleaned.truncate(cleaned.trim_end_matches(' ').len());
    if cleaned.is_empty() {
        return Err(BadText::Empty);
    }
    if cleaned.len() > byte_limit(chars) || cleaned.graphemes(true).count() > chars {
        return Err(BadText::TooLong { chars });
    }
    Ok(cleaned)
}

/// White space, and the blank that is none by name.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{2800}'
}

/// What nobody sees, or what turns other text around.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            // zero-width space, joiners and marks; embeddings and overrides; isolates and invisible operators
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text from elsewhere as a terminal may show it, on one line: what could move the cursor, speak to the terminal
/// or turn other text around is spelled out.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_loud) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\0'..='\u{1f}' => safe.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or(' ')),
            '\u{7f}' => safe.push('\u{2421}'),
            // writing to a string cannot fail
            c if is_loud(c) => _ = write!(safe, "<{:x}>", u32::from(c)),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// Like hidden, but joiners and variation selectors are left to emoji and scripts that need them.
fn is_loud(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (dirty, cleaned) in [
            ("  Ada   Lovelace ", "Ada Lovelace"),
            ("Ada\r\n\tL", "Ada L"),
            ("A\u{7}d\u{1b}[31ma", "Ad[31ma"),
            ("e\u{301}", "é"),
            ("e\u{200b}\u{301}", "é"),
            ("\u{202e}evil\u{2066}", "evil"),
            ("a\u{3000}\u{2003}b", "a b"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("us\u{435}r", "us\u{435}r"),
            ("\u{1f1ea}\u{1f1fa}", "\u{1f1ea}\u{1f1fa}"),
        ] {
            assert_eq!(clean(dirty, 32).as_deref(), Ok(cleaned), "{dirty:?}");
            assert_eq!(clean(cleaned, 32).as_deref(), Ok(cleaned), "{cleaned:?} is clean already");
        }
    }

    #[test]
    fn a_name_of_nothing_is_none() {
        for nothing in
            ["", " ", "\u{200b}\u{feff}", "\u{2800}\u{2800}", "\u{3164}", "\0\u{1b}\u{9b}", "\u{e0041}"]
        {
            assert_eq!(clean(nothing, 32), Err(BadText::Empty), "{nothing:?}");
        }
    }

    /// FL-090: the limit is what people see, and bytes.
    #[test]
    fn names_are_measured_as_people_see_them_and_in_bytes() {
        let long = Err(BadText::TooLong { chars: 32 });
        assert!(clean(&"x".repeat(32), 32).is_ok());
        assert_eq!(clean(&"x".repeat(33), 32), long);
        assert_eq!(clean(&"x".repeat(10_000), 32), long);
        assert!(clean(&"\u{928}\u{93f}".repeat(32), 32).is_ok(), "32 Devanagari syllables");
        assert!(clean(&format!("{}\u{1f600}", "\u{1f1ea}\u{1f1fa}".repeat(31)), 32).is_ok(), "flags");
        let tower = format!("\u{4e00}{}", "\u{330}".repeat(50));
        assert_eq!(clean(&tower.repeat(24), 32), long);
        assert!(clean(&format!("{}x", " ".repeat(100_000)), 32).is_ok(), "measured after cleaning");
    }

    /// FL-110: nothing that speaks to the terminal gets there.
    #[test]
    fn a_terminal_gets_nothing_but_text() {
        for (text, safe) in [
            ("plain é \u{1f600}", "plain é \u{1f600}"),
            ("\u{1b}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
            ("\u{9b}2J", "<9b>2J"),
            ("\u{9d}0;t\u{9c}", "<9d>0;t<9c>"),
            ("a\rb\u{8}c\nd\te", "a␍b␈c␊d␉e"),
            ("\u{7f}\u{202e}", "␡<202e>"),
        ] {
            assert_eq!(shown(text), safe);
        }
    }
}
