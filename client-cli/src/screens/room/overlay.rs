//! What lies over a room: the menu, and the question before what cannot be undone.

use engine::table::View;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Wrap};

use super::RoomScreen;
use super::menu::{Item, Menu};
use crate::look::Look;
use crate::words;

/// Draws the menu in the middle of `area`.
pub(super) fn menu(
    frame: &mut Frame<'_>,
    area: Rect,
    look: Look,
    view: &View,
    menu: &Menu,
    room: &RoomScreen,
) {
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
pub(super) fn question(frame: &mut Frame<'_>, area: Rect, look: Look, question: &str) {
    let over = Rect { height: area.height.min(5), ..area };
    frame.render_widget(Clear, over);
    let block = Block::bordered().title(" Sure? ").padding(Padding::horizontal(1)).border_style(look.bad());
    frame.render_widget(Paragraph::new(question.to_owned()).wrap(Wrap { trim: true }).block(block), over);
}
