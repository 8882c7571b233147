//! The published vectors: single steps, endings, move counts and forty random boards.

use serde::Deserialize;

use super::{Move, Rules, act, game, legal, read, result, seat, study, write};
use crate::games::dara::{Game, Options, Phase};

#[derive(Deserialize)]
struct Vectors {
    moves: Vec<Step>,
    endings: Vec<Ending>,
    perft: Vec<Perft>,
    generator: Vec<Generator>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    board: String,
    seat: String,
    r#move: [String; 2],
    after: String,
    captures: u32,
    capturable: Vec<String>,
}

#[derive(Deserialize)]
struct Ending {
    name: String,
    board: String,
    to_move: String,
    result: Option<String>,
}

#[derive(Deserialize)]
struct Perft {
    name: String,
    board: String,
    to_move: String,
    plies: Vec<u64>,
    decisions: Vec<u64>,
}

#[derive(Deserialize)]
struct Generator {
    board: String,
    to_move: String,
    steps: usize,
    rows: usize,
    plies: u64,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../tests/data/dara.json")).unwrap()
}

#[test]
fn steps_and_what_they_take() {
    for case in vectors().moves {
        let mut game = study(&case.board, seat(&case.seat));
        act(&mut game, read(&case.r#move.join("-")));
        let view = game.view();
        assert_eq!(view.board.join("/"), case.after, "{}", case.name);
        assert_eq!(view.captures_due, case.captures, "{}", case.name);
        let mut taken = if view.phase == Phase::Capturing {
            legal(&game).into_iter().map(|mv| write(mv)[1..].to_owned()).collect()
        } else {
            Vec::new()
        };
        taken.sort();
        assert_eq!(taken, case.capturable, "{}", case.name);
    }
}

#[test]
fn endings() {
    for case in vectors().endings {
        let result = result(&study(&case.board, seat(&case.to_move)));
        let expected = case.result.map(|text| seat(text.strip_suffix(" wins").unwrap()));
        assert_eq!(
            result.split_once(' ').map(|(winner, _)| winner.parse().unwrap()),
            expected,
            "{}",
            case.name
        );
    }
}

#[test]
fn plies_and_decisions() {
    for case in vectors().perft {
        let game = study(&case.board, seat(&case.to_move));
        for (depth, (plies, decisions)) in (1..).zip(case.plies.into_iter().zip(case.decisions)) {
            assert_eq!(game.perft(depth), plies, "{} plies {depth}", case.name);
            assert_eq!(count_decisions(&game, depth), decisions, "{} decisions {depth}", case.name);
        }
    }
}

/// Counts step and capture apart, through the contract alone.
fn count_decisions(game: &Game, depth: u32) -> u64 {
    let moves = legal(game);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: Move| {
        let mut next = game.clone();
        act(&mut next, mv);
        count_decisions(&next, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn random_boards() {
    for case in vectors().generator {
        let game = study(&case.board, seat(&case.to_move));
        let steps = legal(&game);
        let makes_row = |&&mv: &&Move| {
            let mut next = game.clone();
            act(&mut next, mv);
            next.view().captures_due > 0
        };
        assert_eq!(steps.len(), case.steps, "{}", case.board);
        assert_eq!(steps.iter().filter(makes_row).count(), case.rows, "{}", case.board);
        assert_eq!(game.perft(1), case.plies, "{}", case.board);
    }
}

#[test]
fn placing() {
    let game = game(&Options::default(), Some(0));
    assert_eq!([1, 2, 3, 4].map(|depth| game.perft(depth)), [30, 870, 24_360, 657_720]);
}
