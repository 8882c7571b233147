//! The Longtable server: a thin shell around the engine.
//!
//! The walk of a move: [`socket`] reads a request, [`lobby`] finds the room, [`room`] decides, [`store`] appends,
//! the room applies and publishes, the sockets write. [`Server`] puts the parts together; [`http`] has the routes.

pub mod socket;

pub mod lobby;
pub mod room;

pub mod bus;
mod cluster;
pub mod store;

pub mod history;
pub mod players;

pub mod accept;
pub mod allow;
pub mod app;
pub mod chance;
pub mod clock;
pub mod commands;
pub mod flags;
pub mod http;
pub mod limit;
pub mod metering;
pub mod open;
mod sparse;
pub mod tls;
mod web;

#[cfg(test)]
#[path = "../../tests/services/service.rs"]
mod service;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{Duration, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

use app::{Settings, Shared};
use bus::{BadBus, Bus};
use flags::Flags;
use http::Web;
use store::{Store, StoreError};
use tls::TlsError;

/// Name and version, as match files and `welcome` tell them.
pub const SERVER: &str = concat!("longtable/", env!("CARGO_PKG_VERSION"));

/// Files that a server has open besides connections, with some to spare.
const OWN_FILES: usize = 64;
/// Connections that are no sockets, or not yet, if there may be as many files. One that is slow on purpose holds its place
/// for ten seconds.
const OTHERS: usize = 4096;
/// Connections that may wait to be accepted; the system's own limit (`net.core.somaxconn`) holds besides.
const BACKLOG: u32 = 4096;
/// How long connections have to end when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(4);

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The store cannot be opened.
    #[error("cannot open the store: {0}")]
    Store(#[from] StoreError),
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The address of the bus is none.
    #[error("{0}")]
    Bus(#[from] BadBus),
}

/// A server that listens and has not begun to serve.
pub struct Server {
    shared: Arc<Shared>,
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    web: Web,
}

impl Server {
    /// Opens the store and the port.
    ///
    /// # Errors
    /// If either cannot be opened.
    pub async fn bind(flags: Flags, metrics: Option<PrometheusHandle>) -> Result<Self, RunError> {
        let tls = match (&flags.tls_cert, &flags.tls_key) {
            (Some(cert), Some(key)) => Some(tls::acceptor(cert, key)?),
            _ => None,
        };
        let bus = Bus::open(&flags.bus).await?;
        let store = Store::open(&flags.store).await?;
        let address = flags.listen;
        let listener = listen(address).map_err(|error| RunError::Listen { address, error })?;
        let local = listener.local_addr().map_err(|error| RunError::Listen { address, error })?;
        let public_url = flags.public_url.unwrap_or_else(|| format!("{}://{local}", scheme(tls.as_ref())));
        let public_url = public_url.trim_end_matches('/').to_owned();
        let files = open_files().saturating_sub(OWN_FILES);
        let others = OTHERS.min(files / 4);
        let sockets = flags.limits.sockets().map(|most| most.min(files - others));
        let settings = Settings {
            limits: flags.limits.limits(),
            sockets,
            connections: sockets.map(|_| others),
            proxied: flags.trusted_proxy.is_some(),
            sleep_after: Duration::from_secs(flags.sleep_after),
        };
        debug!(?settings, "settings");
        let shared = Shared::new(store, bus, settings, public_url, flags.ice_servers.0);
        // an outage that ends now is known before any room wakes
        shared.store.heartbeat(shared.clock.now().wall).await?;
        let web = Web {
            shared: Arc::clone(&shared),
            origins: Arc::new(flags.origins),
            proxy_header: flags.trusted_proxy,
            web_dir: flags.web_dir.map(Into::into),
            metrics,
        };
        Ok(Self { shared, listener, tls, web })
    }

    /// The address that is listened on, as pages are asked for there.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<String> {
        self.listener.local_addr().map(|address| format!("{}://{address}", scheme(self.tls.as_ref())))
    }

    /// Serves until `stop` is done; then closes every socket, finishes every append and returns.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { shared, listener, tls, web } = self;
        let tasks = TaskTracker::new();
        tasks.spawn(app::chores(Arc::clone(&shared)));
        if let Some(metrics) = web.metrics.clone() {
            tasks.spawn(metering::count(metrics, shared.stopping.clone()));
        }
        let accepting = accept::accept(listener, tls, http::router(web), Arc::clone(&shared), tasks.clone());
        let accepting = tokio::spawn(accepting);
        stop.await;
        info!("stopping");
        shared.stopping.cancel();
        let _ = accepting.await;
        tasks.close();
        let all_ended = async {
            tasks.wait().await;
            shared.sockets_ended().await;
        };
        if timeout(STOP_WITHIN, all_ended).await.is_err() {
            warn!("some connections did not end in time");
        }
        shared.store.close().await;
        info!("stopped");
    }
}

/// Listens, with room for everybody who comes back at once.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// How many files this process may have open, after asking the system for as many as there may be.
fn open_files() -> usize {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            warn!(%error, "the limit of open files is not known");
            usize::MAX
        }
    }
}

/// How pages are asked for.
fn scheme(tls: Option<&TlsAcceptor>) -> &'static str {
    if tls.is_some() { "https" } else { "http" }
}
