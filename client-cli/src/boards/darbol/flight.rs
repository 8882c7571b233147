//! A ball in the air: where it is some time after it left the hand, and what becomes of it at the panel.
//!
//! The event tells start, velocity and flight time; the way between is the parabola of physics.md section 1. What
//! comes after the meeting is for the eye only: through a hole the ball flies on, otherwise it bounces off.

use engine::physics::Tossed;

/// Standard gravity, in m/s².
const GRAVITY: f64 = 9.806_65;
/// What a bounce leaves of the speed towards the panel (physics.md, section 8).
const BOUNCE: f64 = -0.45;
/// How long a ball is shown after it met the panel, in ms.
const AFTER_MS: u32 = 300;

/// A toss at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    /// The toss.
    pub tossed: Tossed,
    /// Time since the release.
    pub ms: u32,
}

/// A place in the air, in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// From the hand towards the panel, which is at 2.5.
    pub ahead: f64,
    /// Right of the panel's middle.
    pub right: f64,
    /// Above the floor.
    pub up: f64,
}

/// The toss, `ms` after the release.
#[must_use]
pub fn at(tossed: &Tossed, ms: u32) -> Flight {
    Flight { tossed: *tossed, ms: ms.min(duration_ms(tossed)) }
}

/// How long a toss has something to show.
#[must_use]
pub fn duration_ms(tossed: &Tossed) -> u32 {
    u32::try_from(tossed.us / 1000).unwrap_or(0).min(5_000) + AFTER_MS
}

impl Flight {
    /// Whether the ball has met the panel.
    #[must_use]
    pub fn has_met(&self) -> bool {
        i64::from(self.ms) * 1000 >= self.tossed.us
    }

    /// Where the ball is now.
    #[must_use]
    pub fn ball(&self) -> Place {
        let (now, meets) = (f64::from(self.ms) / 1e3, self.tossed.us as f64 / 1e6);
        if now <= meets || self.tossed.hole > 0 {
            return self.place(now);
        }
        let (met, after) = (self.place(meets), now - meets);
        let [vx, vy, vz] = self.tossed.velocity.map(|part| part as f64 / 1e6);
        let falling = vz - GRAVITY * meets;
        Place {
            ahead: met.ahead + BOUNCE * vx * after,
            right: met.right + vy * after,
            up: (met.up + falling * after - GRAVITY * after * after / 2.0).max(0.0),
        }
    }

    /// The way so far, up to the panel, as points of the side view.
    #[must_use]
    pub fn trail(&self) -> Vec<(f64, f64)> {
        let end = (f64::from(self.ms) / 1e3).min(self.tossed.us as f64 / 1e6);
        let steps = 120;
        (0..=steps)
            .map(|n| self.place(end * f64::from(n) / f64::from(steps)))
            .map(|place| (place.ahead, place.up))
            .collect()
    }

    /// On the parabola, `t` seconds after the release.
    fn place(&self, t: f64) -> Place {
        let [vx, vy, vz] = self.tossed.velocity.map(|part| part as f64 / 1e6);
        let [right, up] = self.tossed.from.map(|length| length as f64 / 1e6);
        Place { ahead: vx * t, right: right + vy * t, up: up + vz * t - GRAVITY * t * t / 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use engine::physics::{Hand, Toss, toss_with};

    use super::*;

    #[test]
    fn the_ball_arrives_where_the_event_says() {
        for n in [[0.0; 5], [1.0, -1.0, 0.5, 2.0, -2.0]] {
            let tossed = toss_with(&Toss { y: 0, z: 1_265_000, pace: 112 }, Hand::Average, n);
            let flight = Flight { tossed, ms: 0 };
            assert!(flight.ball().ahead.abs() < 1e-9 && !flight.has_met());
            let end = flight.place(tossed.us as f64 / 1e6);
            assert!((end.ahead - 2.5).abs() < 1e-4);
            assert!((end.right - tossed.met[0] as f64 / 1e6).abs() < 1e-4);
            assert!((end.up - tossed.met[1] as f64 / 1e6).abs() < 1e-4);
        }
    }

    #[test]
    fn a_miss_bounces_and_a_hit_flies_on() {
        let aim = |z| toss_with(&Toss { y: 0, z, pace: 112 }, Hand::Average, [0.0; 5]);
        let (hit, miss) = (aim(1_265_000), aim(1_310_000));
        assert_eq!((hit.hole, miss.hole), (4, 0));
        assert!(at(&hit, u32::MAX).ball().ahead > 2.5);
        assert!(at(&miss, u32::MAX).ball().ahead < 2.5);
    }
}
