//! One runner for all worked examples; each is played in both media.

use engine::games::crokidarts::{Event, Move, Options, Phase};
use engine::games::{Medium, Rules};
use serde::Deserialize;
use serde_json::Value;

use crate::bench::{Bench, Wish};

#[derive(Deserialize)]
struct File {
    scripts: Vec<Script>,
}

#[derive(Deserialize)]
struct Script {
    name: String,
    scores: Vec<u32>,
    locked: Vec<bool>,
    first: usize,
    #[serde(default)]
    options: Options,
    steps: Vec<Step>,
    winner: Option<usize>,
}

#[derive(Deserialize)]
struct Step {
    act: String,
    args: Vec<Value>,
    result: String,
    player_after: usize,
    scores: Vec<u32>,
    board: Vec<u8>,
    twenties: u32,
}

#[test]
fn worked_examples() {
    let mut played = 0;
    for data in [include_str!("../data/crokidarts.json"), include_str!("../data/crokidarts-examples.json")] {
        let file: File = serde_json::from_str(data).expect("a file of scripts");
        for script in &file.scripts {
            run(script, Medium::Virtual);
            run(script, Medium::Table);
            played += 1;
        }
    }
    assert_eq!(played, 34);
}

fn run(script: &Script, medium: Medium) {
    let options = Options { legs_to_win: 1, sets_to_win: 1, ..script.options.clone() };
    let mut bench = Bench::new(&options, medium, 2);
    bench.reach(&script.scores);
    assert_eq!((bench.seat(), bench.view().locked), (script.first, script.locked.clone()), "{}", script.name);
    for (i, step) in script.steps.iter().enumerate() {
        let place = format!("{} step {} {medium:?}", script.name, i + 1);
        let by = bench.seat();
        let followed = play(&mut bench, step);
        let view = bench.view();
        assert_eq!(result(&followed, view.phase, &step.act), step.result, "{place}");
        let player = bench.game.outcome().map_or_else(|| bench.seat(), |outcome| outcome.winners[0]);
        assert_eq!(player, step.player_after, "{place}");
        assert_eq!(view.twenties, step.twenties, "{place}");
        // on real boards a lock's score waits for the turn's confirmation, and the shot disc of a check-out is
        // not reported
        if medium == Medium::Virtual || step.result != "locked" {
            assert_eq!(view.score, step.scores, "{place}");
        }
        assert!(step.result != "locked" || view.locked[by], "{place}");
        if medium == Medium::Virtual || step.result != "leg" {
            assert_eq!(bench.values(), step.board, "{place}");
        }
    }
    let winner = bench.game.outcome().map(|outcome| outcome.winners[0]);
    assert_eq!(winner, script.winner, "{}", script.name);
}

fn play(bench: &mut Bench, step: &Step) -> Vec<Event> {
    if step.act == "shot" {
        let arg = |n: usize| step.args.get(n).cloned().unwrap_or(Value::Null);
        return bench.shoot(&Wish {
            at: serde_json::from_value(arg(0)).expect("where"),
            struck: arg(1) == Value::Bool(true),
            earlier: serde_json::from_value(arg(2)).expect("the earlier discs"),
            sunk: arg(3).as_u64().unwrap_or(0) as usize,
        });
    }
    if let (Medium::Virtual, Some(lifted)) = (bench.medium, step.args.get(1).and_then(Value::as_u64)) {
        let disc = bench.view().discs[lifted as usize].id().expect("a placed disc");
        bench.act(bench.seat(), Move::Lift { disc }).expect("five on the board");
    }
    bench.check_out(step.args[0] == Value::Bool(true))
}

fn result(followed: &[Event], phase: Phase, act: &str) -> &'static str {
    match followed {
        [Event::TurnEnded { .. }, Event::LegEnded { winner: Some(_) }, ..] => "leg",
        [Event::TurnEnded { bust: true, .. }] => "bust",
        [Event::TurnEnded { .. }] if act == "checkout" => "missed",
        [Event::TurnEnded { .. }] => "turn over",
        [] if phase == Phase::Checkout => "locked",
        [] => "shoot on",
        _ => panic!("{followed:?}"),
    }
}
