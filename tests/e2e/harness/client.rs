//! A client: asks, and keeps what it is told of each room.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::PATIENCE;
use super::laws;
use super::line::{Heard, Line, Process};

/// Pushes that are kept for a test to look at.
const KEPT: usize = 512;

/// How long a server may take to open a socket before another try.
const CONNECT_WITHIN: Duration = Duration::from_secs(3);

/// A player's client.
pub(crate) struct Client {
    line: Line,
    /// Where it connects to again.
    address: SocketAddr,
    /// Other processes of the same cluster, which are tried in turn, as a balancer would.
    pub(crate) others: VecDeque<SocketAddr>,
    number: u64,
    /// The public id.
    pub(crate) id: String,
    pub(crate) key: String,
    pub(crate) rooms: BTreeMap<String, Room>,
    replies: BTreeMap<u64, Value>,
    pushes: VecDeque<Value>,
    /// Asked to watch: the next update of a room may begin anywhere.
    anew: bool,
    /// The close code, once the line is closed.
    closed: Option<Option<u16>>,
    /// A process looks after its own connection.
    pub(crate) is_process: bool,
}

/// What a client was told of a room.
#[derive(Default)]
pub(crate) struct Room {
    pub(crate) seq: u64,
    pub(crate) view: Value,
    /// Every entry that came with an update.
    pub(crate) entries: Vec<Value>,
    /// Updates, with the number of entries each brought; for those who follow the views.
    pub(crate) updates: Vec<Value>,
}

