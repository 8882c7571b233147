//! One HTTP request over a socket of its own.

use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::PATIENCE;
use super::dial::{USUAL, dial};

/// What came back.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    /// A header's value; empty if it is not there.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// `GET path` with more headers, each ended by `\r\n`.
pub(crate) async fn get(address: SocketAddr, path: &str, headers: &str) -> Response {
    get_from(USUAL, address, path, headers).await
}

/// The same from this address.
pub(crate) async fn get_from(from: IpAddr, address: SocketAddr, path: &str, headers: &str) -> Response {
    let mut stream = dial(from, address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut text)).await.expect("the server answers").unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    Response { status, headers, body: body.to_owned() }
}
