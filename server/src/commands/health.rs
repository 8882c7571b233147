//! `health`: asks a running server whether it is ready, so that an image needs no other program for that.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};

use super::Failed;

/// A server that takes longer is not well.
const WITHIN: Duration = Duration::from_secs(2);

/// Asks the server at this address. Behind TLS of its own it is only asked whether it takes connections.
pub(super) async fn ask(listen: SocketAddr, secure: bool) -> Result<String, Failed> {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let refused = |why: String| Failed::Refused(format!("the server at {address} is not well: {why}"));
    let asked = timeout(WITHIN, async {
        let mut stream = TcpStream::connect(address).await?;
        if secure {
            return Ok(None);
        }
        let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(Some(answer))
    });
    match asked.await {
        Ok(Ok(None)) => Ok("takes connections\n".to_owned()),
        Ok(Ok(Some(answer))) if answer.starts_with("HTTP/1.1 200") => Ok("well\n".to_owned()),
        Ok(Ok(Some(answer))) => Err(refused(answer.lines().next().unwrap_or("no answer").to_owned())),
        Ok(Err(error)) => Err(refused(error.to_string())),
        Err(_) => Err(refused("no answer in time".to_owned())),
    }
}

/// Where a server that listens on every address is reached from here.
fn reachable(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    }
}
