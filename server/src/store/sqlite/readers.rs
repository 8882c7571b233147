//! A few connections that only read, used from Tokio's blocking threads.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::store::StoreError;

use super::place::{Place, trouble};

/// Queries at a time.
const READERS: usize = 4;
/// How long a query waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Readers {
    place: Place,
    turns: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    /// Opens nothing yet: connections are made when first needed.
    pub(super) fn new(place: Place) -> Readers {
        Readers { place, turns: Arc::new(Semaphore::new(READERS)), idle: Arc::default() }
    }

    /// Runs one query. The connection is dropped if it failed, so that the next query gets a fresh one.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let turn = match timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(_)) => return Err(StoreError::Unavailable("it is closed".to_owned())),
            Err(_) => return Err(StoreError::Unavailable("too many queries at a time".to_owned())),
        };
        let (place, idle) = (self.place.clone(), Arc::clone(&self.idle));
        let answer = spawn_blocking(move || {
            let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = match waiting {
                Some(connection) => connection,
                None => place.reader()?,
            };
            let found = query(&connection).map_err(trouble)?;
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            // The turn ends with the query, also when the one who asked has gone away.
            drop(turn);
            Ok(found)
        });
        answer.await.unwrap_or_else(|gone| Err(StoreError::Unavailable(gone.to_string())))
    }

    /// Refuses further queries and closes the idle connections.
    pub(super) fn close(&self) {
        self.turns.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
