//! Single turns of the simulated medium: totals, check-outs with five on the board, discs' places.

use std::collections::BTreeMap;

use engine::games::crokidarts::{DiscView, Event, Move, Options, Phase, reachable};
use engine::games::{Choice, Deed, Medium, Need, Refused, Rules};
use engine::physics::{Disc, Shot, ShotOutcome};

use crate::bench::{Bench, FLICK, Wish, lone, place, strike};

fn bench(target: u32) -> Bench {
    let options = Options { target, legs_to_win: 1, sets_to_win: 1, ..Options::default() };
    Bench::new(&options, Medium::Virtual, 2)
}

/// Shots that end a turn with these discs, given as values with 20 for the hole and 0 for off.
fn end_with(ends: &[u8]) -> Vec<Wish> {
    let mut board: Vec<u8> = ends.iter().copied().filter(|end| [15, 10, 5].contains(end)).collect();
    let twenties = ends.iter().filter(|end| **end == 20).count();
    let Some(first) = board.pop() else {
        return vec![lone("20"); twenties];
    };
    let mut wishes = vec![lone("15")];
    let mut on = vec![15];
    for value in board {
        wishes.push(strike(&value.to_string(), &on));
        on.push(value);
    }
    wishes.extend(vec![strike("20", &on); twenties]);
    while wishes.len() < 5 {
        wishes.push(strike("X", &on));
    }
    // the last shot drives the first disc where it is to end
    if let Some(Wish { earlier: Some(earlier), .. }) = wishes.last_mut() {
        earlier[0] = first;
    }
    wishes
}

/// D15: five discs form 126 multisets, and every total of 0 to 100 by fives is possible.
#[test]
fn the_totals_of_a_turn() {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let values = [20, 15, 10, 5, 0];
    for code in 0..5usize.pow(5) {
        let digits: Vec<usize> = (0..5).map(|n| code / 5usize.pow(n) % 5).collect();
        if !digits.is_sorted() {
            continue;
        }
        let ends: Vec<u8> = digits.iter().map(|digit| values[*digit]).collect();
        let total = ends.iter().map(|end| u32::from(*end)).sum();
        let mut bench = bench(1000);
        let followed = bench.turn(&end_with(&ends));
        assert_eq!(
            followed,
            [Event::TurnEnded { seat: 0, score: total, bust: false, locked: false }],
            "{ends:?}"
        );
        *counts.entry(total).or_default() += 1;
    }
    let by_total: Vec<u32> = counts.values().copied().collect();
    assert_eq!(by_total, [1, 1, 2, 3, 5, 6, 8, 9, 11, 11, 12, 11, 11, 9, 8, 6, 5, 3, 2, 1, 1]);
    assert_eq!(by_total.iter().sum::<u32>(), 126);
    let totals: Vec<u32> = (0..=20).map(|n| 5 * n).collect();
    assert_eq!(counts.into_keys().collect::<Vec<_>>(), totals);
    assert_eq!(reachable(&Options { target: 1000, ..Options::default() }, 0, &[], 5), totals);
}

#[test]
fn what_can_still_be_reached() {
    let check = |strict_twenty, fixed, board: &[u8], left, totals: &[u32]| {
        let options = Options { strict_twenty, ..Options::default() };
        assert_eq!(reachable(&options, fixed, board, left), totals, "{fixed} {board:?} {left}");
    };
    check(false, 100, &[15], 0, &[115]);
    check(false, 100, &[], 1, &[100, 110, 115, 120]);
    // a five needs a second disc (D5)
    check(false, 395, &[], 1, &[395]);
    check(false, 395, &[], 2, &[395, 400]);
    // at the target the turn is over (D8)
    check(false, 385, &[15], 3, &[400]);
    check(false, 390, &[15], 1, &[390, 395, 400]);
    // nothing but a bust is left
    check(false, 390, &[15], 0, &[]);
    // 400 in twenties with a disc on the board may be cleared (D7), or not even come about (D6)
    check(false, 380, &[15, 15, 15, 15], 1, &[380, 385, 390, 395, 400]);
    check(true, 380, &[15], 2, &[380, 385, 390, 395, 400]);
    check(true, 385, &[], 1, &[385, 395, 400]);
}

