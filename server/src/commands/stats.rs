//! `stats`: what is in the store, counted.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Failed, each_room};
use crate::store::Store;

/// Counts rooms by status, entries, and matches by game and ending.
pub(super) async fn run(store: &Store) -> Result<String, Failed> {
    let (mut rooms, mut entries, mut running) = (BTreeMap::<String, u64>::new(), 0, 0);
    let mut ended = BTreeMap::<(String, String), u64>::new();
    each_room(store, async |room| {
        *rooms.entry(room.status).or_default() += 1;
        entries += room.head;
        for info in store.matches(&room.code).await? {
            match info.ended {
                Some(end) => *ended.entry((end.kind, end.reason)).or_default() += 1,
                None => running += 1,
            }
        }
        Ok::<_, Failed>(())
    })
    .await?;
    let mut text = String::new();
    let mut line = |what: &str, count: u64| {
        // writing to a string does not fail
        let _ = writeln!(text, "{what:<34} {count:>10}");
    };
    for (status, count) in &rooms {
        line(&format!("rooms, {status}"), *count);
    }
    line("entries", entries);
    line("matches, being played", running);
    for ((kind, reason), count) in &ended {
        line(&format!("matches, {kind}, {reason}"), *count);
    }
    Ok(text)
}
