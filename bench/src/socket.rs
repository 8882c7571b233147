//! A cheap socket of a client: 4 KiB of buffer, and no reading of views where the head of a frame says enough.

use std::net::{IpAddr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use protocol::client::Address;
use protocol::{Frame, Push, Reply, Request, RoomCode, Update, encode};
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::{Failed, Result};

/// Bytes of the buffers of a socket.
const BUFFER: usize = 4 * 1024;

/// A connection to the server.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    next_id: u64,
}

/// How much the system keeps of what was not read yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Window {
    /// As much as it likes.
    Usual,
    /// As little as it can, so that a server notices soon if nothing is read.
    Narrow,
}

/// What a frame says, as far as most scenarios need to know.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    /// A room as it is after this entry.
    Update(u64),
    /// A request was done.
    Done,
    /// A request was refused.
    Refused(String),
    /// Anything else.
    Other,
}

impl Socket {
    /// Connects.
    ///
    /// # Errors
    /// If the server does not answer, or is no server of this protocol.
    pub(crate) async fn dial(place: &Address, window: Window) -> Result<Self> {
        Self::dial_from(None, place, window).await
    }

    /// Connects from an address of this machine, if one is given.
    ///
    /// # Errors
    /// As for [`dial`](Self::dial).
    pub(crate) async fn dial_from(from: Option<IpAddr>, place: &Address, window: Window) -> Result<Self> {
        let nobody = |error: std::io::Error| Failed::from(format!("no server at {}: {error}", place.host));
        let address = lookup_host(&place.host).await.map_err(nobody)?.next();
        let address = address.ok_or("the server's host has no address")?;
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if window == Window::Narrow {
            socket.set_recv_buffer_size(BUFFER as u32)?;
        }
        if let Some(from) = from {
            socket.bind(SocketAddr::new(from, 0))?;
        }
        Self::upgrade(place, socket.connect(address).await.map_err(nobody)?).await
    }

    /// Connects as a new player who watches a room.
    ///
    /// # Errors
    /// If the server refuses, or the connection breaks.
    pub(crate) async fn watching(place: &Address, room: RoomCode, window: Window) -> Result<Self> {
        let mut socket = Self::dial(place, window).await?;
        socket.hello().await?;
        socket.watch(room).await?;
        Ok(socket)
    }

    async fn upgrade(place: &Address, stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        let mut request = place.socket().into_client_request()?;
        request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static("longtable.v1"));
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self { stream, next_id: 1 })
    }

    /// Says who one is: a new player.
    ///
    /// # Errors
    /// If the server refuses, or the connection breaks.
    pub(crate) async fn hello(&mut self) -> Result<()> {
        let client = Some(concat!("longtable-bench/", env!("CARGO_PKG_VERSION")).to_owned());
        self.ask(&Request::Hello { key: None, name: None, client }).await.map(|_| ())
    }

    /// Sends a request whose answer is read with the rest.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn send(&mut self, request: &Request) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        self.send_text(encode::request_text(id, request)).await?;
        Ok(id)
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn send_text(&mut self, text: String) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends a request and waits for its answer; what is pushed meanwhile is lost.
    ///
    /// # Errors
    /// If the server refuses, or the connection breaks.
    pub(crate) async fn ask(&mut self, request: &Request) -> Result<Reply> {
        let id = self.send(request).await?;
        loop {
            match Frame::read(&self.text().await?)? {
                Frame::Reply { reply: Reply::Error(error), .. } => {
                    return Err(
                        format!("the server refuses: {error}; it should run with --limits off").into()
                    );
                }
                Frame::Reply { re, reply } if re == Some(id) => return Ok(reply),
                Frame::Reply { .. } | Frame::Push(_) => {}
            }
        }
    }

    /// Asks for the room anew, and waits for the update that shows it.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    pub(crate) async fn watch(&mut self, room: RoomCode) -> Result<Box<Update>> {
        self.send(&Request::Watch { room, after: None }).await?;
        self.update().await
    }

    /// The next update, read whole.
    ///
    /// # Errors
    /// If a request was refused, or the connection breaks.
    pub(crate) async fn update(&mut self) -> Result<Box<Update>> {
        loop {
            match Frame::read(&self.text().await?)? {
                Frame::Push(Push::Update(update)) => return Ok(update),
                Frame::Reply { reply: Reply::Error(error), .. } => return Err(error.to_string().into()),
                Frame::Reply { .. } | Frame::Push(_) => {}
            }
        }
    }

    /// Says goodbye, and leaves.
    ///
    /// # Errors
    /// If the connection breaks before.
    pub(crate) async fn leave(mut self) -> Result<()> {
        Ok(self.stream.close(None).await?)
    }

    /// Is cut off: the other side is told by a reset, and of nothing that was on its way.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub(crate) fn cut(self) -> Result<()> {
        Ok(self.stream.get_ref().set_zero_linger()?)
    }

    /// What the next frame says. Dropped before it is ready, it has taken nothing.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn hear(&mut self) -> Result<Heard> {
        heard(&self.text().await?)
    }

    /// The next frame. Dropped before it is ready, it has taken nothing.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let why = frame.map(|frame| frame.to_string()).unwrap_or_default();
                    return Err(format!("the server closed the connection: {why}").into());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err("the connection was cut".into()),
            }
        }
    }
}

fn heard(text: &str) -> Result<Heard> {
    if let Some(seq) = seq_of(text) {
        return Ok(Heard::Update(seq));
    }
    Ok(match Frame::read(text)? {
        Frame::Push(Push::Update(update)) => Heard::Update(update.seq),
        Frame::Reply { reply: Reply::Error(error), .. } => Heard::Refused(error.to_string()),
        Frame::Reply { .. } => Heard::Done,
        Frame::Push(_) => Heard::Other,
    })
}

/// The seq of an update whose first three keys are in the order that our server writes.
fn seq_of(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(r#"{"type":"update","room":""#)?;
    let (_, rest) = rest.split_once('"')?;
    let rest = rest.strip_prefix(r#","seq":"#)?;
    rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_frame_says_enough() {
        let known = protocol::RoomCode::listed(&mut rand::rng());
        let text = encode::update_text(&known, 42, &[], false, "{}");
        assert_eq!(heard(&text).unwrap(), Heard::Update(42));
        assert_eq!(heard(r#"{"re":3,"type":"ok"}"#).unwrap(), Heard::Done);
        let refused = r#"{"re":3,"type":"error","code":"stale","message":"too late","seq":4}"#;
        assert!(matches!(heard(refused).unwrap(), Heard::Refused(_)));
        assert_eq!(heard(r#"{"type":"beat","rooms":{}}"#).unwrap(), Heard::Other);
        assert!(heard("{}").is_err());
    }
}
