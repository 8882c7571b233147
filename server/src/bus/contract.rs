//! What every bus promises, as one suite, over the local one and over a real NATS server.

use std::sync::Arc;

use engine::games::{Kind, Options};
use engine::setup::Setup;
use engine::table::{Player, Status};
use protocol::RoomCode;
use serde_json::json;
use tokio::time::{Duration, Instant, sleep, timeout};

use super::{Bus, Heard, Here, Listener, Message};
use crate::lobby::Summary;
use crate::service::Service;

/// Nothing that is waited for takes this long.
const PATIENCE: Duration = Duration::from_secs(20);

trait Fixture {
    async fn new() -> Self;
    /// The end of one more process, once the bus works for it.
    async fn process(&self) -> Bus;
}

struct Local(Bus);

impl Fixture for Local {
    async fn new() -> Self {
        Self(Bus::local())
    }

    async fn process(&self) -> Bus {
        self.0.join()
    }
}

struct Nats(Service);

impl Nats {
    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.0.port)
    }
}

impl Fixture for Nats {
    async fn new() -> Self {
        Self(tokio::task::spawn_blocking(Service::nats).await.unwrap())
    }

    async fn process(&self) -> Bus {
        let bus = Bus::open(&self.url()).await.unwrap();
        up(&bus, true).await;
        bus
    }
}

/// Waits until the bus works for a process, or does not.
async fn up(bus: &Bus, wanted: bool) {
    let by = Instant::now() + PATIENCE;
    while bus.is_up() != wanted {
        assert!(Instant::now() < by, "the bus is up: {}", bus.is_up());
        bus.send(Message::Alive);
        sleep(Duration::from_millis(20)).await;
    }
}

/// The next message that says more than that a process is alive.
async fn next(ear: &mut Listener) -> Heard {
    loop {
        let heard = timeout(PATIENCE, ear.next()).await.expect("a message comes").unwrap();
        if heard.message != Message::Alive {
            return heard;
        }
    }
}

fn room() -> RoomCode {
    "K7QF3M".parse().unwrap()
}

async fn others_hear_and_oneself_does_not(fixture: &impl Fixture) {
    let (one, other, third) = (fixture.process().await, fixture.process().await, fixture.process().await);
    let (mut own_ear, mut ear, mut third_ear) = (one.listen(), other.listen(), third.listen());
    for seq in 0..200 {
        one.send(Message::Head { room: room(), seq });
    }
    other.send(Message::Left { room: room() });
    for seq in 0..200 {
        let heard = next(&mut ear).await;
        assert_eq!(heard, Heard { from: one.own, message: Message::Head { room: room(), seq } }, "in order");
    }
    assert_eq!(next(&mut own_ear).await, Heard { from: other.own, message: Message::Left { room: room() } });
    let mut heard = 0;
    while heard < 201 {
        heard += usize::from(next(&mut third_ear).await.from != third.own);
    }
    assert!(!one.is_alone() && one.is_up());
}

async fn every_message_arrives_as_it_was(fixture: &impl Fixture) {
    let (one, other) = (fixture.process().await, fixture.process().await);
    let mut ear = other.listen();
    let player = |id: &str| Player { id: id.to_owned(), name: "Pé ☃".to_owned() };
    let games = [
        json!({"kind": "dara"}),
        json!({"kind": "gul_bara"}),
        json!({"kind": "darbol", "game": "hundred"}),
        json!({"kind": "crokidarts"}),
    ];
    let mut messages: Vec<Message> = games
        .into_iter()
        .map(|game| {
            let setup =
                Setup::read(&json!({"game": game, "clock": {"initial_s": 300, "increment_s": 3}})).unwrap();
            let summary = Summary {
                room: room(),
                setup: Arc::new(setup),
                status: Status::Waiting,
                seats: vec![Some(player("p")), None],
                online: vec![true, false],
                spectators: 3,
                since: 1_764_486_000_000,
            };
            let here = Here { players: vec!["p".to_owned(), "q".to_owned()], more: 2 };
            Message::Held { here, summary: Box::new(summary) }
        })
        .collect();
    let push = r#"{"type":"said","text":"a \"quoted\" ☃"}"#.to_owned();
    messages.extend([
        Message::Head { room: room(), seq: u64::MAX },
        Message::Left { room: room() },
        Message::Ask { room: Some(room()) },
        Message::Ask { room: None },
        Message::Said { room: room(), push: push.clone() },
        Message::Chat { room: room(), said: vec![push.clone(), String::new()] },
        Message::Signal { room: room(), to: "q".to_owned(), push },
        Message::Bye,
    ]);
    for message in &messages {
        one.send(message.clone());
    }
    // each kind has a subject of its own, and keeps its order
    let mut heard = Vec::new();
    while heard.len() < messages.len() {
        heard.push(next(&mut ear).await.message);
    }
    assert_eq!(heard, messages);
    let Message::Held { summary, .. } = &heard[0] else { panic!("{heard:?}") };
    assert!(matches!(summary.setup.game, Options::Dara(_)) && summary.setup.game.kind() == Kind::Dara);
}

/// Who does not listen, or too slowly, holds nobody up, and hears again what is said later.
async fn a_flood_holds_nobody_up(fixture: &impl Fixture) {
    let (one, other) = (fixture.process().await, fixture.process().await);
    let mut slow = other.listen();
    let start = Instant::now();
    for seq in 0..30_000 {
        one.send(Message::Head { room: room(), seq });
    }
    assert!(start.elapsed() < Duration::from_secs(5), "sending never waits");
    let by = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < by, "the flood has passed");
        one.send(Message::Left { room: room() });
        if let Ok(heard) = timeout(Duration::from_millis(50), slow.next()).await
            && heard.unwrap().message == (Message::Left { room: room() })
        {
            break;
        }
    }
}

macro_rules! suite {
    ($fixture:ty, $($case:ident),+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::$case(&<$fixture as super::Fixture>::new().await).await;
            }
        )+
    };
    ($fixture:ty) => {
        suite!($fixture, others_hear_and_oneself_does_not, every_message_arrives_as_it_was, a_flood_holds_nobody_up);
    };
}

mod local {
    suite!(super::Local);
}

mod nats {
    suite!(super::Nats);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_server_is_got_over() {
    let mut fixture = Nats::new().await;
    let (one, other) = (fixture.process().await, fixture.process().await);
    let mut ear = other.listen();
    for [down, back] in [["stop", "start"], ["kill", "start"]] {
        fixture.0.tell(down);
        up(&one, false).await;
        // a process may also start without it
        let late = Bus::open(&fixture.url()).await.unwrap();
        late.send(Message::Left { room: room() });
        assert!(!late.is_up());
        fixture.0.tell(back);
        let start = Instant::now();
        for bus in [&one, &other, &late] {
            up(bus, true).await;
        }
        println!("the bus works again after {:?}", start.elapsed());
        one.send(Message::Head { room: room(), seq: 1 });
        while next(&mut ear).await.from != one.own {}
    }
}

#[tokio::test]
async fn addresses_that_are_none_are_refused() {
    for url in ["", "Local", "http://x", "nats://", "nats://[", "redis://x"] {
        assert!(Bus::open(url).await.is_err(), "{url}");
    }
    assert!(Bus::open("local").await.is_ok());
}
