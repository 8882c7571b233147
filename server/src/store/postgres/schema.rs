//! The tables, and how an older database is brought up to date.
//!
//! The one row of `schema` counts the migrations that a database has seen. A migration that was released is never
//! edited. Several processes may start at once: who migrates holds the row's lock.

use sqlx::{Connection, PgConnection, Row, query, raw_sql};

use super::line::trouble;
use crate::store::StoreError;

const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql")];
/// How often processes that all make the first table at once may get in each other's way.
const TRIES: u32 = 5;

/// Runs the migrations that the database lacks, each in a transaction of its own.
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut tries = 0;
    // "if not exists" is no lock: of two that make the table at once, one is told that a name is taken
    while let Err(error) = raw_sql("CREATE TABLE IF NOT EXISTS schema (version bigint PRIMARY KEY)")
        .execute(&mut *connection)
        .await
    {
        tries += 1;
        let taken = error
            .as_database_error()
            .is_some_and(|error| matches!(error.code().as_deref(), Some("23505" | "42P07" | "42710")));
        if !taken || tries == TRIES {
            return Err(trouble(&error));
        }
    }
    while step(connection).await? {}
    Ok(())
}

/// Runs one migration; false if there is none left.
async fn step(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let known = MIGRATIONS.len() as i64;
    let failed = |error| trouble(&error);
    let mut step = connection.begin().await.map_err(failed)?;
    raw_sql("LOCK TABLE schema IN EXCLUSIVE MODE").execute(&mut *step).await.map_err(failed)?;
    let row = query("SELECT coalesce(max(version), 0) FROM schema").fetch_one(&mut *step).await;
    let found: i64 = row.and_then(|row| row.try_get(0)).map_err(failed)?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    let Some(migration) = usize::try_from(found).ok().and_then(|n| MIGRATIONS.get(n)) else {
        return Ok(false);
    };
    raw_sql(*migration).execute(&mut *step).await.map_err(failed)?;
    query("DELETE FROM schema").execute(&mut *step).await.map_err(failed)?;
    query("INSERT INTO schema (version) VALUES ($1)")
        .bind(found + 1)
        .execute(&mut *step)
        .await
        .map_err(failed)?;
    step.commit().await.map_err(failed)?;
    Ok(true)
}
