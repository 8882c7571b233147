//! Chance checked by a stranger: from fairness.md and SHA-256 alone, with none of the product's own code.
//!
//! [`check`] recomputes a match file: the chain of lines, every link down to its tip, every seed, every die and lot.
//! The tests draw ten thousand rolls from a real server and ask whether they look like chance.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::chain::{Chain, hex, unhex};
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::seed::rng;
use crate::harness::server::Server;
use crate::lying::chained_anew;

/// What a match file drew.
#[derive(Default)]
pub(crate) struct Drawn {
    /// Values by what they were for, in order.
    pub(crate) values: BTreeMap<String, Vec<Vec<u64>>>,
    pub(crate) seeds: Vec<[u8; 32]>,
    /// Links of seats that were opened.
    pub(crate) links: usize,
}

/// Checks a match file against the hash of its result.
pub(crate) fn check(file: &str, hash: &str) -> Drawn {
    let lines: Vec<&str> =
        file.strip_suffix('\n').expect("the last line ends with a newline").split('\n').collect();
    let json: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (at, pair) in lines.windows(2).enumerate() {
        let prev = hex(&Sha256::digest(pair[0]));
        assert!(pair[1].starts_with(&format!("{{\"prev\":\"{prev}\",")), "line {} does not follow", at + 2);
    }
    assert_eq!(
        hex(&Sha256::digest(lines.last().unwrap())),
        hash,
        "the hash of the last line is the result's"
    );
    let (header, started) = (&json[0], &json[1]["event"]);
    assert_eq!(started["type"], "started");
    for field in ["server", "engine", "match", "setup", "seats", "server_tip", "tips"] {
        assert_eq!(header[field], started[field], "line 1 repeats `{field}`");
    }
    let mut draws = Draws::new(header);
    for entry in &json[1..] {
        draws.take(entry);
    }
    assert_eq!(json.last().unwrap()["event"]["type"], "ended");
    draws.drawn
}

/// What is known of each chain while the file is read.
struct Draws<'a> {
    header: &'a Value,
    last: u64,
    /// The newest link of the server and of each seat with its number; null without a tip.
    known: Vec<Option<(u64, [u8; 32])>>,
    /// Links that were logged for the coming draw.
    opened: BTreeMap<usize, String>,
    /// The move that asks for the coming draw is in the log; a link was there before it.
    caused: bool,
    early: bool,
    drawn: Drawn,
}

impl<'a> Draws<'a> {
    fn new(header: &'a Value) -> Self {
        let tips = std::iter::once(&header["server_tip"]).chain(header["tips"].as_array().unwrap());
        let known = tips.map(|tip| tip.as_str().map(|tip| (0, bytes(tip)))).collect();
        Self {
            header,
            last: 0,
            known,
            opened: BTreeMap::new(),
            caused: false,
            early: false,
            drawn: Drawn::default(),
        }
    }

    fn take(&mut self, entry: &Value) {
        let event = &entry["event"];
        match event["type"].as_str().unwrap() {
            "rolling" | "aimed" => self.caused = true,
            "linked" => {
                assert_eq!(event["draw"], self.last + 1, "a link is for the draw that is due: {entry}");
                let seat = entry["by"].as_u64().unwrap() as usize;
                self.opened.insert(seat, event["link"].as_str().unwrap().to_owned());
                self.early |= !self.caused;
            }
            "drawn" => self.draw(event),
            _ => {}
        }
    }

