//! The contract's suite over a real PostgreSQL, and what only it has: being lost, stopped, and shared by processes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::{PgPool, raw_sql};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Postgres;
use crate::service::Service;
use crate::store::contract::{Fixture, lines, opening};
use crate::store::{Append, Appended, Backend, Store, StoreError};

/// One server for all tests of this binary; it ends with the pipe to it.
fn server() -> &'static Service {
    static SERVER: OnceLock<Service> = OnceLock::new();
    SERVER.get_or_init(Service::postgres)
}

/// A schema of its own.
struct Schema(String);

impl Schema {
    fn url(&self) -> String {
        url(server(), &self.0)
    }
}

fn url(server: &Service, schema: &str) -> String {
    format!("postgres://longtable@127.0.0.1:{}/postgres?options[search_path]={schema}", server.port)
}

async fn create(server: &Service, schema: &str) {
    let pool = PgPool::connect(&url(server, schema)).await.unwrap();
    raw_sql(sqlx::AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {schema}")))
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
}

impl Fixture for Schema {
    fn new() -> Schema {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Schema(format!("s{}", NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    async fn open(&self) -> Store {
        create(server(), &self.0).await;
        Store::open(&self.url()).await.unwrap()
    }

    async fn open_for_each(&self, processes: usize) -> Vec<Store> {
        let mut stores = vec![self.open().await];
        while stores.len() < processes {
            stores.push(Store::open(&self.url()).await.unwrap());
        }
        stores
    }

    /// What PostgreSQL says when its disk is full.
    async fn jam(&self, store: &Store) {
        let jam = "CREATE FUNCTION jam() RETURNS trigger LANGUAGE plpgsql AS
                $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
            CREATE TRIGGER jam BEFORE INSERT ON entries EXECUTE FUNCTION jam()";
        raw_sql(jam).execute(&backend(store).pool).await.unwrap();
    }

    async fn unjam(&self, store: &Store) {
        raw_sql("DROP FUNCTION jam() CASCADE").execute(&backend(store).pool).await.unwrap();
    }
}

fn backend(store: &Store) -> &Postgres {
    let Backend::Postgres(postgres) = &store.0 else { panic!("this store is another one") };
    postgres
}

crate::store::contract::suite!(Schema, durable);

#[tokio::test]
async fn processes_that_start_together_migrate_once_and_refuse_the_future() {
    let fixture = Schema::new();
    create(server(), &fixture.0).await;
    let mut all = JoinSet::new();
    for _ in 0..8 {
        let url = fixture.url();
        all.spawn(async move { Store::open(&url).await.map(|_| ()) });
    }
    assert!(all.join_all().await.into_iter().all(|opened| opened == Ok(())));
    let store = fixture.open().await;
    raw_sql("UPDATE schema SET version = 99").execute(&backend(&store).pool).await.unwrap();
    let told = Store::open(&fixture.url()).await.err();
    assert_eq!(told, Some(StoreError::Newer { found: 99, known: 1 }));
    let nobody = Store::open("postgres://longtable@127.0.0.1:1/postgres").await.err();
    assert!(matches!(nobody, Some(StoreError::Unavailable(_))), "{nobody:?}");
    let nonsense = Store::open("postgres://[/").await.err();
    assert!(matches!(nonsense, Some(StoreError::BadUrl(_))), "{nonsense:?}");
}

/// Appends the numbers from 1 on to a room until `until`, each until it is acknowledged; how many, and how often it
/// was told `unavailable`.
async fn write_on(store: Store, room: String, until: Instant) -> (u64, u64) {
    let (mut after, mut refused) = (1, 0);
    while Instant::now() < until {
        let line = format!("{room} {after}");
        match store.append(lines(&room, after, &[&line])).await {
            Ok(Appended::Done) => after += 1,
            // an outcome that could not be learnt in time
            Ok(Appended::Conflict { head }) => {
                assert_eq!(head, after + 1, "nobody else writes here");
                assert_eq!(store.read(&room, after, 9).await.unwrap(), [line]);
                after += 1;
            }
            Err(StoreError::Unavailable(_)) => {
                refused += 1;
                sleep(Duration::from_millis(50)).await;
            }
            other => panic!("{other:?}"),
        }
    }
    (after, refused)
}

/// A database that is stopped, killed and paused under its writers loses and doubles nothing, and they go on by
/// themselves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_database_is_told_and_got_over() {
    let mut server = tokio::task::spawn_blocking(Service::postgres).await.unwrap();
    create(&server, "lost").await;
    let store = Store::open(&url(&server, "lost")).await.unwrap();
    let until = Instant::now() + Duration::from_secs(6);
    let mut writers = JoinSet::new();
    for n in 0..8 {
        let room = format!("R{n}");
        store.append(opening(&room, "p", 1)).await.unwrap();
        writers.spawn(write_on(store.clone(), room, until));
    }
    let chaos = tokio::task::spawn_blocking(move || {
        for [down, up] in [["stop", "start"], ["kill", "start"], ["pause", "resume"]] {
            std::thread::sleep(Duration::from_millis(500));
            server.tell(down);
            std::thread::sleep(Duration::from_millis(300));
            server.tell(up);
        }
        server
    });
    let written = writers.join_all().await;
    let server = chaos.await.unwrap();
    println!("entries and refusals by writer: {written:?}");
    for n in 0..8 {
        let room = format!("R{n}");
        let log = store.read(&room, 1, usize::MAX).await.unwrap();
        let wanted: Vec<_> = (1..=log.len()).map(|seq| format!("{room} {seq}")).collect();
        assert_eq!(log, wanted, "each line once, in order");
    }
    assert!(written.iter().all(|(head, _)| *head > 20), "{written:?}");
    drop(server);
    let gone = Instant::now();
    assert!(matches!(store.room("R0").await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.append(lines("R0", 1, &["x"])).await, Err(StoreError::Unavailable(_))));
    assert!(gone.elapsed() < Duration::from_secs(6), "told soon, not after {:?}", gone.elapsed());
}

/// A process that is stopped in the middle of a transaction holds up a room for about two seconds, not for ever.
#[tokio::test]
async fn a_stopped_process_holds_no_lock_for_long() {
    let fixture = Schema::new();
    let store = fixture.open().await;
    store.append(opening("A22222", "p", 1)).await.unwrap();
    let other = Store::open(&fixture.url()).await.unwrap();
    let mut held = backend(&other).pool.begin().await.unwrap();
    raw_sql("SELECT 1 FROM rooms WHERE code = 'A22222' FOR UPDATE").execute(&mut *held).await.unwrap();
    let seats = Some(vec![(0, Some("p".to_owned()))]);
    let told = store.append(Append { seats, ..lines("A22222", 1, &["sat"]) }).await;
    assert_eq!(told, Ok(Appended::Done));
    assert!(held.commit().await.is_err(), "the session was ended");
}
