//! Laws that hold in every position of random play.

use engine::fairness::{Hash, Stream};
use engine::games::gul_bara::{Event, Game, Move, NextStarter, Options, RollCounter, across};
use engine::games::{Need, Reason, Refused, Rules};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{act, legal, settle, start};

/// Everything that a client could send and that is well-formed.
fn all_moves() -> impl Iterator<Item = Move> {
    let steps = (1..=24).flat_map(|from| (1..=6).map(move |die| Move::Step { from, die }));
    [Move::Roll, Move::Undo, Move::Done].into_iter().chain(steps)
}

/// Listed is accepted, and the reverse; nobody acts out of turn.
fn check_legal(game: &Game) {
    let listed = legal(game);
    assert_eq!(game.turn().is_empty(), listed.is_empty());
    assert_eq!(game.turn().is_empty(), game.need().is_some() || game.outcome().is_some());
    for seat in 0..2 {
        let in_turn = game.turn() == [seat];
        for mv in all_moves() {
            let decided = game.decide(seat, &mv);
            assert_eq!(decided.is_ok(), in_turn && listed.contains(&mv), "{mv:?} in {game:?}");
            assert_eq!(decided == Err(Refused::NotYourTurn), !in_turn);
        }
    }
    let distinct = |i: usize| !listed[..i].contains(&listed[i]);
    assert!((0..listed.len()).all(distinct), "{listed:?}");
}

/// Fifteen checkers a side, never both on one point.
fn check_board(game: &Game) {
    let [one, other] = game.view().points;
    assert_eq!(one.iter().sum::<u8>(), 15);
    assert_eq!(other.iter().sum::<u8>(), 15);
    for point in 1..=24 {
        assert!(one[usize::from(point)] == 0 || other[usize::from(across(point))] == 0);
    }
}

#[derive(Default)]
struct Tally {
    games: u32,
    rolls: u32,
    dead: u32,
    doubles_won: u32,
}

/// Plays a match at random, taking steps back now and then; `check` looks at every state.
fn play_match(options: &Options, rng: &mut StdRng, tally: &mut Tally, check: impl Fn(&Game)) -> Game {
    let mut game = Game::new(options, &start(None));
    let mut earlier: Vec<Game> = Vec::new();
    let mut pips = 720;
    while game.outcome().is_none() {
        check(&game);
        let events = if let Some(need) = game.need() {
            pips = if need == Need::RollOff { 720 } else { pips };
            let mut seed = [0; 32];
            rng.fill(&mut seed);
            let drawn = game.draw(&mut Stream::new(Hash(seed)));
            assert_eq!(drawn.event, None);
            game.take(need, &drawn.values);
            tally.rolls += u32::from(need == Need::Roll);
            earlier.clear();
            settle(&mut game)
        } else {
            let choices = legal(&game);
            let mut mv = choices[rng.random_range(0..choices.len())];
            if mv == Move::Undo && rng.random_bool(0.5) {
                mv = choices[0];
            }
            let before = game.clone();
            let events = act(&mut game, mv).unwrap();
            match mv {
                Move::Step { .. } => earlier.push(before),
                Move::Undo => assert_eq!(Some(&game), earlier.pop().as_ref(), "undo restores the state"),
                Move::Roll | Move::Done => {}
            }
            events
        };
        for event in events {
            match event {
                Event::GameEnded { winner, points } => {
                    assert!(winner.is_some());
                    tally.games += 1;
                    tally.doubles_won += u32::from(points == 2);
                    pips = 720;
                }
                Event::DeadRoll { .. } => tally.dead += 1,
                Event::Stepped { .. } | Event::Done => panic!("{event:?} does not happen by itself"),
            }
        }
        // the pips go down except by an undo, so 720 steps are the longest game
        if earlier.is_empty() && game.outcome().is_none() {
            let now = game.pips(0) + game.pips(1);
            assert!(now <= pips);
            pips = now;
        }
    }
    check(&game);
    game
}

#[test]
fn every_state() {
    let mut rng = StdRng::seed_from_u64(128);
    for round in 0..9 {
        let options = Options {
            match_points: 1 + round % 3,
            next_starter: [NextStarter::RollOff, NextStarter::Winner, NextStarter::Alternate]
                [round as usize / 3 % 3],
            cascade_from: [Some(1), Some(4), None][round as usize % 3],
            ..Options::default()
        };
        let game = play_match(&options, &mut rng, &mut Tally::default(), |game| {
            check_legal(game);
            check_board(game);
        });
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Completed);
        let winner = outcome.winners[0];
        assert!(outcome.points[winner] >= options.match_points);
        assert!(outcome.points[1 - winner] < options.match_points);
        assert_eq!(game.pips(winner), 0);
        assert_eq!(game.follow(), None);
    }
}

/// Random play gives about the figures of B.5: 53.7 rolls a game (52.5 combined), 0.8 % dead, 62.5 % for two points.
#[test]
fn figures_of_random_play() {
    for (counter, rolls) in [(RollCounter::PerPlayer, 53.7), (RollCounter::Combined, 52.5)] {
        let mut rng = StdRng::seed_from_u64(5);
        let mut tally = Tally::default();
        let options = Options { roll_counter: counter, ..Options::default() };
        for _ in 0..300 {
            play_match(&options, &mut rng, &mut tally, |_| {});
        }
        let games = f64::from(tally.games);
        let mean = f64::from(tally.rolls) / games;
        assert!((mean - rolls).abs() < 2.0, "{mean} rolls a game");
        let dead = f64::from(tally.dead) / f64::from(tally.rolls);
        assert!((0.003..0.015).contains(&dead), "{dead} of the rolls dead");
        let two = f64::from(tally.doubles_won) / games;
        assert!((0.53..0.72).contains(&two), "{two} of the games for two points");
    }
}

/// A roll-off ends with the first pair that differs.
#[test]
fn roll_off_draws() {
    let mut again = 0;
    for i in 0..200 {
        let game = Game::new(&Options::default(), &start(None));
        let values = game.draw(&mut Stream::new(Hash([i; 32]))).values;
        assert_eq!(values, game.draw(&mut Stream::new(Hash([i; 32]))).values);
        let (tries, last) = values.split_at(values.len() - 2);
        assert!(last[0] != last[1] && tries.chunks(2).all(|pair| pair[0] == pair[1]));
        again += usize::from(!tries.is_empty());
        let mut game = game;
        game.take(Need::RollOff, &values);
        assert_eq!(game.turn(), [usize::from(last[1] > last[0])]);
        assert_eq!(game.first(), Some(game.turn()[0]));
    }
    assert!(again > 10, "{again} roll-offs with equal dice");
}
