//! What may be played of a roll, worked out the slow way: write down every way of playing it, keep the best ones.
//!
//! Shares nothing with the engine but the numbering of points. Both are compared on thousands of random positions
//! (a terminal backgammon once told its players that one die could be played when both could).

use std::collections::BTreeSet;

use engine::games::Rules;
use engine::games::gul_bara::{Game, Move, Options};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{act, game_at, legal, roll, steps};

/// A way of playing a roll: `(from, die)` of each step.
type Way = Vec<(u8, u8)>;
type Sides = [[u8; 25]; 2];

fn can_step(sides: &Sides, from: usize, die: usize) -> bool {
    let [own, opp] = sides;
    if own[from] == 0 {
        return false;
    }
    if from > die {
        let to = from - die;
        let theirs = if to > 12 { to - 12 } else { to + 12 };
        return opp[theirs] == 0;
    }
    own[7..].iter().all(|&n| n == 0) && (from == die || own[from + 1..].iter().all(|&n| n == 0))
}

/// Every way of playing some of these dice until no further step is possible, in every order.
fn ways(sides: Sides, dice: &[u8], so_far: &Way, found: &mut BTreeSet<Way>) {
    let mut stuck = true;
    for (i, &die) in dice.iter().enumerate() {
        for from in (1..25).filter(|&from| can_step(&sides, from, usize::from(die))) {
            stuck = false;
            let mut after = sides;
            after[0][from] -= 1;
            after[0][from.saturating_sub(usize::from(die))] += 1;
            let mut rest = dice.to_vec();
            rest.remove(i);
            let way = [so_far.as_slice(), &[(from as u8, die)]].concat();
            if after[0][0] == 15 {
                found.insert(way)
            } else {
                ways(after, &rest, &way, found);
                true
            };
        }
    }
    if stuck {
        found.insert(so_far.clone());
    }
}

/// The ways that the rules leave: those with the most dice (a win needs no more), then the larger die.
fn allowed(sides: Sides, dice: &[u8]) -> BTreeSet<Way> {
    let mut all = BTreeSet::new();
    ways(sides, dice, &vec![], &mut all);
    let size = |way: &Way| {
        let mut left = sides[0];
        for &(from, die) in way {
            left[usize::from(from)] -= 1;
            left[usize::from(from.saturating_sub(die))] += 1;
        }
        if left[0] == 15 { dice.len() } else { way.len() }
    };
    let most = all.iter().map(size).max().unwrap();
    all.retain(|way| size(way) == most);
    if dice.len() == 2 && most == 1 {
        let largest = all.iter().map(|way| way[0].1).max();
        all.retain(|way| Some(way[0].1) == largest);
    }
    all
}

/// The ways that the engine leaves, following its legal steps.
fn offered(game: &Game, so_far: &Way, found: &mut BTreeSet<Way>) {
    let steps = steps(game);
    if steps.is_empty() {
        found.insert(so_far.clone());
    }
    for (from, die) in steps {
        let mut after = game.clone();
        act(&mut after, Move::Step { from, die }).unwrap();
        offered(&after, &[so_far.as_slice(), &[(from, die)]].concat(), found);
    }
}

/// Fifteen checkers a side: mine on few or many points, near home or anywhere, his spread as blocks.
fn random_position(rng: &mut StdRng) -> Sides {
    let mut sides = [[0; 25]; 2];
    let reach = [6, 9, 24][rng.random_range(0..3)];
    let off = if reach == 24 { 0 } else { rng.random_range(0..15) };
    sides[0][0] = off;
    let stacks: Vec<usize> = (0..rng.random_range(1..=6)).map(|_| rng.random_range(1..=reach)).collect();
    for _ in off..15 {
        sides[0][stacks[rng.random_range(0..stacks.len())]] += 1;
    }
    for _ in 0..15 {
        let mine = loop {
            let mine = rng.random_range(1..25);
            if sides[0][mine] == 0 {
                break mine;
            }
        };
        sides[1][if mine > 12 { mine - 12 } else { mine + 12 }] += 1;
    }
    sides
}

/// FL-002: the turns that the engine offers are just those that the rules allow.
#[test]
fn every_full_turn() {
    let mut rng = StdRng::seed_from_u64(2);
    let (mut dead, mut one_die, mut one_order) = (0, 0, 0);
    for round in 0..6000 {
        let sides = random_position(&mut rng);
        let (a, b) = (rng.random_range(1..=6), rng.random_range(1..=6));
        if a == b && round % 4 != 0 {
            continue; // doubles are the slow ones
        }
        let dice = if a == b { vec![a; 4] } else { vec![a, b] };
        let allowed = allowed(sides, &dice);
        let mut game = game_at(Options::default(), sides, [0, 0]);
        let mut offered_ways = BTreeSet::new();
        if roll(&mut game, [a, b]).is_empty() {
            offered(&game, &vec![], &mut offered_ways);
        } else {
            offered_ways.insert(vec![]);
            dead += 1;
        }
        assert_eq!(offered_ways, allowed, "{sides:?} with {dice:?}");
        one_die += usize::from(a != b && allowed.iter().all(|way| way.len() == 1));
        let first_dice: BTreeSet<_> =
            allowed.iter().filter(|way| way.len() == 2).map(|way| way[0].1).collect();
        one_order += usize::from(a != b && first_dice.len() == 1);
    }
    // the rare cases did come up
    assert!(dead > 100 && one_die > 100 && one_order > 100, "{dead} {one_die} {one_order}");
}

/// Steps of one number never disable one another, which is why the engine does not look ahead with equal dice.
#[test]
fn equal_dice_are_equally_long() {
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..300 {
        let (sides, die) = (random_position(&mut rng), rng.random_range(2..=6));
        let mut all = BTreeSet::new();
        ways(sides, &[die; 4], &vec![], &mut all);
        let lengths: BTreeSet<_> = all.iter().map(Vec::len).collect();
        assert_eq!(lengths.len(), 1, "{sides:?} with {die}");
    }
}

/// FL-087: with three checkers or fewer left, whatever blocks them, a roll gives steps or passes the turn.
#[test]
fn endings_never_wait() {
    for [a, b, c] in (0..=6).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c]))).skip(1)
    {
        let mut own = [0; 25];
        own[0] = 12;
        for point in [a, b, c] {
            own[point] += 1;
        }
        // each set of blocks in my home, where the other side has its 13 to 18
        for blocks in (0..64_u32).filter(|blocks| (1..=6).all(|p| own[p] == 0 || blocks >> (p - 1) & 1 == 0))
        {
            let mut opp = [0; 25];
            opp[24] = 15 - blocks.count_ones() as u8;
            for point in (1..=6).filter(|point| blocks >> (point - 1) & 1 == 1) {
                opp[point + 12] = 1;
            }
            for dice in (1..=6).flat_map(|a| (a..=6).map(move |b| [a, b])) {
                never_waits(game_at(Options::default(), [own, opp], [3, 3]), dice);
            }
        }
    }
}

fn never_waits(mut game: Game, dice: [u8; 2]) {
    if !roll(&mut game, dice).is_empty() {
        assert_eq!(game.turn(), [1], "a dead roll passes the turn");
        return;
    }
    while game.turn() == [0] {
        let choices = legal(&game);
        let mv = choices.into_iter().find(|mv| *mv != Move::Undo).expect("something to do");
        act(&mut game, mv).unwrap();
    }
}
