//! What a run did, step by step, for whoever has to find out why it failed.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Mutex;

use tokio::time::Instant;

/// Steps that are kept.
const KEPT: usize = 600;

/// The latest steps of a run.
pub(crate) struct Plan {
    began: Instant,
    /// Whether every step is printed as it happens, and whether every frame is.
    loud: bool,
    frames: bool,
    steps: Mutex<VecDeque<String>>,
}

impl Plan {
    pub(crate) fn new() -> Self {
        let wanted = std::env::var("LONGTABLE_PLAN").unwrap_or_default();
        let (loud, frames) = (!wanted.is_empty(), wanted == "frames");
        Self { began: Instant::now(), loud, frames, steps: Mutex::default() }
    }

    /// Somebody does something.
    pub(crate) fn note(&self, who: impl Display, what: impl Display) {
        let step = format!("{:9.3} {who}: {what}", self.began.elapsed().as_secs_f64());
        if self.loud {
            println!("{step}");
        }
        let mut steps = self.steps.lock().unwrap();
        if steps.len() == KEPT {
            steps.pop_front();
        }
        steps.push_back(step);
    }

    /// A frame goes by.
    pub(crate) fn frame(&self, who: impl Display, direction: char, text: &str) {
        if self.frames {
            println!("{:9.3} {who} {direction} {text}", self.began.elapsed().as_secs_f64());
        }
    }

    /// Prints the latest steps.
    pub(crate) fn print(&self) {
        for step in self.steps.lock().unwrap().iter() {
            println!("{step}");
        }
    }
}
