//! Where the database is, how a connection to it is made, and what SQLite's errors mean for the caller.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::store::StoreError;

/// How long to wait for another process that holds the file, before it counts as unavailable.
const BUSY: Duration = Duration::from_secs(2);
/// Pages of the cache of the connection that writes, and of each that reads; negative is KiB.
const WRITER_CACHE: i64 = -32 * 1024;
const READER_CACHE: i64 = -4 * 1024;

/// A database on disk, or one in memory that lives as long as the process has a connection to it.
#[derive(Clone, Debug)]
pub(super) enum Place {
    File(PathBuf),
    Memory(String),
}

impl Place {
    /// Reads what follows `sqlite:`; `//` before a path is accepted, as other programs want it.
    pub(super) fn parse(text: &str) -> Place {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if text == ":memory:" {
            let n = NEXT.fetch_add(1, Ordering::Relaxed);
            // A shared name in the in-memory file system of SQLite: unlike plain `:memory:`, connections share it.
            return Place::Memory(format!("file:/longtable-{n}?vfs=memdb"));
        }
        Place::File(PathBuf::from(text.strip_prefix("//").unwrap_or(text)))
    }

    /// The one connection that writes.
    pub(super) fn writer(&self) -> Result<Connection, StoreError> {
        let connection = self.connect(OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        set(&connection, "cache_size", WRITER_CACHE)?;
        match self {
            Place::Memory(_) => {}
            Place::File(file) => {
                let mode: String = connection
                    .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
                    .map_err(trouble)?;
                if mode != "wal" {
                    return Err(StoreError::Unavailable(format!(
                        "{} cannot be kept in WAL mode (it is {mode}); is it on a network drive?",
                        file.display()
                    )));
                }
                // FULL: a commit is on the disk before it is answered.
                set(&connection, "synchronous", "FULL")?;
                // A page that changes often is copied into the file once a checkpoint, not once a commit.
                set(&connection, "wal_autocheckpoint", 4000)?;
                set(&connection, "journal_size_limit", 64 * 1024 * 1024)?;
            }
        }
        Ok(connection)
    }

    /// A connection that cannot write.
    pub(super) fn reader(&self) -> Result<Connection, StoreError> {
        let connection = self.connect(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        set(&connection, "cache_size", READER_CACHE)?;
        Ok(connection)
    }

    fn connect(&self, flags: OpenFlags) -> Result<Connection, StoreError> {
        // No mutex: a connection is used by one thread at a time.
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match self {
            Place::File(file) => Connection::open_with_flags(file, flags),
            Place::Memory(uri) => Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI),
        };
        let connection = connection.map_err(trouble)?;
        connection.busy_timeout(BUSY).map_err(trouble)?;
        connection.set_prepared_statement_cache_capacity(64);
        // Otherwise SQLite may plan a cached statement anew for each value that is bound to it, which made up a
        // third of the cost of an append.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(trouble)?;
        Ok(connection)
    }
}

fn set(connection: &Connection, pragma: &str, value: impl rusqlite::ToSql) -> Result<(), StoreError> {
    // Some pragmas answer with a row, which `pragma_update` would take for an error.
    connection.pragma_update_and_check(None, pragma, value, |_| Ok(())).or_else(|error| match error {
        rusqlite::Error::QueryReturnedNoRows => Ok(()),
        other => Err(trouble(other)),
    })
}

/// What an error of SQLite means to the caller.
pub(super) fn trouble(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(error.to_string()),
        Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch) => {
            StoreError::Invalid(error.to_string())
        }
        Some(_) => StoreError::Unavailable(error.to_string()),
        // Not from SQLite itself: a value or a row that is not as it should be.
        None => StoreError::Invalid(error.to_string()),
    }
}
