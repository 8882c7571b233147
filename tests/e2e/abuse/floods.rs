//! Requests as fast as a line carries them: chat, signals, names, rooms, seats, look-ups, watching.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::Scene;
use crate::harness::client::Client;
use crate::harness::dial::home;

/// Sends all at once; the replies, in their order. Fewer if the server closes.
async fn pour(client: &mut Client, requests: Vec<Value>) -> Vec<Value> {
    let mut ids = Vec::new();
    for request in requests {
        ids.push(client.send(request).await);
    }
    let mut replies = Vec::new();
    for id in ids {
        let Some(reply) = client.reply(id).await else { break };
        replies.push(reply);
    }
    replies
}

fn count(replies: &[Value], code: &str) -> usize {
    replies.iter().filter(|reply| reply["code"] == code).count()
}

/// Replies that are no refusal.
fn done(replies: &[Value]) -> usize {
    replies.iter().filter(|reply| reply["type"] != "error").count()
}

/// So many people who watch the honest room.
async fn crowd(scene: &Scene, size: u16) -> Vec<Client> {
    join_all((0..size).map(|n| async move {
        let mut client = Client::hello_from(home(100 + n % 8), scene.server.address, "X").await;
        client.ok(json!({"type": "watch", "room": scene.honest.room})).await;
        client
    }))
    .await
}

/// FL-022: a crowd writes and signals as fast as it can; the players it does that to lose neither line nor game.
#[tokio::test]
async fn chat_and_signals_drown_nobody() {
    let scene = Scene::new().await;
    let mut crowd = crowd(&scene, 60).await;
    let say = || json!({"type": "say", "room": scene.honest.room, "text": "x".repeat(500)});
    let said = join_all(crowd.iter_mut().map(|client| pour(client, vec![say(); 50]))).await.concat();
    assert_eq!(done(&said) + count(&said, "rate_limited"), 60 * 50);
    assert!(done(&said) <= 60 * 12, "{} lines were taken", done(&said));
    assert!(said.iter().all(|reply| reply["type"] != "error" || reply["retry_ms"].is_u64()));
    let data = "x".repeat(16 * 1024 - 2);
    let signal =
        json!({"type": "signal", "room": scene.honest.room, "to": scene.honest.player, "data": data});
    join_all(crowd.iter_mut().map(|client| pour(client, vec![signal.clone(); 40]))).await;
    drop(crowd);
    scene.ends("chat and signals").await;
}

/// FL-022: sits down and stands up as fast as it can: is slowed down, told so, and then put out.
#[tokio::test]
async fn hopping_between_seats_is_put_out() {
    let scene = Scene::new().await;
    let mut host = Client::hello_from(home(3), scene.server.address, "host").await;
    let room =
        host.ok(json!({"type": "create", "setup": {"game": {"kind": "gul_bara"}}})).await["room"].clone();
    let mut hopper = Client::hello_from(home(4), scene.server.address, "hopper").await;
    let hop = |n: usize| json!({"type": (if n.is_multiple_of(2) { "sit" } else { "stand" }), "room": room});
    let hops = pour(&mut hopper, (0..50).map(hop).collect()).await;
    assert_eq!((done(&hops), count(&hops, "rate_limited")), (40, 10), "{:?}", hops.last());
    pour(&mut hopper, (0..1000).map(hop).collect()).await;
    assert_eq!(hopper.closed().await, Some(1008));
    host.ok(json!({"type": "stand", "room": room})).await;
    drop((host, hopper));
    scene.ends("hopping").await;
}

/// Names and rooms are stored: however many keys somebody takes, an address makes so many.
#[tokio::test]
async fn names_and_rooms_are_made_so_fast() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let start = Instant::now();
    let mut client = Client::hello_from(home(3), server, "X").await;
    let rename = |n: usize| json!({"type": "rename", "name": format!("X {n}")});
    let named = pour(&mut client, (0..55).map(rename).collect()).await;
    assert!((40..50).contains(&done(&named)), "{} names were stored", done(&named));
    assert_eq!(done(&named) + count(&named, "rate_limited"), 55);
    // one is never kept from saying hello, only from a new name with it
    let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
    let keys = join_all((0..25).map(|_| async {
        let mut client = Client::hello_from(home(3), server, "X").await;
        let made = pour(&mut client, vec![create.clone(); 25]).await;
        assert!(done(&made) <= 20, "a player has {} rooms open", done(&made));
        (client, made)
    }))
    .await;
    let made: usize = keys.iter().map(|(_, made)| done(made)).sum();
    let most = 400 + 10 * (start.elapsed().as_secs() as usize + 1);
    assert!(made <= most, "one address made {made} rooms, though {most} are allowed");
    assert!(keys.iter().any(|(_, made)| count(made, "rate_limited") > 0));
    let mut neighbour = Client::hello_from(home(4), server, "neighbour").await;
    neighbour.ok(create).await;
    drop((client, keys, neighbour));
    scene.ends("names and rooms").await;
}

/// What makes the store read is counted for a player, over however many sockets.
#[tokio::test]
async fn look_ups_are_answered_so_fast() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let first = Client::hello_from(home(3), server, "X").await;
    let (key, room) = (first.key.clone(), scene.honest.room.clone());
    let start = Instant::now();
    let replies = join_all((0..8_usize).map(|n| {
        let (key, room, player) = (&key, &room, &scene.honest.player);
        async move {
            let mut client = Client::again(server, key).await;
            let what = match n % 4 {
                0 => json!({"type": "history", "room": room}),
                1 => json!({"type": "player", "player": player}),
                2 => json!({"type": "league"}),
                _ => json!({"type": "rooms", "mine": true}),
            };
            pour(&mut client, vec![what; 50]).await
        }
    }))
    .await
    .concat();
    let most = 60 + 5 * (start.elapsed().as_secs() as usize + 1);
    assert!((50..=most).contains(&done(&replies)), "{} look-ups of {most} were served", done(&replies));
    assert_eq!(done(&replies) + count(&replies, "rate_limited"), 400);
    drop(first);
    scene.ends("look-ups").await;
}

/// One socket watches so many rooms, and follows one list.
#[tokio::test]
async fn a_socket_watches_so_many_rooms() {
    let scene = Scene::new().await;
    let server = scene.server.address;
    let mut hosts = Vec::new();
    let mut rooms = Vec::new();
    for n in 0..6 {
        let mut host = Client::hello_from(home(3), server, &format!("host {n}")).await;
        let create = json!({"type": "create", "setup": {"game": {"kind": "dara"}}});
        rooms.extend(pour(&mut host, vec![create; 18]).await.iter().map(|made| made["room"].clone()));
        hosts.push(host);
    }
    let mut watcher = Client::hello_from(home(4), server, "watcher").await;
    let mut watched = 0;
    for room in &rooms {
        let reply = loop {
            let reply = watcher.ask(json!({"type": "watch", "room": room})).await;
            if reply["code"] != "rate_limited" {
                break reply;
            }
            sleep(Duration::from_millis(reply["retry_ms"].as_u64().unwrap())).await;
        };
        if reply["type"] == "error" {
            assert_eq!((watched, &reply["code"]), (100, &json!("not_allowed")), "{reply}");
            break;
        }
        watched += 1;
    }
    assert_eq!(watched, 100);
    // one that is left makes room for another
    sleep(Duration::from_millis(200)).await;
    watcher.ok(json!({"type": "unwatch", "room": rooms[0]})).await;
    watcher.ok(json!({"type": "watch", "room": rooms[107]})).await;
    drop((hosts, watcher));
    scene.ends("watching").await;
}
