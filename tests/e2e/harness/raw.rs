//! A WebSocket by hand: frames of any kind, right or wrong, and what the server answers.

use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf, split};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::PATIENCE;
use super::dial::{USUAL, dial};

/// A text frame's opcode.
pub(crate) const TEXT: u8 = 1;
/// A close frame's opcode.
pub(crate) const CLOSE: u8 = 8;

/// A connection after a handshake by hand.
pub(crate) struct Raw {
    pub(crate) reader: ReadHalf<TcpStream>,
    pub(crate) writer: WriteHalf<TcpStream>,
    /// The head of the server's answer.
    pub(crate) head: String,
}

impl Raw {
    /// Asks for an upgrade with more headers, each ended by `\r\n`.
    pub(crate) async fn connect(address: SocketAddr, headers: &str) -> Self {
        Self::connect_from(USUAL, address, headers).await
    }

    /// The same from this address.
    pub(crate) async fn connect_from(from: IpAddr, address: SocketAddr, headers: &str) -> Self {
        Self::over(dial(from, address).await.unwrap(), address, headers).await
    }

    /// The same over a connection that is there.
    pub(crate) async fn over(stream: TcpStream, address: SocketAddr, headers: &str) -> Self {
        let (mut reader, mut writer) = split(stream);
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
        );
        writer.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let byte = timeout(PATIENCE, reader.read_u8()).await.expect("the server answers").unwrap();
            head.push(byte);
        }
        Self { reader, writer, head: String::from_utf8(head).unwrap() }
    }

    /// The status of the server's answer; 101 is an open socket.
    pub(crate) fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// Writes bytes; that the server has closed in the meantime is no fault.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        let _ = timeout(PATIENCE, self.writer.write_all(bytes)).await.expect("the server reads or closes");
    }

    /// The next frame: opcode and payload. None when the connection has ended.
    pub(crate) async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        read_frame(&mut self.reader).await
    }

    /// Reads until the server closes: its close code, if it said one.
    pub(crate) async fn closed_on(reader: &mut ReadHalf<TcpStream>) -> Option<u16> {
        while let Some((opcode, payload)) = read_frame(reader).await {
            if opcode == CLOSE {
                return payload.first_chunk().map(|code| u16::from_be_bytes(*code));
            }
        }
        None
    }
}

async fn read_frame(reader: &mut ReadHalf<TcpStream>) -> Option<(u8, Vec<u8>)> {
    let frame = async {
        let first = reader.read_u8().await.ok()?;
        let short = reader.read_u8().await.ok()?;
        assert_eq!(short & 0x80, 0, "a server does not mask");
        let len = match short {
            126 => u64::from(reader.read_u16().await.ok()?),
            127 => reader.read_u64().await.ok()?,
            len => u64::from(len),
        };
        let mut payload = vec![0; usize::try_from(len).ok()?];
        reader.read_exact(&mut payload).await.ok()?;
        Some((first & 0x0f, payload))
    };
    timeout(PATIENCE, frame).await.expect("the server sends something or closes")
}

/// A client's frame. `first` is the first byte: 0x80 for a final frame, the opcode, and reserved bits.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = header(first, payload.len(), 0x80);
    // a mask of zeros is a mask
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// The same without the mask that a client has to use.
pub(crate) fn unmasked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = header(first, payload.len(), 0);
    frame.extend(payload);
    frame
}

fn header(first: u8, len: usize, mask: u8) -> Vec<u8> {
    let mut header = vec![first];
    match len {
        0..126 => header.push(mask | len as u8),
        126..65_536 => {
            header.push(mask | 126);
            header.extend((len as u16).to_be_bytes());
        }
        _ => {
            header.push(mask | 127);
            header.extend((len as u64).to_be_bytes());
        }
    }
    header
}
