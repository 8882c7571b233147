//! The tables, and how an older file is brought up to date.
//!
//! `PRAGMA user_version` counts the migrations that a file has seen. A migration that was released is never edited.

use rusqlite::Connection;

use crate::store::StoreError;

use super::place::trouble;

const MIGRATIONS: &[&str] =
    &[include_str!("migrations/1.sql"), include_str!("migrations/2.sql"), include_str!("migrations/3.sql")];

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
    use rusqlite::params;

    use super::super::query;
    use super::*;
    use crate::store::rows::int;

    #[test]
    fn migrates_once_and_refuses_the_future() {
        let mut c = Connection::open_in_memory().unwrap();
        prepare(&mut c).unwrap();
        prepare(&mut c).unwrap();
        let known = MIGRATIONS.len() as i64;
        c.pragma_update(None, "user_version", known + 1).unwrap();
        assert_eq!(prepare(&mut c), Err(StoreError::Newer { found: known + 1, known }));
    }

    /// Lines of three rooms that came by turns, as files before the third migration have them.
    #[test]
    fn older_lines_are_found_again() {
        let mut c = Connection::open_in_memory().unwrap();
        MIGRATIONS[..2].iter().for_each(|migration| c.execute_batch(migration).unwrap());
        c.pragma_update(None, "user_version", 2).unwrap();
        let rooms = [("A22222", 1), ("B22222", 64), ("C22222", 200)];
        for seq in 1..=200 {
            for (room, _) in rooms.iter().filter(|(_, head)| seq <= *head) {
                let line = format!("{room} {seq}");
                c.execute("INSERT INTO entries VALUES (?1, ?2, ?3)", params![room, int(seq), line]).unwrap();
            }
        }
        prepare(&mut c).unwrap();
        for (room, head) in rooms {
            for (after, limit) in [(0, 200), (0, 10), (63, 1), (64, 1), (70, 60), (head - 1, 9), (head, 9)] {
                let expected = (after + 1..=head).take(limit).map(|seq| format!("{room} {seq}"));
                assert_eq!(query::read(&c, room, after, limit).unwrap(), expected.collect::<Vec<_>>());
            }
            assert_eq!(query::heads(&c, &[room.to_owned()]).unwrap(), [(room.to_owned(), head)]);
        }
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
