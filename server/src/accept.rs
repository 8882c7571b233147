//! Accepting connections and serving HTTP on them until the server stops.

use std::net::SocketAddr;

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

/// A client that dawdles over its request head is let go after this long.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// So long a client has for its side of the TLS handshake.
const SHAKE_WITHIN: Duration = Duration::from_secs(10);
/// After accepting failed (out of file descriptors, say), it is tried again so much later.
const BREATHE: Duration = Duration::from_millis(50);

/// Accepts until `stopping` is cancelled. Every connection is a task of `tasks`.
pub async fn accept(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    router: Router,
    stopping: CancellationToken,
    tasks: TaskTracker,
) {
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    warn!(%error, "a connection could not be accepted");
                    sleep(BREATHE).await;
                    continue;
                }
            },
        };
        // a move is one small packet, and nobody should wait for a second one
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "no TCP_NODELAY");
        }
        match tls.clone() {
            Some(tls) => tasks.spawn(serve_secure(tls, stream, peer, router.clone(), stopping.clone())),
            None => tasks.spawn(serve(stream, peer, router.clone(), stopping.clone())),
        };
    }
}

async fn serve_secure(
    tls: TlsAcceptor,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stopping: CancellationToken,
) {
    match timeout(SHAKE_WITHIN, tls.accept(stream)).await {
        Ok(Ok(stream)) => serve(stream, peer, router, stopping).await,
        Ok(Err(error)) => debug!(%peer, %error, "no TLS handshake"),
        Err(_) => debug!(%peer, "a TLS handshake took too long"),
    }
}

/// Serves one connection until it ends, or until `stopping` is cancelled and what it is in the middle of is done.
pub async fn serve<S>(stream: S, peer: SocketAddr, router: Router, stopping: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    let connection =
        http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)).with_upgrades();
    tokio::pin!(connection);
    let served = tokio::select! {
        biased;
        served = connection.as_mut() => served,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        debug!(%peer, %error, "a connection broke");
    }
}
