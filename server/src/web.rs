//! The web client's files, embedded into the binary; read from a folder while somebody works on them.
//!
//! One page serves every address that a person may have in the address bar; what it shows is the page's business.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::http::Web;

/// The page.
const PAGE: &str = "index.html";
/// Nothing but our own files and sockets; no inline script or style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

#[derive(RustEmbed)]
#[folder = "../client-web"]
#[include = "index.html"]
#[include = "assets/*"]
struct Files;

/// The routes of the web client.
pub(crate) fn routes() -> Router<Web> {
    let page = || get(page);
    Router::new()
        .route("/", page())
        .route("/new", page())
        .route("/new/{game}", page())
        .route("/rules", page())
        .route("/rules/{game}", page())
        .route("/r/{room}", page())
        .route("/replay/{room}/{number}", page())
        .route("/check/{room}/{number}", page())
        .route("/p/{player}", page())
        .route("/assets/{*path}", get(asset))
}

async fn page(State(web): State<Web>, headers: HeaderMap) -> Response {
    file(&web, PAGE, &headers).await
}

async fn asset(State(web): State<Web>, uri: Uri, headers: HeaderMap) -> Response {
    file(&web, uri.path().trim_start_matches('/'), &headers).await
}

async fn file(web: &Web, path: &str, headers: &HeaderMap) -> Response {
    let found = match &web.web_dir {
        Some(folder) => from_folder(folder, path).await,
        None => Files::get(path).map(|EmbeddedFile { data, metadata }| (data, hex(&metadata.sha256_hash()))),
    };
    let Some((data, hash)) = found else {
        return (StatusCode::NOT_FOUND, "there is nothing here\n").into_response();
    };
    let tag = format!("\"{}\"", hash.get(..32).unwrap_or_default());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match (known, data) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, Cow::Borrowed(data)) => data.into_response(),
        (false, Cow::Owned(data)) => data.into_response(),
    };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    let fields = [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, tag),
        // asked for anew each time, so that an updated server has no old page in front of it
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    for (name, value) in fields {
        if let Ok(value) = HeaderValue::try_from(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// A file below `folder`; nothing that leads out of it.
async fn from_folder(folder: &Path, path: &str) -> Option<(Cow<'static, [u8]>, String)> {
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let place: PathBuf = folder.join(path);
    let data = if inside { tokio::fs::read(place).await.ok()? } else { return None };
    let hash = engine::fairness::Hash::of(&data).to_string();
    Some((Cow::Owned(data), hash))
}

fn hex(hash: &[u8; 32]) -> String {
    engine::fairness::Hash(*hash).to_string()
}
