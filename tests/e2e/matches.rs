//! Whole matches at random: what the server shows is what the engine makes of the entries, live, in the history and
//! in the match file.
//!
//! The only tests that use the engine: a [`Follower`] applies each entry that a watcher was sent to a table of its
//! own, and compares every view.

use std::time::Duration;

use engine::fairness::Hash;
use engine::record;
use engine::setup::Setup;
use engine::table::{Entry, Event, Logged, Now, Status, Table};
use futures_util::future::join_all;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use crate::fairness;
use crate::harness::client::{Client, Room};
use crate::harness::http::get;
use crate::harness::player::Player;
use crate::harness::seed::rng;
use crate::harness::server::Server;
use crate::harness::views::lasting;

/// How far a running clock may be off, since the server's two clocks and the wire have their own milliseconds.
const CLOCK_MS: i64 = 1500;

/// A table that follows a room by its entries.
struct Follower(Table);

impl Follower {
    fn new(code: &str, setup: &Value) -> Self {
        let setup = Setup::read(setup).expect("a setup as the view shows it");
        Self(Table::new(code, setup, Hash::ZERO, Now { mono: 0, wall: 0 }))
    }

    /// Takes an update's entries in, and compares its view.
    fn take(&mut self, update: &Value) {
        assert!(update.get("gap").is_none(), "this watcher was never so slow");
        for entry in update["entries"].as_array().unwrap() {
            let entry: Entry = serde_json::from_str(&entry.to_string()).unwrap();
            let prev = match &entry.event {
                Event::Started(started) => Hash::of(record::header(started).as_bytes()),
                _ => self.0.head(),
            };
            let at = entry.at;
            self.0.apply(&Logged::new(entry, prev, 0), at);
        }
        let shown = &update["view"];
        let fairness = &shown["fairness"];
        if self.0.status() == Status::Waiting {
            self.0.set_next_tip(fairness["server_tip"].as_str().unwrap().parse().unwrap());
        }
        let now = shown["now"].as_i64().unwrap();
        let own = serde_json::to_value(self.0.view(0, Now { mono: now, wall: now })).unwrap();
        assert_eq!(lasting(&own), lasting(shown), "after entry {}", update["seq"]);
        let clocks = |view: &Value| -> Vec<Option<i64>> {
            view["seats"].as_array().unwrap().iter().map(|seat| seat["clock_ms"].as_i64()).collect()
        };
        for (own, shown) in clocks(&own).into_iter().zip(clocks(shown)) {
            let off = own.unwrap_or_default() - shown.unwrap_or_default();
            assert!(
                own.is_some() == shown.is_some() && off.abs() < CLOCK_MS,
                "clocks: {own:?}, shown {shown:?}"
            );
        }
    }
}

/// Compares everything that a watcher was shown of a room, from its first entry on.
fn follow(code: &str, room: &Room) {
    let mut follower = Follower::new(code, &room.view["setup"]);
    room.updates.iter().for_each(|update| follower.take(update));
}

/// What the server keeps of a finished match is what was seen live: history, match file, and both checks of it.
async fn kept(server: &Server, watcher: &mut Client, code: &str) {
    let mut entries = Vec::new();
    loop {
        let after = entries.last().map_or(json!(0), |entry: &Value| entry["seq"].clone());
        let page = watcher.ok(json!({"type": "history", "room": code, "match": 1, "after": after})).await;
        entries.extend(page["entries"].as_array().unwrap().iter().cloned());
        if page["more"] == false {
            break;
        }
    }
    let room = &watcher.rooms[code];
    let live = room.entries.iter().skip_while(|entry| entry["event"]["type"] != "started");
    let mut views = room.updates.iter().map(|update| &update["view"]).peekable();
    assert_eq!(entries.len(), live.clone().count());
    for (told, live) in entries.iter_mut().zip(live) {
        let view = told.as_object_mut().unwrap().remove("view").unwrap();
        assert_eq!(told, live);
        while views.next_if(|view| view["seq"].as_u64() < told["seq"].as_u64()).is_some() {}
        if let Some(live) = views.peek().filter(|live| live["seq"] == told["seq"]) {
            assert_eq!(lasting(&view), lasting(live), "the view after entry {}", told["seq"]);
        }
    }
    let hash = room.view["result"]["hash"].as_str().unwrap();
    let file = get(server.address, &format!("/matches/{code}/1.jsonl"), "").await;
    assert_eq!(file.status, 200);
    let checked = record::check(&file.body, Some(hash.parse().unwrap())).unwrap_or_else(|fault| {
        panic!(
            "the match file of {code} is refused, {fault}:\n{}",
            file.body.lines().nth(fault.line - 1).unwrap_or("")
        )
    });
    assert_eq!(checked.entries, entries.len());
    fairness::check(&file.body, hash);
}

