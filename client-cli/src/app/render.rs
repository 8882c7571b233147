//! Drawing: the line at the top with the connection, the screen in front, the line at the foot, the help.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::{App, Place};
use crate::screens::help;
use crate::{notation, words};

/// The least size in which a screen can be used.
const LEAST: (u16, u16) = (40, 14);

impl App {
    /// Draws everything.
    pub fn render(&self, frame: &mut Frame<'_>, now: Instant) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text = format!("Too small: {}x{} needed", LEAST.0, LEAST.1);
            let text = words::cut(&text, usize::from(area.width)).into_owned();
            frame.render_widget(Line::raw(text), area);
            return;
        }
        let [top, body, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        self.draw_top(frame, top);
        self.draw_screen(frame, body, now);
        self.draw_foot(frame, foot);
        if self.help {
            let view = self.room.as_ref().and_then(|room| room.room.view.as_deref());
            let notation = view.and_then(|view| view.game.as_ref()).map(notation::help).unwrap_or_default();
            help::draw(frame, body, self.look, self.place, notation);
        }
        self.look.theme.finish(area, frame.buffer_mut());
    }

    fn draw_top(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.look;
        let state = if self.link.is_up() { look.good() } else { look.warn() };
        let me = self.me.as_ref().map(words::player).unwrap_or_default();
        let link = self.link.label();
        let left = usize::from(area.width).saturating_sub(words::width(&link) + words::width(&me) + 16);
        let line = Line::from(vec![
            Span::styled("Longtable", look.title()),
            Span::raw("  "),
            Span::styled("● ", state),
            Span::styled(link, state),
            Span::styled(format!(" {} ", words::fit(&self.server, left.max(1))), look.dim()),
            Span::raw(me),
        ]);
        frame.render_widget(line, area);
    }

    fn draw_screen(&self, frame: &mut Frame<'_>, area: Rect, now: Instant) {
        let look = self.look;
        match self.place {
            Place::Lobby => self.lobby.draw(frame, area, look),
            Place::Form => self.form.draw(frame, area, look),
            Place::Room => {
                if let Some(room) = &self.room {
                    room.draw(frame, area, look, self.me.as_ref().map(|me| me.id.as_str()), now);
                }
            }
            Place::Replay => {
                if let Some(replay) = &self.replay {
                    replay.draw(frame, area, look);
                }
            }
            Place::Player => {
                if let Some(page) = &self.page {
                    page.draw(frame, area, look);
                }
            }
        }
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect) {
        if let Some(message) = &self.message {
            let style = if message.bad { self.look.bad() } else { self.look.accent() };
            let text = words::cut(&message.text, usize::from(area.width)).into_owned();
            frame.render_widget(Line::styled(text, style), area);
        }
    }
}
