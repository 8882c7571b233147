//! Token buckets: how much one connection, address or player may ask for.

use std::hash::Hash;

use dashmap::DashMap;
use tokio::time::Instant;

/// A rate in the long run, and how much may come at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// Requests a second.
    pub per_s: f64,
    /// Requests at once.
    pub burst: f64,
}

/// What one of them has left.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn full(rate: Rate, now: Instant) -> Self {
        Self { left: rate.burst, at: now }
    }

    /// Takes one request out.
    ///
    /// # Errors
    /// If the bucket is empty: after how many ms there is one again.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u64> {
        self.fill(rate, now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / rate.per_s * 1000.0).ceil() as u64)
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.per_s).min(rate.burst);
        self.at = now;
    }

    fn is_full(&mut self, rate: Rate, now: Instant) -> bool {
        self.fill(rate, now);
        self.left >= rate.burst
    }
}

/// A bucket for each address or player. Full ones are forgotten by [`Buckets::tidy`].
#[derive(Debug)]
pub struct Buckets<K: Eq + Hash> {
    rate: Option<Rate>,
    buckets: DashMap<K, Bucket>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Buckets of this rate; without one nothing is limited.
    #[must_use]
    pub fn new(rate: Option<Rate>) -> Self {
        Self { rate, buckets: DashMap::new() }
    }

    /// Takes one request out of a bucket.
    ///
    /// # Errors
    /// If it is empty: after how many ms there is one again.
    pub fn take(&self, key: K) -> Result<(), u64> {
        let Some(rate) = self.rate else { return Ok(()) };
        let now = Instant::now();
        self.buckets.entry(key).or_insert_with(|| Bucket::full(rate, now)).take(rate, now)
    }

    /// Forgets the full buckets.
    pub fn tidy(&self) {
        let Some(rate) = self.rate else { return };
        let now = Instant::now();
        self.buckets.retain(|_, bucket| !bucket.is_full(rate, now));
    }

    /// How many are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Whether none is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_gives_its_burst_and_fills_up_again() {
        let rate = Rate { per_s: 2.0, burst: 3.0 };
        let start = Instant::now();
        let mut bucket = Bucket::full(rate, start);
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, start), Ok(()));
        }
        assert_eq!(bucket.take(rate, start), Err(500));
        assert_eq!(bucket.take(rate, start + Duration::from_millis(500)), Ok(()));
        assert!(bucket.is_full(rate, start + Duration::from_secs(10)));
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let buckets = Buckets::new(Some(Rate { per_s: 1e9, burst: 1.0 }));
        assert_eq!(buckets.take("a"), Ok(()));
        buckets.tidy();
        assert!(buckets.is_empty());
        assert_eq!(Buckets::new(None).take("a"), Ok(()));
    }
}
