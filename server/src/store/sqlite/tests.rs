//! The contract's suite over a file and over memory, and what only SQLite has: locks, the queue, backups.

use std::path::PathBuf;

use rusqlite::Connection;
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::Sqlite;
use crate::store::contract::Fixture;
use crate::store::{Append, Appended, Backend, NewRoom, Store, StoreError};

struct OnDisk(TempDir);

impl OnDisk {
    fn file(&self) -> PathBuf {
        self.0.path().join("table.db")
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.file().display())
    }
}

impl Fixture for OnDisk {
    fn new() -> OnDisk {
        OnDisk(tempfile::tempdir().unwrap())
    }

    async fn open(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }

    async fn jam(&self, store: &Store) {
        backend(store).limit_pages(Some(1)).await.unwrap();
    }

    async fn unjam(&self, store: &Store) {
        backend(store).limit_pages(None).await.unwrap();
    }
}

struct InMemory;

impl Fixture for InMemory {
    fn new() -> InMemory {
        InMemory
    }

    async fn open(&self) -> Store {
        Store::open("sqlite::memory:").await.unwrap()
    }

    async fn jam(&self, store: &Store) {
        backend(store).limit_pages(Some(1)).await.unwrap();
    }

    async fn unjam(&self, store: &Store) {
        backend(store).limit_pages(None).await.unwrap();
    }
}

mod on_disk {
    crate::store::contract::suite!(super::OnDisk, durable);
}

mod in_memory {
    crate::store::contract::suite!(super::InMemory);
}

fn backend(store: &Store) -> &Sqlite {
    let Backend::Sqlite(sqlite) = &store.0 else { panic!("this store is another one") };
    sqlite
}

fn room(code: &str) -> Append {
    let create =
        NewRoom { secret: [0; 32], setup: "{}".to_owned(), unlisted: false, creator: "p".to_owned(), at: 1 };
    Append {
        room: code.to_owned(),
        lines: vec!["opened".to_owned()],
        create: Some(create),
        ..Append::default()
    }
}

/// Another program that holds the write lock, as a careless administrator's shell may.
fn lock(fixture: &OnDisk) -> Connection {
    let other = Connection::open(fixture.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

#[tokio::test]
async fn a_lock_that_stays_is_told_and_got_over() {
    let fixture = OnDisk::new();
    let store = fixture.open().await;
    let other = lock(&fixture);
    let refused = store.append(room("A22222")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    drop(other);
    assert_eq!(store.append(room("A22222")).await, Ok(Appended::Done));
}

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let fixture = OnDisk::new();
    let store = fixture.open().await;
    let other = lock(&fixture);
    let mut all = JoinSet::new();
    for n in 0..6000 {
        let store = store.clone();
        all.spawn(async move { store.append(room(&format!("R{n}"))).await });
    }
    // The queue and one batch are waiting for the lock; the others know already that they will not be served.
    for _ in 0..6000 - 4096 - 512 {
        let told = all.join_next().await.unwrap().unwrap();
        assert!(matches!(told, Err(StoreError::Unavailable(_))), "{told:?}");
    }
    drop(other);
    let done = all.join_all().await.into_iter().filter(|told| *told == Ok(Appended::Done)).count();
    assert!(done >= 4096, "{done}");
    assert_eq!(store.rooms_count().await.unwrap(), done as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_taken_while_running_is_a_whole_store() {
    let fixture = OnDisk::new();
    let store = fixture.open().await;
    store.append(room("A22222")).await.unwrap();
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        for n in 0..200 {
            writer.append(room(&format!("R{n}"))).await.unwrap();
        }
    });
    let copy = fixture.0.path().join("copy.db");
    for _ in 0..5 {
        store.backup(&copy).await.unwrap();
    }
    writing.await.unwrap();
    assert!(!fixture.0.path().join("copy.db.part").exists());
    let copied = Store::open(&format!("sqlite://{}", copy.display())).await.unwrap();
    assert!(copied.room("A22222").await.unwrap().is_some());
    assert_eq!(copied.append(room("B22222")).await, Ok(Appended::Done));
    let nowhere = fixture.0.path().join("none").join("copy.db");
    assert!(matches!(store.backup(&nowhere).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn closing_leaves_one_file() {
    let fixture = OnDisk::new();
    let store = fixture.open().await;
    store.append(room("A22222")).await.unwrap();
    assert!(store.room("A22222").await.unwrap().is_some());
    store.close().await;
    let files: Vec<_> =
        std::fs::read_dir(fixture.0.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(files, ["table.db"]);
}

#[tokio::test]
async fn bad_addresses_and_later_schemas_are_refused() {
    for url in ["", "sqlite:", "sqlite://", "mysql://x/y", "table.db"] {
        assert_eq!(Store::open(url).await.err(), Some(StoreError::BadUrl(url.to_owned())));
    }
    assert!(matches!(Store::open("sqlite:/none/such/x.db").await.err(), Some(StoreError::Unavailable(_))));
    let fixture = OnDisk::new();
    fixture.open().await.close().await;
    Connection::open(fixture.file()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let told = Store::open(&fixture.url()).await.err();
    assert!(matches!(told, Some(StoreError::Newer { found: 99, .. })), "{told:?}");
}
