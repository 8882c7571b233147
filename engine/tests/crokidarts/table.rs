//! Real boards: what may be reported, and what the other side's word does.

use std::collections::BTreeSet;

use engine::games::crokidarts::{DiscView, Event, Move, Options, Phase, Report};
use engine::games::{Choice, Confirming, Deed, Medium, Outcome, Reason, Refused, Rules};

use crate::bench::{Bench, FLICK, gather};

fn board(twenties: u32, board: &[u8]) -> Move {
    Move::Report(Report::Board { twenties, board: board.to_vec() })
}

fn check_out(hit: bool) -> Move {
    Move::Report(Report::CheckOut { hit })
}

fn short(target: u32) -> Bench {
    Bench::new(&Options { target, legs_to_win: 1, sets_to_win: 1, ..Options::default() }, Medium::Table, 2)
}

/// Everything that one shot can leave, counted out disc by disc: new twenties and the values on the board, sorted.
pub(crate) fn possible(before: &[u8]) -> BTreeSet<(u32, Vec<u8>)> {
    let sorted = |mut values: Vec<u8>| {
        values.sort_unstable();
        values
    };
    let mut all = BTreeSet::from([(0, sorted(before.to_vec()))]);
    if before.is_empty() {
        all.extend([(1, vec![]), (0, vec![15]), (0, vec![10])]);
        return all;
    }
    let mut ends: Vec<(u32, Vec<u8>)> = vec![(0, vec![])];
    for _ in 0..=before.len() {
        ends = ends
            .iter()
            .flat_map(|(sunk, on)| [20, 15, 10, 5, 0].map(|end| (*sunk, on.clone(), end)))
            .filter_map(|(sunk, mut on, end)| match end {
                0 => Some((sunk, on)),
                20 if sunk == 0 => Some((1, on)),
                20 => None,
                ring => {
                    on.push(ring);
                    Some((sunk, on))
                }
            })
            .collect();
    }
    all.extend(ends.into_iter().map(|(sunk, on)| (sunk, sorted(on))));
    all
}

#[test]
fn a_report_is_accepted_exactly_if_one_shot_can_do_it() {
    for before in [&[][..], &[15], &[5], &[15, 10], &[15, 15, 5]] {
        // one more twenty first, so that fewer can be reported
        let mut bench = short(1000);
        bench.act(0, board(1, &[])).expect("a twenty");
        if !before.is_empty() {
            for n in 1..=before.len().saturating_sub(1).max(1) {
                bench.act(0, board(1, &vec![15; n])).expect("one more fifteen");
            }
            bench.act(0, board(1, before)).expect("the wished board");
        }
        assert_eq!(bench.values(), before);

        let possible = possible(before);
        let mut accepted = 0;
        for twenties in 0..=5 {
            for on in boards(before.len() + 2) {
                let end = (u32::wrapping_sub(twenties, 1), on.clone());
                let right = possible.contains(&end);
                accepted += usize::from(right);
                let said = bench.game.decide(0, &board(twenties, &on));
                assert_eq!(said.is_ok(), right, "{before:?} to {twenties} {on:?}: {said:?}");
            }
        }
        assert_eq!(accepted, possible.len());
    }
}

/// All boards of at most so many discs, each value ascending.
fn boards(most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![];
    for fives in 0..=most {
        for tens in 0..=most - fives {
            for fifteens in 0..=most - fives - tens {
                all.push([vec![5; fives], vec![10; tens], vec![15; fifteens]].concat());
            }
        }
    }
    all
}

#[test]
fn a_refusal_says_why() {
    let mut bench = short(400);
    let cases = [
        (board(0, &[5]), "does not reach the 15 ring"),
        (board(2, &[]), "one disc in the hole at most"),
        (board(6, &[]), "one disc in the hole at most"),
        (board(0, &[5; 6]), "too many"),
        (board(0, &[15, 15]), "too many"),
        (board(1, &[15]), "too many"),
        (board(0, &[20]), "no ring"),
        (check_out(true), "no check-out"),
        (Move::Undo, "nothing was reported"),
        (Move::Confirm, "no finished turn"),
        (Move::Dispute, "no finished turn"),
        (Move::Shoot(FLICK), "real boards"),
        (Move::Lift { disc: 1 }, "real boards"),
    ];
    let refuse = |bench: &Bench, mv: &Move, why: &str| match bench.game.decide(0, mv) {
        Err(Refused::Illegal(said)) => assert!(said.contains(why), "{mv:?}: {said}"),
        other => panic!("{mv:?}: {other:?}"),
    };
    for (mv, why) in &cases {
        refuse(&bench, mv, why);
    }
    assert_eq!(bench.game.decide(1, &board(0, &[])), Err(Refused::NotYourTurn));
    bench.act(0, board(1, &[])).expect("a twenty");
    refuse(&bench, &board(0, &[15]), "they stay");

    bench.turn(&[]);
    let mut other = short(50);
    other.reach(&[40, 0]);
    other.act(0, board(0, &[10])).expect("the target");
    refuse(&other, &board(0, &[10]), "check-out");
}

#[test]
fn undo_takes_back_one_report() {
    let mut bench = short(400);
    bench.act(0, board(1, &[])).expect("a twenty");
    let before = bench.game.clone();
    bench.act(0, board(1, &[15])).expect("a fifteen");
    assert_eq!((bench.view().shot, bench.values()), (3, vec![15]));
    assert_eq!(bench.game.legal(), [Choice::Free("report"), Choice::Move(Move::Undo)]);
    bench.act(0, Move::Undo).expect("a report to take back");
    assert_eq!(bench.game, before);
    bench.act(0, Move::Undo).expect("a report to take back");
    assert_eq!(bench.game, short(400).game);
}

