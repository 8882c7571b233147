//! Crokidarts: `shoot 0.36`, `shoot 1.2r 0.36`, `shoot from 20l 3r 0.9`, `aim d2 thin l`, `lift 3`; on real boards
//! the values that a shot leaves, `20 15 10`.
//!
//! A speed is the fraction of full power, 2.5 m/s: 0.36 rolls into the hole. Angles are degrees to the right (`r`)
//! or left (`l`) as the shooter sees it; `deg` counts to the right. `aim` sets a shot without making it, and a
//! `shoot` that names only a speed then goes that way; otherwise it goes from the middle at the hole.

use engine::games::crokidarts::{DiscView, Event, Move, Phase, Report, View};
use engine::games::{GameEvent, Medium, Move as AnyMove, Seat};
use engine::physics::{self, Disc, Shot, ShotOutcome};
use engine::table;

use super::narrate::Before;
use super::table::{Word, word};
use super::{Input, one, open};
use crate::boards::crokidarts::geometry::{Contact, Part, Side, aim_at, line};
use crate::boards::crokidarts::placed;
use crate::boards::text;

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

/// Full power and the least, in mm/s.
const FULL: f64 = 2500.0;
const LEAST: u32 = 100;
/// What best rolls into the hole from the shooting line.
const OPEN_TWENTY: u32 = 900;

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
        return report(view, game, words);
    }
    match words {
        ["shoot" | "s", rest @ ..] => {
            let (shot, speed) = read(game, rest, aimed)?;
            let Some(speed) = speed else {
                return Err(
                    "say how hard, as a fraction of full power: shoot 0.36 rolls into the hole".into()
                );
            };
            one(AnyMove::Crokidarts(Move::Shoot(Shot { speed, ..shot })))
        }
        ["aim" | "a", rest @ ..] => {
            let (shot, speed) = read(game, rest, aimed)?;
            let shot = Shot { speed: speed.unwrap_or(shot.speed), ..shot };
            Ok(Input::Aim { shot, note: note(game, &shot) })
        }
        ["lift", disc] | ["lift", "disc" | "d", disc] => match disc_id(disc) {
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

/// Reads where from, where to and how hard; what is not said is taken from `aimed`, or else from the middle at the
/// hole. A speed is given back only if it was said.
fn read(game: &View, words: &[&str], aimed: Option<Shot>) -> Result<(Shot, Option<u32>), String> {
    let mut shot = aimed.unwrap_or(Shot { at: 0, aim: 0, speed: OPEN_TWENTY });
    let (mut target, mut part, mut speed) = (None, Part::Full, None);
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "from" => {
                let place =
                    words.next().and_then(|word| if word == "middle" { Some(0.0) } else { degrees(word) });
                let Some(degrees) = place else {
                    return Err(
                        "from is followed by a place on the shooting line, like from 20l or from middle"
                            .into(),
                    );
                };
                shot.at = within(degrees, 45.0, "a disc starts")?;
            }
            "hole" => {
                shot.aim = 0;
                target = None;
            }
            "full" => part = Part::Full,
            "thin" | "half" => {
                let side = match words.next_if(|word| matches!(*word, "l" | "left" | "r" | "right")) {
                    Some("l" | "left") => Side::Left,
                    Some(_) => Side::Right,
                    None => return Err(format!("say on which side: {word} l or {word} r")),
                };
                part = if word == "thin" { Part::Thin(side) } else { Part::Half(side) };
            }
            word => {
                if let Some(id) = word.strip_prefix('d').and_then(disc_id) {
                    target = Some(id);
                } else if let Some(degrees) = degrees(word) {
                    shot.aim = within(degrees, 90.0, "a shot is aimed")?;
                    target = None;
                } else {
                    speed = Some(power(word)?);
                }
            }
        }
    }
    if let Some(id) = target {
        let discs = placed(game);
        let disc = discs.iter().find(|disc| disc.id == id).ok_or_else(|| no_disc(id, &discs))?;
        shot.aim = aim_at(shot.at, disc, part).ok_or_else(|| {
            format!("disc {id} cannot be aimed at from there; shoot from elsewhere on the line")
        })?;
    }
    Ok((shot, speed))
}

fn no_disc(id: u8, discs: &[Disc]) -> String {
    let there: Vec<_> = discs.iter().map(|disc| format!("d{}", disc.id)).collect();
    match there.as_slice() {
        [] => "there is no disc on the board; aim at the hole or by degrees, like aim 1.2r".to_owned(),
        there => format!("there is no disc {id} on the board, only {}", there.join(", ")),
    }
}

fn disc_id(text: &str) -> Option<u8> {
    text.trim_start_matches('d').parse().ok().filter(|id| (1..=9).contains(id))
}

/// An angle: `1.2r`, `3l`, `12deg`, `-4°`. None for a word without a unit, which is a speed.
fn degrees(word: &str) -> Option<f64> {
    let units = [("deg", 1.0), ("°", 1.0), ("r", 1.0), ("l", -1.0)];
    let (number, sign) = units.iter().find_map(|(unit, sign)| Some((word.strip_suffix(unit)?, *sign)))?;
    number.parse::<f64>().ok().filter(|degrees| degrees.is_finite()).map(|degrees| degrees * sign)
}

