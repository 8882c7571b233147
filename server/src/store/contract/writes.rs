//! The compare-and-set, and what goes in with it.

use engine::stats::Outcome;
use tokio::task::JoinSet;

use super::{Fixture, end, lines, opening, player, start};
use crate::store::{Append, Appended, StoreError, TOKEN_LIFE_MS, TokenRow};

/// Sixteen processes' worth of writers, a thousand times.
pub(crate) async fn one_of_many_writers_wins(fixture: &impl Fixture) {
    let stores = fixture.open_for_each(16).await;
    stores[0].append(opening("RACE22", "p", 1)).await.unwrap();
    let mut winners = vec!["opened".to_owned()];
    for after in 1..=1000 {
        let mut writers = JoinSet::new();
        for (writer, store) in stores.iter().enumerate() {
            let (store, line) = (store.clone(), format!("{after} by {writer}"));
            writers.spawn(async move {
                let told = store.append(lines("RACE22", after, &[&line])).await.unwrap();
                (told, line)
            });
        }
        let mut won = Vec::new();
        for (told, line) in writers.join_all().await {
            match told {
                Appended::Done => won.push(line),
                Appended::Conflict { head } => assert_eq!(head, after + 1),
                Appended::Repeated { answer } => panic!("{answer}"),
            }
        }
        assert_eq!(won.len(), 1, "round {after}: {won:?}");
        winners.append(&mut won);
    }
    assert_eq!(stores[0].read("RACE22", 0, 2000).await.unwrap(), winners);
}

pub(crate) async fn a_conflict_harms_nobody_else(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.append(Append { started: start(1, 1, 1), ..opening("OLD222", "p", 1) }).await.unwrap();
    let mut all = JoinSet::new();
    for n in 0..300 {
        let store = store.clone();
        all.spawn(async move {
            let code = format!("R{n}");
            match n % 5 {
                // Behind, ahead of the head, and a contradiction that only the tables notice.
                0 => (n, store.append(lines("OLD222", 0, &["late"])).await),
                1 => (n, store.append(lines("OLD222", 7, &["early"])).await),
                2 => (n, store.append(Append { started: start(1, 2, 2), ..opening("OLD222", "p", 1) }).await),
                3 => {
                    let twice =
                        Append { lines: Vec::new(), started: start(1, 1, 1), ..opening(&code, "p", 1) };
                    store.append(twice.clone()).await.unwrap();
                    (n, store.append(Append { create: None, ..twice }).await)
                }
                _ => (n, store.append(opening(&code, "p", 1)).await),
            }
        });
    }
    for (n, told) in all.join_all().await {
        match n % 5 {
            0..=2 => assert_eq!(told, Ok(Appended::Conflict { head: 1 })),
            3 => assert!(matches!(told, Err(StoreError::Invalid(_))), "{told:?}"),
            _ => assert_eq!(told, Ok(Appended::Done)),
        }
    }
    assert_eq!(store.read("OLD222", 0, 10).await.unwrap(), ["opened"]);
    assert_eq!(store.rooms_count().await.unwrap(), 121);
}

pub(crate) async fn an_append_is_whole_or_nothing(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.append(opening("ONE222", "p", 1)).await.unwrap();
    // The end of a match that never started.
    let wrong = Append {
        players: vec![player("q", "Q", 1)],
        seats: Some(vec![(0, Some("q".to_owned()))]),
        status: Some("finished".to_owned()),
        deadline: Some(Some(5)),
        ended: Some(end(1, 2, 2, "dara", &[("q", Outcome::Won)])),
        ..lines("ONE222", 1, &["ended"])
    };
    assert!(matches!(store.append(wrong).await, Err(StoreError::Invalid(_))));
    let room = store.room("ONE222").await.unwrap().unwrap();
    assert_eq!((room.head, room.status.as_str(), room.deadline), (1, "waiting", None));
    assert_eq!(store.player("q").await.unwrap(), None);
    assert!(store.rooms_of("q", 9).await.unwrap().is_empty());
    assert!(store.results_of("q", 9).await.unwrap().is_empty());
}

