//! Progress for a person: bars on standard error, and none if that is no terminal.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tokio::time::{Instant, sleep};

/// How often a bar of time moves.
const STEP: Duration = Duration::from_millis(200);

/// A bar that is full at `len`; it vanishes when it is dropped.
pub(crate) fn bar(what: &'static str, len: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(len).with_message(what);
    match ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Lets time pass, with a bar of its milliseconds.
pub(crate) async fn wait(what: &'static str, time: Duration) {
    let bar = bar(what, time.as_millis() as u64);
    let began = Instant::now();
    while let Some(left) = time.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) {
        sleep(left.min(if bar.is_hidden() { left } else { STEP })).await;
        bar.set_position(began.elapsed().as_millis() as u64);
    }
    bar.finish_and_clear();
}
