//! Laws under random play, with a seed so that a failure comes again.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::{Game, Move, Options, Rules, act, game, legal, result, settle};
use crate::games::Deed;
use crate::games::dara::board::{Board, in_rows, in_run, rows_through};
use crate::games::dara::{Captures, Cell, Immobile, LongLines, Phase, Placing, Protection, Size};

/// Any options, the defaults among them.
fn any_options(rng: &mut SmallRng) -> Options {
    let mut any = |n: u32| rng.random_range(0..n) as usize;
    Options {
        size: [Size::FiveBySix, Size::SixBySix, Size::SevenBySix][any(3)],
        long_lines: [LongLines::Allowed, LongLines::Forbidden][any(2)],
        placing: [Placing::Free, Placing::NoThree, Placing::NoFour][any(3)],
        captures: [Captures::One, Captures::PerRow][any(2)],
        protection: [Protection::RowsUnlessAll, Protection::RowsAlways, Protection::None][any(3)],
        immobile: [Immobile::Loses, Immobile::Passes][any(2)],
        no_capture_limit: [Some(100), Some(10)][any(2)],
        repetition: [Some(3), None][any(2)],
        position: None,
    }
}

/// Every move that can be written for a board of this size.
fn writable(size: Size) -> Vec<Move> {
    let cells: Vec<_> = (0..size.rows()).flat_map(|row| (0..6).map(move |col| Cell { col, row })).collect();
    let single = cells.iter().flat_map(|&at| [Move::Place { at }, Move::Capture { at }]);
    let pairs = cells.iter().flat_map(|&from| cells.iter().map(move |&to| Move::Step { from, to }));
    single.chain(pairs).collect()
}

#[test]
fn a_move_is_listed_exactly_if_it_is_accepted() {
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..30 {
        let options = any_options(&mut rng);
        let all = writable(options.size);
        let mut game = game(&options, Some(rng.random_range(0..2)));
        while game.outcome().is_none() {
            let listed = legal(&game);
            let by = game.turn()[0];
            let accepted = all.iter().filter(|mv| game.decide(by, mv).is_ok());
            assert_eq!(accepted.filter(|mv| listed.contains(mv)).count(), listed.len());
            assert!(all.iter().filter(|mv| !listed.contains(mv)).all(|mv| game.decide(by, mv).is_err()));
            assert!(all.iter().all(|mv| game.decide(1 - by, mv).is_err()));
            act(&mut game, *listed.choose(&mut rng).unwrap());
            settle(&mut game);
        }
    }
}

#[test]
fn every_game_ends_and_its_replay_is_the_same() {
    let mut rng = SmallRng::seed_from_u64(2);
    for round in 0..300 {
        let options = if round % 2 == 0 { Options::default() } else { any_options(&mut rng) };
        let start = game(&options, Some(round % 2));
        let (mut live, mut moves) = (start.clone(), Vec::new());
        while live.outcome().is_none() {
            let mv = *legal(&live).choose(&mut rng).expect("a game that goes on has a move");
            let (before, copy) = (live.clone(), live.clone());
            act(&mut live, mv);
            assert_eq!(before, copy, "a clone changes with its original");
            settle(&mut live);
            moves.push(mv);
        }
        let mut replay = start;
        for mv in moves {
            act(&mut replay, mv);
            settle(&mut replay);
        }
        assert_eq!(replay, live);
        assert_ne!(result(&live), "none");
        assert!(live.turn().is_empty() && live.legal().is_empty() && live.follow().is_none());
        assert_eq!((live.view().phase, live.perft(3)), (Phase::Over, 0));
    }
}

/// `perft` takes shortcuts at its last ply; this counts without any, for every combination of options.
#[test]
fn perft_counts_what_can_be_played() {
    let mut rng = SmallRng::seed_from_u64(3);
    for _ in 0..40 {
        let mut game = game(&any_options(&mut rng), Some(0));
        for _ in 0..rng.random_range(0..70) {
            if game.outcome().is_some() {
                break;
            }
            let mv = *legal(&game).choose(&mut rng).unwrap();
            act(&mut game, mv);
            settle(&mut game);
        }
        assert_eq!(game.perft(2), count_plies(&game, 2));
    }
}

fn count_plies(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let Some(pass) = game.follow() {
        let mut next = game.clone();
        next.apply(None, &Deed::Own(pass));
        return count_plies(&next, depth - 1);
    }
    let after = |mv| {
        let mut next = game.clone();
        act(&mut next, mv);
        count_plies(&next, if next.view().phase == Phase::Capturing { depth } else { depth - 1 })
    };
    legal(game).into_iter().map(after).sum()
}

/// The shifts and masks against a walk along the lines, cell by cell.
#[test]
fn runs_are_what_a_walk_finds() {
    let mut rng = SmallRng::seed_from_u64(4);
    for _ in 0..500 {
        let size = [Size::FiveBySix, Size::SixBySix, Size::SevenBySix][rng.random_range(0..3)];
        let mark = |rng: &mut SmallRng| if rng.random_range(0..5) < 3 { 'x' } else { '.' };
        let text: Vec<String> = (0..size.rows()).map(|_| (0..6).map(|_| mark(&mut rng)).collect()).collect();
        let board = Board::read(size, &text);
        assert_eq!(board.write(), text);
        let stones = board.stones(0);
        for (row, col) in (0..size.rows()).flat_map(|row| (0..6).map(move |col| (row, col))) {
            let at = board.at(Cell { col, row });
            if stones & at == 0 {
                continue;
            }
            let runs = [walk(&text, col, row, 1, 0), walk(&text, col, row, 0, 1)];
            let rows = runs.iter().filter(|&&run| run == 3).count();
            assert_eq!(rows_through(stones, at) as usize, rows);
            assert_eq!(in_rows(stones) & at != 0, rows > 0);
            for length in [3, 4] {
                assert_eq!(in_run(stones, at, length), runs.iter().any(|&run| run >= length));
            }
        }
    }
}

/// The length of the run through a stone, in one direction and its opposite.
fn walk(text: &[String], col: u8, row: u8, right: i8, down: i8) -> u32 {
    let stone = |n: i8| {
        let row = usize::try_from(row as i8 + n * down).ok()?;
        let col = usize::try_from(col as i8 + n * right).ok()?;
        text.get(row)?.as_bytes().get(col).filter(|&&mark| mark == b'x')
    };
    let arm = |sign: i8| (1..).take_while(|&n| stone(n * sign).is_some()).count() as u32;
    1 + arm(1) + arm(-1)
}
