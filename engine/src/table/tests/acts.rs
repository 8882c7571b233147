//! Acts: done once, stale, out of turn, and which refusal comes first.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::fairness::Hash;
use crate::table::{Command, Refusal, What};

fn place(at: &str) -> Value {
    json!({"type": "place", "at": at})
}

fn dara() -> Room {
    Room::started(&json!({"game": {"kind": "dara"}, "starts": "creator"}))
}

fn act(seq: u64, mv: Value) -> Command {
    Command::Act { seq, mv, link: None }
}

/// Seq and number of entries of an act.
fn done(room: &mut Room, n: usize, seq: u64, mv: Value) -> Result<(u64, usize), Refusal> {
    let before = room.log.len();
    let answer = room.decision(n, &act(seq, mv))?;
    Ok((answer, room.log.len() - before))
}

#[test]
fn the_same_act_again_is_done_once() {
    let mut room = dara();
    let seq = room.table.seq();
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 1, 1)));
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 1, 0)));
    assert_eq!(done(&mut room, 1, seq + 1, place("c4")), Ok((seq + 2, 1)));
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 1, 0)), "also when the other has moved since");
    assert_eq!(done(&mut room, 0, seq, place("c2")), Err(Refusal::Stale { seq: seq + 2 }));
    assert_eq!(
        done(&mut room, 1, seq, place("c4")),
        Err(Refusal::Stale { seq: seq + 2 }),
        "not the first since"
    );
    room.run(1, &Command::Resign).unwrap();
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 1, 0)), "also when the match is over");
    let tips = [0, 1].map(|n| Some(room.tip(n)));
    room.run(0, &Command::Offer { what: What::Rematch, tip: tips[0].map(Ok) }).unwrap();
    room.run(1, &Command::Offer { what: What::Rematch, tip: tips[1].map(Ok) }).unwrap();
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 1, 0)), "and when the next one runs");
}

#[test]
fn only_what_changes_the_play_makes_stale() {
    let mut room = dara();
    let seq = room.table.seq();
    room.offer(1, What::Draw).unwrap();
    room.pause(5);
    assert_eq!(done(&mut room, 0, seq, place("c3")), Ok((seq + 3, 1)));
    let ahead = room.table.seq() + 1;
    assert_eq!(done(&mut room, 1, ahead, place("c4")), Err(Refusal::Stale { seq: ahead - 1 }), "never seen");

    let mut room = dara();
    let seq = room.table.seq();
    assert_eq!(done(&mut room, 0, 0, place("c3")), Ok((seq + 1, 1)), "nothing was played before the start");
    room.run(0, &Command::Resign).unwrap();
    for seat in [0, 1] {
        let tip = Some(Ok(room.tip(seat)));
        room.run(seat, &Command::Offer { what: What::Rematch, tip }).unwrap();
    }
    assert!(matches!(done(&mut room, 1, seq + 1, place("c3")), Err(Refusal::Stale { .. })), "a match ended");

    let mut room = Room::started(&json!({"game": {"kind": "gul_bara"}, "starts": "creator"}));
    let seq = room.table.seq();
    assert_eq!(done(&mut room, 0, seq, mv("roll")), Ok((seq + 1, 1)));
    room.link_all();
    assert_eq!(done(&mut room, 0, seq, mv("roll")), Ok((seq + 1, 0)));
    let step = serde_json::to_value(&room.view().legal[0]).unwrap();
    assert!(
        matches!(done(&mut room, 0, seq + 1, step), Err(Refusal::Stale { .. })),
        "the dice had not been seen"
    );
}

#[test]
fn refusals_come_in_order() {
    let mut room = dara();
    let old = room.table.seq();
    done(&mut room, 0, old, place("a1")).unwrap();
    done(&mut room, 1, old + 1, place("a3")).unwrap();
    let seq = room.table.seq();
    let (off, taken) = (json!({"type": "place", "at": "f7"}), place("c3"));
    let bad_move = |got: Result<_, _>| matches!(got, Err(Refusal::BadMove(_)));
    assert_eq!(done(&mut room, 2, old, off.clone()), Err(Refusal::NotSeated));
    assert!(bad_move(done(&mut room, 1, old, off.clone())), "before stale and before the turn");
    assert!(bad_move(done(&mut room, 0, seq, json!("c3"))));
    assert!(bad_move(done(&mut room, 0, seq, json!({"type": "roll"}))), "another game's");
    assert_eq!(done(&mut room, 1, old, taken.clone()), Err(Refusal::Stale { seq }), "before the turn");
    assert_eq!(done(&mut room, 1, seq, taken.clone()), Err(Refusal::NotYourTurn), "before the rules");
    done(&mut room, 0, seq, taken.clone()).unwrap();
    assert!(matches!(done(&mut room, 1, seq + 1, taken.clone()), Err(Refusal::Illegal(_))));
    room.run(0, &Command::Resign).unwrap();
    let over = room.table.seq();
    assert!(bad_move(done(&mut room, 1, over, off)));
    assert_eq!(done(&mut room, 1, old, taken), Err(Refusal::NotPlaying), "before stale");
    assert_eq!(room.run(0, &Command::Resign), Err(Refusal::NotPlaying));
    assert_eq!(room.run(0, &Command::Claim), Err(Refusal::NotPlaying));
    assert_eq!(room.run(0, &Command::Link { draw: 1, link: Ok(Hash::ZERO) }), Err(Refusal::NotPlaying));
    assert_eq!(room.run(2, &Command::Claim), Err(Refusal::NotSeated));
}

#[test]
fn a_due_draw_leaves_nobody_in_turn() {
    let mut room = Room::started(&json!({"game": {"kind": "dara"}}));
    let seq = room.table.seq();
    assert_eq!(done(&mut room, 0, seq, place("c3")), Err(Refusal::NotYourTurn));
    assert_eq!(done(&mut room, 1, seq, place("c3")), Err(Refusal::NotYourTurn));
}
