//! Log lines of what may happen thousands of times: at most one in ten seconds, which says how many were left out.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// No two lines come closer to each other than this.
const APART: Duration = Duration::from_secs(10);

/// One kind of line; a `static` where it is written.
pub(crate) struct Sparse(Mutex<(Option<Instant>, u64)>);

impl Sparse {
    /// Nothing was written yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// Whether to write the line now: how many were left out since the last one.
    pub(crate) fn now(&self) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, left_out) = &mut *state;
        if last.is_some_and(|last| last.elapsed() < APART) {
            *left_out += 1;
            return None;
        }
        *last = Some(Instant::now());
        Some(std::mem::take(left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_is_written_for_many() {
        static LINES: Sparse = Sparse::new();
        assert_eq!(LINES.now(), Some(0));
        assert!((0..1000).all(|_| LINES.now().is_none()));
        let long_ago = Instant::now().checked_sub(APART);
        LINES.0.lock().unwrap().0 = long_ago;
        assert_eq!(LINES.now(), Some(1000));
    }
}
