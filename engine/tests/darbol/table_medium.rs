//! Report, undo, confirm and dispute: a turn on a real board counts when the other side has accepted it.

use engine::games::darbol::{Move, Phase};
use engine::games::{Choice, Confirming, Deed, Refused, Rules};
use serde_json::json;

use crate::host::{Entry, Match};

/// Seat 0 has a finished turn to be confirmed by `others`.
#[track_caller]
fn waits(it: &Match, others: &[usize], disputes: u32) {
    assert_eq!((it.view().phase, it.game.turn()), (Phase::Confirming, others.to_vec()));
    assert_eq!(it.game.confirming(), Some(Confirming { reporter: 0, disputes }));
    assert_eq!(it.game.legal(), [Choice::Move(Move::Confirm), Choice::Move(Move::Dispute)]);
    assert_eq!(it.game.outcome(), None);
}

#[test]
fn mountain_reports_count_at_once_and_are_final_when_confirmed() {
    let mut it = Match::reported("up_the_mountain", 2, json!({}));
    it.refuses(0, Move::Undo, "nothing is reported");
    it.refuses(0, Move::Confirm, "no finished turn");
    it.refuses(0, Move::Dispute, "no finished turn");
    it.make(0, &[1]);
    assert_eq!((it.target(0), it.view().toss, it.game.confirming()), (2, 2, None));
    it.act(0, Move::Undo).unwrap();
    assert_eq!((it.target(0), it.view().toss), (1, 1));
    it.make(0, &[1, 2]);
    waits(&it, &[1], 0);
    assert_eq!((it.target(0), it.turns()), (3, 0));
    // the reporter has said all there is to say
    for mv in [Move::Undo, Move::Confirm, Move::Report { hole: 3 }] {
        assert_eq!(it.act(0, mv), Err(Refused::NotYourTurn));
    }
    it.refuses(1, Move::Undo, "confirm or dispute");
    it.refuses(1, Move::Report { hole: 1 }, "confirmed or disputed first");
    it.act(1, Move::Confirm).unwrap();
    assert_eq!((it.turns(), it.game.turn(), it.target(0)), (1, vec![1], 3));
    assert_eq!(it.game.confirming(), None);
    assert!(it.game.legal().contains(&Choice::Move(Move::Report { hole: 0 })));
    assert!(!it.game.legal().contains(&Choice::Move(Move::Undo)), "another's turn is not taken back");
}

/// FL-072: a win that was entered by mistake is put right before it counts.
#[test]
fn a_win_is_final_only_when_confirmed() {
    let mut it = Match::reported("up_the_mountain", 2, json!({}));
    for turn in 0..3 {
        it.make(0, &[2 * turn + 1, 2 * turn + 2]);
        it.act(1, Move::Confirm).unwrap();
        it.make(1, &[0, 0]);
        it.act(0, Move::Confirm).unwrap();
    }
    it.make(0, &[7]);
    let before_the_slip = it.game.clone();
    it.make(0, &[8]);
    waits(&it, &[1], 0);
    assert_eq!(it.target(0), 8);
    it.act(1, Move::Dispute).unwrap();
    assert_eq!((it.target(0), it.view().toss, it.game.turn()), (7, 1, vec![0])); // back to the turn's start
    it.make(0, &[7]);
    assert_eq!(it.view(), before_the_slip.view());
    it.make(0, &[0]);
    waits(&it, &[1], 1);
    let mut won = it.clone();
    it.act(1, Move::Confirm).unwrap();
    assert_eq!((it.target(0), it.game.turn(), it.game.outcome()), (8, vec![1], None));
    // both the slip and its correction stay in the log
    assert!(it.log.contains(&Entry::Did(Some(1), Deed::Disputed)));

    won.act(1, Move::Dispute).unwrap();
    won.make(0, &[7, 8]);
    waits(&won, &[1], 2);
    won.put(Entry::Did(None, Deed::Confirmed)); // by time
    won.won_by(0);
}

/// FL-086: every correction is judged anew from the turn's start; one point never stands.
#[test]
fn a_bust_is_corrected_from_the_start_of_the_turn() {
    let mut it = Match::double_down(2, &[1, 8], json!({}));
    for holes in [[8, 8], [8, 8], [8, 8], [8, 7]] {
        it.make(0, &holes);
        it.act(1, Move::Confirm).unwrap();
        it.make(1, &[0, 0]);
        it.act(0, Move::Confirm).unwrap();
    }
    assert_eq!(it.player(0), json!({ "score": 2, "in": true, "dead": false }));
    let starts = it.game.clone();
    let corrections = [
        (&[5][..], 2),
        (&[2], 2), // zero, but not through a double
        (&[1], 0),
        (&[0, 7], 2),
        (&[0, 1], 0),
        (&[0, 0], 2),
    ];
    for (disputes, (holes, score)) in (0..).zip(corrections) {
        it.make(0, holes);
        waits(&it, &[1], disputes);
        assert_eq!(it.score(0), score);
        it.act(1, Move::Dispute).unwrap();
        assert_eq!(it.view(), starts.view());
    }
    // corrected by the reporter himself
    it.make(0, &[0]);
    it.act(0, Move::Undo).unwrap();
    it.make(0, &[5]);
    it.act(1, Move::Confirm).unwrap();
    assert_eq!((it.score(0), it.game.turn()), (2, vec![1]));
}

