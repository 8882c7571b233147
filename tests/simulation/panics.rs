//! Panics in tasks of the servers, which Tokio catches: a run in which one happened has failed.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes every panic of this thread from now on.
pub(crate) fn watch() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            SEEN.with_borrow_mut(|seen| seen.push(info.to_string()));
            before(info);
        }));
    });
    SEEN.with_borrow_mut(Vec::clear);
}

/// Panics if there was a panic since.
pub(crate) fn none_since() {
    let seen = SEEN.with_borrow_mut(std::mem::take);
    assert!(seen.is_empty(), "a task panicked: {seen:?}");
}
