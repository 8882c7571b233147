//! Handshakes, broken frames, and how a socket is closed.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::chain::unhex;
use crate::harness::client::Client;
use crate::harness::raw::{CLOSE, Raw, TEXT, frame, unmasked};
use crate::harness::server::Server;

/// A final frame of this opcode.
const FIN: u8 = 0x80;

/// FL-025: who may open a socket, and in which subprotocol.
#[tokio::test]
async fn a_handshake_is_judged_by_origin_and_subprotocol() {
    let server = Server::with(&["--limits", "off", "--origin", "https://play.example"]);
    let own = format!("Origin: http://{}\r\n", server.address);
    for (headers, status) in [
        ("", 101),
        ("Sec-WebSocket-Protocol: longtable.v1\r\n", 101),
        ("Sec-WebSocket-Protocol: chat, longtable.v1\r\n", 101),
        ("Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: longtable.v1\r\n", 101),
        ("Sec-WebSocket-Protocol: longtable.v2\r\n", 400),
        ("Sec-WebSocket-Protocol: chat, soap\r\n", 400),
        (own.as_str(), 101),
        ("Origin: https://play.example\r\n", 101),
        ("Origin: http://evil.example\r\nCookie: key=0\r\n", 403),
        ("Origin: https://play.example.evil\r\n", 403),
        ("Origin: null\r\n", 403),
    ] {
        let raw = Raw::connect(server.address, headers).await;
        assert_eq!(raw.status(), status, "{headers:?}: {}", raw.head);
        let chosen = raw.head.to_ascii_lowercase().contains("sec-websocket-protocol: longtable.v1");
        assert_eq!(chosen, status == 101 && headers.contains("longtable.v1"), "{headers:?}: {}", raw.head);
    }
}

/// FL-018, FL-114, FL-104, FL-061: each breaks its own socket only, with the code for it.
#[tokio::test]
async fn a_broken_frame_closes_its_socket_and_no_other() {
    let mut server = Server::start();
    let mut bystander = Client::hello(server.address, "bystander").await;
    let close = |payload: &str| frame(FIN | CLOSE, &unhex(payload));
    for (what, bytes, codes) in [
        ("binary", frame(FIN | 2, b"{}"), &[1003][..]),
        ("text that is no UTF-8", frame(FIN | TEXT, &unhex("ff fe 80")), &[1007]),
        ("half a character", frame(FIN | TEXT, &unhex("22 e2 82")), &[1007]),
        ("a surrogate", frame(FIN | TEXT, &unhex("22 ed a0 80 22")), &[1007]),
        ("reserved opcode 3", frame(FIN | 3, b"{}"), &[1002]),
        ("reserved opcode 11", frame(FIN | 11, b""), &[1002]),
        ("a reserved bit", frame(FIN | 0x40 | TEXT, b"{}"), &[1002]),
        ("no mask", unmasked(FIN | TEXT, b"{}"), &[1002]),
        ("a ping of 126 bytes", frame(FIN | 9, &[7; 126]), &[1002]),
        ("a ping in pieces", frame(9, b"x"), &[1002]),
        ("a piece of nothing", frame(FIN, b"x"), &[1002]),
        ("a text within a text", [frame(TEXT, b"{"), frame(FIN | TEXT, b"}")].concat(), &[1002]),
        ("close 999", close("03e7"), &[1002]),
        ("close 1004", close("03ec"), &[1002]),
        ("close 1005", close("03ed"), &[1002]),
        ("close 1006", close("03ee"), &[1002]),
        ("close 5000", close("1388"), &[1002]),
        ("close of one byte", close("03"), &[1002]),
        ("close with a reason that is no UTF-8", close("03e8 ff"), &[1002, 1007]),
        ("an honest close", close("03e8"), &[1000]),
        ("a text of one byte too many", frame(FIN | TEXT, &[b' '; 65_537]), &[1009]),
        ("a text of a megabyte", frame(FIN | TEXT, &vec![b' '; 1 << 20]), &[1009]),
        ("a text of 64 megabytes", frame(FIN | TEXT, &vec![b' '; 64 << 20]), &[1009]),
        ("10,000 pieces of a kilobyte", pieces(10_000), &[1009]),
    ] {
        let before = server.resident_kib();
        let Raw { mut reader, mut writer, .. } = Raw::connect(server.address, "").await;
        // read while writing: the server may close long before it has been sent everything
        let writing = tokio::spawn(async move {
            let _ = tokio::io::AsyncWriteExt::write_all(&mut writer, &bytes).await;
            writer
        });
        let code = Raw::closed_on(&mut reader).await;
        assert!(
            code.is_some_and(|code| codes.contains(&code)),
            "{what}: closed with {code:?}, not {codes:?}"
        );
        writing.abort();
        let grown = server.resident_kib().saturating_sub(before);
        assert!(grown < 16 * 1024, "{what}: the server grew by {grown} KiB");
        bystander.ok(json!({"type": "rooms"})).await;
    }
    assert!(server.is_alive());
}

