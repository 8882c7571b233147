//! `gul-bara.json`: counts and ends that an independent model gives, some of them published by an independent engine.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::Rules;
use engine::games::gul_bara::{Event, Game, Move, Options};
use serde::Deserialize;

use crate::support::{Side, act, game_at, roll, side, steps};

#[derive(Deserialize)]
struct Vectors {
    stages: Vec<Stage>,
    cascades: Vec<Cascade>,
    midgame: Vec<Midgame>,
}

#[derive(Deserialize)]
struct Stage {
    name: String,
    own: Side,
    opp: Side,
    dice: Vec<u8>,
    playable: usize,
    ends: Vec<Side>,
}

#[derive(Deserialize)]
struct Cascade {
    name: String,
    own: Side,
    opp: Side,
    double: u8,
    stages: Vec<(u8, usize)>,
    complete: bool,
}

#[derive(Deserialize)]
struct Midgame {
    own: Side,
    opp: Side,
    rolls: BTreeMap<String, (usize, usize)>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../data/gul-bara.json")).unwrap()
}

/// How many dice of a plain roll can be played, and the positions of both sides that it may lead to.
fn ends(mut game: Game, dice: [u8; 2]) -> (usize, BTreeSet<[[u8; 25]; 2]>) {
    let before = game.view().points;
    let all = if dice[0] == dice[1] { 4 } else { 2 };
    if matches!(roll(&mut game, dice)[..], [Event::DeadRoll { .. }]) {
        return (0, BTreeSet::from([before]));
    }
    let (mut ends, mut played, mut depth) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut layer = vec![game];
    while !layer.is_empty() {
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        for game in layer {
            let steps = steps(&game);
            if steps.is_empty() {
                // a win leaves no die that could be played
                played.insert(if game.outcome().is_some() { all } else { depth });
                ends.insert(game.view().points);
            }
            for (from, die) in steps {
                let mut after = game.clone();
                act(&mut after, Move::Step { from, die }).unwrap();
                if seen.insert((after.view().points, after.view().stages)) {
                    next.push(after);
                }
            }
        }
        layer = next;
        depth += 1;
    }
    assert_eq!(played.len(), 1, "every way of playing {dice:?} uses as many dice");
    (played.into_iter().next().unwrap(), ends)
}

/// A game before anybody's first roll: doubles are plain.
fn plain(own: &Side, opp: &Side) -> Game {
    game_at(Options::default(), [side(own), side(opp)], [0, 0])
}

fn all_rolls() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|a| (a..=6).map(move |b| [a, b]))
}

#[test]
fn stages() {
    for stage in vectors().stages {
        let (playable, ends) = ends(plain(&stage.own, &stage.opp), [stage.dice[0], stage.dice[1]]);
        let ends: BTreeSet<_> = ends.into_iter().map(|[own, _]| own).collect();
        assert_eq!(playable, stage.playable, "{}", stage.name);
        assert_eq!(ends, stage.ends.iter().map(side).collect(), "{}", stage.name);
    }
}

#[test]
fn midgame() {
    for position in vectors().midgame {
        assert_eq!(position.rolls.len(), 21);
        for (name, expected) in &position.rolls {
            let dice: Vec<u8> = name.split('-').map(|die| die.parse().unwrap()).collect();
            let (playable, ends) = ends(plain(&position.own, &position.opp), [dice[0], dice[1]]);
            assert_eq!((playable, ends.len()), *expected, "{:?} with {name}", position.own);
        }
    }
}

/// The first position of an independent engine's published counts (NIK), example B0.
#[test]
fn published_counts() {
    let own = Side::from([(24, 9), (18, 1), (16, 1), (6, 2), (3, 2)]);
    // opposing checkers on my 2, 4, 5, 9 and 12
    let opp = Side::from([(14, 2), (16, 2), (17, 1), (21, 1), (24, 9)]);
    let counts =
        [([1, 1], 23), ([2, 1], 12), ([2, 2], 27), ([3, 1], 12), ([3, 2], 16), ([3, 3], 31), ([4, 1], 8)];
    for (dice, count) in counts {
        assert_eq!(ends(plain(&own, &opp), dice).1.len(), count, "{dice:?}");
    }
}

/// Examples B1 and B2: 53 results of the first roll, 2768 of the first roll and the reply.
#[test]
fn first_roll_and_reply() {
    let begin = Side::from([(24, 15)]);
    let (mut firsts, mut replies) = (0, 0);
    for dice in all_rolls() {
        for [own, opp] in ends(plain(&begin, &begin), dice).1 {
            firsts += 1;
            let reply = |dice| ends(game_at(Options::default(), [opp, own], [0, 0]), dice).1.len();
            replies += all_rolls().map(reply).sum::<usize>();
        }
    }
    assert_eq!((firsts, replies), (53, 2768));
}

/// However a cascade is played, each stage takes the steps that the data says.
#[test]
fn cascades() {
    for cascade in vectors().cascades {
        for pick in [0, 1, 2, 7] {
            let points = [side(&cascade.own), side(&cascade.opp)];
            let mut game = game_at(Options::default(), points, [3, 3]);
            roll(&mut game, [cascade.double; 2]);
            let mut played: Vec<_> = cascade.stages.iter().map(|&(die, _)| (die, 0)).collect();
            loop {
                let steps = steps(&game);
                let Some(&(from, die)) = steps.get(pick % steps.len().max(1)) else { break };
                act(&mut game, Move::Step { from, die }).unwrap();
                played.iter_mut().find(|(number, _)| *number == die).unwrap().1 += 1;
            }
            assert_eq!(played, cascade.stages, "{}", cascade.name);
            let full = played.len() == usize::from(7 - cascade.double) && played.iter().all(|&(_, n)| n == 4);
            assert_eq!(full, cascade.complete, "{}", cascade.name);
        }
    }
}
