//! A player's page: the record by game, and the last matches, which can be stepped through.

use crossterm::event::{KeyCode, KeyEvent};
use protocol::{PlayerPage, Recent, Record};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};

use crate::app::Effect;
use crate::look::Look;
use crate::words;
use notation::target::MatchTarget;

/// A player's page.
#[derive(Debug)]
pub struct PlayerScreen {
    /// Whose.
    id: String,
    page: Option<PlayerPage>,
    /// The match under the cursor.
    at: usize,
}

impl PlayerScreen {
    /// A page that has been asked for.
    pub fn new(id: String) -> Self {
        Self { id, page: None, at: 0 }
    }

    /// Takes the page in.
    pub fn take(&mut self, page: PlayerPage) {
        if page.id == self.id {
            self.page = Some(page);
        }
    }

    /// The page, taken out of the screen.
    pub fn take_page(&mut self) -> Option<PlayerPage> {
        self.page.take()
    }

    /// A key; none of the effects if the page is to be left.
    pub fn key(&mut self, key: KeyEvent) -> Option<Vec<Effect>> {
        let recent = self.page.as_ref().map_or(&[][..], |page| &page.recent);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.at = (self.at + 1).min(recent.len().saturating_sub(1)),
            KeyCode::Enter => {
                let target =
                    recent.get(self.at).and_then(|recent| recent.r#match.parse::<MatchTarget>().ok());
                return Some(target.map(|it| Effect::Replay(it.room, it.number)).into_iter().collect());
            }
            KeyCode::Esc | KeyCode::Char('q') => return None,
            _ => {}
        }
        Some(Vec::new())
    }

    /// Draws the page.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let Some(page) = &self.page else {
            frame.render_widget(Line::styled("Asking the server …", look.dim()), area);
            return;
        };
        let record = records(page);
        let top = u16::try_from(record.len() + 3).unwrap_or(u16::MAX);
        let [head, list, foot] =
            Layout::vertical([Constraint::Max(top), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        let title = format!("{} (id {})", words::shown_line(&page.name), words::shown_line(&page.id));
        let mut lines = vec![Line::styled(title, look.title()), Line::default()];
        lines.extend(record.into_iter().map(Line::raw));
        frame.render_widget(Text::from(lines), head);
        let height = usize::from(list.height).max(1);
        let first = self.at.saturating_sub(height.saturating_sub(1));
        let rows = page.recent.iter().enumerate().skip(first).take(height).map(|(i, recent)| {
            let line = Line::raw(words::cut(&result(recent), usize::from(list.width)).into_owned());
            if i == self.at { line.style(look.selected()) } else { line }
        });
        frame.render_widget(Text::from_iter(rows), list);
        frame.render_widget(Line::styled("↑↓ match · Enter step through it · Esc back", look.dim()), foot);
    }
}

/// The record by game, a line each.
pub fn records(page: &PlayerPage) -> Vec<String> {
    if page.record.is_empty() {
        return vec!["No finished matches yet".to_owned()];
    }
    page.record.iter().map(|(game, record)| record_line(game, record)).collect()
}

fn record_line(game: &str, record: &Record) -> String {
    let averages: Vec<_> = record
        .averages
        .iter()
        .map(|(name, mean)| format!(", {} {mean:.2} on average", words::shown_line(name)))
        .collect();
    let left: u64 =
        record.unfinished.iter().filter(|(why, _)| *why != "unfinished").map(|(_, left)| left.own).sum();
    let left = if left > 0 { format!("; left {left}") } else { String::new() };
    format!(
        "{} {} won, {} lost, {} drawn{left}; best run {}; rating {}{} ±{}{}",
        words::fit(&words::shown_line(game).replace('_', " "), 16),
        record.won,
        record.lost,
        record.drawn,
        record.longest_streak,
        record.rating,
        if record.provisional { "?" } else { "" },
        record.deviation,
        averages.concat(),
    )
}

/// A finished match in one line.
pub fn result(recent: &Recent) -> String {
    let names: Vec<_> = recent.seats.iter().map(words::player).collect();
    let points: Vec<_> = recent.points.iter().map(u32::to_string).collect();
    let how = match recent.winners.as_slice() {
        [] => "drawn",
        winners if winners.contains(&recent.seat) => "won",
        _ => "lost",
    };
    format!(
        "{} {} {} {} {} ({})",
        words::fit(&words::shown_line(&recent.r#match), 12),
        words::fit(&words::shown_line(&recent.game).replace('_', " "), 16),
        words::fit(how, 5),
        points.join(":"),
        names.join(" – "),
        words::reason(recent.reason),
    )
}
