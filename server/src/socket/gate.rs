//! A gate before something that is costly to ask.
//!
//! A task that waits for many things is woken by one of them, and would ask all. A push, of which a watched room makes
//! thousands, would look twice through the five layers of a socket for a frame that did not come, and twice whether the
//! server stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// Lets a question through only if what it asks has something to say.
pub(super) struct Gate {
    bell: Arc<Bell>,
    waker: Waker,
}

/// Rings at the gate, and wakes the task behind it.
struct Bell {
    rung: AtomicBool,
    task: AtomicWaker,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.rung.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl Gate {
    /// A gate that lets the first question through.
    pub(super) fn new() -> Self {
        let bell = Arc::new(Bell { rung: AtomicBool::new(true), task: AtomicWaker::new() });
        Self { waker: Waker::from(Arc::clone(&bell)), bell }
    }

    /// Asks, if the answer was ready the last time or the waker that was given then has been used.
    pub(super) fn poll<T>(&self, cx: &Context<'_>, ask: impl FnOnce(&mut Context<'_>) -> Poll<T>) -> Poll<T> {
        // first of all, so that no ring in between is missed
        self.bell.task.register(cx.waker());
        if !self.bell.rung.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let answer = ask(&mut Context::from_waker(&self.waker));
        if answer.is_ready() {
            self.bell.rung.store(true, Ordering::Relaxed);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::poll_fn;
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn what_has_nothing_to_say_is_not_asked() {
        let (sender, mut receiver) = mpsc::channel(4);
        let gate = Gate::new();
        let mut asked = 0;
        let mut next = || {
            let polled = poll_fn(|cx| {
                gate.poll(cx, |cx| {
                    asked += 1;
                    receiver.poll_recv(cx)
                })
            })
            .now_or_never();
            (polled.flatten(), asked)
        };
        assert_eq!(next(), (None, 1));
        assert_eq!(next(), (None, 1));
        for n in 1..=2 {
            sender.try_send(n).unwrap();
        }
        assert_eq!(next(), (Some(1), 2));
        assert_eq!(next(), (Some(2), 3), "an answer may be followed by another one");
        assert_eq!(next(), (None, 4));
        assert_eq!(next(), (None, 4));
        let woken = tokio::spawn(poll_fn(move |cx| gate.poll(cx, |cx| receiver.poll_recv(cx))));
        tokio::task::yield_now().await;
        sender.try_send(3).unwrap();
        assert_eq!(woken.await.unwrap(), Some(3), "who waits at the gate is woken");
    }
}
