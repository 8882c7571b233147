//! Lines and angles on the board: how to aim at a disc, and what a shot meets first.
//!
//! Only straight lines, as the disc leaves the hand: what happens after the first contact is the server's to say.
//! Lengths in µm, angles in thousandths of a degree, as in a shot.

use engine::physics::{Disc, Shot, shot_start};

/// Radii: a disc, a peg, the rings' outer edges, the hole, the surface.
pub const DISC: f64 = 15_875.0;
/// A peg with its sleeve.
pub const PEG: f64 = 4_762.5;
/// The rings' outer edges, from 15 to 5; the last is the shooting line.
pub const RINGS: [f64; 3] = [101_600.0, 203_200.0, 304_800.0];
/// The hole.
pub const HOLE: f64 = 17_462.5;
/// The playing surface.
pub const SURFACE: f64 = 330_200.0;
/// So near the centre a slow disc drops.
const DROPS: f64 = 8_600.0;
/// Deceleration in µm/s².
const BRAKE: f64 = 1_177_000.0;

/// The middles of the eight pegs.
#[must_use]
pub fn pegs() -> [[f64; 2]; 8] {
    std::array::from_fn(|n| {
        let (s, c) = (22.5 + 45.0 * n as f64).to_radians().sin_cos();
        [RINGS[0] * c, RINGS[0] * s]
    })
}

/// Which part of a disc is to be hit, seen by the shooter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its middle.
    Full,
    /// Half of it, on the left or right.
    Half(Side),
    /// Its edge, on the left or right.
    Thin(Side),
}

/// A side, seen by the shooter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Part {
    /// How far right of the disc's middle the shot passes, as a share of two radii.
    fn offset(self) -> f64 {
        let signed = |side, share: f64| if side == Side::Left { -share } else { share };
        match self {
            Self::Full => 0.0,
            Self::Half(side) => signed(side, 0.5),
            // at 1 the discs would only touch
            Self::Thin(side) => signed(side, 0.85),
        }
    }
}

/// The aim off the line to the hole with which a disc shot from bearing `at` hits `disc`; none if no aim does.
#[must_use]
pub fn aim_at(at: i32, disc: &Disc, part: Part) -> Option<i32> {
    let (start, ahead, right) = frame(at);
    let to = [f64::from(disc.x) - start[0], f64::from(disc.y) - start[1]];
    let distance = to[0].hypot(to[1]);
    let lean = (part.offset() * 2.0 * DISC / distance).clamp(-1.0, 1.0).asin();
    let angle = dot(to, right).atan2(dot(to, ahead)) + lean;
    let mdeg = (angle.to_degrees() * 1000.0).round() as i32;
    (-90_000..=90_000).contains(&mdeg).then_some(mdeg)
}

/// What a shot meets first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// A disc, by its id.
    Disc(u8),
    /// A peg.
    Peg,
    /// The hole.
    Hole,
    /// The edge of the surface.
    Edge,
    /// Nothing: it comes to rest before.
    Nothing,
}

/// The straight part of a shot: from where, to where, and what it meets there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The disc's middle at the start.
    pub from: [f64; 2],
    /// The disc's middle at the first contact.
    pub to: [f64; 2],
    /// What that contact is.
    pub contact: Contact,
}

/// How a shot goes up to its first contact, if the hand were perfectly steady.
#[must_use]
pub fn line(discs: &[Disc], shot: &Shot) -> Line {
    let (from, ahead, right) = frame(shot.at);
    let (s, c) = (f64::from(shot.aim) / 1000.0).to_radians().sin_cos();
    let way = [ahead[0] * c + right[0] * s, ahead[1] * c + right[1] * s];
    let speed = f64::from(shot.speed) * 1000.0;
    let meets = |middle: [f64; 2], distance: f64| passes(from, way, middle, distance);

    let mut first = (speed * speed / (2.0 * BRAKE), Contact::Nothing);
    let mut consider = |at: Option<f64>, contact| {
        if let Some(at) = at.filter(|&at| at < first.0) {
            first = (at, contact);
        }
    };
    for disc in discs {
        consider(meets([f64::from(disc.x), f64::from(disc.y)], 2.0 * DISC), Contact::Disc(disc.id));
    }
    for peg in pegs() {
        consider(meets(peg, DISC + PEG), Contact::Peg);
    }
    consider(meets([0.0, 0.0], DROPS), Contact::Hole);
    consider(leaves(from, way), Contact::Edge);
    let to = [from[0] + way[0] * first.0, from[1] + way[1] * first.0];
    Line { from, to, contact: first.1 }
}

