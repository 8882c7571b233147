//! What can be typed while in no room.

use std::io::{self, Write};

use protocol::{Request, Rooms};

use super::print::Printer;
use crate::app::{App, Ask, Effect, Sit};
use crate::screens::lobby::row;
use crate::screens::player;
use notation::game::Game;
use notation::setup::{Draft, field};
use notation::target::RoomTarget;

const HELP: &[&str] = &[
    "  rooms                          list the rooms",
    "  join CODE, watch CODE          enter a room",
    "  new GAME [KEY=VALUE ...]       make a room, for example: new dara size=6x6",
    "  quick GAME [KEY=VALUE ...]     play whoever waits for just this game",
    "  player [ID]                    a player's record, yours if left out",
    "  quit                           leave",
];

/// Does what a line typed in no room says.
pub(super) fn typed<W: Write>(
    app: &mut App,
    printer: &mut Printer<W>,
    text: &str,
) -> io::Result<Vec<Effect>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let effects = match words.as_slice() {
        [] => Vec::new(),
        ["quit" | "exit" | "q"] => return Ok(vec![Effect::Quit]),
        ["help" | "?"] => {
            for line in HELP {
                printer.line(line)?;
            }
            Vec::new()
        }
        ["rooms" | "list"] => vec![app.lobby.ask()],
        ["join", room] => enter(room, Sit::Free),
        ["watch", room] => enter(room, Sit::No),
        ["player"] => app.me.iter().map(|me| Effect::ShowPlayer(me.id.clone())).collect(),
        ["player", id] => vec![Effect::ShowPlayer((*id).to_owned())],
        [what @ ("new" | "quick"), game, options @ ..] => match draft(game, options) {
            Ok(draft) => {
                let setup = draft.json();
                let request = match *what {
                    "quick" => Request::Quick { setup, tip: None, token: None },
                    _ => Request::Create { setup, sit: true, tip: None, token: None },
                };
                vec![Effect::Ask(Ask::Enter, request)]
            }
            Err(why) => vec![Effect::Warn(why)],
        },
        _ => vec![Effect::Warn("That is no command here; help lists them".to_owned())],
    };
    Ok(app.settle(effects))
}

fn enter(room: &str, sit: Sit) -> Vec<Effect> {
    match room.parse() {
        Ok(RoomTarget { room, .. }) => vec![Effect::Enter(room, sit)],
        Err(error) => vec![Effect::Warn(error.to_string())],
    }
}

fn draft(game: &str, options: &[&str]) -> Result<Draft, String> {
    let known = Game::ALL.into_iter().find(|known| known.word() == game.replace('_', "-"));
    let names: Vec<_> = Game::ALL.iter().map(|game| game.word()).collect();
    let mut draft =
        Draft::new(known.ok_or_else(|| format!("There is no such game; there are {}", names.join(", ")))?);
    for option in options {
        let (key, value) =
            option.split_once('=').ok_or("Options are written as key=value, for example size=6x6")?;
        let field = field(key).filter(|field| field.has(draft.game));
        let field = field.ok_or_else(|| format!("{} has no option {key}", draft.game.title()))?;
        draft.set(field, field.read(value)?);
    }
    draft.check().map_err(|bad| bad.to_string())?;
    Ok(draft)
}

/// The list of rooms as lines.
pub fn list(rooms: &Rooms) -> Vec<String> {
    if rooms.rooms.is_empty() {
        return vec!["No rooms are open".to_owned()];
    }
    let more = rooms.more.then(|| "... and more; narrow the list to a game".to_owned());
    rooms.rooms.iter().map(|room| row(room, 100).trim_end().to_owned()).chain(more).collect()
}

/// A player's page as lines.
pub fn page(page: &protocol::PlayerPage) -> Vec<String> {
    let title =
        format!("{} (id {})", crate::words::shown_line(&page.name), crate::words::shown_line(&page.id));
    let recent = page.recent.iter().map(player::result);
    [title].into_iter().chain(player::records(page)).chain(recent).collect()
}
