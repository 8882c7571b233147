//! The queue of a connection for what may not be skipped: chat, and what players pass to each other.
//!
//! It has a bound. A reader so slow that it is full is told nothing more: its connection closes and comes back. An
//! empty queue is a few words; that of a channel has a block of slots, and most connections never get a push.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::extract::ws::Utf8Bytes;
use futures_util::task::AtomicWaker;

/// Pushes that have not been written yet, at most.
const QUEUE: usize = 128;

#[derive(Debug, Default)]
struct Queue {
    pushes: Mutex<VecDeque<Utf8Bytes>>,
    overflowed: AtomicBool,
    waker: AtomicWaker,
}

/// Where pushes go in.
#[derive(Debug, Clone)]
pub struct Side(Arc<Queue>);

/// Where the one connection takes them out.
#[derive(Debug)]
pub struct SideEnd(Arc<Queue>);

/// A push was lost, because too many waited already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

impl Side {
    /// An empty queue.
    #[must_use]
    pub fn new() -> (Side, SideEnd) {
        let queue = Arc::new(Queue::default());
        (Side(Arc::clone(&queue)), SideEnd(queue))
    }

    /// Puts a push in; false if there is no room for it: then the connection will close.
    pub fn send(&self, push: Utf8Bytes) -> bool {
        let mut pushes = self.lock();
        let fits = pushes.len() < QUEUE;
        if fits {
            pushes.push_back(push);
        } else if !self.0.overflowed.swap(true, Ordering::Relaxed) {
            metrics::counter!("longtable_slow_readers_total").increment(1);
        }
        drop(pushes);
        self.0.waker.wake();
        fits
    }

    /// Whether there is much room left.
    #[must_use]
    pub fn is_half_empty(&self) -> bool {
        2 * self.lock().len() < QUEUE
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Utf8Bytes>> {
        self.0.pushes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SideEnd {
    /// The next push, or that one was lost.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Utf8Bytes, Overflow>> {
        self.0.waker.register(cx.waker());
        if self.0.overflowed.load(Ordering::Relaxed) {
            return Poll::Ready(Err(Overflow));
        }
        let push = self.0.pushes.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        push.map_or(Poll::Pending, |push| Poll::Ready(Ok(push)))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::poll_fn;

    use super::*;

    #[test]
    fn who_misses_a_push_is_told() {
        let (side, mut end) = Side::new();
        let mut next = || poll_fn(|cx| end.poll_next(cx)).now_or_never();
        assert_eq!(next(), None);
        for n in 0..=QUEUE {
            side.send(n.to_string().into());
            if n == 0 {
                assert_eq!(next(), Some(Ok("0".into())));
            }
        }
        assert_eq!(next(), Some(Ok("1".into())), "a full queue has lost nothing");
        side.send("one more".into());
        side.send("one too many".into());
        assert_eq!(next(), Some(Err(Overflow)));
    }
}
