//! Double Down's rulings, with the worked examples of C.2.

use std::collections::BTreeSet;

use engine::games::darbol::double_down::{Doubles, Landing, Standing, finishes, judge};
use engine::games::darbol::{Options, TurnEnd};
use engine::games::{Medium, Need, Reason, Rules};
use serde_json::{Value, json};

use crate::host::{Match, options, start};

/// One line of C.2: the score, `in` or not, the tosses, and what they come to.
#[track_caller]
fn turn(doubles: &[u8], set: &Value, score: u32, is_in: bool, holes: &[u8], after: (u32, bool, &str)) {
    let options: Options = options("double_down", set.clone());
    let doubles = Doubles::new(doubles, options.professional);
    let judged = judge(Standing { score, is_in }, holes, &doubles, &options);
    let event = match (judged.won, judged.bust) {
        (true, _) => "won",
        (false, true) => "bust",
        (false, false) => "",
    };
    assert_eq!((judged.standing.score, judged.standing.is_in, event), after);
}

#[test]
fn worked_examples() {
    let none = json!({});
    let plain = |score, is_in, holes: &[u8], after| turn(&[3, 7], &none, score, is_in, holes, after);
    plain(121, false, &[8, 5], (121, false, "")); // C24
    plain(121, false, &[5, 7], (107, true, ""));
    plain(121, false, &[7, 5], (102, true, "")); // C23
    plain(121, false, &[7, 3], (101, true, ""));
    plain(20, true, &[6, 7], (0, true, "won"));
    plain(14, true, &[7], (0, true, "won"));
    plain(6, true, &[6], (6, true, "bust"));
    plain(9, true, &[8], (9, true, "bust")); // C27
    plain(9, true, &[5, 7], (9, true, "bust")); // C25
    plain(10, true, &[4, 3], (0, true, "won"));
    plain(6, true, &[8, 3], (6, true, "bust")); // C26
    turn(&[3, 7], &json!({ "bust_ends_turn": false }), 6, true, &[8, 3], (0, true, "won"));
    turn(&[5, 5], &none, 20, true, &[5, 5], (0, true, "won")); // C22
    turn(&[7, 8], &none, 13, true, &[4, 2], (7, true, "")); // C28

    let professional = json!({ "professional": true });
    let add = |score, is_in, holes: &[u8], after| turn(&[3, 7], &professional, score, is_in, holes, after);
    add(50, true, &[8, 3], (52, true, ""));
    add(121, false, &[8, 0], (121, false, "")); // C24
    add(10, true, &[4, 7], (0, true, "won"));
    add(13, true, &[7, 0], (13, true, "bust"));
    add(1000, true, &[8, 8], (1016, true, "")); // C29
}

#[test]
fn a_turn_that_is_bust_and_goes_on_is_bust_only_if_nothing_counts_after_it() {
    let on = json!({ "bust_ends_turn": false });
    turn(&[3, 7], &on, 20, true, &[8, 0], (12, true, ""));
    turn(&[3, 7], &on, 9, true, &[7, 0], (9, true, "bust"));
    turn(&[3, 7], &on, 9, true, &[7, 5], (4, true, ""));
    turn(&[3, 7], &on, 9, true, &[5, 7], (9, true, "bust"));
}

/// C27: whatever is reported, from whatever score, one point never stands.
#[test]
fn no_turn_leaves_one() {
    for set in [json!({}), json!({ "bust_ends_turn": false }), json!({ "bust_on_dead": true })] {
        let options = options("double_down", set);
        for (a, b) in (1..=8).flat_map(|a| (a..=8).map(move |b| (a, b))) {
            let doubles = Doubles::new(&[a, b], false);
            for score in 2..=40 {
                for holes in (0..=8).flat_map(|x| (0..=8).map(move |y| [x, y])) {
                    let judged = judge(Standing { score, is_in: true }, &holes, &doubles, &options);
                    assert_ne!(judged.standing.score, 1);
                    assert_eq!(judged.won, judged.standing.score == 0);
                }
            }
        }
    }
}

