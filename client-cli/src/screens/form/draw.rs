//! Drawing the form: a row for each field, and what the field under the cursor means.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Form, Row};
use crate::look::Look;
use crate::words;
use notation::setup::Values;

impl Form {
    /// Draws the form.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let [head, list, help, foot] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Fill(1),
            Constraint::Length(3),
            Constraint::Length(1),
        ])
        .areas(area);
        frame.render_widget(Line::styled("A new room", look.title()), head);
        let rows = self.rows();
        let height = usize::from(list.height).max(1);
        let first = self.at.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
        let lines = rows
            .iter()
            .enumerate()
            .skip(first)
            .take(height)
            .map(|(i, row)| self.line(*row, i == self.at, look));
        frame.render_widget(Text::from_iter(lines), list);
        let wrapped = Paragraph::new(self.help(look)).wrap(Wrap { trim: true });
        frame.render_widget(wrapped, help);
        let keys = "↑↓ row · ←→ change · Enter type or press · Backspace default · Esc back";
        frame.render_widget(Line::styled(keys, look.dim()), foot);
    }

    pub(super) fn line(&self, row: Row, here: bool, look: Look) -> Line<'static> {
        let (name, value, chosen) = match row {
            Row::Game => ("game".to_owned(), self.draft.game.title().to_owned(), true),
            Row::Preset => {
                let name = self.preset().map_or("none", |preset| preset.name);
                ("preset".to_owned(), name.to_owned(), self.preset().is_some())
            }
            Row::Field(field) => (
                field.flag.replace('-', " "),
                field.show(&self.draft.value(field)),
                self.draft.is_chosen(field),
            ),
            Row::Sit => ("sit down".to_owned(), if self.sit { "yes" } else { "no" }.to_owned(), !self.sit),
            Row::Create => ("[ Make the room ]".to_owned(), String::new(), true),
            Row::Quick => ("[ Play whoever waits for just this ]".to_owned(), String::new(), true),
        };
        let value = match &self.typing {
            Some(text) if here => format!("{}█", words::shown_line(text)),
            _ => words::shown_line(&value),
        };
        let name = if value.is_empty() { name } else { words::fit(&name, 22) };
        let style = if chosen { look.title() } else { look.dim() };
        let line = Line::from(vec![Span::raw(" "), Span::raw(name), Span::styled(value, style)]);
        if here { line.style(look.selected()) } else { line }
    }

    pub(super) fn help(&self, look: Look) -> Text<'static> {
        let mut lines = Vec::new();
        match self.row() {
            Row::Field(field) => {
                let value = self.draft.value(field);
                let means = match &field.values {
                    Values::Words(words) => words
                        .iter()
                        .find(|(word, _)| value == *word)
                        .map(|(word, means)| format!("{word}: {means}")),
                    Values::YesNo | Values::Number { .. } | Values::Clock | Values::Json => None,
                };
                lines.push(Line::raw(field.help));
                lines.extend(means.map(|means| Line::styled(means.replace('_', "-"), look.dim())));
            }
            Row::Preset => {
                lines.push(Line::raw(self.preset().map_or("Named sets of options", |preset| preset.help)))
            }
            Row::Quick => lines
                .push(Line::raw("Sits down with somebody who waits for just this game, or waits for one")),
            Row::Game | Row::Sit | Row::Create => {}
        }
        if let Err(bad) = self.draft.check() {
            lines.push(Line::styled(bad.to_string(), look.bad()));
        }
        Text::from(lines)
    }
}
