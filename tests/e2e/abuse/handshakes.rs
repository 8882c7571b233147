//! Connections that never become a socket, become too many, or come too fast; and pages by the thousand.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::Scene;
use crate::harness::PATIENCE;
use crate::harness::client::Client;
use crate::harness::dial::{dial, home};
use crate::harness::http::get_from;
use crate::harness::raw::Raw;
use crate::harness::server::Server;

/// Connections of one address that are no sockets: what the server allows.
const ALLOWED: usize = 64;
/// By then a request head has to be there.
const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// What those do who open connections and ask for nothing.
#[derive(Clone, Copy)]
enum Habit {
    Silent,
    Slow,
    Half,
    /// Asks for a page, and then for nothing more.
    Idle,
}

impl Habit {
    /// Lives by it until the server has had enough; how long that took.
    async fn follow(self, mut stream: TcpStream) -> Duration {
        let start = Instant::now();
        let head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        match self {
            Self::Silent => {}
            Self::Slow => {
                for byte in head {
                    let ended = timeout(Duration::from_secs(1), stream.read_u8()).await.is_ok();
                    if ended || stream.write_all(&[*byte]).await.is_err() {
                        return start.elapsed();
                    }
                }
            }
            Self::Half => drop(stream.write_all(head).await),
            Self::Idle => drop(stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await),
        }
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the server lets go");
        start.elapsed()
    }
}

/// Half-open sockets and slow-loris: an address has so many connections, and each has to come to the point.
#[tokio::test]
async fn connections_that_ask_for_nothing_are_few_and_let_go() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let mut lives = Vec::new();
    for n in 0..300 {
        let habit = [Habit::Silent, Habit::Slow, Habit::Half, Habit::Idle][n % 4];
        let stream = dial(home(3), server).await.unwrap();
        lives.push(tokio::spawn(habit.follow(stream)));
    }
    sleep(Duration::from_secs(1)).await;
    let open = scene.server.open_sockets();
    assert!(open <= scene.open + ALLOWED + 2, "{open} connections are open, {} were before", scene.open);
    // others are let in
    assert_eq!(get_from(home(4), server, "/", "").await.status, 200);
    Client::hello_from(home(4), server, "neighbour").await.ok(json!({"type": "rooms"})).await;
    let lives: Vec<Duration> = join_all(lives).await.into_iter().map(Result::unwrap).collect();
    let at_once = lives.iter().filter(|life| **life < HEAD_WITHIN / 2).count();
    assert!(at_once >= 300 - ALLOWED, "{at_once} of 300 were refused at once");
    scene.ends("connections that ask for nothing").await;
}

/// Handshakes: an address opens so many a second, is told when to come again, and others do not notice.
#[tokio::test]
async fn sockets_are_opened_so_fast() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let (mut opened, mut refused) = (0, 0);
    while refused < 50 {
        let raw = Raw::connect_from(home(3), server, "").await;
        match raw.status() {
            101 => opened += 1,
            429 => {
                refused += 1;
                assert!(raw.head.to_ascii_lowercase().contains("retry-after: 1\r\n"), "{}", raw.head);
            }
            other => panic!("answered with {other}"),
        }
        assert!(opened < 5000, "an address opens sockets as fast as it likes");
        if opened % 20 == 0 {
            Client::hello_from(home(4), server, "neighbour").await;
        }
        // the server has to notice that the last one is gone
        sleep(Duration::from_millis(2)).await;
    }
    assert!(opened >= 100, "only {opened} sockets were opened");
    // and after the time that was told
    sleep(Duration::from_secs(1)).await;
    assert_eq!(Raw::connect_from(home(3), server, "").await.status(), 101);
    scene.ends("handshakes").await;
}

/// A server has room for so many sockets in all; who comes then is told so, and may come later.
#[tokio::test]
async fn a_full_server_says_so() {
    let server = Server::with(&["--limit-sockets", "3"]);
    let mut clients = Vec::new();
    for n in 0..3 {
        clients.push(Client::hello_from(home(n), server.address, "guest").await);
    }
    let refused = Raw::connect_from(home(9), server.address, "").await;
    assert_eq!(refused.status(), 503, "{}", refused.head);
    // those who are in play on, and pages are served
    clients[0].ok(json!({"type": "rooms"})).await;
    assert_eq!(get_from(home(9), server.address, "/", "").await.status, 200);
    clients.pop();
    let by = Instant::now() + PATIENCE;
    while Raw::connect_from(home(9), server.address, "").await.status() != 101 {
        assert!(Instant::now() < by, "the place of one who has left stays taken");
        sleep(Duration::from_millis(50)).await;
    }
}

/// How many requests for `path` over one connection, and a last one for `/healthz`, are answered with 200, 404 and 429.
async fn poured(server: SocketAddr, path: &str, requests: usize) -> [usize; 3] {
    let mut stream = dial(home(3), server).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(requests);
    let last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let (mut reader, mut writer) = stream.split();
    let mut text = String::new();
    let written = async { writer.write_all((request + last).as_bytes()).await };
    let (_, read) = tokio::join!(written, timeout(PATIENCE, reader.read_to_string(&mut text)));
    read.expect("the server answers").unwrap();
    ["200", "404", "429"].map(|status| text.matches(&format!("HTTP/1.1 {status}")).count())
}

/// Pages and match files by the thousand: pages are served, and codes cannot be guessed by match files either.
#[tokio::test]
async fn floods_of_pages_slow_nobody_down() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let flood = |n: u16| async move {
        let path = if n.is_multiple_of(2) {
            "/".to_owned()
        } else {
            format!("/matches/{:0>6}/1.jsonl", "ZY".repeat(3))
        };
        poured(server, &path, 100).await
    };
    let answers = join_all((0..20).map(flood)).await;
    let [pages, none, refused] = [0, 1, 2].map(|status| answers.iter().map(|a| a[status]).sum::<usize>());
    assert_eq!(pages, 1000 + 20, "every page is served");
    assert!(none >= 30 && refused > 500, "{none} guesses were answered, {refused} refused");
    assert_eq!(none + refused, 1000);
    scene.ends("pages").await;
}

/// An address has so many pages at once, and then so many a second; its neighbours have theirs.
#[tokio::test]
async fn pages_are_asked_for_so_fast() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let start = Instant::now();
    let answers = join_all((0..40).map(|_| poured(server, "/rules", 199))).await;
    let [pages, none, refused] = [0, 1, 2].map(|status| answers.iter().map(|a| a[status]).sum::<usize>());
    let most = 4000 + 200 * (start.elapsed().as_secs() as usize + 1);
    assert_eq!((pages + refused, none), (40 * 200, 0));
    assert!((4000..=most).contains(&pages), "{pages} of {most} pages were served");
    assert_eq!(get_from(home(4), server, "/rules", "").await.status, 200);
    scene.ends("too many pages").await;
}
