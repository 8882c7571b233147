//! A room in which people do anything at all, the four games with every option.
//!
//! The laws of each decision are in `room.rs`; those of the list of legal moves are here: a listed move is accepted
//! from a seat in turn and refused from any other, and what is accepted is listed.

use engine::games::{Handicap, Legal, Move};
use engine::table::{Command, Sent, What};
use serde_json::Value;

use crate::luck::Luck;
use crate::room::Room;
use crate::{moves, setups};

/// More than a match of the shortest setups takes.
const STEPS: usize = 400;

/// Plays a room by these bytes.
pub fn check(bytes: &[u8]) {
    let mut luck = Luck::new(bytes);
    let room = play(&mut luck, STEPS);
    room.check();
}

/// The room that these choices lead to.
pub(crate) fn play(luck: &mut Luck, steps: usize) -> Room {
    let mut room = Room::new(setups::any(luck));
    for award in &mut room.handicap {
        *award = Handicap { points: luck.between(0, 30) as u32, extra_turns: luck.between(0, 3) as u32 };
    }
    for player in 0..room.seats() {
        if !luck.rarely(8) {
            sit(&mut room, player, !luck.rarely(4));
        }
    }
    for n in 0..steps {
        if luck.is_used_up() {
            break;
        }
        step(&mut room, luck);
        if n % 16 == 15 {
            listed_is_accepted(&mut room, luck);
            room.check();
        }
    }
    room
}

fn sit(room: &mut Room, player: usize, takes_part: bool) {
    let tip = takes_part.then(|| Ok(Room::tip(player)));
    let _ = room.run(player, &Command::Sit { seat: None, tip });
    if let Some(seat) = (0..room.seats()).find(|&seat| room.player_at(seat) == Some(player)) {
        room.set_online(seat, true);
    }
}

/// Somebody does something.
fn step(room: &mut Room, luck: &mut Luck) {
    let player = |room: &Room, luck: &mut Luck| luck.below(room.seats() + 1);
    match luck.below(32) {
        0..=13 => play_on(room, luck),
        14 => {
            let by = player(room, luck);
            act(room, by, moves::any(luck), luck);
        }
        15 => room.wait(luck.between(0, 800)),
        16 => room.wait(luck.pick(&[3_000, 10_000, 61_000, 3_700_000, 8 * 86_400_000])),
        // the server is late
        17 => room.now += luck.pick(&[1, 900, 5_000, 70_000, 2_000_000_000]),
        18 => {
            let (seat, online) = (luck.below(room.seats()), luck.flag());
            room.set_online(seat, online);
        }
        19 => room.set_lag(luck.below(room.seats()), luck.between(0, 900)),
        20 | 21 => {
            let by = player(room, luck);
            let (what, tip) = (what(luck), tip(by, luck));
            let _ = room.run(by, &Command::Offer { what, tip });
        }
        22 | 23 => {
            let by = player(room, luck);
            let seq = if luck.rarely(4) { Some(room.table.seq()) } else { None };
            let (what, tip) = (what(luck), tip(by, luck));
            let _ = room.run(by, &Command::Answer { what, yes: !luck.rarely(3), seq, tip });
        }
        24 => _ = room.run(player(room, luck), &Command::Claim),
        25 => _ = room.run(player(room, luck), &Command::Stand),
        26 => {
            let by = player(room, luck);
            let (seat, tip) = (luck.rarely(3).then(|| luck.below(5)), tip(by, luck));
            let _ = room.run(by, &Command::Sit { seat, tip });
        }
        27 => {
            let by = player(room, luck);
            let _ = room.run(by, &Command::Entropy { tip: tip(by, luck) });
        }
        28 => {
            let by = player(room, luck);
            let (draw, k) = (luck.below(6) as u32, luck.below(6) as u32);
            let _ = room.run(by, &Command::Link { draw, link: Ok(Room::link_of(by, k)) });
        }
        29 => room.pause(luck.pick(&[0, 1_000, 100_000, 1 << 40])),
        30 if luck.rarely(4) => _ = room.run(player(room, luck), &Command::Resign),
        30 if luck.rarely(4) => room.close(),
        _ => everybody_again(room),
    }
}

fn what(luck: &mut Luck) -> What {
    luck.pick(&[What::Takeback, What::Rematch, What::Draw])
}

fn tip(by: usize, luck: &mut Luck) -> Option<Sent> {
    match luck.below(8) {
        0 => None,
        1 => Some(Err(engine::fairness::BadHash)),
        _ => Some(Ok(Room::tip(by))),
    }
}

/// The match goes on: links that are missing, or a listed move.
fn play_on(room: &mut Room, luck: &mut Luck) {
    room.tick();
    let view = room.view();
    if let Some(due) = &view.fairness.due {
        for &seat in &due.seats {
            if let Some(by) = room.player_at(seat).filter(|_| !luck.rarely(8)) {
                let link = Ok(Room::link_of(by, due.draw));
                let _ = room.run(by, &Command::Link { draw: due.draw, link });
            }
        }
        if room.view().fairness.due.is_some() {
            room.wait(500);
        }
        return;
    }
    if view.turn.is_empty() || view.legal.is_empty() {
        return;
    }
    let Some(by) = room.player_at(luck.pick(&view.turn)) else { return };
    match luck.pick(&view.legal) {
        Legal::Move(mv) => {
            let mv = serde_json::to_value(mv).expect("a move is plain data");
            let link = luck.flag().then(|| Ok(Room::link_of(by, view.fairness.draw + 1)));
            let (seq, sure) = (view.seq, link.is_none());
            let done = room.run(by, &Command::Act { seq, mv: mv.clone(), link });
            assert!(done.is_ok() || !sure, "listed, but refused: {mv}: {done:?}");
        }
        Legal::Free { r#type } => act(room, by, moves::free(&r#type, luck), luck),
    }
}

/// A move that need not be one.
fn act(room: &mut Room, by: usize, mv: Value, luck: &mut Luck) {
    room.tick();
    let view = room.view();
    let seq = if luck.rarely(8) { view.seq.saturating_sub(1) } else { view.seq };
    let done = room.run(by, &Command::Act { seq, mv: mv.clone(), link: None });
    if done.is_ok() && seq == view.seq {
        let read = Move::read(&view.setup.game, &mv).expect("only moves are accepted");
        let listed = view.legal.iter().any(|legal| match legal {
            Legal::Move(listed) => *listed == read,
            Legal::Free { r#type } => mv["type"] == r#type.as_str(),
        });
        assert!(listed, "accepted, but not listed: {mv}");
    }
}

/// A listed move is accepted from the seats in turn alone.
fn listed_is_accepted(room: &mut Room, luck: &mut Luck) {
    room.tick();
    let view = room.view();
    let listed = view.legal.iter().filter_map(|legal| match legal {
        Legal::Move(mv) => Some(mv),
        Legal::Free { .. } => None,
    });
    for mv in listed.skip(luck.below(4)).step_by(4) {
        let mv = serde_json::to_value(mv).expect("a move is plain data");
        for seat in 0..room.seats() {
            let Some(by) = room.player_at(seat) else { continue };
            let accepted = room.accepts(by, &Command::Act { seq: view.seq, mv: mv.clone(), link: None });
            assert_eq!(accepted, view.turn.contains(&seat), "seat {seat}: {mv}");
        }
    }
}

/// Who is there sits down, takes part and wants a rematch.
fn everybody_again(room: &mut Room) {
    for player in 0..room.seats() {
        sit(room, player, true);
        let tip = Some(Ok(Room::tip(player)));
        let _ = room.run(player, &Command::Offer { what: What::Rematch, tip });
    }
}
