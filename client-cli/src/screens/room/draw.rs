//! Drawing a room: the board with what belongs to it, the people with their clocks, the match so far, the chat.

use std::time::Instant;

use engine::games::Seat;
use engine::table::View;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Padding, Paragraph, Wrap};

use super::RoomScreen;
use super::menu::{Item, Menu};
use crate::boards::{self, BoardContext};
use crate::game::Game;
use crate::look::Look;
use crate::model::room::seat_of;
use crate::model::{ChatLine, Room, Timeline};
use crate::{story, words};

/// Columns of the side with people, moves and chat.
const SIDE: u16 = 36;

impl RoomScreen {
    /// Draws the room for the player `me`.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: Look, me: Option<&str>, now: Instant) {
        let Some(view) = self.shown() else {
            let text = format!("Entering room {} …", self.room.code);
            frame.render_widget(Line::styled(text, look.dim()), area);
            return;
        };
        let seat = me.and_then(|me| seat_of(view, me));
        let [head, body, offers, input] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Fill(1),
            Constraint::Length(2),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_head(frame, head, look, view, seat);
        let (board, side) = split(body);
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
            draw_menu(frame, body, look, view, menu, self);
        }
        if let Some(sure) = self.sure {
            draw_question(frame, area, look, sure.question());
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
        let title = format!(
            "{} · room {} · match {}{watching}{link}",
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

    fn draw_side(&self, frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, now: Instant) {
        let people = people(&self.room, view, self.looking.is_none().then_some(now), look);
        let rows = u16::try_from(people.len() + 1).unwrap_or(u16::MAX);
        let chat_rows = if self.settings.muted { 1 } else { area.height.saturating_sub(rows) / 3 };
        let [head, list, chat] =
            Layout::vertical([Constraint::Max(rows), Constraint::Fill(1), Constraint::Length(chat_rows)])
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

/// The board's part and the side's, if there is room for one.
fn split(area: Rect) -> (Rect, Option<Rect>) {
    if area.width >= SIDE + 40 {
        let [board, side] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(SIDE)]).spacing(1).areas(area);
        (board, Some(side))
    } else if area.height >= 24 {
        let [board, side] = Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(area);
        (board, Some(side))
    } else {
        (area, None)
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
    let (board, side) = split(body);
    let last = story::newest(timeline, at);
    let ctx = BoardContext { view, me: None, cursor: None, selected: None, last: &last, theme: look.theme };
    boards::draw(board, frame.buffer_mut(), &ctx);
    if let Some(side) = side {
        moves(frame, side, look, view, timeline, at);
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
        let name = words::fit(&format!("{}{state}", words::player(&seat.player)), usize::from(SIDE) - 14);
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

/// The match so far, with the position on show marked.
fn moves(frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, timeline: &Timeline, at: Option<u64>) {
    let block = Block::new().borders(Borders::TOP).title(" Moves ").border_style(look.dim());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let told = story::lines(view, timeline, None);
    let here = at.and_then(|at| told.iter().rposition(|line| line.seq <= at));
    let height = usize::from(inner.height);
    let end = here.map_or(told.len(), |here| (here + 1 + height / 2).min(told.len()));
    let first = end.saturating_sub(height);
    let lines = told.iter().enumerate().take(end).skip(first).map(|(i, line)| {
        let text = words::cut(&line.text, usize::from(inner.width)).into_owned();
        let style = if Some(i) == here {
            look.selected()
        } else if line.is_move {
            look.title()
        } else {
            look.dim()
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

fn draw_menu(frame: &mut Frame<'_>, area: Rect, look: Look, view: &View, menu: &Menu, room: &RoomScreen) {
    let lines: Vec<_> = menu
        .items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let line = Line::raw(format!(" {} ", label(*item, view, room)));
            if i == menu.at { line.style(look.selected()) } else { line }
        })
        .collect();
    let text = Text::from(lines);
    let width = u16::try_from(text.width() + 2).unwrap_or(u16::MAX).max(20).min(area.width);
    let height = u16::try_from(text.height() + 2).unwrap_or(u16::MAX).min(area.height);
    let over = area.centered(Constraint::Length(width), Constraint::Length(height));
    frame.render_widget(Clear, over);
    let block = Block::bordered().title(" Menu ");
    let inner = block.inner(over);
    frame.render_widget(block, over);
    let hidden = (menu.at + 1).saturating_sub(usize::from(inner.height));
    frame.render_widget(Paragraph::new(text).scroll((u16::try_from(hidden).unwrap_or(0), 0)), inner);
}

fn label(item: Item, view: &View, room: &RoomScreen) -> String {
    match item {
        Item::Play => "Back to the game".to_owned(),
        Item::Chat => "Write in the chat".to_owned(),
        Item::Offer(what) => format!("Offer {}", words::what(what)),
        Item::Claim => "Claim the match: the other side is gone".to_owned(),
        Item::Sit => "Sit down".to_owned(),
        Item::Stand => "Give your seat up".to_owned(),
        Item::Mute if room.settings.muted => "Show the chat".to_owned(),
        Item::Mute => "Hide the chat".to_owned(),
        Item::AutoRoll if room.settings.auto_roll => "Roll by hand".to_owned(),
        Item::AutoRoll => "Roll by itself".to_owned(),
        Item::Player(seat) => format!("Page of {}", words::seat(view, seat)),
        Item::Replay => "Step through this match".to_owned(),
        Item::Leave => "Leave for the lobby; your seat stays".to_owned(),
        Item::GiveUpDraws => "Take no part in later draws …".to_owned(),
        Item::Resign => "Resign …".to_owned(),
    }
}

/// A question across the top of the screen, far from the menu's items.
fn draw_question(frame: &mut Frame<'_>, area: Rect, look: Look, question: &str) {
    let over = Rect { height: area.height.min(5), ..area };
    frame.render_widget(Clear, over);
    let block = Block::bordered().title(" Sure? ").padding(Padding::horizontal(1)).border_style(look.bad());
    frame.render_widget(Paragraph::new(question.to_owned()).wrap(Wrap { trim: true }).block(block), over);
}

/// The end of a text that is being typed.
fn tail(text: &str, columns: u16) -> String {
    let mut shown = words::shown_line(text);
    while words::width(&shown) > usize::from(columns) {
        shown.remove(0);
    }
    shown
}
