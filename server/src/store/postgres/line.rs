//! The line to the database: a pool of connections, how long things may take, and what errors mean for the caller.
//!
//! Nothing waits without a bound: neither here, nor in the database for a lock that a stopped process holds.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Error, PgPool};
use tokio::time::{sleep, timeout};

use crate::store::StoreError;

/// Connections of one process.
const CONNECTIONS: u32 = 16;
/// How long to wait for a connection, be it a new one.
const CONNECT: Duration = Duration::from_millis(1500);
/// How long a query may take.
const WITHIN: Duration = Duration::from_secs(5);
/// A connection that was idle for this long is tried before it is used.
const TRUSTED: Duration = Duration::from_millis(500);
/// How often a query is asked anew over another connection, and after which pause.
const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(30);

/// What each connection is told. The database gives up before the caller does; and a process that was stopped in
/// the middle of a transaction holds a room's lock for two seconds at most. Every query has its index: a plan that
/// was made while a table was small must not go on reading all of it when it has grown.
const SETTINGS: [(&str, &str); 7] = [
    ("enable_seqscan", "off"),
    ("jit", "off"),
    ("statement_timeout", "4000"),
    ("lock_timeout", "3000"),
    ("idle_in_transaction_session_timeout", "2000"),
    ("default_transaction_isolation", "read committed"),
    ("synchronous_commit", "on"),
];

/// The pool for the database at `url`. It connects when it is first used.
pub(super) fn pool(url: &str) -> Result<PgPool, StoreError> {
    let bad =
        |error: Error| StoreError::BadUrl(format!("the address of the database cannot be read: {error}"));
    let options = PgConnectOptions::from_str(url).map_err(bad)?;
    let options = options.application_name("longtable-server").options(SETTINGS);
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(CONNECT);
    let pool = pool.test_before_acquire(false).before_acquire(|connection, meta| {
        Box::pin(async move {
            if meta.idle_for < TRUSTED {
                return Ok(true);
            }
            Ok(matches!(timeout(CONNECT / 3, connection.ping()).await, Ok(Ok(()))))
        })
    });
    Ok(pool.connect_lazy_with(options))
}

/// Asks the database. After a lost connection it is asked again over another one, so `ask` may not change anything,
/// or nothing more when it is done twice.
pub(super) async fn asked<T, F>(ask: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, Error>>,
{
    let mut tries = 0;
    loop {
        let error = match timeout(WITHIN, ask()).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => error,
            Err(_) => return Err(StoreError::Unavailable("the database does not answer".to_owned())),
        };
        tries += 1;
        if tries == TRIES || !matches!(Fault::of(&error), Fault::Lost | Fault::Again) {
            return Err(trouble(&error));
        }
        sleep(PAUSE * tries).await;
    }
}

/// What an error says of the statement that it stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It collided with another transaction, and nothing of it was done: it may be tried again at once.
    Again,
    /// The connection is gone; whether a commit that was under way went through is not known.
    Lost,
    /// A key is there already.
    Taken,
    /// It contradicts what is stored, or makes no sense.
    Wrong,
    /// The database's files are damaged.
    Damaged,
    /// The database cannot do it now, and did nothing: a full disk, no connection to be had, a lock not to be got.
    Unable,
}

impl Fault {
    pub(super) fn of(error: &Error) -> Fault {
        let Error::Database(database) = error else {
            return match error {
                Error::Io(_) | Error::Protocol(_) | Error::WorkerCrashed => Fault::Lost,
                Error::PoolTimedOut | Error::PoolClosed | Error::Tls(_) => Fault::Unable,
                _ => Fault::Wrong,
            };
        };
        let code = database.code().unwrap_or_default();
        match (code.get(..2).unwrap_or_default(), &*code) {
            (_, "40001" | "40P01") => Fault::Again,
            (_, "23505") => Fault::Taken,
            // the session was ended: by an administrator, a crash, or because it was idle in a transaction
            (_, "57P01" | "57P02" | "57P05" | "25P03") | ("08", _) => Fault::Lost,
            ("XX", "XX001" | "XX002") => Fault::Damaged,
            ("21" | "22" | "23" | "42", _) => Fault::Wrong,
            _ => Fault::Unable,
        }
    }
}

/// What an error of the database means to the caller.
pub(super) fn trouble(error: &Error) -> StoreError {
    match Fault::of(error) {
        Fault::Again | Fault::Lost | Fault::Unable => StoreError::Unavailable(error.to_string()),
        Fault::Taken | Fault::Wrong => StoreError::Invalid(error.to_string()),
        Fault::Damaged => StoreError::Corrupt(error.to_string()),
    }
}
