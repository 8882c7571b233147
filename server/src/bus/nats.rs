//! The bus over NATS core: plain subjects, no JetStream, no acknowledgement.
//!
//! The client connects again by itself. What is said while the line is down waits in a bounded queue, and what does
//! not fit is lost. A process hears its own messages too, which is how it knows that the line works.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_nats::{Client, ConnectError, ConnectOptions, Event};
use futures_util::StreamExt;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Duration, Instant, sleep, timeout};
use tracing::{debug, info, warn};

use super::Heard;

/// Messages that wait to be sent.
const QUEUE: usize = 4096;
/// The line is down if nothing of what this process says comes back for so long.
const ECHO_WITHIN: Duration = Duration::from_secs(4);
/// The longest pause before the next try to connect.
const RECONNECT: Duration = Duration::from_millis(500);
/// How long a goodbye may take.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// The first part of all subjects.
const PREFIX: &str = "longtable";

/// A handle of the line; clones share it.
#[derive(Debug, Clone)]
pub(super) struct Nats {
    queue: mpsc::Sender<Heard>,
    client: Client,
    echo: Arc<Echo>,
}

/// When an own message was heard last.
#[derive(Debug)]
struct Echo {
    start: Instant,
    /// Ms after the start; 0 for never.
    ms: AtomicU64,
}

impl Nats {
    /// Starts the tasks that send and hear; fails only for an address that is none.
    pub(super) async fn start(
        url: &str,
        own: u64,
        heard: broadcast::Sender<Heard>,
    ) -> Result<Self, ConnectError> {
        let options = ConnectOptions::new()
            .name("longtable-server")
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|tries| RECONNECT.min(Duration::from_millis(50) * tries as u32))
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(2))
            .event_callback(told);
        let servers: Vec<&str> = url.split(',').collect();
        let client = options.connect(servers).await?;
        let echo = Arc::new(Echo { start: Instant::now(), ms: AtomicU64::new(0) });
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(hear(client.clone(), own, Arc::clone(&echo), heard));
        tokio::spawn(send(client.clone(), waiting));
        Ok(Self { queue, client, echo })
    }

    pub(super) fn send(&self, heard: Heard) {
        if self.queue.try_send(heard).is_err() {
            metrics::counter!("longtable_bus_lost_total").increment(1);
        }
    }

    pub(super) fn is_up(&self) -> bool {
        let heard = self.echo.ms.load(Ordering::Relaxed);
        let at = self.echo.start + Duration::from_millis(heard);
        heard > 0 && at.elapsed() < ECHO_WITHIN
    }

    pub(super) async fn close(&self) {
        let sent = async {
            while self.queue.capacity() < self.queue.max_capacity() {
                sleep(Duration::from_millis(5)).await;
            }
            self.client.flush().await
        };
        // whoever does not hear the goodbye notices the silence
        let _ = timeout(CLOSE_WITHIN, sent).await;
    }
}

async fn send(client: Client, mut waiting: mpsc::Receiver<Heard>) {
    while let Some(heard) = waiting.recv().await {
        let subject = format!("{PREFIX}.{}", heard.message.kind());
        let sent = match serde_json::to_vec(&heard) {
            Ok(text) => client.publish(subject, text.into()).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match sent {
            Ok(()) => metrics::counter!("longtable_bus_sent_total").increment(1),
            Err(error) => {
                metrics::counter!("longtable_bus_lost_total").increment(1);
                debug!(%error, "a bus message could not be sent");
            }
        }
    }
}

async fn hear(client: Client, own: u64, echo: Arc<Echo>, heard: broadcast::Sender<Heard>) {
    let mut messages = match client.subscribe(format!("{PREFIX}.>")).await {
        Ok(messages) => messages,
        Err(error) => {
            // only a client that has been closed refuses
            warn!(%error, "the bus cannot be heard");
            return;
        }
    };
    while let Some(message) = messages.next().await {
        match serde_json::from_slice::<Heard>(&message.payload) {
            Ok(one) if one.from == own => {
                let ms = u64::try_from(echo.start.elapsed().as_millis()).unwrap_or(u64::MAX);
                echo.ms.store(ms.max(1), Ordering::Relaxed);
            }
            // nobody listening is no fault
            Ok(one) => drop(heard.send(one)),
            // a process of another version may say what this one does not know
            Err(error) => debug!(%error, subject = %message.subject, "a bus message cannot be read"),
        }
    }
}

async fn told(event: Event) {
    match event {
        Event::Connected => info!("the bus is there"),
        Event::Disconnected => warn!("the bus is lost; going on without it"),
        Event::SlowConsumer(_) => metrics::counter!("longtable_bus_lost_total").increment(1),
        other => debug!(%other, "the bus says"),
    }
}
