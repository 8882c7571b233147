//! Commands that ask the server something, print the answer and end.

use std::io::{self, Write};

use protocol::{PlayerPage, Push, Reply, Request, Rooms};
use serde_json::json;

use crate::app::Ask;
use crate::failure::{Failure, Outcome};
use crate::flags::Global;
use crate::net::{Incoming, Net, News};
use crate::plain;
use crate::term::Signals;
use crate::words;
use notation::game::Wanted;

/// Waits for the answer to one request.
///
/// # Errors
/// If it is refused, or there is no connection.
pub async fn ask(net: &mut Net, request: Request) -> Result<Reply, Failure> {
    let mut signals = Signals::listen()?;
    net.send(Ask::Other, request);
    loop {
        tokio::select! {
            signal = signals.next() => return Err(Failure::signal(signal)),
            incoming = net.next() => match incoming {
                Incoming::Answer(_, Ok(reply)) => return Ok(reply),
                Incoming::Answer(_, Err(error)) => return Err(Failure::refused(words::shown_line(&error.to_string()))),
                Incoming::News(News::Link(link)) => gone(net, &link)?,
                Incoming::News(News::Welcome(_) | News::Push(_) | News::Warning { .. } | News::Dropped { .. }) => {}
            },
        }
    }
}

/// A command that prints and ends does not wait for a server that is not there.
fn gone(net: &Net, link: &crate::net::Link) -> Outcome {
    match link {
        crate::net::Link::Connecting | crate::net::Link::Connected => Ok(()),
        crate::net::Link::Reconnecting { .. } => Err(Failure::connection(net.unreachable())),
        crate::net::Link::Ended(why) => Err(Failure::connection(why)),
    }
}

/// `rooms`.
///
/// # Errors
/// If there is no connection, or nobody reads the output any more.
pub async fn rooms(
    global: &Global,
    as_json: bool,
    game: Option<Wanted>,
    mine: bool,
    follow: bool,
) -> Outcome {
    let mut net = Net::connect(global)?;
    let request = Request::Rooms { follow: follow.then_some(true), game: game.map(|game| game.kind), mine };
    // Darbol's three games are one to the server
    let narrow = |mut rooms: Rooms| {
        rooms.rooms.retain(|room| game.is_none_or(|game| game.takes(&room.game)));
        rooms
    };
    let Reply::Rooms(list) = ask(&mut net, request).await? else { return Err(unexpected()) };
    print(&narrow(list), as_json)?;
    if !follow {
        return Ok(());
    }
    let mut signals = Signals::listen()?;
    loop {
        tokio::select! {
            signal = signals.next() => return Err(Failure::signal(signal)),
            incoming = net.next() => match incoming {
                Incoming::News(News::Push(Push::Rooms(list))) => {
                    if !as_json {
                        writeln!(io::stdout())?;
                    }
                    print(&narrow(list), as_json)?;
                }
                Incoming::News(News::Link(crate::net::Link::Ended(why))) => return Err(Failure::connection(why)),
                Incoming::News(_) | Incoming::Answer(..) => {}
            },
        }
    }
}

fn print(rooms: &Rooms, as_json: bool) -> io::Result<()> {
    let mut out = io::stdout();
    if as_json {
        return crate::json::write(&mut out, &json!(rooms));
    }
    for line in plain::list(rooms) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// `player`.
///
/// # Errors
/// If there is no such player, or no connection.
pub async fn player(global: &Global, as_json: bool, id: Option<String>) -> Outcome {
    let mut net = Net::connect(global)?;
    let page = match id {
        Some(id) => page(&mut net, &id).await?,
        None => {
            let me = me(&mut net).await?;
            let none = || Failure::refused("you have no record on this server yet; play a match first");
            page(&mut net, &me).await.map_err(|failure| if failure.code == 1 { none() } else { failure })?
        }
    };
    let mut out = io::stdout();
    if as_json {
        crate::json::write(&mut out, &json!(page))?;
    } else {
        for line in plain::page(&page) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

/// A player's page.
///
/// # Errors
/// If there is no such player, or no connection.
pub async fn page(net: &mut Net, id: &str) -> Result<PlayerPage, Failure> {
    match ask(net, Request::Player { player: id.to_owned() }).await? {
        Reply::Player(page) => Ok(page),
        _ => Err(unexpected()),
    }
}

/// One's own id, as the server says it.
///
/// # Errors
/// If there is no connection.
pub async fn me(net: &mut Net) -> Result<String, Failure> {
    let mut signals = Signals::listen()?;
    loop {
        tokio::select! {
            signal = signals.next() => return Err(Failure::signal(signal)),
            incoming = net.next() => match incoming {
                Incoming::News(News::Welcome(welcome)) => return Ok(welcome.player.id),
                Incoming::News(News::Link(link)) => gone(net, &link)?,
                Incoming::News(_) | Incoming::Answer(..) => {}
            },
        }
    }
}

/// An answer of another kind than was asked for.
pub fn unexpected() -> Failure {
    Failure::refused("the server answered with something that this version does not understand")
}
