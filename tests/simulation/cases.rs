//! Faults that runs have found, each written down as the shortest story that shows it.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures_util::{SinkExt, StreamExt};
use longtable_server::store::simulated::{Database, End, Fate};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

use super::client::Socket;
use super::cluster::Cluster;
use super::sky::Sky;

pub(crate) const SECOND: Duration = Duration::from_secs(1);

/// Servers over one store, whose bus carries nothing.
pub(crate) struct Stage {
    sky: Arc<Sky>,
    pub(crate) cluster: Arc<Cluster>,
}

impl Stage {
    pub(crate) fn new(servers: usize) -> Self {
        let sky = Sky::scripted();
        let cluster = Cluster::new(0, &sky, &Database::default(), servers);
        Self { sky, cluster }
    }

    pub(crate) fn appends(&self, end: End, before: Duration) {
        self.sky.calls("append", Fate { before, end, ..Fate::FAIR });
    }

    /// From now on the store takes so long to begin with the reading of a log.
    fn reads(&self, before: Duration) {
        self.sky.calls("read", Fate { before, ..Fate::FAIR });
    }

    /// Somebody sets the wall clocks of all servers.
    fn set_clocks(&self, by: Duration, back: bool) {
        let ms = i64::try_from(by.as_millis()).unwrap();
        self.sky.clock_set_by.fetch_add(if back { -ms } else { ms }, Ordering::Relaxed);
    }

    /// Two players, each on a server, in a match of Dara that has begun.
    pub(crate) async fn match_of(&self, servers: [usize; 2]) -> ([Hand; 2], String) {
        self.match_with(servers, json!({"game": {"kind": "dara"}, "starts": "creator"})).await
    }

    /// The same with this setup.
    pub(crate) async fn match_with(&self, servers: [usize; 2], mut setup: Value) -> ([Hand; 2], String) {
        setup["draw_wait_ms"] = json!(500);
        let mut hands = [Hand::new(self, servers[0], None).await, Hand::new(self, servers[1], None).await];
        let room = hands[0].ask(json!({"type": "create", "setup": setup})).await["room"].clone();
        let room = room.as_str().unwrap().to_owned();
        hands[1].ask(json!({"type": "sit", "room": room})).await;
        sleep(2 * SECOND).await;
        for hand in &mut hands {
            hand.ask(json!({"type": "watch", "room": room})).await;
            hand.until("the match has begun", |view| view["status"] == "playing").await;
        }
        (hands, room)
    }
}

/// A client that does what it is told.
pub(crate) struct Hand {
    pub(crate) socket: Socket,
    _gone: CancellationToken,
    key: Value,
    /// The newest view.
    pub(crate) view: Value,
}

impl Hand {
    pub(crate) async fn new(stage: &Stage, server: usize, key: Option<&Value>) -> Self {
        let (line, gone) = stage.cluster.dial(server, IpAddr::from(Ipv4Addr::LOCALHOST)).unwrap();
        let (socket, _) = tokio_tungstenite::client_async("ws://longtable.example/ws", line).await.unwrap();
        let mut hand = Self { socket, _gone: gone, key: Value::Null, view: Value::Null };
        let welcome = hand.ask(json!({"type": "hello", "key": key})).await;
        hand.key = key.unwrap_or(&welcome["key"]).clone();
        hand
    }

    pub(crate) async fn send(&mut self, mut request: Value) {
        request["id"] = 1.into();
        self.socket.send(Message::text(request.to_string())).await.unwrap();
    }

    /// The next frame; none in time.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout(60 * SECOND, self.socket.next()).await.ok()??.ok()?;
            let Message::Text(text) = message else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            if frame["type"] == "update" {
                self.view = frame["view"].clone();
            }
            return Some(frame);
        }
    }

    pub(crate) async fn ask(&mut self, request: Value) -> Value {
        self.send(request).await;
        loop {
            let frame = self.next().await.expect("an answer");
            if frame.get("re").is_some() {
                return frame;
            }
        }
    }

    pub(crate) async fn place(&mut self, room: &str, at: &str) -> Value {
        let seq = self.view["seq"].clone();
        self.ask(json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": at}})).await
    }

    pub(crate) async fn until(&mut self, what: &str, seen: impl Fn(&Value) -> bool) {
        let by = Instant::now() + 60 * SECOND;
        while !seen(&self.view) {
            let heard = self.next().await.is_some() && Instant::now() < by;
            assert!(heard, "nobody is shown that {what}: {}", self.view);
        }
    }
}

