//! What ended matches come to: each is counted once, whatever is repeated, races or fails.

use engine::games::Reason;
use engine::games::darbol::handicap::Average;
use engine::stats::{Early, HundredGame, Outcome, Share, Standing, conclude};
use tokio::task::JoinSet;

use super::{Fixture, end, opening, player, start};
use crate::store::{Append, Appended, EndedRow, LeagueRow, Store};

/// A room with one match that is over.
fn played(room: &str, at: i64, ended: EndedRow) -> Append {
    Append { started: start(1, 1, at), ended: Some(ended), ..opening(room, "p", at) }
}

async fn standing(store: &Store, player: &str) -> Standing {
    store.standing(player, "dara").await.unwrap().unwrap_or_default()
}

pub(crate) async fn a_match_is_counted_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.standing("p", "dara").await.unwrap(), None);
    let mut wanted = [Standing::default(); 2];
    let outcomes = [(Outcome::Won, Outcome::Lost), (Outcome::Drawn, Outcome::Drawn)];
    for (n, (p, q)) in (1i64..).zip(outcomes.into_iter().cycle().take(12)) {
        let over = end(1, 1, n, "dara", &[("p", p), ("q", q)]);
        let shares: Vec<Share> = over.sides.iter().map(|side| side.share).collect();
        let append = played(&format!("R{n}"), n, over.clone());
        assert_eq!(store.append(append.clone()).await, Ok(Appended::Done));
        conclude(&mut wanted, &shares);
        // The same once more, as after a crash between the commit and its answer; and as the next entry.
        let again = store.append(append.clone()).await;
        assert_eq!(again, Ok(Appended::Conflict { head: 1 }));
        let next = Append { create: None, started: None, after: 1, ..append };
        assert!(store.append(next).await.is_err(), "the match is over already");
        assert_eq!([standing(&store, "p").await, standing(&store, "q").await], wanted, "after {n}");
    }
    let of_p = store.standings_of("p").await.unwrap();
    assert_eq!(of_p, [("dara".to_owned(), wanted[0])]);
    let counted: u64 = store.record_of("p").await.unwrap().iter().map(|tally| tally.matches).sum();
    assert_eq!((counted, wanted[0].rated, store.results_of("p", 99).await.unwrap().len()), (12, 12, 12));
}

pub(crate) async fn matches_that_end_at_once_are_all_counted(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut all = JoinSet::new();
    for n in 0..60i64 {
        let store = store.clone();
        let mut over = end(1, 1, n, "dara", &[("p", Outcome::Won), ("q", Outcome::Lost)]);
        if n % 3 == 0 {
            for side in &mut over.sides {
                side.share.outcome = Outcome::Unfinished;
                side.share.early = Some(Early { reason: Reason::Unfinished, own: false });
            }
        }
        let append = played(&format!("R{n}"), n, over);
        // Two processes that hold the room both try to write its end.
        for _ in 0..2 {
            let (store, append) = (store.clone(), append.clone());
            all.spawn(async move { store.append(append).await.unwrap() });
        }
    }
    let told = all.join_all().await;
    assert_eq!(told.into_iter().filter(|told| *told == Appended::Done).count(), 60);
    let mut wanted = [Standing::default(); 2];
    for _ in 0..40 {
        let share = |seat, outcome| Share { seat, outcome, early: None, hundred: None };
        conclude(&mut wanted, &[share(0, Outcome::Won), share(1, Outcome::Lost)]);
    }
    assert_eq!([standing(&store, "p").await, standing(&store, "q").await], wanted);
    let record = store.record_of("q").await.unwrap();
    let seen: Vec<_> = record.iter().map(|t| (t.outcome, t.early.as_deref(), t.own, t.matches)).collect();
    let unfinished = (Outcome::Unfinished, Some("unfinished"), false, 20);
    assert_eq!(seen, [unfinished, (Outcome::Lost, None, false, 40)]);
}

pub(crate) async fn the_league_is_in_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let records = [
        ("ann", &[(13, 4), (14, 0)][..]),
        ("bob", &[(12, 9)][..]),
        ("cid", &[(27, 4), (27, 4), (27, 4), (27, 4)][..]),
        ("dot", &[(27, 5), (26, 5), (28, 3)][..]),
        ("eve", &[][..]),
    ];
    let mut n = 0;
    for (id, games) in records {
        store.save_player(player(id, &id.to_uppercase(), 1)).await.unwrap();
        for game in games.iter().map(Some).chain(games.is_empty().then_some(None)) {
            n += 1;
            let mut over = end(1, 1, n, "darbol", &[(id, Outcome::Won), ("other", Outcome::Lost)]);
            over.sides[0].share.hundred = game.map(|&(turns, excess)| HundredGame { turns, excess });
            store.append(played(&format!("R{n}"), n, over)).await.unwrap();
        }
    }
    let row = |id: &str, turns, excess, games| LeagueRow {
        player: id.to_owned(),
        name: id.to_uppercase(),
        hundred: Average { turns, excess, games },
    };
    // Fewer turns a game first, then more excess a game: 13/3 is more than 16/4.
    let all = [row("bob", 12, 9, 1), row("ann", 27, 4, 2), row("dot", 81, 13, 3), row("cid", 108, 16, 4)];
    assert_eq!(store.league(9).await.unwrap(), all);
    assert_eq!(store.league(2).await.unwrap(), all[..2]);
}
