//! Random play in both media, with one seat and with two.

use engine::fairness::{Hash, Stream};
use engine::games::crokidarts::{DiscView, Event, Game, Move, Options, Report};
use engine::games::{Choice, Deed, Medium, Need, Reason, Rules, Seat, Start};
use engine::physics::{Disc, Shot, ShotOutcome, shot_start};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bench::{FLICK, place};
use crate::table::possible;

/// Whether the rules as listed take this move; counted without asking `decide`.
fn is_listed(game: &Game, by: Seat, mv: &Move) -> bool {
    let view = game.view();
    let values: Vec<u8> = view.discs.iter().map(DiscView::value).collect();
    let legal = game.legal();
    let free = |name| legal.contains(&Choice::Free(name));
    game.turn().contains(&by)
        && (legal.contains(&Choice::Move(mv.clone()))
            || match mv {
                Move::Shoot(shot) => free("shoot") && view.discs.iter().all(|disc| is_clear(disc, shot)),
                Move::Report(Report::Board { twenties, board }) => {
                    let mut board = board.clone();
                    board.sort_unstable();
                    free("report")
                        && possible(&values).contains(&(twenties.wrapping_sub(view.twenties), board))
                }
                Move::Report(Report::CheckOut { .. })
                | Move::Lift { .. }
                | Move::Undo
                | Move::Confirm
                | Move::Dispute => false,
            })
}

fn is_clear(disc: &DiscView, shot: &Shot) -> bool {
    let &DiscView::Placed { x, y, .. } = disc else { return true };
    let start = shot_start(shot.at);
    f64::hypot(f64::from(x - start.0), f64::from(y - start.1)) >= 31_750.0
}

fn any_move(rng: &mut StdRng, game: &Game) -> Move {
    match rng.random_range(0..12) {
        0..3 => Move::Shoot(Shot { at: rng.random_range(-45_000..=45_000), ..FLICK }),
        3 => Move::Lift { disc: rng.random_range(1..=6) },
        4 => Move::Report(Report::CheckOut { hit: rng.random_bool(0.3) }),
        5 => Move::Undo,
        6 | 7 => Move::Confirm,
        8 => Move::Dispute,
        _ => {
            let twenties = game.view().twenties + rng.random_range(0..=2);
            let size = rng.random_range(0..=game.view().discs.len() + 2);
            let board = (0..size).map(|_| [5, 10, 15][rng.random_range(0..3)]).collect();
            Move::Report(Report::Board { twenties: twenties.saturating_sub(rng.random_range(0..=1)), board })
        }
    }
}

/// Anything that a shot might do to the discs, likely or not.
fn any_outcome(rng: &mut StdRng, game: &Game, id: u8) -> ShotOutcome {
    let board = game.view().discs;
    let struck = !board.is_empty() && rng.random_bool(0.7);
    let (mut rest, mut hole, mut ditch) = (vec![], vec![], vec![]);
    let mut end = |disc: Disc, moved: bool| match rng.random_range(0..6) {
        _ if !moved => rest.push(disc),
        0 if hole.is_empty() => hole.push(disc.id),
        1 => ditch.push(disc.id),
        2 => rest.push(place(disc.id, "15")),
        3 => rest.push(place(disc.id, "10t")),
        4 => rest.push(place(disc.id, "10")),
        _ => rest.push(place(disc.id, "5")),
    };
    for disc in &board {
        let &DiscView::Placed { id, x, y, .. } = disc else { panic!("a simulated disc has a place") };
        end(Disc { id, x, y }, struck);
    }
    end(place(id, "15"), true);
    ShotOutcome { aim: 0, speed: 900, rest, hole, ditch, struck, path: vec![] }
}

fn check_laws(game: &Game, options: &Options) {
    let view = game.view();
    assert!((1..=5).contains(&view.shot));
    assert!(view.twenties as usize + view.discs.len() <= 6);
    for (score, locked) in view.score.iter().zip(&view.locked) {
        assert!(*score <= options.target && score % 5 == 0, "{view:?}");
        assert!(*score < options.target || *locked, "{view:?}");
    }
    assert!(view.discs.iter().all(|disc| [15, 10, 5].contains(&disc.value())));
    assert!(game.need().is_none() || game.turn().is_empty());
    assert_eq!(game.legal().is_empty(), game.turn().is_empty());
    assert_eq!(game.turn().is_empty(), game.need().is_some() || game.outcome().is_some());
}

