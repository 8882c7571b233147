//! How a shot is aimed, in words: where from, at what, which part of it, how hard.

use engine::games::crokidarts::View;
use engine::physics::{Disc, Shot};

use super::geometry::{Contact, Part, Side, aim_at, line};
use super::placed;

/// Full power and the least, in mm/s.
const FULL: f64 = 2500.0;
const LEAST: u32 = 100;
/// What best rolls into the hole from the shooting line.
const OPEN_TWENTY: u32 = 900;

/// Reads where from, where to and how hard; what is not said is taken from `aimed`, or else from the middle at the
/// hole. A speed is given back only if it was said.
pub(super) fn read(game: &View, words: &[&str], aimed: Option<Shot>) -> Result<(Shot, Option<u32>), String> {
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

pub(super) fn disc_id(text: &str) -> Option<u8> {
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
pub(super) fn note(game: &View, shot: &Shot) -> String {
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
