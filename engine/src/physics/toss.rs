//! The simulated toss: a ball thrown at a panel with eight holes, in closed form.
//!
//! The nominal throw solves the flight to the point aimed at; the hand's noise changes speed, elevation, azimuth
//! and the point of release. Both are rounded before the flight is followed, so no function's last bit matters
//! after that. A ball goes through a hole when its middle stays 16 mm inside the rim (the rim lets a little more
//! in than a free passage, for which it would be 20 mm).

use super::constants::GRAVITY;
use super::{Hand, Toss, Tossed};
use crate::fairness::Stream;

/// From the release to the panel, in metres and in µm.
const REACH: f64 = 2.5;
const REACH_UM: f64 = 2_500_000.0;
/// Height of the release in metres.
const HEIGHT: f64 = 0.90;
/// The hand turns about the elbow: radius in metres, and the spread in seconds of the moment at which it lets go.
const FOREARM: f64 = 0.65;
const TIMING: f64 = 0.0025;
/// Spreads of speed (relative), azimuth (rad) and release point (m) at scale 1.
const SPEED: f64 = 0.012;
const AZIMUTH: f64 = 0.3 * DEGREE;
const RELEASE: f64 = 0.004;
const DEGREE: f64 = std::f64::consts::PI / 180.0;
/// How far inside the rim the ball's middle has to stay, in µm: to get through, and to do so untouched.
const THROUGH: i64 = 16_000;
const CLEAN: i64 = 20_000;

/// Height of the middle and radius of each hole, from number 1 up, in µm.
pub const HOLES: [(i32, i32); 8] = [
    (942_500, 42_500),
    (1_055_000, 40_000),
    (1_162_500, 37_500),
    (1_265_000, 35_000),
    (1_362_500, 32_500),
    (1_455_000, 30_000),
    (1_542_500, 27_500),
    (1_625_000, 25_000),
];

/// Tosses a ball with the noise of `hand`, for which five normal numbers are drawn.
///
/// The inputs are taken as they are: the game has checked their ranges.
pub fn toss(aim: &Toss, hand: Hand, stream: &mut Stream) -> Tossed {
    toss_with(aim, hand, std::array::from_fn(|_| stream.normal()))
}

/// [`toss`] with given normal numbers: for speed, elevation, azimuth, and the release point sideways and up.
#[must_use]
pub fn toss_with(aim: &Toss, hand: Hand, n: [f64; 5]) -> Tossed {
    let (from, velocity) = release(aim, hand, n);
    let [vx, vy, vz] = velocity.map(|part| part as f64);
    let t = REACH_UM / vx;
    let y = (from[0] as f64 + vy * t).round() as i64;
    let z = (from[1] as f64 + vz * t - GRAVITY * 1e6 * t * t / 2.0).round() as i64;

    let within = |&(middle, radius): &(i32, i32), margin: i64| {
        let (up, inner) = (z - i64::from(middle), i64::from(radius) - margin);
        y * y + up * up < inner * inner
    };
    let through = HOLES.iter().zip(1..).find(|(hole, _)| within(hole, THROUGH));
    Tossed {
        hole: through.map_or(0, |(_, number)| number),
        met: [y, z],
        from,
        velocity,
        us: (t * 1e6).round() as i64,
        touched: through.is_some_and(|(hole, _)| !within(hole, CLEAN)),
    }
}

/// How much a hand spreads, against an elite thrower's.
fn scale(hand: Hand) -> f64 {
    match hand {
        Hand::Steady => 0.20,
        Hand::Average => 0.30,
        Hand::Wobbly => 0.45,
    }
}

/// Release point (right, up) in µm and velocity (towards the panel, right, up) in µm/s.
fn release(aim: &Toss, hand: Hand, n: [f64; 5]) -> ([i64; 2], [i64; 3]) {
    let (side, up) = (f64::from(aim.y) / 1e6, f64::from(aim.z) / 1e6 - HEIGHT);
    let x = libm::sqrt(REACH * REACH + side * side);
    let least = libm::sqrt(GRAVITY * (up + libm::sqrt(x * x + up * up)));
    let v = f64::from(aim.pace) / 100.0 * least;
    let vv = v * v;
    let root = libm::sqrt(vv * vv - GRAVITY * (GRAVITY * x * x + 2.0 * up * vv));
    let flat = libm::atan((vv - root) / (GRAVITY * x));

    let s = scale(hand);
    let speed = v * (1.0 + SPEED * s * n[0]);
    let elevation = flat + s * TIMING * v / FOREARM * n[1];
    let azimuth = libm::atan2(side, REACH) + s * AZIMUTH * n[2];
    let from = [s * RELEASE * n[3], HEIGHT + s * RELEASE * n[4]];
    let level = speed * libm::cos(elevation);
    let velocity = [level * libm::cos(azimuth), level * libm::sin(azimuth), speed * libm::sin(elevation)];
    (from.map(millionths), velocity.map(millionths))
}

fn millionths(value: f64) -> i64 {
    (value * 1e6).round() as i64
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The vectors that come with the physics text; normal numbers given, hand average.
    #[test]
    fn vectors() {
        for (line, text) in include_str!("../../tests/data/tosses.jsonl").lines().enumerate() {
            let case: Value = serde_json::from_str(text).unwrap();
            let aim: Toss = serde_json::from_value(case.clone()).unwrap();
            let n = serde_json::from_value(case["n"].clone()).unwrap();
            let tossed = toss_with(&aim, Hand::Average, n);
            let mut got = serde_json::to_value(tossed).unwrap();
            for (name, value) in
                [("y", json!(aim.y)), ("z", json!(aim.z)), ("pace", json!(aim.pace)), ("n", json!(n))]
            {
                got[name] = value;
            }
            assert_eq!(got, case, "line {}", line + 1);
        }
    }

    #[test]
    fn a_toss_without_noise_meets_its_aim() {
        for pace in [108, 112, 135, 160] {
            for y in [-200_000, 0, 1, 200_000] {
                for z in [0, 942_500, 1_750_000] {
                    let [right, up] = toss_with(&Toss { y, z, pace }, Hand::Wobbly, [0.0; 5]).met;
                    let off = (right - i64::from(y)).abs().max((up - i64::from(z)).abs());
                    assert!(off <= 3, "{off} µm off at pace {pace}, y {y}, z {z}");
                }
            }
        }
    }

    #[test]
    fn the_rim_is_touched_by_what_is_through_but_not_clean() {
        let at = |z| {
            let tossed = toss_with(&Toss { y: 0, z, pace: 112 }, Hand::Steady, [0.0; 5]);
            (tossed.hole, tossed.touched)
        };
        assert_eq!(at(942_500), (1, false));
        assert_eq!(at(942_500 + 24_500), (1, true));
        assert_eq!(at(942_500 + 27_500), (0, false));
        assert_eq!(at(1_625_000), (8, false));
    }
}
