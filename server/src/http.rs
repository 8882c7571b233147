//! Routes: the socket, match files, the web client, health and metrics.

use std::net::{IpAddr, SocketAddr};
use std::path::Path as Folder;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use protocol::{Key, RoomCode};

use crate::app::Shared;
use crate::open::Full;
use crate::sparse::Sparse;
use crate::{history, metering, socket, web};

/// The subprotocol of this version.
const SUBPROTOCOL: &str = "longtable.v1";
/// A socket's read buffer: ten thousand idle watchers are to cost little, and a request is short.
const READ_BUFFER: usize = 1024;
/// Bytes that are gathered before a socket is written without a flush.
const WRITE_BUFFER: usize = 16 * 1024;

/// What the routes need.
#[derive(Clone)]
pub struct Web {
    /// The server.
    pub shared: Arc<Shared>,
    /// Origins of pages that may open a socket, besides the server's own.
    pub origins: Arc<Vec<String>>,
    /// The header in which a trusted proxy names the client's address.
    pub proxy_header: Option<HeaderName>,
    /// Where the web client's files are read from while somebody works on them; embedded ones if none.
    pub web_dir: Option<Arc<Folder>>,
    /// What `/metrics` shows.
    pub metrics: Option<PrometheusHandle>,
}

/// All routes.
pub fn router(web: Web) -> Router {
    Router::new()
        .route("/ws", get(upgrade))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/matches/{room}/{file}", get(match_file))
        .merge(web::routes())
        .layer(from_fn_with_state(web.clone(), slow_down))
        .with_state(web)
}

/// Refuses an address that asks for anything at all too fast.
async fn slow_down(
    State(web): State<Web>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    match web.shared.allow.page(address) {
        Ok(()) => next.run(request).await,
        Err(retry_ms) => too_many(retry_ms, "pages are asked for too fast from this address\n"),
    }
}

async fn upgrade(
    State(web): State<Web>,
    Address(address): Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !from_here(&headers, &web.origins) {
        return (StatusCode::FORBIDDEN, "this page may not open a socket here; see --origin\n")
            .into_response();
    }
    if !speaks_v1(&headers) {
        let text = format!("the only subprotocol here is {SUBPROTOCOL}\n");
        return (StatusCode::BAD_REQUEST, text).into_response();
    }
    if web.shared.stopping.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server restarts; try again\n").into_response();
    }
    if let Err(retry_ms) = web.shared.allow.handshake(address) {
        return too_many(retry_ms, "sockets are opened too fast from this address\n");
    }
    let open = match web.shared.sockets.open(address) {
        Ok(open) => open,
        Err(full) => {
            metrics::counter!("longtable_sockets_refused_total").increment(1);
            return match full {
                Full::Address => {
                    (StatusCode::TOO_MANY_REQUESTS, "too many sockets from this address\n").into_response()
                }
                Full::All => (
                    StatusCode::SERVICE_UNAVAILABLE,
                    "server_full: the server has no room for another socket\n",
                )
                    .into_response(),
            };
        }
    };
    let frame = web.shared.limits.frame_bytes;
    upgrade
        .protocols([SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(frame)
        .max_frame_size(frame)
        .on_upgrade(move |socket| socket::run(web.shared, socket, address, open))
}

/// The answer to one who asks too fast.
fn too_many(retry_ms: u64, text: &'static str) -> Response {
    let seconds = retry_ms.div_ceil(1000).to_string();
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds)], text).into_response()
}

/// Whether the page that opens the socket is ours or a listed one. Programs send no origin.
fn from_here(headers: &HeaderMap, listed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, rest)| rest);
    (own.is_some() && own == host) || listed.iter().any(|known| known == origin)
}

/// Whether the client offers version 1, or nothing.
fn speaks_v1(headers: &HeaderMap) -> bool {
    let mut offers = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().peekable();
    offers.peek().is_none()
        || offers
            .filter_map(|offer| offer.to_str().ok())
            .flat_map(|offer| offer.split(','))
            .any(|o| o.trim() == SUBPROTOCOL)
}

/// The client's address.
struct Address(IpAddr);

impl FromRequestParts<Web> for Address {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ExtensionRejection> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, web).await?;
        Ok(Self(address(peer.ip(), &parts.headers, web.proxy_header.as_ref())))
    }
}