fn pieces(count: usize) -> Vec<u8> {
    let mut bytes = frame(TEXT, &[b' '; 1024]);
    let piece = frame(0, &[b' '; 1024]);
    (1..count).for_each(|_| bytes.extend(&piece));
    bytes
}

/// FL-104: exactly the limit is taken, whole or in pieces.
#[tokio::test]
async fn a_text_of_exactly_the_limit_is_read() {
    let server = Server::start();
    let mut text = br#"{"id":5,"type":"rooms"}"#.to_vec();
    text.resize(65_536, b' ');
    for bytes in [
        frame(FIN | TEXT, &text),
        [
            frame(TEXT, &text[..9]),
            frame(FIN | 9, b"between"),
            frame(0, &text[9..40_000]),
            frame(FIN, &text[40_000..]),
        ]
        .concat(),
    ] {
        let mut raw = Raw::connect(server.address, "").await;
        raw.write(&bytes).await;
        let (opcode, payload) = loop {
            let frame = raw.frame().await.expect("an answer");
            // the pong may come first
            if frame.0 != 10 {
                break frame;
            }
            assert_eq!(frame.1, b"between");
        };
        let reply: Value = serde_json::from_slice(&payload).unwrap();
        assert_eq!((opcode, &reply["re"], &reply["code"]), (TEXT, &json!(5), &json!("hello_first")));
    }
}

/// Silent, slow or merely without `hello`: 1008 after 10 s. FL-061: the slow one sends a byte a second.
#[tokio::test]
async fn without_hello_a_socket_is_closed_after_ten_seconds() {
    let server = Server::start();
    let connect = || Raw::connect(server.address, "");
    let (silent, slow, asking) = (connect().await, connect().await, connect().await);
    let start = Instant::now();
    let waits =
        [(silent, Habit::Silent), (slow, Habit::Slow), (asking, Habit::Asking)].map(async |(raw, habit)| {
            let Raw { mut reader, mut writer, .. } = raw;
            let habit = tokio::spawn(async move { habit.follow(&mut writer).await });
            let code = Raw::closed_on(&mut reader).await;
            habit.abort();
            (code, start.elapsed())
        });
    for (code, after) in join_all(waits).await {
        assert_eq!(code, Some(1008));
        assert!(after > Duration::from_secs(9) && after < Duration::from_secs(20), "{after:?}");
    }
}

enum Habit {
    Silent,
    Slow,
    Asking,
}

impl Habit {
    async fn follow(self, writer: &mut (impl tokio::io::AsyncWrite + Unpin)) {
        use tokio::io::AsyncWriteExt;
        let bytes = match self {
            Self::Silent => return,
            Self::Slow => frame(FIN | TEXT, br#"{"id":1,"type":"hello"}            "#),
            Self::Asking => frame(FIN | TEXT, br#"{"id":1,"type":"rooms"}"#),
        };
        loop {
            let part = if matches!(self, Self::Slow) { 1 } else { bytes.len() };
            for bytes in bytes.chunks(part) {
                let _ = writer.write_all(bytes).await;
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Replies come one for each request, in its order, however many are sent at once.
#[tokio::test]
async fn replies_come_in_the_order_of_the_requests() {
    let server = Server::start();
    let mut client = Client::hello(server.address, "hasty").await;
    for id in 1000..1300_u32 {
        let request = match id % 4 {
            0 => json!({"id": id, "type": "rooms"}),
            1 => json!({"id": id, "type": "dance"}),
            2 => json!({"id": id, "type": "watch", "room": "222222"}),
            _ => json!({"id": id, "type": "create", "setup": {"game": {"kind": "dara"}}}),
        };
        client.send_text(request.to_string()).await;
    }
    for id in 1000..1300_u32 {
        let reply = client.next_reply().await;
        assert_eq!(reply["re"], id, "{reply}");
    }
}