fn within(degrees: f64, most: f64, what: &str) -> Result<i32, String> {
    if degrees.abs() > most {
        return Err(format!("{what} at most {most:.0} degrees to either side, not {:.1}", degrees.abs()));
    }
    Ok((degrees * 1000.0).round() as i32)
}

/// A speed in mm/s: a fraction of full power, `36%` or `0.9m/s`.
fn power(word: &str) -> Result<u32, String> {
    let read = |number: &str, unit: f64| number.parse::<f64>().ok().map(|number| number * unit);
    let speed = match (word.strip_suffix('%'), word.strip_suffix("m/s")) {
        (Some(number), _) => read(number, FULL / 100.0),
        (_, Some(number)) => read(number, 1000.0),
        (None, None) => read(word, FULL),
    };
    let Some(speed) = speed.filter(|speed| speed.is_finite()) else {
        return Err(format!(
            "{word:?} says nothing about a shot; write shoot 0.36, shoot 1.2r 0.36 or shoot d2 0.6"
        ));
    };
    // the range is checked on the rounded number, as the server does
    match speed.round() {
        speed if (f64::from(LEAST)..=FULL).contains(&speed) => Ok(speed as u32),
        _ => Err(format!("{word} is no power; it is a fraction of 2.5 m/s, from 0.04 to 1, like 0.36")),
    }
}

/// Where an aimed shot leads.
fn note(game: &View, shot: &Shot) -> String {
    let meets = match line(&placed(game), shot).contact {
        Contact::Disc(id) => format!("meets disc {id}"),
        Contact::Peg => "meets a peg".to_owned(),
        Contact::Hole => "leads to the hole".to_owned(),
        Contact::Edge => "runs off the board".to_owned(),
        Contact::Nothing => "stops before it meets anything".to_owned(),
    };
    let from = if shot.at == 0 { "the middle".to_owned() } else { angle(shot.at) };
    let power = f64::from(shot.speed) / FULL;
    format!(
        "from {from}, aimed {}: {meets}; shoot {power:.2} shoots it with {:.0} % power",
        angle(shot.aim),
        power * 100.0
    )
}

/// An angle as it is typed, as `1.2r`; 0 is `straight`.
#[must_use]
pub fn angle(mdeg: i32) -> String {
    let degrees = f64::from(mdeg.abs()) / 1000.0;
    match mdeg {
        0 => "straight".to_owned(),
        1.. => format!("{degrees:.2}r"),
        _ => format!("{degrees:.2}l"),
    }
}

/// A report of the `table` medium.
fn report(view: &table::View, game: &View, words: &[&str]) -> Result<Input, String> {
    let reported = |report| one(AnyMove::Crokidarts(Move::Report(report)));
    if game.phase == Phase::Confirming {
        return Err(wanted(view).into());
    }
    if game.phase == Phase::Checkout {
        return match words {
            ["hit" | "20"] => reported(Report::CheckOut { hit: true }),
            ["miss" | "0"] => reported(Report::CheckOut { hit: false }),
            _ => Err("this is a check-out: report hit if a disc lies in the hole, or miss".into()),
        };
    }
    let same = || game.discs.iter().map(DiscView::value).collect::<Vec<u8>>();
    match words {
        [] => Err(how_to_report().into()),
        ["miss"] => reported(Report::Board { twenties: game.twenties, board: same() }),
        ["none" | "clear" | "0"] => reported(Report::Board { twenties: game.twenties, board: vec![] }),
        ["r" | "report", twenties, board @ ..] => match twenties.parse() {
            Ok(twenties @ 0..=5) => reported(Report::Board { twenties, board: values(board)? }),
            Ok(6..) | Err(_) => {
                Err("after r comes the number of twenties of this turn, 0 to 5, then the board: r 1 15 10"
                    .into())
            }
        },
        words => {
            let sunk = words.iter().filter(|word| **word == "20").count();
            let board: Vec<&str> = words.iter().copied().filter(|word| *word != "20").collect();
            let twenties = game.twenties + u32::try_from(sunk).unwrap_or(u32::MAX).min(5);
            reported(Report::Board { twenties, board: values(&board)? })
        }
    }
}

fn values(words: &[&str]) -> Result<Vec<u8>, String> {
    let value = |word: &&str| match *word {
        "15" => Ok(15),
        "10" => Ok(10),
        "5" => Ok(5),
        word => Err(format!("{word:?} is no ring; {}", how_to_report())),
    };
    words.iter().map(value).collect()
}

fn how_to_report() -> &'static str {
    "report a 20 if the shot made one and every disc now on the board by its value, like 20 15 10, or none"
}

/// What happened.
pub(super) fn tell(event: &Event, by: Option<Seat>, view: &table::View, before: &Before) -> Option<String> {
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
