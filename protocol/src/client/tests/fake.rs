//! A session on no socket, and a room as a server would keep it.

use std::time::Duration;

use engine::fairness::{Chain, Hash};
use engine::setup::Setup;
use engine::table::{Command, Context, Logged, Now, Player, Table};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use crate::client::{Concern, Event, Loss, Output, Profile, RequestError, Secrets, Session, State, Ticket};
use crate::{Push, Reply, Request, RoomCode, Update, encode};

pub(super) const ME: &str = "csm7nbfrcayqev4f";

pub(super) fn room() -> RoomCode {
    "K7QF3M".parse().unwrap()
}

pub(super) fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A session and what came out of it.
pub(super) struct Client {
    pub(super) session: Session,
    pub(super) now: Duration,
    pub(super) sent: Vec<Value>,
    pub(super) events: Vec<Event>,
    pub(super) answers: Vec<(Ticket, Result<Reply, RequestError>)>,
    pub(super) dials: usize,
    pub(super) hangups: usize,
}

impl Client {
    pub(super) fn new() -> Self {
        let session =
            Session::new(Profile::in_memory(), Secrets::in_memory(), "test/1", StdRng::seed_from_u64(1));
        let mut client = Self {
            session,
            now: Duration::ZERO,
            sent: vec![],
            events: vec![],
            answers: vec![],
            dials: 0,
            hangups: 0,
        };
        client.drain();
        client
    }

    pub(super) fn online() -> Self {
        let mut client = Self::new();
        client.greet();
        client
    }

    /// The connection stands and the server says welcome.
    pub(super) fn greet(&mut self) {
        self.session.connected(self.now);
        self.drain();
        let hello = self.sent.pop().unwrap();
        assert_eq!(hello["type"], "hello");
        self.hear(
            json!({"re": hello["id"], "type": "welcome", "player": {"id": ME, "name": "Ada"}, "server": "x"}),
        );
    }

    pub(super) fn hear(&mut self, frame: Value) {
        self.hear_text(&frame.to_string());
    }

    pub(super) fn hear_text(&mut self, frame: &str) {
        self.session.received(frame, self.now);
        self.drain();
    }

    pub(super) fn ask(&mut self, ticket: u64, request: Request) {
        self.session.request(Ticket(ticket), request);
        self.drain();
    }

    pub(super) fn lose(&mut self, loss: &Loss) {
        self.session.lost(loss, self.now);
        self.drain();
    }

    pub(super) fn cut(&mut self) {
        self.lose(&Loss::Broken("cut".to_owned()));
    }

    /// Moves the time to the session's own deadline.
    pub(super) fn wait(&mut self) {
        self.now = self.session.deadline().expect("something is waited for").max(self.now);
        self.session.tick(self.now);
        self.drain();
    }

    /// A loss, and the way back.
    pub(super) fn come_back(&mut self) {
        self.cut();
        self.wait();
        self.greet();
    }

    /// The requests sent since the last look.
    pub(super) fn sent(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.sent)
    }

    /// The last state that was told.
    pub(super) fn state(&self) -> &State {
        let states = self.events.iter().rev();
        states.into_iter().find_map(|e| if let Event::State(state) = e { Some(state) } else { None }).unwrap()
    }

    pub(super) fn updates(&mut self) -> Vec<Update> {
        let (updates, others) = std::mem::take(&mut self.events)
            .into_iter()
            .partition(|e| matches!(e, Event::Push(Push::Update(_))));
        self.events = others;
        let updates: Vec<Event> = updates;
        updates
            .into_iter()
            .filter_map(|e| if let Event::Push(Push::Update(u)) = e { Some(*u) } else { None })
            .collect()
    }

    pub(super) fn concerns(&mut self) -> Vec<Concern> {
        let events = std::mem::take(&mut self.events).into_iter();
        events
            .filter_map(|e| if let Event::Concern { concern, .. } = e { Some(concern) } else { None })
            .collect()
    }

    fn drain(&mut self) {
        while let Some(output) = self.session.output() {
            match output {
                Output::Dial => self.dials += 1,
                Output::Hangup => self.hangups += 1,
                Output::Send(text) => self.sent.push(serde_json::from_str(&text).unwrap()),
                Output::Answer(ticket, answer) => self.answers.push((ticket, answer)),
                Output::Tell(event) => self.events.push(event),
            }
        }
    }
}

/// A room with its log, as a server keeps it.
pub(super) struct Host {
    pub(super) table: Table,
    chain: Chain,
    pub(super) log: Vec<(Logged, Value)>,
    now: i64,
}

impl Host {
    pub(super) fn new(setup: Value) -> Self {
        let chain = Chain::new(Hash([7; 32]), 1000);
        let setup = Setup::read(&setup).unwrap();
        let table = Table::new(room().as_str(), setup, chain.tip(), Now { mono: 0, wall: 0 });
        Self { table, chain, log: vec![], now: 0 }
    }

    fn now(&self) -> Now {
        Now { mono: self.now, wall: 1_764_486_000_000 + self.now }
    }

    fn keep(&mut self, entries: Vec<Logged>) {
        for logged in entries {
            self.table.apply(&logged, self.now);
            let view = serde_json::to_value(self.table.view(0, self.now())).unwrap();
            self.log.push((logged, view));
        }
    }

    pub(super) fn decide(&mut self, who: &str, command: &Command) {
        let player = Player { id: who.to_owned(), name: "x".to_owned() };
        let context = Context { now: self.now(), chain: &self.chain, server: "test/1", handicap: None };
        let decision = self.table.decide(&player, command, &context).unwrap();
        self.keep(decision.entries);
    }

    /// Time passes until the table has something to do.
    pub(super) fn wait(&mut self) {
        self.now = self.table.next_deadline().unwrap();
        let context = Context { now: self.now(), chain: &self.chain, server: "test/1", handicap: None };
        let decision = self.table.tick(&context);
        self.keep(decision.entries);
    }

    pub(super) fn seq(&self) -> u64 {
        self.table.seq()
    }

    /// The update for one who has seen everything up to `after`.
    pub(super) fn update(&self, after: u64) -> String {
        let entries: Vec<String> =
            self.log.iter().filter(|(l, _)| l.entry.seq > after).map(|(l, _)| l.json()).collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let view = serde_json::to_string(&self.table.view(0, self.now())).unwrap();
        encode::update_text(&room(), self.seq(), &entries, false, &view)
    }

    /// The update without its entries.
    pub(super) fn snapshot(&self) -> String {
        self.update(self.seq())
    }

    /// The page of the history that a request asks for.
    pub(super) fn history(&self, request: &Value) -> String {
        let after = request["after"].as_u64().unwrap();
        let page = self.log.iter().filter(|(l, _)| l.entry.seq > after);
        let page: Vec<(String, String)> = page.map(|(l, view)| (l.json(), view.to_string())).collect();
        let page: Vec<(&str, &str)> = page.iter().map(|(e, v)| (e.as_str(), v.as_str())).collect();
        let setup = serde_json::to_string(self.table.setup()).unwrap();
        encode::history_text(request["id"].as_u64().unwrap(), &setup, &page, false)
    }
}

/// The `ok` to a request.
pub(super) fn ok(request: &Value) -> Value {
    json!({"re": request["id"], "type": "ok"})
}

pub(super) fn error(request: &Value, code: &str) -> Value {
    json!({"re": request["id"], "type": "error", "code": code, "message": "no"})
}
