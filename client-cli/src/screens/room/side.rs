//! The side of a room: the people with their clocks, the match so far, the chat.

use std::time::Instant;

use engine::table::View;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders};

use super::RoomScreen;
use crate::look::Look;
use crate::model::{ChatLine, Room, Timeline};
use crate::{story, words};

/// Columns of the side.
pub(super) const SIDE: u16 = 29;

impl RoomScreen {
    /// Draws the side.
    pub(super) fn draw_side(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, now: Instant) {
        let mut people = people(&self.room, view, self.looking.is_none().then_some(now), look);
        for told in [words::handicap(view), words::silence(view)].into_iter().flatten() {
            let lines = words::wrap(&told, usize::from(area.width)).into_iter();
            people.extend(lines.map(|line| Line::styled(line, look.dim())));
        }
        let rows = u16::try_from(people.len() + 1).unwrap_or(u16::MAX);
        let told = self.room.chat.iter().any(|line| matches!(line, ChatLine::Told(_)));
        // warnings are shown even if the chat is hidden
        let chat_rows = if self.settings.muted && !told { 1 } else { area.height.saturating_sub(rows) / 3 };
        let [head, list, chat] =
            Layout::vertical([Constraint::Length(rows), Constraint::Fill(1), Constraint::Length(chat_rows)])
                .areas(area);
        frame.render_widget(Text::from(people), head);
        moves(frame, list, look, view, &self.room.timeline, self.looking);
        self.draw_chat(frame, chat, look);
    }

    fn draw_chat(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let block = Block::new().borders(Borders::TOP).title(" Chat ").border_style(look.dim());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let lines =
            self.room.chat.iter().filter(|line| !self.settings.muted || matches!(line, ChatLine::Told(_)));
        let lines: Vec<_> = lines.flat_map(|line| chat_lines(line, usize::from(inner.width), look)).collect();
        let first = lines.len().saturating_sub(usize::from(inner.height));
        frame.render_widget(Text::from_iter(lines.into_iter().skip(first)), inner);
    }
}

/// Who sits where, with clocks and presence; clocks tick only if `now` is given.
fn people(room: &Room, view: &View, now: Option<Instant>, look: Look) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (i, seat) in view.seats.iter().enumerate() {
        let Some(seat) = seat else {
            lines.push(Line::styled(format!("  {} free", i + 1), look.dim()));
            continue;
        };
        let turn = if view.turn.contains(&i) { "▶ " } else { "  " };
        let clock = match now {
            Some(now) => room.clock(i, now),
            None => seat.clock_ms,
        };
        let clock = clock.map(words::time).unwrap_or_default();
        let state = if seat.out {
            " out".to_owned()
        } else if seat.online {
            String::new()
        } else {
            format!(" away {}", words::span(seat.gone_ms))
        };
        // how long somebody is away matters more than the end of a name
        let name =
            words::cut(&words::player(&seat.player), (usize::from(SIDE) - 14).saturating_sub(state.len()))
                .into_owned();
        let name = words::fit(&format!("{name}{state}"), usize::from(SIDE) - 14);
        let running = now.is_some_and(|now| room.runs(i, now));
        lines.push(Line::from(vec![
            Span::styled(turn, look.accent()),
            Span::styled(format!("{} ", i + 1), look.theme.seat(i)),
            Span::styled(name, if seat.online { look.title() } else { look.dim() }),
            Span::styled(format!("{clock:>9}"), if running { look.accent() } else { look.dim() }),
        ]));
    }
    lines
}

/// Who sits where, on one line, for small windows.
pub(super) fn people_line(room: &Room, view: &View, now: Instant, look: Look) -> Line<'static> {
    let mut spans = Vec::new();
    for (i, seat) in view.seats.iter().enumerate() {
        let name = seat.as_ref().map_or_else(|| "free".to_owned(), |seat| words::player(&seat.player));
        let clock = room.clock(i, now).map(|left| format!(" {}", words::time(left))).unwrap_or_default();
        let away = if seat.as_ref().is_some_and(|seat| !seat.online) { " away" } else { "" };
        let turn = if view.turn.contains(&i) { "▶" } else { " " };
        let running = if room.runs(i, now) { look.accent() } else { look.dim() };
        spans.push(Span::styled(format!("{turn}{} ", i + 1), look.theme.seat(i)));
        spans.push(Span::raw(words::cut(&name, 14).into_owned()));
        spans.push(Span::styled(format!("{clock}{away} "), running));
    }
    Line::from(spans)
}

/// The match so far, with the position on show marked.
pub(super) fn moves(
    frame: &mut Frame<'_>,
    area: Rect,
    look: Look,
    view: &View,
    timeline: &Timeline,
    at: Option<u64>,
) {
    let block = Block::new().borders(Borders::TOP).title(" Moves ").border_style(look.dim());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let columns = usize::from(inner.width);
    let told: Vec<_> = story::lines(view, timeline, None)
        .into_iter()
        .flat_map(|line| {
            words::wrap(&line.text, columns).into_iter().map(move |text| (line.seq, line.is_move, text))
        })
        .collect();
    let here = at.and_then(|at| told.iter().rfind(|(seq, ..)| *seq <= at)).map(|(seq, ..)| *seq);
    let height = usize::from(inner.height);
    let last = here.and_then(|here| told.iter().rposition(|(seq, ..)| *seq == here));
    let end = last.map_or(told.len(), |last| (last + 1 + height / 2).min(told.len()));
    let lines = told.into_iter().take(end).skip(end.saturating_sub(height)).map(|(seq, is_move, text)| {
        let style = match (Some(seq) == here, is_move) {
            (true, _) => look.selected(),
            (false, true) => look.title(),
            (false, false) => look.dim(),
        };
        Line::styled(text, style)
    });
    frame.render_widget(Text::from_iter(lines), inner);
}

fn chat_lines(line: &ChatLine, columns: usize, look: Look) -> Vec<Line<'static>> {
    let (text, style) = match line {
        ChatLine::Said(said) => {
            (format!("{}: {}", words::player(&said.by), words::shown_line(&said.text)), look.title())
        }
        ChatLine::Told(text) => (words::shown_line(text), look.warn()),
    };
    words::wrap(&text, columns).into_iter().map(|line| Line::styled(line, style)).collect()
}
