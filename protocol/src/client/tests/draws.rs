//! This seat's links: opened when due and safe, attached to acts, and missed when they are hidden.

use engine::fairness::{BadHash, Chain, Hash};
use engine::table::{Command, Event as TableEvent};
use serde_json::{Value, json};

use super::fake::{Client, Host, ME, error, ok, room};
use crate::Request;
use crate::client::Concern;

fn hash(json: &Value) -> Result<Hash, BadHash> {
    json.as_str().unwrap().parse()
}

/// This client at seat 0 of Gul Bara, another player at seat 1 without a chain; the roll-off is due.
fn seated() -> (Client, Host) {
    let mut host = Host::new(json!({"game": {"kind": "gul_bara"}}));
    let mut client = Client::online();
    client.ask(1, Request::Sit { room: room(), seat: Some(0), tip: None, token: None });
    let sit = client.sent().remove(0);
    host.decide(ME, &Command::Sit { seat: Some(0), tip: Some(hash(&sit["tip"])) });
    client.hear(json!({"re": sit["id"], "type": "seated", "room": "K7QF3M", "seat": 0}));
    client.hear_text(&host.update(0));
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    host.wait();
    assert!(host.table.view(0, engine::table::Now { mono: 0, wall: 0 }).fairness.due.is_some());
    (client, host)
}

/// The link that was sent goes to the table.
fn give(host: &mut Host, link: &Value) {
    let draw = u32::try_from(link["draw"].as_u64().unwrap()).unwrap();
    host.decide(ME, &Command::Link { draw, link: hash(&link["link"]) });
}

#[test]
fn a_due_link_is_opened_once_and_the_draw_is_found_right() {
    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    client.hear_text(&host.snapshot());
    let link = client.sent();
    assert_eq!((link.len(), &link[0]["type"], &link[0]["draw"]), (1, &json!("link"), &json!(1)));
    let before = host.seq();
    give(&mut host, &link[0]);
    client.hear(ok(&link[0]));
    client.hear_text(&host.update(before));
    assert!(host.log.iter().any(|(l, _)| matches!(l.entry.event, TableEvent::Drawn { .. })));
    assert_eq!(client.concerns(), []);
}

