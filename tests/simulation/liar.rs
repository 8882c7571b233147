//! A client that keeps no rule: nonsense in every form, floods, half a greeting, silence. It gets an answer to each
//! request or a close with its reason, and nobody else notices.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Duration, Instant, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::choose::pick;
use super::client::{SLOTS, Socket};
use super::frames;
use super::world::World;

/// Whoever is asked answers by then, whatever the weather.
const PATIENCE: Duration = Duration::from_secs(120);

struct Liar {
    world: Arc<World>,
    index: usize,
    rng: StdRng,
    next_id: u64,
}

/// Lies until dusk.
pub(crate) async fn live(world: Arc<World>, index: usize, rng: StdRng) {
    let mut liar = Liar { world, index, rng, next_id: 0 };
    while Instant::now() < liar.world.dusk {
        let ms = liar.rng.random_range(100..20_000);
        liar.wait(ms).await;
        let server = liar.rng.random_range(0..liar.world.cluster.size());
        let address = IpAddr::from(Ipv4Addr::new(10, 0, 1, liar.index as u8));
        let Some((line, _)) = liar.world.cluster.dial(server, address) else { continue };
        match liar.rng.random_range(0..4) {
            0 => liar.dawdle(line).await,
            _ => liar.talk(line).await,
        }
    }
}

impl Liar {
    /// Waits until a moment of its own.
    async fn wait(&self, ms: u64) {
        let now = u64::try_from(self.world.began.elapsed().as_millis()).unwrap() + ms;
        let at = now + (self.index as u64 + SLOTS - now % SLOTS) % SLOTS;
        sleep_until(self.world.began + Duration::from_millis(at)).await;
    }

    /// Half a request, and then nothing: the server lets go.
    async fn dawdle(&mut self, mut line: DuplexStream) {
        let half = pick(
            &mut self.rng,
            &["", "GET /ws HTTP/1.1\r\nhost: x\r\n", "\r\n\r\n", "NOTHING / ever\r\n\r\n"],
        );
        if line.write_all(half.as_bytes()).await.is_err() {
            return;
        }
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, line.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "the server waits for ever after {half:?}");
    }

    async fn talk(&mut self, line: DuplexStream) {
        let Ok(Ok((mut socket, _))) =
            timeout(PATIENCE, client_async("ws://longtable.example/ws", line)).await
        else {
            return;
        };
        if self.rng.random_bool(0.1) {
            // says nothing at all
            let silence = async { while let Some(Ok(_)) = socket.next().await {} };
            assert!(timeout(PATIENCE, silence).await.is_ok(), "a socket without a hello stays open");
            return;
        }
        let hello = self.rng.random_bool(0.9);
        if hello && !self.ask(&mut socket, json!({"type": "hello", "name": "Liar"})).await {
            return;
        }
        for _ in 0..self.rng.random_range(1..40) {
            let ms = self.rng.random_range(0..3000);
            self.wait(ms).await;
            let goes_on = match self.rng.random_range(0..30) {
                0 => self.flood(&mut socket).await,
                1 => self.say(&mut socket, Message::binary(vec![1, 2, 3]), None).await,
                2 => self.say(&mut socket, Message::text("x".repeat(70_000)), None).await,
                3..=6 => {
                    let text = pick(
                        &mut self.rng,
                        &["", "{", "[]", "null", "{\"id\":1}", "{\"id\":-1,\"type\":\"act\"}", "\u{0}"],
                    );
                    self.say(&mut socket, Message::text(text), None).await
                }
                _ => {
                    let lie = self.lie();
                    self.ask(&mut socket, lie).await
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// A request that looks right.
    fn lie(&mut self) -> Value {
        let board = self.world.board.lock().unwrap().clone();
        let room = if board.is_empty() || self.rng.random_bool(0.1) {
            "ZZZZZZ".to_owned()
        } else {
            pick(&mut self.rng, &board).to_string()
        };
        let (seq, draw) = (self.rng.random_range(0..30u64), self.rng.random_range(0..9u64));
        let link = "5".repeat(64);
        pick(
            &mut self.rng,
            &[
                json!({"type": "act", "room": room, "seq": seq, "move": {"type": "roll"}, "link": link}),
                json!({"type": "act", "room": room, "seq": u64::MAX >> 11, "move": {"type": "place", "at": "a1"}}),
                json!({"type": "act", "room": room, "seq": seq, "move": [[[]]]}),
                json!({"type": "link", "room": room, "draw": draw, "link": link}),
                json!({"type": "entropy", "room": room, "tip": link}),
                json!({"type": "resign", "room": room}),
                json!({"type": "claim", "room": room}),
                json!({"type": "stand", "room": room}),
                json!({"type": "offer", "room": room, "what": "rematch", "tip": link}),
                json!({"type": "answer", "room": room, "what": "draw", "yes": true, "seq": seq}),
                json!({"type": "sit", "room": room, "seat": draw}),
                json!({"type": "watch", "room": room, "after": seq * 1000}),
                json!({"type": "watch", "room": "2222222222"}),
                json!({"type": "say", "room": room, "text": "\u{1b}[2J"}),
                json!({"type": "signal", "room": room, "to": "nobody", "data": {"x": 1}}),
                json!({"type": "history", "room": room, "match": draw}),
                json!({"type": "player", "player": "nobody"}),
                json!({"type": "create", "setup": {"game": {"kind": "dara"}, "seats": draw}}),
                json!({"type": "create", "setup": {"game": {"kind": "dara"}}, "sit": false}),
                json!({"type": "hello"}),
            ],
        )
    }

    /// Far more than is allowed, at once: all of it is answered, or the socket is closed.
    async fn flood(&mut self, socket: &mut Socket) -> bool {
        for _ in 0..self.rng.random_range(60..120) {
            let id = self.id();
            let text = json!({"id": id, "type": "rooms"}).to_string();
            if socket.feed(Message::text(text)).await.is_err() {
                return false;
            }
        }
        let last = self.id();
        let text = json!({"id": last, "type": "league"}).to_string();
        self.say(socket, Message::text(text), Some(last)).await
    }

    async fn ask(&mut self, socket: &mut Socket, mut request: Value) -> bool {
        let id = self.id();
        request["id"] = id.into();
        self.say(socket, Message::text(request.to_string()), Some(id)).await
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Sends a message and waits for the reply to `id`, or for one to nobody; false if the socket is closed.
    async fn say(&mut self, socket: &mut Socket, message: Message, id: Option<u64>) -> bool {
        if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
            return false;
        }
        let reply = async {
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let frame: Value = serde_json::from_str(&text).unwrap();
                frames::check(&frame);
                let Some(re) = frame.get("re") else { continue };
                if id.is_none_or(|id| re.as_u64() == Some(id)) {
                    return true;
                }
            }
            false
        };
        let replied = timeout(PATIENCE, reply).await;
        replied.expect("a request without a reply")
    }
}
