//! A room that is played by bytes, and the laws that each of its decisions obeys.

use std::sync::LazyLock;

use engine::fairness::{Chain, Hash};
use engine::games::{Handicap, Seat};
use engine::record;
use engine::setup::Setup;
use engine::table::{Command, Context, Event, Logged, Now, Player, Refusal, Status, Table, View};

/// Short, so that chains are used up now and then.
const LINKS: u32 = 192;
const WALL: i64 = 1_764_486_000_000;
const CODE: &str = "K7QF3M";

static SERVER: LazyLock<Vec<Chain>> = LazyLock::new(|| chains("server"));
static PLAYERS: LazyLock<Vec<Chain>> = LazyLock::new(|| chains("player"));

fn chains(of: &str) -> Vec<Chain> {
    (0..5).map(|n| Chain::new(Hash::of(format!("{of} {n}").as_bytes()), LINKS)).collect()
}

/// The server's chain of a match.
fn server_chain(number: u32) -> &'static Chain {
    &SERVER[number as usize % SERVER.len()]
}

fn person(n: usize) -> Player {
    Player { id: format!("p{n}"), name: format!("Ana {n}") }
}

/// A table, everybody's chains, and time.
pub(crate) struct Room {
    pub(crate) table: Table,
    /// Monotonic ms.
    pub(crate) now: i64,
    /// What players of Hundred are awarded.
    pub(crate) handicap: Vec<Handicap>,
    /// Every entry, and when it was applied.
    log: Vec<(Logged, i64)>,
    /// Per seat, whether its player is there, and since when.
    online: Vec<(bool, i64)>,
    /// Whether anybody's line was ever slow.
    lagged: bool,
}

impl Room {
    pub(crate) fn new(setup: Setup) -> Self {
        let seats = setup.seats;
        let table = Table::new(CODE, setup, server_chain(1).tip(), Now { mono: 0, wall: WALL });
        let online = vec![(false, 0); seats];
        Self {
            table,
            now: 0,
            handicap: vec![Handicap::default(); seats],
            log: Vec::new(),
            online,
            lagged: false,
        }
    }

    pub(crate) fn seats(&self) -> usize {
        self.online.len()
    }

    pub(crate) fn time(&self) -> Now {
        Now { mono: self.now, wall: WALL + self.now }
    }

    pub(crate) fn view(&self) -> View {
        self.table.view(0, self.time())
    }

