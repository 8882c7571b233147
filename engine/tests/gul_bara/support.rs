//! A match driven move by move, as a table would.

use std::collections::BTreeMap;

use engine::games::gul_bara::{Event, Game, Move, Options, Position};
use engine::games::{Choice, Deed, Medium, Need, Rules, Seat, Start};

pub(crate) type Side = BTreeMap<usize, u8>;

pub(crate) fn side(given: &Side) -> [u8; 25] {
    let mut points = [0; 25];
    for (&point, &count) in given {
        points[point] = count;
    }
    points
}

pub(crate) fn start(first: Option<Seat>) -> Start {
    Start { seats: 2, medium: Medium::Virtual, first, handicap: None }
}

/// A game in which seat 0 is to roll from this position.
pub(crate) fn game_at(options: Options, points: [[u8; 25]; 2], rolls: [u32; 2]) -> Game {
    let position = Some(Position { points, to_move: 0, rolls });
    Game::new(&Options { position, ..options }, &start(None))
}

/// Lets happen what follows by itself.
pub(crate) fn settle(game: &mut Game) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(event) = game.follow() {
        game.apply(None, &Deed::Own(event));
        events.push(event);
    }
    events
}

/// The seat in turn does `mv`.
pub(crate) fn act(game: &mut Game, mv: Move) -> Result<Vec<Event>, String> {
    let by = game.turn().first().copied().unwrap_or(0);
    let deed = game.decide(by, &mv).map_err(|refused| refused.to_string())?;
    assert_eq!(Game::move_of(&deed), Some(mv));
    game.apply(Some(by), &deed);
    Ok(settle(game))
}

pub(crate) fn roll(game: &mut Game, dice: [u8; 2]) -> Vec<Event> {
    act(game, Move::Roll).unwrap();
    assert_eq!(game.need(), Some(Need::Roll));
    assert!(game.turn().is_empty() && game.legal().is_empty());
    game.take(Need::Roll, &dice);
    settle(game)
}

pub(crate) fn legal(game: &Game) -> Vec<Move> {
    let moves = game.legal().into_iter().map(|choice| match choice {
        Choice::Move(mv) => mv,
        Choice::Free(kind) => panic!("{kind} has no free parameters"),
    });
    moves.collect()
}

pub(crate) fn steps(game: &Game) -> Vec<(u8, u8)> {
    let step = |mv| if let Move::Step { from, die } = mv { Some((from, die)) } else { None };
    legal(game).into_iter().filter_map(step).collect()
}
