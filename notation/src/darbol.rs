//! Darbol: `roll`; `toss 5`, `toss 5 firm`, `toss 5 +1cm`, `toss 5 112`; reports with one key, `0` to `8`.
//!
//! `toss` is short for the middle of a hole at a soft pace. `+1cm` aims higher, `-1cm` lower, `1cmr` and `1cml`
//! to the right and left. Where all eight holes are reported by their number alone, a bare number is a report in
//! the `table` medium and a soft toss in the simulated one.

use engine::games::darbol::{Event, Move, TurnEnd, View};
use engine::games::{GameEvent, Medium, Move as AnyMove};
use engine::physics::{HOLES, Toss};
use engine::table;

use super::narrate::Before;
use super::table::{Word, word};
use super::{Input, one, open};
use crate::text;

/// What may be typed.
pub(super) const HELP: &[(&str, &str)] = &[
    ("roll, r", "Hundred: roll the two dice"),
    ("toss 5", "toss softly at the middle of hole 5"),
    ("toss 5 firm", "the same with a flat, firm arc"),
    ("toss 5 +1cm", "aim 1 cm higher; -1cm lower, 1cmr right, 1cml left"),
    ("toss 5 120", "with a pace of 120 per cent, from 108 to 160"),
    ("0 to 8", "real boards: the hole the ball went through, 0 for a miss"),
    ("undo, u", "real boards: take the last report back"),
    ("confirm, y", "real boards: accept the other side's turn"),
    ("dispute", "real boards: refuse it; it is reported anew"),
];

/// Paces by name, in per cent of the least speed that gets there.
const SOFT: u32 = 112;
const FIRM: u32 = 135;
/// The farthest that a toss may aim, in µm.
const ASIDE: i32 = 200_000;
const TOP: i32 = 1_750_000;

/// Reads a line.
pub(super) fn parse(view: &table::View, _: &View, words: &[&str]) -> Result<Input, String> {
    if let Some(word) = word(words) {
        return one(AnyMove::Darbol(match word {
            Word::Undo => Move::Undo,
            Word::Confirm => Move::Confirm,
            Word::Dispute => Move::Dispute,
        }));
    }
    let real = view.setup.medium == Medium::Table;
    match words {
        ["roll" | "r"] => one(AnyMove::Darbol(Move::Roll)),
        ["toss" | "t", hole, how @ ..] if !real => toss(hole, how),
        ["report", hole] | [hole] if real => match reported(hole) {
            Some(hole) => one(AnyMove::Darbol(Move::Report { hole })),
            None => Err(wanted(view).into()),
        },
        [hole, how @ ..] if !real && hole.parse::<u8>().is_ok() => toss(hole, how),
        _ => Err(wanted(view).into()),
    }
}

fn reported(text: &str) -> Option<u8> {
    match text {
        "miss" | "m" => Some(0),
        text => text.parse().ok().filter(|hole| *hole <= 8),
    }
}

/// What is asked for now.
fn wanted(view: &table::View) -> &'static str {
    if open(view, "roll") {
        "say roll to roll the two dice"
    } else if open(view, "confirm") {
        "say confirm if the turn was as reported, or dispute"
    } else if view.setup.medium == Medium::Table {
        "report the hole the ball went through, 1 to 8, or 0 for a miss"
    } else {
        "name a hole to toss at, like toss 5, toss 5 firm or toss 5 +1cm"
    }
}

fn toss(hole: &str, how: &[&str]) -> Result<Input, String> {
    let number = hole.parse::<usize>().ok().and_then(|hole| hole.checked_sub(1));
    let Some((z, _)) = number.and_then(|hole| HOLES.get(hole)) else {
        return Err(format!("there is no hole {hole}; the holes are 1 to 8, 8 on top"));
    };
    let mut toss = Toss { y: 0, z: *z, pace: SOFT };
    for word in how {
        match *word {
            "soft" => toss.pace = SOFT,
            "firm" | "hard" => toss.pace = FIRM,
            word => match (word.parse::<u32>(), shift(word)) {
                (Ok(pace @ 108..=160), _) => toss.pace = pace,
                (Ok(pace), _) if !word.starts_with('+') => {
                    return Err(format!(
                        "a pace is from 108 to 160 per cent, not {pace}; soft is 112, firm 135"
                    ));
                }
                (_, Some((right, up))) => {
                    toss.y = toss.y.saturating_add(right);
                    toss.z = toss.z.saturating_add(up);
                }
                (_, None) => {
                    return Err(format!(
                        "{word:?} says nothing about a toss; write toss 5 firm, toss 5 120 or toss 5 +1cm"
                    ));
                }
            },
        }
    }
    if !(-ASIDE..=ASIDE).contains(&toss.y) || !(0..=TOP).contains(&toss.z) {
        return Err("that aims past the panel; it is 40 cm wide and ends at 175 cm".into());
    }
    one(AnyMove::Darbol(Move::Toss(toss)))
}

