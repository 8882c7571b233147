//! A server is killed under everybody, and everybody comes back: real sessions of clients, with their back-off.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::client::{Event, Loss, Output, Profile, Secrets, Session, State, Ticket};
use protocol::{Request, RoomCode};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::Scene;
use super::honest::Honest;
use crate::harness::PATIENCE;
use crate::harness::client::Client;
use crate::harness::dial::{dial, home};
use crate::harness::seed::many;

/// Clients behind each address.
const BEHIND: usize = 50;

/// When everybody was welcomed, and what became of each attempt.
#[derive(Default)]
struct Seen {
    welcomed: Vec<Instant>,
    refused: Vec<u16>,
}

/// FL-066: all come back by themselves, spread over their back-off, and no connection fails to be accepted.
#[tokio::test]
async fn everybody_comes_back_after_a_crash() {
    let (clients, away) = (many(2000, 300), Duration::from_secs(many(5, 2) as u64));
    let mut scene = Scene::new().await;
    let server = scene.server.address;
    let mut host = Client::hello_from(home(3), server, "host").await;
    let mut rooms = Vec::new();
    for _ in 0..10 {
        let made = host.ok(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await;
        rooms.push(made["room"].as_str().unwrap().parse::<RoomCode>().unwrap());
    }
    let seen = Arc::new(Mutex::new(Seen::default()));
    let mut people = JoinSet::new();
    for n in 0..clients {
        let from = home(1000 + (n / BEHIND) as u16);
        people.spawn(stay(from, server, rooms[n % rooms.len()], Arc::clone(&seen)));
    }
    all_are_there(&seen, clients).await;
    // the honest of the scene stop where they are: two others play from the moment at which the server is there again
    scene.honest.finish("before the storm").await;
    scene.server.kill();
    sleep(away).await;
    *seen.lock().unwrap() = Seen::default();
    scene.server.restart();
    let back = Instant::now();
    scene.honest = Honest::at(server).await;
    all_are_there(&seen, clients).await;
    let (mut returns, refused) = {
        let seen = seen.lock().unwrap();
        (seen.welcomed.iter().map(|at| *at - back).collect::<Vec<_>>(), seen.refused.clone())
    };
    returns.sort_unstable();
    let within = |share: usize| returns[(returns.len() - 1) * share / 100];
    println!(
        "{clients} clients, away for {away:?}: back after {:.2?} (first), {:.2?} (p10), {:.2?} (p50), {:.2?} (p90), {:.2?} (last)",
        returns[0],
        within(10),
        within(50),
        within(90),
        within(100)
    );
    assert_eq!(refused, [0_u16; 0], "somebody was refused");
    assert_eq!(scene.server.metric("longtable_accept_failures_total").await, 0.0);
    assert_eq!(scene.server.metric("longtable_connections_refused_total").await, 0.0);
    let spread = within(90).saturating_sub(within(10));
    assert!(spread > Duration::from_millis(500), "all came at once: within {spread:?}");
    scene.honest.finish("during the storm").await;
    scene.honest = Honest::at(server).await;
    sleep(Duration::from_secs(2)).await;
    people.shutdown().await;
    drop(host);
    scene.ends("after a storm").await;
}

async fn all_are_there(seen: &Mutex<Seen>, clients: usize) {
    let by = Instant::now() + PATIENCE;
    loop {
        let there = seen.lock().unwrap().welcomed.len();
        if there >= clients {
            return;
        }
        assert!(Instant::now() < by, "{there} of {clients} are there");
        sleep(Duration::from_millis(50)).await;
    }
}

/// A client that watches a room, and comes back whenever its line breaks.
async fn stay(from: IpAddr, server: SocketAddr, room: RoomCode, seen: Arc<Mutex<Seen>>) {
    let began = Instant::now();
    let chance = StdRng::from_rng(&mut rand::rng());
    let mut session = Session::new(Profile::in_memory(), Secrets::in_memory(), "storm/1", chance);
    session.request(Ticket(0), Request::Watch { room, after: None });
    let mut socket: Option<WebSocketStream<TcpStream>> = None;
    loop {
        while let Some(output) = session.output() {
            match output {
                Output::Dial => match open(from, server).await {
                    Ok(opened) => {
                        socket = Some(opened);
                        session.connected(began.elapsed());
                    }
                    Err(loss) => {
                        if let Loss::Refused { status } = loss {
                            seen.lock().unwrap().refused.push(status);
                        }
                        session.lost(&loss, began.elapsed());
                    }
                },
                Output::Hangup => socket = None,
                Output::Send(text) => {
                    if let Some(socket) = &mut socket {
                        let _ = socket.send(Message::text(text)).await;
                    }
                }
                Output::Tell(Event::Welcome(_)) => seen.lock().unwrap().welcomed.push(Instant::now()),
                Output::Tell(Event::State(State::Stopped { reason })) => {
                    panic!("a client gives up: {reason}")
                }
                Output::Tell(_) | Output::Answer(..) => {}
            }
        }
        let deadline = session.deadline().map(|at| began + at);
        let heard = async {
            match &mut socket {
                Some(socket) => socket.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = heard => match message {
                Some(Ok(Message::Text(text))) => session.received(&text, began.elapsed()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    socket = None;
                    session.lost(&Loss::Broken("the line broke".to_owned()), began.elapsed());
                }
                Some(Ok(_)) => session.heard(began.elapsed()),
            },
            () = sleep_until(deadline.unwrap_or(began)), if deadline.is_some() => session.tick(began.elapsed()),
        }
    }
}

async fn open(from: IpAddr, server: SocketAddr) -> Result<WebSocketStream<TcpStream>, Loss> {
    let broken = |error: &dyn std::fmt::Display| Loss::Broken(error.to_string());
    let stream = dial(from, server).await.map_err(|error| broken(&error))?;
    let mut request = format!("ws://{server}/ws").into_client_request().map_err(|error| broken(&error))?;
    request.headers_mut().insert("sec-websocket-protocol", "longtable.v1".parse().unwrap());
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(Loss::Refused { status: response.status().as_u16() }),
        Err(error) => Err(broken(&error)),
    }
}
