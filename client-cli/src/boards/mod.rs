//! The four boards, drawn from a view: full screen with ratatui, and as plain text for the line mode.
//!
//! Pure: a [`BoardContext`] goes in, cells of a buffer or lines of text come out. Nothing here keeps state, reads
//! a clock or knows the connection. Each game has one folder with `draw`, `plain` and what it has to know of its
//! rules to show them; [`theme`] holds the colours and the ASCII fallback, [`text`] makes foreign text harmless.
//! Every mark that a colour makes is made by a character as well.

pub mod crokidarts;
pub mod dara;
pub mod darbol;
pub mod gul_bara;

pub mod text;
pub mod theme;

#[cfg(test)]
mod tests;

use engine::games::dara::Cell;
use engine::games::{GameEvent, Seat, View as GameView};
use engine::physics::{Shot, Toss};
use engine::table::{Event, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use theme::Theme;

/// The widest line of a plain board.
pub const PLAIN_COLUMNS: usize = 78;

/// Everything that a board is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct BoardContext<'a> {
    /// The room as the server showed it.
    pub view: &'a View,
    /// The seat of the person who looks; none for one who watches.
    pub me: Option<Seat>,
    /// Where the cursor is.
    pub cursor: Option<Spot>,
    /// What was picked up: a stone that is to step, a point to move from.
    pub selected: Option<Spot>,
    /// The newest events, oldest first: the last move is marked from them, and the balls of a turn.
    pub last: &'a [Event],
    /// Colours and characters.
    pub theme: Theme,
}

/// A place on a board that a cursor can be at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// Dara: a cell.
    Cell(Cell),
    /// Gul Bara: a point in the viewer's numbering, 24 to 1; 0 is the tray.
    Point(u8),
    /// Darbol: where a toss is aimed.
    Toss(Toss),
    /// Crokidarts: how a shot is aimed.
    Shot(Shot),
}

impl BoardContext<'_> {
    /// The seat from whose side the board is seen: one's own; for one who watches, always seat 0's, so that the
    /// board does not turn with each move.
    #[must_use]
    pub fn viewer(&self) -> Seat {
        self.me.unwrap_or(0)
    }

    /// Whether the person who looks may act now.
    #[must_use]
    pub fn my_turn(&self) -> bool {
        self.me.is_some_and(|me| self.view.turn.contains(&me))
    }
}

/// Draws the board of whichever game it is; before the start there is none, and that is said.
pub fn draw(area: Rect, buf: &mut Buffer, ctx: &BoardContext) {
    let area = area.intersection(buf.area);
    if area.is_empty() {
        return;
    }
    match &ctx.view.game {
        Some(GameView::Dara(game)) => dara::draw(area, buf, ctx, game),
        Some(GameView::GulBara(game)) => gul_bara::draw(area, buf, ctx, game),
        Some(GameView::Darbol(game)) => darbol::draw(area, buf, ctx, game, None),
        Some(GameView::Crokidarts(game)) => crokidarts::draw(area, buf, ctx, game, None),
        None => text::centred(area, buf, "the match has not started yet", ctx.theme.dim()),
    }
    ctx.theme.finish(area, buf);
}

/// Draws the board `ms` after a toss or a shot left the hand; other events draw the board as it is.
pub fn draw_playing(area: Rect, buf: &mut Buffer, ctx: &BoardContext, event: &Event, ms: u32) {
    let area = area.intersection(buf.area);
    if area.is_empty() {
        return;
    }
    match (&ctx.view.game, event) {
        (
            Some(GameView::Darbol(game)),
            Event::Game(GameEvent::Darbol(engine::games::darbol::Event::Tossed(tossed))),
        ) => darbol::draw(area, buf, ctx, game, Some(darbol::flight::at(tossed, ms))),
        (
            Some(GameView::Crokidarts(game)),
            Event::Game(GameEvent::Crokidarts(engine::games::crokidarts::Event::Shot(shot))),
        ) => crokidarts::draw(area, buf, ctx, game, Some(&crokidarts::motion::frame_at(shot, ms))),
        _ => return draw(area, buf, ctx),
    }
    ctx.theme.finish(area, buf);
}

/// How long an event has something to show, in ms of its own time; none if it has nothing.
///
/// A person sees more at 0.6 to 0.7 of that speed (physics.md, section 8).
#[must_use]
pub fn playing_ms(event: &Event) -> Option<u32> {
    match event {
        Event::Game(GameEvent::Darbol(engine::games::darbol::Event::Tossed(tossed))) => {
            Some(darbol::flight::duration_ms(tossed))
        }
        Event::Game(GameEvent::Crokidarts(engine::games::crokidarts::Event::Shot(shot))) => {
            Some(crokidarts::motion::duration_ms(shot))
        }
        _ => None,
    }
}

/// The board as text without any escape sequence, at most [`PLAIN_COLUMNS`] wide; ends with a newline.
#[must_use]
pub fn plain(ctx: &BoardContext) -> String {
    let lines = match &ctx.view.game {
        Some(GameView::Dara(game)) => dara::plain(ctx, game),
        Some(GameView::GulBara(game)) => gul_bara::plain(ctx, game),
        Some(GameView::Darbol(game)) => darbol::plain(ctx, game),
        Some(GameView::Crokidarts(game)) => crokidarts::plain(ctx, game),
        None => vec!["The match has not started yet.".to_owned()],
    };
    let lines =
        lines.iter().map(|line| text::cut(&ctx.theme.text(line), PLAIN_COLUMNS).trim_end().to_owned());
    lines.fold(String::new(), |all, line| all + &line + "\n")
}
