//! Clocks: what they lose, what they gain, and when they fall.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::games::Reason;
use crate::table::{Event, Refusal, What};

fn place(at: &str) -> Value {
    json!({"type": "place", "at": at})
}

fn dara(clock: Value) -> Room {
    Room::started(&json!({"game": {"kind": "dara"}, "starts": "creator", "clock": clock}))
}

fn clocks(room: &Room) -> Vec<i64> {
    room.view().seats.iter().map(|seat| seat.as_ref().unwrap().clock_ms.unwrap()).collect()
}

/// What is left by the sums that protocol.md, section 4 promises.
fn sums(room: &Room, initial: i64, increments: &[i64]) -> Vec<i64> {
    let mut left: Vec<i64> = increments.iter().map(|gained| initial + gained).collect();
    for logged in &room.log {
        for (&seat, ms) in logged.entry.spent.iter().flatten() {
            left[seat] -= ms;
            if let Event::Paused { ms } = logged.entry.event {
                left[seat] += i64::try_from(ms).unwrap();
            }
        }
    }
    left
}

#[test]
fn a_clock_runs_in_its_turn_and_gains_at_its_end() {
    let mut room = dara(json!({"initial_s": 60, "increment_s": 3}));
    room.wait(5000);
    assert_eq!(clocks(&room), [55_000, 60_000]);
    room.act(0, place("a1")).unwrap();
    assert_eq!(clocks(&room), [58_000, 60_000]);
    room.wait(1500);
    room.offer(0, What::Draw).unwrap();
    room.wait(500);
    assert_eq!(clocks(&room), [58_000, 58_000]);
    room.act(1, place("b1")).unwrap();
    assert_eq!(clocks(&room), [58_000, 61_000]);
    assert_eq!(clocks(&room), sums(&room, 60_000, &[3000, 3000]));
}

#[test]
fn it_falls_at_exactly_zero() {
    let mut room = dara(json!({"initial_s": 5, "increment_s": 0}));
    assert_eq!(room.table.next_deadline(), Some(5000));
    room.wait(4999);
    assert_eq!(clocks(&room), [1, 5000]);
    room.act(0, place("a1")).unwrap();
    assert_eq!(clocks(&room), [1, 5000]);
    let events = room.wait(5000);
    assert!(matches!(events[..], [Event::Flagged { seat: 1 }, Event::Ended { .. }]), "{events:?}");
    let result = room.view().result.unwrap();
    assert_eq!((result.winners, result.reason, result.points), (vec![0], Reason::Time, vec![1, 0]));
    assert_eq!(clocks(&room), [1, 0]);
    room.wait(60_000);
    assert_eq!(clocks(&room), [1, 0], "nothing runs when the match is over");
}

#[test]
fn a_flag_that_is_noticed_late_takes_no_more_than_was_left() {
    let mut room = dara(json!({"initial_s": 5, "increment_s": 0}));
    room.now += 60_000;
    assert_eq!(clocks(&room), [0, 5000]);
    room.tick();
    assert_eq!(room.log.iter().rev().nth(1).unwrap().entry.spent.as_ref().unwrap()[&0], 5000);
}

#[test]
fn time_a_turn_starts_anew() {
    let mut room = dara(json!({"per_turn_s": 10}));
    room.wait(9999);
    room.act(0, place("a1")).unwrap();
    assert_eq!(clocks(&room), [10_000, 10_000]);
    room.wait(4000);
    room.act(1, place("b1")).unwrap();
    assert_eq!(clocks(&room), [10_000, 10_000]);
    assert!(matches!(room.wait(10_000)[..], [Event::Flagged { seat: 0 }, ..]));
}

#[test]
fn a_step_and_its_captures_are_one_turn() {
    let rows = ["xx.x..", "......", "ooo...", "......", "......"];
    let game = json!({"kind": "dara", "position": {"board": rows, "to_move": 0}, "protection": "none"});
    let clock = json!({"initial_s": 60, "increment_s": 3});
    let mut room = Room::started(&json!({"game": game, "visibility": "unlisted", "clock": clock}));
    room.wait(1000);
    room.act(0, json!({"type": "step", "from": "d1", "to": "c1"})).unwrap();
    assert_eq!(clocks(&room), [59_000, 60_000], "it runs on");
    room.wait(1000);
    room.act(0, json!({"type": "capture", "at": "a3"})).unwrap();
    assert_eq!(room.view().result.unwrap().reason, Reason::Completed);
}

#[test]
fn an_undo_at_the_last_moment_stops_no_clock() {
    let clock = json!({"initial_s": 5, "increment_s": 0});
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let setup = json!({"game": game, "starts": "creator", "clock": clock, "medium": "table"});
    let mut room = Room::started(&setup);
    room.act(0, json!({"type": "report", "hole": 0})).unwrap();
    room.wait(4800);
    room.act(0, mv("undo")).unwrap();
    assert_eq!(clocks(&room), [200, 5000]);
    assert!(matches!(room.wait(200)[..], [Event::Flagged { seat: 0 }, ..]));
}

