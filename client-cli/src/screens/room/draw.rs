//! Drawing a room: the board with what belongs to it, the people with their clocks, the match so far, the chat.

use std::time::Instant;

use engine::games::Seat;
use engine::table::{Status, View};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span, Text};

use super::side::{self, SIDE};
use super::{RoomScreen, overlay, report};
use crate::app::Message;
use crate::boards::{self, BoardContext};
use crate::look::Look;
use crate::model::Timeline;
use crate::model::room::seat_of;
use crate::{story, words};
use notation::game::Game;
use notation::setup::differences;

impl RoomScreen {
    /// Draws the room for the player `me`; `message` is what was wrong or done last.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        look: Look,
        me: Option<&str>,
        message: Option<&Message>,
        now: Instant,
    ) {
        let Some(view) = self.shown() else {
            let text = format!("Entering room {} …", self.room.code);
            frame.render_widget(Line::styled(text, look.dim()), area);
            return;
        };
        let seat = me.and_then(|me| seat_of(view, me));
        let aside = Side::of(area);
        // every line has its place whatever it says, so that nothing moves under a key or a finger
        let [head, people, body, foot, input] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(u16::from(aside == Side::Nowhere)),
            Constraint::Fill(1),
            Constraint::Length(if area.height < 26 { 1 } else { 2 }),
            Constraint::Length(1),
        ])
        .areas(area);
        frame.render_widget(self.turn_line(look, view, seat), head);
        // where there is no side, the people get a line of the head
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
        let lines = message.map(|message| message.line(look)).into_iter();
        let lines = lines.chain(self.foot_lines(look, view, seat, aside));
        frame.render_widget(Text::from_iter(lines.take(usize::from(foot.height))), foot);
        self.draw_input(frame, input, look, view, seat);
        if let Some(menu) = &self.menu {
            overlay::menu(frame, body, look, view, menu, self);
        }
        if let Some(sure) = self.sure {
            overlay::question(frame, area, look, sure.question());
        }
    }

    /// What the room is, for the top of the screen.
    pub fn title(&self) -> String {
        let Some(view) = self.room.view.as_deref() else { return format!("room {}", self.room.code) };
        let mut title =
            format!("{} · room {} · match {}", Game::of(&view.setup.game).title(), view.room, view.r#match);
        if view.spectators > 0 {
            title += &format!(" · {} watching", view.spectators);
        }
        for change in differences(&view.setup) {
            title += &format!(" · {change}");
        }
        title
    }

    fn turn_line(&self, look: Look, view: &View, me: Option<Seat>) -> Line<'static> {
        if self.looking.is_some() {
            return Line::styled("Looking back: PgUp and PgDn step, End returns to the present", look.warn());
        }
        let turn = words::turn(view, me);
        match &self.room.link {
            Some(link) if view.status == Status::Waiting => {
                Line::styled(format!("{turn}; send them {}", words::shown_line(link)), look.accent())
            }
            _ if me.is_some_and(|me| view.turn.contains(&me)) => Line::styled(turn, look.accent()),
            _ => Line::styled(turn, look.title()),
        }
    }

    /// The lines at the foot, the most pressing first.
    fn foot_lines(&self, look: Look, view: &View, me: Option<Seat>, aside: Side) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for offer in &view.offers {
            let who = words::seat(view, offer.by);
            let what = words::what(offer.what);
            let asked = me.is_some_and(|me| offer.by != me && !offer.yes.contains(&me));
            lines.push(match (Some(offer.by) == me, asked) {
                (true, _) => Line::styled(format!("You offer {what}"), look.dim()),
                (false, true) => Line::styled(format!("{who} offers {what}: y yes · n no"), look.warn()),
                (false, false) => Line::styled(format!("{who} offers {what}"), look.dim()),
            });
        }
        if view.result.is_some() && me.is_some() && view.offers.is_empty() {
            lines.push(Line::styled("Type rematch to play again, or Esc for the menu", look.dim()));
        }
        if aside == Side::Nowhere {
            lines.extend(words::silence(view).map(|silence| Line::styled(silence, look.dim())));
        }
        lines.push(Line::styled(self.hint(view, me), look.dim()));
        lines
    }

    /// What one can do now.
    fn hint(&self, view: &View, me: Option<Seat>) -> String {
        let mine = me.is_some_and(|me| view.turn.contains(&me));
        if mine && self.is_reported() {
            return report::hint(view).to_owned();
        }
        let keys = "F1 help · Esc menu · Tab chat · PgUp look back";
        if mine { format!("Arrows and Enter, or a move · {keys}") } else { keys.to_owned() }
    }

    fn draw_input(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, me: Option<Seat>) {
        let line = match &self.chat {
            Some(text) => Line::from(vec![
                Span::styled("chat> ", look.accent()),
                Span::raw(tail(text, area.width.saturating_sub(8))),
                Span::raw("█"),
            ]),
            None => {
                let waits = match &self.typed_ahead {
                    Some((next, _)) => {
                        format!("… sent, waiting for the server; then {}", words::shown_line(next))
                    }
                    None if self.acting => "… sent, waiting for the server".to_owned(),
                    None => String::new(),
                };
                let prompt =
                    if me.is_some_and(|me| view.turn.contains(&me)) { look.accent() } else { look.dim() };
                let selected = if self.refused { Modifier::REVERSED } else { Modifier::empty() };
                Line::from(vec![
                    Span::styled("> ", prompt),
                    Span::styled(tail(&self.input, area.width.saturating_sub(4)), selected),
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
            (79.., _) => Self::Beside,
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
