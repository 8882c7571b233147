//! The bus: what processes of one cluster tell each other about rooms.
//!
//! It may lose messages. Entries are numbered, so a gap is seen and read from the store; nothing else depends on it.
//! Today there is one process, and [`Bus::local`] reaches whoever shares the value.

use protocol::RoomCode;
use tokio::sync::broadcast;

/// How many messages a listener may be behind before it misses some.
const BEHIND: usize = 1024;

/// Something that another process should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A room is at this entry.
    Head {
        /// Which process says so.
        from: u64,
        /// Which room.
        room: RoomCode,
        /// Its newest entry.
        seq: u64,
    },
}

/// A handle of the bus; clones share it.
#[derive(Debug, Clone)]
pub struct Bus {
    own: u64,
    messages: broadcast::Sender<Message>,
}

impl Bus {
    /// A bus within this process.
    #[must_use]
    pub fn local() -> Self {
        Self { own: rand::random(), messages: broadcast::channel(BEHIND).0 }
    }

    /// Another process's end of the same bus.
    #[must_use]
    pub fn join(&self) -> Self {
        Self { own: rand::random(), messages: self.messages.clone() }
    }

    /// Whether no other process can hear or be heard.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.messages.receiver_count() <= 1
    }

    /// Tells the others that a room is at entry `seq`.
    pub fn head(&self, room: RoomCode, seq: u64) {
        // nobody listening is no fault
        let _ = self.messages.send(Message::Head { from: self.own, room, seq });
    }

    /// What the others say from now on.
    #[must_use]
    pub fn listen(&self) -> Listener {
        Listener { own: self.own, messages: self.messages.subscribe() }
    }
}

/// An ear on the bus.
#[derive(Debug)]
pub struct Listener {
    own: u64,
    messages: broadcast::Receiver<Message>,
}

impl Listener {
    /// The next message of another process; none when the bus is gone. Lost ones are skipped.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            match self.messages.recv().await {
                Ok(Message::Head { from, .. }) if from == self.own => {}
                Ok(message) => return Some(message),
                Err(broadcast::error::RecvError::Lagged(lost)) => {
                    tracing::debug!(lost, "bus messages lost; rooms see the gap");
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn others_hear_and_oneself_does_not() {
        let (one, room) = (Bus::local(), "K7QF3M".parse().unwrap());
        let other = one.join();
        let (mut own_ear, mut ear) = (one.listen(), other.listen());
        one.head(room, 3);
        other.head(room, 4);
        assert!(matches!(ear.next().await, Some(Message::Head { seq: 3, .. })));
        assert!(matches!(own_ear.next().await, Some(Message::Head { seq: 4, .. })));
    }
}