fn stones(view: &Value) -> usize {
    let rows = view["game"]["board"].as_array().into_iter().flatten().filter_map(Value::as_str);
    rows.map(|row| row.matches(['x', 'o']).count()).sum()
}

/// Caught: whoever broke off while the room was busy stayed in it for ever, and the room in memory.
#[tokio::test(start_paused = true)]
async fn who_is_gone_before_the_answer_is_in_no_room() {
    let stage = Stage::new(1);
    let ([one, mut other], room) = stage.match_of([0, 0]).await;
    drop(one.socket);
    let mut again = Hand::new(&stage, 0, Some(&one.key)).await;
    stage.appends(End::Done, 5 * SECOND);
    other.send(json!({"type": "resign", "room": room})).await;
    sleep(SECOND).await;
    again.send(json!({"type": "watch", "room": room})).await;
    sleep(SECOND).await;
    drop(again.socket);
    other.until("the match is over", |view| view["status"] == "finished").await;
    other.until("the other one is gone", |view| view["seats"][0]["online"] == false).await;
    drop(other.socket);
    sleep(300 * SECOND).await;
    assert!(stage.cluster.running(0).unwrap().lobby.is_empty());
}

/// Caught: whoever made a room closed to watchers and did not sit was told that this is not allowed, and it was made.
#[tokio::test(start_paused = true)]
async fn a_room_closed_to_watchers_is_made_by_one_who_does_not_sit() {
    let stage = Stage::new(1);
    let mut hand = Hand::new(&stage, 0, None).await;
    let setup = json!({"game": {"kind": "dara"}, "spectators": false});
    let create = json!({"type": "create", "setup": setup, "sit": false, "token": "the same one"});
    let made = hand.ask(create.clone()).await;
    assert_eq!(made["type"], "created", "{made}");
    assert_eq!(hand.ask(create).await["room"], made["room"], "and asked again");
    let watched = hand.ask(json!({"type": "watch", "room": made["room"]})).await;
    assert_eq!(watched["code"], "not_allowed", "{watched}");
}

/// Caught: a move that the store had taken, but not answered, was refused and shown to nobody.
#[tokio::test(start_paused = true)]
async fn a_move_is_in_the_log_though_the_store_gave_no_answer() {
    let stage = Stage::new(1);
    let ([mut one, mut other], room) = stage.match_of([0, 0]).await;
    stage.appends(End::Unanswered, Duration::ZERO);
    let told = one.place(&room, "c3").await;
    assert_eq!(told["type"], "ok", "{told}");
    other.until("there is a stone", |view| stones(view) == 1).await;
}

/// Caught: a move that the store took after its time was up was shown to nobody until the next one.
#[tokio::test(start_paused = true)]
async fn a_move_that_the_store_takes_late_is_shown_and_made_once() {
    let stage = Stage::new(1);
    let ([mut one, mut other], room) = stage.match_of([0, 0]).await;
    stage.appends(End::Late(5 * SECOND), Duration::ZERO);
    let told = one.place(&room, "c3").await;
    assert_eq!(told["code"], "unavailable", "{told}");
    let seq = one.view["seq"].as_u64().unwrap();
    other.until("there is a stone", |view| stones(view) == 1).await;
    // the same once more
    stage.appends(End::Done, Duration::ZERO);
    let again = json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": "c3"}});
    assert_eq!(one.ask(again).await["seq"], seq + 1);
}

/// Caught: after an outage the room was shown without the entry that gives the time back, until something happened.
#[tokio::test(start_paused = true)]
async fn after_an_outage_the_time_that_is_given_back_is_shown() {
    let stage = Stage::new(1);
    let ([one, _other], room) = stage.match_of([0, 0]).await;
    let before = one.view["seq"].as_u64().unwrap();
    stage.cluster.crash(0);
    sleep(10 * SECOND).await;
    stage.cluster.start(0);
    sleep(2 * SECOND).await;
    let mut back = Hand::new(&stage, 0, Some(&one.key)).await;
    back.send(json!({"type": "watch", "room": room, "after": before})).await;
    back.until("there is a room", |view| !view.is_null()).await;
    assert_eq!(back.view["seq"], before + 1, "{}", back.view);
}

/// Caught: with its message lost, the last move was never shown on the other server.
#[tokio::test(start_paused = true)]
async fn another_server_shows_a_move_that_the_bus_has_lost() {
    let stage = Stage::new(2);
    let ([mut one, mut other], room) = stage.match_of([0, 1]).await;
    assert_eq!(one.place(&room, "c3").await["type"], "ok");
    other.until("there is a stone", |view| stones(view) == 1).await;
}

