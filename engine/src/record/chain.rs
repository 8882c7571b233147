//! The chain of lines: each says the hash of the one before.
//!
//! Where a link does not hold, one of two lines was changed. The line after them tells which: it vouches for the
//! second. What vouches for the last line is the hash that the players hold.

use super::{Fault, Match};
use crate::fairness::Hash;

/// Whether every line is the one that the next line names, and the last the one of `hash`.
///
/// # Errors
/// Names the line that was changed. If the file's last two lines do not fit and no `hash` is given, it may also
/// be the one before.
pub(super) fn check(file: &Match, hash: Option<Hash>) -> Result<(), Fault> {
    let mut before = file.head;
    for (i, logged) in file.entries.iter().enumerate() {
        if logged.prev() != Some(before) {
            let vouched = file.entries.get(i + 1).map_or(hash, |next| next.prev());
            // entry i is line i + 2
            return Err(if vouched == Some(logged.head) {
                Fault::new(i + 1, "it was changed: the next line names the hash of another one")
            } else {
                Fault::new(i + 2, format!("its `prev` is not the hash of the line before, which is {before}"))
            });
        }
        before = logged.head;
    }
    match hash {
        Some(hash) if hash != before => Err(Fault::new(
            file.entries.len() + 1,
            format!("it was changed, or this is another match: its hash is {before}, not {hash}"),
        )),
        Some(_) | None => Ok(()),
    }
}
