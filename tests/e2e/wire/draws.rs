//! Draws that wait: silent seats, late links, and what is owed in strict fairness.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::harness::chain::Chain;
use crate::harness::client::Client;
use crate::harness::server::Server;

/// A match of Gul Bara that `a` starts, with tips of both.
struct Match {
    a: Client,
    b: Client,
    room: String,
    chain_a: Chain,
    chain_b: Chain,
}

impl Match {
    async fn start(server: &Server, more: Value) -> Self {
        let mut a = Client::hello(server.address, "a").await;
        let mut b = Client::hello(server.address, "b").await;
        let (chain_a, chain_b) = (Chain::new(rand::random(), 256), Chain::new(rand::random(), 256));
        let mut setup = json!({"game": {"kind": "gul_bara"}, "starts": "creator"});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let create = json!({"type": "create", "setup": setup, "tip": chain_a.tip()});
        let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
        b.ok(json!({"type": "sit", "room": room, "tip": chain_b.tip()})).await;
        a.until(&room, |view| view["turn"] == json!([0])).await;
        Self { a, b, room, chain_a, chain_b }
    }

    fn link(&self, draw: u64, link: String) -> Value {
        json!({"type": "link", "room": self.room, "draw": draw, "link": link})
    }

    async fn act(&mut self, seat: u64, mv: &Value, link: Option<String>) {
        let client = if seat == 0 { &mut self.a } else { &mut self.b };
        let view = client.until(&self.room, |view| view["turn"] == json!([seat])).await;
        let mut act = json!({"type": "act", "room": self.room, "seq": view["seq"], "move": mv});
        act["link"] = json!(link);
        let seq = client.ok(act).await["seq"].as_u64();
        client.until(&self.room, |view| view["seq"].as_u64() >= seq).await;
    }

    /// Plays a turn's steps, and says done.
    async fn steps(&mut self, seat: u64) {
        loop {
            let client = if seat == 0 { &mut self.a } else { &mut self.b };
            let view = client.until(&self.room, |view| view["fairness"]["due"].is_null()).await;
            let legal = view["legal"].as_array().unwrap();
            let mv = legal
                .iter()
                .find(|mv| mv["type"] == "step")
                .or_else(|| legal.iter().find(|mv| mv["type"] == "done"));
            match mv.filter(|_| view["turn"] == json!([seat])).cloned() {
                Some(mv) => self.act(seat, &mv, None).await,
                // a dead roll ends the turn by itself
                None => return,
            }
        }
    }
}

/// An open draw waits for a silent seat, names it, and after two in a row waits no more until it answers again.
#[tokio::test]
async fn a_silent_seat_is_waited_for_twice_and_then_no_more() {
    let server = Server::start();
    let mut game = Match::start(&server, json!({"draw_wait_ms": 700})).await;
    let roll = json!({"type": "roll"});
    for draw in 1..=5 {
        let seat = (draw + 1) % 2;
        // b opens nothing but its fourth link
        let link = match (seat, draw) {
            (0, _) => Some(game.chain_a.link(draw)),
            (_, 4) => Some(game.chain_b.link(draw)),
            _ => None,
        };
        game.act(seat, &roll, link).await;
        if seat == 1 {
            game.a
                .until(&game.room, |view| {
                    view["fairness"]["draw"] == draw || view["fairness"]["due"]["draw"] == draw
                })
                .await;
            let link = game.link(draw, game.chain_a.link(draw));
            assert_eq!(game.a.ask(link).await["type"], "ok");
        }
        for client in [&mut game.a, &mut game.b] {
            client.until(&game.room, |view| view["fairness"]["draw"] == draw).await;
        }
        game.steps(seat).await;
    }
    let entries = &game.a.rooms[&game.room].entries;
    let times = |kind: &str| -> Vec<i64> {
        let of_kind = entries.iter().filter(|entry| entry["event"]["type"] == kind);
        of_kind.map(|entry| entry["at"].as_i64().unwrap()).collect()
    };
    let waited: Vec<i64> =
        times("drawn").iter().zip(times("rolling")).map(|(drawn, rolling)| drawn - rolling).collect();
    assert!(waited[0] >= 700 && waited[1] >= 700, "twice the silent seat is waited for: {waited:?}");
    assert!(waited[2] < 600, "then no more: {waited:?}");
    assert!(waited[4] >= 700, "and again once it has answered: {waited:?}");
    let drawn: Vec<&Value> = entries.iter().filter(|entry| entry["event"]["type"] == "drawn").collect();
    let silent: Vec<bool> = drawn.iter().map(|entry| entry["event"]["links"][1].is_null()).collect();
    assert_eq!(silent, [true, true, true, false, true], "who was silent is told with each draw");
    assert_eq!(game.a.view(&game.room)["fairness"]["silent"], json!([0, 4]));
}

