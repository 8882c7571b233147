//! Updates: repeats, old ones, ones of somewhere else, gaps.

use engine::table::Command;
use serde_json::{Value, json};

use super::fake::{Client, Host, ok, room, secs};
use crate::Request;
use crate::client::Event;

/// A client that watches a room of Dara with one player.
fn watching() -> (Client, Host) {
    let mut host = Host::new(json!({"game": {"kind": "dara"}, "starts": "creator"}));
    host.decide("p1", &Command::Sit { seat: None, tip: None });
    let mut client = Client::online();
    client.ask(1, Request::Watch { room: room(), after: None });
    let watch = client.sent().remove(0);
    client.hear(ok(&watch));
    client.hear_text(&host.snapshot());
    assert_eq!(client.updates().len(), 1);
    (client, host)
}

fn edit(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut json = serde_json::from_str(text).unwrap();
    change(&mut json);
    json.to_string()
}

/// FL-045: a stream that starts again where the snapshot ended.
#[test]
fn entries_that_were_there_before_are_left_out() {
    let (mut client, mut host) = watching();
    let seen = host.seq();
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    client.hear_text(&host.update(0));
    let update = client.updates().remove(0);
    assert!(!update.gap && update.entries.iter().all(|entry| entry.seq > seen) && !update.entries.is_empty());
    client.hear_text(&host.update(0));
    let again = client.updates().remove(0);
    assert!(again.entries.is_empty() && !again.gap, "only who is here may have changed");
    assert!(client.concerns().is_empty());
}

/// FL-042: a frame of an older state, of another room, of another match.
#[test]
fn frames_from_elsewhere_are_dropped() {
    let (mut client, mut host) = watching();
    let old = host.snapshot();
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    client.hear_text(&host.update(1));
    client.updates();
    client.hear_text(&old);
    client.hear_text(&edit(&host.snapshot(), |json| {
        json["room"] = json!("K7QF3N");
        json["view"]["room"] = json!("K7QF3N");
    }));
    client.hear_text(&edit(&host.snapshot(), |json| json["view"]["match"] = json!(0)));
    assert!(client.updates().is_empty() && client.sent().is_empty());
    client.hear_text(&edit(&host.snapshot(), |json| json["view"]["room"] = json!("K7QF3N")));
    assert!(client.updates().is_empty());
    let sent = client.sent();
    assert_eq!(sent[0]["type"], "watch", "what contradicts itself is asked for anew");
    client.hear(ok(&sent[0]));
    client.hear_text(&host.snapshot());
    assert_eq!(client.updates().len(), 1);
}

#[test]
fn missing_entries_are_a_gap() {
    let (mut client, mut host) = watching();
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    let first = host.seq();
    host.wait();
    assert!(host.seq() > first);
    client.hear_text(&host.update(first));
    let update = client.updates().remove(0);
    assert!(update.gap && update.entries.is_empty() && update.seq == host.seq());
}

/// FL-140: a lost update is noticed within a beat, and mended.
#[test]
fn a_beat_shows_what_was_lost() {
    let (mut client, mut host) = watching();
    let seen = host.seq();
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    client.now = secs(20);
    client.hear(json!({"type": "beat", "rooms": {"K7QF3M": host.seq()}}));
    assert!(client.sent().is_empty(), "it may be on its way");
    client.wait();
    assert_eq!(client.now, secs(21));
    let watch = client.sent().remove(0);
    assert_eq!(watch["after"], json!(seen));
    client.hear(ok(&watch));
    client.hear_text(&host.update(seen));
    assert_eq!(client.updates().remove(0).seq, host.seq());
    client.hear(json!({"type": "beat", "rooms": {"K7QF3M": host.seq(), "ABCDEF": 9}}));
    assert_eq!(client.session.deadline(), Some(secs(21 + 50)));
}

/// A server that was restored from a backup is right, but says so.
#[test]
fn a_server_that_lost_entries_is_believed_after_a_return() {
    let (mut client, mut host) = watching();
    let old = host.snapshot();
    host.decide("p2", &Command::Sit { seat: None, tip: None });
    client.hear_text(&host.update(1));
    client.come_back();
    client.updates();
    client.events.clear();
    client.hear_text(&old);
    assert_eq!(client.updates().len(), 1);
    assert!(matches!(client.events[0], Event::Warning(_)));
}

#[test]
fn chat_that_is_sent_again_after_a_return_is_told_once() {
    let (mut client, _) = watching();
    let said = json!({"type": "said", "room": "K7QF3M", "by": {"id": "p1", "name": "x"}, "seat": 0, "text": "hi", "at": 5});
    client.events.clear();
    client.hear(said.clone());
    client.come_back();
    client.hear(said);
    let lines = client.events.iter().filter(|event| matches!(event, Event::Push(crate::Push::Said(_))));
    assert_eq!(lines.count(), 1);
}

#[test]
fn an_update_that_comes_before_the_reply_is_shown() {
    let mut host = Host::new(json!({"game": {"kind": "dara"}}));
    host.decide(super::fake::ME, &Command::Sit { seat: None, tip: None });
    let mut client = Client::online();
    client.ask(
        1,
        Request::Create { setup: json!({"game": {"kind": "dara"}}), sit: true, tip: None, token: None },
    );
    client.hear_text(&host.update(0));
    assert_eq!(client.updates().remove(0).entries.len(), host.log.len());
}

#[test]
fn an_unwatched_room_is_silent() {
    let (mut client, host) = watching();
    client.ask(2, Request::Unwatch { room: room() });
    client.hear_text(&host.snapshot());
    assert!(client.updates().is_empty());
}

#[test]
fn nothing_that_a_server_sends_stops_a_client() {
    let (mut client, host) = watching();
    for text in [
        "",
        "x",
        "[]",
        "{}",
        r#"{"type":"update"}"#,
        r#"{"re":99,"type":"ok"}"#,
        r#"{"re":null,"type":"ok"}"#,
        r#"{"type":"party"}"#,
    ] {
        client.hear_text(text);
    }
    client.updates();
    client.hear_text(&host.snapshot());
    assert_eq!(client.updates().len(), 1);
}
