//! What a decision means for the store: the lines of its entries, and everything that goes in with them.

use std::collections::BTreeSet;

use engine::games::Seat;
use engine::setup::{Setup, Visibility};
use engine::stats::{Over, shares};
use engine::table::{Decision, Event, Logged, Now, Status, Table};

use protocol::Reply;

use super::{Me, Token};
use crate::store::{Append, EndedRow, MatchRow, NewRoom, PlayerRow, Side, TokenRow};

/// The append of `decision` to room `code`. `table` is as the decision saw it, `number` the match that is played or
/// comes next.
pub(crate) fn append(code: &str, decision: &Decision, table: &Table, number: u32, now: Now) -> Append {
    let (setup, seats) = (table.setup(), table.players().collect::<Vec<_>>());
    let mut append = Append {
        room: code.to_owned(),
        after: table.seq(),
        lines: decision.entries.iter().map(|logged| logged.line.clone()).collect(),
        ..Append::default()
    };
    let mut changed: Vec<(Seat, Option<String>)> = Vec::new();
    for Logged { entry, head, .. } in &decision.entries {
        match &entry.event {
            Event::Sat { player, seat } => changed.push((*seat, Some(player.id.clone()))),
            Event::Stood => changed.extend(entry.by.map(|seat| (seat, None))),
            Event::Started(_) => {
                append.status = Some(Status::Playing.name().to_owned());
                append.started = Some(MatchRow { number, first_seq: entry.seq, at: entry.at });
            }
            Event::Ended { winners, reason, points } => {
                append.status = Some(Status::Finished.name().to_owned());
                append.ended = Some(EndedRow {
                    number,
                    last_seq: entry.seq,
                    at: entry.at,
                    kind: setup.game.kind().name().to_owned(),
                    winners: json(winners),
                    reason: reason.name().to_owned(),
                    points: json(points),
                    players: json(&seats),
                    hash: head.to_string(),
                    sides: sides(&after(table, decision, now), now),
                });
            }
            _ => {}
        }
    }
    if !changed.is_empty() {
        append.seats = Some(changed);
    }
    append
}

/// The table after a decision.
fn after(table: &Table, decision: &Decision, now: Now) -> Table {
    let mut table = table.clone();
    for logged in &decision.entries {
        table.apply(logged, now.mono);
    }
    table
}

/// On whose records the match goes that is over at this table, and how. With one player on two seats, which does
/// not happen, on nobody's.
fn sides(table: &Table, now: Now) -> Vec<Side> {
    let view = table.view(0, now);
    let (Some(result), Some(game)) = (&view.result, &view.game) else { return Vec::new() };
    let over = Over {
        setup: table.setup(),
        winners: &result.winners,
        reason: result.reason,
        left: table.left(),
        game,
        handicap: table.handicap(),
    };
    let players: Vec<&str> = table.players().flatten().map(|player| player.id.as_str()).collect();
    let distinct: BTreeSet<&str> = players.iter().copied().collect();
    if distinct.len() != table.setup().seats {
        return Vec::new();
    }
    let sides = players.into_iter().zip(shares(&over));
    sides.map(|(player, share)| Side { player: player.to_owned(), share }).collect()
}

/// What a new room adds to its first append.
pub(super) fn create(append: &mut Append, setup: &Setup, secret: [u8; 32], creator: &Me, at: i64) {
    append.create = Some(NewRoom {
        secret,
        setup: json(setup),
        unlisted: setup.visibility == Visibility::Unlisted,
        creator: creator.player.id.clone(),
        at,
    });
}

/// The player of this append is stored with it.
pub(super) fn with_player(append: &mut Append, me: &Me, at: i64) {
    append.players.push(PlayerRow {
        id: me.player.id.clone(),
        key_hash: me.key_hash,
        name: me.player.name.clone(),
        at,
    });
}

/// The answer is kept under the request's token.
pub(super) fn with_token(append: &mut Append, me: &Me, token: &Token, answer: &Reply, at: i64) {
    append.token = Some(TokenRow {
        player: me.player.id.clone(),
        request: token.request.to_owned(),
        token: token.token.clone(),
        answer: json(answer),
        at,
    });
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data with string keys")
}
