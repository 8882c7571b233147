//! `backup` and `restore`.

use std::path::Path;

use super::Failed;
use crate::store::{Store, restore_sqlite};

/// Copies the store as it is now.
pub(super) async fn backup(store: &Store, file: &Path) -> Result<String, Failed> {
    store.backup(file).await?;
    Ok(format!("{}: a complete copy of the store\n", file.display()))
}

/// Puts a copy in the place of the store at `url`.
pub(super) async fn restore(url: &str, file: &Path, replace: bool) -> Result<String, Failed> {
    let Some(place) = url.strip_prefix("sqlite:") else {
        let text = "restore is for a store of sqlite:FILE; a PostgreSQL database is restored with pg_restore";
        return Err(Failed::Refused(text.to_owned()));
    };
    let kept = restore_sqlite(place, file, replace).await?;
    let kept = kept.map(|kept| format!("; what was there is kept as {}", kept.display())).unwrap_or_default();
    Ok(format!("{place} is now the copy {}{kept}\n", file.display()))
}
