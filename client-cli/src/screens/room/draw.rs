//! Drawing a room: the board with what belongs to it, the people with their clocks, the match so far, the chat.

use std::time::Instant;

use engine::games::Seat;
use engine::table::View;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};

use super::side::{self, SIDE};
use super::{RoomScreen, overlay};
use crate::boards::{self, BoardContext};
use crate::game::Game;
use crate::look::Look;
use crate::model::Timeline;
use crate::model::room::seat_of;
use crate::setup::differences;
use crate::{story, words};

impl RoomScreen {
    /// Draws the room for the player `me`.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look, me: Option<&str>, now: Instant) {
        let Some(view) = self.shown() else {
            let text = format!("Entering room {} …", self.room.code);
            frame.render_widget(Line::styled(text, look.dim()), area);
            return;
        };
        let seat = me.and_then(|me| seat_of(view, me));
        // where there is no side, the people get a line of the head
        let aside = Side::of(area);
        let people = u16::from(aside == Side::Nowhere);
        let [head, people, body, offers, input] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Length(people),
            Constraint::Fill(1),
            Constraint::Length(2),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_head(frame, head, look, view, seat);
        if !people.is_empty() {
            frame.render_widget(side::people_line(&self.room, view, now, look), people);
        }
        let (board, side) = aside.split(body);
        let last = story::newest(&self.room.timeline, self.looking);
        let ctx = BoardContext {
            view,
            me: seat,
            cursor: self.cursor.spot,
            selected: self.cursor.picked,
            last: &last,
            theme: look.theme,
        };
        match self.motion(now) {
            Some((event, ms)) => boards::draw_playing(board, frame.buffer_mut(), &ctx, event, ms),
            None => boards::draw(board, frame.buffer_mut(), &ctx),
        }
        if let Some(side) = side {
            self.draw_side(frame, side, look, view, now);
        }
        self.draw_offers(frame, offers, look, view, seat);
        self.draw_input(frame, input, look, view, seat);
        if let Some(menu) = &self.menu {
            overlay::menu(frame, body, look, view, menu, self);
        }
        if let Some(sure) = self.sure {
            overlay::question(frame, area, look, sure.question());
        }
    }

    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, me: Option<Seat>) {
        let link = self
            .room
            .link
            .as_deref()
            .map(|link| format!(" · {}", words::shown_line(link)))
            .unwrap_or_default();
        let watching = match view.spectators {
            0 => String::new(),
            n => format!(" · {n} watching"),
        };
        let changes: String = differences(&view.setup).iter().map(|change| format!(" · {change}")).collect();
        let title = format!(
            "{} · room {} · match {}{watching}{link}{changes}",
            Game::of(&view.setup.game).title(),
            view.room,
            view.r#match
        );
        let turn = match self.looking {
            Some(_) => {
                Line::styled("Looking back: PgUp and PgDn step, End returns to the present", look.warn())
            }
            None if me.is_some_and(|me| view.turn.contains(&me)) => {
                Line::styled(words::turn(view, me), look.accent())
            }
            None => Line::styled(words::turn(view, me), look.title()),
        };
        frame.render_widget(Text::from(vec![Line::raw(title), turn]), area);
    }

    fn draw_offers(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, me: Option<Seat>) {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for offer in &view.offers {
            let who = words::seat(view, offer.by);
            let answer = me.is_some_and(|me| offer.by != me && !offer.yes.contains(&me));
            lines.push(match (Some(offer.by) == me, answer) {
                (true, _) => Line::styled(format!("You offer {}", words::what(offer.what)), look.dim()),
                (false, true) => Line::styled(
                    format!("{who} offers {}: y yes · n no", words::what(offer.what)),
                    look.warn(),
                ),
                (false, false) => {
                    Line::styled(format!("{who} offers {}", words::what(offer.what)), look.dim())
                }
            });
        }
        if let Some(silence) = words::silence(view) {
            lines.push(Line::styled(silence, look.dim()));
        }
        if lines.len() < 2 && view.result.is_some() && me.is_some() && view.offers.is_empty() {
            lines.push(Line::styled("Type rematch to play again, or Esc for the menu", look.dim()));
        }
        if lines.len() < 2 {
            lines.push(Line::styled(self.hint(view, me), look.dim()));
        }
        frame.render_widget(Text::from(lines), area);
    }

    /// What one can do now.
    fn hint(&self, view: &View, me: Option<Seat>) -> String {
        let mine = me.is_some_and(|me| view.turn.contains(&me));
        if mine && self.is_reported() {
            return match view.setup.game.kind() {
                engine::games::Kind::Darbol => {
                    "Report with one key: 1–8 the hole, 0 a miss, u undo; c confirm, d dispute".to_owned()
                }
                _ => {
                    "Report with one key: t twenty, f 15, e 10, v 5, m nothing new, u undo; c confirm, d dispute"
                        .to_owned()
                }
            };
        }
        let keys = "F1 help · Esc menu · Tab chat · PgUp look back";
        if mine { format!("Arrows and Enter, or write the move · {keys}") } else { keys.to_owned() }
    }

    fn draw_input(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, me: Option<Seat>) {
        let line = match &self.chat {
            Some(text) => Line::from(vec![
                Span::styled("chat> ", look.accent()),
                Span::raw(tail(text, area.width.saturating_sub(8))),
                Span::raw("█"),
            ]),
            None => {
                let waits = if self.acting { "… sent, waiting for the server" } else { "" };
                let prompt =
                    if me.is_some_and(|me| view.turn.contains(&me)) { look.accent() } else { look.dim() };
                Line::from(vec![
                    Span::styled("> ", prompt),
                    Span::raw(tail(&self.input, area.width.saturating_sub(4))),
                    Span::raw("█ "),
                    Span::styled(waits, look.dim()),
                ])
            }
        };
        frame.render_widget(line, area);
    }
}

/// Where people, moves and chat are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Beside,
    Below,
    /// There is no room for them.
    Nowhere,
}

impl Side {
    /// As it fits a screen of this size.
    fn of(area: Rect) -> Self {
        match (area.width, area.height) {
            (76.., _) => Self::Beside,
            (_, 24..) => Self::Below,
            _ => Self::Nowhere,
        }
    }

    /// The board's part of `body` and the side's.
    fn split(self, body: Rect) -> (Rect, Option<Rect>) {
        match self {
            Self::Beside => {
                let parts = Layout::horizontal([Constraint::Fill(1), Constraint::Length(SIDE)]);
                let [board, side] = parts.spacing(1).areas(body);
                (board, Some(side))
            }
            Self::Below => {
                let [board, side] = Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(body);
                (board, Some(side))
            }
            Self::Nowhere => (body, None),
        }
    }
}

/// A position that is not live: for the replay.
pub fn position(
    frame: &mut Frame<'_>,
    area: Rect,
    look: Look,
    view: &View,
    timeline: &Timeline,
    at: Option<u64>,
) {
    let [head, body] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    frame.render_widget(Line::raw(words::turn(view, None)), head);
    let (board, beside) = Side::of(area).split(body);
    let last = story::newest(timeline, at);
    let ctx = BoardContext { view, me: None, cursor: None, selected: None, last: &last, theme: look.theme };
    boards::draw(board, frame.buffer_mut(), &ctx);
    if let Some(beside) = beside {
        side::moves(frame, beside, look, view, timeline, at);
    }
}

/// The end of a text that is being typed.
fn tail(text: &str, columns: u16) -> String {
    let mut shown = words::shown_line(text);
    while words::width(&shown) > usize::from(columns) {
        shown.remove(0);
    }
    shown
}
