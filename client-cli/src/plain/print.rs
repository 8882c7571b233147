//! Printing what has changed: entries, chat, whose turn it is, the board.

use std::io::{self, Write};

use engine::games::Seat;
use engine::table::View;

use super::lobby;
use crate::app::App;
use crate::boards::{self, BoardContext};
use crate::model::ChatLine;
use crate::model::room::seat_of;
use crate::screens::player::PlayerScreen;
use crate::screens::room::{RoomScreen, offer_to};
use crate::{story, words};
use notation::game::Game;
use notation::line;
use notation::setup::differences;

/// Prints, and remembers what was printed.
#[derive(Debug)]
pub struct Printer<W> {
    out: W,
    /// The room that was introduced.
    room: Option<String>,
    /// The newest entry that was told, and the match it belongs to.
    told: (u32, u64),
    /// How many lines of chat were told.
    chat: usize,
    /// What was said last about the turn and the connection.
    turn: String,
    link: String,
    /// The seq of the board that was printed.
    board: u64,
}

impl<W: Write> Printer<W> {
    /// Prints to `out`.
    pub fn new(out: W) -> Self {
        Self { out, room: None, told: (0, 0), chat: 0, turn: String::new(), link: String::new(), board: 0 }
    }

    /// Prints what is new in `app`.
    pub fn print(&mut self, app: &mut App) -> io::Result<()> {
        let link = app.link.label();
        if link != self.link {
            writeln!(self.out, "* {link}")?;
            self.link = link;
        }
        if let Some(message) = app.message.take() {
            let mark = if message.bad { '!' } else { '*' };
            writeln!(self.out, "{mark} {}", message.text)?;
        }
        if let Some(rooms) = app.lobby.take_fresh() {
            self.lines(&lobby::list(&rooms))?;
        }
        if let Some(page) = app.page.as_mut().and_then(PlayerScreen::take_page) {
            self.lines(&lobby::page(&page))?;
            (app.page, app.place) = (None, app.back);
        }
        self.print_room(app)?;
        self.out.flush()
    }

    fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn print_room(&mut self, app: &App) -> io::Result<()> {
        let Some(screen) = &app.room else { return Ok(()) };
        let Some(view) = screen.room.view.as_deref() else { return Ok(()) };
        if self.room.as_deref() != Some(&view.room) {
            self.room = Some(view.room.clone());
            (self.told, self.chat, self.board, self.turn) = ((0, 0), 0, 0, String::new());
            self.introduce(view, screen.room.link.as_deref())?;
        }
        if screen.asking {
            return Ok(());
        }
        if self.told.0 != view.r#match {
            self.told = (view.r#match, 0);
        }
        for line in story::lines(view, &screen.room.timeline, None) {
            if line.seq > self.told.1 {
                writeln!(self.out, "{}", line.text)?;
                self.told.1 = line.seq;
            }
        }
        let chat = &screen.room.chat;
        for line in chat.iter().skip(self.chat) {
            match line {
                ChatLine::Said(_) if screen.settings.muted => {}
                ChatLine::Said(said) => {
                    writeln!(self.out, "{}: {}", words::player(&said.by), words::shown_line(&said.text))?;
                }
                // told as a message already
                ChatLine::Told(_) => {}
            }
        }
        self.chat = chat.len();
        self.print_turn(app, screen, view)
    }

    fn print_turn(&mut self, app: &App, screen: &RoomScreen, view: &View) -> io::Result<()> {
        let me = my_seat(app, view);
        let mine = me.is_none_or(|me| view.turn.contains(&me)) || view.result.is_some();
        let played = screen.room.timeline.entries(None).rfind(|entry| entry.event.changes_play());
        let played = played.map_or(0, |entry| entry.seq);
        if mine && view.game.is_some() && view.fairness.due.is_none() && self.board < played {
            self.board = played;
            self.board(app)?;
        }
        // a draw mostly takes a moment only: it is worth a line when it waits for somebody
        if view.fairness.due.as_ref().is_some_and(|due| view.now < due.until) {
            return Ok(());
        }
        let mut turn = words::turn(view, me);
        if offer_to(view, me).is_some() {
            turn.push_str("\nAnswer the offer with yes or no");
        }
        if turn != self.turn {
            writeln!(self.out, "{turn}")?;
            self.turn = turn;
            if let (Some(result), Some(silence)) = (&view.result, words::silence(view)) {
                writeln!(self.out, "{silence}\nHash of the match: {}", result.hash)?;
            }
        }
        Ok(())
    }