/// Caught: who had seen a move on one server was shown an older room on the next, and his answer was `stale`.
#[tokio::test(start_paused = true)]
async fn another_server_goes_on_from_what_was_seen() {
    let stage = Stage::new(2);
    let ([mut one, mut other], room) = stage.match_of([0, 1]).await;
    assert_eq!(one.place(&room, "c3").await["type"], "ok");
    let seq = one.view["seq"].as_u64().unwrap().max(other.view["seq"].as_u64().unwrap() + 1);
    let act = json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": "d4"}});
    assert_eq!(other.ask(act).await["type"], "ok");
    // and the first one comes back to where the other is
    let mut back = Hand::new(&stage, 0, Some(&one.key)).await;
    back.send(json!({"type": "watch", "room": room, "after": seq + 1})).await;
    back.until("there is a room", |view| !view.is_null()).await;
    assert_eq!(stones(&back.view), 2, "{}", back.view);
}

/// FL-057: somebody sets the clock of the machine back by an hour, and then on by two: players' clocks show what was
/// spent, nobody is flagged or given time back, and who runs out of time is flagged when that is so.
#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_is_set_takes_nobody_s_time() {
    let hour = 3600 * SECOND;
    let stage = Stage::new(1);
    let clock = json!({"initial_s": 300, "increment_s": 0});
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator", "clock": clock});
    let ([mut one, mut other], room) = stage.match_with([0, 0], setup).await;
    let left = |view: &Value, seat: usize| view["seats"][seat]["clock_ms"].as_i64().unwrap();
    for (cell, cell_of_other, by, back) in
        [("a1", "b2", hour, true), ("c1", "d2", 2 * hour, false), ("e1", "f2", hour, true)]
    {
        one.until("it is one's turn", |view| view["turn"] == json!([0])).await;
        let before = left(&one.view, 0);
        sleep(5 * SECOND).await;
        stage.set_clocks(by, back);
        sleep(5 * SECOND).await;
        assert_eq!(one.place(&room, cell).await["type"], "ok");
        one.until("it is the other's turn", |view| view["turn"] == json!([1])).await;
        let spent = before - left(&one.view, 0);
        // the first turn began while everybody came
        assert!((9_000..=12_000).contains(&spent), "{spent} ms were taken for 10 s");
        other.until("it is the other's turn", |view| view["turn"] == json!([1])).await;
        assert_eq!(other.place(&room, cell_of_other).await["type"], "ok");
        other.until("it is one's turn", |view| view["turn"] == json!([0])).await;
    }
    let start = Instant::now();
    one.until("it is one's turn", |view| view["turn"] == json!([0])).await;
    let rest = left(&one.view, 0);
    while other.view["status"] != "finished" {
        other.next().await.expect("the match ends");
    }
    let took = i64::try_from(start.elapsed().as_millis()).unwrap();
    assert!((took - rest).abs() < 1_500, "flagged after {took} ms of {rest}");
    assert_eq!(other.view["result"]["reason"], "time");
    let history = other.ask(json!({"type": "history", "room": room})).await.to_string();
    assert!(!history.contains("\"paused\""), "time was given back for nothing");
}

/// Caught: a process to which a room was new, and which read its log from a slow store, took the entries that came
/// meanwhile for as old as its question: the clocks that it showed, and judged by, had run for that much longer.
#[tokio::test(start_paused = true)]
async fn a_slow_store_takes_nothing_off_a_clock() {
    let stage = Stage::new(2);
    // a server that starts when the match has begun
    stage.cluster.crash(1);
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator", "clock": clock});
    let ([mut one, mut other], room) = stage.match_with([0, 0], setup).await;
    stage.cluster.start(1);
    let mut watcher = Hand::new(&stage, 1, None).await;
    stage.reads(10 * SECOND);
    watcher.send(json!({"type": "watch", "room": room})).await;
    sleep(5 * SECOND).await;
    stage.reads(Duration::ZERO);
    assert_eq!(one.place(&room, "c3").await["type"], "ok");
    other.until("there is a stone", |view| stones(view) == 1).await;
    watcher.until("there is a stone", |view| stones(view) == 1).await;
    let of = |view: &Value| (view["now"].as_i64().unwrap(), view["seats"][1]["clock_ms"].as_i64().unwrap());
    let ((then, left), (now, shown)) = (of(&other.view), of(&watcher.view));
    assert_eq!(left - shown, now - then, "the clock of the one whose turn it is");
}
