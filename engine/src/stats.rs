//! What a player's record is made of: ratings, streaks, who left early, and Hundred's averages.
//!
//! [`shares`] says how an ended match goes on the record of each seat, [`conclude`] takes it into the
//! [`Standing`]s that are kept, one a player and kind of game. Ratings are Glicko-2 (Glickman, 2013), each match a
//! rating period of its own, so that a rating is right the moment a match is over; a deviation does not grow with
//! idle time. Only matches of two players are rated.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::games::darbol::handicap::Average;
use crate::games::darbol::hundred::GOAL;
use crate::games::darbol::{self, PlayerView};
use crate::games::{Handicap, Reason, Seat, View};
use crate::setup::Setup;

/// A rating is provisional until it rests on this many matches.
pub const SETTLED_AFTER: u64 = 10;

/// How a match went for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Won, alone or with others.
    Won,
    /// Lost.
    Lost,
    /// Nobody won.
    Drawn,
    /// Ended without a result.
    Unfinished,
}

/// That a match was not played to its end, as one seat's record has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Early {
    /// `Resigned`, `Time` or `Abandoned` by a player; `Unfinished` by nobody alone.
    pub reason: Reason,
    /// Whether it was this seat's player who left.
    pub own: bool,
}

/// A game of Hundred that enters the averages (C42).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HundredGame {
    /// Turns used.
    pub turns: u32,
    /// Points over a hundred.
    pub excess: u32,
}

/// How an ended match goes on one seat's record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The seat.
    pub seat: Seat,
    /// How it went.
    pub outcome: Outcome,
    /// If this seat did not play it to its end.
    pub early: Option<Early>,
    /// If it enters Hundred's averages.
    pub hundred: Option<HundredGame>,
}

/// An ended match, as far as records go.
#[derive(Debug, Clone, Copy)]
pub struct Over<'a> {
    /// The setup.
    pub setup: &'a Setup,
    /// Who won.
    pub winners: &'a [Seat],
    /// Why it ended.
    pub reason: Reason,
    /// Which seats had left before, and how.
    pub left: &'a [Option<Reason>],
    /// The game as it stood.
    pub game: &'a View,
    /// What was awarded.
    pub handicap: Option<&'a [Handicap]>,
}

/// How a match goes on its players' records, seat by seat. Practice alone and matches from a given position go on
/// nobody's.
#[must_use]
pub fn shares(over: &Over<'_>) -> Vec<Share> {
    if over.setup.seats < 2 || over.setup.game.to_move().is_some() {
        return Vec::new();
    }
    (0..over.setup.seats)
        .map(|seat| Share {
            seat,
            outcome: outcome(over, seat),
            early: early(over, seat),
            hundred: hundred(over, seat),
        })
        .collect()
}

fn outcome(over: &Over<'_>, seat: Seat) -> Outcome {
    match (over.reason == Reason::Unfinished, over.winners.is_empty(), over.winners.contains(&seat)) {
        (true, _, _) => Outcome::Unfinished,
        (false, true, _) => Outcome::Drawn,
        (false, false, true) => Outcome::Won,
        (false, false, false) => Outcome::Lost,
    }
}

fn early(over: &Over<'_>, seat: Seat) -> Option<Early> {
    if let Some(reason) = over.left.get(seat).copied().flatten() {
        return Some(Early { reason, own: true });
    }
    match over.reason {
        reason @ (Reason::Resigned | Reason::Time | Reason::Abandoned | Reason::Unfinished) => {
            Some(Early { reason, own: false })
        }
        Reason::Completed
        | Reason::Agreed
        | Reason::Repetition
        | Reason::NoProgress
        | Reason::Immobile
        | Reason::Cap
        | Reason::Dead => None,
    }
}

/// The seat's game of Hundred, if nobody was awarded anything and he himself reached a hundred (C42). Where a
/// handicap was wanted and none was due (C41), the game is one without.
fn hundred(over: &Over<'_>, seat: Seat) -> Option<HundredGame> {
    let awarded = over.handicap.into_iter().flatten().any(|given| *given != Handicap::default());
    let View::Darbol(darbol::View { players, .. }) = over.game else { return None };
    match *players.get(seat)? {
        PlayerView::Hundred { score, turns, .. } if !awarded && score >= GOAL => {
            Some(HundredGame { turns, excess: score - GOAL })
        }
        PlayerView::Hundred { .. } | PlayerView::Mountain { .. } | PlayerView::DoubleDown { .. } => None,
    }
}

/// What is kept of a player in one kind of game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The rating, 1500 at first.
    pub rating: f64,
    /// Its deviation, 350 at first.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// Matches that the rating rests on.
    pub rated: u64,
    /// Matches won in a row up to now; negative for matches lost; 0 after a draw.
    pub streak: i64,
    /// The most matches won in a row.
    pub longest: u64,
    /// Hundred's sums.
    pub hundred: Average,
}

impl Default for Standing {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { rating, deviation, volatility, rated: 0, streak: 0, longest: 0, hundred: Average::default() }
    }
}

impl Standing {
    /// Whether the rating rests on too few matches to say much.
    #[must_use]
    pub fn provisional(&self) -> bool {
        self.rated < SETTLED_AFTER
    }

    fn count(&mut self, share: &Share) {
        self.streak = match share.outcome {
            Outcome::Won => self.streak.max(0).saturating_add(1),
            Outcome::Lost => self.streak.min(0).saturating_sub(1),
            Outcome::Drawn => 0,
            Outcome::Unfinished => self.streak,
        };
        self.longest = self.longest.max(self.streak.max(0).unsigned_abs());
        if let Some(HundredGame { turns, excess }) = share.hundred {
            self.hundred.add(turns, excess);
        }
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn rate(&mut self, new: &Glicko2Rating) {
        (self.rating, self.deviation, self.volatility) = (new.rating, new.deviation, new.volatility);
        self.rated += 1;
    }
}

/// Takes an ended match into the standings of its players, one for each share. A match without a result changes
/// nothing.
pub fn conclude(standings: &mut [Standing], shares: &[Share]) {
    for (standing, share) in standings.iter_mut().zip(shares) {
        standing.count(share);
    }
    let ([one, two], [first, _]) = (standings, shares) else { return };
    let outcome = match first.outcome {
        Outcome::Won => Outcomes::WIN,
        Outcome::Lost => Outcomes::LOSS,
        Outcome::Drawn => Outcomes::DRAW,
        Outcome::Unfinished => return,
    };
    let (new_one, new_two) = glicko2(&one.glicko(), &two.glicko(), &outcome, &Glicko2Config::new());
    one.rate(&new_one);
    two.rate(&new_two);
}

#[cfg(test)]
mod tests;