pub(crate) async fn a_room_is_made_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    // A creator who does not sit leaves a room without entries.
    let empty = Append { lines: Vec::new(), ..opening("NEW222", "p", 11) };
    assert_eq!(store.append(empty.clone()).await, Ok(Appended::Done));
    assert_eq!(store.append(empty).await, Ok(Appended::Conflict { head: 0 }));
    let room = store.room("NEW222").await.unwrap().unwrap();
    assert_eq!((room.head, room.created, room.secret, room.unlisted), (0, 11, [7; 32], false));
    assert_eq!((room.creator.as_str(), room.setup.as_str()), ("p", r#"{"game":{"kind":"dara"}}"#));
    assert_eq!(store.append(lines("NEW222", 0, &["sat"])).await, Ok(Appended::Done));
    assert_eq!(store.append(opening("NEW222", "q", 12)).await, Ok(Appended::Conflict { head: 1 }));
    assert_eq!(store.append(lines("NONE22", 0, &["sat"])).await, Ok(Appended::Conflict { head: 0 }));
    assert_eq!(store.append(lines("NONE22", 3, &["sat"])).await, Ok(Appended::Conflict { head: 0 }));
    assert_eq!(store.append(lines("NEW222", u64::MAX, &["sat"])).await, Ok(Appended::Conflict { head: 1 }));
    assert!(store.room("NONE22").await.unwrap().is_none());
}

pub(crate) async fn a_token_answers_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let token = |answer: &str, at| {
        Some(TokenRow {
            player: "p".to_owned(),
            request: "create".to_owned(),
            token: "abcdefgh".to_owned(),
            answer: answer.to_owned(),
            at,
        })
    };
    let start = 1_000_000_000_000;
    store.append(Append { token: token("A", start), ..opening("A22222", "p", 1) }).await.unwrap();
    // The same request once more, as another room and as a late write into the same one.
    let repeated = Ok(Appended::Repeated { answer: "A".to_owned() });
    let later = start + TOKEN_LIFE_MS - 1;
    assert_eq!(
        store.append(Append { token: token("B", later), ..opening("B22222", "p", 1) }).await,
        repeated
    );
    assert_eq!(
        store.append(Append { token: token("B", later), ..lines("A22222", 0, &["x"]) }).await,
        repeated
    );
    assert!(store.room("B22222").await.unwrap().is_none());
    assert_eq!(store.token("p", "create", "abcdefgh", start - 1).await.unwrap().as_deref(), Some("A"));
    assert_eq!(store.token("p", "create", "abcdefgh", start).await.unwrap(), None);
    assert_eq!(store.token("p", "sit", "abcdefgh", 0).await.unwrap(), None);
    assert_eq!(store.token("q", "create", "abcdefgh", 0).await.unwrap(), None);
    // A day later it is as new, whether forgotten yet or not.
    let next = start + TOKEN_LIFE_MS;
    let again = Append { token: token("C", next), ..opening("C22222", "p", 1) };
    assert_eq!(store.append(again).await, Ok(Appended::Done));
    assert_eq!(store.token("p", "create", "abcdefgh", 0).await.unwrap().as_deref(), Some("C"));
    assert_eq!(store.forget_tokens(next).await, Ok(0));
    assert_eq!(store.forget_tokens(next + 1).await, Ok(1));
    assert_eq!(store.token("p", "create", "abcdefgh", 0).await.unwrap(), None);
}

pub(crate) async fn names_follow_their_time(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let stored = async || store.player("p").await.unwrap().unwrap();
    store
        .append(Append { players: vec![player("p", "Ann", 10)], ..opening("A22222", "p", 1) })
        .await
        .unwrap();
    assert_eq!(stored().await, player("p", "Ann", 10));
    store.save_player(player("p", "Anna", 20)).await.unwrap();
    assert_eq!(stored().await, player("p", "Anna", 20));
    // An older name, from a process that has not heard of the newer one; then the same name again.
    store
        .append(Append { players: vec![player("p", "Ann", 15)], ..lines("A22222", 1, &["x"]) })
        .await
        .unwrap();
    store.save_player(player("p", "Anna", 30)).await.unwrap();
    assert_eq!(stored().await, player("p", "Anna", 20));
    // Another key with the same public id changes nothing.
    let mut other = player("p", "Eve", 40);
    other.key_hash = [1; 32];
    store.save_player(other).await.unwrap();
    assert_eq!(stored().await, player("p", "Anna", 20));
    assert_eq!(store.player("q").await.unwrap(), None);
}

pub(crate) async fn only_an_unused_room_is_deleted(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let seats = Some(vec![(0, Some("p".to_owned()))]);
    let made = Append { seats, deadline: Some(Some(5)), ..opening("A22222", "p", 1) };
    store.append(made).await.unwrap();
    assert_eq!(store.delete_room("A22222", 0).await, Ok(false), "somebody was faster");
    assert_eq!(store.delete_room("A22222", 1).await, Ok(true));
    assert_eq!(store.delete_room("A22222", 1).await, Ok(false));
    assert!(store.room("A22222").await.unwrap().is_none());
    assert!(store.read("A22222", 0, 9).await.unwrap().is_empty());
    assert!(store.rooms_of("p", 9).await.unwrap().is_empty());
    assert!(store.due(9, 9).await.unwrap().is_empty());
    assert_eq!(store.append(lines("A22222", 1, &["x"])).await, Ok(Appended::Conflict { head: 0 }));
    store.append(Append { started: start(1, 1, 1), ..opening("B22222", "p", 1) }).await.unwrap();
    assert_eq!(store.delete_room("B22222", 1).await, Ok(false), "a match has started there");
}
