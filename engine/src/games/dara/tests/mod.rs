//! Dara against its data files, its options one by one, and its laws under random play.

mod examples;
mod laws;
mod options;
mod vectors;

use super::{Cell, Event, Game, Move, Options, Position};
use crate::games::{Choice, Deed, Medium, Reason, Rules, Seat, Start};

/// A game of two where `first` starts.
fn game(options: &Options, first: Option<Seat>) -> Game {
    options.check().unwrap();
    Game::new(options, &Start { seats: 2, medium: Medium::Virtual, first, handicap: None })
}

/// A position written as rows between slashes.
fn position(board: &str, to_move: Seat) -> Position {
    Position { board: board.split('/').map(String::from).collect(), to_move }
}

/// A game that starts from a position, with default options; even one that no setup may ask for.
fn study(board: &str, to_move: Seat) -> Game {
    let options = Options { position: Some(position(board, to_move)), ..Options::default() };
    Game::new(&options, &Start { seats: 2, medium: Medium::Virtual, first: None, handicap: None })
}

/// `x` or `o`, as the data files name the seats.
fn seat(mark: &str) -> Seat {
    ["x", "o"].iter().position(|&other| other == mark).unwrap()
}

/// A move as the data files write it: `c3`, `c2-c1` or `xa4`.
fn read(text: &str) -> Move {
    let cell = |text: &str| text.parse::<Cell>().unwrap();
    match (text.split_once('-'), text.strip_prefix('x')) {
        (Some((from, to)), _) => Move::Step { from: cell(from), to: cell(to) },
        (None, Some(at)) => Move::Capture { at: cell(at) },
        (None, None) => Move::Place { at: cell(text) },
    }
}

/// The reverse of [`read`].
fn write(mv: Move) -> String {
    match mv {
        Move::Place { at } => at.to_string(),
        Move::Step { from, to } => format!("{from}-{to}"),
        Move::Capture { at } => format!("x{at}"),
    }
}

/// The legal moves, which in Dara have no free parameters.
fn legal(game: &Game) -> Vec<Move> {
    let whole = |choice| match choice {
        Choice::Move(mv) => mv,
        Choice::Free(name) => panic!("{name} is listed without its parameters"),
    };
    game.legal().into_iter().map(whole).collect()
}

/// Decides and applies a move of the seat in turn.
fn act(game: &mut Game, mv: Move) {
    let by = game.turn()[0];
    let deed = game.decide(by, &mv).unwrap_or_else(|why| panic!("{}: {why}", write(mv)));
    assert_eq!(Game::move_of(&deed), Some(mv));
    game.apply(Some(by), &deed);
}

/// How a game ended, as `0 completed`, `draw repetition` or `none`; the points have to fit.
fn result(game: &Game) -> String {
    let Some(outcome) = game.outcome() else { return "none".into() };
    let reason = match outcome.reason {
        Reason::Completed => "completed",
        Reason::Immobile => "immobile",
        Reason::NoProgress => "no_progress",
        Reason::Repetition => "repetition",
        other => panic!("{other:?} is no end of Dara"),
    };
    match outcome.winners[..] {
        [] => {
            assert_eq!(outcome.points, [0, 0]);
            format!("draw {reason}")
        }
        [winner] => {
            assert_eq!(outcome.points, game.concede(winner, 1 - winner));
            format!("{winner} {reason}")
        }
        _ => panic!("two winners"),
    }
}

/// Lets passes happen; says how many did.
fn settle(game: &mut Game) -> usize {
    let mut passes = 0;
    while let Some(event) = game.follow() {
        let Event::Passed { seat } = event else { panic!("{event:?} does not happen by itself") };
        assert!(game.turn().is_empty() && game.legal().is_empty());
        assert_eq!(seat, game.to_move);
        game.apply(None, &Deed::Own(event));
        passes += 1;
    }
    passes
}
