//! The whole room as everyone may see it, so that a client can draw it with no memory of its own.

use serde::{Deserialize, Serialize};

use super::event::{Player, What};
use super::{Now, Table};
use crate::fairness::Hash;
use crate::games::{Handicap, Legal, Reason, Seat, View as GameView};
use crate::setup::Setup;

/// Whether a match is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// No match has started yet.
    Waiting,
    /// A match is played.
    Playing,
    /// The last match has ended.
    Finished,
}

impl Status {
    /// As it is spelled on the wire and in the store.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Finished => "finished",
        }
    }
}

/// A room as everyone may see it. `S` is the setup, or what is written in its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View<S = Setup> {
    /// The room's code.
    pub room: String,
    /// Number of the newest entry.
    pub seq: u64,
    /// Number of the match in this room, from 1.
    pub r#match: u32,
    /// Whether a match is played.
    pub status: Status,
    /// The setup, every default filled in.
    pub setup: S,
    /// Who sits where.
    pub seats: Vec<Option<SeatView>>,
    /// The seat that started this match.
    pub first: Option<Seat>,
    /// Seats that may act now.
    pub turn: Vec<Seat>,
    /// The game; none until the start.
    pub game: Option<GameView>,
    /// Moves of the seats in `turn`.
    pub legal: Vec<Legal>,
    /// What Hundred's players are awarded in the match that is played; before a start, with all seats taken, in
    /// the coming one, as the server knows from their records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Vec<Handicap>>,
    /// Offers that stand.
    pub offers: Vec<OfferView>,
    /// How the match ended.
    pub result: Option<ResultView>,
    /// The draws.
    pub fairness: FairnessView,
    /// How many watch without a seat.
    #[serde(default)]
    pub spectators: usize,
    /// The server's wall clock, Unix ms; running clocks count from here.
    #[serde(default)]
    pub now: i64,
}

/// A taken seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Who sits there.
    pub player: Player,
    /// Whether a socket of that player is in the room.
    #[serde(default)]
    pub online: bool,
    /// For how long none was, in ms.
    #[serde(default)]
    pub gone_ms: i64,
    /// What is left on the clock at `now`; none without clocks.
    pub clock_ms: Option<i64>,
    /// Whether the seat has left a match that goes on.
    pub out: bool,
}

/// An offer that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferView {
    /// What for.
    pub what: What,
    /// Whose.
    pub by: Seat,
    /// Seq of its entry.
    pub seq: u64,
    /// Seats that said yes.
    pub yes: Vec<Seat>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultView {
    /// Who won; empty for a draw.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: Reason,
    /// Points per seat.
    pub points: Vec<u32>,
    /// The head of the match file.
    pub hash: Hash,
}

/// The draws of the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FairnessView {
    /// The tip of the server's chain.
    pub server_tip: Hash,
    /// The tip of each seat's chain.
    pub tips: Vec<Option<Hash>>,
    /// Number of the last draw.
    pub draw: u32,
    /// The draw that waits for links.
    pub due: Option<DueView>,
    /// Per seat, the draws without it.
    pub silent: Vec<u32>,
    /// SHA-256 of the match-file line of the newest entry.
    pub head: Hash,
    /// The tips of a rematch, once finished.
    pub next: Option<NextView>,
}

/// A draw that waits for links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueView {
    /// Its number.
    pub draw: u32,
    /// Seats whose link is still missing.
    pub seats: Vec<Seat>,
    /// Until when it waits, Unix ms.
    pub until: i64,
}

/// The tips of a rematch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextView {
    /// The tip of the server's chain.
    pub server_tip: Hash,
    /// The tip of each seat's chain.
    pub tips: Vec<Option<Hash>>,
}

impl Table {
    /// The whole room, `spectators` watching, with clocks as they stand at `now`.
    #[must_use]
    pub fn view(&self, spectators: usize, now: Now) -> View {
        self.view_with((*self.setup).clone(), spectators, now)
    }

    /// The same with `setup` in its place: the setup never changes, so a server writes it once.
    #[must_use]
    pub fn view_with<S>(&self, setup: S, spectators: usize, now: Now) -> View<S> {
        let state = &self.state;
        let play = state.play.as_ref();
        let turn = state.turn();
        View {
            room: self.code.clone(),
            seq: state.seq,
            r#match: state.matches.max(1),
            status: state.status(),
            setup,
            seats: (0..state.seats.len()).map(|seat| self.seat_view(seat, now)).collect(),
            first: play.and_then(|play| play.first.or_else(|| play.game.first())),
            legal: if turn.is_empty() {
                Vec::new()
            } else {
                play.map(|p| p.game.legal()).unwrap_or_default()
            },
            turn,
            game: play.map(|play| play.game.view()),
            handicap: state.playing().and_then(|play| play.start.handicap.clone()),
            offers: self.offer_views(),
            result: play.and_then(|play| play.result.clone()),
            fairness: self.fairness_view(),
            spectators,
            now: now.wall,
        }
    }

    fn seat_view(&self, seat: usize, now: Now) -> Option<SeatView> {
        let sitting = self.state.seats[seat].as_ref()?;
        let play = self.state.play.as_ref();
        let clock_ms = play.and_then(|play| play.clocks.as_ref()).map(|clocks| {
            let running = self.running().into_iter().find(|&(running, _)| running == seat);
            let taken = running.map(|(seat, from)| clocks.taken(seat, from, now.mono, 0).ms);
            clocks.left()[seat] - taken.unwrap_or_default()
        });
        Some(SeatView {
            player: sitting.player.clone(),
            online: self.presence[seat].online,
            gone_ms: self.gone(seat, now),
            clock_ms,
            out: play.is_some_and(|play| play.out[seat]),
        })
    }

    fn offer_views(&self) -> Vec<OfferView> {
        let offers = self.state.play.iter().flat_map(|play| &play.offers);
        offers.map(|o| OfferView { what: o.what, by: o.by, seq: o.seq, yes: o.yes.clone() }).collect()
    }

    fn fairness_view(&self) -> FairnessView {
        let seats = || self.state.seats.iter().map(|sitting| sitting.as_ref().and_then(|s| s.tip)).collect();
        let Some(play) = &self.state.play else {
            return FairnessView {
                server_tip: self.next_tip,
                tips: seats(),
                draw: 0,
                due: None,
                silent: vec![0; self.state.seats.len()],
                head: self.state.head,
                next: None,
            };
        };
        let draws = &play.draws;
        FairnessView {
            server_tip: draws.server_tip,
            tips: draws.tips.clone(),
            draw: draws.last,
            due: draws.due.as_ref().map(|due| DueView {
                draw: due.draw,
                seats: due.missing(),
                until: due.until,
            }),
            silent: draws.silent.clone(),
            head: self.state.head,
            next: play.result.as_ref().map(|_| NextView { server_tip: self.next_tip, tips: seats() }),
        }
    }
}