fn play(seed: u64, medium: Medium, seats: usize, options: &Options) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let start = Start { seats, medium, first: Some(rng.random_range(0..seats)), handicap: None };
    let mut game = Game::new(options, &start);
    let mut again = game.clone();
    let mut id = 1;
    while game.outcome().is_none() {
        check_laws(&game, options);
        let mut deeds = vec![];
        match game.need() {
            Some(Need::SetLot) => {
                let drawn = game.draw(&mut Stream::new(Hash([rng.random(); 32])));
                game.take(Need::SetLot, &drawn.values);
                again.take(Need::SetLot, &drawn.values);
            }
            Some(_) => {
                deeds.push(Deed::Own(Event::Shot(any_outcome(&mut rng, &game, id))));
                id += 1;
            }
            None => {
                let (by, mv) = (rng.random_range(0..seats), any_move(&mut rng, &game));
                let decided = game.decide(by, &mv);
                assert_eq!(decided.is_ok(), is_listed(&game, by, &mv), "{by} {mv:?} in {game:?}");
                deeds.extend(decided);
            }
        }
        while let Some(deed) = deeds.pop() {
            if matches!(deed, Deed::Own(Event::TurnEnded { .. })) {
                id = 1;
            }
            game.apply(None, &deed);
            again.apply(None, &deed);
            deeds.extend(game.follow().map(Deed::Own));
        }
    }
    check_laws(&game, options);
    assert_eq!(game, again);
    game
}

#[test]
fn every_match_ends_by_the_rules() {
    let (mut completed, mut capped) = (0, 0);
    for seed in 0..60 {
        for medium in [Medium::Virtual, Medium::Table] {
            for seats in [1, 2] {
                let options = Options {
                    target: 50 + 50 * (seed as u32 % 3),
                    strict_twenty: seed % 2 == 0,
                    legs_to_win: 1,
                    sets_to_win: 2,
                    turn_cap: 10,
                    ..Options::default()
                };
                let outcome = play(seed, medium, seats, &options).outcome().expect("an end");
                match outcome.reason {
                    Reason::Completed => {
                        completed += 1;
                        assert_eq!(outcome.points[outcome.winners[0]], 2);
                    }
                    reason => {
                        capped += 1;
                        assert_eq!((reason, outcome.winners), (Reason::Cap, vec![]));
                    }
                }
            }
        }
    }
    assert!(completed > 20 && capped > 20, "{completed} completed, {capped} capped");
}

/// The simulated hand plays a match through, always straight at the hole.
#[test]
fn simulated_shots_play_a_match() {
    let options = Options { target: 100, turn_cap: 30, ..Options::default() };
    let start = Start { seats: 2, medium: Medium::Virtual, first: Some(0), handicap: None };
    let mut game = Game::new(&options, &start);
    let mut draws: u64 = 0;
    while game.outcome().is_none() {
        let mut next = game.follow().map(Deed::Own);
        if next.is_none() && game.need().is_some() {
            draws += 1;
            let drawn = game.draw(&mut Stream::new(Hash::of(&draws.to_be_bytes())));
            game.take(Need::SetLot, &drawn.values);
            next = drawn.event.map(Deed::Own);
        } else if next.is_none() {
            check_laws(&game, &options);
            let mv = match game.legal().swap_remove(0) {
                Choice::Move(mv) => mv,
                Choice::Free(_) => {
                    let at = (0..45_000).step_by(1_000).find(|at| {
                        game.view().discs.iter().all(|disc| is_clear(disc, &Shot { at: *at, ..FLICK }))
                    });
                    Move::Shoot(Shot { at: at.expect("a free place"), ..FLICK })
                }
            };
            next = Some(game.decide(game.turn()[0], &mv).expect("a legal move"));
        }
        if let Some(deed) = next {
            game.apply(None, &deed);
        }
    }
    assert!(draws > 20);
}
