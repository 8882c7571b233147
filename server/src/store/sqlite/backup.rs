//! A copy of the running database in one file, and such a copy in the place of a database.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::store::StoreError;

use super::place::{Place, trouble};
use super::schema;

/// A server beats each second; after this many milliseconds without one, none runs.
const SILENT_MS: i64 = 5000;

/// Copies the database as it is now. `file` appears under its name only when complete and on disk; what stood
/// there before is kept until then.
pub(super) fn copy(place: &Place, file: &Path) -> Result<(), StoreError> {
    let part = part_of(file);
    let copied = fill(place, &part).and_then(|()| {
        File::open(&part)
            .and_then(|copy| copy.sync_all())
            .and_then(|()| fs::rename(&part, file))
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", file.display())))
    });
    if copied.is_err() {
        // The first error is the one to tell; a leftover part is overwritten by the next backup.
        drop(fs::remove_file(&part));
    }
    copied
}

fn fill(place: &Place, part: &Path) -> Result<(), StoreError> {
    if part.exists() {
        fs::remove_file(part)
            .map_err(|error| StoreError::Unavailable(format!("{}: {error}", part.display())))?;
    }
    let source = place.reader()?;
    let mut target = Connection::open(part).map_err(trouble)?;
    let backup = Backup::new(&source, &mut target).map_err(trouble)?;
    // All pages in one step: one consistent state, and in WAL mode the writer goes on meanwhile.
    match backup.step(-1).map_err(trouble)? {
        StepResult::Done => Ok(()),
        more => Err(StoreError::Unavailable(format!("the backup stopped half-way ({more:?})"))),
    }
}

fn part_of(file: &Path) -> PathBuf {
    suffixed(file, ".part")
}

fn suffixed(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Puts the copy `file` in the place of the database. One that is there is renamed, never overwritten.
pub(super) fn restore(place: &Place, file: &Path, replace: bool) -> Result<Option<PathBuf>, StoreError> {
    let Place::File(target) = place else {
        return Err(StoreError::BadUrl("sqlite::memory: has no file to restore".to_owned()));
    };
    let refused = |path: &Path, why: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("{}: {why}", path.display()))
    };
    let source = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| refused(file, &error))?;
    schema::look(&source)?;
    drop(source);
    let there = target.exists();
    if there && !replace {
        return Err(refused(target, &"there is a store already; --replace keeps it under another name"));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as i64);
    if there && last_beat(target).is_some_and(|beat| now - beat < SILENT_MS) {
        return Err(refused(target, &"a server runs on this store; stop it first"));
    }
    let part = part_of(target);
    fs::copy(file, &part)
        .and_then(|_| File::open(&part)?.sync_all())
        .map_err(|error| refused(&part, &error))?;
    let kept = there.then(|| suffixed(target, &format!(".replaced-{now}")));
    if let Some(kept) = &kept {
        // with what SQLite keeps beside it
        for suffix in ["", "-wal", "-shm"] {
            let (from, to) = (suffixed(target, suffix), suffixed(kept, suffix));
            if from.exists() {
                fs::rename(&from, &to).map_err(|error| refused(&from, &error))?;
            }
        }
    }
    fs::rename(&part, target).map_err(|error| refused(target, &error))?;
    Ok(kept)
}

/// When a server was last alive on this database; none if it cannot be told, as of a damaged one.
fn last_beat(file: &Path) -> Option<i64> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    connection.query_row("SELECT at FROM heartbeat", [], |row| row.get(0)).optional().ok()?
}
