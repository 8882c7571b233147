//! Rooms for tests: a table with two to four players, played through the engine.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "only tests call this")]

use engine::fairness::{Chain, Hash, Stream};
use engine::games::Seat;
use engine::physics::HOLES;
use engine::setup::Setup;
use engine::table::{Command, Context, Entry, Event, Now, Player, Table, View};
use serde_json::{Value, json};

/// A room in play, and what happened in it.
pub struct Room {
    table: Table,
    chain: Chain,
    clock: i64,
    /// Every entry since the start.
    pub entries: Vec<Entry>,
}

impl Room {
    /// A room whose match has started; seat 0 begins.
    pub fn new(mut setup: Value) -> Self {
        if setup["game"]["position"].is_null() {
            setup["starts"] = json!("creator");
        } else {
            setup["visibility"] = json!("unlisted");
        }
        let setup = Setup::read(&setup).unwrap();
        let chain = Chain::new(Hash::of(b"server"), 4096);
        let seats = setup.seats;
        let table = Table::new("K7QF3M", setup, chain.tip(), Now { mono: 0, wall: 0 });
        let mut room = Self { table, chain, clock: 0, entries: Vec::new() };
        for seat in 0..seats {
            room.command(seat, &Command::Sit { seat: Some(seat), tip: None }).unwrap();
        }
        room.wait();
        room
    }

    /// Time passes: what waits for people or links goes on without them.
    pub fn wait(&mut self) {
        for _ in 0..4 {
            self.clock += 100_000;
            let decision = self.with(|table, context| table.tick(context));
            self.take(decision.entries);
        }
    }

    /// A move as it is sent.
    pub fn act(&mut self, seat: Seat, mv: &Value) -> Result<(), String> {
        let command = Command::Act { seq: self.table.seq(), mv: mv.clone(), link: None };
        self.command(seat, &command)
    }

    /// A line as it is typed; every move in it is made.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        match crate::parse(&self.view(), seat, text)? {
            crate::Input::Move(moves) => {
                for mv in moves {
                    self.act(seat, &serde_json::to_value(&mv).unwrap())?;
                }
                Ok(())
            }
            crate::Input::Aim { note, .. } => Err(note),
        }
    }

    /// Any move that is open to `seat`, if it is one that the rules allow; never a step back.
    pub fn any(&mut self, seat: Seat, dice: &mut Stream) {
        let listed: Vec<Value> =
            self.view().legal.iter().map(|legal| serde_json::to_value(legal).unwrap()).collect();
        let forward: Vec<&Value> = listed.iter().filter(|mv| mv["type"] != "undo").collect();
        let mut below = |sides: usize| (dice.unit() * sides as f64) as usize;
        let Some(mv) = forward.get(below(forward.len())) else { return };
        let free = mv.as_object().is_some_and(|mv| mv.len() == 1);
        let mv = match mv["type"].as_str() {
            Some("toss") => json!({"type": "toss", "y": 0, "z": HOLES[below(8)].0}),
            Some("shoot") => {
                let (at, aim) = (below(20_000) as i32 - 10_000, below(10_000) as i32 - 5_000);
                json!({"type": "shoot", "at": at, "aim": aim, "speed": 700 + below(900)})
            }
            Some("report") if free => {
                let board: Vec<u8> = (0..below(4)).map(|_| [15, 10, 5][below(3)]).collect();
                json!({"type": "report", "twenties": below(3), "board": board})
            }
            _ => (*mv).clone(),
        };
        // a random report or shot may be impossible; then the next try is another one
        let _ = self.act(seat, &mv);
    }

    /// The room as a client has it: the view went through JSON.
    pub fn view(&self) -> View {
        let view = self.table.view(0, Now { mono: self.clock, wall: self.clock });
        serde_json::from_value(serde_json::to_value(view).unwrap()).unwrap()
    }

    /// The newest `count` events.
    pub fn last(&self, count: usize) -> Vec<Event> {
        let from = self.entries.len().saturating_sub(count);
        self.entries[from..].iter().map(|entry| entry.event.clone()).collect()
    }

    /// A command of a player.
    pub fn command(&mut self, seat: Seat, command: &Command) -> Result<(), String> {
        self.clock += 1000;
        let name = ["Ada", "Bea", "Cleo", "Dan"][seat];
        let player = Player { id: name.to_lowercase(), name: name.to_owned() };
        let decision = self.with(|table, context| table.decide(&player, command, context));
        self.take(decision.map_err(|refusal| refusal.to_string())?.entries);
        Ok(())
    }

    fn with<T>(&self, ask: impl FnOnce(&Table, &Context) -> T) -> T {
        let now = Now { mono: self.clock, wall: self.clock };
        ask(&self.table, &Context { now, chain: &self.chain, server: "test", handicap: None })
    }

    fn take(&mut self, entries: Vec<engine::table::Logged>) {
        for logged in entries {
            self.table.apply(&logged, self.clock);
            self.entries.push(logged.entry);
        }
    }
}
