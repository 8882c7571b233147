//! Up the Mountain: the holes 1 to 8 in order, each ball judged at once against the next hole (C.1, C11 to C16).

use super::turn::{TOSSES, Turn, Verdict};
use super::{Options, PlayerView, TurnEnd};
use crate::games::Seat;

/// The last hole.
pub const TOP: u8 = 8;

/// The hole to make after a ball through `hole` (0 a miss) with `target` to be made; over [`TOP`] is a win.
///
/// Without options only the target itself does anything (C12). With `up_resets` a higher hole leads back to 1,
/// with `down_sets` a lower one to the hole after it (C13); a miss never does anything (C14).
#[must_use]
pub fn climb(target: u8, hole: u8, options: &Options) -> u8 {
    match hole {
        0 => target,
        _ if hole == target => target + 1,
        _ if hole > target && options.up_resets => 1,
        _ if hole < target && options.down_sets => hole + 1,
        _ => target,
    }
}

/// Every player's next hole, as of the last finished turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mountain {
    targets: Vec<u8>,
}

impl Mountain {
    pub(super) fn new(seats: usize) -> Self {
        Self { targets: vec![1; seats] }
    }

    /// The hole to make after this turn's balls: both may advance (C11), and the second meets the hole that the
    /// first has left to make (C15).
    fn reached(&self, turn: &Turn, options: &Options) -> u8 {
        turn.holes.iter().fold(self.targets[turn.seat], |target, &hole| climb(target, hole, options))
    }

    pub(super) fn judge(&self, turn: &Turn, options: &Options) -> Verdict {
        let target = self.reached(turn, options);
        let won = target > TOP;
        // a winner has nothing left to make: the last hole stays
        let end = TurnEnd::Target { target: target.min(TOP) };
        Verdict { over: won || turn.holes.len() >= TOSSES, won, end }
    }

    pub(super) fn commit(&mut self, turn: &Turn, options: &Options) {
        self.targets[turn.seat] = self.reached(turn, options).min(TOP);
    }

    /// A player's standing, with what the turn has come to if it is that player's.
    pub(super) fn show(&self, seat: Seat, turn: Option<&Turn>, options: &Options) -> PlayerView {
        let target = turn.map_or(self.targets[seat], |turn| self.reached(turn, options).min(TOP));
        PlayerView::Mountain { target }
    }
}