    fn introduce(&mut self, view: &View, link: Option<&str>) -> io::Result<()> {
        let changes = differences(&view.setup);
        let changes = if changes.is_empty() { String::new() } else { format!(" ({})", changes.join(", ")) };
        writeln!(self.out, "Room {}: {}{changes}", view.room, Game::of(&view.setup.game).title())?;
        if let Some(link) = link {
            writeln!(self.out, "Link for others: {}", words::shown_line(link))?;
        }
        writeln!(self.out, "help lists what can be typed")
    }

    /// The board, as it stands or as it is looked back at.
    pub fn board(&mut self, app: &App) -> io::Result<()> {
        let Some(screen) = &app.room else { return Ok(()) };
        let Some(view) = screen.shown() else { return Ok(()) };
        if let Some(seq) = screen.looking {
            writeln!(self.out, "Position after entry {seq}:")?;
        }
        let last = story::newest(&screen.room.timeline, screen.looking);
        self.position(view, my_seat(app, view), &last, app)
    }

    fn position(
        &mut self,
        view: &View,
        me: Option<Seat>,
        last: &[engine::table::Event],
        app: &App,
    ) -> io::Result<()> {
        let ctx = BoardContext { view, me, cursor: None, selected: None, last, theme: app.look.theme };
        write!(self.out, "{}", boards::plain(&ctx))?;
        self.out.flush()
    }

    /// The legal moves, in notation where there is one.
    pub fn moves(&mut self, app: &App) -> io::Result<()> {
        let Some(view) = app.room.as_ref().and_then(|room| room.room.view.as_deref()) else { return Ok(()) };
        match notation::legal(view).as_slice() {
            [] => writeln!(self.out, "No moves now"),
            moves => writeln!(self.out, "{}", moves.join(" ")),
        }
    }

    /// What happened so far.
    pub fn log(&mut self, app: &App) -> io::Result<()> {
        let Some(screen) = &app.room else { return Ok(()) };
        let Some(view) = screen.room.view.as_deref() else { return Ok(()) };
        for line in story::lines(view, &screen.room.timeline, None) {
            writeln!(self.out, "{:>5} {}", line.seq, line.text)?;
        }
        Ok(())
    }

    /// Who is here, with clocks, and how the draws went.
    pub fn who(&mut self, app: &App) -> io::Result<()> {
        let Some(screen) = &app.room else { return Ok(()) };
        let Some(view) = screen.room.view.as_deref() else { return Ok(()) };
        for (i, seat) in view.seats.iter().enumerate() {
            let Some(seat) = seat else {
                writeln!(self.out, "{} free", i + 1)?;
                continue;
            };
            let clock = screen.room.clock(i, std::time::Instant::now()).map(words::time).unwrap_or_default();
            let away =
                if seat.online { String::new() } else { format!("away {}", words::span(seat.gone_ms)) };
            let out = if seat.out { "out" } else { "" };
            let line = format!("{} {} {clock} {away}{out}", i + 1, words::player(&seat.player));
            writeln!(self.out, "{}", line.trim_end())?;
        }
        writeln!(self.out, "{} watching", view.spectators)?;
        match words::silence(view) {
            Some(silence) => writeln!(self.out, "{silence}"),
            None => Ok(()),
        }
    }

    /// What can be typed.
    pub fn help(&mut self, app: &App) -> io::Result<()> {
        let view = app.room.as_ref().and_then(|room| room.room.view.as_deref());
        let forms = view.and_then(|view| view.game.as_ref()).map(notation::help).unwrap_or_default();
        for (what, means) in forms.iter().chain(line::HELP) {
            writeln!(self.out, "  {} {means}", words::fit(what, 24))?;
        }
        Ok(())
    }

    /// Something was wrong.
    pub fn error(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "! {text}")
    }

    /// A line as it is.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }
}

fn my_seat(app: &App, view: &View) -> Option<Seat> {
    app.me.as_ref().and_then(|me| seat_of(view, &me.id))
}
