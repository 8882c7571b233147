//! Which of the three games is played, with its players' standing: one arm each.

use super::double_down::DoubleDown;
use super::hundred::Hundred;
use super::mountain::Mountain;
use super::turn::{Turn, Verdict};
use super::{Kind, Options, PlayerView};
use crate::games::{Seat, Start};

/// One of the three games, as of the last finished turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play {
    Mountain(Mountain),
    DoubleDown(DoubleDown),
    Hundred(Hundred),
}

impl Play {
    pub(super) fn new(options: &Options, start: &Start) -> Self {
        match options.game {
            Kind::UpTheMountain => Self::Mountain(Mountain::new(start.seats)),
            Kind::DoubleDown => Self::DoubleDown(DoubleDown::new(start.seats)),
            Kind::Hundred => Self::Hundred(Hundred::new(start.seats, start.handicap.as_deref())),
        }
    }

    /// What the turn comes to if it ends now; none as long as its dice or the double holes are unknown.
    pub(super) fn judge(&self, turn: &Turn, options: &Options) -> Option<Verdict> {
        match self {
            Self::Mountain(game) => Some(game.judge(turn, options)),
            Self::DoubleDown(game) => game.judge(turn, options),
            Self::Hundred(game) => game.judge(turn),
        }
    }

    /// Takes a finished turn in, for good.
    pub(super) fn commit(&mut self, turn: &Turn, options: &Options) {
        match self {
            Self::Mountain(game) => game.commit(turn, options),
            Self::DoubleDown(game) => game.commit(turn, options),
            Self::Hundred(game) => game.commit(turn),
        }
    }

    /// A player's standing. `turn` is that player's running turn, for the games that show it at once.
    pub(super) fn show(&self, seat: Seat, turn: Option<&Turn>, options: &Options) -> PlayerView {
        match self {
            Self::Mountain(game) => game.show(seat, turn, options),
            Self::DoubleDown(game) => game.show(seat, turn, options),
            Self::Hundred(game) => game.show(seat),
        }
    }

    /// Whether a player can no longer win, as judged at the end of a turn.
    pub(super) fn is_dead(&self, seat: Seat) -> bool {
        match self {
            Self::DoubleDown(game) => game.is_dead(seat),
            Self::Mountain(_) | Self::Hundred(_) => false,
        }
    }

    /// The extra turns that a player has still to take (C39).
    pub(super) fn extra_turns(&self, seat: Seat) -> u32 {
        match self {
            Self::Hundred(game) => game.extra_turns(seat),
            Self::Mountain(_) | Self::DoubleDown(_) => 0,
        }
    }

    /// A player leaves the match for good.
    pub(super) fn leave(&mut self, seat: Seat) {
        match self {
            Self::Hundred(game) => game.forfeit(seat),
            Self::Mountain(_) | Self::DoubleDown(_) => {}
        }
    }
}