impl Client {
    /// A socket that has said nothing yet.
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let line = Line::socket(address).await.expect("a socket opens");
        Self::over(line, address, false)
    }

    fn over(line: Line, address: SocketAddr, is_process: bool) -> Self {
        Self {
            line,
            address,
            others: VecDeque::new(),
            number: 0,
            id: String::new(),
            key: String::new(),
            rooms: BTreeMap::new(),
            replies: BTreeMap::new(),
            pushes: VecDeque::new(),
            anew: false,
            closed: None,
            is_process,
        }
    }

    /// A new player.
    pub(crate) async fn hello(address: SocketAddr, name: &str) -> Self {
        let mut client = Self::connect(address).await;
        client.say_hello(json!({"type": "hello", "name": name})).await;
        client
    }

    /// A new player who comes from this address.
    pub(crate) async fn hello_from(from: IpAddr, address: SocketAddr, name: &str) -> Self {
        let line = Line::socket_from(from, address).await.expect("a socket opens");
        let mut client = Self::over(line, address, false);
        client.say_hello(json!({"type": "hello", "name": name})).await;
        client
    }

    /// The player of `key` once more.
    pub(crate) async fn again(address: SocketAddr, key: &str) -> Self {
        let mut client = Self::connect(address).await;
        client.key = key.to_owned();
        client.say_hello(json!({"type": "hello", "key": key})).await;
        client
    }

    /// A `longtable --json` process; its home is `home`.
    pub(crate) async fn process(address: SocketAddr, home: &Path, name: &str) -> Self {
        let line = Line::Process(Process::start(&format!("ws://{address}"), home, name));
        let mut client = Self::over(line, address, true);
        let welcome = client.push(|push| push["type"] == "client" && push["state"] == "welcome").await;
        client.id = welcome["player"]["id"].as_str().unwrap().to_owned();
        client
    }

    /// Freezes the process, or lets it go on.
    pub(crate) fn freeze(&self, frozen: bool) {
        let Line::Process(process) = &self.line else { panic!("only a process can be frozen") };
        process.signal(if frozen { "-STOP" } else { "-CONT" });
    }

    async fn say_hello(&mut self, hello: Value) {
        let welcome = self.ok(hello).await;
        self.id = welcome["player"]["id"].as_str().unwrap().to_owned();
        if let Some(key) = welcome["key"].as_str() {
            self.key = key.to_owned();
        }
    }

    /// Sends a request under a new id.
    pub(crate) async fn send(&mut self, mut request: Value) -> u64 {
        self.number += 1;
        request["id"] = self.number.into();
        self.anew |= matches!(request["type"].as_str(), Some("watch" | "sit" | "create" | "quick"));
        self.line.send(request.to_string()).await;
        self.number
    }

    /// Sends text as it is.
    pub(crate) async fn send_text(&mut self, text: String) {
        self.line.send(text).await;
    }

    /// The reply to a request; none if the line broke before it came.
    pub(crate) async fn reply(&mut self, id: u64) -> Option<Value> {
        loop {
            if let Some(reply) = self.replies.remove(&id) {
                return Some(reply);
            }
            self.next().await?;
        }
    }

    /// The next reply, whatever its id: to a text that was sent as it is.
    pub(crate) async fn next_reply(&mut self) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|| panic!("closed with {:?} instead", self.closed));
            if frame.get("re").is_some() {
                return frame;
            }
        }
    }

    /// Asks and waits for the reply; none if the line broke.
    pub(crate) async fn try_ask(&mut self, request: Value) -> Option<Value> {
        let id = self.send(request).await;
        self.reply(id).await
    }

    /// Asks and waits for the reply.
    pub(crate) async fn ask(&mut self, request: Value) -> Value {
        let asked = request.to_string();
        self.try_ask(request).await.unwrap_or_else(|| panic!("closed with {:?} on {asked}", self.closed))
    }

    /// Asks for what has to succeed.
    pub(crate) async fn ok(&mut self, request: Value) -> Value {
        let asked = request.to_string();
        let reply = self.ask(request).await;
        assert_ne!(reply["type"], "error", "{asked} was refused: {reply}");
        reply
    }

    /// Takes in the next frame, and returns it; none once the line is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        if self.closed.is_some() {
            return None;
        }
        let heard = timeout(PATIENCE, self.line.hear()).await;
        match heard
            .unwrap_or_else(|_| panic!("nothing came for {PATIENCE:?}; before: {:?}", self.pushes.back()))
        {
            Heard::Text(text) => {
                let frame =
                    serde_json::from_str::<Value>(&text).unwrap_or_else(|_| panic!("no JSON: {text}"));
                self.take(frame.clone());
                Some(frame)
            }
            Heard::Closed(code) => {
                self.closed = Some(code);
                None
            }
        }
    }

    fn take(&mut self, frame: Value) {
        if !self.is_process {
            laws::check(&frame);
        }
        if let Some(re) = frame.get("re") {
            // a refusal of what has no readable id is a push to whoever waits for it
            match re.as_u64() {
                Some(id) => drop(self.replies.insert(id, frame)),
                None => self.pushes.push_back(frame),
            }
            return;
        }
        if frame["type"] == "update" {
            self.update(&frame);
        }
        self.pushes.push_back(frame);
        if self.pushes.len() > KEPT {
            self.pushes.pop_front();
        }
    }

    fn update(&mut self, frame: &Value) {
        let code = frame["room"].as_str().unwrap().to_owned();
        let room = self.rooms.entry(code).or_default();
        let (seq, entries) = (frame["seq"].as_u64().unwrap(), frame["entries"].as_array().unwrap());
        let known = room.view.is_object() && !self.anew && !self.is_process;
        if known && frame.get("gap").is_none() {
            let whole = seq == room.seq + entries.len() as u64;
            assert!(
                whole,
                "from {} to {seq} with {} entries: a silent hole (FL-153)",
                room.seq,
                entries.len()
            );
        }
        self.anew = false;
        // an `after` may bring what is known already
        let known = room.entries.last().and_then(|entry| entry["seq"].as_u64());
        room.entries.extend(entries.iter().filter(|entry| entry["seq"].as_u64() > known).cloned());
        room.seq = seq;
        room.view = frame["view"].clone();
        room.updates.push(frame.clone());
    }

    /// The newest view of a room; null before the first update.
    pub(crate) fn view(&self, room: &str) -> &Value {
        self.rooms.get(room).map_or(&Value::Null, |room| &room.view)
    }

    /// Number of the newest entry that this client has seen.
    pub(crate) fn seq(&self, room: &str) -> u64 {
        self.rooms.get(room).map_or(0, |room| room.seq)
    }

    /// Waits for a view of which `is` is true.
    pub(crate) async fn until(&mut self, room: &str, is: impl Fn(&Value) -> bool) -> Value {
        let by = Instant::now() + PATIENCE;
        loop {
            let view = self.view(room);
            if view.is_object() && is(view) {
                return view.clone();
            }
            assert!(Instant::now() < by, "what is waited for does not come; the view is {view}");
            self.next().await.expect("the line is open");
        }
    }

    /// Watches until the match is over, however long that takes, coming back whenever the line breaks.
    pub(crate) async fn finished(&mut self, room: &str) -> Value {
        while self.view(room)["status"] != "finished" {
            if self.next().await.is_none() {
                self.come_back().await;
            }
        }
        self.view(room).clone()
    }

    /// Waits for a push of which `is` is true; earlier ones are dropped.
    pub(crate) async fn push(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        let by = Instant::now() + PATIENCE;
        let mut passed = VecDeque::new();
        loop {
            while let Some(push) = self.pushes.pop_front() {
                if is(&push) {
                    return push;
                }
                passed.push_back(push.to_string());
            }
            assert!(Instant::now() < by, "the push does not come; these came: {passed:?}");
            if self.next().await.is_none() {
                panic!("closed with {:?} before the push; these came: {passed:?}", self.closed);
            }
        }
    }

    /// Takes in whatever comes for a while.
    pub(crate) async fn listen(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while let Ok(Some(_)) = tokio::time::timeout_at(until, self.next()).await {}
    }

    /// Pushes that nobody has looked at yet.
    pub(crate) fn pushes(&mut self) -> Vec<Value> {
        self.pushes.drain(..).collect()
    }

    /// Waits until the server closes: its code.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        while self.next().await.is_some() {}
        self.closed.flatten()
    }

    /// Connects again, as the same player, and watches the same rooms from where it was.
    pub(crate) async fn come_back(&mut self) {
        let by = Instant::now() + PATIENCE;
        self.replies.clear();
        loop {
            assert!(Instant::now() < by, "the server does not come back");
            if let Ok(Ok(line)) = timeout(CONNECT_WITHIN, Line::socket(self.address)).await {
                (self.line, self.closed) = (line, None);
                if self.resume().await.is_some() {
                    return;
                }
            }
            if let Some(next) = self.others.pop_front() {
                self.others.push_back(std::mem::replace(&mut self.address, next));
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    async fn resume(&mut self) -> Option<()> {
        let welcome = self.try_ask(json!({"type": "hello", "key": self.key})).await?;
        if welcome["code"] == "unavailable" {
            return None;
        }
        assert_eq!(welcome["player"]["id"], *self.id, "{welcome}");
        let rooms: Vec<_> = self.rooms.iter().map(|(code, room)| (code.clone(), room.seq)).collect();
        for (room, after) in rooms {
            let watch = json!({"type": "watch", "room": room, "after": after});
            let reply = self.try_ask(watch).await?;
            if reply["code"] == "unavailable" {
                return None;
            }
            assert_eq!(reply["type"], "ok", "{reply}");
        }
        Some(())
    }
}
