//! One disc in motion: friction slows it evenly, so its place is a quadratic in time until it stops.
//!
//! Whether two of them come to a given distance is therefore a quartic in time. [`Motion::touches`],
//! [`Motion::enters`] and [`Motion::leaves`] ask for its first root of the right slope.

use glam::DVec2;
use polycool::Quartic;

use super::constants::{BRAKE, CREEP, MAX_STRETCHES};

/// How exact roots are, in seconds: far below what the shot's µm can show.
const ROOT_ERROR: f64 = 1e-15;

/// Where a disc stands in the shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// At rest on the surface.
    Lying,
    /// Under way.
    Sliding,
    /// Lying in the hole: a fixed obstacle until the shot is over.
    Sunk,
    /// Off the surface.
    Ditched,
}

/// A disc of the simulation, in metres and seconds.
#[derive(Debug, Clone)]
pub(super) struct Body {
    pub(super) id: u8,
    pub(super) pos: DVec2,
    pub(super) vel: DVec2,
    pub(super) state: State,
    /// When, where and how fast the running stretch began.
    begun: Option<(f64, DVec2, DVec2)>,
}

impl Body {
    /// A disc at rest.
    pub(super) fn lying(id: u8, pos: DVec2) -> Self {
        Self { id, pos, vel: DVec2::ZERO, state: State::Lying, begun: None }
    }

    /// A disc that sets out at time 0.
    pub(super) fn sliding(id: u8, pos: DVec2, vel: DVec2) -> Self {
        Self { id, pos, vel, state: State::Sliding, begun: Some((0.0, pos, vel)) }
    }

    /// Seconds until friction stops it; none for a disc that does not move.
    pub(super) fn until_stop(&self) -> Option<f64> {
        (self.state == State::Sliding).then(|| self.vel.length() / BRAKE)
    }

    /// How far it still slides.
    pub(super) fn range(&self) -> f64 {
        self.vel.length_squared() / (2.0 * BRAKE)
    }

    /// Its way from now on.
    pub(super) fn motion(&self) -> Motion {
        let speed = self.vel.length();
        let bend = if speed > 0.0 { self.vel * (-0.5 * BRAKE / speed) } else { DVec2::ZERO };
        Motion { pos: self.pos, vel: self.vel, bend }
    }

    /// Moves it on by `dt` seconds.
    pub(super) fn advance(&mut self, dt: f64) {
        let Some(left) = self.until_stop() else { return };
        if dt < left {
            self.pos = self.motion().at(dt);
            self.vel *= 1.0 - dt / left;
        } else {
            self.pos += self.vel * (0.5 * left);
            self.vel = DVec2::ZERO;
        }
    }

    /// Ends the running stretch at time `now` and begins the next one if the disc moves on.
    ///
    /// Stretches too short for their ms are left out, and so is what no longer fits in an outcome.
    pub(super) fn cut(&mut self, now: f64, path: &mut Vec<[i32; 7]>) {
        if let Some((time, pos, vel)) = self.begun.take() {
            let ms = thousandths(now - time);
            if ms > 0 && path.len() < MAX_STRETCHES {
                let [x, y] = micrometres(pos);
                let id = i32::from(self.id);
                path.push([id, thousandths(time), ms, x, y, thousandths(vel.x), thousandths(vel.y)]);
            }
        }
        if self.state == State::Sliding {
            self.begun = Some((now, self.pos, self.vel));
        }
    }
}

/// Seconds to ms, or m/s to mm/s.
pub(super) fn thousandths(value: f64) -> i32 {
    (value * 1e3).round() as i32
}

/// A place rounded to µm.
pub(super) fn micrometres(pos: DVec2) -> [i32; 2] {
    [(pos.x * 1e6).round() as i32, (pos.y * 1e6).round() as i32]
}

/// A way, absolute or of one disc as seen from another: `pos + vel t + bend t²`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    pub(super) pos: DVec2,
    pub(super) vel: DVec2,
    pub(super) bend: DVec2,
}

impl Motion {
    fn at(&self, t: f64) -> DVec2 {
        self.pos + self.vel * t + self.bend * (t * t)
    }