    fn draw(&mut self, event: &Value) {
        self.last += 1;
        assert_eq!(event["draw"], self.last, "draws are numbered without a hole");
        let server = bytes(event["server"].as_str().unwrap());
        self.fits(0, server);
        let mut sha = Sha256::new();
        sha.update(b"longtable draw v1\0");
        sha.update(self.header["match"].as_str().unwrap());
        sha.update([0]);
        sha.update((self.last as u32).to_be_bytes());
        sha.update(server);
        for (seat, link) in event["links"].as_array().unwrap().iter().enumerate() {
            assert_eq!(
                link.as_str(),
                self.opened.get(&seat).map(String::as_str),
                "links are those in the log"
            );
            match link.as_str() {
                Some(link) => {
                    let link = bytes(link);
                    self.fits(seat + 1, link);
                    sha.update([1]);
                    sha.update(link);
                    self.drawn.links += 1;
                }
                None => sha.update([0]),
            }
        }
        let seed: [u8; 32] = sha.finalize().into();
        let need = event["for"].as_str().unwrap();
        let asked_for = ["roll", "toss", "shot"].contains(&need);
        assert!(
            !(asked_for && self.early),
            "draw {}: a link was opened before the move that needs it",
            self.last
        );
        assert!(!asked_for || self.caused, "draw {}: nobody asked for it", self.last);
        let values: Vec<u64> =
            event["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
        assert_eq!(values, self.expected(need, &mut Stream::new(seed)), "draw {} for {need}", self.last);
        self.drawn.values.entry(need.to_owned()).or_default().push(values);
        self.drawn.seeds.push(seed);
        self.opened.clear();
        (self.caused, self.early) = (false, false);
    }

    /// Hashing a link down leads to the last known one of its chain.
    fn fits(&mut self, party: usize, link: [u8; 32]) {
        let (k, known) = self.known[party].expect("only who has a tip opens links");
        let down = (k..self.last).fold(link, |link, _| Sha256::digest(link).into());
        assert_eq!(hex(&down), hex(&known), "link {} of party {party} does not fit its chain", self.last);
        self.known[party] = Some((self.last, link));
    }

    fn expected(&self, need: &str, stream: &mut Stream) -> Vec<u64> {
        let (game, seats) = (&self.header["setup"]["game"], self.known.len() as u64 - 1);
        let mut two = |sides| vec![stream.die(sides), stream.die(sides)];
        match need {
            "lot" | "set_lot" => vec![stream.die(seats) - 1],
            "roll" if game["kind"] == "gul_bara" => two(6),
            "roll" => two(8),
            "roll_off" => {
                let mut values = two(6);
                while values[values.len() - 2] == values[values.len() - 1] {
                    values.extend(two(6));
                }
                values
            }
            "doubles" => {
                let count = if game["doubles_dice"] == "per_player" { seats } else { 2 };
                let mut values: Vec<u64> = (0..count).map(|_| stream.die(8)).collect();
                while game["same_dice"] == "reroll" && repeats(&values[values.len() - count as usize..]) {
                    values.extend((0..count).map(|_| stream.die(8)));
                }
                values
            }
            "toss" | "shot" => Vec::new(),
            need => panic!("nothing is drawn for {need}"),
        }
    }
}

/// Whether a throw of Double Down has to be thrown again: two dice of it are the same.
fn repeats(dice: &[u64]) -> bool {
    dice.iter().enumerate().any(|(at, die)| dice[..at].contains(die))
}

fn bytes(digits: &str) -> [u8; 32] {
    assert!(digits.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit)), "{digits}");
    unhex(digits).try_into().expect("32 bytes")
}

/// The bytes of a draw.
struct Stream {
    seed: [u8; 32],
    at: usize,
}

impl Stream {
    fn new(seed: [u8; 32]) -> Self {
        Self { seed, at: 0 }
    }

    fn die(&mut self, sides: u64) -> u64 {
        loop {
            let block =
                Sha256::new().chain_update(self.seed).chain_update((self.at as u32 / 32).to_be_bytes());
            let byte = u64::from(block.finalize()[self.at % 32]);
            self.at += 1;
            if byte < 256 - 256 % sides {
                return byte % sides + 1;
            }
        }
    }
}

