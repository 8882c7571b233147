//! What every part of a server shares, and the chores that run beside the rooms.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use protocol::{Limits, RoomCode};
use tokio::time::{Duration, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::bus::Bus;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::cluster;
use crate::limit::{Buckets, Rate};
use crate::lobby::Lobby;
use crate::room::{Conn, Inbox};
use crate::store::{Store, TOKEN_LIFE_MS};

/// Guesses of room codes that one address may make a second, and at once.
const GUESSES: Rate = Rate { per_s: 2.0, burst: 30.0 };
/// Chat lines that one player may write at once before `says_per_s` counts.
const SAYS_AT_ONCE: f64 = 5.0;
/// How many overdue rooms a sweep wakes.
const SWEEP: usize = 100;
/// How often what has run full or old is forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// What every connection and room of this process shares.
pub struct Shared {
    /// The durable store.
    pub store: Store,
    /// The live rooms.
    pub lobby: Lobby,
    /// The other processes.
    pub bus: Bus,
    /// The time.
    pub clock: Clock,
    /// All chance.
    pub chance: Chance,
    /// What is allowed.
    pub limits: Limits,
    /// Where people reach this server, without a slash at the end.
    pub public_url: String,
    /// `RTCIceServer`s that clients use for cameras.
    pub ice_servers: Vec<serde_json::Value>,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
    /// Guesses of room codes, by address.
    pub guesses: Buckets<IpAddr>,
    /// Chat lines, by player.
    pub says: Buckets<String>,
    /// Open sockets, by address.
    sockets: DashMap<IpAddr, u32>,
    conns: AtomicU64,
}

impl Shared {
    /// The parts of one server, with the time and chance of the system.
    #[must_use]
    pub fn new(
        store: Store,
        bus: Bus,
        limits: Limits,
        public_url: String,
        ice_servers: Vec<serde_json::Value>,
    ) -> Arc<Self> {
        Self::with(store, bus, (Clock::new(), Chance::system()), limits, public_url, ice_servers)
    }

    /// The parts of one server, with this time and chance.
    #[must_use]
    pub fn with(
        store: Store,
        bus: Bus,
        (clock, chance): (Clock, Chance),
        limits: Limits,
        public_url: String,
        ice_servers: Vec<serde_json::Value>,
    ) -> Arc<Self> {
        let says = limits.says_per_s.map(|n| Rate { per_s: f64::from(n), burst: SAYS_AT_ONCE });
        let shared = Arc::new(Self {
            store,
            lobby: Lobby::default(),
            bus,
            clock,
            chance,
            limits,
            public_url,
            ice_servers,
            stopping: CancellationToken::new(),
            guesses: Buckets::new(limits.requests_per_s.map(|_| GUESSES)),
            says: Buckets::new(says),
            sockets: DashMap::new(),
            conns: AtomicU64::new(1),
        });
        shared.lobby.serve(&shared);
        shared
    }

    /// The link to a room, to be handed to others.
    #[must_use]
    pub fn link(&self, room: RoomCode) -> String {
        format!("{}/r/{room}", self.public_url)
    }

    /// A number for a new connection.
    pub fn next_conn(&self) -> Conn {
        self.conns.fetch_add(1, Ordering::Relaxed)
    }

    /// Waits until every socket has ended.
    pub async fn sockets_ended(&self) {
        while !self.sockets.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Counts a socket of this address; none if it has as many as it may.
    pub fn open_socket(self: &Arc<Self>, address: IpAddr) -> Option<OpenSocket> {
        let mut open = self.sockets.entry(address).or_insert(0);
        if self.limits.sockets_per_address.is_some_and(|most| *open >= most) {
            return None;
        }
        *open += 1;
        drop(open);
        metrics::gauge!("longtable_sockets").increment(1.0);
        Some(OpenSocket { shared: Arc::clone(self), address })
    }
}

/// An open socket, counted until it is dropped.
pub struct OpenSocket {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        metrics::gauge!("longtable_sockets").decrement(1.0);
        if let Some(mut open) = self.shared.sockets.get_mut(&self.address) {
            *open -= 1;
        }
        self.shared.sockets.remove_if(&self.address, |_, open| *open == 0);
    }
}

/// What a server does beside its connections and rooms, until it stops: it beats, sweeps and tidies, and is one of
/// its cluster.
pub async fn chores(shared: Arc<Shared>) {
    let (follow, compare) = (cluster::follow(Arc::clone(&shared)), cluster::compare(Arc::clone(&shared)));
    tokio::join!(every_second(shared), follow, compare);
}

/// Beats, sweeps and tidies until the server stops.
async fn every_second(shared: Arc<Shared>) {
    let mut second = interval(Duration::from_secs(1));
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut tidy = interval(TIDY_EVERY);
    loop {
        tokio::select! {
            biased;
            () = shared.stopping.cancelled() => return,
            _ = second.tick() => {
                beat(&shared).await;
                sweep(&shared).await;
            }
            _ = tidy.tick() => forget(&shared).await,
        }
    }
}

/// Says in the store that a server is alive, and learns if none was.
async fn beat(shared: &Shared) {
    match shared.store.heartbeat(shared.clock.now().wall).await {
        Ok(Some(outage)) => info!(from = outage.from, to = outage.to, "no server was alive"),
        Ok(None) => {}
        Err(error) => warn!(%error, "no heartbeat could be stored"),
    }
}

/// Wakes rooms whose deadline has passed and that no process holds; their tasks do the rest.
async fn sweep(shared: &Shared) {
    let wall = shared.clock.now().wall;
    for code in shared.store.due(wall, SWEEP).await.unwrap_or_default() {
        let Ok(room) = code.parse() else { continue };
        match shared.lobby.live(room) {
            Some(handle) => handle.mention(Inbox::Overdue),
            None => {
                if let Err(error) = shared.lobby.find(room).await {
                    warn!(%room, %error, "an overdue room could not be woken");
                }
            }
        }
    }
}

async fn forget(shared: &Shared) {
    shared.guesses.tidy();
    shared.says.tidy();
    if let Err(error) = shared.store.forget_tokens(shared.clock.now().wall - TOKEN_LIFE_MS).await {
        warn!(%error, "old tokens could not be forgotten");
    }
}