#[test]
fn a_shot_is_aimed_then_drawn() {
    let mut bench = bench(400);
    assert_eq!(bench.game.need(), None);
    bench.act(0, Move::Shoot(FLICK)).expect("a shot");
    assert_eq!(
        (bench.game.need(), bench.game.turn(), bench.game.legal()),
        (Some(Need::Shot), vec![], vec![])
    );
    assert_eq!(bench.game.decide(0, &Move::Shoot(FLICK)), Err(Refused::NotYourTurn));
}

/// K11 and D9: with five on the board one is lifted, any one, and shot under a new id.
#[test]
fn five_on_the_board_at_a_check_out() {
    for lifted in 1..=5 {
        let mut bench = bench(75);
        for n in 0..5 {
            bench.shoot(&if n == 0 { lone("15") } else { strike("15", &vec![15; n]) });
        }
        let lifts: Vec<_> = (1..=5).map(|disc| Choice::Move(Move::Lift { disc })).collect();
        assert_eq!((bench.view().phase, bench.game.legal()), (Phase::Checkout, lifts));
        for mv in [Move::Shoot(FLICK), Move::Lift { disc: 6 }, Move::Confirm] {
            assert!(matches!(bench.game.decide(0, &mv), Err(Refused::Illegal(_))), "{mv:?}");
        }
        bench.act(0, Move::Lift { disc: lifted }).expect("any of the five");
        assert_eq!((bench.values().len(), bench.view().shot, bench.view().score[0]), (4, 5, 75));
        assert_eq!(bench.game.legal(), [Choice::Free("shoot")]);
        assert!(bench.game.decide(0, &Move::Lift { disc: 1 }).is_err(), "one is enough");
        bench.check_out(true);
        assert_eq!(bench.game.outcome().map(|outcome| outcome.winners), Some(vec![0]));
    }
}

/// D9: with an unshot disc left none is lifted. Any disc in the hole is a check-out, struck or shot.
#[test]
fn a_check_out_need_not_be_direct() {
    let mut bench = bench(50);
    for wish in [lone("20"), lone("15"), strike("15", &[15])] {
        bench.shoot(&wish);
    }
    assert!(matches!(bench.game.decide(0, &Move::Lift { disc: 2 }), Err(Refused::Illegal(_))));
    let followed = bench.shoot(&Wish { at: "5".into(), struck: true, earlier: Some(vec![15]), sunk: 1 });
    assert_eq!(followed[1], Event::LegEnded { winner: Some(0) });
    assert_eq!((bench.values(), bench.view().twenties), (vec![15, 5], 1));
}

#[test]
fn discs_show_where_they_rest_under_their_shot() {
    let mut bench = bench(400);
    bench.shoot(&lone("20"));
    bench.shoot(&lone("15"));
    bench.shoot(&strike("10", &[15]));
    let view = |disc: Disc, value| DiscView::Placed { id: disc.id, x: disc.x, y: disc.y, value };
    let discs = [view(place(2, "15"), 15), view(place(3, "10"), 10)];
    assert_eq!((bench.view().discs, bench.view().shot, bench.view().twenties), (discs.to_vec(), 4, 1));
}

/// A disc that touches the shooting line lies in the ditch, though the physics leaves it on the surface.
#[test]
fn a_disc_on_the_shooting_line_is_off() {
    let mut bench = bench(400);
    bench.shoot(&lone("15"));
    let rest = vec![Disc { id: 1, x: 0, y: 290_000 }, place(2, "10")];
    let (hole, ditch, path) = (vec![], vec![], vec![]);
    bench.flick(&ShotOutcome { aim: 0, speed: 900, rest, hole, ditch, struck: true, path });
    assert_eq!(bench.values(), [10]);
}

#[test]
fn a_shot_starts_on_a_free_place() {
    let mut bench = bench(400);
    bench.shoot(&lone("15"));
    let rest = vec![Disc { id: 1, x: 0, y: -280_000 }];
    let (hole, ditch, path) = (vec![], vec![2], vec![]);
    bench.flick(&ShotOutcome { aim: 0, speed: 900, rest, hole, ditch, struck: true, path });
    let refused = bench.game.decide(0, &Move::Shoot(FLICK));
    assert_eq!(refused, Err(Refused::Illegal("disc 1 lies where the shot would start".into())));
    let aside = Shot { at: 20_000, ..FLICK };
    assert_eq!(bench.game.decide(0, &Move::Shoot(aside)), Ok(Deed::Own(Event::Aimed(aside))));
}