/// The client's address: the last one that the trusted proxy wrote, or the socket's.
fn address(peer: IpAddr, headers: &HeaderMap, proxy_header: Option<&HeaderName>) -> IpAddr {
    let named = proxy_header.and_then(|name| headers.get(name)).and_then(|value| value.to_str().ok());
    let last = named.and_then(|value| value.rsplit(',').next());
    last.and_then(|address| address.trim().parse().ok()).unwrap_or(peer)
}

async fn ready(State(web): State<Web>) -> Response {
    // one look at a key, which costs the same however many rooms there are
    match web.shared.store.heads(&[String::new()]).await {
        Ok(_) if !web.shared.bus.is_up() => {
            (StatusCode::SERVICE_UNAVAILABLE, "the bus cannot be reached\n").into_response()
        }
        Ok(_) => "ready\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

async fn metrics(State(web): State<Web>) -> Response {
    match &web.metrics {
        Some(metrics) => {
            metering::look(&web.shared);
            metrics.render().into_response()
        }
        None => (StatusCode::NOT_FOUND, "metrics are off\n").into_response(),
    }
}

async fn match_file(
    State(web): State<Web>,
    Address(address): Address,
    Path((room, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let number = file.strip_suffix(".jsonl").and_then(|number| number.parse::<u32>().ok());
    let (Ok(room), Some(number)) = (room.parse::<RoomCode>(), number) else {
        return (StatusCode::NOT_FOUND, "a match file is at /matches/CODE/N.jsonl\n").into_response();
    };
    // a code can be guessed here as well as over a socket
    if let Err(retry_ms) = web.shared.allow.file(address) {
        return too_many(retry_ms, "match files are asked for too fast from this address\n");
    }
    let file = match history::match_file(&web.shared.store, room, number).await {
        Ok(Some(file)) => file,
        Ok(None) => {
            let text = "there is no such match, or it has not ended yet\n";
            return (StatusCode::NOT_FOUND, text).into_response();
        }
        Err(error) => {
            static FAILED: Sparse = Sparse::new();
            if let Some(left_out) = FAILED.now() {
                tracing::warn!(%room, number, %error, left_out, "a match file could not be read");
            }
            return (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached; try again\n")
                .into_response();
        }
    };
    if file.only.as_ref().is_some_and(|only| !bearer(&headers).is_some_and(|player| only.contains(&player))) {
        let text = "this match was closed to watchers; send the key of one who sat as a bearer token\n";
        return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], text).into_response();
    }
    // what only those who sat may read stays out of caches that others share
    let cache = match file.only {
        None => "public, max-age=31536000, immutable",
        Some(_) => "private, max-age=31536000, immutable",
    };
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, file.text).into_response()
}

/// The player whose key is the bearer token.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    Some(token.trim().parse::<Key>().ok()?.player().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn a_page_of_ours_or_a_listed_one_may_open_a_socket() {
        let listed = ["https://play.example".to_owned()];
        for (pairs, right) in [
            (&[("host", "a:1")][..], true),
            (&[("host", "a:1"), ("origin", "http://a:1")], true),
            (&[("host", "a:1"), ("origin", "https://a:1")], true),
            (&[("host", "a:1"), ("origin", "https://play.example")], true),
            (&[("host", "a:1"), ("origin", "http://evil.example")], false),
            (&[("host", "a:1"), ("origin", "null")], false),
        ] {
            assert_eq!(from_here(&headers(pairs), &listed), right, "{pairs:?}");
        }
    }

    #[test]
    fn version_1_is_spoken_if_offered_or_nothing_is() {
        for (pairs, right) in [
            (&[][..], true),
            (&[("sec-websocket-protocol", "longtable.v1")], true),
            (&[("sec-websocket-protocol", "chat, longtable.v1")], true),
            (&[("sec-websocket-protocol", "longtable.v2")], false),
        ] {
            assert_eq!(speaks_v1(&headers(pairs)), right, "{pairs:?}");
        }
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        let peer: IpAddr = [127, 0, 0, 1].into();
        let sent = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        let name = HeaderName::from_static("x-forwarded-for");
        assert_eq!(address(peer, &sent, Some(&name)), IpAddr::from([5, 6, 7, 8]));
        assert_eq!(address(peer, &sent, None), peer);
        assert_eq!(address(peer, &HeaderMap::new(), Some(&name)), peer);
    }
}
