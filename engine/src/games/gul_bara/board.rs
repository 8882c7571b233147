//! Where the checkers stand, and how one steps.
//!
//! Each seat numbers the points 24 to 1 in its own direction; 0 is borne off. There is no hitting: a single
//! opposing checker closes a point. Any number may leave the head (B16) and primes are free (B17). Which steps a
//! roll allows or demands is decided in `turn.rs`.

use crate::games::Seat;

/// Checkers of a side.
pub(super) const CHECKERS: u8 = 15;

/// The other side's number of my point `point` (1 to 24): its start is my 12, its home my 18 to 13.
#[must_use]
pub fn across(point: u8) -> u8 {
    (point + 11) % 24 + 1
}

/// The pips that a side has still to go: 360 at the start.
#[must_use]
pub fn pips(points: &[u8; 25]) -> u32 {
    (0..).zip(points).map(|(point, &count)| point * u32::from(count)).sum()
}

/// A set of points 1 to 24, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Points(u32);

impl Points {
    const HOME: u32 = 0b111_1110;

    pub(super) fn contains(self, point: u8) -> bool {
        point <= 24 && self.0 >> point & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The points from 24 down.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=24).rev().filter(move |&point| self.contains(point))
    }

    pub(super) fn retain(self, keep: impl Fn(u8) -> bool) -> Self {
        Self(self.iter().filter(|&point| keep(point)).fold(0, |bits, point| bits | 1 << point))
    }
}

/// The checkers of both seats, each on its own points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board([[u8; 25]; 2]);

impl Board {
    /// All checkers on their own 24.
    pub(super) const START: Self = {
        let mut side = [0; 25];
        side[24] = CHECKERS;
        Self([side; 2])
    };

    pub(super) fn new(points: [[u8; 25]; 2]) -> Self {
        Self(points)
    }

    pub(super) fn points(&self) -> [[u8; 25]; 2] {
        self.0
    }

    pub(super) fn of(&self, seat: Seat) -> &[u8; 25] {
        &self.0[seat]
    }

    pub(super) fn off(&self, seat: Seat) -> u8 {
        self.0[seat][0]
    }

    pub(super) fn finished(&self, seat: Seat) -> bool {
        self.off(seat) == CHECKERS
    }

    /// Whether an opposing checker stands on `seat`'s point.
    pub(super) fn closed(&self, seat: Seat, point: u8) -> bool {
        self.0[1 - seat][usize::from(across(point))] > 0
    }

    /// The highest point that `seat` stands on; 0 when all are off.
    pub(super) fn highest(&self, seat: Seat) -> u8 {
        (1..=24).rev().find(|&point| self.0[seat][usize::from(point)] > 0).unwrap_or(0)
    }

    /// The points from which `seat` can play `die`, bearing off included.
    ///
    /// With all at home (from the moment the last one arrives, B15), a checker on `die` may come off, and need not
    /// (B13); if none is on `die` or above, the highest comes off. One that stands above but is blocked makes the
    /// die unplayable (B14).
    pub(super) fn steps(&self, seat: Seat, die: u8) -> Points {
        let (mut own, mut open) = (0_u32, 0_u32);
        for point in 1..=24 {
            own |= u32::from(self.0[seat][usize::from(point)] > 0) << point;
            open |= u32::from(!self.closed(seat, point)) << point;
        }
        let mut from = own & open << die;
        if own & !Points::HOME == 0 && own != 0 {
            let above = own >> die;
            if above & 1 == 1 {
                from |= 1 << die;
            } else if above == 0 {
                from |= 1 << own.ilog2();
            }
        }
        Points(from)
    }

    /// Moves a checker from `from` by `die`, off if that leads past 1. The step is one of [`steps`](Self::steps).
    pub(super) fn step(&mut self, seat: Seat, from: u8, die: u8) {
        self.shift(seat, from, from.saturating_sub(die));
    }

    /// Takes such a step back.
    pub(super) fn step_back(&mut self, seat: Seat, from: u8, die: u8) {
        self.shift(seat, from.saturating_sub(die), from);
    }

    fn shift(&mut self, seat: Seat, from: u8, to: u8) {
        self.0[seat][usize::from(from)] -= 1;
        self.0[seat][usize::from(to)] += 1;
    }

    /// The board after such a step.
    pub(super) fn after(mut self, seat: Seat, from: u8, die: u8) -> Self {
        self.step(seat, from, die);
        self
    }
}
