//! The bus: what processes of one cluster tell each other about rooms.
//!
//! It may lose messages, and nothing depends on it: entries are numbered, and every held room compares its head with
//! the store every few seconds; who is where is told again when a process comes or comes back. [`Bus::local`] is for
//! one process and reaches whoever shares the value; `nats` is for a cluster. One contract, checked by one suite
//! (`contract`), for both. [`message`] is what is said; [`peers`] knows who is alive.

#[cfg(test)]
mod contract;
mod message;
mod nats;
pub(crate) mod peers;

use tokio::sync::broadcast;

pub use message::{Heard, Here, Message};
use nats::Nats;

/// How many messages a listener may be behind before it misses some.
const BEHIND: usize = 4096;

/// The address names no bus that this program can use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no such kind of bus: {0:?} (expected local or nats://HOST:PORT)")]
pub struct BadBus(String);

/// A handle of the bus; clones share it.
#[derive(Debug, Clone)]
pub struct Bus {
    own: u64,
    heard: broadcast::Sender<Heard>,
    line: Line,
}

/// How messages reach the others.
#[derive(Debug, Clone)]
enum Line {
    Local,
    Nats(Nats),
}

impl Bus {
    /// The bus at `url`: `local`, or `nats://HOST:PORT`, several with commas between. A server that cannot be reached
    /// is tried again and again, and meanwhile this process is alone.
    ///
    /// # Errors
    /// If it is neither.
    pub async fn open(url: &str) -> Result<Self, BadBus> {
        if url == "local" {
            return Ok(Self::local());
        }
        if !url
            .split_once("://")
            .is_some_and(|(kind, host)| matches!(kind, "nats" | "tls") && !host.is_empty())
        {
            return Err(BadBus(url.to_owned()));
        }
        let (own, heard) = (rand::random(), broadcast::channel(BEHIND).0);
        let nats = Nats::start(url, own, heard.clone()).await.map_err(|_| BadBus(url.to_owned()))?;
        Ok(Self { own, heard, line: Line::Nats(nats) })
    }

    /// A bus within this process.
    #[must_use]
    pub fn local() -> Self {
        Self::numbered(rand::random())
    }

    /// The bus of the process that has this number.
    #[must_use]
    pub fn numbered(own: u64) -> Self {
        Self { own, heard: broadcast::channel(BEHIND).0, line: Line::Local }
    }

    /// Puts in what a process of another bus said, for a line between the two.
    pub fn pass(&self, heard: Heard) {
        // nobody listening is no fault
        let _ = self.heard.send(heard);
    }

    /// Another process's end of a local bus.
    #[must_use]
    pub fn join(&self) -> Self {
        Self { own: rand::random(), ..self.clone() }
    }

    /// Tells the others something; lost if the bus is down or its queue is full.
    pub fn send(&self, message: Message) {
        match &self.line {
            // nobody listening is no fault
            Line::Local => drop(self.heard.send(Heard { from: self.own, message })),
            Line::Nats(nats) => nats.send(Heard { from: self.own, message }),
        }
    }

    /// What the others say from now on.
    #[must_use]
    pub fn listen(&self) -> Listener {
        Listener { own: self.own, heard: self.heard.subscribe() }
    }

    /// Whether messages go through, as far as is known. The line is tried by whatever is sent over it.
    #[must_use]
    pub fn is_up(&self) -> bool {
        match &self.line {
            Line::Local => true,
            Line::Nats(nats) => nats.is_up(),
        }
    }

    /// Whether no other process can be listening, so that it need not be told anything.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        match &self.line {
            Line::Local => self.heard.receiver_count() < 2,
            Line::Nats(_) => false,
        }
    }

    /// Returns when what was sent is on its way, or after a second.
    pub async fn close(&self) {
        match &self.line {
            Line::Local => {}
            Line::Nats(nats) => nats.close().await,
        }
    }
}

/// An ear on the bus.
#[derive(Debug)]
pub struct Listener {
    own: u64,
    heard: broadcast::Receiver<Heard>,
}

impl Listener {
    /// The next message of another process; none when the bus is gone. Lost ones are skipped.
    pub async fn next(&mut self) -> Option<Heard> {
        loop {
            match self.heard.recv().await {
                Ok(heard) if heard.from == self.own => {}
                Ok(heard) => return Some(heard),
                Err(broadcast::error::RecvError::Lagged(lost)) => {
                    metrics::counter!("longtable_bus_lost_total").increment(lost);
                    tracing::debug!(lost, "bus messages lost; rooms see the gap");
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
