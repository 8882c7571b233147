//! Which other processes are alive, from when each was heard last.
//!
//! While a process does not hear itself it cannot tell whether others are silent or the bus is down: then nobody is
//! given up, and after that everybody has as much time again as at first.

use std::collections::BTreeMap;

use tokio::time::{Duration, Instant};

/// A process that was not heard for this long is gone, or stopped. It says that it is alive every second.
pub(crate) const GONE_AFTER: Duration = Duration::from_secs(4);

/// The other processes.
#[derive(Debug)]
pub(crate) struct Peers {
    heard: BTreeMap<u64, Instant>,
    /// Since when the bus has been working without a break; none while it does not.
    up_since: Option<Instant>,
}

impl Peers {
    pub(crate) fn new() -> Self {
        Self { heard: BTreeMap::new(), up_since: None }
    }

    /// A process was heard; true if it was not known to be alive.
    pub(crate) fn hear(&mut self, from: u64, now: Instant) -> bool {
        self.heard.insert(from, now).is_none()
    }

    /// A process has said goodbye.
    pub(crate) fn forget(&mut self, from: u64) {
        self.heard.remove(&from);
    }

    /// Whether the bus works, as of now; true if it has just begun to.
    pub(crate) fn note(&mut self, is_up: bool, now: Instant) -> bool {
        let began = is_up && self.up_since.is_none();
        self.up_since = if is_up { self.up_since.or(Some(now)) } else { None };
        began
    }

    /// Takes out those who are gone.
    pub(crate) fn gone(&mut self, now: Instant) -> Vec<u64> {
        let Some(up_since) = self.up_since else { return Vec::new() };
        let is_gone = |heard: Instant| now.duration_since(heard.max(up_since)) > GONE_AFTER;
        let gone = self.heard.iter().filter(|(_, heard)| is_gone(**heard)).map(|(from, _)| *from).collect();
        self.heard.retain(|_, heard| !is_gone(*heard));
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_silent_are_gone_unless_the_bus_is() {
        let start = Instant::now();
        let at = |s: u64| start + Duration::from_secs(s);
        let mut peers = Peers::new();
        assert!(peers.note(true, at(0)));
        assert!(!peers.note(true, at(1)));
        assert!(peers.hear(1, at(0)) && peers.hear(2, at(0)));
        assert!(!peers.hear(1, at(4)));
        assert_eq!(peers.gone(at(5)), [2]);
        assert!(peers.hear(2, at(6)), "it is back");
        // the bus is down for long, and comes back
        assert!(!peers.note(false, at(7)));
        assert!(peers.gone(at(60)).is_empty());
        assert!(peers.note(true, at(60)));
        assert!(peers.gone(at(63)).is_empty());
        assert!(!peers.hear(1, at(63)));
        assert_eq!(peers.gone(at(65)), [2]);
        peers.forget(1);
        assert!(peers.gone(at(99)).is_empty());
    }
}