#[test]
fn the_double_holes_are_rolled_once() {
    for (seats, set, dice) in [
        (1, json!({}), 2), // C21: two, however many play
        (2, json!({}), 2),
        (4, json!({}), 2),
        (1, json!({ "doubles_dice": "per_player" }), 1),
        (4, json!({ "doubles_dice": "per_player" }), 4),
    ] {
        let mut it = Match::reported("double_down", seats, set);
        assert_eq!((it.game.need(), it.view().doubles), (Some(Need::Doubles), None));
        it.draw(7);
        assert_eq!(it.view().doubles.map(|doubles| doubles.len()), Some(dice));
        assert_eq!((it.game.need(), it.game.turn()), (None, vec![0]));
    }
}

#[test]
fn equal_double_holes_stand_unless_they_are_rolled_again() {
    let mut kept = Match::double_down(2, &[8, 8], json!({}));
    assert_eq!(kept.view().doubles, Some(vec![8, 8])); // C22: one hole, shown twice
    kept.make(0, &[8, 0]);
    assert_eq!(kept.score(0), 105);

    let mut again = 0;
    for (seats, n) in (1..=4).flat_map(|seats| (0..50).map(move |n| (seats, n))) {
        let set = json!({ "doubles_dice": "per_player", "same_dice": "reroll" });
        let mut it = Match::reported("double_down", seats, set);
        let values = it.game.draw(&mut crate::host::stream(n)).values;
        it.take(Need::Doubles, &values);
        let doubles = it.view().doubles.unwrap();
        // thrown-away tries are told as well, each with two equal dice; the last one stands
        let tries: Vec<_> = values.chunks(seats).collect();
        let differ = |dice: &[u8]| dice.iter().collect::<BTreeSet<_>>().len() == seats;
        assert_eq!(tries.iter().position(|dice| differ(dice)), Some(tries.len() - 1));
        assert_eq!(tries.last(), Some(&&doubles[..]));
        again += tries.len() - 1;
    }
    assert!(again > 50);
}

/// Dead scores by their definition: a search forwards through everything that balls can reach, scores capped.
fn dead_by_search(doubles: &Doubles, top: u32) -> BTreeSet<u32> {
    let mut alive = BTreeSet::new();
    loop {
        let before = alive.len();
        for score in 2..=top {
            let finishes = (1..=8).any(|hole| match doubles.land(score, hole) {
                Landing::Won => true,
                Landing::On(next) => alive.contains(&next),
                Landing::Bust => false,
            });
            if finishes {
                alive.insert(score);
            }
        }
        if alive.len() == before {
            return (2..=top).filter(|score| !alive.contains(score)).collect();
        }
    }
}

#[test]
fn dead_scores_of_any_set() {
    for set in 1..256_u32 {
        let numbers: Vec<u8> = (1..=8).filter(|hole| set >> (hole - 1) & 1 == 1).collect();
        if numbers.len() > 4 {
            continue;
        }
        let plain = Doubles::new(&numbers, false);
        assert_eq!(BTreeSet::from_iter(plain.dead_scores()), dead_by_search(&plain, 121), "{numbers:?}");
        // the search stops at a score from which no short way leads back, so look well below it
        let professional = Doubles::new(&numbers, true);
        let dead: BTreeSet<u32> =
            dead_by_search(&professional, 200).into_iter().filter(|&s| s <= 121).collect();
        assert_eq!(BTreeSet::from_iter(professional.dead_scores()), dead, "{numbers:?}");
        assert_eq!(dead.is_empty(), numbers != [1, 3, 5, 7]);
    }
}

#[test]
fn dead_scores_of_two_numbers_follow_the_rule() {
    for (a, b) in (1..=8_u8).flat_map(|a| (a..=8).map(move |b| (a, b))) {
        let expected: Vec<u32> = match (a, b) {
            (1, 3) => vec![3, 5],
            (1, _) => vec![3],
            _ => (2..u32::from(2 * a)).collect(),
        };
        assert_eq!(Doubles::new(&[a, b], false).dead_scores(), expected, "{a}, {b}");
    }
}

/// A lone player with 25 left of {7, 8}, where 2 to 13 are dead.
fn at_25(set: Value) -> Match {
    let mut it = Match::double_down(1, &[7, 8], set);
    it.make(0, &[8, 8, 8, 8, 8, 8]);
    assert_eq!(it.score(0), 25);
    it
}