    fn context(&self) -> Context<'_> {
        let chain = server_chain(self.table.chain_match());
        Context { now: self.time(), chain, server: "longtable/fuzz", handicap: Some(&self.handicap) }
    }

    /// The tip of a player's chain.
    pub(crate) fn tip(player: usize) -> Hash {
        PLAYERS[player].tip()
    }

    /// A player's link for a draw; nonsense where the chain has ended.
    pub(crate) fn link_of(player: usize, draw: u32) -> Hash {
        PLAYERS[player].link(draw).unwrap_or(Hash::ZERO)
    }

    /// Which of the room's people sits there.
    pub(crate) fn player_at(&self, seat: Seat) -> Option<usize> {
        self.table.players().nth(seat).flatten()?.id.strip_prefix('p')?.parse().ok()
    }

    /// Whether a command would be done.
    pub(crate) fn accepts(&self, player: usize, command: &Command) -> bool {
        self.table.decide(&person(player), command, &self.context()).is_ok()
    }

    /// Does a command. A refusal says why; a command that was done is answered alike when it comes again.
    pub(crate) fn run(&mut self, player: usize, command: &Command) -> Result<u64, Refusal> {
        self.tick();
        let who = person(player);
        let before = self.view();
        let decided = self.table.decide(&who, command, &self.context());
        let decision = match decided {
            Ok(decision) => decision,
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty(), "{command:?}");
                assert_eq!(self.view(), before, "a refusal changes nothing: {command:?}");
                return Err(refusal);
            }
        };
        let seq = decision.seq;
        self.take(decision.entries);
        if matches!(command, Command::Act { .. }) {
            let again = self.table.decide(&who, command, &self.context());
            let again = again.unwrap_or_else(|refusal| panic!("{command:?} again: {refusal}"));
            assert_eq!((again.seq, again.entries), (seq, Vec::new()), "{command:?} again");
        }
        Ok(seq)
    }

    /// What is overdue happens, as a server lets it before each command.
    pub(crate) fn tick(&mut self) {
        while self.table.next_deadline().is_some_and(|due| due <= self.now) {
            let entries = self.table.tick(&self.context()).entries;
            assert!(!entries.is_empty(), "a deadline passed and nothing happened: {:?}", self.view());
            self.take(entries);
        }
    }

    /// Time passes, and what falls due in it happens when it does.
    pub(crate) fn wait(&mut self, ms: i64) {
        let until = self.now + ms;
        while let Some(due) = self.table.next_deadline().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            self.tick();
        }
        self.now = until;
    }

    /// The server was down.
    pub(crate) fn pause(&mut self, ms: i64) {
        self.now += ms;
        let entries = self.table.pause(ms.unsigned_abs(), &self.context()).entries;
        self.take(entries);
    }

    /// The host ends the match.
    pub(crate) fn close(&mut self) {
        let entries = self.table.close(&self.context()).entries;
        self.take(entries);
    }

    pub(crate) fn set_online(&mut self, seat: Seat, online: bool) {
        if self.online[seat].0 != online {
            self.online[seat] = (online, self.now);
        }
        self.table.set_online(seat, online, self.time());
    }

    pub(crate) fn set_lag(&mut self, seat: Seat, lag: i64) {
        self.lagged = true;
        self.table.set_lag(seat, lag);
    }

    fn take(&mut self, entries: Vec<Logged>) {
        for logged in entries {
            let entry = &logged.entry;
            assert_eq!(entry.seq, self.table.seq() + 1, "entries are numbered without gaps");
            let before = match &entry.event {
                Event::Started(started) => Hash::of(record::header(started).as_bytes()),
                _ => self.table.head(),
            };
            assert_eq!(logged.prev(), Some(before), "each line is chained to the one before");
            self.table.apply(&logged, self.now);
            let ended = matches!(entry.event, Event::Ended { .. });
            self.log.push((logged, self.now));
            if ended {
                self.check_record();
            }
        }
        let chain = server_chain(self.table.chain_match());
        self.table.set_next_tip(chain.tip());
    }

    /// The match file of the last match that ended.
    pub(crate) fn file(&self) -> Option<(String, Hash)> {
        let is = |what: fn(&Event) -> bool| move |(logged, _): &(Logged, i64)| what(&logged.entry.event);
        let ended = self.log.iter().rposition(is(|event| matches!(event, Event::Ended { .. })))?;
        let started = self.log[..ended].iter().rposition(is(|event| matches!(event, Event::Started(_))))?;
        let Event::Started(first) = &self.log[started].0.entry.event else { return None };
        let lines = self.log[started..=ended].iter().map(|(logged, _)| logged.line.clone());
        let file = record::text(std::iter::once(record::header(first)).chain(lines));
        Some((file, self.log[ended].0.head))
    }

    /// What was just played out is a true match file.
    fn check_record(&self) {
        let Some((file, hash)) = self.file() else { panic!("a match ended that never started") };
        if let Err(fault) = record::check(&file, Some(hash)) {
            let to = fault.line.min(file.lines().count());
            let around: Vec<&str> = file.lines().take(to).skip(to.saturating_sub(4)).collect();
            panic!("{fault}\n{}", around.join("\n"));
        }
    }

    /// The stored log folds to the same room, whose view survives JSON.
    pub(crate) fn check(&self) {
        let setup = self.table.setup().clone();
        let mut table = Table::new(CODE, setup, server_chain(1).tip(), Now { mono: 0, wall: WALL });
        for (logged, mono) in &self.log {
            let read = Logged::read(&logged.line).expect("a line is read back");
            assert_eq!((&read.entry, read.head), (&logged.entry, logged.head));
            table.apply(&read, *mono);
        }
        table.set_next_tip(server_chain(self.table.chain_match()).tip());
        for (seat, &(online, since)) in self.online.iter().enumerate() {
            let since = Now { mono: since, wall: 0 };
            table.set_online(seat, !online, since);
            table.set_online(seat, online, since);
        }
        let view = self.view();
        assert_eq!(table.view(0, self.time()), view, "the log folds to the room");
        // how much of a turn's lag was given back is not logged
        assert!(self.lagged || table.next_deadline() == self.table.next_deadline(), "and to what comes next");
        let json = serde_json::to_value(&view).expect("a view is plain data");
        let read: View = serde_json::from_value(json.clone()).expect("a client reads a view");
        assert_eq!(serde_json::to_value(read).expect("and can write it again"), json);
        assert_eq!(view.status == Status::Finished, view.result.is_some());
    }
}
