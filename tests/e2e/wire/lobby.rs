//! The list of rooms: who is on it, and how those who follow it are told.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::PATIENCE;
use crate::harness::client::Client;
use crate::harness::server::Server;

fn dara() -> Value {
    json!({"type": "create", "setup": {"game": {"kind": "dara"}}})
}

/// Pushes come to those whose list changed, and at most once a second.
#[tokio::test]
async fn who_follows_the_list_is_told_at_most_once_a_second() {
    let server = Server::start();
    let mut all = Client::hello(server.address, "all").await;
    let mut other = Client::hello(server.address, "other game").await;
    let list = all.ok(json!({"type": "rooms", "follow": true})).await;
    assert_eq!(list["rooms"], json!([]));
    other.ok(json!({"type": "rooms", "follow": true, "game": "gul_bara"})).await;
    let mut maker = Client::hello(server.address, "maker").await;
    let start = Instant::now();
    let mut made = Vec::new();
    while start.elapsed() < Duration::from_millis(3500) {
        made.push(maker.ok(dara()).await["room"].clone());
        sleep(Duration::from_millis(30)).await;
    }
    let last = made.last().unwrap().clone();
    let mut pushes = 0;
    loop {
        let push = all.push(|push| push["type"] == "rooms").await;
        pushes += 1;
        assert!(push["rooms"].as_array().is_some_and(|rooms| !rooms.is_empty()), "{push}");
        if push["rooms"][0]["room"] == last {
            break;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(f64::from(pushes) <= seconds + 1.0, "{pushes} pushes in {seconds:.1} s");
    assert!(pushes >= 3, "{} rooms were made in 3.5 s, and {pushes} pushes came", made.len());
    other.listen(Duration::from_millis(200)).await;
    assert_eq!(other.pushes().iter().filter(|push| push["type"] == "rooms").count(), 0);
    all.ok(json!({"type": "rooms", "follow": false})).await;
    maker.ok(dara()).await;
    all.listen(Duration::from_millis(1300)).await;
    assert!(all.pushes().iter().all(|push| push["type"] != "rooms"), "nobody follows any more");
}

#[tokio::test]
async fn a_list_has_a_hundred_rooms_the_newest_first() {
    let server = Server::start();
    let mut maker = Client::hello(server.address, "maker").await;
    let mut made = Vec::new();
    for _ in 0..105 {
        made.push(maker.ok(dara()).await["room"].clone());
    }
    let list = maker.ok(json!({"type": "rooms"})).await;
    let rooms = list["rooms"].as_array().unwrap();
    assert_eq!((rooms.len(), &list["more"]), (100, &json!(true)));
    let since: Vec<_> = rooms.iter().map(|room| room["since"].as_i64().unwrap()).collect();
    assert!(since.is_sorted_by(|newer, older| newer >= older));
    assert!(
        made[..5].iter().any(|old| rooms.iter().all(|room| room["room"] != *old)),
        "the oldest are left out"
    );
}

/// Unlisted rooms are found by their longer code only.
#[tokio::test]
async fn an_unlisted_room_is_on_nobodys_list_but_its_players() {
    let server = Server::start();
    let mut owner = Client::hello(server.address, "owner").await;
    let mut stranger = Client::hello(server.address, "stranger").await;
    let setup = json!({"game": {"kind": "dara"}, "visibility": "unlisted"});
    let created = owner.ok(json!({"type": "create", "setup": setup})).await;
    let room = created["room"].as_str().unwrap();
    assert_eq!(room.len(), 8);
    assert_eq!(owner.ok(dara()).await["room"].as_str().unwrap().len(), 6);
    let listed = |list: &Value| list["rooms"].as_array().unwrap().iter().any(|listed| listed["room"] == room);
    assert!(!listed(&stranger.ok(json!({"type": "rooms"})).await));
    assert!(!listed(&stranger.ok(json!({"type": "rooms", "mine": true})).await));
    assert!(!listed(&owner.ok(json!({"type": "rooms"})).await));
    assert!(listed(&owner.ok(json!({"type": "rooms", "mine": true})).await));
    // nobody is brought there by chance
    let quick = stranger.ok(json!({"type": "quick", "setup": setup})).await;
    assert_eq!(quick["type"], "created");
    stranger.ok(json!({"type": "watch", "room": room.to_lowercase()})).await;
}

/// FL-092: a waiting room whose host has left is not offered any more; when the host comes back, it is.
#[tokio::test]
async fn a_waiting_room_without_its_host_is_not_offered() {
    let server = Server::start();
    let mut host = Client::hello(server.address, "host").await;
    let room = host.ok(dara()).await["room"].clone();
    let key = host.key.clone();
    let mut guest = Client::hello(server.address, "guest").await;
    drop(host);
    wait_listed(&mut guest, &room, false).await;
    let quick = guest.ok(json!({"type": "quick", "setup": {"game": {"kind": "dara"}}})).await;
    assert_eq!(quick["type"], "created", "nobody is seated with someone who has left");
    let mut host = Client::again(server.address, &key).await;
    host.ok(json!({"type": "watch", "room": room})).await;
    wait_listed(&mut guest, &room, true).await;
}

async fn wait_listed(client: &mut Client, room: &Value, wanted: bool) {
    let by = Instant::now() + PATIENCE;
    loop {
        let list = client.ok(json!({"type": "rooms"})).await;
        if list["rooms"].as_array().unwrap().iter().any(|listed| listed["room"] == *room) == wanted {
            return;
        }
        assert!(Instant::now() < by, "listed: {wanted} does not come: {list}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// FL-064, FL-075: many take the same seat at once: one gets it, the others a polite refusal.
#[tokio::test]
async fn one_of_many_gets_the_last_seat() {
    let server = Server::start();
    let mut host = Client::hello(server.address, "host").await;
    for round in 0..20 {
        let room = host.ok(dara()).await["room"].clone();
        let mut guests = Vec::new();
        for n in 0..4 {
            guests.push(Client::hello(server.address, &format!("guest {n}")).await);
        }
        let mut asked = Vec::new();
        for guest in &mut guests {
            asked.push(guest.send(json!({"type": "sit", "room": room})).await);
        }
        let mut seated = Vec::new();
        for (guest, id) in guests.iter_mut().zip(asked) {
            let reply = guest.reply(id).await.unwrap();
            match reply["type"].as_str() {
                Some("seated") => seated.push(guest.id.clone()),
                _ => assert_eq!(reply["code"], "room_full", "round {round}"),
            }
        }
        assert_eq!(seated.len(), 1, "round {round}");
        let view = host.until(room.as_str().unwrap(), |view| !view["seats"][1].is_null()).await;
        assert_eq!(view["seats"][1]["player"]["id"], *seated[0]);
        let list = host.ok(json!({"type": "rooms"})).await;
        let listed = list["rooms"].as_array().unwrap().iter().find(|listed| listed["room"] == room);
        assert!(listed.is_none_or(|listed| listed["seats"][1]["id"] == *seated[0]), "{list}");
    }
}

/// Two who press `quick` at the same time with the same setup end up at one table, or each at a waiting one.
#[tokio::test]
async fn quick_seats_nobody_twice_and_nobody_with_oneself() {
    let server = Server::start();
    let mut clients = Vec::new();
    for n in 0..6 {
        clients.push(Client::hello(server.address, &format!("{n}")).await);
    }
    let quick = json!({"type": "quick", "setup": {"game": {"kind": "dara"}, "draw_wait_ms": 30000}});
    let mut asked = Vec::new();
    for client in &mut clients {
        asked.push(client.send(quick.clone()).await);
    }
    let mut rooms = std::collections::BTreeMap::<String, Vec<u64>>::new();
    for (client, id) in clients.iter_mut().zip(asked) {
        let reply = client.reply(id).await.unwrap();
        let seat = reply["seat"].as_u64().unwrap();
        rooms.entry(reply["room"].as_str().unwrap().to_owned()).or_default().push(seat);
    }
    for (room, mut seats) in rooms {
        seats.sort_unstable();
        assert!(seats == [0] || seats == [0, 1], "{room}: {seats:?}");
    }
}
