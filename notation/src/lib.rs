//! What a person types, and what happened in a sentence.
//!
//! [`parse_aimed`] turns a line into moves of the game that the view shows, [`narrate()`] turns entries into lines of a
//! move list. Both are pure. Legality is the server's to judge: the view's list of legal moves is used only to
//! find out what an abbreviation means and to answer a slip at once. Errors are one sentence that says what would
//! be right.
//!
//! Besides moves: [`mod@line`] reads the other words of a room, [`target`] codes and links, [`setup`] the fields of a new
//! room. No terminal is needed for any of it.

pub mod crokidarts;
mod dara;
pub mod darbol;
mod gul_bara;
mod narrate;
mod table;

pub mod game;
pub mod line;
pub mod setup;
pub mod target;
pub mod text;

mod legal;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use engine::games::{Legal, Move, Seat, View as GameView};
use engine::physics::Shot;
use engine::table::{Status, View};

pub use crokidarts::angle;
pub use legal::legal;
pub use narrate::{narrate, winner_first};

/// What a typed line asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Moves to be made one after the other; never empty. Each has to be accepted before the next is sent.
    Move(Vec<Move>),
    /// Crokidarts: the shot is aimed and not yet made. Keep it, hand it to the next [`parse_aimed`], draw it as
    /// the cursor, and show the note.
    Aim {
        /// How it is aimed; the speed is the one last used, or that of an open twenty.
        shot: Shot,
        /// Where that leads, for the person.
        note: String,
    },
}

/// [`parse_aimed`] without a shot that was aimed before.
///
/// # Errors
/// One sentence that says what would be right.
pub fn parse(view: &View, me: Seat, text: &str) -> Result<Input, String> {
    parse_aimed(view, me, text, None)
}

/// Reads a line typed by the player on seat `me`. If a shot was aimed before, a `shoot` that says nothing but a
/// speed goes that way.
///
/// # Errors
/// One sentence that says what would be right.
pub fn parse_aimed(view: &View, me: Seat, text: &str, aimed: Option<Shot>) -> Result<Input, String> {
    let Some(game) = &view.game else { return Err("the match has not started yet".into()) };
    match view.status {
        Status::Waiting => return Err("the match has not started yet".into()),
        Status::Finished => return Err("the match is over; offer a rematch to play on".into()),
        Status::Playing => {}
    }
    if !view.turn.contains(&me) {
        return Err(match view.turn.as_slice() {
            [] => "a draw of chance is being made; wait for it".to_owned(),
            turn => format!("it is not your turn; {} is to act", text::names(view, turn)),
        });
    }
    let text = text.trim().to_lowercase();
    let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    match game {
        GameView::Dara(game) => dara::parse(view, game, &words),
        GameView::GulBara(game) => gul_bara::parse(view, game, me, &words),
        GameView::Darbol(game) => darbol::parse(view, game, &words),
        GameView::Crokidarts(game) => crokidarts::parse(view, game, &words, aimed),
    }
}

/// The forms that may be typed in the game of this view, for help: each with what it does.
#[must_use]
pub fn help(game: &GameView) -> &'static [(&'static str, &'static str)] {
    match game {
        GameView::Dara(_) => dara::HELP,
        GameView::GulBara(_) => gul_bara::HELP,
        GameView::Darbol(_) => darbol::HELP,
        GameView::Crokidarts(_) => crokidarts::HELP,
    }
}

/// Whether a move of this `type` is open to the seats in turn. By its type alone, since moves that several games
/// share (`undo`, `confirm`) may have been read as another game's.
fn open(view: &View, kind: &str) -> bool {
    view.legal.iter().any(|legal| match legal {
        Legal::Free { r#type } => r#type == kind,
        Legal::Move(mv) => serde_json::to_value(mv).is_ok_and(|mv| mv["type"] == kind),
    })
}

/// A single move.
fn one(mv: Move) -> Result<Input, String> {
    Ok(Input::Move(vec![mv]))
}