/// A shift of the aim in µm, to the right and up: `+1cm`, `-5mm`, `1.5cmr`.
fn shift(word: &str) -> Option<(i32, i32)> {
    let (length, side) = match (word.strip_suffix('r'), word.strip_suffix('l')) {
        (Some(length), _) => (length, 1.0),
        (_, Some(length)) => (length, -1.0),
        (None, None) => (word, 0.0),
    };
    let (number, unit) = match (length.strip_suffix("cm"), length.strip_suffix("mm")) {
        (Some(number), _) => (number, 10_000.0),
        (_, Some(number)) => (number, 1_000.0),
        (None, None) => return None,
    };
    let micrometres = number.parse::<f64>().ok().filter(|number| number.abs() < 1000.0)? * unit;
    if side == 0.0 {
        Some((0, micrometres.round() as i32))
    } else {
        Some(((micrometres * side).round() as i32, 0))
    }
}

/// What happened.
pub(super) fn tell(event: &Event, who: &str, view: &table::View, before: &Before) -> Option<String> {
    let tosser = before.by.map_or_else(|| "the".to_owned(), |seat| format!("{}'s", text::name(view, seat)));
    Some(match event {
        Event::Aimed(_) => return None,
        Event::Tossed(tossed) => {
            let met = tossed.met.map(|length| length as f64 / 1e6);
            let aimed = match before.event {
                Some(table::Event::Game(GameEvent::Darbol(Event::Aimed(aim)))) => {
                    let [right, up] = [met[0] * 1e6 - f64::from(aim.y), met[1] * 1e6 - f64::from(aim.z)];
                    Some(format!("{} of the aim", deviation(right / 1e4, up / 1e4)))
                }
                Some(_) | None => None,
            };
            let ball = match (tossed.hole, tossed.touched) {
                (0, _) => {
                    return Some(format!("{tosser} ball misses, {}", aimed.unwrap_or_else(|| off(met))));
                }
                (hole, true) => format!("{tosser} ball goes through {hole} off the rim"),
                (hole, false) => format!("{tosser} ball goes clean through {hole}"),
            };
            [Some(ball), aimed].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        Event::Reported { hole: 0 } => format!("{who} reports a miss"),
        Event::Reported { hole } => format!("{who} reports hole {hole}"),
        Event::TurnEnded { seat, end } => turn_ended(&text::name(view, *seat), end, before),
    })
}

fn turn_ended(who: &str, end: &TurnEnd, before: &Before) -> String {
    let last = match before.event {
        Some(table::Event::Game(GameEvent::Darbol(Event::Tossed(tossed)))) => Some(tossed.hole),
        Some(table::Event::Game(GameEvent::Darbol(Event::Reported { hole }))) => Some(*hole),
        Some(_) | None => None,
    };
    match end {
        // a winner's target stays 8; a ball through 8 leaves nobody else there
        TurnEnd::Target { target: 8 } if last == Some(8) => format!("{who} is on the top"),
        TurnEnd::Target { target } => format!("{who}'s next hole is {target}"),
        TurnEnd::Score { score, bust: true, .. } => format!("{who} is bust and back at {score}"),
        TurnEnd::Score { score: 0, .. } => format!("{who} is out at zero"),
        TurnEnd::Score { score, dead: true, .. } => format!("{who} is at {score}, which nothing can finish"),
        TurnEnd::Score { score, r#in: false, .. } => format!("{who} is not in yet, at {score}"),
        TurnEnd::Score { score, .. } => format!("{who} is at {score}"),
        TurnEnd::Points { score, points: 0 } => format!("{who} scores nothing and stays at {score}"),
        TurnEnd::Points { score, points } => format!("{who} scores {points} and is at {score}"),
    }
}

/// How far a ball was off, in cm, as `1.2 cm left and 0.8 cm low`.
fn deviation(right: f64, up: f64) -> String {
    let side = format!("{:.1} cm {}", right.abs(), if right < 0.0 { "left" } else { "right" });
    let height = format!("{:.1} cm {}", up.abs(), if up < 0.0 { "low" } else { "high" });
    format!("{side} and {height}")
}

/// How far a ball that missed was off the nearest hole, as `2.1 cm above hole 5, 0.4 cm left`.
#[must_use]
pub fn off([right, up]: [f64; 2]) -> String {
    let distance = |z: i32| (f64::from(z) / 1e6 - up).abs();
    let nearest = (1u8..).zip(HOLES).min_by(|(_, a), (_, b)| distance(a.0).total_cmp(&distance(b.0)));
    let Some((hole, (z, _))) = nearest else { return String::new() };
    let above = (up - f64::from(z) / 1e6) * 100.0;
    let side = right * 100.0;
    let vertical =
        format!("{:.1} cm {} the middle of {hole}", above.abs(), if above < 0.0 { "below" } else { "above" });
    match side.abs() {
        small if small < 0.05 => vertical,
        side_cm => format!("{vertical}, {side_cm:.1} cm {}", if side < 0.0 { "left" } else { "right" }),
    }
}

/// The double holes, as they were rolled.
pub(super) fn doubles(values: &[u8], view: &table::View) -> String {
    // tries that were thrown away stand before the dice that count
    let dice = match &view.game {
        Some(engine::games::View::Darbol(View { doubles: Some(doubles), .. })) => doubles.len(),
        Some(_) | None => 2,
    };
    let count = &values[values.len().saturating_sub(dice)..];
    let holes: Vec<_> = count.iter().map(u8::to_string).collect();
    format!("the double holes are {}", holes.join(" and "))
}
