//! Drawing: the line at the top with the connection, the screen in front, the line at the foot, the help.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::{App, Place};
use crate::screens::help;
use crate::words;

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
        // the room has a line for messages among its own
        let foot = u16::from(self.place != Place::Room);
        let [top, body, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(foot)])
                .areas(area);
        self.draw_top(frame, top);
        self.draw_screen(frame, body, now);
        if let Some(message) = &self.message
            && !foot.is_empty()
        {
            frame.render_widget(message.line(self.look), foot);
        }
        if let Some(first) = self.help {
            let view = self.room.as_ref().and_then(|room| room.room.view.as_deref());
            let notation = view.and_then(|view| view.game.as_ref()).map(notation::help).unwrap_or_default();
            help::draw(frame, body, self.look, self.place, notation, first);
        }
        self.look.theme.finish(area, frame.buffer_mut());
    }

    fn draw_top(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.look;
        let state = if self.link.is_up() { look.good() } else { look.warn() };
        let me = self.me.as_ref().map(words::player).unwrap_or_default();
        let link = self.link.label();
        let what = match &self.room {
            Some(room) if self.place == Place::Room => room.title(),
            Some(_) | None => format!("Longtable at {}", self.server),
        };
        let left = usize::from(area.width).saturating_sub(words::width(&link) + words::width(&me) + 4);
        let line = Line::from(vec![
            Span::styled("● ", state),
            Span::styled(link, state),
            Span::styled(format!(" {} ", words::fit(&what, left)), look.title()),
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
                    let me = self.me.as_ref().map(|me| me.id.as_str());
                    room.draw(frame, area, look, me, self.message.as_ref(), now);
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
}
