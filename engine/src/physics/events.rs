//! The shot, event by event: find what happens first, move everything to that moment, settle it, look again.
//!
//! Nothing is stepped and nothing is approximated but the roots, so the outcome does not depend on a step width.
//! Only + − × ÷ and square roots are used: every machine gets the same bits. Events at the same moment are settled
//! in a fixed order: by disc, then stop, pegs, ditch, hole, other discs.

use glam::DVec2;

use super::constants::{DISC, DISC_BOUNCE, MAX_EVENTS, PEG, PEG_BOUNCE, PEGS, SURFACE};
use super::disc::{Body, State};
use super::hole::{self, Entry};

/// A disc that skips the hole is set this much inside its reach, so that it is not seen to come in again.
const INSIDE: f64 = 1e-9;

/// Something that happens to one disc, or between two, by their places in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// Friction stops a disc.
    Stop(usize),
    /// A disc meets a peg.
    Peg(usize, usize),
    /// A disc leaves the surface.
    Ditch(usize),
    /// A disc comes within reach of the hole.
    Hole(usize),
    /// Two discs meet.
    Contact(usize, usize),
}

/// The discs of a shot and the time since it was released.
#[derive(Debug, Clone)]
pub(super) struct Surface {
    pub(super) discs: Vec<Body>,
    /// Seconds since the release.
    pub(super) time: f64,
    /// Whether the last disc, the shot one, has met another.
    pub(super) struck: bool,
    /// Finished stretches of motion, as [`super::ShotOutcome`] lists them, in the order in which they ended.
    pub(super) path: Vec<[i32; 7]>,
}

impl Surface {
    /// A surface with the shot disc last.
    pub(super) fn new(discs: Vec<Body>) -> Self {
        Self { discs, time: 0.0, struck: false, path: Vec::new() }
    }

    /// Plays the shot to its end.
    pub(super) fn run(&mut self) {
        for _ in 0..MAX_EVENTS {
            let Some((dt, event)) = self.next() else { return };
            self.advance(dt);
            self.settle(event);
        }
        // never seen; whatever still creeps then stays where it is
        for i in 0..self.discs.len() {
            if self.discs[i].state == State::Sliding {
                self.settle(Event::Stop(i));
            }
        }
    }

    /// What happens first and in how many seconds; none when all discs lie.
    pub(super) fn next(&self) -> Option<(f64, Event)> {
        let mut first: Option<(f64, Event)> = None;
        let mut offer = |dt: Option<f64>, event| {
            if let Some(dt) = dt
                && first.is_none_or(|(earliest, _)| dt < earliest)
            {
                first = Some((dt, event));
            }
        };
        for (i, disc) in self.discs.iter().enumerate() {
            let motion = disc.motion();
            if let Some(stop) = disc.until_stop() {
                offer(Some(stop), Event::Stop(i));
                for (k, peg) in PEGS.iter().enumerate() {
                    let seen = motion.from(*peg);
                    if seen.pos.length() - (DISC + PEG) <= disc.range() {
                        offer(seen.touches(DISC + PEG, stop), Event::Peg(i, k));
                    }
                }
                offer(motion.leaves(SURFACE, stop), Event::Ditch(i));
                offer(motion.enters(hole::REACH, stop), Event::Hole(i));
            }
            for (j, other) in self.discs.iter().enumerate().skip(i + 1) {
                if disc.state == State::Ditched || other.state == State::Ditched {
                    continue;
                }
                let until = match (disc.until_stop(), other.until_stop()) {
                    (Some(one), Some(two)) => one.min(two),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => continue,
                };
                let seen = motion.relative(&other.motion());
                // most pairs are too far apart for the way they still slide
                if seen.pos.length() - 2.0 * DISC <= disc.range() + other.range() {
                    offer(seen.touches(2.0 * DISC, until), Event::Contact(i, j));
                }
            }
        }
        first
    }

    /// Moves every disc on by `dt` seconds.
    pub(super) fn advance(&mut self, dt: f64) {
        self.time += dt;
        for disc in &mut self.discs {
            disc.advance(dt);
        }
    }

    /// Does what an event does, now that its moment has come.
    pub(super) fn settle(&mut self, event: Event) {
        match event {
            Event::Stop(i) => {
                let disc = &mut self.discs[i];
                disc.vel = DVec2::ZERO;
                if disc.pos.length() < hole::REACH {
                    sink(disc);
                } else {
                    disc.state = State::Lying;
                }
                self.cut(i);
            }
            Event::Peg(i, k) => {
                let disc = &mut self.discs[i];
                let towards = (PEGS[k] - disc.pos).normalize_or_zero();
                disc.vel -= towards * ((1.0 + PEG_BOUNCE) * disc.vel.dot(towards).max(0.0));
                self.cut(i);
            }
            Event::Ditch(i) => {
                let disc = &mut self.discs[i];
                disc.state = State::Ditched;
                disc.vel = DVec2::ZERO;
                self.cut(i);
            }
            Event::Hole(i) => {
                let disc = &mut self.discs[i];
                match hole::entry(disc.pos, disc.vel) {
                    Entry::Drops => sink(disc),
                    Entry::Skips(vel) => {
                        disc.vel = vel;
                        disc.pos *= (hole::REACH - INSIDE) / disc.pos.length();
                    }
                }
                self.cut(i);
            }
            Event::Contact(i, j) => self.contact(i, j),
        }
    }

    /// Two discs meet: equal masses share the impulse, a disc in the hole does not budge.
    fn contact(&mut self, i: usize, j: usize) {
        let (one, two) = (&self.discs[i], &self.discs[j]);
        let towards = (two.pos - one.pos).normalize_or_zero();
        let closing = (one.vel - two.vel).dot(towards).max(0.0);
        let fixed = one.state == State::Sunk || two.state == State::Sunk;
        let impulse = towards * ((1.0 + DISC_BOUNCE) * closing * if fixed { 1.0 } else { 0.5 });
        for (k, change) in [(i, -impulse), (j, impulse)] {
            let disc = &mut self.discs[k];
            if disc.state != State::Sunk {
                disc.vel += change;
                disc.state = State::Sliding;
            }
            self.cut(k);
        }
        self.struck |= j + 1 == self.discs.len();
    }

    fn cut(&mut self, i: usize) {
        self.discs[i].cut(self.time, &mut self.path);
    }
}

/// Drops a disc: from now on it fills the hole.
fn sink(disc: &mut Body) {
    disc.state = State::Sunk;
    disc.vel = DVec2::ZERO;
    disc.pos = DVec2::ZERO;
}
