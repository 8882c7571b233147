//! Many whole matches of Gul Bara between two clients, and their files under `longtable verify`.
//!
//! `LONGTABLE_LONG=1` plays all three hundred; otherwise twelve.

use std::time::Instant;

use engine::record;
use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream::iter;
use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;

use crate::fairness;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::player::Player;
use crate::harness::seed::{many, rng};
use crate::harness::server::Server;
use crate::lying::verify;

/// Matches that run at the same time.
const AT_ONCE: usize = 6;

/// One match: its file and the hash of its result.
async fn play(server: &Server, mut rng: StdRng) -> (String, String) {
    let game = json!({"kind": "gul_bara", "match_points": rng.random_range(1..=3),
        "next_starter": if rng.random_bool(0.5) { "winner" } else { "alternate" }});
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    let room = a.create(&json!({"game": game})).await;
    b.sit(&room).await;
    join(a.play(&room, |_| false), b.play(&room, |_| false)).await;
    let hash = a.client.view(&room)["result"]["hash"].as_str().unwrap().to_owned();
    (get(server.address, &format!("/matches/{room}/1.jsonl"), "").await.body, hash)
}

/// Each file is right by the product's check and by the stranger's, and all dice together look like chance. Then bytes are changed: with the hash known, every
/// change is refused, at the line where it is.
#[tokio::test]
async fn whole_matches_are_right_and_a_changed_byte_is_found() {
    let mut rng = rng("whole_matches_are_right_and_a_changed_byte_is_found");
    let server = Server::start();
    let matches = many(300, 12);
    let start = Instant::now();
    let seeds: Vec<StdRng> = (0..matches).map(|_| StdRng::from_rng(&mut rng)).collect();
    let files: Vec<_> = iter(seeds).map(|rng| play(&server, rng)).buffer_unordered(AT_ONCE).collect().await;
    let took = start.elapsed();
    let (mut checking, mut bytes, mut lines) = (std::time::Duration::ZERO, 0, 0);
    let (mut faces, mut pairs) = ([0; 6], [0; 36]);
    for (file, hash) in &files {
        let start = Instant::now();
        record::check(file, Some(hash.parse().unwrap())).unwrap();
        checking += start.elapsed();
        for roll in &fairness::check(file, hash).values["roll"] {
            let dice: Vec<usize> = roll.iter().map(|&die| die as usize - 1).collect();
            dice.iter().for_each(|&die| faces[die] += 1);
            pairs[dice[0] * 6 + dice[1]] += 1;
        }
        (bytes, lines) = (bytes + file.len(), lines + file.lines().count());
    }
    fairness::assert_even("faces of the dice of all turns", &faces);
    fairness::assert_even("pairs of the dice of all turns", &pairs);
    println!(
        "{matches} matches in {took:.1?}, {:.0} a minute; a file has {} lines, {} KiB; its check takes {:.1?}",
        matches as f64 / took.as_secs_f64() * 60.0,
        lines / matches,
        bytes / matches / 1024,
        checking / matches as u32,
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let (file, hash) = files.into_iter().min_by_key(|(file, _)| file.len()).unwrap();
    std::fs::write(&path, &file).unwrap();
    let right = verify(&path, Some(&hash));
    assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stderr));
    for _ in 0..many(100, 25) {
        let mut changed = file.clone().into_bytes();
        let at = rng.random_range(0..changed.len());
        changed[at] ^= 1 << rng.random_range(0..8);
        std::fs::write(&path, &changed).unwrap();
        let found = verify(&path, Some(&hash));
        let words = String::from_utf8_lossy(&found.stderr);
        let line = file.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!(!found.status.success(), "byte {at} of line {line} was changed, and nothing was found");
        assert!(words.contains(&format!("line {line}:")), "byte {at} of line {line} was changed: {words}");
    }
}
