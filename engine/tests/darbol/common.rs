//! What the three games have in common: the order of play, the cap, lot and leaving, malformed moves and options.

use engine::games::darbol::{Event, Move, Options, Phase, TurnEnd};
use engine::games::{BadOption, Choice, Medium, Need, Reason, Refused, Rules, Start};
use engine::physics::Toss;
use serde_json::json;

use crate::host::{Entry, Match, aim, options, start};

const GAMES: [&str; 3] = ["up_the_mountain", "double_down", "hundred"];

#[test]
fn nobody_is_in_turn_until_the_lot_is_drawn() {
    for (game, need) in GAMES.into_iter().zip([None, Some(Need::Doubles), None]) {
        let begin = Start { first: None, ..start(3, Medium::Virtual) };
        let mut it = Match::new(&options(game, json!({})), &begin);
        assert_eq!((it.game.first(), it.game.turn(), it.game.need()), (None, vec![], None));
        assert_eq!((it.view().round, it.view().toss, it.game.legal()), (1, 1, vec![]));
        assert_eq!(it.act(0, Move::Toss(aim())), Err(Refused::NotYourTurn));
        it.put(Entry::Began(2));
        assert_eq!((it.game.first(), it.game.need()), (Some(2), need));
        if need.is_some() {
            it.draw(0);
        }
        assert_eq!(it.game.turn(), [2]); // C6
    }
}

#[test]
fn rounds_go_from_the_first_seat_in_seat_order() {
    let begin = Start { first: Some(1), ..start(3, Medium::Virtual) };
    let mut it = Match::new(&options("up_the_mountain", json!({ "max_rounds": 10 })), &begin);
    for (round, seat) in (1..=10).flat_map(|round| [1, 2, 0].map(|seat| (round, seat))) {
        assert_eq!((it.view().round, it.game.turn(), it.view().phase), (round, vec![seat], Phase::Tossing));
        it.make(seat, &[0, 0]); // C1: two tosses
    }
    it.drawn_by(Reason::Cap); // C5
    assert_eq!((it.view().round, it.view().phase), (10, Phase::Over));
}

#[test]
fn a_toss_is_aimed_then_drawn_then_judged_by_its_hole() {
    let mut it = Match::new(&options("up_the_mountain", json!({})), &start(2, Medium::Virtual));
    assert_eq!(it.game.legal(), [Choice::Free("toss")]);
    it.act(0, Move::Toss(aim())).unwrap();
    assert_eq!((it.game.need(), it.game.turn()), (Some(Need::Toss), vec![]));
    let drawn = it.game.draw(&mut crate::host::stream(3));
    assert!(drawn.values.is_empty() && matches!(drawn.event, Some(Event::Tossed(_))));
    assert_eq!(drawn, it.game.draw(&mut crate::host::stream(3)), "the same stream, the same toss");
    it.take(Need::Toss, &[]);
    // C2: aimed at the 5, through the 1
    it.put(Entry::Did(None, engine::games::Deed::Own(crate::host::ball(1))));
    assert_eq!((it.target(0), it.game.turn(), it.view().toss), (2, vec![0], 2));
}

#[test]
fn who_leaves_is_skipped_and_loses_the_running_turn() {
    let mut it = Match::new(&options("up_the_mountain", json!({})), &start(4, Medium::Virtual));
    it.make(0, &[1]);
    it.put(Entry::Left(2)); // not in turn: nothing else changes
    assert_eq!((it.game.turn(), it.view().toss), (vec![0], 2));
    it.act(0, Move::Toss(aim())).unwrap();
    it.put(Entry::Left(0)); // its ball is not drawn any more
    assert_eq!((it.game.need(), it.game.turn(), it.target(0)), (None, vec![1], 1));
    it.make(1, &[1, 2]);
    it.make(3, &[0, 0]);
    assert_eq!((it.game.turn(), it.view().round), (vec![1], 2)); // the first seat is gone, the rounds go on
    it.put(Entry::Left(1));
    assert_eq!((it.game.turn(), it.game.outcome()), (vec![3], None)); // the table tells that seat 3 has won
}

#[test]
fn the_cap_does_not_wait_for_who_has_left() {
    let mut it = Match::new(&options("hundred", json!({ "max_rounds": 10 })), &start(3, Medium::Virtual));
    for seat in (0..10).flat_map(|_| 0..3).take(29) {
        it.roll(seat, [1, 1], &[0]);
    }
    it.put(Entry::Left(2));
    it.drawn_by(Reason::Cap);
}

