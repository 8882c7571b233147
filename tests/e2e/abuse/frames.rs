//! Frames as fast as a line carries them: nonsense, pings, pieces, and requests whose answers nobody reads.

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::Scene;
use crate::harness::PATIENCE;
use crate::harness::dial::home;
use crate::harness::raw::{Raw, TEXT, frame};

/// A final frame of this opcode.
const FIN: u8 = 0x80;
const PING: u8 = 9;
const PONG: u8 = 10;

/// FL-104, FL-061, FL-139, FL-018: each flood ends with the close code for it, and soon.
#[tokio::test]
async fn floods_of_frames_are_let_go() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let hello = frame(FIN | TEXT, br#"{"id":1,"type":"hello"}"#);
    let large = [b"{\"id\":2,\"type\":\"rooms\",\"x\":\"".as_slice(), &[b'x'; 60_000], b"\"}"].concat();
    let kinds = [
        ("requests", frame(FIN | TEXT, br#"{"id":2,"type":"rooms"}"#), 1008),
        ("large requests", frame(FIN | TEXT, &large), 1008),
        ("nonsense", frame(FIN | TEXT, b"nonsense"), 1008),
        ("arrays in arrays", frame(FIN | TEXT, "[".repeat(10_000).as_bytes()), 1008),
        ("pings", frame(FIN | PING, &[7; 125]), 1008),
        ("pongs", frame(FIN | PONG, b""), 1008),
        ("pieces", frame(0, &[b' '; 1024]), 1009),
        ("huge frames", frame(FIN | TEXT, &vec![b' '; 1 << 20]), 1009),
    ];
    let floods = kinds.iter().enumerate().flat_map(|(n, kind)| [(n, kind), (n + 100, kind)]);
    join_all(floods.map(|(n, (what, bytes, code))| {
        let hello = hello.clone();
        async move {
            let mut raw = Raw::connect_from(home(10 + n as u16), server, "").await;
            raw.write(&hello).await;
            if *what == "pieces" {
                raw.write(&frame(TEXT, b" ")).await;
            }
            let Raw { mut reader, mut writer, .. } = raw;
            let bytes = bytes.clone();
            let writing = tokio::spawn(async move { while writer.write_all(&bytes).await.is_ok() {} });
            let closed = timeout(PATIENCE, Raw::closed_on(&mut reader)).await.expect("it is let go");
            // a flood may still be on its way when the server hangs up, and then takes the goodbye with it
            assert!(closed.is_none_or(|closed| closed == *code), "{what}: closed with {closed:?}");
            let ended = timeout(PATIENCE, writing).await;
            assert!(ended.is_ok(), "{what}: the server reads on");
        }
    }))
    .await;
    scene.ends("frames").await;
}

/// FL-103, FL-145: who asks and never reads is left, with what was kept for it.
#[tokio::test]
async fn who_never_reads_is_left() {
    let scene = Scene::with(&["--limit-requests-per-s", "100000", "--limit-burst", "100000"]).await;
    let server = scene.server.address;
    let room = scene.honest.room.clone();
    let watch = json!({"id": 2, "type": "watch", "room": room}).to_string();
    let asked = frame(FIN | TEXT, json!({"id": 3, "type": "watch", "room": room}).to_string().as_bytes());
    let held = join_all((0..10).map(|n| {
        let (watch, asked) = (watch.clone(), asked.clone());
        async move {
            let mut raw = Raw::connect_from(home(3 + n), server, "").await;
            raw.write(&frame(FIN | TEXT, br#"{"id":1,"type":"hello"}"#)).await;
            raw.write(&frame(FIN | TEXT, watch.as_bytes())).await;
            // each answer is many times as long as the question
            let asking = async { while raw.writer.write_all(&asked).await.is_ok() {} };
            assert!(timeout(PATIENCE, asking).await.is_ok(), "a server that cannot write lets go");
            raw
        }
    }))
    .await;
    drop(held);
    scene.ends("readers of nothing").await;
}
