//! Crokidarts' board: rings, pegs, hole and discs, the aim, and the sums of the turn.
//!
//! Places are those of the view: micrometres from the centre, the shooter at negative y, which is the bottom.

mod full;
mod lines;
pub mod motion;

use engine::games::crokidarts::{DISCS, DiscView, Options, Phase, View, reachable};
use engine::games::{Options as AnyOptions, Seat};

use super::{BoardContext, text};

pub use full::draw;
pub use lines::plain;

/// The sums of the turn as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sums {
    /// The score to reach.
    pub(super) target: u32,
    /// The values on the board, the highest first.
    pub(super) values: Vec<u8>,
    /// The score if the turn ended now.
    pub(super) total: u32,
    /// Discs not yet shot.
    pub(super) left: u8,
}

/// The seat whose discs these are: the one in turn, or the one that waits for its turn to be confirmed.
pub(super) fn shooter(ctx: &BoardContext, game: &View) -> Seat {
    let turn = ctx.view.turn.first().copied().unwrap_or(0);
    match game.phase {
        Phase::Confirming => (turn + 1) % game.score.len().max(1),
        Phase::Shooting | Phase::Checkout | Phase::Over => turn,
    }
}

fn options<'a>(ctx: &'a BoardContext) -> Option<&'a Options> {
    match &ctx.view.setup.game {
        AnyOptions::Crokidarts(options) => Some(options),
        AnyOptions::Dara(_) | AnyOptions::GulBara(_) | AnyOptions::Darbol(_) => None,
    }
}

pub(super) fn sums(ctx: &BoardContext, game: &View) -> Sums {
    let target = options(ctx).map_or(400, |options| options.target);
    let mut values: Vec<u8> = game.discs.iter().map(DiscView::value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let score = game.score.get(shooter(ctx, game)).copied().unwrap_or(0);
    let on_board: u32 = values.iter().map(|&value| u32::from(value)).sum();
    let total = match game.phase {
        Phase::Shooting | Phase::Confirming => score + 20 * game.twenties + on_board,
        Phase::Checkout | Phase::Over => score,
    };
    Sums { target, values, total, left: (DISCS + 1).saturating_sub(game.shot) }
}

/// What a seat still needs.
pub(super) fn to_go(ctx: &BoardContext, game: &View, seat: Seat) -> String {
    let score = game.score.get(seat).copied().unwrap_or(0);
    let target = options(ctx).map_or(400, |options| options.target);
    match game.locked.get(seat) {
        Some(true) => "check-out".to_owned(),
        Some(false) | None => format!("{} to go", target.saturating_sub(score)),
    }
}

/// Legs of this set and sets won; a match of one leg has neither.
pub(super) fn legs(ctx: &BoardContext, game: &View) -> Vec<String> {
    let list = |wins: &[u32]| wins.iter().map(u32::to_string).collect::<Vec<_>>().join(":");
    match options(ctx) {
        Some(Options { legs_to_win: 1, sets_to_win: 1, .. }) => vec![],
        Some(_) | None => vec![format!("legs {}", list(&game.legs)), format!("sets {}", list(&game.sets))],
    }
}

/// The turn in lines, each short enough for a corner.
pub(super) fn turn(ctx: &BoardContext, game: &View) -> Vec<String> {
    let sums = sums(ctx, game);
    match game.phase {
        Phase::Over => return vec!["the match is over".to_owned()],
        Phase::Checkout => {
            let lift = game.discs.len() >= usize::from(DISCS);
            let lines = if lift { ["lift a disc", "to check out"] } else { ["check out:", "sink any disc"] };
            return lines.map(str::to_owned).to_vec();
        }
        Phase::Shooting | Phase::Confirming => {}
    }
    let state = match game.phase {
        Phase::Confirming => "to be confirmed".to_owned(),
        Phase::Shooting | Phase::Checkout | Phase::Over => format!("shot {} of {DISCS}", game.shot),
    };
    let mut lines = vec![state, format!("twenties {}", game.twenties)];
    if game.discs.iter().any(|disc| disc.id().is_none()) {
        let values: Vec<_> = sums.values.iter().map(u8::to_string).collect();
        lines.push(format!("board {}", values.join(" ")));
    }
    lines.push(match sums.total.checked_sub(sums.target) {
        None | Some(0) => format!("now {}, {} to go", sums.total, sums.target - sums.total),
        Some(over) => format!("now {}, {over} over", sums.total),
    });
    lines.extend(reach(ctx, game, &sums));
    lines
}

/// What the discs not yet shot can still make of the turn.
fn reach(ctx: &BoardContext, game: &View, sums: &Sums) -> Option<String> {
    if game.phase != Phase::Shooting || ctx.view.turn.is_empty() {
        return None;
    }
    let score = game.score.get(shooter(ctx, game)).copied().unwrap_or(0);
    let ends = reachable(options(ctx)?, score + 20 * game.twenties, &sums.values, sums.left);
    let (least, most) = (ends.first()?, ends.last()?);
    Some(if *most == sums.target {
        format!("{most} is in reach")
    } else if least == most {
        format!("can end at {most}")
    } else {
        format!("can end {least}–{most}")
    })
}

/// A seat's name, and whether it is in turn.
pub(super) fn who(ctx: &BoardContext, seat: Seat) -> String {
    let turn = if ctx.view.turn.contains(&seat) { '▸' } else { ' ' };
    let you = if ctx.me == Some(seat) { " (you)" } else { "" };
    format!("{turn} {}{you}", text::name(ctx.view, seat))
}
