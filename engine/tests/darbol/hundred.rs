//! Hundred's rulings, with the worked examples of C.3, the handicap and the exact odds.

use engine::games::darbol::handicap::{Average, handicaps};
use engine::games::darbol::hundred::attempt;
use engine::games::darbol::{Move, Phase, TurnEnd};
use engine::games::{Handicap, Medium, Need, Reason, Rules, Start};
use serde_json::json;

use crate::host::{Match, options, start};

/// What a lone player's turn brings, and after how many of the tosses it is over.
#[track_caller]
fn turn(dice: [u8; 2], holes: &[u8], points: u32) {
    let mut it = Match::reported("hundred", 1, json!({}));
    it.roll(0, dice, holes);
    assert_eq!(it.turns(), 1);
    assert_eq!(it.last_end(), Some((0, TurnEnd::Points { score: points, points })));
    assert_eq!(it.player(0), json!({ "score": points, "turns": 1, "extra_turns": 0 }));
}

#[test]
fn worked_examples() {
    turn([3, 6], &[3, 6], 9);
    turn([3, 6], &[6, 3], 9); // C32
    turn([3, 6], &[3, 0], 0);
    turn([3, 6], &[3, 3], 0); // C33
    turn([3, 6], &[4], 0); // C34: the second toss is not made
    turn([5, 5], &[5, 5], 10); // C31
    turn([5, 5], &[5, 0], 0);
    turn([8, 8], &[8, 8], 16);
}

/// A lone player with this many points, of turns of at most 16.
fn at(score: u32) -> Match {
    let given = Some(vec![Handicap { points: score, extra_turns: 0 }]);
    Match::new(&options("hundred", json!({})), &Start { handicap: given, ..start(1, Medium::Virtual) })
}

#[test]
fn the_goal_is_judged_when_the_turn_is_complete() {
    let mut exact = at(92);
    exact.roll(0, [4, 4], &[4]);
    assert_eq!((exact.game.outcome(), exact.score(0)), (None, 92)); // C35
    exact.make(0, &[4]);
    exact.won_by(0);
    assert_eq!(exact.score(0), 100);

    let mut over = at(99);
    over.roll(0, [8, 8], &[8]);
    assert_eq!(over.game.outcome(), None); // 107 with a failure to come is 99
    over.make(0, &[8]);
    over.won_by(0);
    assert_eq!(over.score(0), 115); // C36
    let view = over.view();
    assert_eq!((view.phase, view.dice, view.left), (Phase::Over, Some([8, 8]), vec![]));
}

#[test]
fn a_turn_begins_with_its_dice() {
    let mut it = Match::new(&options("hundred", json!({})), &start(2, Medium::Virtual));
    assert_eq!((it.view().phase, it.view().dice, it.view().left), (Phase::Rolling, None, vec![]));
    it.refuses(0, Move::Toss(crate::host::aim()), "roll");
    it.act(0, Move::Roll).unwrap();
    assert_eq!(it.game.need(), Some(Need::Roll));
    let values = it.game.draw(&mut crate::host::stream(1)).values;
    assert!(values.len() == 2 && values.iter().all(|die| (1..=8).contains(die)));
    it.take(Need::Roll, &[3, 6]);
    assert_eq!((it.view().phase, it.view().dice, it.view().left), (Phase::Tossing, Some([3, 6]), vec![3, 6]));
    it.refuses(0, Move::Roll, "rolled");
    it.make(0, &[6]);
    assert_eq!((it.view().toss, it.view().left), (2, vec![3]));
    it.make(0, &[3]);
    assert_eq!((it.game.turn(), it.view().phase, it.view().dice), (vec![1], Phase::Rolling, None));
}

fn record(turns: u64, excess: u64, games: u64) -> Option<Average> {
    Some(Average { turns, excess, games })
}

#[test]
fn a_record_is_kept_in_sums() {
    let mut average = Average::default();
    average.add(12, 3);
    average.add(15, 0);
    assert_eq!(Some(average), record(27, 3, 2));
}

