//! Legs, sets, who starts them, and how a match ends (D17 to D19).

use engine::fairness::{Hash, Stream};
use engine::games::crokidarts::{Event, Game, Options, Phase};
use engine::games::{Choice, Medium, Need, Outcome, Reason, Rules, Seat, Start};

use crate::bench::{Bench, gather, lone, strike};

fn options(legs_to_win: u32, sets_to_win: u32) -> Options {
    Options { target: 50, legs_to_win, sets_to_win, ..Options::default() }
}

/// Plays a leg that `winner` wins in its first turn; returns who started it and what followed its last shot.
fn leg(bench: &mut Bench, winner: Seat) -> (Seat, Vec<Event>) {
    let starter = bench.seat();
    if starter != winner {
        bench.turn(&[]);
    }
    for wish in [lone("20"), lone("15"), strike("15", &[15])] {
        bench.shoot(&wish);
    }
    (starter, bench.check_out(true))
}

#[test]
fn starts_alternate_and_a_deciding_set_has_a_lot() {
    let mut bench = Bench::new(&options(2, 2), Medium::Virtual, 2);
    bench.game.begin(1);
    assert_eq!(bench.game.first(), Some(1));

    let starters: Vec<Seat> = [0, 1, 0].map(|winner| leg(&mut bench, winner).0).to_vec();
    assert_eq!(starters, [1, 0, 1]);
    assert_eq!((bench.view().sets, bench.view().legs), (vec![1, 0], vec![0, 0]));

    // against the first leg of the set before, not against its last
    assert_eq!(leg(&mut bench, 1).0, 0);
    assert_eq!(bench.view().legs, [0, 1]);
    let (starter, followed) = leg(&mut bench, 1);
    assert_eq!(starter, 1);
    assert_eq!(
        followed,
        [
            Event::TurnEnded { seat: 1, score: 50, bust: false, locked: true },
            Event::LegEnded { winner: Some(1) },
            Event::SetEnded { winner: 1 },
        ]
    );

    assert_eq!((bench.game.need(), bench.game.turn()), (Some(Need::SetLot), vec![]));
    assert_eq!((bench.view().score, bench.game.legal()), (vec![0, 0], vec![]));
    let drawn: Vec<u8> = (0..32)
        .map(|n| bench.game.draw(&mut Stream::new(Hash([n; 32]))))
        .map(|drawn| match drawn.values[..] {
            [seat] => seat,
            _ => panic!("{drawn:?}"),
        })
        .collect();
    assert!(drawn.contains(&0) && drawn.contains(&1) && drawn.iter().all(|seat| *seat < 2));

    bench.game.take(Need::SetLot, &[1]);
    assert_eq!((bench.game.need(), bench.game.turn()), (None, vec![1]));
    let starters: Vec<Seat> = [0, 1].map(|winner| leg(&mut bench, winner).0).to_vec();
    assert_eq!(starters, [1, 0]);
    leg(&mut bench, 0);
    let outcome = Outcome { winners: vec![0], reason: Reason::Completed, points: vec![2, 1] };
    assert_eq!(bench.game.outcome(), Some(outcome));

    // the view stays as it stood
    let view = bench.view();
    assert_eq!((view.phase, view.legs, view.score), (Phase::Over, vec![2, 1], vec![50, 0]));
    assert_eq!((bench.game.turn(), bench.game.legal(), bench.game.need()), (vec![], vec![], None));
    assert_eq!(bench.game.first(), Some(1));
}

#[test]
fn the_only_set_is_no_deciding_set() {
    let mut bench = Bench::new(&options(1, 1), Medium::Virtual, 2);
    assert_eq!(bench.game.need(), None);
    leg(&mut bench, 1);
    let outcome = Outcome { winners: vec![1], reason: Reason::Completed, points: vec![0, 1] };
    assert_eq!(bench.game.outcome(), Some(outcome));
}

#[test]
fn nobody_is_in_turn_before_the_lot() {
    let start = Start { seats: 2, medium: Medium::Virtual, first: None, handicap: None };
    let mut game = Game::new(&Options::default(), &start);
    assert_eq!((game.turn(), game.first(), game.need(), game.follow()), (vec![], None, None, None));
    assert_eq!((game.view().phase, game.view().shot), (Phase::Shooting, 1));
    game.begin(1);
    assert_eq!((game.turn(), game.first()), (vec![1], Some(1)));
    assert_eq!(game.legal(), [Choice::Free("shoot")]);
}

#[test]
fn practice_goes_on_alone() {
    for medium in [Medium::Virtual, Medium::Table] {
        let mut bench = Bench::new(&options(2, 2), medium, 1);
        for sets in [0, 1] {
            assert_eq!(bench.view().sets, [sets]);
            bench.turn(&gather(30));
            assert_eq!((bench.seat(), bench.view().score), (0, vec![30]));
            bench.turn(&[lone("20")]);
            assert_eq!((bench.view().score, bench.view().locked), (vec![50], vec![true]));
            bench.check_out(true);
            assert_eq!(bench.game.need(), None);
            leg(&mut bench, 0);
        }
        let outcome = Outcome { winners: vec![0], reason: Reason::Completed, points: vec![2] };
        assert_eq!(bench.game.outcome(), Some(outcome));
    }
}

#[test]
fn a_leg_and_the_match_are_drawn_at_the_cap() {
    for seats in [1, 2] {
        let options = Options { turn_cap: 10, ..options(1, 2) };
        let mut bench = Bench::new(&options, Medium::Virtual, seats);
        // the count starts anew with each leg
        leg(&mut bench, 0);
        for _ in 0..10 * seats - 1 {
            assert_eq!(bench.turn(&[]).len(), 1);
        }
        let followed = bench.turn(&[]);
        assert_eq!(followed[1..], [Event::LegEnded { winner: None }]);
        let mut points = vec![0; seats];
        points[0] = 1;
        assert_eq!(bench.game.outcome(), Some(Outcome { winners: vec![], reason: Reason::Cap, points }));
    }
}

#[test]
fn the_last_turn_before_the_cap_may_still_win() {
    let mut bench = Bench::new(&Options { turn_cap: 10, ..options(1, 1) }, Medium::Virtual, 2);
    for _ in 0..18 {
        bench.turn(&[]);
    }
    leg(&mut bench, 1);
    assert_eq!(bench.game.outcome().map(|outcome| outcome.winners), Some(vec![1]));
}

#[test]
fn a_match_given_up_counts_the_sets_played() {
    let mut bench = Bench::new(&options(1, 3), Medium::Virtual, 2);
    leg(&mut bench, 0);
    assert_eq!(bench.game.standing(), [1, 0]);
    assert_eq!(bench.game.concede(1, 0), [1, 0]);
}