#[test]
fn a_dead_score_is_judged_at_the_end_of_a_turn() {
    // landed on in mid-turn it is not told yet, and a bust still leads out of it
    let mut saved = at_25(json!({}));
    saved.make(0, &[7]);
    assert_eq!(saved.player(0), json!({ "score": 11, "in": true, "dead": false }));
    saved.make(0, &[8]);
    assert_eq!(saved.player(0), json!({ "score": 25, "in": true, "dead": false }));
    assert_eq!(
        saved.last_end(),
        Some((0, TurnEnd::Score { score: 25, r#in: true, bust: true, dead: false }))
    );

    // everybody dead is a draw, at once
    let mut lost = at_25(json!({}));
    lost.make(0, &[7, 0]);
    lost.drawn_by(Reason::Dead);
    assert_eq!(lost.player(0), json!({ "score": 11, "in": true, "dead": true }));

    let mut bust = at_25(json!({ "bust_on_dead": true }));
    bust.make(0, &[7]);
    assert_eq!(bust.player(0), json!({ "score": 25, "in": true, "dead": false }));
    assert_eq!(bust.turns(), 4);
}

/// Both players to 25, seat 0 to move.
fn two_at_25(seats: usize) -> Match {
    let mut it = Match::new(&options("double_down", json!({})), &start(seats, Medium::Virtual));
    it.take(Need::Doubles, &[7, 8]);
    for _ in 0..3 {
        (0..seats).for_each(|seat| it.make(seat, &[8, 8]));
    }
    it
}

#[test]
fn one_dead_player_plays_on_and_all_of_them_draw() {
    let mut it = two_at_25(2);
    it.make(0, &[7, 0]);
    assert_eq!(it.player(0), json!({ "score": 11, "in": true, "dead": true }));
    it.make(1, &[0, 0]);
    it.make(0, &[3, 0]); // still a turn, still dead
    assert_eq!(it.player(0), json!({ "score": 8, "in": true, "dead": true }));
    let mut other_wins = it.clone();
    other_wins.make(1, &[4, 5]);
    other_wins.make(0, &[0, 0]);
    other_wins.make(1, &[8]);
    other_wins.won_by(1);
    it.make(1, &[7, 0]);
    it.drawn_by(Reason::Dead);
}

#[test]
fn a_seat_that_left_does_not_count_for_the_draw() {
    let mut it = two_at_25(3);
    it.make(0, &[7, 0]);
    it.make(1, &[7, 0]);
    assert_eq!(it.game.outcome(), None);
    it.put(crate::host::Entry::Left(2));
    it.drawn_by(Reason::Dead);
}

#[test]
fn ways_to_finish() {
    assert_eq!(finishes(14, &[3, 7], false), [vec![7], vec![8, 3]]);
    assert_eq!(finishes(10, &[3, 7], false), [vec![4, 3]]);
    assert_eq!(
        finishes(20, &[3, 7], false),
        [vec![3, 7], vec![6, 7], vec![7, 3]] // 6 is no double, and takes 6 off
    );
    assert_eq!(finishes(5, &[3, 7], false), Vec::<Vec<u8>>::new()); // dead
    assert_eq!(finishes(121, &[3, 7], false), Vec::<Vec<u8>>::new()); // too far
    assert!(finishes(10, &[3, 7], true).contains(&vec![4, 7])); // the 4 adds
    assert_eq!(finishes(2, &[1], false), [vec![1]]);

    // each way wins, and what is no way does not
    for (score, professional) in (2..=40).flat_map(|score| [(score, false), (score, true)]) {
        let options = options("double_down", json!({ "professional": professional }));
        let doubles = Doubles::new(&[2, 5], professional);
        let wins = |holes: &[u8]| judge(Standing { score, is_in: true }, holes, &doubles, &options).won;
        let ways = finishes(score, &[2, 5], professional);
        for a in 1..=8 {
            assert_eq!(ways.contains(&vec![a]), wins(&[a]));
            for b in (1..=8).filter(|_| !wins(&[a])) {
                assert_eq!(ways.contains(&vec![a, b]), wins(&[a, b]), "{score}: {a}, {b}");
            }
        }
    }
}
