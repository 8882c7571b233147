//! Sockets by the hundred that end in every way there is.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use super::Scene;
use crate::harness::dial::{bound, home};
use crate::harness::raw::{CLOSE, Raw, TEXT, frame};
use crate::harness::seed::many;

/// A final frame of this opcode.
const FIN: u8 = 0x80;
/// Sockets that end at once.
const AT_ONCE: usize = 50;

/// FL-156: a close frame, FIN, RST, silence, one half closed: nothing of any stays, and none is left half-closed.
#[tokio::test]
async fn sockets_that_end_in_any_way_leave_nothing_behind() {
    let sockets = many(5000, 500);
    let scene = Scene::new().await;
    let server = scene.server.address;
    let ending = |n: usize| async move {
        // more addresses than one, or it would be a flood of handshakes
        let from = home(100 + (n / 50) as u16);
        let mut raw = if n % 5 == 2 {
            let socket = bound(from).unwrap();
            socket.set_zero_linger().unwrap();
            Raw::over(socket.connect(server).await.unwrap(), server, "").await
        } else {
            Raw::connect_from(from, server, "").await
        };
        assert_eq!(raw.status(), 101, "{}", raw.head);
        // half of them have said hello, and are in the middle of a request; who is silent then has its 50 s, see `wire`
        if n.is_multiple_of(2) && n % 5 != 3 {
            raw.write(&frame(FIN | TEXT, br#"{"id":1,"type":"hello"}"#)).await;
            raw.write(&frame(FIN | TEXT, br#"{"id":2,"type":"rooms","follow":true}"#)).await;
        }
        match n % 5 {
            0 => raw.write(&frame(FIN | CLOSE, &1000_u16.to_be_bytes())).await,
            1 | 2 => return None,
            3 => sleep(Duration::from_millis(100)).await,
            _ => drop(raw.writer.shutdown().await),
        }
        Some(raw)
    };
    let held: Vec<_> = stream::iter((0..sockets).map(ending)).buffer_unordered(AT_ONCE).collect().await;
    // those who are silent keep their side open, until the server has had enough of them
    let silent = held.into_iter().flatten().collect::<Vec<_>>();
    assert!(silent.len() >= sockets / 2);
    scene.ends("five ways to end").await;
}