/// FL-086: a correction is judged anew from the start of the turn.
#[test]
fn a_corrected_turn_is_judged_from_its_start() {
    let mut bench = short(400);
    bench.reach(&[385, 0]);
    let start = bench.game.clone();

    bench.act(0, board(0, &[15])).expect("the target");
    assert_eq!((bench.view().phase, bench.view().locked[0]), (Phase::Checkout, true));
    bench.act(0, Move::Undo).expect("the slip is mended before the check-out");
    assert_eq!(bench.game, start);

    bench.act(0, board(1, &[])).expect("a bust");
    assert_eq!(bench.view().phase, Phase::Confirming);
    assert_eq!(bench.game.decide(0, &Move::Undo), Err(Refused::NotYourTurn));
    bench.act(1, Move::Dispute).expect("no bust");
    assert_eq!((bench.view(), bench.game.turn()), (start.view(), vec![0]));

    bench.act(0, board(0, &[10])).expect("a ten");
    bench.act(0, board(0, &[10, 5])).expect("the target after all");
    assert_eq!((bench.view().phase, bench.view().locked[0]), (Phase::Checkout, true));
    bench.act(0, check_out(false)).expect("missed");
    let followed = bench.act(1, Move::Confirm).expect("so it was");
    assert_eq!(followed, [Event::TurnEnded { seat: 0, score: 400, bust: false, locked: true }]);
    assert_eq!((bench.view().score, bench.game.turn()), (vec![400, 0], vec![1]));
}

/// FL-072: a leg won by mistake is reopened.
#[test]
fn a_false_check_out_is_disputed() {
    let mut bench = short(400);
    bench.reach(&[400, 0]);
    assert_eq!(
        bench.game.legal(),
        [Choice::Move(check_out(true)), Choice::Move(check_out(false))],
        "a locked player has one check-out"
    );
    for disputes in 0..3 {
        bench.act(0, check_out(true)).expect("a report");
        assert_eq!(bench.game.confirming(), Some(Confirming { reporter: 0, disputes }));
        assert_eq!((bench.game.outcome(), bench.game.follow()), (None, None));
        assert_eq!((bench.game.turn(), bench.view().legs), (vec![1], vec![0, 0]));
        assert_eq!(bench.game.legal(), [Choice::Move(Move::Confirm), Choice::Move(Move::Dispute)]);
        bench.act(1, Move::Dispute).expect("it was none");
        assert_eq!((bench.game.turn(), bench.view().phase), (vec![0], Phase::Checkout));
    }
    bench.act(0, check_out(false)).expect("the truth");
    assert_eq!(bench.game.confirming(), Some(Confirming { reporter: 0, disputes: 3 }));
    bench.act(1, Move::Confirm).expect("so it was");
    assert_eq!((bench.game.turn(), bench.view().score), (vec![1], vec![400, 0]));

    // the next turn has its own disputes, and time may confirm in the other side's place
    bench.turn(&[]);
    bench.act(0, check_out(true)).expect("a report");
    assert_eq!(bench.game.confirming(), Some(Confirming { reporter: 0, disputes: 0 }));
    bench.happen(None, &Deed::Confirmed);
    let outcome = Outcome { winners: vec![0], reason: Reason::Completed, points: vec![1, 0] };
    assert_eq!(bench.game.outcome(), Some(outcome));
    assert_eq!((bench.view().phase, bench.view().legs), (Phase::Over, vec![1, 0]));
}

#[test]
fn while_confirming_the_lock_shows_and_the_score_waits() {
    let mut bench = short(50);
    bench.act(0, board(1, &[])).expect("a twenty");
    bench.act(0, board(1, &[15])).expect("a fifteen");
    bench.act(0, board(1, &[15, 15])).expect("the target");
    let view = bench.view();
    assert_eq!((view.phase, view.locked, view.score), (Phase::Checkout, vec![true, false], vec![0, 0]));
    assert_eq!(bench.game.confirming(), None, "one word for the whole turn");

    bench.act(0, check_out(true)).expect("a hit");
    let view = bench.view();
    assert_eq!((view.phase, view.locked, view.score), (Phase::Confirming, vec![true, false], vec![0, 0]));
    assert_eq!((view.twenties, view.legs, view.sets), (1, vec![0, 0], vec![0, 0]));
    assert_eq!(view.discs, [DiscView::Reported { value: 15 }, DiscView::Reported { value: 15 }]);
    assert_eq!(bench.game.decide(0, &Move::Confirm), Err(Refused::NotYourTurn));
    assert!(matches!(bench.game.decide(1, &board(0, &[])), Err(Refused::Illegal(_))));

    bench.act(1, Move::Confirm).expect("a word");
    let view = bench.view();
    assert_eq!((view.phase, view.score, view.sets), (Phase::Over, vec![50, 0], vec![1, 0]));
}

#[test]
fn alone_nothing_is_to_be_confirmed() {
    let mut bench = Bench::new(&Options { target: 50, ..Options::default() }, Medium::Table, 1);
    for _ in 0..4 {
        bench.act(0, board(0, &[])).expect("a miss");
    }
    let followed = bench.act(0, board(1, &[])).expect("a twenty");
    assert_eq!(followed, [Event::TurnEnded { seat: 0, score: 20, bust: false, locked: false }]);
    assert_eq!(bench.game.legal(), [Choice::Free("report")]);
    bench.turn(&gather(20));
    bench.act(0, board(0, &[15])).expect("too much");
    bench.act(0, board(0, &[10])).expect("the target");
    assert_eq!((bench.view().score, bench.view().locked), (vec![50], vec![true]));
}
