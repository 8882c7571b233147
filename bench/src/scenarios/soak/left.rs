//! What a server says, in its metrics, of what it still holds.

use std::time::Duration;

use protocol::client::Address;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::report::{Report, round};
use crate::{Failed, Result, progress};

/// The gauges that have to return, and how they are called in a report. The first ones to nothing.
const GAUGES: [(&str, &str); 7] = [
    ("longtable_sockets", "sockets"),
    ("longtable_rooms_in_memory", "rooms"),
    ("longtable_rooms_known", "listed"),
    ("longtable_allowances", "limiter_entries"),
    ("longtable_connections", "connections"),
    ("longtable_addresses", "addresses"),
    ("longtable_tasks", "tasks"),
];
/// Of those that the look itself adds to, as it is a connection too.
const OWN: f64 = 1.0;
/// How often to look.
const EVERY: Duration = Duration::from_millis(500);

/// What is held.
pub(super) struct Left([f64; GAUGES.len()]);

impl Left {
    /// What is held now.
    ///
    /// # Errors
    /// If the server does not tell.
    pub(super) async fn now(place: &Address) -> Result<Self> {
        let mut stream = TcpStream::connect(&place.host).await?;
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", place.host);
        stream.write_all(request.as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        let gauge = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        let mut left = [0.0; GAUGES.len()];
        for (left, (name, _)) in left.iter_mut().zip(GAUGES) {
            *left =
                gauge(name).ok_or_else(|| Failed::from(format!("the server's metrics have no {name}")))?;
        }
        Ok(Self(left))
    }

    /// What is held once all that was not held before is gone, or in the end of this time.
    ///
    /// # Errors
    /// As for [`now`](Self::now).
    pub(super) async fn in_the_end(place: &Address, before: &Self, within: Duration) -> Result<Self> {
        let by = Instant::now() + within;
        let bar = progress::bar("waiting", within.as_secs());
        loop {
            let left = Self::now(place).await?;
            if left.is_like(before) || Instant::now() >= by {
                return Ok(left);
            }
            bar.set_position(within.saturating_sub(by - Instant::now()).as_secs());
            sleep(EVERY).await;
        }
    }

    /// Whether nothing more is held than before.
    pub(super) fn is_like(&self, before: &Self) -> bool {
        self.0.iter().zip(before.0).all(|(left, before)| *left <= before + OWN)
            && self.0[..4].iter().zip(before.0).all(|(left, before)| *left <= before)
    }

    pub(super) fn tell(&self, report: &mut Report) {
        for ((_, name), left) in GAUGES.iter().zip(self.0) {
            report.add(name, round(left));
        }
    }
}
