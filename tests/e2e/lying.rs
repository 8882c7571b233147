//! Hosts that lie, and how they are found out: while one plays, by the client, or afterwards, by `longtable verify`.
//!
//! The lies of a running match are told by a [`Between`] to a real `longtable --json`; those of a match file are
//! chained anew, so that only the lie itself gives them away.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use crate::harness::PATIENCE;
use crate::harness::between::{Between, Lie};
use crate::harness::binaries::binary;
use crate::harness::chain::hex;
use crate::harness::client::Client;
use crate::harness::http::get;
use crate::harness::player::Player;
use crate::harness::seed::rng;
use crate::harness::server::Server;

/// `longtable verify`, with the hash of the result if there is one.
pub(crate) fn verify(file: &Path, hash: Option<&str>) -> Output {
    let mut command = Command::new(binary("longtable"));
    command.arg("verify").arg(file);
    if let Some(hash) = hash {
        command.args(["--hash", hash]);
    }
    command.output().unwrap()
}

/// A match of Gul Bara in which the client of seat 0 is told a lie: what it complains of, the hash that it was shown
/// of the result, and the match file.
async fn lied_to(lie: Lie) -> (Vec<String>, String, String) {
    let mut rng = rng(&format!("{lie:?}"));
    let server = Server::start();
    let between = Between::before(server.address, lie).await;
    let home = tempfile::tempdir().unwrap();
    let victim = Client::process(between.address, home.path(), "victim").await;
    let mut victim = Player::new(victim, &mut rng);
    let mut other = Player::new(Client::hello(server.address, "other").await, &mut rng);
    let setup = json!({"game": {"kind": "gul_bara"}, "starts": "opponent", "draw_wait_ms": 500});
    let room = victim.create(&setup).await;
    other.sit(&room).await;
    // both have rolled and stepped
    let enough = |view: &Value| view["fairness"]["draw"].as_u64() >= Some(4);
    let playing = futures_util::future::join(victim.play(&room, enough), other.play(&room, enough));
    timeout(PATIENCE, playing).await.expect("the match goes on in spite of the lie");
    other.client.ok(json!({"type": "resign", "room": room})).await;
    let shown = victim.client.finished(&room).await["result"]["hash"].as_str().unwrap().to_owned();
    let complaints = victim.client.pushes().into_iter().filter(|push| push["state"] == "warning");
    let complaints = complaints.map(|push| push["text"].as_str().unwrap().to_owned()).collect();
    (complaints, shown, get(server.address, &format!("/matches/{room}/1.jsonl"), "").await.body)
}

fn complains(complaints: &[String], of: &str) {
    assert!(complaints.iter().any(|text| text.contains(of)), "of {of:?} nobody complains: {complaints:?}");
}

#[tokio::test]
async fn a_link_that_was_taken_and_dropped_is_missed() {
    let (complaints, ..) = lied_to(Lie::DropsLink).await;
    complains(&complaints, "was logged without this seat's link, although the server had taken it");
}

#[tokio::test]
async fn a_link_of_another_chain_is_noticed() {
    let (complaints, ..) = lied_to(Lie::WrongLink).await;
    complains(&complaints, "does not fit the tip that it published");
}

#[tokio::test]
async fn another_die_is_noticed() {
    let (complaints, ..) = lied_to(Lie::OtherValue).await;
    complains(&complaints, "is not the one that its links give");
}

#[tokio::test]
async fn a_repeated_draw_is_noticed() {
    let (complaints, ..) = lied_to(Lie::RepeatsNumber).await;
    complains(&complaints, "is out of order");
}

/// Two logs, each of them in order: who was shown the one has another hash than the file of the other.
#[tokio::test]
async fn another_log_than_the_one_shown_is_refused() {
    let (complaints, shown, file) = lied_to(Lie::ShowsAnother).await;
    assert_eq!(complaints, Vec::<String>::new(), "nothing gives this away while one plays");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    std::fs::write(&path, &file).unwrap();
    assert!(verify(&path, None).status.success(), "by itself the file is right");
    let found = verify(&path, Some(&shown));
    let text = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(!found.status.success() && text.contains("hash"), "{text}");
}