    /// This way as seen from a point that is fixed.
    pub(super) fn from(&self, point: DVec2) -> Self {
        Self { pos: self.pos - point, ..*self }
    }

    /// This way as seen from one that moves.
    pub(super) fn relative(&self, to: &Self) -> Self {
        Self { pos: self.pos - to.pos, vel: self.vel - to.vel, bend: self.bend - to.bend }
    }

    /// When it first comes in to `distance`, within `until` seconds. Never if it is inside and stays there.
    pub(super) fn enters(&self, distance: f64, until: f64) -> Option<f64> {
        first_root(self.gap(distance), until, |slope| slope < 0.0)
    }

    /// When it first touches what is `distance` away, within `until` seconds.
    ///
    /// At once if it is that near and still closing; a pair that has just bounced is that near too but opens.
    pub(super) fn touches(&self, distance: f64, until: f64) -> Option<f64> {
        let gap = self.gap(distance);
        if gap.coeffs()[0] <= 0.0 && -self.pos.dot(self.vel) > CREEP * self.pos.length() {
            return Some(0.0);
        }
        first_root(gap, until, |slope| slope < 0.0)
    }

    /// When it first goes as far as `distance`, within `until` seconds. At once if it is that far and still going.
    pub(super) fn leaves(&self, distance: f64, until: f64) -> Option<f64> {
        let gap = self.gap(distance);
        if gap.coeffs()[0] >= 0.0 && self.pos.dot(self.vel) > 0.0 {
            return Some(0.0);
        }
        first_root(gap, until, |slope| slope > 0.0)
    }

    /// The square of the distance less that of `distance`, as a quartic in time.
    fn gap(&self, distance: f64) -> Quartic {
        let Self { pos, vel, bend } = self;
        Quartic::new([
            pos.length_squared() - distance * distance,
            2.0 * pos.dot(*vel),
            vel.length_squared() + 2.0 * pos.dot(*bend),
            2.0 * vel.dot(*bend),
            bend.length_squared(),
        ])
    }
}

fn first_root(gap: Quartic, until: f64, slope: fn(f64) -> bool) -> Option<f64> {
    let derivative = gap.deriv();
    gap.roots_between(0.0, until, ROOT_ERROR).into_iter().find(|root| slope(derivative.eval(*root)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_stops_a_disc_where_energy_says() {
        let mut disc = Body::sliding(1, DVec2::ZERO, DVec2::new(0.3, -0.4));
        let range = disc.range();
        assert!((range - 0.25 / (2.0 * BRAKE)).abs() < 1e-15);
        disc.advance(0.1);
        assert!((disc.vel.length() - (0.5 - 0.1 * BRAKE)).abs() < 1e-15);
        disc.advance(1.0);
        assert_eq!(disc.vel, DVec2::ZERO);
        assert!((disc.pos - DVec2::new(0.6, -0.8) * range).length() < 1e-15);
    }

    #[test]
    fn a_pair_that_has_bounced_does_not_touch_again() {
        let opening = Motion { pos: DVec2::X, vel: DVec2::X, bend: DVec2::ZERO };
        assert_eq!(opening.touches(1.0, 9.0), None);
        assert_eq!(opening.leaves(1.0, 9.0), Some(0.0));
        let closing = Motion { vel: -DVec2::X, ..opening };
        assert_eq!(closing.touches(1.0, 9.0), Some(0.0));
        let creeping = Motion { vel: DVec2::X * -0.9e-4, ..opening };
        assert_eq!(creeping.touches(1.0 + 1e-9, 9.0), None);
        assert_eq!(closing.touches(0.5, 0.4), None);
        assert!((closing.touches(0.5, 9.0).unwrap() - 0.5).abs() < 1e-12);
        assert!((closing.leaves(1.5, 9.0).unwrap() - 2.5).abs() < 1e-12);
    }

    #[test]
    fn what_is_inside_does_not_enter() {
        let inwards = Motion { pos: DVec2::X, vel: -DVec2::X, bend: DVec2::ZERO };
        assert_eq!(inwards.enters(1.5, 9.0), None);
        assert!((inwards.enters(0.5, 9.0).unwrap() - 0.5).abs() < 1e-12);
    }
}
