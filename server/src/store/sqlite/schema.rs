//! The tables, and how an older file is brought up to date.
//!
//! `PRAGMA user_version` counts the migrations that a file has seen. A migration that was released is never edited.

use rusqlite::Connection;

use crate::store::StoreError;

use super::place::trouble;

const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql"), include_str!("migrations/2.sql")];

/// Checks the file and runs the migrations that it lacks, each in a transaction of its own.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    check(connection)?;
    let known = MIGRATIONS.len() as i64;
    loop {
        // Taken before the version is read, so that two processes that start together do not migrate twice.
        let step = connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(trouble)?;
        let found: i64 = step.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(trouble)?;
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        let Some(migration) = usize::try_from(found).ok().and_then(|n| MIGRATIONS.get(n)) else {
            return Ok(());
        };
        step.execute_batch(migration).map_err(trouble)?;
        step.pragma_update(None, "user_version", found + 1).map_err(trouble)?;
        step.commit().map_err(trouble)?;
    }
}

/// Checks a file that is not to be changed: that it is whole, and no newer than this program.
pub(super) fn look(connection: &Connection) -> Result<(), StoreError> {
    check(connection)?;
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(trouble)?;
    let known = MIGRATIONS.len() as i64;
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(()) }
}

fn check(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(trouble)?;
    if verdict == "ok" { Ok(()) } else { Err(StoreError::Corrupt(verdict)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrates_once_and_refuses_the_future() {
        let mut c = Connection::open_in_memory().unwrap();
        prepare(&mut c).unwrap();
        prepare(&mut c).unwrap();
        let known = MIGRATIONS.len() as i64;
        c.pragma_update(None, "user_version", known + 1).unwrap();
        assert_eq!(prepare(&mut c), Err(StoreError::Newer { found: known + 1, known }));
    }

    #[test]
    fn a_file_that_is_no_database_is_corrupt() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x.db");
        std::fs::write(&file, vec![7u8; 8192]).unwrap();
        let mut c = Connection::open(&file).unwrap();
        assert!(matches!(prepare(&mut c), Err(StoreError::Corrupt(_))));
    }
}
