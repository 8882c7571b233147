//! `close ROOM`: the host ends a room, beside whichever servers run.
//!
//! It is one more process that appends to the room, so whoever plays there at this moment loses a race and sees
//! the end. The room's deadline is set to now, which makes a server look at it within a second.

use engine::table::{Context, Status};
use protocol::RoomCode;

use super::Failed;
use crate::clock::Clock;
use crate::room::stored::{self, Stored};
use crate::store::{Appended, Store};

/// How often it is decided anew after somebody else was first.
const TRIES: u32 = 16;

/// Ends the room's match, or removes a room in which none was played.
pub(super) async fn run(store: &Store, code: RoomCode) -> Result<String, Failed> {
    let clock = Clock::new();
    for _ in 0..TRIES {
        let Some(Stored { table, chain, now, .. }) = stored::read(store, code, &clock).await? else {
            return Err(Failed::Refused(format!("there is no room {code}")));
        };
        let number = table.chain_match();
        match table.status() {
            Status::Waiting if store.delete_room(code.as_str(), table.seq()).await? => {
                return Ok(format!("room {code} is removed; nothing was played there\n"));
            }
            Status::Waiting => {}
            Status::Finished => return Ok(format!("nothing is played in room {code}\n")),
            Status::Playing => {
                let context = Context { now, chain: &chain, server: crate::SERVER, handicap: None };
                let decision = table.close(&context);
                let mut append = stored::append(code.as_str(), &decision, &table, number, now);
                append.deadline = Some(Some(now.wall));
                if store.append(append).await? == Appended::Done {
                    return Ok(format!("match {number} of room {code} is ended as unfinished\n"));
                }
            }
        }
    }
    Err(Failed::Refused(format!("room {code} is too busy; try again")))
}
