//! Times as they were measured, whole with their tail: an HDR histogram that many tasks write to.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::Result;
use crate::report::{Report, round};

/// The longest time that is told from longer ones, in ns: a minute.
const LONGEST: u64 = 60_000_000_000;

/// A histogram of times, to three digits.
pub(crate) struct Times(Mutex<Histogram<u64>>);

impl Times {
    /// No times yet.
    ///
    /// # Errors
    /// None: the bounds are good ones.
    pub(crate) fn new() -> Result<Self> {
        Ok(Self(Mutex::new(Histogram::new_with_bounds(1, LONGEST, 3)?)))
    }

    /// Adds one.
    pub(crate) fn record(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).saturating_record(nanos);
    }

    /// Forgets all.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).reset();
    }

    /// The time in ms within which this share of all lies, 0 to 1.
    pub(crate) fn within(&self, share: f64) -> f64 {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.value_at_quantile(share) as f64 / 1e6
    }

    /// Adds median, tail and longest under a name.
    pub(crate) fn tell(&self, name: &str, report: &mut Report) {
        for (label, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1.0)] {
            report.add(&format!("{name}_{label}_ms"), round(self.within(share)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_kept() {
        let times = Times::new().unwrap();
        (0..99).for_each(|_| times.record(Duration::from_millis(1)));
        times.record(Duration::from_secs(120));
        assert!((times.within(0.5) - 1.0).abs() < 0.01);
        assert!(times.within(1.0) > 59_000.0);
        times.clear();
        assert!(times.within(1.0) < 0.001);
    }
}
