//! Draws: links and who is waited for.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::fairness::Hash;
use crate::games::{Need, Reason};
use crate::table::{Command, Event, Refusal};

fn gul_bara(fairness: &str) -> Value {
    json!({"game": {"kind": "gul_bara"}, "starts": "creator", "fairness": fairness})
}

fn drawn(events: &[Event]) -> Option<&Event> {
    events.iter().find(|event| matches!(event, Event::Drawn { .. }))
}

#[test]
fn links_open_the_draw() {
    let mut room = Room::started(&gul_bara("open"));
    assert_eq!(room.act(0, mv("roll")).unwrap(), [Event::Rolling]);
    let due = room.view().fairness.due.unwrap();
    assert_eq!((due.draw, due.seats, due.until), (1, vec![0, 1], room.time().wall + 3000));
    assert_eq!(room.view().turn, [] as [usize; 0]);
    let link = room.link_of(0, 2);
    assert!(
        matches!(room.run(0, &Command::Link { draw: 1, link: Ok(link) }), Err(Refusal::BadLink(_))),
        "a link too far"
    );
    assert!(matches!(room.link(0, 2), Err(Refusal::BadLink(_))), "a draw that is not due");
    room.link(0, 1).unwrap();
    assert_eq!(room.view().fairness.due.unwrap().seats, [1]);
    assert_eq!(room.link(0, 1).unwrap(), [], "the same again is no mistake");
    let link = Hash::ZERO;
    assert!(matches!(room.run(0, &Command::Link { draw: 1, link: Ok(link) }), Err(Refusal::BadLink(_))));
    let events = room.link(1, 1).unwrap();
    let [Event::Linked { .. }, Event::Drawn { draw: 1, r#for: Need::Roll, links, values, .. }] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(links[..], [Some(room.link_of(0, 1)), Some(room.link_of(1, 1))]);
    assert_eq!(values.len(), 2);
    assert_eq!(room.link(1, 1).unwrap(), [], "the same again, though its draw is over");
    assert_eq!(room.view().turn, [0]);
}

#[test]
fn an_act_carries_its_link() {
    let mut room = Room::started(&gul_bara("open"));
    let act = |room: &Room, draw| {
        let link = Some(room.link_of(0, draw));
        Command::Act { seq: room.table.seq(), mv: mv("roll"), link: link.map(Ok) }
    };
    let bad = act(&room, 3);
    assert!(matches!(room.run(0, &bad), Err(Refusal::BadLink(_))));
    assert_eq!(room.view().turn, [0], "nothing happened");
    let good = act(&room, 1);
    assert!(matches!(room.run(0, &good).unwrap()[..], [Event::Rolling, Event::Linked { draw: 1, .. }]));
    assert!(drawn(&room.link(1, 1).unwrap()).is_some());
    let step = serde_json::to_value(&room.view().legal[0]).unwrap();
    let ignored = Command::Act { seq: room.table.seq(), mv: step, link: Some(Ok(Hash::ZERO)) };
    assert_eq!(room.run(0, &ignored).unwrap().len(), 1, "a link in an act that causes no draw is ignored");
}

#[test]
fn a_silent_seat_is_waited_for_twice() {
    let mut room = Room::started(&gul_bara("open"));
    room.act(0, mv("roll")).unwrap();
    room.link(0, 1).unwrap();
    assert!(drawn(&room.wait(2999)).is_none());
    let events = room.wait(1);
    let Some(Event::Drawn { links, .. }) = drawn(&events) else { panic!("{events:?}") };
    assert_eq!(links[1], None);
    assert_eq!(room.view().fairness.silent, [0, 1]);
    room.finish(0);

    room.act(1, mv("roll")).unwrap();
    room.link(0, 2).unwrap();
    assert!(drawn(&room.wait(3000)).is_some());
    room.finish(1);

    room.act(0, mv("roll")).unwrap();
    assert!(drawn(&room.link(0, 3).unwrap()).is_some(), "silent twice in a row: not waited for any more");
    assert_eq!(room.view().fairness.silent, [0, 3]);
    room.finish(0);

    let act = Command::Act { seq: room.table.seq(), mv: mv("roll"), link: Some(Ok(room.link_of(1, 4))) };
    assert!(drawn(&room.run(1, &act).unwrap()).is_none(), "it waits for seat 0");
    assert!(drawn(&room.link(0, 4).unwrap()).is_some());
    room.finish(1);

    room.act(0, mv("roll")).unwrap();
    assert!(drawn(&room.link(0, 5).unwrap()).is_none(), "it answered, so it is waited for again");
    assert_eq!(room.view().fairness.due.unwrap().seats, [1]);
    assert_eq!(room.view().fairness.silent, [0, 3]);
}

#[test]
fn strict_waits_for_every_link() {
    let mut room = Room::started(&gul_bara("strict"));
    room.act(0, mv("roll")).unwrap();
    room.link(0, 1).unwrap();
    assert_eq!(room.wait(100_000), []);
    assert!(matches!(room.run(1, &Command::Entropy { tip: None }), Err(Refusal::NotAllowed(_))));
    assert!(drawn(&room.link(1, 1).unwrap()).is_some());
}

#[test]
fn giving_up_counts_from_the_next_draw() {
    let mut room = Room::started(&gul_bara("open"));
    room.act(0, mv("roll")).unwrap();
    room.link(0, 1).unwrap();
    assert_eq!(room.run(1, &Command::Entropy { tip: None }).unwrap(), [Event::GaveUpDraws]);
    assert_eq!(room.view().fairness.due.unwrap().seats, [1], "still waited for in this draw");
    room.wait(3000);
    room.finish(0);
    room.act(1, mv("roll")).unwrap();
    assert_eq!(room.view().fairness.due.unwrap().seats, [0]);
    assert!(matches!(room.link(1, 2), Err(Refusal::BadLink(_))));
    assert!(drawn(&room.link(0, 2).unwrap()).is_some());
}

#[test]
fn a_draw_without_anybody_is_made_at_once() {
    let mut room = Room::new(&gul_bara("open"));
    room.sit(0, false).unwrap();
    room.sit(1, false).unwrap();
    room.wait(3000);
    let events = room.act(0, mv("roll")).unwrap();
    assert!(matches!(events[..], [Event::Rolling, Event::Drawn { draw: 1, .. }, ..]), "{events:?}");
}

#[test]
fn one_simulated_shot_is_one_draw() {
    let mut room = Room::playing(&json!({"game": {"kind": "crokidarts"}, "starts": "creator"}));
    // caught: a second draw was due before the first one's shot was taken in
    room.act(0, json!({"type": "shoot", "at": 0, "aim": 0, "speed": 900})).unwrap();
    room.link(0, 1).unwrap();
    let events = room.link(1, 1).unwrap();
    assert!(matches!(events[..], [_, Event::Drawn { draw: 1, .. }, Event::Game(_), ..]), "{events:?}");
    assert_eq!(room.view().fairness.due, None);
    assert_eq!(room.view().turn, [0]);
}

#[test]
fn the_match_ends_when_the_servers_chain_is_used_up() {
    let mut room = Room::started(&gul_bara("open"));
    room.shorten_chain(2);
    for seat in [0, 1, 0] {
        room.act(seat, mv("roll")).unwrap();
        room.link_all();
        room.finish(seat);
    }
    let result = room.view().result.unwrap();
    assert_eq!((result.reason, room.view().fairness.draw), (Reason::Cap, 2));
}

#[test]
fn a_draw_goes_on_without_the_seat_that_asked() {
    let game = json!({"kind": "darbol", "game": "hundred"});
    let mut room = Room::started(&json!({"game": game, "seats": 3, "starts": "creator"}));
    room.act(0, mv("roll")).unwrap();
    room.link(1, 1).unwrap();
    room.run(0, &Command::Resign).unwrap();
    assert_eq!(room.view().fairness.due.unwrap().seats, [2], "who left is not asked any more");
    let events = room.link(2, 1).unwrap();
    let Some(Event::Drawn { links, values, .. }) = drawn(&events) else { panic!("{events:?}") };
    // caught: the values of this draw were left out, so that they did not fit it
    assert_eq!((links[0], values.len()), (None, 2));
    assert_eq!(room.view().turn, [1]);
    assert_eq!(
        serde_json::to_value(&room.view().legal).unwrap(),
        json!([{"type": "roll"}]),
        "not with these dice"
    );
    room.act(1, mv("roll")).unwrap();
    assert_eq!(room.view().fairness.due.unwrap().seats, [1, 2]);
}
