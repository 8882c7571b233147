//! What is refused whatever the position, and what the wire looks like.

use engine::games::crokidarts::{Event, Move, Options, Report};
use engine::games::{Medium, Rules};
use engine::physics::Shot;
use serde_json::json;

use crate::bench::{Bench, FLICK, lone};

#[test]
fn options_have_ranges() {
    let fields = |options: Options| options.check().map_err(|bad| bad.field);
    let base = Options::default();
    assert_eq!(fields(base.clone()), Ok(()));
    for (right, target) in [(true, 50), (true, 1000), (false, 45), (false, 1005), (false, 401)] {
        let expected = if right { Ok(()) } else { Err("target") };
        assert_eq!(fields(Options { target, ..base.clone() }), expected, "{target}");
    }
    for (right, n) in [(true, 1), (true, 3), (false, 0), (false, 6)] {
        let expected = |field| if right { Ok(()) } else { Err(field) };
        assert_eq!(fields(Options { legs_to_win: n, ..base.clone() }), expected("legs_to_win"));
        assert_eq!(fields(Options { sets_to_win: n, ..base.clone() }), expected("sets_to_win"));
    }
    assert_eq!(fields(Options { legs_to_win: 4, ..base.clone() }), Err("legs_to_win"));
    assert_eq!(fields(Options { sets_to_win: 5, ..base.clone() }), Ok(()));
    for (expected, turn_cap) in [(Ok(()), 10), (Ok(()), 500), (Err("turn_cap"), 9), (Err("turn_cap"), 501)] {
        assert_eq!(fields(Options { turn_cap, ..base.clone() }), expected);
    }
}

#[test]
fn moves_have_ranges() {
    let shot = |at, aim, speed| Move::Shoot(Shot { at, aim, speed });
    let board = |board: &[u8]| Move::Report(Report::Board { twenties: 0, board: board.to_vec() });
    let right = [
        shot(-45_000, -90_000, 100),
        shot(45_000, 90_000, 2_500),
        board(&[15, 10, 5]),
        Move::Lift { disc: 5 },
        Move::Report(Report::CheckOut { hit: true }),
        Move::Undo,
    ];
    let wrong = [
        shot(-45_001, 0, 900),
        shot(45_001, 0, 900),
        shot(0, 90_001, 900),
        shot(0, -90_001, 900),
        shot(0, 0, 99),
        shot(0, 0, 2_501),
        board(&[15, 20]),
        board(&[0]),
        Move::Lift { disc: 0 },
        Move::Lift { disc: 6 },
    ];
    let options = Options::default();
    for mv in right {
        assert_eq!(options.check_move(&mv), Ok(()), "{mv:?}");
    }
    for mv in wrong {
        assert!(options.check_move(&mv).is_err(), "{mv:?}");
    }
}

#[test]
fn the_wire() {
    let moves = [
        (json!({"type": "shoot", "at": 0, "aim": 0, "speed": 900}), Move::Shoot(FLICK)),
        (json!({"type": "lift", "disc": 3}), Move::Lift { disc: 3 }),
        (
            json!({"type": "report", "twenties": 1, "board": [15, 10]}),
            Move::Report(Report::Board { twenties: 1, board: vec![15, 10] }),
        ),
        (json!({"type": "report", "hit": true}), Move::Report(Report::CheckOut { hit: true })),
        (json!({"type": "dispute"}), Move::Dispute),
    ];
    for (text, mv) in moves {
        assert_eq!(serde_json::to_value(&mv).expect("JSON"), text);
        assert_eq!(serde_json::from_value::<Move>(text).expect("a move"), mv);
    }
    let event = Event::Reported(Report::CheckOut { hit: false });
    assert_eq!(serde_json::to_value(&event).expect("JSON"), json!({"type": "reported", "hit": false}));

    let mut bench = Bench::new(&Options::default(), Medium::Table, 2);
    bench.shoot(&lone("20"));
    bench.shoot(&lone("15"));
    let view = json!({"phase": "shooting", "score": [0, 0], "locked": [false, false], "legs": [0, 0],
        "sets": [0, 0], "shot": 3, "twenties": 1, "discs": [{"value": 15}]});
    assert_eq!(serde_json::to_value(bench.game.view()).expect("JSON"), view);
    assert_eq!(
        serde_json::from_value::<engine::games::crokidarts::View>(view).expect("a view"),
        bench.view()
    );
}
