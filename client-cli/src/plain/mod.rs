//! The line mode: what happens is printed, what is typed is read a line at a time, and no escape is ever written.
//!
//! The state is that of the full screen ([`App`]); this mode prints what has changed in it instead of drawing it.
//! The end of the input leaves the room, as Ctrl-D does; only an input that was empty from the start, as
//! `/dev/null` is, leaves one watching.

mod lobby;
mod print;
mod stdin;

pub use lobby::{list, page};
pub use stdin::{Input, Lines};

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use crate::app::{App, Effect, Place};
use crate::failure::{Failure, Outcome};
use crate::net::{Incoming, Net};
use crate::term::Signals;
use notation::line::Line;
use print::Printer;

/// Runs until somebody quits, or the input ends.
///
/// # Errors
/// If the connection is lost for good, nobody reads the output any more, or a signal ends the program.
pub async fn run(mut app: App, net: &mut Net, first: Vec<Effect>) -> Outcome {
    let mut signals = Signals::listen()?;
    let mut lines = Lines::start();
    let mut printer = Printer::new(io::stdout());
    let mut mode = Mode { pending: 0, said: false, ended: false };
    let mut effects = app.settle(first);
    loop {
        for effect in effects.drain(..) {
            match effect {
                Effect::Ask(ask, request) => {
                    mode.pending += 1;
                    net.send(ask, request);
                }
                Effect::Quit => return Ok(()),
                Effect::Redraw
                | Effect::Reconnect
                | Effect::Go(_)
                | Effect::Enter(..)
                | Effect::Leave
                | Effect::ShowPlayer(_)
                | Effect::Replay(..)
                | Effect::Tell(_)
                | Effect::Warn(_) => {}
            }
        }
        if let Some(why) = app.failed.take() {
            return Err(Failure::refused(why));
        }
        printer.print(&mut app)?;
        if let Some(why) = app.link.ended() {
            return Err(Failure::connection(why));
        }
        if mode.ended && mode.pending == 0 {
            return Ok(());
        }
        effects = tokio::select! {
            biased;
            signal = signals.next() => return Err(Failure::signal(signal)),
            incoming = net.next() => match incoming {
                Incoming::News(news) => app.news(news, Instant::now()),
                Incoming::Answer(ask, reply) => {
                    mode.pending -= 1;
                    app.answered(ask, reply)
                }
            },
            // a line is read when the answer to the one before has come, so that a script's moves keep their order
            input = lines.next(), if mode.pending == 0 && !mode.ended && ready(&app) => match input {
                Input::Line(line) => {
                    mode.said = true;
                    typed(&mut app, &mut printer, &line)?
                }
                Input::End => {
                    mode.ended = mode.said || io::stdin().is_terminal() || app.room.is_none();
                    lines.close();
                    Vec::new()
                }
            },
        };
    }
}

/// What the loop has to remember.
struct Mode {
    /// Requests without an answer.
    pending: usize,
    /// Whether a line was ever read.
    said: bool,
    /// Whether the input has ended.
    ended: bool,
}

/// Whether a line can be understood: the server has said who one is, and how the room stands.
fn ready(app: &App) -> bool {
    let room = app.room.as_ref();
    app.me.is_some() && room.is_none_or(|room| !room.is_busy())
}

fn typed<W: Write>(app: &mut App, printer: &mut Printer<W>, text: &str) -> io::Result<Vec<Effect>> {
    app.message = None;
    if app.place != Place::Room {
        return lobby::typed(app, printer, text);
    }
    match Line::read(text) {
        Line::Board => printer.board(app)?,
        Line::Moves => printer.moves(app)?,
        Line::Log => printer.log(app)?,
        Line::Who => printer.who(app)?,
        Line::Help => printer.help(app)?,
        Line::Leave => return Ok(vec![Effect::Quit]),
        line => {
            let me = app.me.as_ref().map(|me| me.id.clone());
            let Some(room) = &mut app.room else { return Ok(Vec::new()) };
            let seat = me.and_then(|me| room.room.seat_of(&me));
            let looks = matches!(line, Line::Back | Line::Forward | Line::Now);
            let effects = room.typed(text, seat);
            if room.sure.take().is_some() {
                printer.error("This cannot be undone; to do it, write the word yes behind it")?;
            }
            if looks {
                printer.board(app)?;
            }
            return Ok(app.settle(effects));
        }
    }
    Ok(Vec::new())
}
