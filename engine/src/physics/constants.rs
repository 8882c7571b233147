//! The board and its discs in metres, and what slows and turns them. Section 2 of the physics text names sources.
//!
//! After touching any of these the hands have to be fitted again: the calibration tests say by how much.

use glam::DVec2;

/// Radius of the surface: a disc whose centre passes it is in the ditch.
pub(super) const SURFACE: f64 = 0.3302;
/// Radius of a disc.
pub(super) const DISC: f64 = 0.015_875;
/// Radius of a peg with its sleeve: ⅜″ across.
pub(super) const PEG: f64 = 0.004_762_5;
/// Deceleration by friction, 0.12 g, in m/s².
pub(super) const BRAKE: f64 = 0.12 * GRAVITY;
/// Restitution between discs.
pub(super) const DISC_BOUNCE: f64 = 0.80;
/// Restitution between a disc and a peg.
pub(super) const PEG_BOUNCE: f64 = 0.65;
/// Standard gravity in m/s².
pub(super) const GRAVITY: f64 = 9.806_65;

/// A touching pair that closes slower than this, in m/s, is left alone: that bounds the work in a cluster.
pub(super) const CREEP: f64 = 1e-4;
/// Events after which a shot is cut off. The most ever seen is about a tenth of it.
pub(super) const MAX_EVENTS: usize = 2_000;
/// Stretches of motion that an outcome lists at most.
pub(super) const MAX_STRETCHES: usize = 48;

/// Cosine and sine of 22.5° times the radius of the fifteen line, on which the pegs stand.
const FAR: f64 = 0.1016 * 0.923_879_532_511_286_7;
const NEAR: f64 = 0.1016 * 0.382_683_432_365_089_8;

/// The eight pegs, at 22.5° and every 45° on; written out so that they mirror to the last bit.
pub(super) const PEGS: [DVec2; 8] = [
    DVec2::new(FAR, NEAR),
    DVec2::new(NEAR, FAR),
    DVec2::new(-NEAR, FAR),
    DVec2::new(-FAR, NEAR),
    DVec2::new(-FAR, -NEAR),
    DVec2::new(-NEAR, -FAR),
    DVec2::new(NEAR, -FAR),
    DVec2::new(FAR, -NEAR),
];
