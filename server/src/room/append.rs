//! What a decision means for the store: the lines of its entries, and everything that goes in with them.

use engine::games::Seat;
use engine::setup::{Setup, Visibility};
use engine::table::{Decision, Event, Logged, Player, Status};

use protocol::Reply;

use super::{Me, Token};
use crate::store::{Append, EndedRow, MatchRow, NewRoom, Outcome, PlayerRow, Side, TokenRow};

/// The append of `decision` to room `code` after entry `after`. `number` is the match that is played or comes next;
/// `seats` who sits there before the decision.
pub(super) fn append(
    code: &str,
    after: u64,
    decision: &Decision,
    setup: &Setup,
    number: u32,
    seats: &[Option<&Player>],
) -> Append {
    let mut append = Append {
        room: code.to_owned(),
        after,
        lines: decision.entries.iter().map(|logged| logged.line.clone()).collect(),
        ..Append::default()
    };
    let mut changed: Vec<(Seat, Option<String>)> = Vec::new();
    for Logged { entry, head, .. } in &decision.entries {
        match &entry.event {
            Event::Sat { player, seat } => changed.push((*seat, Some(player.id.clone()))),
            Event::Stood => changed.extend(entry.by.map(|seat| (seat, None))),
            Event::Started(_) => {
                append.status = Some(status_name(Status::Playing).to_owned());
                append.started = Some(MatchRow { number, first_seq: entry.seq, at: entry.at });
            }
            Event::Ended { winners, reason, points } => {
                append.status = Some(status_name(Status::Finished).to_owned());
                append.ended = Some(EndedRow {
                    number,
                    last_seq: entry.seq,
                    at: entry.at,
                    kind: setup.game.kind().name().to_owned(),
                    winners: json(winners),
                    reason: json(reason).trim_matches('"').to_owned(),
                    points: json(points),
                    players: json(&seats),
                    hash: head.to_string(),
                    sides: sides(setup, seats, winners, *reason == engine::games::Reason::Unfinished),
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

/// On whose records a match goes: practice alone and matches without a result on nobody's, nor those from a given
/// position.
fn sides(setup: &Setup, seats: &[Option<&Player>], winners: &[Seat], unfinished: bool) -> Vec<Side> {
    if setup.seats < 2 || unfinished || setup.game.to_move().is_some() {
        return Vec::new();
    }
    let seated = seats.iter().enumerate().filter_map(|(seat, player)| Some((seat, player.as_ref()?)));
    seated
        .map(|(seat, player)| {
            let outcome = match (winners.is_empty(), winners.contains(&seat)) {
                (true, _) => Outcome::Drawn,
                (false, true) => Outcome::Won,
                (false, false) => Outcome::Lost,
            };
            Side { player: player.id.clone(), seat, outcome }
        })
        .collect()
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

/// A status as it is spelled in the store and on the wire.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data with string keys")
}
