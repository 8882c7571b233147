//! Offers of a draw, a takeback or a rematch.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::games::Reason;
use crate::table::{Command, Event, Refusal, What};

fn place(at: &str) -> Value {
    json!({"type": "place", "at": at})
}

fn dara() -> Room {
    let clock = json!({"initial_s": 60, "increment_s": 0});
    Room::started(&json!({"game": {"kind": "dara"}, "starts": "creator", "clock": clock}))
}

fn not_allowed<T>(got: Result<T, Refusal>) -> bool {
    matches!(got, Err(Refusal::NotAllowed(_)))
}

#[test]
fn a_draw_is_agreed() {
    let mut room = dara();
    let seq = room.table.seq();
    assert_eq!(room.offer(1, What::Draw).unwrap(), [Event::Offered { what: What::Draw }]);
    assert_eq!(room.offer(1, What::Draw).unwrap(), [], "it stands already");
    assert_eq!(room.answer(1, What::Draw, true), Err(Refusal::NoOffer), "one's own");
    assert_eq!(room.answer(0, What::Takeback, true), Err(Refusal::NoOffer));
    let of = |seq| Command::Answer { what: What::Draw, yes: true, seq: Some(seq), tip: None };
    assert_eq!(room.run(0, &of(seq)), Err(Refusal::NoOffer), "another than the one that was seen");
    assert_eq!(room.run(2, &of(seq + 1)), Err(Refusal::NotSeated));
    room.run(0, &of(seq + 1)).unwrap();
    let result = room.view().result.unwrap();
    assert_eq!((result.winners, result.reason, result.points), (vec![], Reason::Agreed, vec![0, 0]));
}

#[test]
fn an_offer_lapses_with_the_next_move() {
    let mut room = dara();
    room.offer(0, What::Draw).unwrap();
    assert_eq!(room.view().offers.len(), 1);
    room.act(0, place("a1")).unwrap();
    assert_eq!(room.view().offers, []);
    assert_eq!(room.answer(1, What::Draw, true), Err(Refusal::NoOffer));
}

#[test]
fn crossing_offers_of_a_draw_agree() {
    let mut room = dara();
    room.offer(0, What::Draw).unwrap();
    let events = room.offer(1, What::Draw).unwrap();
    assert!(matches!(events[..], [Event::Answered { yes: true, .. }, Event::Ended { .. }]), "{events:?}");
}

#[test]
fn three_refusals_are_enough() {
    let mut room = dara();
    for _ in 0..3 {
        room.offer(0, What::Draw).unwrap();
        room.answer(1, What::Draw, false).unwrap();
        assert_eq!(room.view().offers, []);
    }
    assert!(not_allowed(room.offer(0, What::Draw)));
    room.offer(1, What::Draw).unwrap();
    room.answer(0, What::Draw, true).unwrap();
}

#[test]
fn offers_have_their_time_and_game() {
    let mut room = dara();
    assert!(not_allowed(room.offer(0, What::Rematch)), "while it is played");
    assert!(not_allowed(room.offer(0, What::Takeback)), "no turn yet");
    room.run(0, &Command::Resign).unwrap();
    assert_eq!(room.offer(0, What::Draw), Err(Refusal::NotPlaying));
    assert_eq!(room.offer(0, What::Takeback), Err(Refusal::NotPlaying));
    let mut room = Room::started(&json!({"game": {"kind": "gul_bara"}, "starts": "creator"}));
    assert!(not_allowed(room.offer(0, What::Draw)), "for Dara only");
}

#[test]
fn a_takeback_restores_board_and_clocks() {
    let mut room = dara();
    room.act(0, place("a1")).unwrap();
    let before = room.view();
    let to = room.table.seq();
    room.wait(1000);
    room.act(1, place("b1")).unwrap();
    room.wait(2000);
    room.act(0, place("a2")).unwrap();
    room.wait(3000);
    room.offer(1, What::Takeback).unwrap();
    let events = room.answer(0, What::Takeback, true).unwrap();
    assert!(matches!(events[..], [_, Event::TakenBack { to: back }] if back == to), "{events:?}");
    let view = room.view();
    assert_eq!((&view.game, &view.turn, &view.legal), (&before.game, &before.turn, &before.legal));
    let clocks = |view: &crate::table::View| {
        view.seats.iter().map(|s| s.as_ref().unwrap().clock_ms).collect::<Vec<_>>()
    };
    assert_eq!(clocks(&view), clocks(&before));
    room.act(1, place("c1")).unwrap();
    // the turn before goes back to the start, past what was taken back
    room.offer(0, What::Takeback).unwrap();
    room.answer(1, What::Takeback, true).unwrap();
    let Some(crate::games::View::Dara(game)) = room.view().game else { panic!("no game") };
    assert_eq!(game.in_hand, [12, 12]);
    assert!(not_allowed(room.offer(0, What::Takeback)));
}

