//! Up the Mountain's rulings, with the worked examples of C.1.

use engine::games::darbol::{Kind, Phase};
use engine::games::{Medium, Rules};
use serde_json::json;

use crate::host::{Match, options, start};

/// A lone climber with `target` to make, at the start of a turn.
fn at(target: u8, set: serde_json::Value) -> Match {
    let mut it = Match::reported("up_the_mountain", 1, set);
    it.make(0, &(1..target).collect::<Vec<_>>());
    if it.view().toss == 2 {
        it.make(0, &[0]);
    }
    it
}

#[track_caller]
fn turn(target: u8, holes: &[u8], set: serde_json::Value, after: u8) {
    let mut it = at(target, set);
    let turns = it.turns();
    it.make(0, holes);
    assert_eq!(it.target(0), after);
    assert_eq!(it.turns(), turns + holes.len() / 2);
}

#[test]
fn worked_examples() {
    let (none, up, down) = (json!({}), json!({ "up_resets": true }), json!({ "down_sets": true }));
    let both = json!({ "up_resets": true, "down_sets": true });
    turn(4, &[4], none.clone(), 5);
    turn(4, &[6], none.clone(), 4);
    turn(4, &[6], up.clone(), 1);
    turn(4, &[2], none, 4);
    turn(4, &[2], down.clone(), 3);
    turn(4, &[3], down.clone(), 4); // C13
    turn(8, &[1], down, 2);
    turn(7, &[8], both.clone(), 1);
    turn(7, &[8, 1], both.clone(), 2); // C15
    turn(1, &[5], up, 1); // C14
    turn(5, &[0, 0], both, 5); // C14
}

#[test]
fn both_balls_advance_and_the_last_hole_ends_the_game() {
    turn(1, &[1, 2], json!({}), 3); // C11

    let mut on_the_second = at(7, json!({}));
    on_the_second.make(0, &[7, 8]);
    on_the_second.won_by(0);

    // the second ball is not tossed, and the view stays as it stood
    let mut on_the_first = at(8, json!({}));
    let round = on_the_first.view().round;
    on_the_first.make(0, &[8]);
    on_the_first.won_by(0);
    assert!(on_the_first.game.turn().is_empty() && on_the_first.game.legal().is_empty());
    let view = on_the_first.view();
    assert_eq!((view.phase, view.round, on_the_first.target(0)), (Phase::Over, round, 8));
}

#[test]
fn eight_tosses_are_the_fewest() {
    let mut it = Match::new(&options("up_the_mountain", json!({})), &start(2, Medium::Virtual));
    for turn in 0..4 {
        it.make(0, &[2 * turn + 1, 2 * turn + 2]);
        if turn < 3 {
            // C16: a ball through a higher hole than the target is no offence, and does nothing (C12)
            it.make(1, &[8, 7]);
            assert_eq!(it.target(1), 1);
        }
    }
    it.won_by(0); // C3: at once, though seat 1 has had a turn less
    assert_eq!((it.turns(), it.view().round), (7, 4));
    assert_eq!(it.view().game, Kind::UpTheMountain);
    assert_eq!(it.player(0), json!({ "target": 8 })); // the winner's target stays
}
