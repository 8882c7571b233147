//! Resigning, claims, confirmation by time, and matches that nobody ends.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::games::Reason;
use crate::table::{Command, Event, Refusal, Status, UNFINISHED_AFTER_MS, What};

fn mountain(seats: usize, more: &Value) -> Room {
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let mut setup =
        json!({"game": game, "seats": seats, "starts": "creator", "medium": "table", "claim_after_s": 10});
    setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Room::started(&setup)
}

fn report(room: &mut Room, seat: usize) {
    for _ in 0..2 {
        room.act(seat, json!({"type": "report", "hole": 0})).unwrap();
    }
}

fn claim(room: &mut Room, n: usize) -> Result<Vec<Event>, Refusal> {
    room.run(n, &Command::Claim)
}

fn too_early<T>(got: Result<T, Refusal>) -> bool {
    matches!(got, Err(Refusal::TooEarly(_)))
}

#[test]
fn two_seats_end_with_one() {
    let mut room = mountain(2, &json!({}));
    room.run(1, &Command::Resign).unwrap();
    let result = room.view().result.unwrap();
    assert_eq!((result.winners, result.reason, result.points), (vec![0], Reason::Resigned, vec![1, 0]));
}

#[test]
fn of_four_the_last_one_wins() {
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let mut room = mountain(4, &json!({"clock": clock}));
    assert_eq!(room.run(0, &Command::Resign).unwrap(), [Event::Resigned, Event::Out { seat: 0 }]);
    assert_eq!(room.view().turn, [1], "its turn ended");
    assert!(room.view().seats[0].as_ref().unwrap().out);
    assert!(matches!(room.run(0, &Command::Resign), Err(Refusal::NotAllowed(_))));
    assert!(matches!(claim(&mut room, 0), Err(Refusal::NotAllowed(_))), "who is out cannot claim");
    assert!(matches!(room.offer(0, What::Takeback), Err(Refusal::NotAllowed(_))));
    let events = room.wait(60_000);
    assert_eq!(events, [Event::Flagged { seat: 1 }, Event::Out { seat: 1 }]);
    assert_eq!(room.view().turn, [2]);
    room.away(2);
    room.wait(10_000);
    let events = claim(&mut room, 3).unwrap();
    assert!(
        matches!(events[..], [Event::Claimed, Event::Out { seat: 2 }, Event::Ended { .. }]),
        "{events:?}"
    );
    let result = room.view().result.unwrap();
    assert_eq!(
        (result.winners, result.reason, result.points),
        (vec![3], Reason::Abandoned, vec![0, 0, 0, 1])
    );
}

#[test]
fn a_claim_puts_out_everyone_for_whom_it_holds() {
    let mut room = mountain(4, &json!({"confirm_after_s": 0}));
    report(&mut room, 0);
    room.wait(9999);
    assert!(too_early(claim(&mut room, 0)));
    room.wait(1);
    let events = claim(&mut room, 0).unwrap();
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Out { .. })).count(), 3);
    assert_eq!(room.view().result.unwrap().winners, [0]);
}

#[test]
fn who_is_gone_in_his_turn_can_be_claimed_against() {
    let mut room = mountain(2, &json!({}));
    room.away(1);
    room.wait(20_000);
    assert!(too_early(claim(&mut room, 0)), "it is not his turn");
    report(&mut room, 0);
    room.act(1, mv("confirm")).unwrap();
    room.wait(9999);
    assert!(too_early(claim(&mut room, 0)), "counted from when his turn began");
    room.table.set_online(1, true, room.time());
    room.wait(1);
    assert!(too_early(claim(&mut room, 0)), "he came back");
    room.away(1);
    room.wait(10_000);
    assert!(too_early(claim(&mut room, 1)), "there is nothing against the other one");
    claim(&mut room, 0).unwrap();
    assert_eq!(room.view().result.unwrap().reason, Reason::Abandoned);

    let mut room = mountain(2, &json!({"claim_after_s": null}));
    room.away(0);
    room.wait(1_000_000);
    assert!(too_early(claim(&mut room, 1)), "claims are off");
}