/// One match of this setup by raw clients, with a watcher who compares.
async fn raw_match(server: &Server, setup: Value, seats: usize, mut rng: StdRng, habits: Habits) {
    let mut players = Vec::new();
    for seat in 0..seats {
        let mut player = Player::new(Client::hello(server.address, &format!("seat {seat}")).await, &mut rng);
        player.fickle = habits.fickle;
        if habits.without_tip == Some(seat) {
            player.chain = None;
        }
        player.silent = habits.silent == Some(seat);
        players.push(player);
    }
    let room = players[0].create(&setup).await;
    let mut watcher = Client::hello(server.address, "watcher").await;
    watcher.ok(json!({"type": "watch", "room": room, "after": 0})).await;
    for player in &mut players[1..] {
        player.sit(&room).await;
    }
    let playing = join_all(players.iter_mut().map(|player| player.play(&room, |_| false)));
    let (_, view) = futures_util::future::join(playing, watcher.finished(&room)).await;
    println!("{}: {} in {} entries", setup["game"], view["result"], view["seq"]);
    follow(&room, &watcher.rooms[&room]);
    for player in &players {
        assert_eq!(lasting(player.client.view(&room)), lasting(&view));
    }
    kept(server, &mut watcher, &room).await;
}

#[derive(Default)]
struct Habits {
    /// Everybody offers, takes back, disputes.
    fickle: bool,
    /// A seat that takes no part in the draws.
    without_tip: Option<usize>,
    /// A seat that has a tip and opens no link.
    silent: Option<usize>,
}

fn fickle() -> Habits {
    Habits { fickle: true, ..Habits::default() }
}

async fn all(test: &str, matches: Vec<(Value, usize, Habits)>) {
    let mut seeds = rng(test);
    let server = Server::start();
    let matches = matches.into_iter().map(|(setup, seats, habits)| {
        let rng = rand::SeedableRng::from_rng(&mut seeds);
        raw_match(&server, setup, seats, rng, habits)
    });
    join_all(matches).await;
}

#[tokio::test]
async fn dara_is_shown_as_the_engine_has_it() {
    let game = |more: Value| {
        let mut game = json!({"kind": "dara", "no_capture_limit": 30});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        game
    };
    let clock = json!({"initial_s": 600, "increment_s": 2});
    all(
        "dara_is_shown_as_the_engine_has_it",
        vec![
            (json!({"game": game(json!({}))}), 2, Habits::default()),
            (json!({"game": game(json!({"size": "6x6", "captures": "per_row"})), "clock": clock}), 2, fickle()),
            (json!({"game": game(json!({"size": "7x6", "placing": "no_four"})), "starts": "opponent"}), 2, fickle()),
            (json!({"game": game(json!({"protection": "none", "immobile": "passes"})), "fairness": "strict"}), 2, fickle()),
        ],
    )
    .await;
}

#[tokio::test]
async fn gul_bara_is_shown_as_the_engine_has_it() {
    let game = json!({"kind": "gul_bara"});
    let long =
        json!({"kind": "gul_bara", "match_points": 2, "next_starter": "winner", "roll_counter": "combined"});
    let silent = Habits { silent: Some(1), ..Habits::default() };
    let without = Habits { without_tip: Some(0), ..fickle() };
    all(
        "gul_bara_is_shown_as_the_engine_has_it",
        vec![
            (json!({"game": game}), 2, fickle()),
            (json!({"game": long, "clock": {"per_turn_s": 600}}), 2, fickle()),
            (json!({"game": game, "draw_wait_ms": 500, "starts": "creator"}), 2, silent),
            (json!({"game": game, "draw_wait_ms": 500}), 2, without),
        ],
    )
    .await;
}

#[tokio::test]
async fn darbol_is_shown_as_the_engine_has_it() {
    let game = |name: &str, more: Value| {
        let mut game = json!({"kind": "darbol", "game": name, "max_rounds": 12});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        game
    };
    let ours = json!({"doubles_dice": "per_player", "same_dice": "reroll", "professional": true});
    all(
        "darbol_is_shown_as_the_engine_has_it",
        vec![
            (json!({"game": game("up_the_mountain", json!({"up_resets": true}))}), 2, fickle()),
            (json!({"game": game("double_down", ours), "seats": 3}), 3, fickle()),
            (
                json!({"game": game("hundred", json!({})), "seats": 4, "clock": {"per_turn_s": 600}}),
                4,
                fickle(),
            ),
            (json!({"game": game("hundred", json!({"handicap": true})), "medium": "table"}), 2, fickle()),
            (json!({"game": game("double_down", json!({})), "medium": "table", "seats": 4}), 4, fickle()),
            (json!({"game": game("up_the_mountain", json!({})), "seats": 1}), 1, Habits::default()),
        ],
    )
    .await;
}

#[tokio::test]
async fn crokidarts_is_shown_as_the_engine_has_it() {
    let game =
        json!({"kind": "crokidarts", "target": 50, "legs_to_win": 1, "sets_to_win": 2, "turn_cap": 10});
    all(
        "crokidarts_is_shown_as_the_engine_has_it",
        vec![
            (json!({"game": game}), 2, fickle()),
            (json!({"game": game, "medium": "table", "fairness": "strict"}), 2, fickle()),
            (json!({"game": game, "seats": 1}), 1, Habits::default()),
        ],
    )
    .await;
}

