//! A seat that plays at random, and comes back when its line breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::chain::Chain;
use super::client::Client;

/// Refusals of one who decided on a state that has passed; nothing is wrong then.
const OVERTAKEN: [&str; 5] = ["stale", "not_your_turn", "not_playing", "bad_link", "no_offer"];
/// Heights of the middles of the eight holes of Darbol, in micrometres.
const HOLES: [i64; 8] =
    [942_500, 1_055_000, 1_162_500, 1_265_000, 1_362_500, 1_455_000, 1_542_500, 1_625_000];
/// Links of a chain: plenty for a match of the tests.
const LINKS: usize = 8192;

/// A player on a seat.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) seat: u64,
    /// None takes no part in the draws; a process keeps its own.
    pub(crate) chain: Option<Chain>,
    /// Has a tip, and never opens a link.
    pub(crate) silent: bool,
    /// Makes offers, and takes steps back.
    pub(crate) fickle: bool,
    /// Thinks for so many ms before a move.
    pub(crate) thinks: Arc<AtomicU64>,
    rng: StdRng,
    /// The draw for which a link was sent last.
    linked: u64,
    /// Moves that were acknowledged, with the seq of their entries.
    pub(crate) acknowledged: Vec<(u64, Value)>,
}

impl Player {
    pub(crate) fn new(client: Client, rng: &mut StdRng) -> Self {
        let mut rng = StdRng::from_rng(rng);
        let chain = (!client.is_process).then(|| Chain::new(rng.random(), LINKS));
        let (seat, silent, fickle, linked, acknowledged) = (0, false, false, 0, Vec::new());
        let thinks = Arc::default();
        Self { client, seat, chain, silent, fickle, thinks, rng, linked, acknowledged }
    }

    /// The tip of its chain, for a match that comes; null without one.
    pub(crate) fn tip(&self) -> Value {
        self.chain.as_ref().map_or(Value::Null, |chain| chain.tip().into())
    }

    /// Makes a room and sits down in it.
    pub(crate) async fn create(&mut self, setup: &Value) -> String {
        let mut create = json!({"type": "create", "setup": setup});
        if !self.client.is_process {
            create["tip"] = self.tip();
        }
        let created = self.client.ok(create).await;
        self.seat = created["seat"].as_u64().unwrap();
        created["room"].as_str().unwrap().to_owned()
    }

    /// Sits down.
    pub(crate) async fn sit(&mut self, room: &str) {
        let mut sit = json!({"type": "sit", "room": room});
        if !self.client.is_process {
            sit["tip"] = self.tip();
        }
        self.seat = self.client.ok(sit).await["seat"].as_u64().unwrap();
        self.linked = 0;
    }

    /// Plays until the match is over, or `enough` says so of its view.
    pub(crate) async fn play(&mut self, room: &str, enough: impl Fn(&Value) -> bool) {
        loop {
            let view = self.client.view(room).clone();
            if view["status"] == "finished" || (view.is_object() && enough(&view)) {
                return;
            }
            if !self.answer(room, &view).await && self.client.next().await.is_none() {
                self.come_back().await;
            }
        }
    }

    async fn come_back(&mut self) {
        assert!(!self.client.is_process, "a process has ended");
        self.client.come_back().await;
        // a link on its way may be lost: it is sent again
        self.linked = 0;
    }

