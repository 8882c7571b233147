//! `check`: every room's log is read as the server would, and every match that ended is checked as a player would
//! check its file.

use engine::record;
use engine::setup::Setup;
use engine::table::{Logged, Now, Table};

use super::{Failed, each_room};
use crate::history::match_file;
use crate::store::{RoomRow, Store};

/// Faults that are told one by one; the rest is counted.
const TOLD: usize = 20;

/// Checks all rooms.
pub(super) async fn run(store: &Store) -> Result<String, Failed> {
    let (mut rooms, mut matches, mut faults) = (0_u64, 0_u64, Vec::new());
    each_room(store, async |room| {
        rooms += 1;
        if let Err(fault) = log(store, &room).await? {
            faults.push(format!("room {}: {fault}", room.code));
            return Ok(());
        }
        for info in store.matches(&room.code).await? {
            let Some(ended) = info.ended else { continue };
            matches += 1;
            if let Err(fault) = file(store, &room, ended.number, &ended.hash).await? {
                faults.push(format!("match {}/{}: {fault}", room.code, ended.number));
            }
        }
        Ok::<_, Failed>(())
    })
    .await?;
    if faults.is_empty() {
        return Ok(format!("all right: {rooms} rooms, {matches} ended matches\n"));
    }
    let more = faults.len().saturating_sub(TOLD);
    let mut text = format!("{} things are wrong in {rooms} rooms; restore a backup", faults.len());
    faults.into_iter().take(TOLD).for_each(|fault| text = format!("{text}\n  {fault}"));
    if more > 0 {
        text = format!("{text}\n  and {more} more");
    }
    Err(Failed::Refused(text))
}

/// Whether the room wakes, and each line follows on the one before.
async fn log(store: &Store, room: &RoomRow) -> Result<Result<(), String>, Failed> {
    let lines = store.read(&room.code, 0, usize::MAX).await?;
    let setup: Setup = match serde_json::from_str(&room.setup) {
        Ok(setup) => setup,
        Err(error) => return Ok(Err(format!("its setup cannot be read: {error}"))),
    };
    let nobody = engine::fairness::Hash::ZERO;
    let mut table = Table::new(&room.code, setup, nobody, Now { mono: 0, wall: room.created });
    for (at, line) in lines.iter().enumerate() {
        match Logged::read(line) {
            Ok(logged) if logged.entry.seq == table.seq() + 1 => table.apply(&logged, logged.entry.at),
            Ok(logged) => {
                return Ok(Err(format!("entry {} is in the place of {}", logged.entry.seq, at + 1)));
            }
            Err(error) => return Ok(Err(format!("entry {}: {error}", at + 1))),
        }
    }
    Ok(Ok(()))
}

/// Whether a match follows from its rules and draws, and is the one whose hash the players were told.
async fn file(store: &Store, room: &RoomRow, number: u32, hash: &str) -> Result<Result<(), String>, Failed> {
    let Ok(code) = room.code.parse() else { return Ok(Err("the room's code is none".to_owned())) };
    let Some(file) = match_file(store, code, number).await? else {
        return Ok(Err("its lines are not there".to_owned()));
    };
    let hash = match hash.parse() {
        Ok(hash) => hash,
        Err(_) => return Ok(Err(format!("its hash is none: {hash:?}"))),
    };
    Ok(record::check(&file.text, Some(hash)).map(drop).map_err(|fault| fault.to_string()))
}
