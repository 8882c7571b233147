//! Real rooms over a real store: matches are played and ended, and the pages tell of them.

use std::sync::Arc;

use engine::fairness::{Chain, Hash};
use engine::setup::Setup;
use engine::table::Command;
use protocol::{Key, Limits, RoomCode};
use serde_json::{Value, json};

use super::*;
use crate::bus::Bus;
use crate::room::{Ask, Inbox, Me, RoomHandle, RoomTask};
use crate::store::Store;

async fn server(folder: &tempfile::TempDir) -> Arc<Shared> {
    let url = format!("sqlite:{}", folder.path().join("table.db").display());
    let store = Store::open(&url).await.unwrap();
    Shared::new(store, Bus::local(), Limits::default().off(), "http://here".to_owned(), Vec::new())
}

fn person(name: &str) -> Me {
    Me::new(&Key::new(&mut rand::rng()), name.to_owned())
}

/// A room of two; both have the chain of their seat.
struct Room<'a> {
    handle: RoomHandle,
    players: [&'a Me; 2],
}

impl<'a> Room<'a> {
    /// Both sit, without tips: nothing starts for a while.
    async fn new(shared: &Arc<Shared>, code: &str, setup: Value, players: [&'a Me; 2]) -> Self {
        let code: RoomCode = code.parse().unwrap();
        let setup = Setup::read(&setup).unwrap();
        let ask = |me: &Me| Ask {
            me: Arc::new(me.clone()),
            command: Arc::new(Command::Sit { seat: None, tip: None }),
            token: None,
        };
        let made = RoomTask::create(Arc::clone(shared), code, setup, [7; 32], ask(players[0]), true).await;
        let room = Self { handle: made.unwrap(), players };
        room.tell(1, Command::Sit { seat: None, tip: None }).await;
        room
    }

    async fn tell(&self, seat: usize, command: Command) {
        let me = Arc::new(self.players[seat].clone());
        let ask = Ask { me, command: Arc::new(command), token: None };
        self.handle.ask(|reply| Inbox::Command(ask, reply)).await.unwrap().unwrap();
    }

    async fn start(&self) {
        for seat in 0..2 {
            self.tell(seat, Command::Entropy { tip: Some(Ok(chain(seat).tip())) }).await;
        }
        assert_eq!(self.view()["status"], "playing");
    }

    fn view(&self) -> Value {
        let update = self.handle.feed.update(&self.handle.feed.newest(), None);
        serde_json::from_str::<Value>(&update).unwrap()["view"].take()
    }

    async fn act(&self, seat: usize, mv: Value) {
        let seq = self.view()["seq"].as_u64().unwrap();
        self.tell(seat, Command::Act { seq, mv, link: None }).await;
    }

    /// Plays a reported Hundred in which `winner` makes every toss and the other one none; the winner's turns and
    /// excess.
    async fn hundred(&self, winner: usize) -> (u64, u64) {
        self.start().await;
        loop {
            let view = self.view();
            if view["status"] == "finished" {
                let player = &view["game"]["players"][winner];
                return (player["turns"].as_u64().unwrap(), player["score"].as_u64().unwrap() - 100);
            }
            let seat = view["turn"][0].as_u64().unwrap() as usize;
            match view["game"]["phase"].as_str().unwrap() {
                "rolling" => {
                    self.act(seat, json!({"type": "roll"})).await;
                    let draw = self.view()["fairness"]["due"]["draw"].as_u64().unwrap() as u32;
                    for seat in 0..2 {
                        let link = Ok(chain(seat).link(draw).unwrap());
                        self.tell(seat, Command::Link { draw, link }).await;
                    }
                }
                "tossing" => {
                    let hole = if seat == winner { view["game"]["left"][0].clone() } else { json!(0) };
                    self.act(seat, json!({"type": "report", "hole": hole})).await;
                }
                _ => self.act(seat, json!({"type": "confirm"})).await,
            }
        }
    }
}

fn chain(seat: usize) -> Chain {
    Chain::new(Hash([seat as u8; 32]), 200)
}

fn hundred(handicap: bool) -> Value {
    let game = json!({"kind": "darbol", "game": "hundred", "handicap": handicap, "max_rounds": 60});
    json!({"game": game, "medium": "table", "starts": "creator", "draw_wait_ms": 30000, "claim_after_s": null})
}

async fn page_of(shared: &Shared, of: &Me, me: &Me) -> PlayerPage {
    match page(shared, &of.player.id, &me.player).await.unwrap() {
        Reply::Player(page) => page,
        other => panic!("{other:?}"),
    }
}

async fn league_of(shared: &Shared) -> Vec<LeaguePlayer> {
    match league(shared, None).await.unwrap() {
        Reply::League(league) => league.players,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_hundred_make_a_handicap() {
    let folder = tempfile::tempdir().unwrap();
    let shared = server(&folder).await;
    let both = [&person("Ann"), &person("Bob")];
    let mut records = Vec::new();
    for (code, winner) in [("K7QF3M", 0), ("K7QF3N", 1)] {
        records.push(Room::new(&shared, code, hundred(false), both).await.hundred(winner).await);
    }
    let averages = records.iter().map(|&(turns, excess)| Average { turns, excess, games: 1 });
    let given = handicaps(&averages.map(Some).collect::<Vec<_>>());
    assert_ne!(given, [Handicap::default(); 2], "the dice of these rooms are fixed");

    let room = Room::new(&shared, "K7QF3P", hundred(true), both).await;
    assert_eq!(room.view()["status"], "waiting");
    assert_eq!(room.view()["handicap"], json!(given), "shown before the start");
    room.start().await;
    assert_eq!(room.view()["handicap"], json!(given));
    for (seat, given) in given.iter().enumerate() {
        let player = json!({"score": given.points, "turns": 0, "extra_turns": given.extra_turns});
        assert_eq!(room.view()["game"]["players"][seat], player);
    }
    room.tell(1, Command::Resign).await;

    let ann = page_of(&shared, both[0], both[1]).await;
    assert_eq!((ann.name.as_str(), ann.recent.len()), ("Ann", 3));
    assert_eq!(ann.handicap.map(Vec::from), Some(given), "Ann's first, then that of Bob, who asks");
    let record = &ann.record["darbol"];
    assert_eq!((record.won, record.lost, record.drawn, record.streak), (2, 1, 0, 1));
    assert!(record.provisional && record.rating > 1500);
    let (turns, excess) = records[0];
    assert_eq!(record.hundred, Some(HundredSums { games: 1, turns, excess }), "the third had a handicap");
    assert_eq!(record.averages["turns"], turns as f64);
    assert_eq!(record.unfinished["resigned"], protocol::Left { own: 0, other: 1 });
    let bob = page_of(&shared, both[1], both[1]).await;
    assert_eq!(bob.record["darbol"].unfinished["resigned"], protocol::Left { own: 1, other: 0 });
    assert_eq!(bob.handicap, None);
    let mut league: Vec<_> = league_of(&shared).await.into_iter().map(|p| (p.name, p.sums.turns)).collect();
    league.sort();
    assert_eq!(league, [("Ann".to_owned(), records[0].0), ("Bob".to_owned(), records[1].0)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_tells_of_matches_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let shared = server(&folder).await;
    let both = [&person("Ann"), &person("Bob")];
    let new = page_of(&shared, both[0], both[0]).await;
    assert!(new.record.is_empty() && new.recent.is_empty(), "one's own page is there at once");
    let unknown = page(&shared, &both[0].player.id, &both[1].player).await.unwrap_err();
    assert_eq!(unknown.code, Code::NoSuchPlayer);

    let setup = json!({"game": {"kind": "dara"}, "starts": "creator"});
    let room = Room::new(&shared, "K7QF3M", setup, both).await;
    room.start().await;
    room.tell(0, Command::Resign).await;
    let seen = page_of(&shared, both[0], both[1]).await;
    let recent = &seen.recent[0];
    assert_eq!((recent.r#match.as_str(), recent.seat, &recent.winners[..]), ("K7QF3M/1", 0, &[1][..]));
    assert_eq!(recent.outcome, Some(Outcome::Lost));
    let names: Vec<&str> = recent.seats.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    let record = &seen.record["dara"];
    assert_eq!((record.rating, record.deviation, record.provisional), (1338, 290, true));
    assert!(record.averages.is_empty() && record.hundred.is_none());
    assert!(league_of(&shared).await.is_empty());
    shared.store.close().await;
    let again = server(&folder).await;
    assert_eq!(page_of(&again, both[0], both[1]).await, seen);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_goes_on_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let shared = server(&folder).await;
    let me = person("Ann");
    let setup = json!({"game": {"kind": "darbol", "game": "hundred"}, "seats": 1, "medium": "table"});
    let tip = Some(Ok(chain(0).tip()));
    let ask = |command| Ask { me: Arc::new(me.clone()), command: Arc::new(command), token: None };
    let sit = ask(Command::Sit { seat: None, tip });
    let code = "K7QF3M".parse().unwrap();
    let setup = Setup::read(&setup).unwrap();
    let room = RoomTask::create(Arc::clone(&shared), code, setup, [7; 32], sit, true).await.unwrap();
    room.ask(|reply| Inbox::Command(ask(Command::Resign), reply)).await.unwrap().unwrap();
    let matches = shared.store.matches("K7QF3M").await.unwrap();
    assert!(matches[0].ended.is_some());
    let page = page_of(&shared, &me, &me).await;
    assert!(page.record.is_empty() && page.recent.is_empty());
}
