//! Examples of play, one a line in the data file: the worked examples, the rulings and every option.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Rules, act, game, legal, position, read, result, seat, settle, write};
use crate::games::dara::{Game, Options, Phase};

#[derive(Deserialize)]
struct Examples {
    cases: Vec<Case>,
}

/// What to play, and what is to be seen afterwards; what is left out is not looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    options: Options,
    board: Option<String>,
    seat: Option<String>,
    first: Option<usize>,
    play: String,
    phase: Option<Phase>,
    turn: Option<Vec<usize>>,
    due: Option<u32>,
    quiet: Option<u32>,
    in_hand: Option<[u32; 2]>,
    after: Option<String>,
    legal: Option<String>,
    result: Option<String>,
    #[serde(default)]
    refused: BTreeMap<String, String>,
}

#[test]
fn examples() {
    let file = include_str!("../../../../tests/data/dara-examples.json");
    for case in serde_json::from_str::<Examples>(file).unwrap().cases {
        check(case);
    }
}

fn check(case: Case) {
    let name = &case.name;
    let mut options = case.options;
    let to_move = case.seat.as_deref().map_or(0, seat);
    options.position = case.board.as_deref().map(|board| position(board, to_move));
    let first = if options.position.is_some() { None } else { case.first.or(Some(0)) };
    let game = &mut game(&options, first);
    play(game, &case.play, name);

    let view = game.view();
    let expect = |holds: bool, what: &str| assert!(holds, "{name}: {what} is not as expected: {game:?}");
    expect(case.phase.is_none_or(|phase| phase == view.phase), "phase");
    expect(case.turn.is_none_or(|turn| turn == game.turn()), "turn");
    expect(case.due.is_none_or(|due| due == view.captures_due), "captures_due");
    expect(case.quiet.is_none_or(|quiet| quiet == view.quiet), "quiet");
    expect(case.in_hand.is_none_or(|in_hand| in_hand == view.in_hand), "in_hand");
    expect(case.after.is_none_or(|after| after == view.board.join("/")), "board");
    expect(case.result.is_none_or(|expected| expected == result(game)), "result");
    if let Some(expected) = case.legal {
        let listed = legal(game).into_iter().map(write).collect::<Vec<_>>().join(" ");
        assert_eq!(listed, expected, "{name}");
    }
    for (text, why) in case.refused {
        let refusal = game.decide(game.turn()[0], &read(&text)).unwrap_err();
        assert_eq!(refusal.to_string(), why, "{name}: {text}");
    }
}

/// Plays moves; every pass has to be written where it happens.
fn play(game: &mut Game, text: &str, name: &str) {
    let mut passes = settle(game);
    for token in text.split_whitespace() {
        if token == "pass" {
            passes = passes.checked_sub(1).unwrap_or_else(|| panic!("{name}: no pass"));
        } else {
            assert_eq!(passes, 0, "{name}: a pass before {token}");
            assert!(legal(game).contains(&read(token)), "{name}: {token} is not listed");
            act(game, read(token));
            passes = settle(game);
        }
    }
    assert_eq!(passes, 0, "{name}: a pass at the end");
}