#[test]
fn double_down_shows_the_score_at_once_and_a_dead_one_when_confirmed() {
    let mut it = Match::double_down(2, &[7, 8], json!({}));
    it.make(0, &[8]);
    assert_eq!(it.player(0), json!({ "score": 105, "in": true, "dead": false }));
    it.act(0, Move::Undo).unwrap();
    assert_eq!(it.player(0), json!({ "score": 121, "in": false, "dead": false }));
    for _ in 0..3 {
        it.make(0, &[8, 8]);
        it.act(1, Move::Confirm).unwrap();
        it.make(1, &[0, 0]);
        it.act(0, Move::Confirm).unwrap();
    }
    it.make(0, &[7, 0]);
    waits(&it, &[1], 0);
    assert_eq!(it.player(0), json!({ "score": 11, "in": true, "dead": false }));
    it.act(1, Move::Confirm).unwrap();
    assert_eq!(it.player(0), json!({ "score": 11, "in": true, "dead": true }));
}

#[test]
fn hundred_shows_its_score_when_confirmed_and_keeps_its_dice() {
    let mut it = Match::reported("hundred", 2, json!({}));
    it.refuses(0, Move::Report { hole: 3 }, "roll");
    it.refuses(0, Move::Undo, "nothing is reported");
    it.roll(0, [3, 6], &[3]);
    assert_eq!(it.view().left, [6]);
    it.act(0, Move::Undo).unwrap();
    assert_eq!((it.view().left, it.view().dice), (vec![3, 6], Some([3, 6])));
    it.refuses(0, Move::Undo, "nothing is reported"); // a roll is never taken back
    it.make(0, &[5]); // missed both: over, though no second toss is made
    waits(&it, &[1], 0);
    it.refuses(1, Move::Roll, "confirmed or disputed first");
    it.act(1, Move::Dispute).unwrap();
    assert_eq!((it.view().phase, it.view().dice), (Phase::Tossing, Some([3, 6]))); // dice stay
    it.make(0, &[6, 3]);
    waits(&it, &[1], 1);
    assert_eq!(it.player(0), json!({ "score": 0, "turns": 0, "extra_turns": 0 }));
    it.act(1, Move::Confirm).unwrap();
    assert_eq!(it.player(0), json!({ "score": 9, "turns": 1, "extra_turns": 0 }));
    assert_eq!((it.view().phase, it.view().dice), (Phase::Rolling, None));
}

#[test]
fn any_one_of_the_others_may_answer() {
    let mut it = Match::reported("up_the_mountain", 4, json!({}));
    it.make(0, &[1, 2]);
    waits(&it, &[1, 2, 3], 0);
    it.put(Entry::Left(2));
    waits(&it, &[1, 3], 0);
    assert_eq!(it.act(2, Move::Confirm), Err(Refused::NotYourTurn));
    it.act(3, Move::Confirm).unwrap();
    assert_eq!((it.game.turn(), it.turns()), (vec![1], 1));
}

#[test]
fn without_anybody_else_nothing_is_confirmed() {
    let mut alone = Match::reported("up_the_mountain", 1, json!({}));
    alone.make(0, &[1, 2]);
    assert_eq!((alone.turns(), alone.target(0), alone.game.turn()), (1, 3, vec![0]));

    let mut left = Match::reported("up_the_mountain", 3, json!({}));
    left.make(0, &[1, 2]);
    left.put(Entry::Left(1));
    waits(&left, &[2], 0);
    left.put(Entry::Left(2));
    assert_eq!((left.turns(), left.target(0)), (1, 3));
}

#[test]
fn a_reporter_who_leaves_takes_the_unconfirmed_turn_along() {
    let mut it = Match::reported("up_the_mountain", 3, json!({}));
    it.make(0, &[1, 2]);
    it.put(Entry::Left(0));
    assert_eq!((it.game.turn(), it.target(0), it.turns()), (vec![1], 1, 0));
    assert_eq!(it.game.confirming(), None);
}
