//! Sitting down, the start of a match, and the rematch after it.

use serde_json::{Value, json};

use super::room::{Room, player};
use crate::table::{Command, Event, Refusal, Status, What};

const DARA: &str = r#"{"game":{"kind":"dara"},"starts":"creator"}"#;

fn dara(fields: &Value) -> Value {
    let mut setup: Value = serde_json::from_str(DARA).unwrap();
    setup.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    setup
}

fn started(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Started(_)))
}

#[test]
fn starts_with_the_last_seat_and_every_tip() {
    let mut room = Room::new(&dara(&json!({})));
    assert!(!started(&room.sit(0, true).unwrap()));
    assert!(started(&room.sit(1, true).unwrap()));
    let view = room.view();
    assert_eq!((view.status, view.r#match, view.first, view.turn), (Status::Playing, 1, Some(0), vec![0]));
    assert_eq!(view.fairness.tips, [Some(room.tip(0)), Some(room.tip(1))]);
}

#[test]
fn waits_for_a_missing_tip_as_long_as_a_draw_waits() {
    let mut room = Room::new(&dara(&json!({})));
    room.sit(0, false).unwrap();
    room.sit(1, true).unwrap();
    assert!(room.wait(2999).is_empty());
    assert!(started(&room.wait(1)));
    assert_eq!(room.view().fairness.tips, [None, Some(room.tip(1))]);

    let mut room = Room::new(&dara(&json!({})));
    room.sit(0, false).unwrap();
    room.sit(1, true).unwrap();
    room.wait(100);
    let tip = Some(room.tip(0));
    assert!(
        started(&room.run(0, &Command::Entropy { tip: tip.map(Ok) }).unwrap()),
        "the last tip starts it at once"
    );
}

#[test]
fn strict_waits_for_all_tips() {
    let mut room = Room::new(&dara(&json!({"fairness": "strict"})));
    room.sit(0, false).unwrap();
    room.sit(1, true).unwrap();
    assert!(room.wait(1_000_000).is_empty());
    let tip = Some(room.tip(0));
    assert!(started(&room.run(0, &Command::Entropy { tip: tip.map(Ok) }).unwrap()));
}

#[test]
fn a_tip_is_replaced_before_the_start_and_only_given_up_after() {
    let mut room = Room::new(&dara(&json!({})));
    room.sit(0, true).unwrap();
    let tip = Some(room.tip(1));
    assert_eq!(room.run(0, &Command::Entropy { tip: tip.map(Ok) }).unwrap(), [Event::Tip { tip }]);
    assert_eq!(room.run(0, &Command::Entropy { tip: tip.map(Ok) }).unwrap(), []);
    room.sit(1, true).unwrap();
    assert!(matches!(room.run(0, &Command::Entropy { tip: tip.map(Ok) }), Err(Refusal::NotAllowed(_))));
    assert_eq!(room.run(0, &Command::Entropy { tip: None }).unwrap(), [Event::GaveUpDraws]);
    assert_eq!(room.run(0, &Command::Entropy { tip: None }).unwrap(), []);
}

#[test]
fn seats_are_given_and_refused() {
    let mut room = Room::new(&dara(&json!({})));
    let sit = |seat| Command::Sit { seat, tip: None };
    assert_eq!(room.run(0, &sit(Some(2))), Err(Refusal::NoSuchSeat { seat: 2, last: 1 }));
    assert_eq!(room.run(0, &Command::Stand), Err(Refusal::NotSeated));
    assert_eq!(room.run(0, &sit(Some(1))).unwrap(), [Event::Sat { player: player(0), seat: 1 }]);
    assert_eq!(room.run(0, &sit(Some(0))).unwrap(), [], "he has a seat already");
    assert_eq!(room.table.seat_of("p0"), Some(1));
    assert_eq!(room.run(1, &sit(Some(1))), Err(Refusal::SeatTaken));
    assert_eq!(room.run(0, &Command::Stand).unwrap(), [Event::Stood]);
    assert_eq!(room.run(1, &sit(None)).unwrap(), [Event::Sat { player: player(1), seat: 0 }]);
    room.run(0, &sit(None)).unwrap();
    assert_eq!(room.run(2, &sit(Some(0))), Err(Refusal::RoomFull));
    room.wait(3000);
    assert_eq!(room.run(2, &sit(None)), Err(Refusal::RoomFull));
    assert_eq!(room.run(0, &Command::Stand), Err(Refusal::NotWaiting));
}

#[test]
fn the_first_who_sat_counts_as_creator() {
    for (starts, first) in [("creator", Some(1)), ("opponent", Some(0)), ("lot", None)] {
        let mut room = Room::new(&dara(&json!({"starts": starts})));
        let tip = Some(room.tip(0));
        room.run(0, &Command::Sit { seat: Some(1), tip: tip.map(Ok) }).unwrap();
        room.sit(1, true).unwrap();
        let view = room.view();
        assert_eq!(view.first, first, "{starts}");
        assert_eq!(view.fairness.due.is_some(), first.is_none(), "{starts}");
    }
}

#[test]
fn a_lot_is_drawn_before_the_first_turn() {
    let mut room = Room::started(&dara(&json!({"starts": "lot"})));
    let view = room.view();
    assert_eq!((view.first, view.turn, view.legal.len()), (None, vec![], 0));
    assert!(view.game.is_some());
    assert_eq!(view.fairness.due.unwrap().seats, [0, 1]);
    let events = room.link_all();
    let [Event::Linked { .. }, Event::Linked { .. }, Event::Drawn { values, .. }] = &events[..] else {
        panic!("{events:?}");
    };
    let view = room.view();
    assert_eq!(view.first, Some(usize::from(values[0])));
    assert_eq!(view.turn, [usize::from(values[0])]);
    assert_eq!((view.fairness.draw, view.fairness.due), (1, None));
}

#[test]
fn one_seat_has_no_lot_and_nobody_to_ask() {
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let mut room = Room::playing(&json!({"game": game, "seats": 1}));
    assert_eq!((room.view().first, room.view().turn), (Some(0), vec![0]));
    room.run(0, &Command::Resign).unwrap();
    assert_eq!(room.view().result.unwrap().winners, [] as [usize; 0]);
    let tip = Some(room.tip(0));
    assert!(
        started(&room.run(0, &Command::Offer { what: What::Rematch, tip: tip.map(Ok) }).unwrap()),
        "nobody else answers"
    );
}

/// Ends the match by resigning and agrees on another one.
fn rematch(room: &mut Room) -> Vec<Event> {
    room.run(0, &Command::Resign).unwrap();
    let (one, other) = (Some(room.tip(0)), Some(room.tip(1)));
    room.run(0, &Command::Offer { what: What::Rematch, tip: one.map(Ok) }).unwrap();
    assert_eq!(room.view().fairness.next.unwrap().tips, [one, None]);
    room.run(1, &Command::Answer { what: What::Rematch, yes: true, seq: None, tip: other.map(Ok) }).unwrap()
}

#[test]
fn a_rematch_passes_the_start_on() {
    let mut room = Room::started(&dara(&json!({})));
    assert!(started(&rematch(&mut room)));
    let view = room.view();
    assert_eq!((view.r#match, view.first, view.result), (2, Some(1), None));
    rematch(&mut room);
    assert_eq!(room.view().first, Some(0));

    let mut room = Room::playing(&dara(&json!({"starts": "lot"})));
    let first = room.view().first.unwrap();
    rematch(&mut room);
    assert_eq!(room.view().first, Some(1 - first), "the lot is drawn once a room");

    let mut room = Room::playing(&json!({"game": {"kind": "gul_bara"}}));
    rematch(&mut room);
    assert_eq!(room.view().first, None, "Gul Bara rolls off anew");
    let mut room = Room::started(&json!({"game": {"kind": "gul_bara"}, "starts": "creator"}));
    assert_eq!(room.view().fairness.due, None);
    rematch(&mut room);
    assert_eq!(room.view().first, Some(1));
}

#[test]
fn a_rematch_waits_for_tips_too_and_can_be_called_off() {
    let mut room = Room::started(&dara(&json!({})));
    room.run(0, &Command::Resign).unwrap();
    room.offer(0, What::Rematch).unwrap();
    room.answer(1, What::Rematch, true).unwrap();
    assert!(room.wait(2999).is_empty());
    // caught: a no after the yes was taken, and the match started all the same
    room.answer(1, What::Rematch, false).unwrap();
    assert!(room.wait(10_000).is_empty());
    room.offer(1, What::Rematch).unwrap();
    let tip = Some(room.tip(0));
    room.run(0, &Command::Answer { what: What::Rematch, yes: true, seq: None, tip: tip.map(Ok) }).unwrap();
    assert!(room.wait(1000).is_empty());
    let tip = Some(room.tip(1));
    assert!(started(&room.run(1, &Command::Offer { what: What::Rematch, tip: tip.map(Ok) }).unwrap()));
}

#[test]
fn who_sits_down_after_a_match_wants_to_play() {
    let mut room = Room::started(&dara(&json!({})));
    room.run(0, &Command::Resign).unwrap();
    for _ in 0..3 {
        room.offer(1, What::Rematch).unwrap();
        room.answer(0, What::Rematch, false).unwrap();
    }
    assert!(matches!(room.offer(1, What::Rematch), Err(Refusal::NotAllowed(_))));
    room.run(1, &Command::Stand).unwrap();
    // caught: what had been refused to the one before was held against the next
    let events = room.sit(2, true).unwrap();
    assert!(events.contains(&Event::Offered { what: What::Rematch }), "{events:?}");
    let tip = Some(room.tip(0));
    assert!(started(
        &room
            .run(0, &Command::Answer { what: What::Rematch, yes: true, seq: None, tip: tip.map(Ok) })
            .unwrap()
    ));
    assert_eq!(room.table.seat_of("p2"), Some(1));
}

#[test]
fn a_given_position_says_who_begins() {
    let mut points = [[0; 25]; 2];
    (points[0][1], points[0][0], points[1][1], points[1][0]) = (1, 14, 1, 14);
    let game = json!({"kind": "gul_bara", "position": {"points": points, "to_move": 1, "rolls": [3, 3]}});
    let mut room = Room::started(&json!({"game": game, "visibility": "unlisted"}));
    assert_eq!((room.view().first, room.view().turn), (Some(1), vec![1]));
    rematch(&mut room);
    assert_eq!(room.view().first, Some(1));
}
