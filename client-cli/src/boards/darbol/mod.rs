//! Darbol's panel: eight holes to scale, the balls of the turn, and what each player needs.

pub mod flight;
mod full;
mod lines;
mod need;
mod panel;

use engine::games::darbol::{Event, Kind, PlayerView, View};
use engine::games::{GameEvent, Seat};
use engine::physics::{HOLES, Tossed};
use engine::table::Event as TableEvent;

use super::{BoardContext, text};

pub use full::draw;
pub use lines::plain;

/// A ball of the turn that is played, or of the last one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ball {
    /// 1 or 2.
    pub(super) toss: u8,
    /// The hole it went through, 0 for none.
    pub(super) hole: u8,
    /// Where it met the panel, in metres right of its middle and above the floor; unknown for a reported miss.
    pub(super) met: Option<[f64; 2]>,
    /// Simulated: the whole toss.
    pub(super) tossed: Option<Tossed>,
}

/// The balls that were tossed or reported since the last turn's end, or in that turn if nothing came since.
pub(super) fn balls(last: &[TableEvent]) -> Vec<Ball> {
    let mut balls: Vec<Ball> = Vec::new();
    let mut ended = false;
    for event in last {
        match event {
            TableEvent::Game(GameEvent::Darbol(Event::TurnEnded { .. })) => ended = true,
            TableEvent::Rolling
            | TableEvent::Game(GameEvent::Darbol(Event::Aimed(_) | Event::Reported { .. }))
                if ended =>
            {
                balls.clear();
                ended = false;
            }
            TableEvent::Undone => drop(balls.pop()),
            TableEvent::Disputed | TableEvent::Started(_) | TableEvent::TakenBack { .. } => balls.clear(),
            _ => {}
        }
        let toss = u8::try_from(balls.len() + 1).unwrap_or(2);
        match event {
            TableEvent::Game(GameEvent::Darbol(Event::Tossed(tossed))) => {
                let met = tossed.met.map(|length| length as f64 / 1e6);
                balls.push(Ball { toss, hole: tossed.hole, met: Some(met), tossed: Some(*tossed) });
            }
            TableEvent::Game(GameEvent::Darbol(Event::Reported { hole })) => {
                balls.push(Ball { toss, hole: *hole, met: middle(*hole).map(|z| [0.0, z]), tossed: None });
            }
            _ => {}
        }
    }
    balls.split_off(balls.len().saturating_sub(2))
}

/// The height of a hole's middle in metres; none for 0.
pub(super) fn middle(hole: u8) -> Option<f64> {
    let (z, _) = HOLES.get(usize::from(hole).checked_sub(1)?)?;
    Some(f64::from(*z) / 1e6)
}

/// The name of the game, round and toss.
pub(super) fn title(game: &View) -> String {
    let name = match game.game {
        Kind::UpTheMountain => "Up the Mountain",
        Kind::DoubleDown => "Double Down",
        Kind::Hundred => "Hundred",
    };
    let round = if game.round == 0 { "extra turns".to_owned() } else { format!("round {}", game.round) };
    format!("{name} · {round} · toss {} of 2", game.toss)
}

/// A player's standing.
pub(super) fn standing(ctx: &BoardContext, game: &View, seat: Seat) -> String {
    let out = ctx.view.seats.get(seat).and_then(Option::as_ref).is_some_and(|sitting| sitting.out);
    let standing = match game.players.get(seat) {
        Some(PlayerView::Mountain { target }) => {
            let made = usize::from(target.saturating_sub(1));
            format!("{}{} next {target}", "▲".repeat(made), "·".repeat(8usize.saturating_sub(made)))
        }
        Some(PlayerView::DoubleDown { score, r#in, dead }) => {
            let state = match (r#in, dead) {
                (_, true) => "dead: no finish any more",
                (true, false) => "in",
                (false, false) => "not in",
            };
            format!("{score:>3} left, {state}")
        }
        Some(PlayerView::Hundred { score, turns, extra_turns }) => {
            let turns = if *turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
            let extra =
                if *extra_turns > 0 { format!(", {extra_turns} extra to come") } else { String::new() };
            format!("{score:>3} of 100, {turns}{extra}")
        }
        None => String::new(),
    };
    if out { format!("{standing}, out") } else { standing }
}

/// A player's line: whether in turn, the name, the standing.
pub(super) fn player(ctx: &BoardContext, game: &View, seat: Seat, columns: usize) -> [String; 2] {
    let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
    let you = if ctx.me == Some(seat) { " (you)" } else { "" };
    let who = format!("{turn} {}{you}", text::name(ctx.view, seat));
    [text::fit(&who, columns), standing(ctx, game, seat)]
}
