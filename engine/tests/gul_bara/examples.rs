//! `gul-bara-examples.json`: each line is a position, what is played, and how it has to stand after that.

use std::collections::BTreeMap;

use engine::games::gul_bara::{Event, Game, Move, Options, Phase, Position};
use engine::games::{Need, Reason, Rules, Seat};
use serde::{Deserialize, Deserializer};

use crate::support::{Side, act, game_at, legal, roll, settle, side, start};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    name: String,
    #[serde(default)]
    options: Options,
    own: Option<Side>,
    opp: Option<Side>,
    #[serde(default)]
    rolls: [u32; 2],
    #[serde(default)]
    roll_off: bool,
    play: String,
    want: Want,
}

/// Only what is named is compared; an inner `None` is a `null` of the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Want {
    #[serde(deserialize_with = "given")]
    first: Option<Option<Seat>>,
    #[serde(deserialize_with = "given")]
    need: Option<Option<Need>>,
    #[serde(deserialize_with = "given")]
    dice: Option<Option<[u8; 2]>>,
    turn: Option<Vec<Seat>>,
    legal: Option<String>,
    refused: BTreeMap<String, String>,
    follows: Option<String>,
    phase: Option<Phase>,
    own: Option<Side>,
    opp: Option<Side>,
    stages: Option<Vec<Vec<u8>>>,
    rolls: Option<[u32; 2]>,
    score: Option<[u32; 2]>,
    game: Option<u32>,
    result: Option<Ended>,
    concede: Option<Vec<u32>>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Ended {
    winners: Vec<Seat>,
    reason: Reason,
    points: Vec<u32>,
}

fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(de: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(de).map(Some)
}

fn numbers(text: &str, separator: char) -> Vec<u8> {
    text.split(separator).map(|number| number.parse().unwrap()).collect()
}

fn parse(text: &str) -> Move {
    match text {
        "roll" => Move::Roll,
        "undo" => Move::Undo,
        "done" => Move::Done,
        step => Move::Step { from: numbers(step, '/')[0], die: numbers(step, '/')[1] },
    }
}

fn spell(mv: &Move) -> String {
    match mv {
        Move::Roll => "roll".to_owned(),
        Move::Undo => "undo".to_owned(),
        Move::Done => "done".to_owned(),
        Move::Step { from, die } => format!("{from}/{die}"),
    }
}

fn spell_event(event: &Event) -> String {
    match event {
        Event::DeadRoll { dice: [a, b] } => format!("dead:{a}-{b}"),
        Event::GameEnded { winner: Some(seat), points } => format!("won:{seat}+{points}"),
        Event::GameEnded { winner: None, .. } => "void".to_owned(),
        Event::Stepped { .. } | Event::Done => panic!("{event:?} does not happen by itself"),
    }
}

fn play(game: &mut Game, word: &str) -> Vec<Event> {
    if let Some(dice) = word.strip_prefix("off:") {
        assert_eq!(game.need(), Some(Need::RollOff));
        game.take(Need::RollOff, &numbers(dice, '-'));
        return settle(game);
    }
    match word.split_once('-') {
        Some((a, b)) => roll(game, [a.parse().unwrap(), b.parse().unwrap()]),
        None => act(game, parse(word)).unwrap(),
    }
}

fn check(example: &Example) {
    let Example { name, want, .. } = example;
    println!("{name}"); // shown if it fails while being played
    let mut game = match (&example.own, &example.opp) {
        (Some(own), Some(opp)) => game_at(example.options.clone(), [side(own), side(opp)], example.rolls),
        _ => Game::new(&example.options, &start((!example.roll_off).then_some(0))),
    };
    let events: Vec<_> = example.play.split_whitespace().flat_map(|word| play(&mut game, word)).collect();

    let view = game.view();
    let join = |words: Vec<String>| words.join(" ");
    let outcome = game.outcome().map(|o| Ended { winners: o.winners, reason: o.reason, points: o.points });
    let [own, opp] = view.points;
    fn same<T: PartialEq + std::fmt::Debug>(name: &str, what: &str, is: T, want: Option<T>) {
        if let Some(want) = want {
            assert_eq!(is, want, "{name}: {what}");
        }
    }
    same(name, "first", game.first(), want.first);
    same(name, "need", game.need(), want.need);
    same(name, "dice", view.dice, want.dice);
    same(name, "turn", game.turn(), want.turn.clone());
    same(name, "legal", join(legal(&game).iter().map(spell).collect()), want.legal.clone());
    same(name, "follows", join(events.iter().map(spell_event).collect()), want.follows.clone());
    same(name, "phase", view.phase, want.phase);
    same(name, "own", own, want.own.as_ref().map(side));
    same(name, "opp", opp, want.opp.as_ref().map(side));
    same(name, "stages", view.stages, want.stages.clone());
    same(name, "rolls", view.rolls, want.rolls);
    same(name, "score", view.score, want.score);
    same(name, "game", view.game, want.game);
    same(name, "concede", Some(&game.concede(1, 0)), want.concede.as_ref().map(Some));
    same(name, "result", outcome.as_ref(), Some(want.result.as_ref()));
    for (mv, why) in &want.refused {
        let refusal = act(&mut game.clone(), parse(mv)).expect_err(name);
        assert!(refusal.contains(why.as_str()), "{name}: {mv} is refused with {refusal:?}");
    }
}

