//! The published example of Glicko-2, and how matches go on records.

use serde_json::json;
use skillratings::glicko2::glicko2_rating_period;

use super::*;

fn near(value: f64, wanted: f64, within: f64) {
    assert!((value - wanted).abs() < within, "{value} is not {wanted}");
}

/// The worked example of Glickman's "Example of the Glicko-2 system".
#[test]
fn the_published_example() {
    let rated = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let period = [
        (rated(1400.0, 30.0), Outcomes::WIN),
        (rated(1550.0, 100.0), Outcomes::LOSS),
        (rated(1700.0, 300.0), Outcomes::LOSS),
    ];
    let new = glicko2_rating_period(&rated(1500.0, 200.0), &period, &Glicko2Config::new());
    near(new.rating, 1464.06, 0.01);
    near(new.deviation, 151.52, 0.01);
    near(new.volatility, 0.05999, 0.00001);
}

fn share(seat: Seat, outcome: Outcome) -> Share {
    Share { seat, outcome, early: None, hundred: None }
}

fn play(standings: &mut [Standing], first: Outcome, second: Outcome) {
    conclude(standings, &[share(0, first), share(1, second)]);
}

#[test]
fn a_first_match_of_two() {
    let mut both = [Standing::default(); 2];
    play(&mut both, Outcome::Won, Outcome::Lost);
    near(both[0].rating, 1662.31, 0.01);
    near(both[1].rating, 1337.69, 0.01);
    for standing in both {
        near(standing.deviation, 290.32, 0.01);
        assert_eq!(standing.rated, 1);
    }
}

#[test]
fn provisional_until_ten_matches() {
    let mut both = [Standing::default(); 2];
    for n in 0..10 {
        assert!(both[0].provisional(), "after {n}");
        play(&mut both, Outcome::Drawn, Outcome::Drawn);
    }
    assert!(!both[0].provisional());
    near(both[0].rating, 1500.0, 1e-9);
}

#[test]
fn streaks_turn_with_the_outcome() {
    use Outcome::{Drawn, Lost, Unfinished, Won};
    let mut one = [Standing::default()];
    let played = [Won, Won, Won, Unfinished, Lost, Lost, Drawn, Won, Unfinished];
    let streaks = played.map(|outcome| {
        conclude(&mut one, &[share(0, outcome)]);
        one[0].streak
    });
    assert_eq!(streaks, [1, 2, 3, 3, -1, -2, 0, 1, 1]);
    assert_eq!(one[0].longest, 3);
}

#[test]
fn only_two_are_rated_and_only_with_a_result() {
    let new = Standing::default();
    let mut three = [new; 3];
    let shares = [share(0, Outcome::Lost), share(1, Outcome::Won), share(2, Outcome::Lost)];
    conclude(&mut three, &shares);
    assert!(three.iter().all(|standing| standing.rated == 0 && standing.rating == new.rating));
    assert_eq!(three[1].streak, 1);
    let mut two = [new; 2];
    play(&mut two, Outcome::Unfinished, Outcome::Unfinished);
    assert_eq!(two, [new; 2]);
}

fn setup(setup: serde_json::Value) -> Setup {
    Setup::read(&setup).unwrap()
}

fn panel(players: &serde_json::Value) -> View {
    let view = json!({
        "kind": "darbol", "game": "hundred", "phase": "over", "round": 9, "toss": 1, "dice": null, "left": [],
        "doubles": null, "players": players
    });
    serde_json::from_value(view).unwrap()
}

#[test]
fn who_reached_a_hundred_without_handicap_enters_the_averages() {
    let setup = setup(json!({"game": {"kind": "darbol", "game": "hundred", "handicap": true}}));
    let game = panel(&json!([
        {"score": 104, "turns": 13, "extra_turns": 0}, {"score": 99, "turns": 12, "extra_turns": 0}
    ]));
    let over = Over {
        setup: &setup,
        winners: &[0],
        reason: Reason::Completed,
        left: &[None, None],
        game: &game,
        handicap: None,
    };
    let counted = |handicap: Option<&[Handicap]>| -> Vec<_> {
        shares(&Over { handicap, ..over }).into_iter().map(|share| share.hundred).collect()
    };
    let wanted = vec![Some(HundredGame { turns: 13, excess: 4 }), None];
    assert_eq!(counted(None), wanted);
    // C41: wanted, but not due
    assert_eq!(counted(Some(&[Handicap::default(); 2])), wanted);
    let given = [Handicap::default(), Handicap { points: 0, extra_turns: 1 }];
    assert_eq!(counted(Some(&given)), [None, None]);
    let mut standings = [Standing::default(); 2];
    conclude(&mut standings, &shares(&over));
    assert_eq!(standings[0].hundred, Average { turns: 13, excess: 4, games: 1 });
    assert_eq!(standings[1].hundred, Average::default());
}

