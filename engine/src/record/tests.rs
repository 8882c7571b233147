//! Match files, true ones and damaged ones.

use serde_json::json;

use super::*;
use crate::table::tests::random::{self, Luck};
use crate::table::tests::room::{Room, mv};
use crate::table::{Command, Entry, Status};

/// A match of Gul Bara, resigned after two turns.
fn gul_bara() -> (String, Hash) {
    let clock = json!({"initial_s": 60, "increment_s": 2});
    let mut room = Room::playing(&json!({"game": {"kind": "gul_bara"}, "clock": clock}));
    for _ in 0..2 {
        room.wait(1234);
        let turn = room.view().turn[0];
        room.act(turn, mv("roll")).unwrap();
        room.link_all();
        room.finish(turn);
    }
    room.run(0, &Command::Resign).unwrap();
    room.file().unwrap()
}

/// A random match that has ended.
fn any(seed: u64) -> Option<(String, Hash)> {
    let mut luck = Luck::of(seed);
    let mut room = Room::new(&random::setup(&mut luck));
    (0..room.seats()).for_each(|n| drop(room.sit(n, true)));
    for _ in 0..250 {
        random::step(&mut room, &mut luck, seed.is_multiple_of(2));
    }
    if room.table.status() == Status::Playing {
        room.run(0, &Command::Resign).ok()?;
    }
    room.file()
}

/// The file with its lines changed, each `prev` made to fit again: what a forger would do.
fn forged(file: &str, change: impl Fn(usize, &mut Entry)) -> String {
    let game = Match::read(file).unwrap();
    let first = file.lines().next().unwrap();
    let mut lines = vec![first.to_owned()];
    let mut prev = Hash::of(first.as_bytes());
    for (i, logged) in game.entries.iter().enumerate() {
        let mut entry = logged.entry.clone();
        change(i + 2, &mut entry);
        let logged = Logged::new(entry, prev, 0);
        prev = logged.head;
        lines.push(logged.line);
    }
    text(lines)
}

/// The first line whose event satisfies `is`.
fn line_of(file: &str, is: impl Fn(&Event) -> bool) -> usize {
    Match::read(file).unwrap().entries.iter().position(|logged| is(&logged.entry.event)).unwrap() + 2
}

