//! Laws that hold whatever people do.

use serde_json::{Value, json};

use super::random::{self, Luck, player_at};
use super::room::{Room, mv};
use crate::games::{Legal, Seat};
use crate::record;
use crate::table::{Command, Status};

/// Plays a room at random and sees after every `every` steps that its log folds to the same view, that it lists
/// just the moves it accepts, and that every match file is true.
fn play(seed: u64, steps: usize, wild: bool) -> usize {
    let mut luck = Luck::of(seed);
    let setup = random::setup(&mut luck);
    let mut room = Room::new(&setup);
    for n in 0..room.seats() {
        let tip = !wild || luck.chance(80) || setup["fairness"] == "strict";
        let _ = room.sit(n, tip);
    }
    let (mut matches, mut status) = (0, Status::Waiting);
    for step in 0..steps {
        random::step(&mut room, &mut luck, wild);
        if step % 37 == 0 {
            listed_is_accepted(&room);
        }
        if std::mem::replace(&mut status, room.table.status()) != status && status == Status::Finished {
            matches += 1;
            let (file, hash) = room.file().unwrap();
            let checked = record::check(&file, Some(hash));
            if let Err(fault) = checked {
                let before = file.lines().take(fault.line).skip(fault.line.saturating_sub(6));
                panic!("seed {seed}: {fault}\n{setup}\n{}", before.collect::<Vec<_>>().join("\n"));
            }
            if !wild {
                break;
            }
        }
    }
    assert_eq!(room.folded().view(0, room.time()), room.view(), "seed {seed}");
    matches
}

/// Exactly the listed moves are accepted, from the seats in turn alone.
fn listed_is_accepted(room: &Room) {
    let view = room.view();
    let listed: Vec<Value> = view.legal.iter().map(|one| serde_json::to_value(one).unwrap()).collect();
    let free = |mv: &Value| {
        view.legal.iter().any(|one| matches!(one, Legal::Free { r#type } if mv["type"] == r#type.as_str()))
    };
    let asked = |seat: Seat, mv: &Value| {
        let command = Command::Act { seq: view.seq, mv: mv.clone(), link: None };
        room.ask(player_at(room, seat), &command).is_ok()
    };
    for seat in (0..room.seats()).filter(|&seat| view.seats[seat].is_some()) {
        let in_turn = view.turn.contains(&seat);
        for mv in listed.iter().filter(|mv| !free(mv)) {
            assert_eq!(asked(seat, mv), in_turn, "seat {seat}, {mv}, {view:?}");
        }
        for mv in every_move().iter().filter(|mv| !listed.contains(mv) && !free(mv)) {
            assert!(!asked(seat, mv), "seat {seat}, {mv}, {view:?}");
        }
    }
}

/// Every move there is without free parameters, and some with.
fn every_move() -> Vec<Value> {
    let mut moves: Vec<Value> = ["roll", "undo", "done", "confirm", "dispute"].map(mv).to_vec();
    let cells: Vec<String> =
        (1..=7).flat_map(|row| ["a", "b", "c", "d", "e", "f"].map(|c| format!("{c}{row}"))).collect();
    moves.extend(cells.iter().map(|at| json!({"type": "place", "at": at})));
    moves.extend(cells.iter().map(|at| json!({"type": "capture", "at": at})));
    for pair in cells.windows(2).chain(cells.windows(7)) {
        let (from, to) = (&pair[0], &pair[pair.len() - 1]);
        moves.push(json!({"type": "step", "from": from, "to": to}));
        moves.push(json!({"type": "step", "from": to, "to": from}));
    }
    moves.extend(
        (1..=24).flat_map(|from| (1..=6).map(move |die| json!({"type": "step", "from": from, "die": die}))),
    );
    moves.extend((0..=8).map(|hole| json!({"type": "report", "hole": hole})));
    moves.extend((1..=6).map(|disc| json!({"type": "lift", "disc": disc})));
    moves.extend([true, false].map(|hit| json!({"type": "report", "hit": hit})));
    moves.push(json!({"type": "report", "twenties": 0, "board": []}));
    moves.push(json!({"type": "toss", "y": 0, "z": 942_500, "pace": 112}));
    moves.push(json!({"type": "shoot", "at": 0, "aim": 0, "speed": 900}));
    moves
}

#[test]
fn matches_are_played_out() {
    let ended: usize = (0..40).map(|seed| play(seed, 3000, false)).sum();
    assert!(ended > 30, "only {ended} of 40 matches ended");
}

#[test]
fn people_do_anything() {
    let ended: usize = (1000..1060).map(|seed| play(seed, 400, true)).sum();
    assert!(ended > 30, "only {ended} matches ended");
}

#[test]
#[ignore = "takes minutes"]
fn people_do_anything_for_long() {
    (2000..4000).for_each(|seed| assert!(play(seed, 1500, seed % 3 > 0) < 1500));
}
