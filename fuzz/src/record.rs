//! Match files: any bytes, and true files that were changed.
//!
//! What begins with a brace is read as a file. Anything else is read as choices of a true file and of changes to it.

use engine::fairness::Hash;
use engine::record::{self, Header, Match};
use engine::table::{Entry, Logged, Now};
use serde_json::Value;

use crate::luck::Luck;

/// Matches that the target `decide` played: one for each game in each medium.
const TRUE: &[&str] = &[
    include_str!("../matches/crokidarts-table.jsonl"),
    include_str!("../matches/crokidarts.jsonl"),
    include_str!("../matches/dara.jsonl"),
    include_str!("../matches/darbol-double-down-table.jsonl"),
    include_str!("../matches/darbol-double-down.jsonl"),
    include_str!("../matches/darbol-hundred-table.jsonl"),
    include_str!("../matches/darbol-hundred.jsonl"),
    include_str!("../matches/darbol-up-the-mountain-table.jsonl"),
    include_str!("../matches/darbol-up-the-mountain.jsonl"),
    include_str!("../matches/gul-bara.jsonl"),
];

/// Reads these bytes as a match file, or changes a true one by them.
pub fn check(bytes: &[u8]) {
    if bytes.first() == Some(&b'{') {
        read(bytes);
        return;
    }
    let mut luck = Luck::new(bytes);
    let file = luck.pick(TRUE);
    let changed = if luck.flag() { damaged(file, &mut luck) } else { forged(file, &mut luck).into_bytes() };
    read(&changed);
    let hash = Hash::of(file.trim_end().rsplit('\n').next().unwrap_or_default().as_bytes());
    let same = changed == file.as_bytes();
    let checked = record::check(&changed, Some(hash));
    assert_eq!(checked.is_ok(), same, "{checked:?}");
}

/// A file is refused on one of its lines, or it is true: then it has one hash, and can be replayed.
fn read(bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    let checked = match record::check(bytes, None) {
        Ok(checked) => checked,
        Err(fault) => {
            assert!((1..=lines + 1).contains(&fault.line) && !fault.message.is_empty(), "{fault}");
            return;
        }
    };
    let held = record::check(bytes, Some(checked.result.hash));
    assert!(held.is_ok_and(|held| held.uncovered.is_none()), "a true file has the hash that it says");
    assert!(record::check(bytes, Some(checked.result.hash.before())).is_err(), "and no other");
    replay(bytes);
}

/// As a client replays a file that was checked.
fn replay(bytes: &[u8]) {
    let file = Match::read(bytes).expect("a true file is well-formed");
    let mut table = file.table().expect("a true file has a start");
    for logged in &file.entries {
        let at = logged.entry.at;
        table.apply(logged, at);
        let view = table.view(0, Now { mono: at, wall: at });
        assert!(serde_json::to_string(&view).is_ok());
    }
}

/// Bytes changed, lines lost, doubled or swapped.
fn damaged(file: &str, luck: &mut Luck) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = file.split_inclusive('\n').map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..=luck.below(3) {
        if lines.is_empty() {
            break;
        }
        let at = luck.below(lines.len());
        match luck.below(6) {
            0 => _ = lines.remove(at),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.swap(at, 0),
            3 => lines.truncate(at),
            4 => lines[at].truncate(luck.below(400)),
            _ => {
                let line = &mut lines[at];
                let byte = luck.below(line.len().max(1));
                let new = luck.between(0, 255) as u8;
                if let Some(byte) = line.get_mut(byte) {
                    *byte = new;
                }
            }
        }
    }
    lines.concat()
}

/// What a forger would do: fields changed and every line chained anew.
fn forged(file: &str, luck: &mut Luck) -> String {
    let mut lines = file.lines().map(|line| serde_json::from_str(line).expect("a line is JSON"));
    let mut header: Value = lines.next().expect("a file has a first line");
    let mut entries: Vec<Value> = lines.collect();
    for _ in 0..=luck.below(3) {
        let at = luck.below(entries.len());
        match luck.below(8) {
            0 if at == 0 => {
                // what stands on both lines has to be changed on both
                let field = luck.pick(&["setup", "seats", "tips", "match", "server_tip"]);
                change(&mut header[field], luck, 3);
                entries[0]["event"][field] = header[field].clone();
            }
            1 if entries.len() > 1 => drop(entries.remove(at)),
            2 => entries.insert(at, entries[luck.below(entries.len())].clone()),
            _ => change(&mut entries[at], luck, 4),
        }
    }
    chained(&header, entries)
}

/// Changes one value somewhere inside.
fn change(json: &mut Value, luck: &mut Luck, depth: usize) {
    match json {
        Value::Object(map) if depth > 0 && !map.is_empty() => {
            let at = luck.below(map.len());
            if let Some(value) = map.values_mut().nth(at) {
                change(value, luck, depth - 1);
            }
        }
        Value::Array(list) if depth > 0 && !list.is_empty() => {
            let at = luck.below(list.len());
            match luck.below(4) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => change(&mut list[at], luck, depth - 1),
            }
        }
        Value::Number(_) => *json = luck.number(),
        _ => *json = luck.json(1),
    }
}

/// The file of these lines, each written the way its content is, if it is one.
fn chained(header: &Value, entries: Vec<Value>) -> String {
    let header = match serde_json::from_value::<Header>(header.clone()) {
        Ok(header) => serde_json::to_string(&header).expect("a header is plain data"),
        Err(_) => header.to_string(),
    };
    let mut prev = Hash::of(header.as_bytes());
    let mut lines = vec![header];
    for json in entries {
        let line = match serde_json::from_value::<Entry>(json.clone()) {
            Ok(entry) => Logged::new(entry, prev, 0).line,
            Err(_) => json.to_string(),
        };
        prev = Hash::of(line.as_bytes());
        lines.push(line);
    }
    record::text(lines)
}
