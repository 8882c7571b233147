//! What is refused before a game: options out of range, positions that cannot stand, cells off the board; and
//! what the contract asks beyond the rules of play.

use super::{Game, Options, Rules, game, position, read, study};
use crate::games::dara::Size;
use crate::games::{Deed, Refused};

fn field(options: Options) -> Option<&'static str> {
    options.check().err().map(|bad| bad.field)
}

#[test]
fn ranges() {
    let limit = |no_capture_limit| field(Options { no_capture_limit, ..Options::default() });
    assert_eq!([None, Some(10), Some(1000)].map(limit), [None; 3]);
    assert_eq!([Some(0), Some(9), Some(1001)].map(limit), [Some("no_capture_limit"); 3]);
    let repetition = |repetition| field(Options { repetition, ..Options::default() });
    assert_eq!([None, Some(3)].map(repetition), [None; 2]);
    assert_eq!([Some(0), Some(2), Some(4)].map(repetition), [Some("repetition"); 3]);
}

#[test]
fn positions_that_cannot_stand() {
    let stands = |size, board, to_move| {
        field(Options { size, position: Some(position(board, to_move)), ..Options::default() }).is_none()
    };
    let small = |board| stands(Size::FiveBySix, board, 0);
    assert!(small("xxx.../....../....../....../ooo..."));
    assert!(small("xxxxxx/xxxxxx/....../oooooo/oooooo"));
    assert!(!small("xxxxxx/xxxxxx/x...../oooooo/oooooo"), "thirteen stones");
    assert!(!small("xxx.../....../....../....../oo...."), "two stones");
    assert!(!small("xxx.../....../....../ooo..."), "four rows");
    assert!(!small("xxx.../....../....../....../ooo.../......"), "six rows");
    assert!(!small("xxx..../....../....../....../ooo..."), "seven columns");
    assert!(!small("xxx.../....../....../....../oooO.."), "another mark");
    assert!(!small("xxx.../....../....../....../ooo.é"), "six bytes, but not six marks");
    assert!(!stands(Size::FiveBySix, "xxx.../....../....../....../ooo...", 2), "no such seat");
    assert!(stands(Size::SixBySix, "xxx.../....../....../....../ooo.../......", 1));
    assert!(stands(Size::SevenBySix, "xxx.../....../....../....../ooo.../....../......", 1));
}

#[test]
fn cells_off_the_board() {
    let bad = |size, text| Options { size, ..Options::default() }.check_move(&read(text)).is_err();
    for text in ["f5", "xf5", "f5-e5"] {
        assert!(!bad(Size::FiveBySix, text), "{text}");
    }
    for text in ["a6", "xa6", "a5-a6", "a6-a5"] {
        assert!(bad(Size::FiveBySix, text), "{text}");
        assert!(!bad(Size::SixBySix, text), "{text}");
    }
    assert!(bad(Size::SixBySix, "a7") && !bad(Size::SevenBySix, "f7"));
}

#[test]
fn nobody_is_in_turn_before_the_lot() {
    let mut game = game(&Options::default(), None);
    assert!(game.turn().is_empty() && game.legal().is_empty() && game.follow().is_none());
    assert_eq!((game.first(), game.need(), game.perft(1)), (None, None, 0));
    assert_eq!(game.decide(0, &read("c3")), Err(Refused::NotYourTurn));
    game.begin(1);
    assert_eq!((game.first(), game.turn(), game.perft(1)), (Some(1), vec![1], 30));
    assert_eq!(game.decide(0, &read("c3")), Err(Refused::NotYourTurn));
}

#[test]
fn a_position_says_who_begins() {
    let game = study("xxx.../....../....../....../ooo...", 1);
    assert_eq!((game.first(), game.turn(), game.view().in_hand), (Some(1), vec![1], [0, 0]));
}

#[test]
fn what_other_games_do_changes_nothing() {
    let game = study("xxx.../....../....../....../ooo...", 0);
    let mut same = game.clone();
    for deed in [Deed::Rolling, Deed::Undone, Deed::Confirmed, Deed::Disputed] {
        same.apply(Some(0), &deed);
        assert_eq!(Game::move_of(&deed), None);
    }
    same.leave(1);
    assert_eq!(same, game);
    assert_eq!((game.standing(), game.concede(1, 0), game.confirming()), (vec![0, 0], vec![0, 1], None));
}