#[test]
fn the_handicap_compares_with_the_strongest() {
    let given = |points, extra_turns| Handicap { points, extra_turns };
    // C37 to C40, more than two: seat 2 is the strongest, seat 3 has no record (C41)
    let records = [record(181, 22, 10), record(140, 20, 10), record(140, 30, 10), None];
    assert_eq!(handicaps(&records), [given(1, 4), given(1, 0), given(0, 0), given(0, 0)]);
    // level with the strongest: nothing
    assert_eq!(handicaps(&[record(28, 6, 2), record(14, 3, 1)]), [given(0, 0); 2]);
    assert_eq!(handicaps(&[None, record(14, 3, 1)]), [given(0, 0); 2]);
    assert_eq!(handicaps(&[record(0, 0, 0), record(14, 3, 1)]), [given(0, 0); 2]);
    assert_eq!(handicaps(&[None; 3]), [given(0, 0); 3]);
    // halves go up, a hair less goes down; exact where a float would not be
    assert_eq!(handicaps(&[record(29, 0, 2), record(14, 0, 1)])[0], given(0, 1));
    let huge = 3_000_000_000_000_000_001;
    assert_eq!(handicaps(&[record(huge / 2, 0, huge), record(0, 0, 1)])[0], given(0, 0));
    assert_eq!(handicaps(&[record(huge / 2 + 1, 0, huge), record(0, 0, 1)])[0], given(0, 1));
    assert_eq!(handicaps(&[record(u64::MAX, 0, 1), record(0, u64::MAX, u64::MAX)])[0], given(1, u32::MAX));
}

#[test]
fn extra_turns_come_before_the_first_round() {
    let given = Some(vec![
        Handicap::default(),
        Handicap { points: 1, extra_turns: 2 },
        Handicap { points: 0, extra_turns: 1 },
    ]);
    let mut it = Match::new(
        &options("hundred", json!({ "handicap": true })),
        &Start { handicap: given, ..start(3, Medium::Virtual) },
    );
    assert_eq!(it.player(1), json!({ "score": 1, "turns": 0, "extra_turns": 2 }));
    let mut order = Vec::new();
    for _ in 0..6 {
        let seat = it.game.turn()[0];
        order.push((it.view().round, seat));
        it.roll(seat, [1, 2], &[1, 2]);
    }
    assert_eq!(order, [(0, 1), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]); // C39
    assert_eq!(it.player(1), json!({ "score": 10, "turns": 3, "extra_turns": 0 }));
}

#[test]
fn an_extra_turn_may_win_and_is_lost_by_leaving() {
    let given = |points, extra_turns| Handicap { points, extra_turns };
    let handicap = Some(vec![given(0, 0), given(90, 3), given(0, 1)]);
    let begin = Start { handicap, first: None, ..start(3, Medium::Virtual) };
    let mut it = Match::new(&options("hundred", json!({})), &begin);
    assert_eq!((it.view().round, it.game.turn()), (0, vec![]));
    it.put(crate::host::Entry::Began(2));
    // in the order of play, which starts with seat 2
    assert_eq!(it.game.turn(), [2]);
    it.roll(2, [1, 1], &[0]);
    let mut left = it.clone();
    it.roll(1, [5, 5], &[5, 5]);
    it.won_by(1);
    left.put(crate::host::Entry::Left(1));
    assert_eq!((left.view().round, left.game.turn()), (1, vec![2]));
    assert_eq!(left.player(1)["extra_turns"], 0);
}

#[test]
fn extra_turns_do_not_count_for_the_cap() {
    let given = Some(vec![Handicap { points: 0, extra_turns: 30 }]);
    let mut it = Match::new(
        &options("hundred", json!({ "max_rounds": 10 })),
        &Start { handicap: given, ..start(1, Medium::Virtual) },
    );
    for _ in 0..40 {
        assert_eq!(it.game.outcome(), None);
        it.roll(0, [1, 1], &[0]);
    }
    it.drawn_by(Reason::Cap);
    assert_eq!(it.view().round, 10);
}

/// The exact odds if nobody ever misses, by going up through the scores.
#[test]
fn exact_distribution() {
    let mut reached = vec![[0.0; 120]; 60]; // by turns used, by score
    reached[0][0] = 1.0;
    let (mut mean, mut fewest, mut excess) = (0.0, None, [0.0; 16]);
    for turns in 1..60 {
        for score in 0..100 {
            let chance: f64 = reached[turns - 1][score];
            for dice in (1..=8).flat_map(|a| (1..=8).map(move |b| [a, b])) {
                let to = score + attempt(dice, &dice).points(dice) as usize;
                reached[turns][to] += chance / 64.0;
            }
        }
        for (over, &chance) in reached[turns][100..116].iter().enumerate() {
            mean += turns as f64 * chance;
            excess[over] += chance;
            if chance > 0.0 {
                fewest = fewest.or(Some(turns));
            }
        }
    }
    let close = |is: f64, published: f64| assert!((is - published).abs() < 5.1e-5, "{is}, not {published}");
    close(mean, 11.6204);
    close(excess.iter().enumerate().map(|(over, chance)| over as f64 * chance).sum(), 4.5833);
    assert_eq!(fewest, Some(7));
    let published = [
        0.1111, 0.1111, 0.1094, 0.1059, 0.1007, 0.0937, 0.0851, 0.0747, 0.0625, 0.0486, 0.0365, 0.0260,
        0.0174, 0.0104, 0.0052, 0.0017,
    ];
    excess.into_iter().zip(published).for_each(|(is, published)| close(is, published));
}
