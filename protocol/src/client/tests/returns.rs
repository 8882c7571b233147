//! Losses of the connection: who comes back when, and what becomes of the requests.

use serde_json::{Value, json};

use super::fake::{Client, Host, error, ok, room, secs};
use crate::client::{Event, Loss, RequestError, State, Ticket};
use crate::{Reply, Request};

fn closed(code: u16) -> Loss {
    Loss::Closed { code: Some(code), reason: String::new() }
}

fn act(seq: u64) -> Request {
    Request::Act { room: room(), seq, r#move: json!({"type": "done"}), link: None }
}

#[test]
fn a_session_greets_and_is_online() {
    let mut client = Client::new();
    assert_eq!((client.dials, client.state()), (1, &State::Connecting));
    client.greet();
    assert!(matches!(client.events.as_slice(), [.., Event::State(State::Online), Event::Welcome(_)]));
}

#[test]
fn a_new_key_is_used_from_then_on() {
    let mut client = Client::new();
    client.session.connected(secs(0));
    let key = "ab".repeat(32);
    client.hear(
        json!({"re": 1, "type": "welcome", "player": {"id": "x", "name": "y"}, "key": key, "server": "z"}),
    );
    client.cut();
    client.wait();
    client.session.connected(client.now);
    client.hear(json!({"type": "notice", "text": ""}));
    assert_eq!(client.sent().last().unwrap()["key"], key);
}

/// FL-019: only what may pass is tried again; the rest stops, and says why.
#[test]
fn refusals_that_cannot_succeed_are_not_repeated() {
    for (loss, stops) in [
        (Loss::Broken("no route".into()), false),
        (closed(1001), false),
        (closed(1006), false),
        (closed(1011), false),
        (closed(1012), false),
        (closed(1013), false),
        (closed(1003), true),
        (closed(1007), true),
        (closed(1008), true),
        (closed(1009), true),
        (Loss::Refused { status: 400 }, true),
        (Loss::Refused { status: 403 }, true),
        (Loss::Refused { status: 404 }, true),
        (Loss::Refused { status: 429 }, false),
        (Loss::Refused { status: 502 }, false),
        (Loss::Refused { status: 503 }, false),
    ] {
        let mut client = Client::online();
        client.lose(&loss);
        match client.state() {
            State::Stopped { reason } => assert!(stops && !reason.is_empty(), "{loss:?}"),
            State::Reconnecting { .. } => assert!(!stops, "{loss:?}"),
            state => panic!("{loss:?}: {state:?}"),
        }
    }
    for (code, stops) in [
        ("bad_key", true),
        ("bad_name", true),
        ("too_long", true),
        ("not_allowed", true),
        ("bad_message", true),
        ("of_tomorrow", true),
        ("server_full", false),
        ("rate_limited", false),
        ("unavailable", false),
    ] {
        let mut client = Client::new();
        client.session.connected(secs(0));
        client.hear(error(&json!({"id": 1}), code));
        assert_eq!(matches!(client.state(), State::Stopped { .. }), stops, "{code}");
        assert_eq!(client.hangups, 1);
    }
}

#[test]
fn a_stopped_session_dials_only_when_the_user_asks() {
    let mut client = Client::online();
    client.lose(&closed(1008));
    assert_eq!((client.session.deadline(), client.dials), (None, 1));
    client.ask(5, act(1));
    assert!(matches!(client.answers.as_slice(), [(Ticket(5), Err(RequestError::Stopped(_)))]));
    client.session.reconnect(secs(9));
    client.hear(json!({}));
    assert_eq!(client.dials, 2);
    client.greet();
    assert_eq!(client.state(), &State::Online);
}

/// A restart is come back from at once, a full server later.
#[test]
fn the_close_code_says_how_long_to_wait() {
    let waits = |code: u16| {
        let mut client = Client::online();
        client.lose(&closed(code));
        client.session.deadline().unwrap()
    };
    assert!(waits(1012) <= secs(1) / 4);
    assert!(waits(1013) >= secs(2) && waits(1013) <= secs(15));
    let mut client = Client::new();
    client.session.connected(secs(0));
    client.hear(json!({"re": 1, "type": "error", "code": "rate_limited", "message": "", "retry_ms": 20_000}));
    assert!(client.session.deadline().unwrap() >= secs(20), "FL-111: as long as the server says");
}

#[test]
fn silence_is_a_loss() {
    let mut client = Client::online();
    client.now = secs(40);
    client.session.heard(client.now);
    client.now = secs(89);
    client.session.tick(client.now);
    assert_eq!(client.hangups, 0);
    client.wait();
    assert_eq!((client.now, client.hangups), (secs(90), 1));
    assert!(matches!(client.state(), State::Reconnecting { .. }));
}

/// An act is sent again with the same seq, a seat with the same token; a word in the chat is not said twice.
#[test]
fn what_can_be_repeated_is_repeated() {
    let mut client = Client::online();
    client.ask(1, act(41));
    client.ask(2, Request::Sit { room: room(), seat: None, tip: None, token: None });
    client.ask(3, Request::Say { room: room(), text: "hi".into() });
    let first = client.sent();
    assert!(first[1]["token"].as_str().unwrap().len() >= 8 && first[1]["tip"].is_string());
    client.come_back();
    assert_eq!(client.sent(), &first[..2]);
    assert!(matches!(client.answers.as_slice(), [(Ticket(3), Err(RequestError::Lost))]));
    client.hear(json!({"re": first[1]["id"], "type": "seated", "room": "K7QF3M", "seat": 1}));
    let watch = client.sent();
    assert_eq!(watch[0]["type"], "watch", "updates may have followed on the first connection only");
    client.hear(ok(&first[0]));
    assert!(matches!(client.answers.as_slice(), [_, (Ticket(2), Ok(Reply::Seated(_))), (Ticket(1), Ok(_))]));
}

#[test]
fn without_a_connection_acts_wait_and_words_do_not() {
    let mut client = Client::online();
    client.cut();
    client.ask(1, act(41));
    client.ask(2, Request::Resign { room: room() });
    assert!(matches!(client.answers.as_slice(), [(Ticket(2), Err(RequestError::Offline))]));
    client.wait();
    client.greet();
    let sent = client.sent();
    assert!(sent.len() == 1 && sent[0]["type"] == "act" && sent[0]["seq"] == 41);
}

#[test]
fn rooms_and_the_list_come_back() {
    let mut host = Host::new(json!({"game": {"kind": "dara"}}));
    host.decide("somebody", &engine::table::Command::Sit { seat: None, tip: None });
    let mut client = Client::online();
    client.ask(1, Request::Watch { room: room(), after: None });
    client.ask(2, Request::Rooms { follow: Some(true), game: None, mine: false });
    let sent = client.sent();
    client.hear(ok(&sent[0]));
    client.hear_text(&host.snapshot());
    client.hear(json!({"re": sent[1]["id"], "type": "rooms", "rooms": [], "more": false}));
    client.come_back();
    let again = client.sent();
    assert_eq!((&again[0]["type"], &again[0]["after"]), (&json!("watch"), &json!(host.seq())));
    assert_eq!((&again[1]["type"], &again[1]["follow"]), (&json!("rooms"), &json!(true)));
    client.hear(error(&again[0], "no_such_room"));
    assert!(client.events.iter().any(|event| matches!(event, Event::Dropped { .. })));
    client.come_back();
    assert!(client.sent().iter().all(|request: &Value| request["type"] != "watch"));
}

#[test]
fn an_internal_request_that_is_limited_is_sent_later() {
    let mut client = Client::online();
    client.ask(1, Request::Watch { room: room(), after: None });
    let watch = client.sent().remove(0);
    client.hear(ok(&watch));
    client.come_back();
    let watch = client.sent().remove(0);
    client.hear(
        json!({"re": watch["id"], "type": "error", "code": "rate_limited", "message": "", "retry_ms": 700}),
    );
    let before = client.now;
    client.wait();
    assert!(client.now >= before + secs(7) / 10 && client.sent()[0]["type"] == "watch");
}
