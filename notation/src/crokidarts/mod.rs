//! Crokidarts: `shoot 0.36`, `shoot 1.2r 0.36`, `shoot from 20l 3r 0.9`, `aim d2 thin l`, `lift 3`; on real boards
//! the values that a shot leaves, `20 15 10`.
//!
//! A speed is the fraction of full power, 2.5 m/s: 0.36 rolls into the hole. Angles are degrees to the right (`r`)
//! or left (`l`) as the shooter sees it; `deg` counts to the right. `aim` sets a shot without making it, and a
//! `shoot` that names only a speed then goes that way; otherwise it goes from the middle at the hole.

pub mod geometry;
mod report;
mod shot;
mod told;

use engine::games::crokidarts::{DiscView, Move, View};
use engine::games::{Medium, Move as AnyMove};
use engine::physics::{Disc, Shot};
use engine::table;

use super::table::{Word, word};
use super::{Input, one, open};

pub use shot::angle;
pub(super) use told::tell;

/// What may be typed.
pub(super) const HELP: &[(&str, &str)] = &[
    ("shoot 0.36", "from the middle at the hole, with 36 % of full power"),
    ("shoot 1.2r 0.36", "the same, aimed 1.2 degrees right of the hole; l is left"),
    ("shoot from 20l 3r 0.9", "from 20 degrees left on the line, aimed 3 degrees right"),
    ("shoot d2 thin l 0.6", "at disc 2, its left edge; also half l, full"),
    ("aim d2", "aim without shooting; shoot 0.6 then goes that way"),
    ("lift 3", "check-out with five discs on the board: shoot disc 3"),
    ("20 15 10", "real boards: the shot made a 20, and 15 and 10 lie on the board"),
    ("r 1 15 10", "real boards: one twenty in this turn so far, 15 and 10 on the board"),
    ("miss", "real boards: nothing changed; at a check-out, not in the hole"),
    ("hit", "real boards: the check-out is in the hole"),
    ("undo, u", "real boards: take the last report back"),
    ("confirm, y", "real boards: accept the other side's turn"),
    ("dispute", "real boards: refuse it; it is reported anew"),
];

/// The discs with a place; in the `table` medium none has one.
#[must_use]
pub fn placed(game: &View) -> Vec<Disc> {
    let place = |disc: &DiscView| match *disc {
        DiscView::Placed { id, x, y, .. } => Some(Disc { id, x, y }),
        DiscView::Reported { .. } => None,
    };
    game.discs.iter().filter_map(place).collect()
}

/// Reads a line.
pub(super) fn parse(
    view: &table::View,
    game: &View,
    words: &[&str],
    aimed: Option<Shot>,
) -> Result<Input, String> {
    if let Some(word) = word(words) {
        return one(AnyMove::Crokidarts(match word {
            Word::Undo => Move::Undo,
            Word::Confirm => Move::Confirm,
            Word::Dispute => Move::Dispute,
        }));
    }
    if view.setup.medium == Medium::Table {
        return report::read(view, game, words);
    }
    match words {
        ["shoot" | "s", rest @ ..] => {
            let (shot, speed) = shot::read(game, rest, aimed)?;
            let Some(speed) = speed else {
                return Err(
                    "say how hard, as a fraction of full power: shoot 0.36 rolls into the hole".into()
                );
            };
            one(AnyMove::Crokidarts(Move::Shoot(Shot { speed, ..shot })))
        }
        ["aim" | "a", rest @ ..] => {
            let (shot, speed) = shot::read(game, rest, aimed)?;
            let shot = Shot { speed: speed.unwrap_or(shot.speed), ..shot };
            Ok(Input::Aim { shot, note: shot::note(game, &shot) })
        }
        ["lift", disc] | ["lift", "disc" | "d", disc] => match shot::disc_id(disc) {
            Some(disc) => one(AnyMove::Crokidarts(Move::Lift { disc })),
            None => Err(format!("{disc:?} is no disc; name it by its number, like lift 3")),
        },
        _ => Err(wanted(view).into()),
    }
}

/// What is asked for now.
fn wanted(view: &table::View) -> &'static str {
    if open(view, "confirm") {
        "say confirm if the turn was as reported, or dispute"
    } else if open(view, "lift") {
        "all five discs are on the board: lift one, like lift 3, then shoot it"
    } else {
        "say how to shoot, like shoot 0.36, shoot 1.2r 0.36 or shoot d2 0.6"
    }
}