    /// Does what is this seat's to do; false if nothing is.
    async fn answer(&mut self, room: &str, view: &Value) -> bool {
        let has = |seats: &Value| seats.as_array().is_some_and(|seats| seats.contains(&json!(self.seat)));
        let due = &view["fairness"]["due"];
        let draw = due["draw"].as_u64().unwrap_or_default();
        if let Some(chain) = &self.chain
            && has(&due["seats"])
            && self.linked != draw
            && !self.silent
        {
            let link = json!({"type": "link", "room": room, "draw": draw, "link": chain.link(draw)});
            self.linked = draw;
            self.ask(link).await;
            return true;
        }
        let offer = view["offers"].as_array().and_then(|offers| offers.first());
        if let Some(offer) = offer.filter(|offer| offer["by"] != self.seat && !view["seats"].is_null())
            && view["status"] == "playing"
            && !offer["yes"].as_array().is_some_and(|yes| yes.contains(&json!(self.seat)))
        {
            let yes = offer["what"] == "takeback" && self.rng.random_bool(0.7);
            let answer = json!({"type": "answer", "room": room, "what": offer["what"], "yes": yes, "seq": offer["seq"]});
            self.ask(answer).await;
            return true;
        }
        if !has(&view["turn"]) {
            return false;
        }
        if self.fickle && view["offers"] == json!([]) && self.rng.random_bool(0.04) {
            let what = ["takeback", "draw"].choose(&mut self.rng).unwrap();
            self.ask(json!({"type": "offer", "room": room, "what": what})).await;
            // it stands until it is answered; if it was refused, the turn goes on
            return true;
        }
        let Some(mv) = self.choose(view) else { return false };
        sleep(Duration::from_millis(self.thinks.load(Ordering::Relaxed))).await;
        let mut act = json!({"type": "act", "room": room, "seq": view["seq"], "move": mv});
        if let Some(chain) = &self.chain
            && !self.silent
            && self.rng.random_bool(0.5)
        {
            // ignored if the move causes no draw
            act["link"] = chain.link(view["fairness"]["draw"].as_u64().unwrap() + 1).into();
        }
        let before = self.client.seq(room);
        if let Some(seq) = self.ask(act).await {
            self.acknowledged.push((seq, mv));
            // the update may come after the reply; deciding again on the old view would be the same move twice
            while self.client.seq(room) < seq && self.client.next().await.is_some() {}
        } else if self.client.seq(room) == before && self.client.next().await.is_none() {
            self.come_back().await;
        }
        true
    }

    /// Asks until there is an answer: the seq of the entry, if it was not refused.
    async fn ask(&mut self, request: Value) -> Option<u64> {
        loop {
            let Some(reply) = self.client.try_ask(request.clone()).await else {
                self.come_back().await;
                continue;
            };
            let code = reply["code"].as_str().unwrap_or_default();
            match reply["type"].as_str() {
                Some("ok") => return Some(reply["seq"].as_u64().unwrap_or_default()),
                // a process that has lost its line says so, and comes back by itself
                _ if code.starts_with("client_") => sleep(Duration::from_millis(20)).await,
                _ if code == "unavailable" => sleep(Duration::from_millis(20)).await,
                _ if OVERTAKEN.contains(&code) || (code == "not_allowed" && request["type"] == "offer") => {
                    return None;
                }
                _ => panic!("{request} was refused: {reply}"),
            }
        }
    }

    /// A move of those that the view lists, with random parameters where they are free.
    fn choose(&mut self, view: &Value) -> Option<Value> {
        let legal = view["legal"].as_array()?;
        let mut mv = legal.choose(&mut self.rng)?.clone();
        // stepping back too often would never end
        if mv["type"] == "undo" && !(self.fickle && self.rng.random_bool(0.1)) {
            mv = legal.iter().find(|mv| mv["type"] != "undo")?.clone();
        }
        if mv["type"] == "dispute" && !(self.fickle && self.rng.random_bool(0.2)) {
            mv = json!({"type": "confirm"});
        }
        let free = mv.as_object().is_some_and(|fields| fields.len() == 1);
        let game = &view["game"];
        match mv["type"].as_str() {
            Some("toss") if free => {
                mv["y"] = self.rng.random_range(-30_000..=30_000).into();
                mv["z"] =
                    (HOLES.choose(&mut self.rng).unwrap() + self.rng.random_range(-9_000..=9_000)).into();
                mv["pace"] = self.rng.random_range(108..=130).into();
            }
            Some("shoot") if free => {
                mv["at"] = self.rng.random_range(-9_000..=9_000).into();
                mv["aim"] = self.rng.random_range(-3_000..=3_000).into();
                mv["speed"] = self.rng.random_range(700..=1300).into();
            }
            Some("report") if free && game["kind"] == "darbol" => {
                mv["hole"] = self.rng.random_range(0..=8).into()
            }
            Some("report") if free && game["phase"] == "checkout" => {
                mv["hit"] = self.rng.random_bool(0.5).into()
            }
            Some("report") if free => {
                let twenty = u64::from(self.rng.random_bool(0.5));
                mv["twenties"] = (game["twenties"].as_u64().unwrap() + twenty).into();
                mv["board"] = json!([]);
            }
            _ => {}
        }
        Some(mv)
    }
}
