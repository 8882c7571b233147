//! The hole: when a disc that comes over it drops, and what the far lip takes from one that does not.
//!
//! Decided once, as the disc's centre comes within [`REACH`]. The slower the disc and the nearer to the middle its
//! way leads, the more time its leading edge has to fall below the far wall. A disc that stops within the reach
//! tips in as well.

use glam::DVec2;

/// A resting disc tips in when its centre is nearer than this to the hole's.
pub(super) const REACH: f64 = 0.0086;
/// How much wider the hole is than the disc, as radii.
const PLAY: f64 = 0.017_462_5 - super::constants::DISC;
/// The fastest that drops on a way through the middle, in m/s.
const LIMIT: f64 = 0.65;
/// The part of the limit's energy that the far lip takes.
const LIP: f64 = 0.5;

/// What becomes of a disc that comes within reach of the hole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Entry {
    /// It drops.
    Drops,
    /// It skips over and goes straight on with this velocity.
    Skips(DVec2),
}

/// Decides for a disc at `pos`, on the edge of the reach, with velocity `vel`.
pub(super) fn entry(pos: DVec2, vel: DVec2) -> Entry {
    let speed = vel.length();
    if speed == 0.0 {
        return Entry::Drops;
    }
    let limit = limit(pos.perp_dot(vel) / speed);
    if speed <= limit {
        return Entry::Drops;
    }
    let after = (speed * speed - LIP * limit * limit).sqrt();
    Entry::Skips(vel * (after / speed))
}

/// The fastest that drops on a way that passes the middle at `offset`: the way there is to fall, over the time that
/// it takes.
fn limit(offset: f64) -> f64 {
    let half = |radius: f64| (radius * radius - offset * offset).max(0.0).sqrt();
    (half(REACH) + half(PLAY)) * LIMIT / (REACH + PLAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_fall_off_as_published() {
        for (mm, published) in
            [(0.0, 0.65), (1.0, 0.62), (2.0, 0.53), (4.0, 0.49), (6.0, 0.39), (7.0, 0.32), (8.0, 0.20)]
        {
            let limit = limit(mm / 1000.0);
            assert!((limit - published).abs() < 0.006, "{limit} at {mm} mm, not {published}");
            assert_eq!(limit, super::limit(mm / -1000.0));
        }
    }

    #[test]
    fn the_far_lip_takes_a_fixed_energy() {
        let pos = DVec2::new(0.0, -REACH);
        assert_eq!(entry(pos, DVec2::new(0.0, 0.65)), Entry::Drops);
        let Entry::Skips(vel) = entry(pos, DVec2::new(0.0, 1.0)) else { panic!("1 m/s skips") };
        assert!((vel.y * vel.y - (1.0 - 0.5 * 0.65 * 0.65)).abs() < 1e-12);
        assert_eq!(vel.x, 0.0);
    }
}
