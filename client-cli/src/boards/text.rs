//! Text on a board, cut at the edge of its area.

pub use notation::text::{cut, fit, name, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

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
