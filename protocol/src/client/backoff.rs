//! How long a client waits before it dials again: full jitter, so that all clients of a server that restarts do
//! not come back in the same instant.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;

use crate::close::Return;

const FIRST: Duration = Duration::from_millis(250);
/// In the first [`HASTE`] after the loss the ceiling is low: most losses are short.
const SOON: Duration = Duration::from_secs(2);
const HASTE: Duration = Duration::from_secs(30);
const SLOW: Duration = Duration::from_secs(15);
/// A connection that held this long counts as recovered. A shorter one does not, or a server that takes
/// connections only to drop them would be dialled four times a second.
const HELD: Duration = Duration::from_secs(10);

/// The attempts since the connection was lost.
#[derive(Debug)]
pub(super) struct Backoff {
    rng: StdRng,
    lost_at: Option<Duration>,
    attempt: u32,
}

impl Backoff {
    pub(super) fn new(rng: StdRng) -> Self {
        Self { rng, lost_at: None, attempt: 0 }
    }

    /// The connection was lost, or could not be made, at `now`; it had been online since `online`, if it was.
    /// Gives the time to wait.
    pub(super) fn lost(&mut self, how: Return, online: Option<Duration>, now: Duration) -> Duration {
        if online.is_some_and(|since| now.saturating_sub(since) >= HELD) {
            self.lost_at = None;
            self.attempt = 0;
        }
        let lost_at = *self.lost_at.get_or_insert(now);
        let cap = if now.saturating_sub(lost_at) < HASTE { SOON } else { SLOW };
        let ceiling = match how {
            Return::AtOnce if self.attempt == 0 => FIRST,
            Return::Later => SLOW,
            Return::AtOnce | Return::Usual | Return::Never => {
                FIRST.saturating_mul(1 << self.attempt.min(10)).min(cap)
            }
        };
        self.attempt = self.attempt.saturating_add(1);
        let floor = if how == Return::Later { SOON } else { Duration::ZERO };
        floor + (ceiling - floor).mul_f64(self.rng.random())
    }

    /// For how long the connection has been lost, and how many attempts there were.
    pub(super) fn so_far(&self, now: Duration) -> (Duration, u32) {
        (now.saturating_sub(self.lost_at.unwrap_or(now)), self.attempt)
    }

    /// Starts anew: the user asked.
    pub(super) fn forget(&mut self) {
        self.lost_at = None;
        self.attempt = 0;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    const S: Duration = Duration::from_secs(1);

    /// FL-066: the same loss, two thousand clients, spread evenly.
    #[test]
    fn clients_come_back_spread_out() {
        let mut waits: Vec<Duration> = (0..2000)
            .map(|seed| {
                let mut backoff = Backoff::new(StdRng::seed_from_u64(seed));
                (0..4).for_each(|_| _ = backoff.lost(Return::Usual, None, S));
                backoff.lost(Return::Usual, None, S)
            })
            .collect();
        waits.sort();
        assert!(
            waits[100] < S / 5 && waits[1000] > S * 8 / 10 && waits[1900] > S * 9 / 5 && waits[1999] <= 2 * S
        );
    }

    #[test]
    fn the_ceiling_grows_to_two_and_after_half_a_minute_to_fifteen_seconds() {
        let longest = |attempts: u32, now: Duration| {
            (0..500)
                .map(|seed| {
                    let mut backoff = Backoff::new(StdRng::seed_from_u64(seed));
                    (0..attempts).for_each(|_| _ = backoff.lost(Return::Usual, None, S));
                    backoff.lost(Return::Usual, None, now)
                })
                .max()
                .unwrap()
        };
        for (attempts, now, ceiling) in
            [(0, S, 250), (1, S, 500), (2, S, 1000), (3, S, 2000), (20, 30 * S, 2000), (20, 40 * S, 15_000)]
        {
            let longest = longest(attempts, now).as_millis();
            assert!(longest <= ceiling && longest > ceiling * 9 / 10, "{attempts}: {longest}");
        }
    }

    #[test]
    fn only_a_connection_that_held_resets_it() {
        let mut backoff = Backoff::new(StdRng::seed_from_u64(1));
        for i in 0..5 {
            backoff.lost(Return::Usual, Some(i * S), i * S + S / 2);
        }
        assert_eq!(backoff.so_far(5 * S).1, 5);
        backoff.lost(Return::Usual, Some(10 * S), 21 * S);
        assert_eq!(backoff.so_far(22 * S), (S, 1));
        backoff.forget();
        assert!(backoff.lost(Return::AtOnce, None, S) <= FIRST);
        assert!(backoff.lost(Return::Later, None, S) >= SOON);
    }
}
