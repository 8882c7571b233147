//! Accepting connections and serving HTTP on them until the server stops.
//!
//! Until it is a socket of the protocol, a connection is worth little: there are only so many, and each has to be
//! done with its head soon and with all its requests after a while, so that nobody can hold many by being slow.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Duration, sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;
use tracing::{debug, warn};

use crate::app::Shared;
use crate::open::Opened;
use crate::sparse::Sparse;

/// A client that dawdles over its request head is let go after this long.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// Bytes of a request head at most, and of what waits to be written.
const HEAD_BYTES: usize = 16 * 1024;
/// After this long a connection that has not become a socket takes no further request.
const LIFE: Duration = Duration::from_secs(60);
/// And this long what it is in the middle of may still take, such as a reader who takes a page byte by byte.
const LAST_REQUEST: Duration = Duration::from_secs(60);
/// So long a client has for its side of the TLS handshake.
const SHAKE_WITHIN: Duration = Duration::from_secs(10);
/// After accepting failed (out of file descriptors, say), it is tried again so much later.
const BREATHE: Duration = Duration::from_millis(50);

/// Accepts until `stopping` is cancelled. Every connection is a task of `tasks`.
pub async fn accept(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    router: Router,
    shared: Arc<Shared>,
    tasks: TaskTracker,
) {
    static FAILED: Sparse = Sparse::new();
    let stopping = shared.stopping.clone();
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    metrics::counter!("longtable_accept_failures_total").increment(1);
                    if let Some(left_out) = FAILED.now() {
                        warn!(%error, left_out, "a connection could not be accepted");
                    }
                    sleep(BREATHE).await;
                    continue;
                }
            },
        };
        let Ok(open) = shared.connections.open(peer.ip()) else {
            // nothing is written: whoever floods is not to be waited for, and others try again
            metrics::counter!("longtable_connections_refused_total").increment(1);
            continue;
        };
        // a move is one small packet, and nobody should wait for a second one
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "no TCP_NODELAY");
        }
        match tls.clone() {
            Some(tls) => {
                tasks.spawn(serve_secure(tls, stream, peer, router.clone(), stopping.clone(), open));
            }
            None => {
                let (router, stopping) = (router.clone(), stopping.clone());
                tasks.spawn(async move {
                    serve(stream, peer, router, stopping).await;
                    drop(open);
                });
            }
        }
    }
}

async fn serve_secure(
    tls: TlsAcceptor,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stopping: CancellationToken,
    _open: Opened,
) {
    match timeout(SHAKE_WITHIN, tls.accept(stream)).await {
        Ok(Ok(stream)) => serve(stream, peer, router, stopping).await,
        Ok(Err(error)) => debug!(%peer, %error, "no TLS handshake"),
        Err(_) => debug!(%peer, "a TLS handshake took too long"),
    }
}

/// Serves one connection until it ends or becomes a socket; or until it has lived for long enough or `stopping` is
/// cancelled, and what it is in the middle of is done.
pub async fn serve<S>(stream: S, peer: SocketAddr, router: Router, stopping: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(HEAD_BYTES);
    let connection =
        http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)).with_upgrades();
    tokio::pin!(connection);
    let stop = async {
        // the error is the time being up
        let _ = timeout(LIFE, stopping.cancelled()).await;
    };
    let served = tokio::select! {
        biased;
        served = connection.as_mut() => served,
        () = stop => {
            connection.as_mut().graceful_shutdown();
            timeout(LAST_REQUEST, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = served {
        debug!(%peer, %error, "a connection broke");
    }
}