#[test]
fn crossing_takebacks_stay_two() {
    let mut room = dara();
    room.act(0, place("a1")).unwrap();
    room.act(1, place("b1")).unwrap();
    room.offer(0, What::Takeback).unwrap();
    assert_eq!(room.offer(1, What::Takeback).unwrap(), [Event::Offered { what: What::Takeback }]);
    room.answer(0, What::Takeback, true).unwrap();
    assert_eq!(room.view().turn, [1], "the one that was agreed to");
    assert_eq!(room.view().offers, []);
}

#[test]
fn a_takeback_never_crosses_a_draw() {
    let mut room = Room::started(&json!({"game": {"kind": "gul_bara"}, "starts": "creator"}));
    room.act(0, mv("roll")).unwrap();
    assert!(not_allowed(room.offer(0, What::Takeback)), "while it is due");
    room.link_all();
    assert!(not_allowed(room.offer(0, What::Takeback)));
    room.finish(0);
    assert!(not_allowed(room.offer(0, What::Takeback)), "the turn began with a roll");

    let mut room = Room::playing(&json!({"game": {"kind": "dara"}}));
    let first = room.view().first.unwrap();
    room.act(first, place("a1")).unwrap();
    let silent = room.view().fairness.silent;
    room.offer(first, What::Takeback).unwrap();
    room.answer(1 - first, What::Takeback, true).unwrap();
    let view = room.view();
    assert_eq!(
        (view.turn, view.first),
        (vec![first], Some(first)),
        "the lot was before the turn, and stands"
    );
    assert_eq!((view.fairness.draw, view.fairness.silent), (1, silent));
}

#[test]
fn a_takeback_counts_no_silence_twice() {
    let mut room = Room::started(&json!({"game": {"kind": "dara"}}));
    room.link(0, 1).unwrap();
    room.wait(3000);
    let first = room.view().first.unwrap();
    room.act(first, place("a1")).unwrap();
    room.offer(first, What::Takeback).unwrap();
    room.answer(1 - first, What::Takeback, true).unwrap();
    // caught: the draws before it were taken in once more
    assert_eq!(room.view().fairness.silent, [0, 1]);
}

#[test]
fn a_reported_turn_is_taken_back_whole() {
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let setup = json!({"game": game, "seats": 3, "starts": "creator", "medium": "table"});
    let mut room = Room::started(&setup);
    let before = room.view().game;
    for verdict in ["dispute", "confirm"] {
        for _ in 0..2 {
            room.act(0, json!({"type": "report", "hole": 1})).unwrap();
        }
        room.act(1, mv(verdict)).unwrap();
    }
    room.offer(0, What::Takeback).unwrap();
    room.answer(1, What::Takeback, true).unwrap();
    assert_eq!(room.view().offers[0].yes, [1]);
    assert_eq!(room.answer(1, What::Takeback, true).unwrap(), [], "said already");
    room.answer(2, What::Takeback, true).unwrap();
    assert_eq!((room.view().game, room.view().turn), (before, vec![0]));
}

#[test]
fn each_of_two_offers_can_be_answered() {
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let setup = json!({"game": game, "seats": 3, "starts": "creator", "medium": "table"});
    let mut room = Room::started(&setup);
    for seat in [0, 1] {
        for _ in 0..2 {
            room.act(seat, json!({"type": "report", "hole": 0})).unwrap();
        }
        room.act(2, mv("confirm")).unwrap();
    }
    room.offer(0, What::Takeback).unwrap();
    room.offer(1, What::Takeback).unwrap();
    let second = room.view().offers[1].seq;
    room.answer(2, What::Takeback, true).unwrap();
    // caught: the offer of seat 1 could not be answered while that of seat 0 stood
    let yes = Command::Answer { what: What::Takeback, yes: true, seq: Some(second), tip: None };
    room.run(2, &yes).unwrap();
    room.run(0, &yes).unwrap();
    assert_eq!(room.view().turn, [1]);
}
