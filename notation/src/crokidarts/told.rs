//! What happened in Crokidarts, a shot with how the hand let go against what was meant.

use engine::games::crokidarts::{Event, Report};
use engine::games::{GameEvent, Seat};
use engine::physics::{self, Shot, ShotOutcome};
use engine::table;

use super::super::narrate::Before;
use crate::text;

/// What happened.
pub(crate) fn tell(event: &Event, by: Option<Seat>, view: &table::View, before: &Before) -> Option<String> {
    let name = |seat: Seat| text::name(view, seat);
    let who = by.or(before.by).map_or_else(|| "somebody".to_owned(), name);
    Some(match event {
        Event::Aimed(_) => return None,
        Event::Shot(outcome) => {
            let aimed = match before.event {
                Some(table::Event::Game(GameEvent::Crokidarts(Event::Aimed(shot)))) => Some(shot),
                Some(_) | None => None,
            };
            let released = aimed.map(|shot| format!(" ({})", deviation(shot, outcome))).unwrap_or_default();
            format!("{who} shoots: {}{released}", outcome_of(outcome))
        }
        Event::Lifted { disc } => format!("{who} lifts disc {disc}"),
        Event::Reported(Report::CheckOut { hit: true }) => format!("{who} reports the check-out as a hit"),
        Event::Reported(Report::CheckOut { hit: false }) => format!("{who} reports the check-out as missed"),
        Event::Reported(Report::Board { twenties, board }) => {
            let values: Vec<_> = board.iter().map(u8::to_string).collect();
            let board = if values.is_empty() { "an empty board".to_owned() } else { values.join(" ") };
            let twenties =
                if *twenties == 1 { "1 twenty".to_owned() } else { format!("{twenties} twenties") };
            format!("{who} reports {twenties} so far and {board}")
        }
        Event::TurnEnded { seat, score, bust: true, .. } => {
            format!("{} is bust and stays at {score}", name(*seat))
        }
        Event::TurnEnded { seat, score, locked: true, .. } => {
            format!("{} is at {score} and has to check out", name(*seat))
        }
        Event::TurnEnded { seat, score, .. } => format!("{} is at {score}", name(*seat)),
        Event::LegEnded { winner: Some(winner) } => format!("{} checks out and wins the leg", name(*winner)),
        Event::LegEnded { winner: None } => "the leg is drawn: the limit of turns is reached".to_owned(),
        Event::SetEnded { winner } => format!("{} wins the set", name(*winner)),
    })
}

/// What a shot did, as `disc 3 in the hole, disc 1 off the board`.
fn outcome_of(outcome: &ShotOutcome) -> String {
    let list = |ids: &[u8]| match ids {
        [id] => format!("disc {id}"),
        ids => format!("discs {}", ids.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ")),
    };
    let mut told = Vec::new();
    if !outcome.hole.is_empty() {
        told.push(format!("{} in the hole", list(&outcome.hole)));
    }
    if !outcome.ditch.is_empty() {
        told.push(format!("{} off the board", list(&outcome.ditch)));
    }
    let alone = match outcome.rest.as_slice() {
        [disc] if !outcome.struck => {
            physics::reaches_fifteen(disc.x, disc.y).then(|| physics::value(disc.x, disc.y))
        }
        _ => None,
    };
    match (outcome.struck, alone) {
        _ if !told.is_empty() => told.join(", "),
        (true, _) => "a disc is struck".to_owned(),
        (false, Some(value)) => format!("stops on {value}"),
        (false, None) => "strikes nothing and does not stay".to_owned(),
    }
}

/// How the hand let go, against what was meant: `0.9° left, 4 % soft`.
fn deviation(meant: &Shot, outcome: &ShotOutcome) -> String {
    let aim = f64::from(outcome.aim - meant.aim) / 1000.0;
    let speed = (f64::from(outcome.speed) / f64::from(meant.speed.max(1)) - 1.0) * 100.0;
    let side = if aim < 0.0 { "left" } else { "right" };
    let power = if speed < 0.0 { "soft" } else { "hard" };
    format!("{:.1}° {side}, {:.0} % {power}", aim.abs(), speed.abs())
}