#[test]
fn no_clock_runs_while_a_turn_waits_to_be_confirmed() {
    let clock = json!({"initial_s": 60, "increment_s": 3});
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let mut room =
        Room::started(&json!({"game": game, "starts": "creator", "clock": clock, "medium": "table"}));
    let report = json!({"type": "report", "hole": 0});
    let turn = |room: &mut Room| {
        room.wait(1000);
        room.act(0, report.clone()).unwrap();
        room.act(0, report.clone()).unwrap();
        room.wait(7000);
    };
    turn(&mut room);
    assert_eq!(clocks(&room), [59_000, 60_000]);
    room.act(1, mv("dispute")).unwrap();
    turn(&mut room);
    room.act(1, mv("confirm")).unwrap();
    assert_eq!(clocks(&room), [61_000, 60_000], "one increment for the one turn");
    room.wait(1000);
    assert_eq!(clocks(&room), [61_000, 59_000]);
}

#[test]
fn clocks_stand_still_while_a_draw_is_due_unless_strict() {
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let setup = |fairness| json!({"game": {"kind": "gul_bara"}, "starts": "creator", "clock": clock, "fairness": fairness});
    let mut room = Room::started(&setup("open"));
    room.act(0, mv("roll")).unwrap();
    room.wait(2999);
    assert_eq!(clocks(&room), [60_000, 60_000]);

    let mut room = Room::started(&setup("strict"));
    room.act(0, mv("roll")).unwrap();
    room.link(0, 1).unwrap();
    room.wait(3000);
    assert_eq!(clocks(&room), [60_000, 60_000], "a draw may wait that long");
    room.wait(10_000);
    assert_eq!(clocks(&room), [60_000, 50_000], "then the one that owes its link pays");
    room.link(1, 1).unwrap();
    room.wait(1000);
    assert_eq!(clocks(&room), [59_000, 50_000]);
    assert_eq!(clocks(&room)[1], sums(&room, 60_000, &[0, 0])[1]);
    room.act(0, serde_json::to_value(&room.view().legal[0]).unwrap()).unwrap();
    assert_eq!(clocks(&room), sums(&room, 60_000, &[0, 0]));

    let mut room = Room::started(&setup("strict"));
    room.act(0, mv("roll")).unwrap();
    room.link(0, 1).unwrap();
    assert!(matches!(room.wait(63_000)[..], [Event::Flagged { seat: 1 }, Event::Ended { .. }]));
}

#[test]
fn time_in_which_the_server_was_down_is_given_back() {
    let mut room = dara(json!({"initial_s": 60, "increment_s": 0}));
    room.wait(2000);
    room.pause(30_000);
    assert_eq!(clocks(&room), [58_000, 60_000]);
    assert_eq!(clocks(&room), sums(&room, 60_000, &[0, 0]));
    room.pause(100_000);
    assert_eq!(clocks(&room), [58_000, 60_000], "longer than there was left");
    assert_eq!(room.table.next_deadline(), Some(room.now + 58_000));
}

#[test]
fn no_debtor_gains_by_a_pause() {
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let setup =
        json!({"game": {"kind": "gul_bara"}, "starts": "creator", "clock": clock, "fairness": "strict"});
    let mut room = Room::started(&setup);
    room.act(0, mv("roll")).unwrap();
    room.wait(1000);
    // caught: its clock did not run yet, and it was given the whole time back
    room.pause(30_000);
    assert_eq!(clocks(&room), [60_000, 60_000]);
    room.wait(2000);
    assert_eq!(clocks(&room), [60_000, 60_000], "the wait goes on where it was");
    room.wait(4000);
    room.pause(30_000);
    assert_eq!(clocks(&room), [56_000, 56_000]);
    assert_eq!(clocks(&room), sums(&room, 60_000, &[0, 0]));
}

#[test]
fn lag_is_given_back_up_to_half_a_second_a_turn() {
    let mut room = dara(json!({"initial_s": 5, "increment_s": 0}));
    room.table.set_lag(0, 300);
    room.wait(1000);
    room.act(0, place("a1")).unwrap();
    assert_eq!(clocks(&room), [4300, 5000]);
    room.act(1, place("b1")).unwrap();
    room.wait(100);
    room.offer(0, What::Draw).unwrap();
    assert_eq!(clocks(&room)[0], 4300, "no more than the time it took");
    room.wait(1000);
    room.answer(1, What::Draw, false).unwrap();
    assert_eq!(clocks(&room)[0], 3300, "not for what others do");
    room.wait(1000);
    room.act(0, place("a2")).unwrap();
    assert_eq!(clocks(&room)[0], 2600);
    room.act(1, place("b2")).unwrap();
    room.table.set_lag(0, 900);
    room.wait(2600);
    assert_eq!(clocks(&room)[0], 0, "a move may still be on its way");
    assert!(room.wait(499).is_empty());
    assert!(matches!(room.wait(1)[..], [Event::Flagged { seat: 0 }, ..]));
}

#[test]
fn the_allowance_for_lag_is_one_a_turn() {
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let game = json!({"kind": "darbol", "game": "up_the_mountain"});
    let setup = json!({"game": game, "seats": 1, "clock": clock, "medium": "table"});
    let mut room = Room::started(&setup);
    room.table.set_lag(0, 400);
    let mut left = Vec::new();
    for _ in 0..4 {
        room.wait(1000);
        room.act(0, json!({"type": "report", "hole": 0})).unwrap();
        left.push(clocks(&room)[0]);
    }
    // caught: in a second turn in a row the allowance was filled up after its first entry
    assert_eq!(left, [59_400, 58_500, 57_900, 57_000]);
}

#[test]
fn after_the_flag_nothing_is_accepted() {
    let mut room = dara(json!({"initial_s": 5, "increment_s": 0}));
    room.wait(5000);
    assert_eq!(room.act(0, place("a1")), Err(Refusal::NotPlaying));
}