/// How far counts are from being equal, as a chi-square of `counts.len() - 1` degrees of freedom turned into a
/// standard normal number (Wilson and Hilferty): beyond 5 either way has a chance of less than one in a million.
fn unlikeliness(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

pub(crate) fn assert_even(what: &str, counts: &[u32]) {
    let z = unlikeliness(counts);
    assert!(
        z.abs() < 5.0,
        "{what}: chi-square over {} equally likely cells, as a normal number, is {z:.2}: too far from chance \
         (beyond 5 is less likely than one in a million) or, if negative, too even; counts {counts:?}",
        counts.len()
    );
    println!("{what}: {z:.2}");
}

/// FL-121, FL-088: ten thousand rolls of Hundred's two dice, all from draws with a link of the server's and one of
/// the seat's, recomputed from their match files; then their faces, pairs, and how each follows the one before.
#[tokio::test]
async fn ten_thousand_rolls_look_like_chance() {
    const ROOMS: usize = 10;
    const ROLLS: u64 = 1000;
    let server = Server::start();
    let files = join_all((0..ROOMS).map(|_| hundred(&server, ROLLS))).await;
    let (mut faces, mut pairs, mut follows) = ([0; 8], [0; 64], [0; 64]);
    let mut seeds = Vec::new();
    for (file, hash) in files {
        let drawn = check(&file, &hash);
        let rolls = &drawn.values["roll"];
        assert_eq!((rolls.len() as u64, drawn.links as u64), (ROLLS, ROLLS));
        seeds.extend(drawn.seeds);
        let dice: Vec<usize> = rolls.iter().flatten().map(|&die| die as usize - 1).collect();
        dice.iter().for_each(|&die| faces[die] += 1);
        dice.chunks(2).for_each(|pair| pairs[pair[0] * 8 + pair[1]] += 1);
        dice[1..]
            .chunks(2)
            .filter(|pair| pair.len() == 2)
            .for_each(|pair| follows[pair[0] * 8 + pair[1]] += 1);
    }
    assert_even("faces of 20,000 eight-sided dice", &faces);
    assert_even("pairs of the two dice of 10,000 rolls", &pairs);
    assert_even("second die of a roll with the first of the next", &follows);
    let doubles: u32 = (0..8).map(|face| pairs[face * 9]).sum();
    assert_even(
        "doubles in 10,000 rolls, against seven times as many others",
        &[doubles, others(&pairs, doubles)],
    );
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len() as u64, ROOMS as u64 * ROLLS, "no two draws have one seed");
}

/// The rolls that are no doubles, scaled to be as many as the doubles.
fn others(pairs: &[u32; 64], doubles: u32) -> u32 {
    (pairs.iter().sum::<u32>() - doubles) / 7
}

/// A practice match of Hundred in which every toss misses, for `rounds` rounds: its file and hash.
async fn hundred(server: &Server, rounds: u64) -> (String, String) {
    let mut client = Client::hello(server.address, "practice").await;
    let chain = Chain::new(rand::random(), rounds as usize);
    let game = json!({"kind": "darbol", "game": "hundred", "max_rounds": rounds});
    let setup = json!({"game": game, "seats": 1, "medium": "table"});
    let created = client.ok(json!({"type": "create", "setup": setup, "tip": chain.tip()})).await;
    let room = created["room"].as_str().unwrap().to_owned();
    let mut seq = client.until(&room, |view| view["turn"] == json!([0])).await["seq"].as_u64().unwrap();
    client.ok(json!({"type": "unwatch", "room": room})).await;
    let mut asked = Vec::new();
    for round in 1..=rounds {
        let act = |seq: u64, mv: Value| json!({"type": "act", "room": room, "seq": seq, "move": mv});
        let mut roll = act(seq, json!({"type": "roll"}));
        roll["link"] = chain.link(round).into();
        // rolling, linked, drawn; reported, turn_ended: after a first miss the second toss is not made (C34)
        asked.push(client.send(roll).await);
        asked.push(client.send(act(seq + 3, json!({"type": "report", "hole": 0}))).await);
        seq += 5;
        if round % 20 == 0 || round == rounds {
            for id in asked.drain(..) {
                let reply = client.reply(id).await.unwrap();
                assert_eq!(reply["type"], "ok", "round {round}: {reply}");
            }
        }
    }
    client.ok(json!({"type": "watch", "room": room})).await;
    let view = client.until(&room, |view| view["status"] == "finished").await;
    let file = get(server.address, &format!("/matches/{room}/1.jsonl"), "").await;
    assert_eq!(file.status, 200);
    (file.body, view["result"]["hash"].as_str().unwrap().to_owned())
}

