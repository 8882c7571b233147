//! What a socket does in the middle of something else: reading a frame, waiting for the store, writing to nobody.
//!
//! Time is virtual, so the seconds here are exact and none of them is waited for.

use std::net::{IpAddr, Ipv4Addr};

use futures_util::{SinkExt, StreamExt};
use longtable_server::store::simulated::End;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, split};
use tokio::time::{Duration, Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::cases::{SECOND, Stage};
use super::steady;

const TEXT: u8 = 0x81;
const TEXT_BEGINS: u8 = 0x01;
const GOES_ON: u8 = 0x00;
const PONG: u8 = 0x8a;
const CLOSE: u8 = 8;

/// A socket by hand, whose bytes are written as one likes.
struct Bare {
    reader: ReadHalf<DuplexStream>,
    writer: WriteHalf<DuplexStream>,
}

impl Bare {
    async fn open(stage: &Stage, address: u8) -> Self {
        let (mut reader, mut writer) = split(dial(stage, address));
        let head = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        writer.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(reader.read_u8().await.unwrap());
        }
        assert!(answer.starts_with(b"HTTP/1.1 101"));
        Self { reader, writer }
    }

    /// The same after a hello; with the player's id.
    async fn hello(stage: &Stage, address: u8) -> (Self, String) {
        let mut bare = Self::open(stage, address).await;
        bare.writer.write_all(&frame(TEXT, br#"{"id":1,"type":"hello"}"#)).await.unwrap();
        let id = loop {
            let (_, payload) = next(&mut bare.reader).await.expect("a welcome");
            if let Ok(welcome) = serde_json::from_slice::<Value>(&payload) {
                break welcome["player"]["id"].as_str().unwrap().to_owned();
            }
        };
        (bare, id)
    }
}

fn dial(stage: &Stage, address: u8) -> DuplexStream {
    stage.cluster.dial(0, IpAddr::from(Ipv4Addr::new(10, 0, 0, address))).unwrap().0
}

/// A client's frame, with a mask of zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126);
    [&[first, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat()
}

/// The server's next frame: opcode and payload; none at the end.
async fn next(reader: &mut ReadHalf<DuplexStream>) -> Option<(u8, Vec<u8>)> {
    let first = reader.read_u8().await.ok()?;
    let len = match reader.read_u8().await.ok()? {
        126 => usize::from(reader.read_u16().await.ok()?),
        127 => reader.read_u64().await.ok()? as usize,
        len => usize::from(len),
    };
    let mut payload = vec![0; len];
    reader.read_exact(&mut payload).await.ok()?;
    Some((first & 0x0f, payload))
}

/// The code with which the server closes; none if it just ends.
async fn closed(reader: &mut ReadHalf<DuplexStream>) -> Option<u16> {
    while let Some((opcode, payload)) = next(reader).await {
        if opcode == CLOSE {
            return payload.first_chunk().map(|code| u16::from_be_bytes(*code));
        }
    }
    None
}

/// FL-007: a read that is broken off at every byte, by pushes, loses nothing: each request is answered once, in order.
#[tokio::test(start_paused = true)]
async fn no_request_is_lost_to_what_happens_meanwhile() {
    const REQUESTS: u64 = 1500;
    let stage = Stage::new(1);
    let ([mut one, _other], room) = stage.match_of([0, 0]).await;
    let (bare, id) = Bare::hello(&stage, 9).await;
    let Bare { mut reader, mut writer } = bare;
    let watch = json!({"id": 2, "type": "watch", "room": room}).to_string();
    writer.write_all(&frame(TEXT, watch.as_bytes())).await.unwrap();
    let pushing = async {
        let signal = json!({"type": "signal", "room": room, "to": id, "data": 1});
        loop {
            assert_eq!(one.ask(signal.clone()).await["type"], "ok");
            sleep(Duration::from_millis(53)).await;
        }
    };
    let writing = async {
        for id in 0..REQUESTS {
            let request = json!({"id": 10 + id, "type": "unwatch", "room": "222222"}).to_string();
            for byte in frame(TEXT, request.as_bytes()) {
                writer.write_all(&[byte]).await.unwrap();
                sleep(Duration::from_millis(1)).await;
            }
        }
    };
    let reading = async {
        let (mut answered, mut pushed) = (0, 0);
        while answered < REQUESTS {
            let (_, payload) = next(&mut reader).await.expect("the socket stays open");
            let Ok(frame) = serde_json::from_slice::<Value>(&payload) else { continue };
            match frame["re"].as_u64() {
                Some(re) if re >= 10 => {
                    assert_eq!((re, &frame["type"]), (10 + answered, &json!("ok")), "{frame}");
                    answered += 1;
                }
                _ => pushed += u64::from(frame["type"] == "signal"),
            }
        }
        pushed
    };
    let pushed = tokio::select! {
        (_, pushed) = async { tokio::join!(writing, reading) } => pushed,
        () = pushing => unreachable!("it pushes until everything is read"),
    };
    assert!(pushed > REQUESTS / 2, "only {pushed} pushes came in between");
}

/// FL-107: while the store takes five seconds over a move, the same socket's pings are answered, and other rooms are
/// served, as if nothing were.
#[tokio::test(start_paused = true)]
async fn a_slow_store_holds_up_nobody_else() {
    let soon = Duration::from_millis(200);
    let stage = Stage::new(1);
    let ([mut one, _other], room) = stage.match_of([0, 0]).await;
    let ([mut third, _fourth], elsewhere) = stage.match_of([0, 0]).await;
    stage.appends(End::Done, 5 * SECOND);
    let act =
        json!({"type": "act", "room": room, "seq": one.view["seq"], "move": {"type": "place", "at": "c3"}});
    one.send(act).await;
    sleep(SECOND / 10).await;
    stage.appends(End::Done, Duration::ZERO);
    let start = Instant::now();
    one.socket.send(Message::Ping("here?".into())).await.unwrap();
    let pong = async {
        loop {
            if let Message::Pong(said) = one.socket.next().await.unwrap().unwrap() {
                return said;
            }
        }
    };
    assert_eq!(timeout(soon, pong).await.expect("a pong, at once"), "here?");
    let placed = timeout(soon, third.place(&elsewhere, "c3")).await.expect("an answer, at once");
    assert_eq!(placed["type"], "ok", "{placed}");
    assert!(start.elapsed() < soon);
    let told = loop {
        let frame = one.next().await.expect("an answer");
        if frame.get("re").is_some() {
            break frame;
        }
    };
    assert_eq!(told["type"], "ok", "{told}");
    assert!(start.elapsed() > 4 * SECOND, "the store was slow: {:?}", start.elapsed());
}

/// FL-061: a message that never ends: one frame byte by byte, piece by piece, and piece by piece with signs of life.
#[tokio::test(start_paused = true)]
async fn a_message_that_never_ends_is_let_go() {
    let stage = Stage::new(1);
    for (what, first, each, piece, within, code) in [
        ("a frame", vec![TEXT, 0xfe, 0xff, 0xff, 0, 0, 0, 0], SECOND, b" ".to_vec(), 51 * SECOND, 1001),
        ("pieces", frame(TEXT_BEGINS, b"{"), SECOND, frame(GOES_ON, b" "), 51 * SECOND, 1001),
        (
            "pieces and pongs",
            frame(TEXT_BEGINS, b"{"),
            SECOND,
            [frame(GOES_ON, &[b' '; 100]), frame(PONG, b"")].concat(),
            700 * SECOND,
            1009,
        ),
    ] {
        let (bare, _) = Bare::hello(&stage, 9).await;
        let Bare { mut reader, mut writer } = bare;
        let start = Instant::now();
        writer.write_all(&first).await.unwrap();
        let writing = tokio::spawn(async move {
            while writer.write_all(&piece).await.is_ok() {
                sleep(each).await;
            }
        });
        let closed = timeout(within, closed(&mut reader)).await;
        let closed = closed.unwrap_or_else(|_| panic!("{what}: open after {within:?}"));
        assert_eq!(closed, Some(code), "{what}, after {:?}", start.elapsed());
        writing.await.unwrap();
    }
}

/// FL-073: two of the largest pages of history over a line of 20 KB/s, on which nothing is kept for later: who reads
/// slowly and steadily is not taken for one who has stopped.
#[tokio::test(start_paused = true)]
async fn a_long_history_comes_over_a_slow_line() {
    let stage = Stage::new(1);
    let ([mut one, mut other], room) = stage.match_with([0, 0], steady::setup()).await;
    for ply in 0..200 {
        let mover = if ply % 2 == 0 { &mut one } else { &mut other };
        let (seat, mv) = (ply % 2, steady::nth(ply));
        mover.until("it is this seat's turn", |view| view["turn"] == json!([seat])).await;
        let act = json!({"type": "act", "room": room, "seq": mover.view["seq"], "move": mv});
        assert_eq!(mover.ask(act).await["type"], "ok");
        mover.until("it is the other's turn", |view| view["turn"] == json!([1 - seat])).await;
        sleep(SECOND / 10).await;
    }
    let (bare, _) = Bare::hello(&stage, 9).await;
    let Bare { mut reader, mut writer } = bare;
    for id in [2, 3] {
        let history = json!({"id": id, "type": "history", "room": room}).to_string();
        writer.write_all(&frame(TEXT, history.as_bytes())).await.unwrap();
    }
    let (mut read, mut piece) = (0, [0; 1000]);
    while read < 500_000 {
        let len = timeout(SECOND, reader.read(&mut piece)).await.expect("more of it").unwrap();
        assert!(len > 0, "the server has hung up after {read} bytes");
        read += len;
        sleep(SECOND / 20).await;
    }
}

/// FL-145: a page that nobody reads, and a connection that asks for ever, are given up.
#[tokio::test(start_paused = true)]
async fn connections_that_are_no_sockets_have_their_time() {
    const PAGE: &str = "GET /assets/strings/en.js HTTP/1.1\r\nHost: x\r\n\r\n";
    let stage = Stage::new(1);
    let mut line = dial(&stage, 8);
    line.write_all(PAGE.as_bytes()).await.unwrap();
    sleep(121 * SECOND).await;
    let mut page = Vec::new();
    let rest = timeout(SECOND, line.read_to_end(&mut page)).await;
    assert!(rest.is_ok(), "it is still being written");
    let length = String::from_utf8_lossy(&page).lines().find_map(|line| {
        line.strip_prefix("content-length: ").and_then(|length| length.parse::<usize>().ok())
    });
    assert!(page.len() < length.unwrap(), "all of it was there");

    let (mut reader, mut writer) = split(dial(&stage, 8));
    let start = Instant::now();
    let asking = tokio::spawn(async move {
        while writer.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.is_ok() {
            sleep(SECOND).await;
        }
    });
    let mut answers = String::new();
    timeout(130 * SECOND, reader.read_to_string(&mut answers)).await.expect("an end").unwrap();
    assert!(answers.matches("HTTP/1.1 200").count() >= 55 && start.elapsed() < 70 * SECOND);
    asking.await.unwrap();

    let mut idle = dial(&stage, 8);
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    timeout(11 * SECOND, idle.read_to_string(&mut answers)).await.expect("an end").unwrap();
}

/// While the store is silent, what is asked over the same socket waits in the line and not in the server, however much
/// it is; when the store is back, all of it is answered, in order.
#[tokio::test(start_paused = true)]
async fn what_cannot_be_served_yet_is_not_taken_in() {
    let stage = Stage::new(1);
    let ([mut one, _other], room) = stage.match_of([0, 0]).await;
    stage.appends(End::Done, 20 * SECOND);
    let seq = one.view["seq"].clone();
    one.send(json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": "c3"}})).await;
    let (mut sent, mut bytes) = (0, 0);
    loop {
        let request =
            json!({"type": "signal", "room": room, "to": "0".repeat(400), "data": 0, "id": 10 + sent});
        let text = Message::text(request.to_string());
        bytes += text.len();
        sent += 1;
        assert!(bytes < 100_000, "{sent} requests were taken in");
        if timeout(SECOND, one.socket.send(text)).await.is_err() {
            break;
        }
    }
    stage.appends(End::Done, Duration::ZERO);
    let mut next = 10;
    while next < 10 + sent {
        let frame = one.next().await.expect("the socket stays open");
        match frame["re"].as_u64() {
            Some(re) if re >= 10 => {
                assert_eq!(re, next, "{frame}");
                next += 1;
            }
            _ => {}
        }
    }
}
