//! The published vectors, one runner a kind.

use engine::games::darbol::double_down::{Doubles, Landing, START, Standing, judge};
use engine::games::darbol::handicap::{Average, handicaps};
use engine::games::darbol::hundred::attempt;
use engine::games::darbol::mountain::{TOP, climb};
use engine::games::{Handicap, Rules};
use serde::Deserialize;
use serde_json::json;

use crate::host::{Match, options};

#[derive(Deserialize)]
struct Vectors {
    mountain: Vec<Climb>,
    double_down: Vec<Turn>,
    double_down_dead: Vec<Dead>,
    hundred: Vec<Attempt>,
    hundred_handicap: Vec<Pair>,
}

#[derive(Deserialize, Debug)]
struct Climb {
    target: u8,
    toss: u8,
    up_resets: bool,
    down_sets: bool,
    after: u8,
    won: bool,
}

#[derive(Deserialize, Debug)]
struct Turn {
    score: u32,
    is_in: bool,
    doubles: Vec<u8>,
    tosses: Vec<u8>,
    professional: bool,
    bust_ends_turn: bool,
    after: u32,
    after_in: bool,
    event: String,
}

#[derive(Deserialize, Debug)]
struct Dead {
    doubles: Vec<u8>,
    dead: Vec<u32>,
    fewest_tosses: u32,
}

#[derive(Deserialize, Debug)]
struct Attempt {
    dice: [u8; 2],
    tosses: Vec<u8>,
    points: u32,
}

#[derive(Deserialize, Debug)]
struct Pair {
    a: Sums,
    b: Sums,
    weaker: Option<usize>,
    points: u32,
    extra_turns: u32,
}

#[derive(Deserialize, Debug, Clone, Copy)]
struct Sums {
    turns: u64,
    excess: u64,
    games: u64,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../data/darbol.json")).unwrap()
}

#[test]
fn up_the_mountain() {
    for case in vectors().mountain {
        let set = json!({ "up_resets": case.up_resets, "down_sets": case.down_sets });
        assert_eq!(
            climb(case.target, case.toss, &options("up_the_mountain", set.clone())),
            case.after,
            "{case:?}"
        );
        // and in a game: up to the target, a miss to begin a new turn where one is needed, the toss
        let mut it = Match::reported("up_the_mountain", 1, set);
        it.make(0, &(1..case.target).collect::<Vec<_>>());
        if it.view().toss == 2 {
            it.make(0, &[0]);
        }
        it.make(0, &[case.toss]);
        assert_eq!(it.target(0), case.after.min(TOP), "{case:?}");
        assert_eq!(it.game.outcome().is_some(), case.won, "{case:?}");
    }
}

#[test]
fn double_down() {
    for case in vectors().double_down {
        let set = json!({ "professional": case.professional, "bust_ends_turn": case.bust_ends_turn });
        let doubles = Doubles::new(&case.doubles, case.professional);
        let start = Standing { score: case.score, is_in: case.is_in };
        let judged = judge(start, &case.tosses, &doubles, &options("double_down", set));
        assert_eq!(judged.standing, Standing { score: case.after, is_in: case.after_in }, "{case:?}");
        assert_eq!((judged.won, judged.bust), (case.event == "win", case.event == "bust"), "{case:?}");
    }
}

/// The fewest tosses from the start to zero, by breadth-first search over scores.
fn fewest_tosses(doubles: &Doubles) -> u32 {
    let mut reached = vec![START];
    for tosses in 1.. {
        let mut next = Vec::new();
        for &score in &reached {
            for hole in (1..=8).filter(|&hole| tosses > 1 || doubles.has(hole)) {
                match doubles.land(score, hole) {
                    Landing::Won => return tosses,
                    Landing::On(left) => next.push(left),
                    Landing::Bust => {}
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    unreachable!("every game can be finished from its start (C22)")
}

#[test]
fn dead_scores() {
    for case in vectors().double_down_dead {
        let doubles = Doubles::new(&case.doubles, false);
        assert_eq!(doubles.dead_scores(), case.dead, "{case:?}");
        assert_eq!(fewest_tosses(&doubles), case.fewest_tosses, "{case:?}");
    }
}

#[test]
fn hundred() {
    for case in vectors().hundred {
        assert_eq!(attempt(case.dice, &case.tosses).points(case.dice), case.points, "{case:?}");
    }
}

#[test]
fn hundred_handicap() {
    for case in vectors().hundred_handicap {
        let record = |sums: Sums| {
            Some(Average { turns: sums.turns, excess: sums.excess, games: sums.games })
                .filter(|average| average.games > 0)
        };
        let mut expected = [Handicap::default(); 2];
        if let Some(weaker) = case.weaker {
            expected[weaker] = Handicap { points: case.points, extra_turns: case.extra_turns };
        }
        assert_eq!(handicaps(&[record(case.a), record(case.b)]), expected, "{case:?}");
        expected.reverse();
        assert_eq!(handicaps(&[record(case.b), record(case.a)]), expected, "{case:?}, seats changed");
    }
}
