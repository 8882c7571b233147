//! What the player in turn needs now: the holes that help, and the sentence that says so.

use engine::games::darbol::doubles::finishes;
use engine::games::darbol::{Kind, Options, Phase, PlayerView, View};
use engine::games::{Options as AnyOptions, Seat};

use super::super::BoardContext;

/// What is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Need {
    /// Holes that bring the player on.
    pub(super) holes: Vec<u8>,
    /// One sentence, the most important first.
    pub(super) told: String,
}

/// The seat whose turn it is to toss; none while a finished turn waits to be confirmed, and between turns.
pub(super) fn tosser(ctx: &BoardContext, game: &View) -> Option<Seat> {
    match game.phase {
        Phase::Rolling | Phase::Tossing => ctx.view.turn.first().copied(),
        Phase::Confirming | Phase::Over => None,
    }
}

/// What the player in turn needs.
pub(super) fn need(ctx: &BoardContext, game: &View) -> Need {
    let nothing = |told: &str| Need { holes: vec![], told: told.to_owned() };
    match game.phase {
        Phase::Over => return nothing("the game is over"),
        Phase::Confirming => return nothing("the turn waits to be confirmed or disputed"),
        Phase::Rolling => return nothing("roll the two dice"),
        Phase::Tossing => {}
    }
    let Some(player) = tosser(ctx, game).and_then(|seat| game.players.get(seat)) else {
        return nothing("the ball is in the air");
    };
    match *player {
        PlayerView::Mountain { target } => {
            Need { holes: vec![target], told: format!("hole {target} is next") }
        }
        PlayerView::Hundred { .. } => hundred(game),
        PlayerView::DoubleDown { score, r#in, .. } => double_down(ctx, game, score, r#in),
    }
}

fn hundred(game: &View) -> Need {
    let worth: u32 = game.dice.unwrap_or_default().into_iter().map(u32::from).sum();
    let told = match game.left.as_slice() {
        [] => "both numbers are made".to_owned(),
        [last] => format!("{last} still to make, for {worth} points"),
        [a, b, ..] if a == b => format!("{a} to make twice, for {worth} points"),
        [a, b, ..] => format!("{a} and {b} to make, for {worth} points"),
    };
    Need { holes: game.left.clone(), told }
}

fn double_down(ctx: &BoardContext, game: &View, score: u32, is_in: bool) -> Need {
    let doubles = game.doubles.clone().unwrap_or_default();
    let mut distinct = doubles.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let list = |holes: &[u8], with: &str| holes.iter().map(u8::to_string).collect::<Vec<_>>().join(with);
    if !is_in {
        return Need { told: format!("a double to get in: {}", list(&distinct, " or ")), holes: distinct };
    }
    let professional = matches!(&ctx.view.setup.game, AnyOptions::Darbol(Options { professional: true, .. }));
    let tosses = if game.toss >= 2 { 1 } else { 2 };
    let mut ways = finishes(score, &doubles, professional);
    ways.retain(|way| way.len() <= tosses);
    if ways.is_empty() {
        return Need { holes: vec![], told: format!("{score} left, no finish in this turn") };
    }
    let mut holes: Vec<u8> = ways.iter().filter_map(|way| way.first().copied()).collect();
    holes.sort_unstable();
    holes.dedup();
    let ways: Vec<_> = ways.iter().map(|way| list(way, "+")).collect();
    Need { holes, told: format!("{score} left, finish with {}", ways.join(", ")) }
}

/// What is written beside a hole: its double, or how often it is still to be made.
pub(super) fn tag(game: &View, hole: u8) -> &'static str {
    match game.game {
        Kind::UpTheMountain => "",
        Kind::DoubleDown if game.doubles.as_ref().is_some_and(|doubles| doubles.contains(&hole)) => "×2",
        Kind::DoubleDown => "",
        Kind::Hundred => match game.left.iter().filter(|&&left| left == hole).count() {
            0 => "",
            1 => "•",
            _ => "••",
        },
    }
}
