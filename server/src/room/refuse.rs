//! Refusals of the table, as they go over the wire.

use engine::table::Refusal;
use protocol::{Code, ErrorReply};

/// The error reply for a refusal.
#[must_use]
pub(super) fn reply(refusal: &Refusal) -> ErrorReply {
    let code = match refusal {
        Refusal::RoomFull => Code::RoomFull,
        Refusal::SeatTaken => Code::SeatTaken,
        Refusal::NoSuchSeat { .. } => Code::BadMessage,
        Refusal::NotSeated => Code::NotSeated,
        Refusal::NotWaiting => Code::NotWaiting,
        Refusal::NotPlaying => Code::NotPlaying,
        Refusal::NotYourTurn => Code::NotYourTurn,
        Refusal::BadMove(_) => Code::BadMove,
        Refusal::Illegal(_) => Code::IllegalMove,
        Refusal::BadLink(_) => Code::BadLink,
        Refusal::Stale { seq } => return ErrorReply::stale(*seq, refusal.to_string()),
        Refusal::NoOffer => Code::NoOffer,
        Refusal::TooEarly(_) => Code::TooEarly,
        Refusal::NotAllowed(_) => Code::NotAllowed,
    };
    ErrorReply::new(code, refusal.to_string())
}