/// The start at bearing `at`, the way from there to the hole, and the way to the right of that.
fn frame(at: i32) -> ([f64; 2], [f64; 2], [f64; 2]) {
    let (x, y) = shot_start(at);
    let (s, c) = (f64::from(at) / 1000.0).to_radians().sin_cos();
    ([f64::from(x), f64::from(y)], [-s, c], [c, s])
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// How far along `way` a point first comes within `distance` of `middle`; none if never, or if it is there already.
fn passes(from: [f64; 2], way: [f64; 2], middle: [f64; 2], distance: f64) -> Option<f64> {
    let to = [middle[0] - from[0], middle[1] - from[1]];
    let along = dot(to, way);
    let half = distance * distance - (dot(to, to) - along * along);
    (half > 0.0).then(|| along - half.sqrt()).filter(|&at| at > 0.0)
}

/// How far along `way` a point leaves the surface.
fn leaves(from: [f64; 2], way: [f64; 2]) -> Option<f64> {
    let along = dot(from, way);
    let root = along * along - dot(from, from) + SURFACE * SURFACE;
    (root >= 0.0).then(|| root.sqrt() - along)
}

#[cfg(test)]
mod tests {
    use engine::physics::{Hand, shoot_with};

    use super::*;

    fn shot(at: i32, aim: i32) -> Shot {
        Shot { at, aim, speed: 1500 }
    }

    /// The line and the physics agree on what is met, from many places at many discs.
    #[test]
    fn aimed_discs_are_struck() {
        for at in [-40_000, -12_000, 0, 7_000, 45_000] {
            for (x, y) in
                [(0, 150_000), (-90_000, 40_000), (120_000, -60_000), (30_000, -180_000), (60_000, 0)]
            {
                let disc = Disc { id: 1, x, y };
                let parts =
                    [Part::Full, Part::Half(Side::Left), Part::Thin(Side::Left), Part::Thin(Side::Right)];
                for part in parts {
                    let aim = aim_at(at, &disc, part).unwrap();
                    let line = line(&[disc], &shot(at, aim));
                    if line.contact != Contact::Disc(1) {
                        continue;
                    }
                    let outcome = shoot_with(&[disc], 2, &shot(at, aim), Hand::Steady, [0.0; 2]);
                    assert!(outcome.struck, "{part:?} of {x} {y} from {at}");
                    let gap = (line.to[0] - f64::from(x)).hypot(line.to[1] - f64::from(y));
                    assert!((gap - 2.0 * DISC).abs() < 1.0);
                }
            }
        }
    }

    #[test]
    fn a_thin_hit_on_the_left_drives_the_disc_to_the_right() {
        let disc = Disc { id: 1, x: 0, y: -150_000 };
        let aim = aim_at(0, &disc, Part::Thin(Side::Left)).unwrap();
        assert!(aim < 0);
        let outcome = shoot_with(&[disc], 2, &shot(0, aim), Hand::Steady, [0.0; 2]);
        let driven = outcome.path.iter().find(|stretch| stretch[0] == 1).unwrap();
        assert!(driven[5] > 0, "{driven:?}");
    }

    #[test]
    fn open_lanes_lead_to_the_hole_and_the_others_to_a_peg() {
        for (at, contact) in
            [(0, Contact::Hole), (10_000, Contact::Hole), (22_500, Contact::Peg), (-40_000, Contact::Hole)]
        {
            assert_eq!(line(&[], &shot(at, 0)).contact, contact, "{at}");
        }
        assert_eq!(line(&[], &shot(0, 60_000)).contact, Contact::Edge);
        assert_eq!(line(&[], &Shot { at: 0, aim: 0, speed: 300 }).contact, Contact::Nothing);
    }
}
