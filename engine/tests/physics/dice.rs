//! Random boards and shots, from a stream so that every run sees the same.

use engine::fairness::{Hash, Stream};
use engine::physics::{Disc, Hand, Shot, overlaps, shot_start};

/// Draws test cases.
pub(crate) struct Dice(pub(crate) Stream);

impl Dice {
    /// Dice that fall alike for the same `name`.
    pub(crate) fn new(name: &str) -> Self {
        Self(Stream::new(Hash::of(name.as_bytes())))
    }

    /// An integer from `low` to `high`, `high` left out.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + (f64::from(high - low) * self.0.unit()) as i32
    }

    /// Any of the three hands.
    pub(crate) fn hand(&mut self) -> Hand {
        match self.0.die(3) {
            1 => Hand::Steady,
            2 => Hand::Average,
            _ => Hand::Wobbly,
        }
    }

    /// A board of up to five discs with free pegs and hole, and a shot that mostly aims at something.
    pub(crate) fn shot(&mut self) -> (Vec<Disc>, Shot) {
        let count = self.0.die(6) - 1;
        let at = self.between(-45_000, 45_001);
        let mut board: Vec<Disc> = Vec::new();
        while board.len() < usize::from(count) {
            let (x, y) = (self.between(-280_000, 280_000), self.between(-280_000, 280_000));
            if is_free(x, y) && board.iter().all(|disc| !overlaps((disc.x, disc.y), (x, y))) {
                board.push(Disc { id: board.len() as u8 + 1, x, y });
            }
        }
        let (x, y) = shot_start(at);
        let (tx, ty) = board.first().map_or((0, 0), |disc| (disc.x, disc.y));
        let bearing = libm::atan2(f64::from(tx - x), f64::from(ty - y)).to_degrees() * 1000.0;
        let aim = bearing as i32 + at + self.between(-3_000, 3_001);
        let speed = self.between(500, 2_501) as u32;
        (board, Shot { at, aim: aim.clamp(-90_000, 90_000), speed })
    }
}

/// Inside the shooting line, clear of the hole and of the pegs.
fn is_free(x: i32, y: i32) -> bool {
    let (x, y) = (f64::from(x), f64::from(y));
    let far = libm::hypot(x, y);
    (9_000.0..288_000.0).contains(&far)
        && (0..8).all(|k| {
            let (s, c) = libm::sincos((22.5 + 45.0 * f64::from(k)).to_radians());
            libm::hypot(x - 101_600.0 * c, y - 101_600.0 * s) > 20_700.0
        })
}
