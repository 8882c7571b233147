//! The moves of both media: which are open, and what each means or why it is refused.

use super::game::Game;
use super::turn::Stage;
use super::{Event, Move, Report, report};
use crate::games::{Choice, Deed, Medium, Refused, Rules, Seat, illegal};
use crate::physics::{self, Shot};

/// The moves open to the seats in turn.
pub(super) fn legal(game: &Game) -> Vec<Choice<Move>> {
    if game.turn().is_empty() {
        return vec![];
    }
    if game.confirming().is_some() {
        return vec![Choice::Move(Move::Confirm), Choice::Move(Move::Dispute)];
    }
    match game.medium {
        Medium::Virtual if game.turn.must_lift() => {
            game.turn.placed().iter().map(|disc| Choice::Move(Move::Lift { disc: disc.id })).collect()
        }
        Medium::Virtual => vec![Choice::Free("shoot")],
        Medium::Table => {
            let mut moves = match game.turn.stage() {
                Stage::Checkout => {
                    [true, false].map(|hit| Choice::Move(Move::Report(Report::CheckOut { hit }))).to_vec()
                }
                Stage::Shooting | Stage::Noted | Stage::Bust | Stage::Hit | Stage::Missed => {
                    vec![Choice::Free("report")]
                }
            };
            if !game.claims.reports.is_empty() {
                moves.push(Choice::Move(Move::Undo));
            }
            moves
        }
    }
}

/// What a move means. Whether it is well-formed was asked before.
pub(super) fn decide(game: &Game, by: Seat, mv: &Move) -> Result<Deed<Event>, Refused> {
    if !game.turn().contains(&by) {
        return Err(Refused::NotYourTurn);
    }
    let confirming = game.confirming().is_some();
    match (game.medium, mv) {
        (Medium::Virtual, Move::Shoot(shot)) => decide_shot(game, shot),
        (Medium::Virtual, Move::Lift { disc }) => decide_lift(game, *disc),
        (Medium::Virtual, Move::Report(_) | Move::Undo | Move::Confirm | Move::Dispute) => {
            illegal("this match is simulated: there is nothing to report, only to shoot")
        }
        (Medium::Table, Move::Shoot(_) | Move::Lift { .. }) => {
            illegal("this match is played on real boards: shoot there, then report what it left")
        }
        (Medium::Table, Move::Confirm) if confirming => Ok(Deed::Confirmed),
        (Medium::Table, Move::Dispute) if confirming => Ok(Deed::Disputed),
        (Medium::Table, Move::Confirm | Move::Dispute) => {
            illegal("there is no finished turn of the other side to confirm or dispute")
        }
        (Medium::Table, Move::Report(_) | Move::Undo) if confirming => {
            illegal("the other side's turn waits for your word: confirm or dispute it")
        }
        (Medium::Table, Move::Report(report)) => match report::check(&game.turn, report) {
            Ok(()) => Ok(Deed::Own(Event::Reported(report.clone()))),
            Err(why) => illegal(why),
        },
        (Medium::Table, Move::Undo) if game.claims.reports.is_empty() => {
            illegal("nothing was reported in this turn yet")
        }
        (Medium::Table, Move::Undo) => Ok(Deed::Undone),
    }
}

fn decide_shot(game: &Game, shot: &Shot) -> Result<Deed<Event>, Refused> {
    if game.turn.must_lift() {
        return illegal("all five discs lie on the board: lift one of them first, then shoot it");
    }
    let start = physics::shot_start(shot.at);
    match game.turn.placed().iter().find(|disc| physics::overlaps((disc.x, disc.y), start)) {
        Some(disc) => illegal(format!("disc {} lies where the shot would start", disc.id)),
        None => Ok(Deed::Own(Event::Aimed(*shot))),
    }
}

fn decide_lift(game: &Game, disc: u8) -> Result<Deed<Event>, Refused> {
    if !game.turn.must_lift() {
        return illegal("a disc is lifted only for a check-out with all five on the board");
    }
    match game.turn.placed().iter().any(|on| on.id == disc) {
        true => Ok(Deed::Own(Event::Lifted { disc })),
        false => illegal(format!("disc {disc} is not on the board")),
    }
}
