//! What happened, one line an entry, in words a person understands.
//!
//! An entry does not say everything about itself: whose dice were rolled, or how a shot was meant, is told by the
//! entries before it. So [`narrate`] takes a stretch of them.

use engine::games::{Need, Reason, Seat};
use engine::table::{Entry, Event, View, What};

use super::{crokidarts, dara, darbol, gul_bara};
use crate::text;

/// What earlier entries tell about a later one.
#[derive(Debug, Clone, Default)]
pub(super) struct Before<'a> {
    /// The seat that acted last.
    pub(super) by: Option<Seat>,
    /// The event before.
    pub(super) event: Option<&'a Event>,
}

/// The entries as lines, oldest first, each with the seq of the newest that it tells. Entries that only programs care about have
/// none.
#[must_use]
pub fn narrate(entries: &[&Entry], view: &View) -> Vec<(u64, String)> {
    let mut before = Before::default();
    let mut lines: Vec<(u64, String)> = Vec::new();
    for (entry, next) in entries.iter().zip(entries.iter().skip(1).map(Some).chain([None])) {
        // a roll that could not be moved is told in one line
        let told_next = next.is_some_and(|next| gul_bara::is_dead_roll(&next.event));
        let further = before.event.and_then(|before| gul_bara::further(before, &entry.event));
        match (further, lines.last_mut()) {
            // the steps of a turn are told in one line
            (Some(step), Some((seq, line))) => (*seq, *line) = (entry.seq, format!("{line}{step}")),
            _ if told_next => {}
            _ => lines.extend(tell(entry, view, &before).map(|line| (entry.seq, line))),
        }
        // a link is opened by the other side's client, unasked
        if !matches!(entry.event, Event::Linked { .. }) {
            before.by = entry.by.or(before.by);
        }
        if !matches!(entry.event, Event::Linked { .. } | Event::Drawn { .. }) {
            before.event = Some(&entry.event);
        }
    }
    lines
}

/// One entry as a line; none if it says nothing to a person.
#[cfg(test)]
pub(super) fn describe(entry: &Entry, view: &View) -> Option<String> {
    tell(entry, view, &Before::default())
}

fn tell(entry: &Entry, view: &View, before: &Before) -> Option<String> {
    use engine::games::GameEvent;
    let name = |seat: Seat| text::name(view, seat);
    let who = entry.by.map_or_else(|| "somebody".to_owned(), name);
    Some(match &entry.event {
        Event::Sat { player, seat } => format!("{} takes seat {}", text::clean(&player.name), seat + 1),
        Event::Stood => match entry.by {
            Some(seat) => format!("seat {} is free again", seat + 1),
            None => "a seat is free again".to_owned(),
        },
        Event::Started(started) => match started.first {
            Some(first) => format!("match {} starts; {} begins", view.r#match, name(first)),
            None => format!("match {} starts", view.r#match),
        },
        Event::Drawn { r#for, values, .. } => return drawn(*r#for, values, view, before),
        Event::GaveUpDraws => format!("{who} takes no part in the draws from now on"),
        Event::Offered { what } => format!("{who} offers {}", offer(*what)),
        Event::Answered { what: What::Takeback, yes: true } => {
            format!("{who} lets the last turn be taken back")
        }
        Event::Answered { what, yes: true } => format!("{who} accepts {}", offer(*what)),
        Event::Answered { what, yes: false } => format!("{who} declines {}", offer(*what)),
        Event::TakenBack { .. } => "the last turn is taken back".to_owned(),
        Event::Resigned => format!("{who} resigns"),
        Event::Claimed => format!("{who} claims the match"),
        Event::Flagged { seat } => format!("{}'s time is up", name(*seat)),
        Event::Out { seat } => format!("{} is out; the others play on", name(*seat)),
        Event::Paused { ms } => {
            format!("the server was away for {} s; the clocks get that back", ms.div_ceil(1000))
        }
        Event::Undone => format!("{who} takes the last step back"),
        Event::Confirmed => match entry.by {
            Some(_) => format!("{who} confirms the turn"),
            None => "the turn counts as confirmed, since nobody objected in time".to_owned(),
        },
        Event::Disputed => format!("{who} disputes the turn: it is reported anew from its start"),
        Event::Ended { winners, reason, points } => ended(view, winners, *reason, points),
        Event::Game(GameEvent::Dara(event)) => dara::tell(event, &who, &name),
        Event::Game(GameEvent::GulBara(event)) => gul_bara::tell(event, entry.by, view, before)?,
        Event::Game(GameEvent::Darbol(event)) => darbol::tell(event, &who, view, before)?,
        Event::Game(GameEvent::Crokidarts(event)) => crokidarts::tell(event, entry.by, view, before)?,
        Event::Rolling | Event::Tip { .. } | Event::Linked { .. } => return None,
    })
}

fn offer(what: What) -> &'static str {
    match what {
        What::Draw => "a draw",
        What::Takeback => "to take the last turn back",
        What::Rematch => "a rematch",
    }
}

fn drawn(need: Need, values: &[u8], view: &View, before: &Before) -> Option<String> {
    let dice = |values: &[u8]| values.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
    let name = |seat: u8| text::name(view, usize::from(seat));
    Some(match (need, values) {
        (Need::Lot, [seat, ..]) => format!("the lot falls on {}, who begins", name(*seat)),
        (Need::SetLot, [seat, ..]) => {
            format!("the lot falls on {}, who begins the deciding set", name(*seat))
        }
        (Need::RollOff, [tries @ .., a, b]) => {
            let again = if tries.is_empty() { String::new() } else { format!("after {}, ", dice(tries)) };
            let first = name(u8::from(b > a));
            format!("roll-off: {again}{} {a}, {} {b}; {first} begins", name(0), name(1))
        }
        (Need::Roll, dice_) => match before.by {
            Some(by) => format!("{} rolled {}", text::name(view, by), dice(dice_)),
            None => format!("rolled {}", dice(dice_)),
        },
        (Need::Doubles, _) => darbol::doubles(values, view),
        (Need::Lot | Need::SetLot | Need::RollOff, _) | (Need::Toss | Need::Shot, _) => return None,
    })
}

fn ended(view: &View, winners: &[Seat], why: Reason, points: &[u32]) -> String {
    let score = winner_first(winners, points);
    let score = score.iter().map(u32::to_string).collect::<Vec<_>>().join(":");
    let result = match winners {
        [] if why == Reason::Unfinished => "the match ends without a result".to_owned(),
        [] => "the match is drawn".to_owned(),
        [winner] => format!("{} wins the match", text::name(view, *winner)),
        winners => format!("{} win the match", text::names(view, winners)),
    };
    let why = match why {
        Reason::Completed => "",
        Reason::Resigned => ", the other side resigned",
        Reason::Time => " on time",
        Reason::Abandoned => ", the other side was gone",
        Reason::Agreed => " by agreement",
        Reason::Repetition => ": the same position came up three times",
        Reason::NoProgress => ": nothing has happened for too long",
        Reason::Immobile => ": there is no step left",
        Reason::Cap => ": the limit of turns is reached",
        Reason::Dead => ": no score can be finished any more",
        Reason::Unfinished => "",
    };
    format!("{result}{why} ({score})")
}

/// The points of a match of two with the winner's first, as people say a result; of others by seat.
pub fn winner_first(winners: &[Seat], points: &[u32]) -> Vec<u32> {
    let mut points = points.to_vec();
    if let ([winner], 2) = (winners, points.len()) {
        points.rotate_left(*winner % 2);
    }
    points
}