/// FL-122: matches that start and roll at the same moment have nothing in common.
#[tokio::test]
async fn matches_of_one_moment_roll_differently() {
    const MATCHES: usize = 300;
    let mut rng = rng("matches_of_one_moment_roll_differently");
    let server = Server::start();
    let mut a = Client::hello(server.address, "a").await;
    let mut b = Client::hello(server.address, "b").await;
    let secret = rand::RngExt::random(&mut rng);
    let (chain_a, chain_b) = (Chain::new(secret, 4), Chain::new(rand::random(), 4));
    let setup = json!({"game": {"kind": "gul_bara"}, "draw_wait_ms": 30000});
    let mut rooms = Vec::new();
    for _ in 0..MATCHES {
        // even with the same tips everywhere the server's own chains differ
        let create = json!({"type": "create", "setup": setup, "tip": chain_a.tip()});
        rooms.push(a.ok(create).await["room"].as_str().unwrap().to_owned());
    }
    let mut asked = Vec::new();
    for room in &rooms {
        asked.push(b.send(json!({"type": "sit", "room": room, "tip": chain_b.tip()})).await);
        asked.push(b.send(json!({"type": "link", "room": room, "draw": 1, "link": chain_b.link(1)})).await);
    }
    for id in asked {
        let reply = b.reply(id).await.unwrap();
        assert_ne!(reply["type"], "error", "{reply}");
    }
    let mut tries = Vec::new();
    let (mut first, mut faces, mut ats) = ([0; 2], [0; 6], Vec::new());
    for room in &rooms {
        a.ok(json!({"type": "link", "room": room, "draw": 1, "link": chain_a.link(1)})).await;
        let view = a.until(room, |view| view["first"].is_u64()).await;
        first[view["first"].as_u64().unwrap() as usize] += 1;
        a.ok(json!({"type": "resign", "room": room})).await;
        let view = a.until(room, |view| view["status"] == "finished").await;
        let file = get(server.address, &format!("/matches/{room}/1.jsonl"), "").await.body;
        let drawn = check(&file, view["result"]["hash"].as_str().unwrap());
        let values = &drawn.values["roll_off"][0];
        values[..2].iter().for_each(|&die| faces[die as usize - 1] += 1);
        tries.push(drawn.seeds[0]);
        ats.push(
            a.rooms[room].entries.iter().find(|e| e["event"]["type"] == "started").unwrap()["at"].clone(),
        );
    }
    assert_even("who starts 300 matches", &first);
    assert_even("faces of the first throws of 300 roll-offs", &faces);
    tries.sort_unstable();
    tries.dedup();
    assert_eq!(tries.len(), MATCHES, "no two matches have one seed");
    let together = ats.windows(2).filter(|pair| pair[0] == pair[1]).count();
    println!("{together} of {MATCHES} matches started in the same millisecond as the one before");
}

/// The check itself finds every kind of damage.
#[tokio::test]
async fn a_changed_file_is_found_out() {
    let server = Server::start();
    let (file, hash) = hundred(&server, 20).await;
    check(&file, &hash);
    let lines: Vec<&str> = file.lines().collect();
    let drawn = lines.iter().position(|line| line.contains("\"drawn\"")).unwrap();
    let tampered = [
        file.replacen("\"hole\":0", "\"hole\":8", 1),
        file.replacen("\"practice\"", "\"Practice\"", 1),
        lines
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != drawn)
            .map(|(_, line)| format!("{line}\n"))
            .collect(),
        forged(&lines, drawn),
        file.trim_end().to_owned(),
    ];
    for (n, text) in tampered.into_iter().enumerate() {
        let found = std::panic::catch_unwind(|| check(&text, &hash)).is_err();
        assert!(found, "damage {n} was not found");
    }
}

/// A roll is replaced and every line after it chained anew: only the hash, or the draw itself, gives it away.
fn forged(lines: &[&str], drawn: usize) -> String {
    let mut line = lines[drawn].to_owned();
    let values = line.find("\"values\":[").unwrap();
    let other = if line.as_bytes()[values + 10] == b'8' { "1" } else { "8" };
    line.replace_range(values + 10..values + 11, other);
    chained_anew(lines, drawn, &line)
}