#[test]
fn the_lot_may_fall_on_who_has_left() {
    let begin = Start { first: None, ..start(3, Medium::Virtual) };
    let mut it = Match::new(&options("up_the_mountain", json!({})), &begin);
    it.put(Entry::Left(1));
    it.put(Entry::Began(1));
    assert_eq!((it.game.turn(), it.view().round), (vec![2], 1));
}

#[test]
fn points_of_a_match_that_is_given_up() {
    let it = Match::new(&options("hundred", json!({})), &start(2, Medium::Virtual));
    assert_eq!((it.game.concede(1, 0), it.game.standing()), (vec![0, 1], vec![0, 0]));
}

#[test]
fn options_have_defaults_and_ranges() {
    let all: Options = options("hundred", json!({}));
    assert_eq!(all.check(), Ok(()));
    assert_eq!(
        serde_json::to_value(&all).unwrap(),
        json!({ "game": "hundred", "up_resets": false, "down_sets": false, "professional": false,
            "bust_ends_turn": true, "bust_on_dead": false, "doubles_dice": "two", "same_dice": "keep",
            "handicap": false, "max_rounds": 200, "hand": "average" }),
    );
    for (rounds, fits) in [(9, false), (10, true), (1000, true), (1001, false)] {
        let checked = options("hundred", json!({ "max_rounds": rounds })).check();
        match checked {
            Ok(()) => assert!(fits),
            Err(BadOption { field, message }) => {
                assert!(!fits && field == "max_rounds" && message.contains("10 to 1000"));
            }
        }
    }
    // another game's option is allowed and does nothing
    assert_eq!(options("hundred", json!({ "professional": true })).check(), Ok(()));
}

#[test]
fn malformed_moves_are_none_in_any_position() {
    let options = options("up_the_mountain", json!({}));
    let toss = |y, z, pace| options.check_move(&Move::Toss(Toss { y, z, pace }));
    assert_eq!(toss(-200_000, 0, 108), Ok(()));
    assert_eq!(toss(200_000, 1_750_000, 160), Ok(()));
    for (bad, field) in [
        (toss(200_001, 0, 112), "y"),
        (toss(i32::MIN, 0, 112), "y"),
        (toss(0, -1, 112), "z"),
        (toss(0, 1_750_001, 112), "z"),
        (toss(0, 0, 107), "pace"),
        (toss(0, 0, 161), "pace"),
    ] {
        assert!(bad.unwrap_err().starts_with(field));
    }
    for hole in 0..=8 {
        assert_eq!(options.check_move(&Move::Report { hole }), Ok(()));
    }
    assert!(options.check_move(&Move::Report { hole: 9 }).unwrap_err().contains("no hole 9")); // FL-065
    for mv in [Move::Roll, Move::Undo, Move::Confirm, Move::Dispute] {
        assert_eq!(options.check_move(&mv), Ok(()));
    }
}

#[test]
fn a_move_of_the_other_medium_or_game_is_refused_with_its_reason() {
    let mut simulated = Match::new(&options("up_the_mountain", json!({})), &start(2, Medium::Virtual));
    for mv in [Move::Report { hole: 3 }, Move::Undo, Move::Confirm, Move::Dispute] {
        simulated.refuses(0, mv, "simulates");
    }
    simulated.refuses(0, Move::Roll, "without dice");
    let mut reported = Match::double_down(2, &[3, 7], json!({}));
    reported.refuses(0, Move::Toss(aim()), "real boards");
    reported.refuses(0, Move::Roll, "at the start");
    reported.refuses(0, Move::Report { hole: 9 }, "no hole 9");
    assert_eq!(reported.act(1, Move::Report { hole: 3 }), Err(Refused::NotYourTurn));
}

#[test]
fn events_survive_the_wire() {
    let score = TurnEnd::Score { score: 86, r#in: true, bust: false, dead: true };
    for (end, spelled) in [
        (
            score,
            json!({ "type": "turn_ended", "seat": 1, "score": 86, "in": true, "bust": false, "dead": true }),
        ),
        (
            TurnEnd::Points { score: 54, points: 9 },
            json!({ "type": "turn_ended", "seat": 1, "score": 54, "points": 9 }),
        ),
        (TurnEnd::Target { target: 4 }, json!({ "type": "turn_ended", "seat": 1, "target": 4 })),
    ] {
        let event = Event::TurnEnded { seat: 1, end };
        assert_eq!(serde_json::to_value(&event).unwrap(), spelled);
        assert_eq!(serde_json::from_value::<Event>(spelled).unwrap(), event);
    }
}
