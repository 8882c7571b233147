//! What holds when the disk is full, and when the process ends.

use tokio::task::JoinSet;

use super::{Fixture, lines, opening, player};
use crate::store::{Append, Appended, Outage, StoreError};

pub(crate) async fn reopening_keeps_everything(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let made =
        Append { players: vec![player("p", "Ann", 1)], deadline: Some(Some(5)), ..opening("A22222", "p", 1) };
    store.append(made).await.unwrap();
    store.heartbeat(1000).await.unwrap();
    for round in 1..20 {
        let store = fixture.open().await;
        assert_eq!(store.append(lines("A22222", round, &["more"])).await, Ok(Appended::Done));
        // Both ways to end: with a goodbye, and without one.
        if round % 2 == 0 {
            store.close().await;
        }
    }
    drop(store);
    let store = fixture.open().await;
    let room = store.room("A22222").await.unwrap().unwrap();
    assert_eq!((room.head, room.deadline), (20, Some(5)));
    assert_eq!(store.read("A22222", 0, 99).await.unwrap().len(), 20);
    assert_eq!(store.player("p").await.unwrap(), Some(player("p", "Ann", 1)));
    assert_eq!(store.heartbeat(9000).await, Ok(Some(Outage { from: 1000, to: 9000 })));
}

pub(crate) async fn a_full_disk_is_told_and_got_over(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.append(opening("A22222", "p", 1)).await.unwrap();
    fixture.jam(&store).await;
    let big = "x".repeat(20_000);
    let mut all = JoinSet::new();
    for n in 0..50 {
        let (store, big) = (store.clone(), big.clone());
        all.spawn(async move {
            store.append(Append { lines: vec![big], ..opening(&format!("R{n}"), "p", 1) }).await
        });
    }
    for told in all.join_all().await {
        assert!(matches!(told, Err(StoreError::Unavailable(_))), "{told:?}");
    }
    let full = store.append(lines("A22222", 1, &[&big])).await;
    assert!(matches!(full, Err(StoreError::Unavailable(_))), "{full:?}");
    assert_eq!(store.room("A22222").await.unwrap().unwrap().head, 1, "reading goes on");
    assert_eq!(store.rooms_count().await.unwrap(), 1);
    fixture.unjam(&store).await;
    assert_eq!(store.append(lines("A22222", 1, &[&big])).await, Ok(Appended::Done));
    assert_eq!(store.read("A22222", 1, 9).await.unwrap(), [big]);
}

pub(crate) async fn a_closed_store_refuses(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut all = JoinSet::new();
    for n in 0..100 {
        let store = store.clone();
        all.spawn(async move { store.append(opening(&format!("R{n}"), "p", 1)).await });
    }
    let (first, second) = (store.clone(), store.clone());
    tokio::join!(first.close(), second.close());
    // Accepted and done, or refused: nothing is left hanging.
    for told in all.join_all().await {
        assert!(matches!(told, Ok(Appended::Done) | Err(StoreError::Unavailable(_))), "{told:?}");
    }
    assert!(matches!(store.append(opening("Z22222", "p", 1)).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.room("Z22222").await, Err(StoreError::Unavailable(_))));
}
