//! The entries of a match file against the rules: a match is decided once more, entry by entry.

use super::{Fault, Match};
use crate::fairness::{Chain, Known};
use crate::games::Options;
use crate::setup::{Fairness, Setup, Starts};
use crate::table::{Entry, Event, Logged, Started, Status, Table, awards};

/// Replays a match and gives the table as it stands at its end.
///
/// # Errors
/// Names the first line that does not follow from those before it.
pub(super) fn replay(file: &Match) -> Result<Table, Fault> {
    let mut table = file.table()?;
    let chain = server_chain(file)?;
    let log = &file.entries;
    let mut at = 0;
    while at < log.len() {
        // entry i is line i + 2
        let due = table
            .redo(&log[at..], &chain)
            .map_err(|refusal| Fault::new(at + 2, format!("the rules do not allow this entry: {refusal}")))?;
        if due.is_empty() {
            return Err(Fault::new(at + 2, "this entry changes nothing, so it is never logged"));
        }
        for (n, due) in due.iter().enumerate() {
            let Some(found) = log.get(at + n) else {
                return Err(Fault::new(log.len() + 1, format!("after it is missing: {}", tell(&due.entry))));
            };
            let follows = compare(&due.entry, &found.entry);
            let checked = follows.and_then(|()| table.check_spent(&found.entry, n == 0));
            checked.map_err(|message| Fault::new(at + n + 2, message))?;
            table.apply(found, 0);
        }
        at += due.len();
    }
    match table.status() {
        Status::Finished => Ok(table),
        Status::Waiting | Status::Playing => Err(Fault::new(log.len() + 1, "the match does not end here")),
    }
}

fn compare(due: &Entry, found: &Entry) -> Result<(), String> {
    if found.seq != due.seq {
        return Err(format!("its seq is {}, but it has to be {}", found.seq, due.seq));
    }
    if (found.by, &found.event) == (due.by, &due.event) {
        return Ok(());
    }
    match (&due.event, &found.event) {
        (Event::Drawn { draw, values, .. }, Event::Drawn { draw: also, values: other, .. })
            if draw == also && values != other =>
        {
            Err(format!("draw {draw} gives {values:?}, not {other:?}"))
        }
        _ => Err(format!("what has to be here is {}", tell(due))),
    }
}

/// An entry for people: its event, cut where a simulated path would fill the screen.
fn tell(entry: &Entry) -> String {
    const MOST: usize = 300;
    let json = serde_json::to_string(&entry.event).unwrap_or_default();
    let short: String = json.chars().take(MOST).collect();
    let cut = if short.len() < json.len() { "…" } else { "" };
    match entry.by {
        Some(seat) => format!("{short}{cut} by seat {seat}"),
        None => format!("{short}{cut} by itself"),
    }
}

/// The server's chain as far as the match has opened it: its last link gives all links before.
fn server_chain(file: &Match) -> Result<Chain, Fault> {
    let mut known = Known::tip(file.header.server_tip);
    for (i, Logged { entry, .. }) in file.entries.iter().enumerate() {
        if let Event::Drawn { draw, server, .. } = &entry.event {
            if !known.fits(*draw, server) {
                return Err(Fault::new(i + 2, "the server's link does not lead to its tip"));
            }
            known = Known { link: *server, k: *draw };
        }
    }
    Ok(Chain::new(known.link, known.k))
}

/// Whether a match can start like this. Who created the room, what players were awarded and how matches before
/// it went is not in the file.
pub(super) fn check_start(started: &Started, entry: &Entry) -> Result<(), String> {
    let Started { setup, seats, tips, first, handicap, .. } = started;
    let error = |message: &str| Err(message.to_owned());
    // far above what a room can reach, so that counting on from it is safe
    if entry.by.is_some() || entry.spent.is_some() || !(1..1 << 53).contains(&entry.seq) {
        return error("a match starts by itself, with a seq from 1");
    }
    let Some(number) = match_number(&started.r#match) else {
        return error("a match's id is the room's code, a slash and a number from 1");
    };
    if seats.len() != setup.seats || tips.len() != setup.seats {
        return error("there has to be a player and a tip, or its absence, for each seat");
    }
    if setup.fairness == Fairness::Strict && tips.contains(&None) {
        return error("a match with strict fairness starts only when every seat has a tip");
    }
    if handicap.as_ref().map(Vec::len) != awards(setup).then_some(setup.seats) {
        return error("a handicap is awarded to each seat if the setup says so, and only then");
    }
    if first.is_some_and(|first| first >= setup.seats) || !may_begin(setup, number, *first) {
        return error("by the setup somebody else begins");
    }
    Ok(())
}

fn match_number(id: &str) -> Option<u32> {
    let (code, number) = id.rsplit_once('/')?;
    let plain =
        !code.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
    number.parse().ok().filter(|_| plain)
}

fn may_begin(setup: &Setup, number: u32, first: Option<usize>) -> bool {
    if setup.seats == 1 {
        return first == Some(0);
    }
    if let Some(seat) = setup.game.to_move() {
        return first == Some(seat);
    }
    match (setup.starts, &setup.game) {
        (Starts::Lot, Options::GulBara(_)) => first.is_none(),
        (Starts::Lot, _) => number > 1 || first.is_none(),
        (Starts::Creator | Starts::Opponent, _) => first.is_some(),
    }
}
