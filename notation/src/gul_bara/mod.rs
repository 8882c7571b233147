//! Gul Bara: `24/18`, `24/18*4` (four times), `24/18/12`, `6/off`, several in a line; `roll`, `undo`, `done`.
//!
//! A step may be given by its ends alone: `24/13` with 6-5 is 24/18 18/13 or 24/19 19/13, whichever is open; see
//! `sim.rs`. Points are the mover's own.

mod sim;

use engine::games::gul_bara::{Event, Move, View};
use engine::games::{GameEvent, Move as AnyMove, Seat};
use engine::table;

use super::narrate::Before;
use super::{Input, one, open};
use crate::text;
use sim::Sim;

/// What may be typed.
pub(super) const HELP: &[(&str, &str)] = &[
    ("roll, r", "roll both dice"),
    ("24/18", "one checker from 24 to 18, with one die or several"),
    ("24/18*4", "the same four times"),
    ("24/18/12 13/7", "several steps in one line"),
    ("6/off", "bear a checker off"),
    ("undo, u", "take the last step back"),
    ("done, d", "end the turn"),
];

/// Reads a line.
pub(super) fn parse(view: &table::View, game: &View, me: Seat, words: &[&str]) -> Result<Input, String> {
    match words {
        [] => return Err(wanted(view).into()),
        ["roll" | "r"] => return one(AnyMove::GulBara(Move::Roll)),
        ["undo" | "u"] => return one(AnyMove::GulBara(Move::Undo)),
        _ => {}
    }
    let (words, done) = match words {
        [rest @ .., "done" | "d"] => (rest, true),
        words => (words, false),
    };
    let mut sim = Sim::new(view, game, me);
    for word in words {
        play(&mut sim, view, word)?;
    }
    let steps = sim.steps.iter().map(|&(from, die)| Move::Step { from, die });
    Ok(Input::Move(steps.chain(done.then_some(Move::Done)).map(AnyMove::GulBara).collect()))
}

fn wanted(view: &table::View) -> &'static str {
    if open(view, "roll") {
        "say roll to roll the dice"
    } else if open(view, "done") {
        "nothing more can be moved: say done, or undo a step"
    } else {
        "name a step by its points, like 24/18, or 6/off"
    }
}

/// Plays one word, as `24/18*4`.
fn play(sim: &mut Sim, view: &table::View, word: &str) -> Result<(), String> {
    let (path, times) = times(word)?;
    let points = path.split('/').map(point).collect::<Option<Vec<_>>>();
    let points = points.filter(|points| points.len() >= 2).ok_or_else(|| {
        format!("{word:?} is no step; write the points it leads over, like 24/18, 24/18/12 or 6/off")
    })?;
    if !open(view, "step") {
        return Err(wanted(view).into());
    }
    for _ in 0..times {
        for pair in points.windows(2) {
            sim.play(pair[0], pair[1])?;
        }
    }
    Ok(())
}

/// Splits `24/18*4` or `24/18(4)` into its path and how often it is meant.
fn times(word: &str) -> Result<(&str, u8), String> {
    let Some((path, times)) = word.split_once(['*', '(']) else { return Ok((word, 1)) };
    match times.trim_end_matches(')').parse() {
        Ok(times @ 1..=24) => Ok((path, times)),
        Ok(_) | Err(_) => Err(format!("{word:?} does not say how often; write 24/18*4 for four times")),
    }
}

fn point(text: &str) -> Option<u8> {
    match text {
        "off" | "o" | "0" => Some(0),
        text => text.parse().ok().filter(|point| (1..=24).contains(point)),
    }
}

/// A step as it is written.
pub(super) fn step(from: u8, die: u8) -> String {
    match from.saturating_sub(die) {
        0 => format!("{from}/off"),
        to => format!("{from}/{to}"),
    }
}

/// A step right after another one of the same turn, as it is added to that one's line.
pub(super) fn further(before: &table::Event, event: &table::Event) -> Option<String> {
    let step_of = |event: &table::Event| match event {
        table::Event::Game(GameEvent::GulBara(Event::Stepped { from, die, .. })) => Some(step(*from, *die)),
        _ => None,
    };
    step_of(before)?;
    step_of(event).map(|step| format!(" {step}"))
}

/// Whether this ends a turn in which nothing could be moved.
pub(super) fn is_dead_roll(event: &table::Event) -> bool {
    matches!(event, table::Event::Game(GameEvent::GulBara(Event::DeadRoll { .. })))
}

/// What happened.
pub(super) fn tell(event: &Event, by: Option<Seat>, view: &table::View, before: &Before) -> Option<String> {
    let who = by.or(before.by).map_or_else(|| "somebody".to_owned(), |seat| text::name(view, seat));
    Some(match event {
        Event::Stepped { from, die, .. } => format!("{who} plays {}", step(*from, *die)),
        Event::Done => format!("{who} ends the turn"),
        Event::DeadRoll { dice: [a, b] } if a == b => {
            format!("{who} rolled {a}-{b}: {a}s are blocked, turn lost")
        }
        Event::DeadRoll { dice: [a, b] } => {
            format!("{who} rolled {a}-{b}: both {a}s and {b}s are blocked, turn lost")
        }
        Event::GameEnded { winner: Some(winner), points } => {
            let points = if *points == 1 { "1 point".to_owned() } else { format!("{points} points") };
            format!("{} wins the game, worth {points}", text::name(view, *winner))
        }
        Event::GameEnded { winner: None, .. } => "the game ends without points: nobody could move".to_owned(),
    })
}