/// A link that comes late, that is another one's, or of another draw, opens nothing.
#[tokio::test]
async fn a_link_that_does_not_fit_is_refused() {
    let server = Server::start();
    let mut game = Match::start(&server, json!({"draw_wait_ms": 500})).await;
    let early = game.link(1, game.chain_b.link(1));
    assert_eq!(game.b.ask(early).await["code"], "bad_link", "no draw is due yet");
    game.act(0, &json!({"type": "roll"}), None).await;
    let room = game.room.clone();
    game.b.until(&room, |view| view["fairness"]["due"]["draw"] == 1).await;
    for (what, wrong) in [
        ("the next link", game.link(1, game.chain_b.link(2))),
        ("the other seat's", game.link(1, game.chain_a.link(1))),
        ("a later draw", game.link(2, game.chain_b.link(2))),
        ("no hex", game.link(1, "Z".repeat(64))),
        ("capitals", game.link(1, "A".repeat(64))),
    ] {
        assert_eq!(game.b.ask(wrong).await["code"], "bad_link", "{what}");
    }
    game.b.until(&room, |view| view["fairness"]["draw"] == 1).await;
    let late = game.link(1, game.chain_b.link(1));
    assert_eq!(game.b.ask(late).await["code"], "bad_link", "the draw is over");
    assert_eq!(game.b.view(&room)["fairness"]["silent"], json!([1, 1]));
}

/// Strict: a draw waits for ever, the clock of who owes the link runs, and the other side may claim.
#[tokio::test]
async fn in_strict_fairness_a_link_is_owed() {
    let server = Server::start();
    let clock = json!({"initial_s": 300, "increment_s": 0});
    let setup = json!({"fairness": "strict", "draw_wait_ms": 500, "claim_after_s": 10, "clock": clock});
    let mut game = Match::start(&server, setup).await;
    let (room, link) = (game.room.clone(), game.chain_a.link(1));
    game.act(0, &json!({"type": "roll"}), Some(link)).await;
    let start = Instant::now();
    let claim = json!({"type": "claim", "room": room});
    assert_eq!(game.a.ask(claim.clone()).await["code"], "too_early");
    assert_eq!(game.b.ask(claim.clone()).await["code"], "too_early", "nobody claims for what oneself owes");
    game.a.listen(Duration::from_secs(9)).await;
    assert_eq!(game.a.ask(claim.clone()).await["code"], "too_early");
    while game.a.ask(claim.clone()).await["type"] != "ok" {
        assert!(start.elapsed() < Duration::from_secs(25), "the claim never holds");
        game.a.listen(Duration::from_millis(300)).await;
    }
    let waited = start.elapsed();
    assert!(waited > Duration::from_millis(10_300), "{waited:?}");
    let view = game.a.until(&room, |view| view["status"] == "finished").await;
    assert_eq!((&view["result"]["winners"], &view["result"]["reason"]), (&json!([0]), &json!("abandoned")));
    assert_eq!(view["fairness"]["draw"], 0, "nothing was drawn without the link");
    let owed = 300_000 - view["seats"][1]["clock_ms"].as_i64().unwrap();
    assert!((9_000..=waited.as_millis() as i64).contains(&owed), "{owed} ms went from the clock of who owes");
}

/// FL-116: an answer and a move at the same moment, in both orders: one outcome, and one side to move.
#[tokio::test]
async fn an_answer_and_a_move_at_once_have_one_outcome() {
    let server = Server::start();
    let mut a = Client::hello(server.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    // the same player's other device
    let mut other = Client::again(server.address, &b.key).await;
    for round in 0..30 {
        let setup = json!({"game": {"kind": "dara"}, "starts": "creator"});
        let create = json!({"type": "create", "setup": setup, "tip": "a".repeat(64)});
        let room = a.ok(create).await["room"].as_str().unwrap().to_owned();
        b.ok(json!({"type": "sit", "room": room, "tip": "b".repeat(64)})).await;
        other.ok(json!({"type": "watch", "room": room})).await;
        let place = |seq: &Value, at: &str| json!({"type": "act", "room": room, "seq": seq, "move": {"type": "place", "at": at}});
        let view = a.until(&room, |view| view["turn"] == json!([0])).await;
        a.ok(place(&view["seq"], "a1")).await;
        a.ok(json!({"type": "offer", "room": room, "what": "takeback"})).await;
        let view = b.until(&room, |view| view["offers"] != json!([])).await;
        let yes = json!({"type": "answer", "room": room, "what": "takeback", "yes": true});
        let (first, second) = if round % 2 == 0 { (&mut b, &mut other) } else { (&mut other, &mut b) };
        let answered = first.send(yes).await;
        let moved = second.send(place(&view["seq"], "b1")).await;
        let (answered, moved) = (first.reply(answered).await.unwrap(), second.reply(moved).await.unwrap());
        let board = match (answered["type"].as_str(), moved["type"].as_str()) {
            (Some("ok"), Some("error")) => {
                assert_eq!(moved["code"], "stale", "round {round}");
                "......"
            }
            (Some("error"), Some("ok")) => {
                assert_eq!(answered["code"], "no_offer", "round {round}");
                "xo...."
            }
            _ => panic!("round {round}: {answered} and {moved}"),
        };
        for client in [&mut a, &mut b, &mut other] {
            let view =
                client.until(&room, |view| view["turn"] == json!([0]) && view["offers"] == json!([])).await;
            assert_eq!(view["game"]["board"][0], board, "round {round}");
        }
        a.ok(json!({"type": "resign", "room": room})).await;
    }
}
