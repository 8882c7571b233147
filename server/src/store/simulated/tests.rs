//! The contract's suite, and that a fate is what it says.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::store::Append;
use crate::store::contract::Fixture;

/// Writes are refused while it is up.
#[derive(Default)]
struct Jam(AtomicBool);

impl Weather for Jam {
    fn fate(&self, call: Call<'_>) -> Fate {
        let end = if call.writes && self.0.load(Ordering::Relaxed) { End::Refused } else { End::Done };
        Fate { end, ..Fate::FAIR }
    }
}

#[derive(Default)]
struct InMemory {
    database: Database,
    jam: Arc<Jam>,
}

impl Fixture for InMemory {
    fn new() -> Self {
        Self::default()
    }

    async fn open(&self) -> Store {
        self.database.store(self.jam.clone())
    }

    async fn jam(&self, _: &Store) {
        self.jam.0.store(true, Ordering::Relaxed);
    }

    async fn unjam(&self, _: &Store) {
        self.jam.0.store(false, Ordering::Relaxed);
    }
}

crate::store::contract::suite!(InMemory, durable);

struct Always(Fate);

impl Weather for Always {
    fn fate(&self, _: Call<'_>) -> Fate {
        self.0
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_fares_as_its_weather_says() {
    let second = Duration::from_secs(1);
    for (end, answered, at_once, later) in [
        (End::Done, true, true, true),
        (End::Refused, false, false, false),
        (End::Unanswered, false, true, true),
        (End::Late(second), false, false, true),
    ] {
        let database = Database::default();
        let store = database.store(Arc::new(Always(Fate { end, ..Fate::FAIR })));
        let new = crate::store::NewRoom {
            secret: [0; 32],
            setup: String::new(),
            unlisted: false,
            creator: String::new(),
            at: 0,
        };
        let append = Append { room: "A22222".to_owned(), create: Some(new), ..Append::default() };
        assert_eq!(store.append(append).await.is_ok(), answered, "{end:?}");
        let seen = database.store(Arc::new(Fair));
        assert_eq!(seen.room("A22222").await.unwrap().is_some(), at_once, "{end:?}");
        sleep(second * 2).await;
        assert_eq!(seen.room("A22222").await.unwrap().is_some(), later, "{end:?}");
    }
}