/// FL-013, FL-159, FL-109: whoever joins at whatever moment sees no hole, and ends up with what the players see.
#[tokio::test]
async fn who_joins_at_any_moment_sees_no_hole() {
    const WATCHERS: usize = 50;
    let mut rng = rng("who_joins_at_any_moment_sees_no_hole");
    let server = Server::start();
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    let room = a.create(&json!({"game": {"kind": "gul_bara"}})).await;
    b.sit(&room).await;
    let delays: Vec<u64> = (0..WATCHERS).map(|_| rng.random_range(0..1500)).collect();
    // every client checks that its updates have no hole, see `Client::update`
    let watching = delays.into_iter().map(async |delay| {
        tokio::time::sleep(Duration::from_millis(delay)).await;
        let mut watcher = Client::hello(server.address, "watcher").await;
        watcher.ok(json!({"type": "watch", "room": room})).await;
        watcher.finished(&room).await
    });
    let (views, _, _) =
        futures_util::future::join3(join_all(watching), a.play(&room, |_| false), b.play(&room, |_| false))
            .await;
    for view in views {
        assert_eq!(lasting(&view), lasting(a.client.view(&room)));
    }
}

/// FL-033: five clicks on one checker before the first answer: each names the state it was made on, and only the
/// first counts.
#[tokio::test]
async fn clicks_on_one_state_are_one_move() {
    let mut rng = rng("clicks_on_one_state_are_one_move");
    let server = Server::start();
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    let room = a.create(&json!({"game": {"kind": "gul_bara"}, "starts": "creator"})).await;
    b.sit(&room).await;
    let moving = |view: &Value| view["game"]["phase"] == "moving" && view["turn"] == json!([0]);
    futures_util::future::join(a.play(&room, moving), b.play(&room, moving)).await;
    let view = a.client.view(&room).clone();
    let step = view["legal"].as_array().unwrap().iter().find(|mv| mv["type"] == "step").unwrap().clone();
    let mut asked = Vec::new();
    for _ in 0..5 {
        let act = json!({"type": "act", "room": room, "seq": view["seq"], "move": step});
        asked.push(a.client.send(act).await);
    }
    let mut seqs = Vec::new();
    for id in asked {
        let reply = a.client.reply(id).await.unwrap();
        assert_eq!(reply["type"], "ok", "the same move again is the same move: {reply}");
        seqs.push(reply["seq"].clone());
    }
    assert!(seqs.iter().all(|seq| *seq == seqs[0]), "{seqs:?}");
    a.client.until(&room, |view| view["seq"].as_u64() >= seqs[0].as_u64()).await;
    let steps =
        a.client.rooms[&room].entries.iter().filter(|entry| entry["event"]["type"] == "stepped").count();
    assert_eq!(steps, 1);
}

/// Fifty matches of Dara, each with other options, by three real `longtable --json` programs: two play, one watches.
#[tokio::test]
async fn fifty_matches_by_three_programs() {
    let mut rng = rng("fifty_matches_by_three_programs");
    let server = Server::start();
    let home = tempfile::tempdir().unwrap();
    let mut programs = Vec::new();
    for name in ["first", "second", "watcher"] {
        let folder = home.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        programs.push(Client::process(server.address, &folder, name).await);
    }
    let mut watcher = programs.pop().unwrap();
    let mut b = Player::new(programs.pop().unwrap(), &mut rng);
    let mut a = Player::new(programs.pop().unwrap(), &mut rng);
    (a.fickle, b.fickle) = (true, true);
    let mut checker = Client::hello(server.address, "checker").await;
    for number in 0..50 {
        let mut pick = |words: &[&str]| words.choose(&mut rng).unwrap().to_string();
        let game = json!({
            "kind": "dara", "size": pick(&["5x6", "6x6", "7x6"]), "long_lines": pick(&["allowed", "forbidden"]),
            "placing": pick(&["free", "no_three", "no_four"]), "captures": pick(&["one", "per_row"]),
            "protection": pick(&["rows_unless_all", "rows_always", "none"]), "immobile": pick(&["loses", "passes"]),
            "no_capture_limit": 10,
        });
        let setup = json!({"game": game, "starts": pick(&["lot", "creator", "opponent"])});
        let room = a.create(&setup).await;
        watcher.ok(json!({"type": "watch", "room": room, "after": 0})).await;
        b.sit(&room).await;
        futures_util::future::join3(a.play(&room, |_| false), b.play(&room, |_| false), async {
            watcher.finished(&room).await;
        })
        .await;
        follow(&room, &watcher.rooms[&room]);
        checker.ok(json!({"type": "watch", "room": room, "after": 0})).await;
        let view = checker.finished(&room).await;
        for client in [&a.client, &b.client, &watcher] {
            assert_eq!(lasting(client.view(&room)), lasting(&view), "match {number}");
        }
        kept(&server, &mut checker, &room).await;
        let concerns = watcher.pushes().into_iter().find(|push| push["state"] == "warning");
        assert_eq!(concerns, None, "no program has anything to complain of");
    }
}
