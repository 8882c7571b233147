//! A shot in motion, played back from the stretches of its event (physics.md, section 8).
//!
//! Within a stretch a disc goes straight and slows down evenly. Everything is in the event: a disc without a
//! stretch lies where it rests. After the last stretch, or when stretches were left out because there were too
//! many, discs are where they came to rest.

use engine::physics::ShotOutcome;

/// Deceleration in µm/s per ms.
const BRAKE: f64 = 1.177;
/// How long the end is shown, in ms.
const AFTER_MS: u32 = 200;

/// The discs on the board at one moment.
pub type Frame = Vec<Moving>;

/// A disc at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving {
    /// Its id.
    pub id: u8,
    /// µm to the shooter's right.
    pub x: f64,
    /// µm away from the shooter.
    pub y: f64,
}

/// How long a shot has something to show.
#[must_use]
pub fn duration_ms(shot: &ShotOutcome) -> u32 {
    let end = shot.path.iter().map(|stretch| stretch[1].saturating_add(stretch[2])).max().unwrap_or(0);
    u32::try_from(end).unwrap_or(0).min(20_000) + AFTER_MS
}

/// The discs `ms` after the shot; those that dropped or left are gone when their last stretch is over.
#[must_use]
pub fn frame_at(shot: &ShotOutcome, ms: u32) -> Frame {
    let now = i32::try_from(ms).unwrap_or(i32::MAX);
    let mut frame = Frame::new();
    for disc in &shot.rest {
        let [x, y] = moving(shot, disc.id, now).unwrap_or([f64::from(disc.x), f64::from(disc.y)]);
        frame.push(Moving { id: disc.id, x, y });
    }
    for &id in shot.hole.iter().chain(&shot.ditch) {
        if let Some([x, y]) = moving(shot, id, now) {
            frame.push(Moving { id, x, y });
        }
    }
    frame.sort_by_key(|disc| disc.id);
    frame
}

/// Where a disc is while it still has stretches before it; none after the last one, or if it has none.
fn moving(shot: &ShotOutcome, id: u8, now: i32) -> Option<[f64; 2]> {
    let own = || shot.path.iter().filter(|stretch| stretch[0] == i32::from(id));
    let end = own().map(|stretch| stretch[1].saturating_add(stretch[2])).max()?;
    if now >= end {
        return None;
    }
    // not yet struck: it lies where its first stretch begins
    let stretch = own().rfind(|stretch| stretch[1] <= now).or_else(|| own().next())?;
    let [_, start, duration, x, y, vx, vy] = stretch.map(f64::from);
    let t = (f64::from(now) - start).clamp(0.0, duration);
    // v in mm/s is µm/ms; it comes to rest after |v| / a
    let speed = vx.hypot(vy);
    let share = if speed > 0.0 { t * (1.0 - (t * BRAKE / (2.0 * speed)).min(0.5)) } else { 0.0 };
    Some([x + vx * share, y + vy * share])
}

#[cfg(test)]
mod tests {
    use engine::physics::{Disc, Hand, Shot, shoot_with};

    use super::*;

    fn outcome() -> ShotOutcome {
        let board = [Disc { id: 1, x: 4_000, y: -120_000 }, Disc { id: 2, x: 20_000, y: 60_000 }];
        shoot_with(&board, 3, &Shot { at: 0, aim: 0, speed: 1800 }, Hand::Steady, [0.0; 2])
    }

    #[test]
    fn it_begins_with_every_disc_and_ends_at_rest() {
        let shot = outcome();
        let start = frame_at(&shot, 0);
        assert_eq!(start.iter().map(|disc| disc.id).collect::<Vec<_>>(), [1, 2, 3]);
        assert!((start[2].y + 304_800.0).abs() < 1.0 && (start[0].y + 120_000.0).abs() < 1.0);
        let end: Vec<_> = frame_at(&shot, u32::MAX).iter().map(|d| (d.id, d.x as i32, d.y as i32)).collect();
        assert_eq!(end, shot.rest.iter().map(|disc| (disc.id, disc.x, disc.y)).collect::<Vec<_>>());
    }

    /// Nothing jumps: from one ms to the next no disc goes farther than the shot's speed allows.
    #[test]
    fn discs_move_smoothly() {
        let shot = outcome();
        for ms in 0..duration_ms(&shot) {
            let (now, next) = (frame_at(&shot, ms), frame_at(&shot, ms + 1));
            for disc in &now {
                let Some(then) = next.iter().find(|then| then.id == disc.id) else { continue };
                let way = (then.x - disc.x).hypot(then.y - disc.y);
                assert!(way < 4_000.0, "disc {} jumps {way} µm at {ms}", disc.id);
            }
        }
    }
}
