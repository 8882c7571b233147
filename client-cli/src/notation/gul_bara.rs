//! Gul Bara: `24/18`, `24/18*4` (four times), `24/18/12`, `6/off`, several in a line; `roll`, `undo`, `done`.
//!
//! A step may be given by its ends alone: `24/13` with 6-5 is 24/18 18/13 or 24/19 19/13, whichever is open. To
//! find that out the line is played on a copy of the board, [`Sim`], which knows how a checker moves. What has to
//! be played of a roll it need not know: with equal dice any step is right, and with two different ones the view's
//! list of legal moves settles the first step, after which a single die is left.

use engine::games::gul_bara::{Event, Move, View, across};
use engine::games::{GameEvent, Legal, Move as AnyMove, Seat};
use engine::table;

use super::narrate::Before;
use super::{Input, one, open};
use crate::boards::text;

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

/// The board as the line is played on it, from the mover's side.
#[derive(Debug, Clone)]
struct Sim {
    mine: [u8; 25],
    /// Whether the other side stands on a point of the mover's numbering.
    theirs: [bool; 25],
    stages: Vec<Vec<u8>>,
    /// What the rules allow as the first step; later ones follow from it.
    first: Vec<(u8, u8)>,
    steps: Vec<(u8, u8)>,
}

impl Sim {
    fn new(view: &table::View, game: &View, me: Seat) -> Self {
        let me = me.min(1);
        let mut theirs = [false; 25];
        for point in 1..=24 {
            theirs[usize::from(point)] = game.points[1 - me][usize::from(across(point))] > 0;
        }
        let first = view.legal.iter().filter_map(|legal| match legal {
            Legal::Move(AnyMove::GulBara(Move::Step { from, die })) => Some((*from, *die)),
            Legal::Move(_) | Legal::Free { .. } => None,
        });
        Self {
            mine: game.points[me],
            theirs,
            stages: game.stages.clone(),
            first: first.collect(),
            steps: vec![],
        }
    }

    /// Plays a checker from one point to another (0: off), with as few dice as possible.
    fn play(&mut self, from: u8, to: u8) -> Result<(), String> {
        if to >= from {
            return Err(format!(
                "checkers move from high points to low ones; {from}/{to} goes the other way"
            ));
        }
        if self.mine[usize::from(from)] == 0 {
            return Err(format!("you have no checker on point {from}"));
        }
        if self.theirs[usize::from(to)] && to > 0 {
            return Err(format!("point {to} is blocked by the other side"));
        }
        for dice in 1..=24 {
            if let Some(found) = self.reach(from, to, dice) {
                *self = found;
                return Ok(());
            }
        }
        Err(self.why_not(from, to))
    }

    /// This board after the checker on `from` has gone to `to` with exactly so many dice, if it can.
    fn reach(&self, from: u8, to: u8, dice: u8) -> Option<Self> {
        if dice == 0 {
            return (from == to).then(|| self.clone());
        }
        if from <= to {
            return None;
        }
        let stage = self.stages.first()?;
        // an exact die before a larger one, which may be wanted elsewhere
        let mut open: Vec<u8> = stage.iter().copied().filter(|&die| self.allows(from, die)).collect();
        open.sort_unstable_by_key(|&die| (die > from, die));
        open.dedup();
        open.into_iter().find_map(|die| self.after(from, die).reach(from.saturating_sub(die), to, dice - 1))
    }

    /// Whether a checker may go from `from` with `die`, which is in the current stage.
    fn allows(&self, from: u8, die: u8) -> bool {
        if self.steps.is_empty() {
            return self.first.contains(&(from, die));
        }
        if from > die {
            return !self.theirs[usize::from(from - die)];
        }
        let highest = (1..=24).rev().find(|&point| self.mine[point] > 0).unwrap_or(0);
        highest <= 6 && (from == die || usize::from(from) == highest)
    }

    fn after(&self, from: u8, die: u8) -> Self {
        let mut after = self.clone();
        after.mine[usize::from(from)] -= 1;
        after.mine[usize::from(from.saturating_sub(die))] += 1;
        after.steps.push((from, die));
        if let Some(stage) = after.stages.first_mut() {
            if let Some(at) = stage.iter().position(|&left| left == die) {
                stage.remove(at);
            }
            if stage.is_empty() {
                after.stages.remove(0);
            }
        }
        after
    }

    fn why_not(&self, from: u8, to: u8) -> String {
        let Some(stage) = self.stages.first() else {
            return "all dice of this turn are played by then: say done".to_owned();
        };
        let left: Vec<_> = stage.iter().map(u8::to_string).collect();
        let left = left.join(" ");
        let highest = (1..=24).rev().find(|&point| self.mine[point] > 0).unwrap_or(0);
        if to == 0 && highest > 6 {
            return format!(
                "checkers are borne off only when all are home: one still stands on point {highest}"
            );
        }
        let target = if to == 0 { "off".to_owned() } else { to.to_string() };
        let fits = stage.contains(&(from - to));
        if fits && self.steps.is_empty() {
            let steps: Vec<_> = self.first.iter().take(4).map(|&(from, die)| step(from, die)).collect();
            return format!(
                "not {from}/{target}: as much of the roll as can be has to be played, or else the larger die; try {}",
                steps.join(" or ")
            );
        }
        format!("{from}/{target} cannot be played with {left}: no die fits, or a point between is blocked")
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