#[test]
fn who_left_is_told_apart() {
    let setup = setup(json!({"game": {"kind": "darbol", "game": "hundred"}, "seats": 3}));
    let game = panel(&json!([]));
    let over = |winners, reason, left| {
        let shares = shares(&Over { setup: &setup, winners, reason, left, game: &game, handicap: None });
        shares.into_iter().map(|share| (share.outcome, share.early)).collect::<Vec<_>>()
    };
    let early = |reason, own| Some(Early { reason, own });
    let (won, lost) = (Outcome::Won, Outcome::Lost);
    // one resigned on the way, the others played on
    let left = [None, Some(Reason::Resigned), None];
    let seen = over(&[0], Reason::Completed, &left);
    assert_eq!(seen, [(won, None), (lost, early(Reason::Resigned, true)), (lost, None)]);
    // and then another ran out of time
    let left = [None, Some(Reason::Resigned), Some(Reason::Time)];
    let seen = over(&[0], Reason::Time, &left);
    let [time, own] = [early(Reason::Time, false), early(Reason::Time, true)];
    assert_eq!(seen, [(won, time), (lost, early(Reason::Resigned, true)), (lost, own)]);
    let seen = over(&[], Reason::Unfinished, &[None; 3]);
    assert_eq!(seen, [(Outcome::Unfinished, early(Reason::Unfinished, false)); 3]);
}

#[test]
fn practice_and_given_positions_count_for_nobody() {
    let position = json!({"points": [vec![0; 25], vec![0; 25]], "to_move": 0, "rolls": [0, 0]});
    let mut position = position;
    position["points"][0][24] = json!(15);
    position["points"][1][24] = json!(15);
    for alone in [
        json!({"game": {"kind": "darbol", "game": "hundred"}, "seats": 1}),
        json!({"game": {"kind": "gul_bara", "position": position}, "visibility": "unlisted"}),
    ] {
        let setup = setup(alone);
        let game = panel(&json!([{"score": 104, "turns": 13, "extra_turns": 0}]));
        let left = [None, None];
        let over = Over {
            setup: &setup,
            winners: &[0],
            reason: Reason::Completed,
            left: &left,
            game: &game,
            handicap: None,
        };
        assert!(shares(&over).is_empty());
    }
}

/// The table remembers how seats left, which a claim says only by the match's end.
#[test]
fn who_is_claimed_against_has_left() {
    use crate::fairness::{Chain, Hash};
    use crate::table::{Command, Context, Now, Player, Table};

    let at = |ms| Now { mono: ms, wall: ms };
    let chain = Chain::new(Hash([1; 32]), 10);
    let setup = setup(json!({"game": {"kind": "dara"}, "starts": "creator", "claim_after_s": 10}));
    let mut table = Table::new("K7QF3M", setup, chain.tip(), at(0));
    let mut tell = |id: &str, command, ms| {
        let player = Player { id: id.to_owned(), name: id.to_owned() };
        let context = Context { now: at(ms), chain: &chain, server: "test", handicap: None };
        let decision = table.decide(&player, &command, &context).unwrap();
        for logged in &decision.entries {
            table.apply(logged, ms);
        }
        table.left().to_vec()
    };
    let sit = || Command::Sit { seat: None, tip: Some(Ok(chain.tip())) };
    assert_eq!(tell("p", sit(), 0), []);
    assert_eq!(tell("q", sit(), 0), [None, None], "it has started");
    assert_eq!(tell("q", Command::Claim, 10_000), [Some(Reason::Abandoned), None]);
}

/// Reasons are stored by name and read back as on the wire.
#[test]
fn reasons_are_named_as_on_the_wire() {
    use Reason::{
        Abandoned, Agreed, Cap, Completed, Dead, Immobile, NoProgress, Repetition, Resigned, Time, Unfinished,
    };
    let all = [
        Completed, Resigned, Time, Abandoned, Agreed, Repetition, NoProgress, Immobile, Cap, Dead, Unfinished,
    ];
    for reason in all {
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
    }
}