#[test]
fn a_true_file_says_what_it_is() {
    let (file, hash) = gul_bara();
    let checked = check(&file, Some(hash)).unwrap();
    assert_eq!((checked.r#match.as_str(), checked.result.hash), ("K7QF3M/1", hash));
    assert_eq!((checked.draws, &checked.silent[..]), (3, &[0, 0][..]));
    assert_eq!(checked.entries, file.lines().count() - 1);
    assert_eq!(checked.uncovered, None);
    assert!(check(&file, None).unwrap().uncovered.is_some());
    let read = Match::read(&file).unwrap();
    let lines = read.entries.iter().map(|logged| logged.line.clone());
    let Event::Started(started) = &read.entries[0].entry.event else { panic!("no start") };
    assert_eq!(text(std::iter::once(header(started)).chain(lines)), file);
}

#[test]
fn a_file_is_replayed() {
    let (file, hash) = gul_bara();
    let read = Match::read(&file).unwrap();
    let mut table = read.table().unwrap();
    assert!(table.players().all(|player| player.is_some()));
    for logged in &read.entries {
        table.apply(logged, logged.entry.at);
    }
    assert_eq!((table.status(), table.head()), (Status::Finished, hash));
}

#[test]
fn a_flipped_byte_is_found_on_its_line() {
    let mut luck = Luck::of(7);
    for (file, hash) in (0..16).filter_map(any) {
        assert!(check(&file, Some(hash)).is_ok());
        for _ in 0..40 {
            let mut bytes = file.clone().into_bytes();
            let at = luck.below(bytes.len());
            let before = bytes[at];
            let flipped = before ^ 1 << luck.below(8);
            bytes[at] = luck.pick(&[flipped, b'\n', b'0', b'1', b'7', b' ', b'f']);
            if bytes[at] == before {
                continue;
            }
            let line = file.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
            let fault = check(&bytes, Some(hash)).unwrap_err();
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(fault.line, line, "byte {at}, {before} to {}: {fault}\n{text}", bytes[at]);
            let unheld = check(&bytes, None);
            let last = file.lines().count();
            assert!(unheld.is_err() || line == last, "byte {at}\n{text}");
        }
    }
}

#[test]
fn a_file_cut_short_is_no_match() {
    let (file, _) = gul_bara();
    let lines: Vec<&str> = file.lines().collect();
    for kept in 0..lines.len() {
        let fault = check(text(&lines[..kept]), None).unwrap_err();
        assert_eq!(fault.line, kept.max(1), "{fault}");
    }
    assert_eq!(check(&file[..file.len() - 1], None).unwrap_err().line, lines.len());
    assert_eq!(check(format!("{file}\n"), None).unwrap_err().line, lines.len() + 1);
}

#[test]
fn a_forger_is_caught_by_the_rules() {
    let (file, hash) = gul_bara();
    assert_eq!(forged(&file, |_, _| ()), file);
    let drawn = line_of(&file, |event| matches!(event, Event::Drawn { r#for: crate::games::Need::Roll, .. }));
    let linked = line_of(&file, |event| matches!(event, Event::Linked { .. }));
    let stepped = line_of(&file, |event| matches!(event, Event::Game(_)));
    let ended = line_of(&file, |event| matches!(event, Event::Ended { .. }));
    let rolling = line_of(&file, |event| matches!(event, Event::Rolling));
    type Change = fn(&mut Entry);
    let changes: [(usize, Change); 10] = [
        (drawn, |entry| {
            if let Event::Drawn { values, .. } = &mut entry.event {
                *values = vec![6, 6, 6]
            }
        }),
        (drawn, |entry| {
            if let Event::Drawn { server, .. } = &mut entry.event {
                *server = Hash::ZERO
            }
        }),
        (drawn, |entry| {
            if let Event::Drawn { links, .. } = &mut entry.event {
                links[0] = None
            }
        }),
        (drawn, |entry| {
            if let Event::Drawn { draw, .. } = &mut entry.event {
                *draw += 1
            }
        }),
        (linked, |entry| {
            if let Event::Linked { link, .. } = &mut entry.event {
                *link = Hash::ZERO
            }
        }),
        (stepped, |entry| entry.by = Some(7)),
        (rolling, |entry| entry.spent.as_mut().unwrap().values_mut().for_each(|ms| *ms = 60_001)),
        (rolling, |entry| entry.spent = None),
        (ended, |entry| {
            if let Event::Ended { points, .. } = &mut entry.event {
                points[0] += 1
            }
        }),
        (ended, |entry| entry.seq += 1),
    ];
    for (n, (line, change)) in changes.into_iter().enumerate() {
        let forgery = forged(&file, |at, entry| {
            if at == line {
                change(entry)
            }
        });
        let fault = check(&forgery, None).unwrap_err();
        assert_eq!(fault.line, line, "change {n}: {fault}");
    }
    // what no rule can know is known by the hash alone
    let later = forged(&file, |_, entry| entry.at += 1);
    assert!(check(&later, None).is_ok());
    assert_eq!(check(&later, Some(hash)).unwrap_err().line, ended);
}

#[test]
fn wild_numbers_are_no_harm() {
    let clock = json!({"per_turn_s": 60});
    let mut room =
        Room::playing(&json!({"game": {"kind": "gul_bara"}, "clock": clock, "fairness": "strict"}));
    room.pause(1000);
    let turn = room.view().turn[0];
    room.act(turn, mv("roll")).unwrap();
    room.pause(1000);
    room.link_all();
    room.run(0, &Command::Resign).unwrap();
    let (file, _) = room.file().unwrap();
    assert!(check(&file, None).is_ok());
    for (n, most) in [u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 62].into_iter().enumerate() {
        let forgery = forged(&file, |_, entry| {
            if let Event::Paused { ms } = &mut entry.event {
                *ms = most;
                if let Some(spent) = &mut entry.spent {
                    spent.values_mut().for_each(|spent| *spent = i64::try_from(most).unwrap_or(i64::MAX));
                }
            }
            entry.at = if n % 2 == 0 { i64::MAX } else { i64::MIN };
        });
        let _ = check(&forgery, None);
    }
}
