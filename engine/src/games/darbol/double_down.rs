//! Double Down: from 121 to exactly zero, in and out through a double hole (C.2, C21 to C29).

pub use super::doubles::{Doubles, Landing, START, finishes};
use super::turn::{TOSSES, Turn, Verdict};
use super::{Options, PlayerView, TurnEnd};
use crate::games::Seat;

/// A player's standing at the start of a turn, or what a turn has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Points left.
    pub score: u32,
    /// Whether a double has been made.
    pub is_in: bool,
}

/// What the tosses of a turn come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The standing after them.
    pub standing: Standing,
    /// Whether a bust put the score back to the turn's start, and it is still there.
    pub bust: bool,
    /// Whether the last of them won.
    pub won: bool,
    /// Whether the turn is over.
    pub over: bool,
}

/// Judges a turn from its start, whatever was reported before: so no correction can leave a score of one. Holes after
/// the one that ends the turn do not count.
#[must_use]
pub fn judge(start: Standing, holes: &[u8], doubles: &Doubles, options: &Options) -> Judged {
    let mut now = Judged { standing: start, bust: false, won: false, over: false };
    for (toss, &hole) in (1..).zip(holes) {
        if now.over {
            break;
        }
        now.over = toss >= TOSSES;
        // a miss does nothing, and before being in all holes but the doubles are misses (C24)
        if hole == 0 || !(now.standing.is_in || doubles.has(hole)) {
            continue;
        }
        now.standing.is_in = true;
        now.bust = false;
        match doubles.land(now.standing.score, hole) {
            Landing::Won => {
                now.standing.score = 0;
                now.won = true;
                now.over = true;
            }
            Landing::On(score) if !(options.bust_on_dead && doubles.is_dead(score)) => {
                now.standing.score = score;
            }
            // the whole turn counts for nothing, not only this toss (C25), and it ends here (C26)
            Landing::On(_) | Landing::Bust => {
                now.standing.score = start.score;
                now.bust = true;
                now.over |= options.bust_ends_turn;
            }
        }
    }
    now
}

/// The double holes, and every player as of the last finished turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DoubleDown {
    /// None until they are rolled.
    pub(super) doubles: Option<Doubles>,
    players: Vec<Player>,
}

/// One player between turns.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Player {
    standing: Standing,
    /// Judged at the end of a turn only: within one a bust may lead out of a dead score again.
    dead: bool,
}

impl DoubleDown {
    pub(super) fn new(seats: usize) -> Self {
        let standing = Standing { score: START, is_in: false };
        Self { doubles: None, players: vec![Player { standing, dead: false }; seats] }
    }

    fn judged(&self, turn: &Turn, options: &Options) -> Option<Judged> {
        let doubles = self.doubles.as_ref()?;
        Some(judge(self.players[turn.seat].standing, &turn.holes, doubles, options))
    }

    /// Whether a standing at a turn's end can no longer be finished.
    fn dies(&self, standing: Standing) -> bool {
        standing.is_in && self.doubles.as_ref().is_some_and(|doubles| doubles.is_dead(standing.score))
    }

    /// None until the double holes are known.
    pub(super) fn judge(&self, turn: &Turn, options: &Options) -> Option<Verdict> {
        let Judged { standing, bust, won, over } = self.judged(turn, options)?;
        let dead = self.dies(standing);
        let end = TurnEnd::Score { score: standing.score, r#in: standing.is_in, bust, dead };
        Some(Verdict { over, won, end })
    }

    pub(super) fn commit(&mut self, turn: &Turn, options: &Options) {
        if let Some(Judged { standing, .. }) = self.judged(turn, options) {
            self.players[turn.seat] = Player { standing, dead: self.dies(standing) };
        }
    }

    /// A player's standing, with what the turn has come to if it is that player's.
    pub(super) fn show(&self, seat: Seat, turn: Option<&Turn>, options: &Options) -> PlayerView {
        let Player { standing, dead } = self.players[seat];
        let now = turn.and_then(|turn| self.judged(turn, options)).map_or(standing, |judged| judged.standing);
        PlayerView::DoubleDown { score: now.score, r#in: now.is_in, dead }
    }

    pub(super) fn is_dead(&self, seat: Seat) -> bool {
        self.players[seat].dead
    }
}
