//! Connections from an address of one's own: limits are counted by address, and all of 127.0.0.0/8 is this machine.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::{TcpSocket, TcpStream};

/// The address from which everybody comes who says nothing else.
pub(crate) const USUAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Another address of this machine.
pub(crate) fn home(number: u16) -> IpAddr {
    let [high, low] = number.to_be_bytes();
    IpAddr::from([127, 1, high, low])
}

/// Connects from this address.
pub(crate) async fn dial(from: IpAddr, to: SocketAddr) -> io::Result<TcpStream> {
    let stream = if from == USUAL { TcpStream::connect(to).await? } else { bound(from)?.connect(to).await? };
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A socket of this address that is not connected yet.
pub(crate) fn bound(from: IpAddr) -> io::Result<TcpSocket> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    Ok(socket)
}