#[test]
fn an_act_that_causes_a_draw_carries_the_link() {
    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    let link = client.sent().remove(0);
    give(&mut host, &link);
    client.hear(ok(&link));
    client.hear_text(&host.update(2));
    // whoever won the roll-off rolls; only this client's own roll carries a link
    let view = host.table.view(0, engine::table::Now { mono: 0, wall: 0 });
    let roll = |seq| Request::Act { room: room(), seq, r#move: json!({"type": "roll"}), link: None };
    client.ask(2, roll(view.seq - 1));
    client.ask(3, roll(view.seq));
    client.ask(4, Request::Act { room: room(), seq: view.seq, r#move: json!({"type": "done"}), link: None });
    let sent = client.sent();
    assert!(sent[0].get("link").is_none() && sent[2].get("link").is_none());
    assert_eq!(sent[1].get("link").is_some(), view.turn == [0]);
    if let Some(link) = sent[1].get("link") {
        let before = host.seq();
        host.decide(ME, &Command::Act { seq: view.seq, mv: json!({"type": "roll"}), link: Some(hash(link)) });
        client.hear(ok(&sent[1]));
        client.hear_text(&host.update(before));
    }
    assert_eq!(client.concerns(), []);
}

/// A host that shows one log and keeps another gets no link.
#[test]
fn no_link_is_opened_for_another_log_than_the_one_shown() {
    let (mut client, host) = seated();
    let mut update: Value = serde_json::from_str(&host.update(1)).unwrap();
    let last = update["entries"].as_array().unwrap().len() - 1;
    update["entries"][last]["at"] = json!(5);
    client.hear(update);
    assert_eq!(client.concerns(), [Concern::Head]);
    assert!(client.sent().is_empty());
}

#[test]
fn after_a_gap_the_cause_is_looked_for() {
    let (mut client, host) = seated();
    client.hear_text(&host.snapshot());
    let look = client.sent().remove(0);
    assert_eq!(look["type"], "history");
    client.hear_text(&host.history(&look));
    assert_eq!(client.sent().remove(0)["type"], "link");
    assert_eq!(client.concerns(), []);
}

/// Caught: one who was there before the match, and missed its start, took the draws of another's new chain for forged.
#[test]
fn tips_that_change_before_a_missed_start_are_no_concern() {
    let (tip, link) = (hash(&json!("1".repeat(64))), Chain::new(Hash([9; 32]), 10));
    let mut host = Host::new(json!({"game": {"kind": "gul_bara"}}));
    let mut client = Client::online();
    client.ask(1, Request::Watch { room: room(), after: None });
    client.sent();
    host.decide("p2", &Command::Sit { seat: Some(1), tip: Some(tip) });
    client.hear_text(&host.snapshot());
    host.decide("p2", &Command::Entropy { tip: Some(Ok(link.tip())) });
    host.decide("p3", &Command::Sit { seat: Some(0), tip: None });
    host.wait();
    let mut gap: Value = serde_json::from_str(&host.snapshot()).unwrap();
    gap["gap"] = json!(true);
    client.hear(gap);
    let start = host.seq();
    host.decide("p2", &Command::Link { draw: 1, link: Ok(link.link(1).unwrap()) });
    client.hear_text(&host.update(start));
    assert!(host.table.view(0, engine::table::Now { mono: 0, wall: 0 }).fairness.draw > 0);
    assert_eq!(client.concerns(), []);
}

#[test]
fn a_cause_that_cannot_be_seen_opens_nothing() {
    let (mut client, host) = seated();
    client.hear_text(&host.snapshot());
    let look = client.sent().remove(0);
    client.hear(error(&look, "no_such_match"));
    assert!(client.sent().is_empty());
    assert_eq!(client.concerns(), [Concern::UnseenCause { draw: 1 }]);
}

#[test]
fn a_host_that_hides_a_link_is_caught() {
    for reply_first in [true, false] {
        let (mut client, mut host) = seated();
        client.hear_text(&host.update(1));
        let link = client.sent().remove(0);
        let before = host.seq();
        host.wait();
        if reply_first {
            client.hear(ok(&link));
        }
        client.hear_text(&host.update(before));
        if !reply_first {
            assert_eq!(client.concerns(), []);
            client.hear(ok(&link));
        }
        assert_eq!(client.concerns(), [Concern::Hidden { draw: 1 }]);
    }
}

#[test]
fn a_link_that_came_late_or_was_lost_is_told() {
    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    let link = client.sent().remove(0);
    let before = host.seq();
    host.wait();
    client.hear_text(&host.update(before));
    client.hear(error(&link, "bad_link"));
    assert_eq!(client.concerns(), [Concern::Late { draw: 1 }]);

    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    let before = host.seq();
    host.wait();
    client.come_back();
    client.hear_text(&host.update(before));
    assert_eq!(client.concerns(), [Concern::Unheard { draw: 1 }]);
}

/// After a loss the same link goes again for the same cause, whatever else has happened since.
#[test]
fn a_link_that_was_lost_is_sent_again() {
    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    let first = client.sent().remove(0);
    let seen = host.seq();
    client.come_back();
    host.decide("p2", &Command::Entropy { tip: None });
    let watch = client.sent().remove(0);
    assert_eq!(watch["after"], json!(seen));
    client.hear(ok(&watch));
    client.hear_text(&host.update(seen));
    let again = client.sent().remove(0);
    assert_eq!((&again["draw"], &again["link"]), (&first["draw"], &first["link"]));
    assert_eq!(client.concerns(), []);
}

#[test]
fn a_secret_on_another_device_is_told_once_and_nothing_given_up() {
    let mut host = Host::new(json!({"game": {"kind": "gul_bara"}}));
    host.decide(ME, &Command::Sit { seat: None, tip: Some(Ok(Hash([5; 32]))) });
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    host.wait();
    let mut client = Client::online();
    client.ask(1, Request::Watch { room: room(), after: None });
    client.sent();
    client.hear_text(&host.snapshot());
    client.hear_text(&host.snapshot());
    assert!(client.sent().is_empty());
    assert_eq!(client.concerns(), [Concern::SecretElsewhere]);
}

#[test]
fn a_draw_with_other_values_is_noticed() {
    let (mut client, mut host) = seated();
    client.hear_text(&host.update(1));
    let link = client.sent().remove(0);
    let before = host.seq();
    give(&mut host, &link);
    client.hear(ok(&link));
    let mut update: Value = serde_json::from_str(&host.update(before)).unwrap();
    let entries = update["entries"].as_array_mut().unwrap();
    let drawn = entries.iter_mut().find(|entry| entry["event"]["type"] == "drawn").unwrap();
    drawn["event"]["values"] = json!([6, 6, 1, 2]);
    client.hear(update);
    assert!(client.concerns().contains(&Concern::Values { draw: 1 }));
}
