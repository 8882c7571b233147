//! What every part of a server shares, and the chores that run beside the rooms.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::{Limits, RoomCode};
use tokio::time::{Duration, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::allow::Allowances;
use crate::bus::Bus;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::cluster;
use crate::lobby::Lobby;
use crate::open::Open;
use crate::room::{Conn, Inbox};
use crate::store::{Store, TOKEN_LIFE_MS};

/// How many overdue rooms a sweep wakes.
const SWEEP: usize = 100;
/// How often allowances that are full again are forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// How often old tokens are forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(60);
/// Connections of one address that are no sockets: a browser has six for a page.
const CONNECTIONS_PER_ADDRESS: u32 = 64;
/// A room with nobody in it leaves memory after this long, if the host says nothing else.
pub const SLEEP_AFTER: Duration = Duration::from_secs(120);

/// What a host decides.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What one player, socket or address is allowed.
    pub limits: Limits,
    /// Open sockets in all; as many as come if none.
    pub sockets: Option<usize>,
    /// Connections that are no sockets, or not yet, besides those.
    pub connections: Option<usize>,
    /// A proxy stands in front: all connections come from it.
    pub proxied: bool,
    /// A room with nobody in it leaves memory after this long.
    pub sleep_after: Duration,
}

impl From<Limits> for Settings {
    fn from(limits: Limits) -> Self {
        Self { limits, sockets: None, connections: None, proxied: false, sleep_after: SLEEP_AFTER }
    }
}

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
    /// A room with nobody in it leaves memory after this long.
    pub sleep_after: Duration,
    /// What players and addresses may ask for.
    pub allow: Allowances,
    /// Open sockets.
    pub sockets: Arc<Open>,
    /// Connections that are no sockets, or not yet.
    pub connections: Arc<Open>,
    conns: AtomicU64,
}

impl Shared {
    /// The parts of one server, with the time and chance of the system.
    #[must_use]
    pub fn new(
        store: Store,
        bus: Bus,
        settings: impl Into<Settings>,
        public_url: String,
        ice_servers: Vec<serde_json::Value>,
    ) -> Arc<Self> {
        Self::with(store, bus, (Clock::new(), Chance::system()), settings, public_url, ice_servers)
    }

    /// The parts of one server, with this time and chance.
    #[must_use]
    pub fn with(
        store: Store,
        bus: Bus,
        (clock, chance): (Clock, Chance),
        settings: impl Into<Settings>,
        public_url: String,
        ice_servers: Vec<serde_json::Value>,
    ) -> Arc<Self> {
        let Settings { limits, sockets, connections, proxied, sleep_after } = settings.into();
        let each = limits.sockets_per_address.filter(|_| !proxied).map(|_| CONNECTIONS_PER_ADDRESS);
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
            sleep_after,
            allow: Allowances::new(&limits),
            sockets: Open::new(limits.sockets_per_address, sockets),
            connections: Open::new(each, connections),
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
    let (mut tidy, mut forget) = (interval(TIDY_EVERY), interval(FORGET_EVERY));
    loop {
        tokio::select! {
            biased;
            () = shared.stopping.cancelled() => return,
            _ = second.tick() => {
                beat(&shared).await;
                sweep(&shared).await;
            }
            _ = tidy.tick() => shared.allow.tidy(),
            _ = forget.tick() => forget_tokens(&shared).await,
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

async fn forget_tokens(shared: &Shared) {
    if let Err(error) = shared.store.forget_tokens(shared.clock.now().wall - TOKEN_LIFE_MS).await {
        warn!(%error, "old tokens could not be forgotten");
    }
}
