//! A room for tests: a table, the chains of everybody in it, and time that a test moves by hand.

use serde_json::{Value, json};

use crate::fairness::{Chain, Hash};
use crate::games::Seat;
use crate::record;
use crate::setup::Setup;
use crate::table::{Command, Context, Event, Logged, Now, Player, Refusal, Status, Table, View, What};

/// Long enough for every test's match.
const LINKS: u32 = 2000;
/// What the wall clock shows when a room is made.
pub(crate) const WALL: i64 = 1_764_486_000_000;

/// A room, with as many players as it has seats and one more.
pub(crate) struct Room {
    pub(crate) table: Table,
    /// Monotonic ms.
    pub(crate) now: i64,
    pub(crate) log: Vec<Logged>,
    /// When each entry of `log` was applied.
    pub(crate) times: Vec<i64>,
    server: Chain,
    chain_match: u32,
    chains: Vec<Chain>,
}

pub(crate) fn player(n: usize) -> Player {
    Player { id: format!("p{n}"), name: format!("Ana {n}") }
}

/// A setup by the fields that matter to a test.
pub(crate) fn setup(fields: &Value) -> Setup {
    Setup::read(fields).unwrap()
}

fn server_chain(number: u32) -> Chain {
    Chain::new(Hash::of(&number.to_be_bytes()), LINKS)
}

impl Room {
    /// Nobody sits yet.
    pub(crate) fn new(fields: &Value) -> Self {
        let setup = setup(fields);
        let server = server_chain(1);
        let chains =
            (0..=setup.seats).map(|n| Chain::new(Hash::of(format!("p{n}").as_bytes()), LINKS)).collect();
        let now = Now { mono: 0, wall: WALL };
        let table = Table::new("K7QF3M", setup, server.tip(), now);
        Self { table, now: 0, log: Vec::new(), times: Vec::new(), server, chain_match: 1, chains }
    }

    /// Everybody sits, is online and has a tip; draws wait for their links.
    pub(crate) fn started(fields: &Value) -> Self {
        let mut room = Self::new(fields);
        for n in 0..room.seats() {
            room.sit(n, true).unwrap();
        }
        assert_eq!(room.table.status(), Status::Playing);
        room
    }

    /// As [`Room::started`], with the draws at the start answered.
    pub(crate) fn playing(fields: &Value) -> Self {
        let mut room = Self::started(fields);
        room.link_all();
        room
    }

    pub(crate) fn seats(&self) -> usize {
        self.table.setup().seats
    }

    pub(crate) fn time(&self) -> Now {
        Now { mono: self.now, wall: WALL + self.now }
    }

    pub(crate) fn view(&self) -> View {
        self.table.view(0, self.time())
    }

    pub(crate) fn tip(&self, player: usize) -> Hash {
        self.chains[player].tip()
    }

    /// A player's link for a draw.
    pub(crate) fn link_of(&self, player: usize, draw: u32) -> Hash {
        self.chains[player].link(draw).unwrap()
    }

    fn take(&mut self, entries: Vec<Logged>) -> Vec<Event> {
        for logged in &entries {
            self.table.apply(logged, self.now);
            self.times.push(self.now);
        }
        let events = entries.iter().map(|logged| logged.entry.event.clone()).collect();
        self.log.extend(entries);
        if self.table.chain_match() != self.chain_match {
            self.chain_match = self.table.chain_match();
            self.server = server_chain(self.chain_match);
            self.table.set_next_tip(self.server.tip());
        }
        events
    }

