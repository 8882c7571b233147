//! A match, step by step, from a server's history or a match file.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};
use engine::table::View;
use protocol::{History, Request, RoomCode};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::look::Look;
use crate::model::Timeline;
use crate::screens::room::draw;

/// Time that a position stays while playing by itself.
const PACE: Duration = Duration::from_millis(900);

/// A match that is stepped through.
#[derive(Debug)]
pub struct ReplayScreen {
    /// What it is called.
    pub title: String,
    /// Where its entries come from; none: they are all here.
    source: Option<(RoomCode, Option<u32>)>,
    timeline: Timeline,
    /// The newest entry that has come.
    head: u64,
    /// Whether more entries are on their way.
    loading: bool,
    /// The position on show.
    at: Option<u64>,
    /// When the next position is shown, while playing by itself.
    next: Option<Instant>,
}

impl ReplayScreen {
    /// A match of a room, still to be fetched.
    pub fn loading(room: RoomCode, number: Option<u32>) -> Self {
        let title = number.map_or_else(|| room.to_string(), |number| format!("{room}/{number}"));
        Self {
            title,
            source: Some((room, number)),
            timeline: Timeline::default(),
            head: 0,
            loading: true,
            at: None,
            next: None,
        }
    }

    /// A match that is all here.
    pub fn whole(title: String, timeline: Timeline) -> Self {
        let at = timeline.ends().map(|(first, _)| first);
        Self { title, source: None, timeline, head: 0, loading: false, at, next: None }
    }

    /// The request for the next page of entries; none if they are all here.
    pub fn next_page(&self) -> Option<Request> {
        let (room, number) = self.source?;
        let after = (self.head > 0).then_some(self.head);
        self.loading.then_some(Request::History { room, r#match: number, after, limit: None })
    }

    /// Takes a page in.
    pub fn take(&mut self, page: History) {
        self.head = page.entries.last().map_or(self.head, |entry| entry.seq);
        self.loading = page.more && !page.entries.is_empty();
        self.timeline.history(page.entries);
        self.at = self.at.or_else(|| self.timeline.ends().map(|(first, _)| first));
    }

    /// Whether it plays by itself.
    pub fn is_playing(&self) -> bool {
        self.next.is_some()
    }

    /// Time goes by.
    pub fn tick(&mut self, now: Instant) {
        if self.next.is_some_and(|next| next <= now) {
            self.next = self.step(true).then(|| now + PACE);
        }
    }

    /// One position forward or back; whether there was one.
    pub fn step(&mut self, forward: bool) -> bool {
        let next =
            self.at.and_then(|at| if forward { self.timeline.after(at) } else { self.timeline.before(at) });
        self.at = next.or(self.at);
        next.is_some()
    }

    /// The position on show.
    pub fn view(&self) -> Option<&View> {
        self.timeline.view(self.at?)
    }

    /// Its place among all, as `3 of 40`.
    pub fn place(&self) -> String {
        let shown = || self.timeline.steps().filter(|(_, step)| step.is_stop());
        let all = shown().count();
        let upto = shown().filter(|(seq, _)| Some(*seq) <= self.at).count();
        format!("{upto} of {all}{}", if self.loading { "+" } else { "" })
    }

    /// A key; false if the replay is to be left.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let ends = self.timeline.ends();
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return false,
            KeyCode::Char(' ') => {
                self.next = if self.next.is_some() { None } else { Some(Instant::now() + PACE) };
                return true;
            }
            KeyCode::Left | KeyCode::Up | KeyCode::PageUp | KeyCode::Char('h' | 'k') => _ = self.step(false),
            KeyCode::Right | KeyCode::Down | KeyCode::PageDown | KeyCode::Char('l' | 'j') => {
                _ = self.step(true)
            }
            KeyCode::Home => self.at = ends.map(|(first, _)| first),
            KeyCode::End => self.at = ends.map(|(_, last)| last),
            _ => return true,
        }
        self.next = None;
        true
    }

    /// Draws the position and the list.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let Some(view) = self.view() else {
            let text =
                if self.loading { "Asking the server …" } else { "There is nothing to show of this match" };
            frame.render_widget(Line::styled(text, look.dim()), area);
            return;
        };
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        let playing = if self.is_playing() { " · playing" } else { "" };
        frame.render_widget(
            Line::styled(format!("Match {} · position {}{playing}", self.title, self.place()), look.title()),
            head,
        );
        draw::position(frame, body, look, view, &self.timeline, self.at);
        frame.render_widget(Line::styled("←→ step · Home End · Space play · Esc back", look.dim()), foot);
    }
}
