//! Whatever a person types or pastes: moves in some position of some game, words, codes, links, keys, setups.
//!
//! What stands before the first line break are choices that lead to a position, as for the target `decide`; each
//! line after it is typed there. Nothing panics, a refusal says why, and what is printed is read back as itself.

use engine::fairness::Hash;
use engine::games::{Kind, Legal, Move, gul_bara};
use engine::physics::Shot;
use engine::table::View;
use notation::game::Wanted;
use notation::line::Line;
use notation::setup::FIELDS;
use notation::target::{MatchTarget, RoomTarget};
use notation::{Input, legal, parse_aimed};
use protocol::client::Address;
use protocol::{Key, PlayerId, RoomCode, text};
use serde_json::Value;

use crate::luck::Luck;
use crate::{decide, setups};

/// Entries before the position, and lines that are typed there.
const STEPS: usize = 40;
const LINES: usize = 32;

/// Types each line.
pub fn check(bytes: &[u8]) {
    let (choices, typed) =
        bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len()));
    let mut room = decide::play(&mut Luck::new(choices), STEPS);
    for _ in 0..4 {
        // the draws of a start go on without links
        if room.view().turn.is_empty() {
            room.wait(3_000);
        }
    }
    let view = room.view();
    // a client has the view as JSON
    let json = serde_json::to_string(&view).expect("a view is plain data");
    let view: View = serde_json::from_str(&json).expect("a client reads a view");
    listed_can_be_typed(&view);
    let mut aimed = None;
    for line in String::from_utf8_lossy(typed).lines().take(LINES) {
        if let Line::Move(text) = Line::read(line) {
            aimed = type_move(&view, &text, aimed).or(aimed);
        }
        names(line);
        fields(line);
    }
}

/// Types a move on each seat; the shot if it aims one.
fn type_move(view: &View, text: &str, aimed: Option<Shot>) -> Option<Shot> {
    let mut shot = None;
    for seat in 0..view.seats.len() {
        match parse_aimed(view, seat, text, aimed) {
            Ok(Input::Move(moves)) => assert!(!moves.is_empty(), "{text:?} is no move"),
            Ok(Input::Aim { shot: aim, note }) => {
                assert!(!note.is_empty());
                shot = Some(aim);
            }
            Err(why) => assert!(!why.is_empty(), "{text:?} is refused without a word"),
        }
    }
    shot
}

/// Each listed move is printed as something that means it. Bearing off with a larger die is printed, and typed, as
/// with the exact one.
fn listed_can_be_typed(view: &View) {
    let Some(&seat) = view.turn.first() else { return };
    let printed = legal(view);
    let meant: Vec<Move> = printed
        .iter()
        .filter_map(|text| match parse_aimed(view, seat, text, None) {
            Ok(Input::Move(moves)) if moves.len() == 1 => own(view, &moves[0]),
            Ok(Input::Move(_) | Input::Aim { .. }) | Err(_) => None,
        })
        .collect();
    for one in &view.legal {
        let Legal::Move(mv) = one else { continue };
        let mv = own(view, mv).unwrap_or_else(|| panic!("{mv:?} is listed and no move"));
        let off = matches!(mv, Move::GulBara(gul_bara::Move::Step { from, die }) if from <= die);
        assert!(off || meant.contains(&mv), "{mv:?} is not meant by any of {printed:?}");
    }
}

/// A move as the game of the view has it: one that several games share may have been read as another's.
fn own(view: &View, mv: &Move) -> Option<Move> {
    Move::read(&view.setup.game, &serde_json::to_value(mv).ok()?).ok()
}

/// Codes, links, keys, ids and names.
fn names(line: &str) {
    if let Ok(code) = line.parse::<RoomCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    if let Ok(key) = line.parse::<Key>() {
        assert_eq!(key.to_string().parse(), Ok(key));
    }
    if let Ok(id) = line.parse::<PlayerId>() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok(hash) = line.parse::<Hash>() {
        assert_eq!(hash.to_string(), line);
    }
    if let Ok(address) = Address::read(line) {
        let place = |address: &Address| (address.secure, address.host.clone(), address.base.clone());
        for printed in [address.socket(), address.page()] {
            let read = Address::read(&printed).unwrap_or_else(|bad| panic!("{line:?} is {printed}: {bad}"));
            assert_eq!(place(&read), place(&address), "{printed}");
        }
        assert!(!address.file_name().contains('/'));
    }
    if let Ok(RoomTarget { room, server: Some(server) }) = line.parse() {
        let link = format!("{}/r/{room}", server.page());
        let read: RoomTarget = link.parse().unwrap_or_else(|bad| panic!("{line:?} is {link}: {bad}"));
        assert_eq!((read.room, read.server.map(|server| server.socket())), (room, Some(server.socket())));
    }
    if let Ok(MatchTarget { room, number: Some(number) }) = line.parse() {
        assert_eq!(format!("{room}/{number}").parse(), Ok(MatchTarget { room, number: Some(number) }));
    }
    if let Ok(clean) = text::clean(line, 32) {
        assert_eq!(text::clean(&clean, 32).as_ref(), Ok(&clean), "cleaning twice is cleaning once");
    }
    let shown = text::shown(line);
    assert_eq!(text::shown(&shown), shown);
}

/// Games, fields of a setup, and a whole setup as JSON.
fn fields(line: &str) {
    if let Ok(wanted) = line.parse::<Wanted>() {
        assert!(Kind::ALL.contains(&wanted.kind));
    }
    for field in FIELDS {
        match field.read(line) {
            Ok(value) => assert_eq!(field.read(&field.show(&value)), Ok(value), "{}: {line:?}", field.key),
            Err(why) => assert!(!why.is_empty(), "{}: {line:?}", field.key),
        }
    }
    if let Ok(json) = serde_json::from_str::<Value>(line) {
        setups::read(&json);
    }
}
