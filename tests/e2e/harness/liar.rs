//! A server that says what a real one never would: text that speaks to terminals, in every place that has text.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// What a stranger's text may hold: escapes of every kind, in seven and eight bits, whole and cut off.
pub(crate) const PAYLOADS: [&str; 26] = [
    "\u{1b}[2J",
    "\u{1b}[31m",
    "\u{1b}[6n",
    "\u{1b}[?1049l",
    "\u{1b}[?25l",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;http://evil.example\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;ZXZpbA==\u{7}",
    "\u{1b}]52;c;?",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{1b}_apc\u{1b}\\",
    "\u{1b}^pm\u{1b}\\",
    "\u{1b}Xsos\u{1b}\\",
    "\u{1b}c",
    "\u{1b}#8",
    "\u{1b}(0",
    "\u{9b}2J",
    "\u{9b}6n",
    "\u{9d}0;title\u{9c}",
    "\u{90}q\u{9c}",
    "\u{85}",
    "over\rwrite",
    "back\u{8}\u{8}",
    "\u{7}\u{0}\u{7f}",
    "\u{202e}txet\u{2066}",
    "line\nline\u{b}\u{c}",
];

/// The liar.
pub(crate) struct Liar {
    pub(crate) address: SocketAddr,
    serving: JoinHandle<()>,
    connections: Arc<AtomicUsize>,
}

impl Liar {
    pub(crate) async fn start() -> Self {
        Self::with(None).await
    }

    /// One that closes each socket with this code after its `hello`.
    pub(crate) async fn closing(code: u16) -> Self {
        Self::with(Some(code)).await
    }

    /// How often somebody has connected.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    async fn with(close: Option<u16>) -> Self {
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(serve(stream, close));
            }
        });
        Self { address, serving, connections }
    }
}

impl Drop for Liar {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

#[expect(clippy::result_large_err, reason = "the shape that the handshake asks for")]
pub(crate) fn agree(
    _: &Request,
    mut response: Response,
) -> Result<Response, tokio_tungstenite::tungstenite::handshake::server::ErrorResponse> {
    response.headers_mut().insert("sec-websocket-protocol", "longtable.v1".parse().unwrap());
    Ok(response)
}

async fn serve(stream: TcpStream, close: Option<u16>) {
    let Ok(mut socket) = accept_hdr_async(stream, agree).await else { return };
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let request: Value = serde_json::from_str(&text).unwrap();
        let mut frames = vec![reply(&request)];
        if request["type"] == "hello" {
            frames.extend(
                PAYLOADS.iter().map(|text| json!({"type": "notice", "text": format!("notice {text}")})),
            );
        }
        if let Some(code) = close {
            let frame = CloseFrame { code: code.into(), reason: "as the test says".into() };
            let _ = socket.send(Message::Text(frames[0].to_string().into())).await;
            let _ = socket.send(Message::Close(Some(frame))).await;
            continue;
        }
        for frame in frames {
            if socket.send(Message::Text(frame.to_string().into())).await.is_err() {
                return;
            }
        }
    }
}

fn reply(request: &Value) -> Value {
    let all = PAYLOADS.concat();
    let mut reply = match request["type"].as_str() {
        Some("hello") => json!({
            "type": "welcome", "player": {"id": "evil0000evil0000", "name": all}, "key": "0".repeat(64),
            "server": format!("longtable/{all}"), "ice_servers": [],
            "limits": {"frame_bytes": 65536, "name_chars": 32, "text_chars": 500, "requests_per_s": null, "burst": null,
                "says_per_s": null, "rooms_per_player": null, "sockets_per_address": null},
        }),
        Some("rooms") => {
            let game = json!({"kind": "dara", "size": "5x6", "long_lines": "allowed", "placing": "free", "captures": "one",
                "protection": "rows_unless_all", "immobile": "loses", "no_capture_limit": 100, "repetition": 3, "position": null});
            let room = |(n, text): (usize, &&str)| {
                let seat = json!({"id": format!("id {text}"), "name": format!("name {n} {text}")});
                let code = format!("{n:0>6}").replace('0', "Z").replace('1', "Y");
                json!({"room": code, "game": game, "status": "waiting", "seats": [seat, null], "spectators": 0, "since": 1})
            };
            let rooms: Vec<Value> = PAYLOADS.iter().enumerate().map(room).collect();
            json!({"type": "rooms", "rooms": rooms, "more": false})
        }
        _ => json!({"type": "error", "code": "not_allowed", "message": all}),
    };
    reply["re"] = request["id"].clone();
    reply
}