#[test]
fn examples_and_rulings() {
    let lines: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../data/gul-bara-examples.json")).unwrap();
    for line in lines.into_iter().skip(1) {
        let name = line["name"].to_string();
        check(&serde_json::from_value(line).unwrap_or_else(|why| panic!("{name}: {why}")));
    }
}

/// Faulty dice: with fives alone, neither side can ever move again. The 200th dead roll ends it without points.
#[test]
fn two_hundred_dead_rolls() {
    let mut points = [[0; 25]; 2];
    (points[0][24], points[0][14], points[0][4]) = (13, 1, 1);
    (points[1][21], points[1][7]) = (8, 7);
    let mut game = game_at(Options { match_points: 5, ..Options::default() }, points, [0, 0]);
    for _ in 1..200 {
        assert_eq!(roll(&mut game, [5, 5]), [Event::DeadRoll { dice: [5, 5] }]);
        assert_eq!(game.outcome(), None);
    }
    let end = [Event::DeadRoll { dice: [5, 5] }, Event::GameEnded { winner: None, points: 0 }];
    assert_eq!(roll(&mut game, [5, 5]), end);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason, outcome.points), (vec![], Reason::NoProgress, vec![0, 0]));
    assert_eq!(game.view().phase, Phase::Over);
}

#[test]
fn options_in_range() {
    let at = |own: &[(usize, u8)], opp: &[(usize, u8)]| {
        let points = [own, opp].map(|given| side(&given.iter().copied().collect()));
        Options { position: Some(Position { points, to_move: 1, rolls: [3, 3] }), ..Options::default() }
    };
    let plain = Options::default;
    let good = [
        plain(),
        Options { cascade_from: None, match_points: 25, ..plain() },
        Options { cascade_from: Some(9), ..plain() },
        at(&[(24, 15)], &[(24, 14), (0, 1)]),
    ];
    for options in good {
        assert_eq!(options.check(), Ok(()));
    }
    let mut nobody = at(&[(24, 15)], &[(24, 15)]);
    nobody.position.as_mut().unwrap().to_move = 2;
    let bad = [
        (Options { cascade_from: Some(0), ..plain() }, "cascade_from", "1 to 9"),
        (Options { cascade_from: Some(10), ..plain() }, "cascade_from", "1 to 9"),
        (Options { match_points: 0, ..plain() }, "match_points", "1 to 25"),
        (Options { match_points: 26, ..plain() }, "match_points", "1 to 25"),
        (nobody, "position", "to_move"),
        (at(&[(24, 14)], &[(24, 15)]), "position", "seat 0 has 14"),
        (at(&[(24, 15)], &[(24, 15), (1, 1)]), "position", "seat 1 has 16"),
        (at(&[(24, 255), (23, 16)], &[(24, 15)]), "position", "seat 0 has 271"),
        (at(&[(24, 14), (12, 1)], &[(24, 15)]), "position", "seat 0's point 12, which is seat 1's 24"),
        (at(&[(24, 15)], &[(0, 15)]), "position", "seat 1 has borne off all"),
    ];
    for (options, field, words) in bad {
        let bad = options.check().unwrap_err();
        assert_eq!(bad.field, field);
        assert!(bad.message.contains(words), "{}", bad.message);
    }
}

#[test]
fn moves_in_range() {
    let check = |mv| Options::default().check_move(&mv);
    for mv in
        [Move::Roll, Move::Undo, Move::Done, Move::Step { from: 24, die: 1 }, Move::Step { from: 1, die: 6 }]
    {
        assert_eq!(check(mv), Ok(()));
    }
    for (from, die) in [(0, 1), (25, 1), (255, 1), (24, 0), (24, 7), (1, 255)] {
        let refused = check(Move::Step { from, die }).unwrap_err();
        assert!(refused.contains("there is no"), "{refused}");
    }
}