#[tokio::test]
async fn an_entry_that_is_not_in_the_log_is_noticed() {
    let (complaints, ..) = lied_to(Lie::ShowsAnotherUnchained).await;
    complains(&complaints, "does not hash to its head");
}

/// The same lies in a file whose lines all follow: `verify` names the line of each.
#[tokio::test]
async fn a_file_that_lies_is_refused_at_its_lie() {
    let mut rng = rng("a_file_that_lies_is_refused_at_its_lie");
    let server = Server::start();
    let mut a = Player::new(Client::hello(server.address, "a").await, &mut rng);
    let mut b = Player::new(Client::hello(server.address, "b").await, &mut rng);
    let room = a.create(&json!({"game": {"kind": "gul_bara"}})).await;
    b.sit(&room).await;
    futures_util::future::join(a.play(&room, |_| false), b.play(&room, |_| false)).await;
    let file = get(server.address, &format!("/matches/{room}/1.jsonl"), "").await.body;
    let lines: Vec<&str> = file.lines().collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let roll = lines.iter().position(|line| line.contains(r#""for":"roll""#)).unwrap();
    let link = lines.iter().position(|line| line.contains(r#""type":"linked""#)).unwrap();
    let step = lines.iter().position(|line| line.contains(r#""type":"stepped""#)).unwrap();
    let lies: [(&str, usize, String); 6] = [
        ("another die", roll, with(lines[roll], r#""values":["#, |digit| digit % 6 + 1)),
        ("another link of the server's", roll, with(lines[roll], r#""server":""#, |digit| (digit + 1) % 10)),
        ("a repeated draw number", roll, with(lines[roll], r#""draw":"#, |digit| digit - 1)),
        ("another link of a seat's", link, with(lines[link], r#""link":""#, |digit| (digit + 1) % 10)),
        ("a step that was not made", step, with(lines[step], r#""from":"#, |digit| digit % 9 + 1)),
        ("a seat that was somebody else", step, with(lines[step], r#""by":"#, |digit| 1 - digit)),
    ];
    for (lie, at, line) in lies {
        let text = chained_anew(&lines, at, &line);
        std::fs::write(&path, &text).unwrap();
        let found = verify(&path, None);
        let words = String::from_utf8_lossy(&found.stderr).into_owned();
        assert!(!found.status.success(), "{lie} was not found in line {}: {line}", at + 1);
        // a link that is not in the draw after it shows there
        let named = [at + 1, at + 2, at + 3].iter().any(|line| words.contains(&format!("line {line}:")));
        assert!(named, "{lie} in line {}: {words}", at + 1);
        println!("{lie}: {words}");
    }
    std::fs::write(&path, &file).unwrap();
    assert!(verify(&path, None).status.success());
}

/// A line with another digit, the first one after `field`; the value keeps its length.
fn with(line: &str, field: &str, other: impl Fn(u8) -> u8) -> String {
    let start = line.find(field).unwrap_or_else(|| panic!("no {field} in {line}")) + field.len();
    let at = start + line[start..].find(|c: char| c.is_ascii_digit()).unwrap();
    let digit = line.as_bytes()[at] - b'0';
    format!("{}{}{}", &line[..at], other(digit), &line[at + 1..])
}

/// The file with another line, and every line after it chained to the one before.
pub(crate) fn chained_anew(lines: &[&str], changed: usize, with: &str) -> String {
    let mut text = Vec::new();
    let mut prev = String::new();
    for (at, line) in lines.iter().enumerate() {
        let mut line = if at == changed { with.to_owned() } else { (*line).to_owned() };
        if at > 0 {
            // {"prev":"
            line.replace_range(9..73, &prev);
        }
        prev = hex(&Sha256::digest(&line));
        text.push(line + "\n");
    }
    text.concat()
}
