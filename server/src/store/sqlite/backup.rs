//! A copy of the running database in one file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::store::StoreError;

use super::place::{Place, trouble};

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
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
