//! What time it is: a monotonic clock that measures, and the wall clock that people read.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::table::Now;
use tokio::time::Instant;

/// The clocks of this process.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    origin: Instant,
    /// What the wall clock showed at the origin, if it goes with the monotonic one.
    wall: Option<i64>,
    /// By how much somebody has set the wall clock meanwhile, in ms.
    set_by: Option<&'static AtomicI64>,
}

impl Clock {
    /// Clocks whose monotonic one starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { origin: Instant::now(), wall: None, set_by: None }
    }

    /// Clocks that both go with Tokio's, the wall clock from `wall` on, unless it is set: for simulations.
    #[must_use]
    pub fn simulated(wall: i64, set_by: &'static AtomicI64) -> Self {
        Self { origin: Instant::now(), wall: Some(wall), set_by: Some(set_by) }
    }

    /// This moment.
    #[must_use]
    pub fn now(&self) -> Now {
        let mono = i64::try_from(self.origin.elapsed().as_millis()).unwrap_or(i64::MAX);
        let wall = self.wall.map_or_else(system_wall, |wall| wall.saturating_add(mono));
        let set_by = self.set_by.map_or(0, |ms| ms.load(Ordering::Relaxed));
        Now { mono, wall: wall.saturating_add(set_by) }
    }

    /// The moment at which the monotonic clock shows `mono` ms.
    #[must_use]
    pub fn at(&self, mono: i64) -> Instant {
        let ms = u64::try_from(mono).unwrap_or_default();
        // far deadlines are looked at again long before they come
        self.origin
            + std::time::Duration::from_millis(ms.min(self.origin.elapsed().as_millis() as u64 + DAY_MS))
    }
}

const DAY_MS: u64 = 24 * 3600 * 1000;

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// Unix time in ms.
fn system_wall() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
