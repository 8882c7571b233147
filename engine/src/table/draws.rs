//! The draws of a match: who takes part, which draw waits for whose links, who was silent.

use crate::fairness::{Hash, Known, MAX_LINKS};
use crate::games::{Game, Need, Seat};
use crate::setup::{Fairness, Setup};

/// A seat that was silent this often in a row is no longer waited for (open fairness).
const PATIENCE: u32 = 2;

/// The draws of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draws {
    pub(super) server_tip: Hash,
    pub(super) tips: Vec<Option<Hash>>,
    /// What is known of each seat's chain; none for a seat that takes no part.
    seats: Vec<Option<Known>>,
    /// Number of the last draw.
    pub(super) last: u32,
    /// The links of the last draw: the same link again is no mistake.
    last_links: Vec<Option<Hash>>,
    pub(super) due: Option<Due>,
    /// Per seat, the draws without it, and those without it in a row.
    pub(super) silent: Vec<u32>,
    streak: Vec<u32>,
    /// Seats that give up with the draw that is due.
    leaving: Vec<bool>,
}

/// A draw that waits for links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) draw: u32,
    pub(super) need: Need,
    pub(super) links: Vec<Option<Hash>>,
    /// Seats that are asked for a link.
    asked: Vec<bool>,
    /// Since when, monotonic ms.
    pub(super) since: i64,
    /// Until when it waits, Unix ms.
    pub(super) until: i64,
}

impl Due {
    /// Seats whose link is missing.
    pub(super) fn missing(&self) -> Vec<Seat> {
        (0..self.links.len()).filter(|&seat| self.asked[seat] && self.links[seat].is_none()).collect()
    }
}

/// How a link stands to the draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// It opens the draw that is due.
    Opens,
    /// It is there already.
    Again,
    /// It fits nothing: says why.
    Not(&'static str),
}

impl Draws {
    pub(super) fn new(server_tip: Hash, tips: &[Option<Hash>]) -> Self {
        let seats = tips.len();
        Self {
            server_tip,
            tips: tips.to_vec(),
            seats: tips.iter().map(|tip| tip.map(Known::tip)).collect(),
            last: 0,
            last_links: vec![None; seats],
            due: None,
            silent: vec![0; seats],
            streak: vec![0; seats],
            leaving: vec![false; seats],
        }
    }

    /// Makes a draw due if the game needs one.
    pub(super) fn ask(&mut self, game: &Game, out: &[bool], setup: &Setup, mono: i64, wall: i64) {
        if let Some(due) = &mut self.due {
            for (asked, &out) in due.asked.iter_mut().zip(out) {
                *asked &= !out;
            }
            return;
        }
        let Some(need) = game.need() else { return };
        let draw = self.last + 1;
        // no chain is longer: every seat's is used up, which counts as given up
        let open = draw <= MAX_LINKS;
        self.due = Some(Due {
            draw,
            need,
            links: vec![None; self.seats.len()],
            asked: self.seats.iter().zip(out).map(|(known, &out)| known.is_some() && !out && open).collect(),
            since: mono,
            until: wall.saturating_add(i64::from(setup.draw_wait_ms)),
        });
    }

    /// Whether the due draw has all the links that it waits for.
    pub(super) fn complete(&self, fairness: Fairness) -> bool {
        self.due.as_ref().is_some_and(|due| {
            due.missing().iter().all(|&seat| fairness == Fairness::Open && self.streak[seat] >= PATIENCE)
        })
    }

    /// How a link that `seat` sends for `draw` stands to the draws.
    pub(super) fn fit(&self, seat: Seat, draw: u32, link: &Hash) -> Fit {
        let Some(due) = self.due.as_ref().filter(|due| due.draw == draw) else {
            return if draw > 0 && draw == self.last && self.last_links[seat] == Some(*link) {
                Fit::Again
            } else {
                Fit::Not("that draw is not due; the view's fairness.due names the one that is")
            };
        };
        if due.links[seat].is_some() {
            let again = due.links[seat] == Some(*link);
            return if again { Fit::Again } else { Fit::Not("another link of yours is there already") };
        }
        match self.seats[seat] {
            Some(known) if due.asked[seat] => match known.fits(draw, link) {
                true => Fit::Opens,
                false => Fit::Not(
                    "the link does not lead to your tip; hash it once for each draw since your last link",
                ),
            },
            _ => Fit::Not("this seat has no part in the draw"),
        }
    }

    pub(super) fn linked(&mut self, by: Option<Seat>, draw: u32, link: Hash) {
        let Some(seat) = by else { return };
        if let Some(due) = &mut self.due {
            due.links[seat] = Some(link);
        }
        self.seats[seat] = Some(Known { link, k: draw });
        self.streak[seat] = 0;
    }

    pub(super) fn drawn(&mut self, draw: u32, links: &[Option<Hash>]) {
        let asked = self.due.take().map(|due| due.asked).unwrap_or_default();
        self.last = draw;
        self.last_links = links.to_vec();
        for (seat, link) in links.iter().enumerate() {
            if link.is_none() {
                self.silent[seat] += 1;
                self.streak[seat] += u32::from(asked.get(seat).copied().unwrap_or_default());
            }
            if std::mem::take(&mut self.leaving[seat]) {
                self.seats[seat] = None;
            }
        }
    }

    /// The seat takes no part from the next draw on.
    pub(super) fn give_up(&mut self, by: Option<Seat>) {
        let Some(seat) = by else { return };
        match self.due {
            Some(_) => self.leaving[seat] = true,
            None => self.seats[seat] = None,
        }
    }

    /// Whether the seat takes part in draws.
    pub(super) fn takes_part(&self, seat: Seat) -> bool {
        self.seats[seat].is_some() && !self.leaving[seat]
    }

    /// Time in which the server was down does not count.
    pub(super) fn pause(&mut self, ms: i64) {
        if let Some(due) = &mut self.due {
            due.since = due.since.saturating_add(ms);
            due.until = due.until.saturating_add(ms);
        }
    }
}
