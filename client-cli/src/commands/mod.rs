//! The commands: those that open a room or the lobby in one of the modes, and those that print and end.

mod ask;
mod export;
mod league;
mod replay;
mod verify;

use std::io;

use clap::CommandFactory;
use protocol::Request;
use protocol::client::Address;

use crate::app::{self, App, Ask, Effect, Place, Settings, Sit};
use crate::failure::{Failure, Outcome};
use crate::flags::{Cli, Command, Global};
use crate::look::Look;
use crate::net::{Net, address};
use crate::{json, plain, term};
use notation::target::RoomTarget;

/// How a command talks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Screen,
    Plain,
    Json,
}

impl Mode {
    fn chosen(global: &Global) -> Self {
        match (global.json, global.plain || !term::can_draw()) {
            (true, _) => Self::Json,
            (false, true) => Self::Plain,
            (false, false) => Self::Screen,
        }
    }
}

/// Runs what the command line says.
///
/// # Errors
/// With what the person has to know, and the exit code.
pub async fn run(cli: Cli) -> Outcome {
    let Cli { global, command } = cli;
    let mode = Mode::chosen(&global);
    match command {
        None => lobby(&global, mode).await,
        Some(Command::New { setup, no_sit }) => {
            let request = Request::Create { setup: setup.draft.json(), sit: !no_sit, tip: None, token: None };
            play(&global, mode, vec![Effect::Ask(Ask::Enter, request.clone())], vec![request]).await
        }
        Some(Command::Quick { setup }) => {
            let request = Request::Quick { setup: setup.draft.json(), tip: None, token: None };
            play(&global, mode, vec![Effect::Ask(Ask::Enter, request.clone())], vec![request]).await
        }
        Some(Command::Join { room: RoomTarget { room, server }, seat }) => {
            let global = at(global, server);
            let seat = seat.map(|seat| usize::from(seat) - 1);
            let request = Request::Sit { room, seat, tip: None, token: None };
            let sit = seat.map_or(Sit::Free, Sit::At);
            play(&global, mode, vec![Effect::Enter(room, sit)], vec![request]).await
        }
        Some(Command::Watch { room: RoomTarget { room, server } }) => {
            let global = at(global, server);
            let request = Request::Watch { room, after: None };
            play(&global, mode, vec![Effect::Enter(room, Sit::No)], vec![request]).await
        }
        Some(Command::Rooms { game, mine, follow }) => {
            ask::rooms(&global, mode == Mode::Json, game, mine, follow).await
        }
        Some(Command::Player { id }) => ask::player(&global, mode == Mode::Json, id).await,
        Some(Command::League { limit }) => league::run(&global, mode == Mode::Json, limit).await,
        Some(Command::Replay { of }) => replay::run(&global, mode, &of).await,
        Some(Command::Export { of, output }) => export::run(&global, of, output.as_deref()).await,
        Some(Command::Verify { file, hash }) => verify::run(&file, hash.as_deref(), global.json),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "longtable", &mut script);
            Ok(io::Write::write_all(&mut io::stdout(), &script)?)
        }
    }
}

/// A link names its own server.
fn at(global: Global, server: Option<Address>) -> Global {
    match server {
        Some(server) => Global { server: server.page(), ..global },
        None => global,
    }
}

fn new_app(global: &Global) -> Result<App, Failure> {
    let settings = Settings { auto_roll: global.auto_roll, muted: global.mute };
    Ok(App::new(address(global)?.page(), Look::chosen(global.no_color), settings))
}

async fn lobby(global: &Global, mode: Mode) -> Outcome {
    let mut app = new_app(global)?;
    let mut net = Net::connect(global)?;
    let outcome = match mode {
        Mode::Screen => app::run(app, Some(&mut net), vec![Effect::Go(Place::Lobby)]).await,
        Mode::Plain => {
            app.lobby.still = true;
            plain::run(app, &mut net, vec![Effect::Go(Place::Lobby)]).await
        }
        Mode::Json => json::run(&mut net, Vec::new()).await,
    };
    net.close().await;
    outcome
}

/// Opens a room: by `effects` on the screen and in lines, by the same `requests` in JSON.
async fn play(global: &Global, mode: Mode, effects: Vec<Effect>, requests: Vec<Request>) -> Outcome {
    let mut app = new_app(global)?;
    let mut net = Net::connect(global)?;
    let outcome = match mode {
        Mode::Screen => app::run(app, Some(&mut net), effects).await,
        Mode::Plain => {
            app.lobby.still = true;
            // a room that cannot be entered ends the program instead of leading to the lobby
            app.alone = true;
            plain::run(app, &mut net, effects).await
        }
        Mode::Json => json::run(&mut net, requests).await,
    };
    net.close().await;
    outcome
}
