//! `export`: fetches a match file over HTTP, from the server that the socket would go to.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::failure::{Failure, Outcome};
use crate::flags::Global;
use crate::net::{address, profile};
use notation::target::MatchTarget;

/// A match file is a few megabytes at most; more is no match file.
const MOST: u64 = 256 * 1024 * 1024;

/// Fetches the file and writes it.
///
/// # Errors
/// If there is no such match, no server, or the file cannot be written.
pub async fn run(global: &Global, of: MatchTarget, output: Option<&Path>) -> Outcome {
    let address = address(global)?;
    let number = of.number.unwrap_or(1);
    let url = format!("{}/matches/{}/{number}.jsonl", address.page(), of.room);
    // who sat there may read the file of a closed room too
    let key = profile(global, &address)?.key.map(|key| key.to_string());
    let fetch = tokio::task::spawn_blocking(move || fetch(&url, key.as_deref()));
    let bytes = fetch.await.map_err(Failure::file)??;
    match output {
        Some(path) => {
            fs::write(path, bytes).map_err(|error| Failure::file(format!("{}: {error}", path.display())))
        }
        None => Ok(io::stdout().write_all(&bytes)?),
    }
}

fn fetch(url: &str, key: Option<&str>) -> Result<Vec<u8>, Failure> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(60)))
        .http_status_as_error(false)
        .build()
        .into();
    let request = agent.get(url);
    let request = match key {
        Some(key) => request.header("Authorization", format!("Bearer {key}")),
        None => request,
    };
    let mut response = request.call().map_err(|error| Failure::connection(format!("{url}: {error}")))?;
    match response.status().as_u16() {
        200 => response
            .body_mut()
            .with_config()
            .limit(MOST)
            .read_to_vec()
            .map_err(|error| Failure::connection(format!("{url}: {error}"))),
        404 => Err(Failure::refused("there is no such match, or it has not ended yet")),
        401 | 403 => Err(Failure::refused("only those who sat there may read this match")),
        status => Err(Failure::refused(format!("{url}: the server answered with status {status}"))),
    }
}
