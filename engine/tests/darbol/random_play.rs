//! Laws that hold in any game: what is listed as legal is exactly what is accepted, every game ends, the log played
//! again gives the same game, and the view never contradicts it.

use engine::fairness::Stream;
use engine::games::darbol::{Event, Game, Move, Options, Phase, PlayerView, View};
use engine::games::{Choice, Deed, Handicap, Medium, Rules, Seat, Start};
use engine::physics::Toss;
use serde_json::json;

use crate::host::{Entry, Match, options, stream};

/// Every kind of move, the possible and the impossible.
fn all_moves() -> impl Iterator<Item = Move> {
    let toss = Move::Toss(crate::host::aim());
    let off_the_panel = Move::Toss(Toss { y: 0, z: 2_000_000, pace: 112 });
    let others = [Move::Roll, Move::Undo, Move::Confirm, Move::Dispute, toss, off_the_panel];
    (0..=9).map(|hole| Move::Report { hole }).chain(others)
}

/// Whether the list of legal moves has this one.
fn listed(game: &Game, options: &Options, mv: &Move) -> bool {
    game.legal().iter().any(|choice| match choice {
        Choice::Move(legal) => legal == mv,
        Choice::Free(name) => {
            *name == "toss" && matches!(mv, Move::Toss(_)) && options.check_move(mv).is_ok()
        }
    })
}

fn check(game: &Game, options: &Options, seats: usize) {
    let (turn, view) = (game.turn(), game.view());
    for by in 0..seats {
        for mv in all_moves() {
            let accepted = game.decide(by, &mv).is_ok();
            assert_eq!(
                accepted,
                turn.contains(&by) && listed(game, options, &mv),
                "seat {by}, {mv:?}, {view:?}"
            );
        }
    }
    let over = game.outcome().is_some();
    assert_eq!(turn.is_empty(), over || game.need().is_some());
    assert_eq!(game.legal().is_empty(), turn.is_empty());
    assert_eq!(view.phase == Phase::Over, over);
    assert_eq!(game.confirming().is_some(), view.phase == Phase::Confirming);
    assert!(game.follow().is_none() && view.round <= options.max_rounds && (1..=2).contains(&view.toss));
    assert_eq!(view.players.len(), seats);
    for player in &view.players {
        match *player {
            PlayerView::Mountain { target } => assert!((1..=8).contains(&target)),
            PlayerView::DoubleDown { score, r#in, dead } => {
                assert!(score != 1 && (r#in || (score == 121 && !dead)));
                assert!(score > 0 || view.phase == Phase::Confirming || over);
            }
            PlayerView::Hundred { score, .. } => assert!(score < 100 || over),
        }
    }
    let spelled = serde_json::to_string(&view).unwrap();
    assert_eq!(serde_json::from_str::<View>(&spelled).unwrap(), view);
}

/// One move by one of the seats in turn; refusing and taking back are rare, so that games get on.
fn choose(game: &Game, dice: &mut Stream) -> (Seat, Move) {
    let (turn, legal) = (game.turn(), game.legal());
    let by = turn[usize::from(dice.die(turn.len() as u8)) - 1];
    loop {
        match legal[usize::from(dice.die(legal.len() as u8)) - 1] {
            Choice::Move(Move::Dispute | Move::Undo) if dice.die(4) > 1 => {}
            Choice::Move(mv) => return (by, mv),
            Choice::Free(_) => {
                let hole = i32::from(dice.die(8));
                let (y, z) = (i32::from(dice.die(200)) * 100 - 10_000, 845_000 + 100_000 * hole);
                return (by, Move::Toss(Toss { y, z, pace: 107 + u32::from(dice.die(53)) }));
            }
        }
    }
}

/// Plays one game to its end; returns the number of finished turns.
fn play(options: &Options, start: &Start, seed: usize) -> usize {
    let mut dice = stream(1_000_000 + seed);
    let mut it = Match::new(options, start);
    let mut here: Vec<Seat> = (0..start.seats).collect();
    if start.first.is_none() {
        it.put(Entry::Began(usize::from(dice.die(start.seats as u8)) - 1));
    }
    for n in 0.. {
        assert!(n < 20_000, "no end");
        check(&it.game, options, start.seats);
        if it.game.outcome().is_some() {
            break;
        }
        if here.len() > 2 && dice.die(200) == 1 {
            let gone = here.remove(usize::from(dice.die(here.len() as u8)) - 1);
            it.put(Entry::Left(gone));
        } else if it.game.need().is_some() {
            it.draw(1000 * seed + n);
        } else {
            let (by, mv) = choose(&it.game, &mut dice);
            it.act(by, mv).unwrap();
        }
    }
    let mut again = Match::new(options, start);
    for entry in &it.log {
        // a turn's end follows by itself
        if !matches!(entry, Entry::Did(_, Deed::Own(Event::TurnEnded { .. }))) {
            again.put(entry.clone());
        }
    }
    assert_eq!((again.game, again.log), (it.game.clone(), it.log.clone()));
    it.turns()
}

#[test]
fn random_games() {
    let settings = [
        options("up_the_mountain", json!({ "max_rounds": 12 })),
        options("up_the_mountain", json!({ "max_rounds": 40, "up_resets": true, "down_sets": true })),
        options("double_down", json!({ "max_rounds": 40 })),
        options(
            "double_down",
            json!({ "max_rounds": 40, "professional": true, "doubles_dice": "per_player" }),
        ),
        options(
            "double_down",
            json!({ "max_rounds": 40, "bust_on_dead": true, "bust_ends_turn": false,
            "doubles_dice": "per_player", "same_dice": "reroll" }),
        ),
        options("hundred", json!({ "max_rounds": 20 })),
    ];
    let (mut seed, mut turns) = (0, 0);
    for options in &settings {
        for (seats, medium) in (1..=4).flat_map(|n| [(n, Medium::Virtual), (n, Medium::Table)]) {
            for first in [None, Some(seats - 1)] {
                let given = |seat: usize| Handicap { points: seat as u32, extra_turns: (seat % 2) as u32 };
                let handicap = first.map(|_| (0..seats).map(given).collect());
                turns += play(options, &Start { seats, medium, first, handicap }, seed);
                seed += 1;
            }
        }
    }
    assert!(turns > 2000, "only {turns} turns");
}