    fn context(&self) -> Context<'_> {
        Context { now: self.time(), chain: &self.server, server: "longtable/test", handicap: None }
    }

    /// What a command would lead to.
    pub(crate) fn ask(&self, n: usize, command: &Command) -> Result<(), Refusal> {
        self.table.decide(&player(n), command, &self.context()).map(|_| ())
    }

    /// Does a command; the events it led to.
    pub(crate) fn run(&mut self, n: usize, command: &Command) -> Result<Vec<Event>, Refusal> {
        let entries = self.table.decide(&player(n), command, &self.context())?.entries;
        Ok(self.take(entries))
    }

    /// Does a command; the seq of its answer.
    pub(crate) fn decision(&mut self, n: usize, command: &Command) -> Result<u64, Refusal> {
        let decision = self.table.decide(&player(n), command, &self.context())?;
        self.take(decision.entries);
        Ok(decision.seq)
    }

    /// The server's chain of this match ends early.
    pub(crate) fn shorten_chain(&mut self, links: u32) {
        self.server = Chain::new(self.server.link(links).unwrap(), links);
    }

    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let entries = self.table.tick(&self.context()).entries;
        self.take(entries)
    }

    /// Lets time pass, and whatever falls due in it happen; the events of it.
    pub(crate) fn wait(&mut self, ms: i64) -> Vec<Event> {
        let until = self.now + ms;
        let mut events = Vec::new();
        while let Some(due) = self.table.next_deadline().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            let happened = self.tick();
            assert!(!happened.is_empty(), "a deadline passed and nothing happened: {:?}", self.view());
            events.extend(happened);
        }
        self.now = until;
        events
    }

    pub(crate) fn pause(&mut self, ms: i64) {
        self.now += ms;
        let entries = self.table.pause(ms.try_into().unwrap(), &self.context()).entries;
        self.take(entries);
    }

    /// Player `n` sits on the lowest free seat, with a tip if he `takes_part`, and comes online.
    pub(crate) fn sit(&mut self, n: usize, takes_part: bool) -> Result<Vec<Event>, Refusal> {
        let tip = takes_part.then(|| self.tip(n));
        let events = self.run(n, &Command::Sit { seat: None, tip: tip.map(Ok) })?;
        let seat = self.table.seat_of(&player(n).id).unwrap();
        self.table.set_online(seat, true, self.time());
        Ok(events)
    }

    pub(crate) fn away(&mut self, seat: Seat) {
        self.table.set_online(seat, false, self.time());
    }

    pub(crate) fn act(&mut self, n: usize, mv: Value) -> Result<Vec<Event>, Refusal> {
        let seq = self.table.seq();
        self.run(n, &Command::Act { seq, mv, link: None })
    }

    /// Plays Gul Bara's first steps that are listed until the turn of `seat` is over.
    pub(crate) fn finish(&mut self, seat: Seat) {
        while self.view().turn == [seat] {
            let legal: Vec<Value> =
                self.view().legal.iter().map(|mv| serde_json::to_value(mv).unwrap()).collect();
            let next = if legal.contains(&mv("done")) { mv("done") } else { legal[0].clone() };
            self.act(seat, next).unwrap();
        }
    }

    pub(crate) fn link(&mut self, n: usize, draw: u32) -> Result<Vec<Event>, Refusal> {
        let link = self.link_of(n, draw);
        self.run(n, &Command::Link { draw, link: Ok(link) })
    }

    /// Every seat that is asked for a link gives it, until no draw is due.
    pub(crate) fn link_all(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(due) = self.view().fairness.due {
            for seat in due.seats {
                events.extend(self.link(seat, due.draw).unwrap());
            }
        }
        events
    }

    pub(crate) fn offer(&mut self, n: usize, what: What) -> Result<Vec<Event>, Refusal> {
        self.run(n, &Command::Offer { what, tip: None })
    }

    pub(crate) fn answer(&mut self, n: usize, what: What, yes: bool) -> Result<Vec<Event>, Refusal> {
        self.run(n, &Command::Answer { what, yes, seq: None, tip: None })
    }

    /// The match file of the last match that ended, if one has, and its hash.
    pub(crate) fn file(&self) -> Option<(String, Hash)> {
        let ended = self.log.iter().rposition(|logged| matches!(logged.entry.event, Event::Ended { .. }))?;
        let started = self.log[..ended].iter().rposition(|l| matches!(l.entry.event, Event::Started(_)))?;
        let Event::Started(first) = &self.log[started].entry.event else { return None };
        let lines = self.log[started..=ended].iter().map(|logged| logged.line.clone());
        Some((record::text(std::iter::once(record::header(first)).chain(lines)), self.log[ended].head))
    }

    /// The room once more, from its log as it is stored.
    pub(crate) fn folded(&self) -> Table {
        let now = Now { mono: 0, wall: WALL };
        let mut table = Table::new("K7QF3M", self.table.setup().clone(), server_chain(1).tip(), now);
        for (logged, &mono) in self.log.iter().zip(&self.times) {
            let read = Logged::read(&logged.line).unwrap();
            assert_eq!(read.entry, logged.entry);
            assert_eq!(read.head, logged.head);
            table.apply(&read, mono);
        }
        table.set_next_tip(self.server.tip());
        for seat in 0..self.seats() {
            table.presence[seat] = self.table.presence[seat];
        }
        table
    }
}

/// A move that has nothing but its type.
pub(crate) fn mv(name: &str) -> Value {
    json!({ "type": name })
}
