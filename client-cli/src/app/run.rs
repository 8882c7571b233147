//! The loop of the full screen: waits for a key, for the server, for time or a signal, and draws.

use std::time::Instant;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;

use super::{App, Effect};
use crate::failure::{Failure, Outcome};
use crate::net::{Incoming, Net};
use crate::term::{Screen, Signals};

/// Runs until somebody quits. Without a `net` nothing is sent: for the replay of a file.
///
/// # Errors
/// If the terminal is gone, or a signal ends the program. The terminal is restored either way.
pub async fn run(mut app: App, mut net: Option<&mut Net>, first: Vec<Effect>) -> Outcome {
    let mut signals = Signals::listen()?;
    let mut screen = Screen::take()?;
    let mut keys = EventStream::new();
    let mut effects = app.settle(first);
    loop {
        for effect in effects.drain(..) {
            match effect {
                Effect::Ask(ask, request) => {
                    if let Some(net) = &net {
                        net.send(ask, request);
                    }
                }
                Effect::Redraw => screen.clear()?,
                Effect::Reconnect => {
                    if let Some(net) = &net {
                        net.reconnect().await;
                    }
                }
                Effect::Quit => return Ok(()),
                // settled before they come here
                Effect::Go(_)
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
        screen.draw(|frame| app.render(frame, Instant::now()))?;
        effects = tokio::select! {
            // a signal is never kept waiting by a busy room
            biased;
            signal = signals.next() => return Err(Failure::signal(signal)),
            key = keys.next() => match key {
                Some(Ok(Event::Key(key))) => app.key(key),
                Some(Ok(Event::Paste(text))) => {
                    app.paste(&text);
                    Vec::new()
                }
                Some(Ok(Event::Resize(..))) => vec![Effect::Redraw],
                Some(Ok(Event::FocusGained | Event::FocusLost | Event::Mouse(_))) => Vec::new(),
                Some(Err(error)) => return Err(error.into()),
                None => return Ok(()),
            },
            incoming = next(&mut net) => match incoming {
                Incoming::News(news) => app.news(news, Instant::now()),
                Incoming::Answer(ask, reply) => app.answered(ask, reply),
            },
            () = tokio::time::sleep(app.pace(Instant::now())) => Vec::new(),
        };
        app.tick(Instant::now());
    }
}

async fn next(net: &mut Option<&mut Net>) -> Incoming {
    match net {
        Some(net) => net.next().await,
        None => std::future::pending().await,
    }
}