#[test]
fn a_link_is_owed_in_strict_fairness_alone() {
    for (fairness, holds) in [("strict", true), ("open", false)] {
        let setup = json!({"game": {"kind": "gul_bara"}, "starts": "creator", "fairness": fairness,
            "claim_after_s": 10, "draw_wait_ms": 30_000});
        let mut room = Room::started(&setup);
        room.act(0, mv("roll")).unwrap();
        room.link(0, 1).unwrap();
        room.now += 39_999;
        assert!(too_early(claim(&mut room, 0)), "{fairness}: counted from when the wait is over");
        room.now += 1;
        assert_eq!(claim(&mut room, 0).is_ok(), holds, "{fairness}");
    }
}

#[test]
fn time_confirms() {
    let mut room = mountain(2, &json!({"confirm_after_s": 5}));
    report(&mut room, 0);
    assert_eq!(room.view().turn, [1]);
    assert!(room.wait(4999).is_empty());
    let events = room.wait(1);
    assert!(matches!(events[..], [Event::Confirmed, Event::Game(_)]), "{events:?}");
    assert_eq!(room.log.iter().rev().nth(1).unwrap().entry.by, None);
    assert_eq!(room.view().turn, [1]);

    let mut room = mountain(2, &json!({"confirm_after_s": 0}));
    report(&mut room, 0);
    assert!(room.wait(3_600_000).is_empty(), "only by hand");
    claim(&mut room, 0).unwrap();
    assert_eq!(room.view().result.unwrap().winners, [0], "an answer was owed");
}

#[test]
fn three_disputes_end_it_unfinished() {
    let game = json!({"kind": "crokidarts"});
    let mut room = Room::started(&json!({"game": game, "starts": "creator", "medium": "table"}));
    for dispute in 0..3 {
        assert!(too_early(claim(&mut room, 1)), "after {dispute} disputes");
        for _ in 0..5 {
            room.act(0, json!({"type": "report", "twenties": 0, "board": []})).unwrap();
        }
        room.act(1, mv("dispute")).unwrap();
    }
    claim(&mut room, 0).unwrap();
    let result = room.view().result.unwrap();
    assert_eq!((result.winners, result.reason, result.points), (vec![], Reason::Unfinished, vec![0, 0]));
}

#[test]
fn disputes_count_for_their_turn_alone() {
    let mut room = mountain(3, &json!({}));
    for _ in 0..2 {
        report(&mut room, 0);
        room.act(1, mv("dispute")).unwrap();
    }
    room.run(0, &Command::Resign).unwrap();
    report(&mut room, 1);
    // caught: the turn of a seat that left handed its disputes on
    room.act(2, mv("dispute")).unwrap();
    assert!(too_early(claim(&mut room, 2)));

    let mut room = mountain(2, &json!({}));
    for _ in 0..2 {
        report(&mut room, 0);
        room.act(1, mv("dispute")).unwrap();
    }
    room.act(0, json!({"type": "report", "hole": 0})).unwrap();
    room.offer(0, What::Takeback).unwrap();
    // caught: a takeback counted the disputes before it twice
    room.answer(1, What::Takeback, true).unwrap();
    report(&mut room, 0);
    room.act(1, mv("dispute")).unwrap();
    assert!(too_early(claim(&mut room, 1)));
}

#[test]
fn a_match_that_everybody_left_ends_after_a_week() {
    let setup = json!({"game": {"kind": "gul_bara", "match_points": 5}, "starts": "creator"});
    let mut room = Room::started(&setup);
    room.away(0);
    room.wait(1000);
    assert_eq!(room.table.next_deadline(), None);
    room.away(1);
    room.wait(UNFINISHED_AFTER_MS - 1);
    assert_eq!(room.table.status(), Status::Playing);
    room.wait(1);
    let result = room.view().result.unwrap();
    assert_eq!((result.winners, result.reason, result.points), (vec![], Reason::Unfinished, vec![0, 0]));
}
