//! The driver on a real socket, against a small server of the test's own.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request as Upgrade, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use super::super::profile::tests::Scratch;
use super::fake::room;
use crate::client::{Address, Event, Options, RequestError, State, connect};
use crate::{Push, Reply, Request};

type Socket = WebSocketStream<TcpStream>;

struct Server {
    listener: TcpListener,
    address: Address,
}

impl Server {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Address::read(&listener.local_addr().unwrap().to_string()).unwrap();
        Self { listener, address }
    }

    /// The next client, greeted; with what it said.
    async fn greet(&self) -> (Socket, Value) {
        let (stream, _) = timeout(Duration::from_secs(10), self.listener.accept()).await.unwrap().unwrap();
        let mut socket = accept_hdr_async(stream, choose).await.unwrap();
        let hello = next(&mut socket).await;
        let welcome = json!({"re": hello["id"], "type": "welcome", "player": {"id": "x", "name": "Ada"}, "server": "t",
            "key": "ab".repeat(32)});
        say(&mut socket, welcome).await;
        (socket, hello)
    }
}

/// Chooses the subprotocol that the client offers.
#[expect(clippy::result_large_err, reason = "the type is the library's")]
fn choose(_: &Upgrade, mut response: Response) -> Result<Response, ErrorResponse> {
    response.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static("longtable.v1"));
    Ok(response)
}

async fn next(socket: &mut Socket) -> Value {
    loop {
        match timeout(Duration::from_secs(10), socket.next()).await.unwrap().unwrap().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Close(_) => return Value::Null,
            _ => {}
        }
    }
}

async fn say(socket: &mut Socket, frame: Value) {
    socket.send(Message::text(frame.to_string())).await.unwrap();
}

/// The next event of this kind.
async fn wait_for(events: &mut mpsc::Receiver<Event>, wanted: impl Fn(&Event) -> bool) -> Event {
    loop {
        let event = timeout(Duration::from_secs(10), events.recv()).await.unwrap().unwrap();
        if wanted(&event) {
            return event;
        }
    }
}

fn options(folder: &Scratch) -> Options {
    Options { folder: Some(folder.0.clone()), name: Some("Ada".into()), ..Options::new("test/1") }
}

#[tokio::test]
async fn a_session_survives_a_restart_of_its_server() {
    let (server, folder) = (Server::new().await, Scratch::new());
    let (handle, mut events) = connect(&server.address, options(&folder)).unwrap();
    let (mut socket, hello) = server.greet().await;
    assert_eq!((&hello["name"], hello.get("key")), (&json!("Ada"), None));
    wait_for(&mut events, |event| matches!(event, Event::State(State::Online))).await;

    // the answer to an act is lost with the connection, and comes on the next
    let act = Request::Act { room: room(), seq: 7, r#move: json!({"type": "done"}), link: None };
    let asking = tokio::spawn({
        let handle = handle.clone();
        async move { handle.request(act).await }
    });
    let first = next(&mut socket).await;
    say(&mut socket, json!({"type": "bye", "reason": "restart"})).await;
    socket.close(Some(CloseFrame { code: 1012.into(), reason: "".into() })).await.unwrap();
    let event =
        wait_for(&mut events, |event| matches!(event, Event::State(State::Reconnecting { .. }))).await;
    assert!(matches!(event, Event::State(State::Reconnecting { reason, .. }) if reason == "restart"));
    let (mut socket, hello) = server.greet().await;
    assert_eq!(hello["key"], "ab".repeat(32), "the key was kept");
    assert_eq!(next(&mut socket).await, first);
    say(&mut socket, json!({"re": first["id"], "type": "ok", "seq": 8})).await;
    assert!(matches!(asking.await.unwrap(), Ok(Reply::Ok(done)) if done.seq == Some(8)));

    say(&mut socket, json!({"type": "notice", "text": "hello"})).await;
    wait_for(&mut events, |event| matches!(event, Event::Push(Push::Notice { .. }))).await;
    handle.close().await;
    assert_eq!(next(&mut socket).await, Value::Null, "it says goodbye");
    assert!(handle.request(Request::Stand { room: room() }).await.is_err());

    // another program on this device is the same player
    let (_handle, _events) = connect(&server.address, options(&folder)).unwrap();
    let (_, hello) = server.greet().await;
    assert_eq!(hello["key"], "ab".repeat(32));
}

#[tokio::test]
async fn a_rule_that_was_broken_ends_the_session() {
    let (server, folder) = (Server::new().await, Scratch::new());
    let (handle, mut events) = connect(&server.address, options(&folder)).unwrap();
    let (mut socket, _) = server.greet().await;
    socket.close(Some(CloseFrame { code: 1008.into(), reason: "flood".into() })).await.unwrap();
    let event = wait_for(&mut events, |event| matches!(event, Event::State(State::Stopped { .. }))).await;
    assert_eq!(event, Event::State(State::Stopped { reason: "flood".into() }));
    let refused = handle.request(Request::Stand { room: room() }).await;
    assert_eq!(refused, Err(RequestError::Stopped("flood".into())));
}

/// A server that speaks HTTP but is no Longtable is not dialled again and again.
#[tokio::test]
async fn an_upgrade_that_is_refused_ends_the_session() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (server, folder) = (Server::new().await, Scratch::new());
    let (_handle, mut events) = connect(&server.address, options(&folder)).unwrap();
    let (mut stream, _) = server.listener.accept().await.unwrap();
    let mut request = [0; 4096];
    let length = stream.read(&mut request).await.unwrap();
    let request = String::from_utf8_lossy(&request[..length]).to_lowercase();
    assert!(request.starts_with("get /ws ") && request.contains("sec-websocket-protocol: longtable.v1"));
    stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await.unwrap();
    wait_for(&mut events, |event| matches!(event, Event::State(State::Stopped { .. }))).await;
}

/// Nor is one that speaks WebSocket, but another protocol.
#[tokio::test]
async fn a_server_of_another_protocol_ends_the_session() {
    let (server, folder) = (Server::new().await, Scratch::new());
    let (_handle, mut events) = connect(&server.address, options(&folder)).unwrap();
    let (stream, _) = server.listener.accept().await.unwrap();
    let _socket = tokio_tungstenite::accept_async(stream).await.unwrap();
    wait_for(&mut events, |event| matches!(event, Event::State(State::Stopped { .. }))).await;
}

/// A program may wait for an answer while more events than the channel holds have not been taken.
#[tokio::test]
async fn events_that_nobody_takes_hold_up_no_answer() {
    let (server, folder) = (Server::new().await, Scratch::new());
    let (handle, mut events) = connect(&server.address, options(&folder)).unwrap();
    let (mut socket, _) = server.greet().await;
    wait_for(&mut events, |event| matches!(event, Event::State(State::Online))).await;
    for _ in 0..1000 {
        say(&mut socket, json!({"type": "notice", "text": "x"})).await;
    }
    let serving = tokio::spawn(async move {
        let request = next(&mut socket).await;
        say(&mut socket, json!({"re": request["id"], "type": "ok"})).await;
        socket
    });
    let answer =
        timeout(Duration::from_secs(10), handle.request(Request::Stand { room: room() })).await.unwrap();
    assert!(answer.is_ok());
    drop(serving.await.unwrap());
    for _ in 0..1000 {
        wait_for(&mut events, |event| matches!(event, Event::Push(Push::Notice { .. }))).await;
    }
}
