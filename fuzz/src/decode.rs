//! What comes over a socket, on either side: each line of the input is a frame.
//!
//! A request that is read means the same when it is written and read again; a refusal has a code and a sentence. A
//! server's frame is read or refused, and written as it was meant; a session that hears it all sends requests only.

use std::time::Duration;

use protocol::client::{Output, Profile, Secrets, Session, Ticket};
use protocol::{Code, Frame, Push, Reply, Request, decode, encode};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

/// The most frames of one input.
const FRAMES: usize = 64;

/// Reads each line as either side would.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut client = Client::new();
    for line in text.split('\n').take(FRAMES) {
        request(line);
        frame(line);
        client.hear(line);
    }
}

fn request(text: &str) {
    match decode(text) {
        Ok((id, request)) => {
            let again = encode::request_text(id, &request);
            let read = decode(&again).unwrap_or_else(|refused| panic!("{again}: {refused}"));
            assert_eq!((read.0, whole(read.1)), (id, whole(request)), "{again}");
        }
        Err(refused) => {
            let known = [Code::BadJson, Code::BadMessage, Code::BadKey, Code::NoSuchRoom];
            assert!(known.contains(&refused.code) && !refused.message.is_empty(), "{refused:?}");
            let reply = encode::reply_text(refused.re, &Reply::Error(refused.reply()));
            let Ok(Frame::Reply { re, reply: Reply::Error(error) }) = Frame::read(&reply) else {
                panic!("no client reads {reply}");
            };
            assert_eq!((re, error.code, &error.message), (refused.re, refused.code, &refused.message));
        }
    }
}

/// A request without fractions, of which serde_json may miss the last bit.
fn whole(mut request: Request) -> Request {
    match &mut request {
        Request::Create { setup: json, .. }
        | Request::Quick { setup: json, .. }
        | Request::Act { r#move: json, .. }
        | Request::Signal { data: json, .. } => without_fractions(json),
        _ => {}
    }
    request
}

fn without_fractions(json: &mut Value) {
    match json {
        Value::Number(number) if number.is_f64() => *json = Value::Null,
        Value::Array(list) => list.iter_mut().for_each(without_fractions),
        Value::Object(map) => map.values_mut().for_each(without_fractions),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn frame(text: &str) {
    match Frame::read(text) {
        // handed on as JSON, in which a key that was there twice is there once
        Ok(Frame::Reply { reply: Reply::Unknown(_), .. } | Frame::Push(Push::Unknown(_))) => {}
        Ok(frame) => {
            let again = written(&frame);
            let read = Frame::read(&again).unwrap_or_else(|error| panic!("{again}: {error}"));
            assert_eq!(json(&written(&read)), json(&again), "{again}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn written(frame: &Frame) -> String {
    match frame {
        Frame::Reply { re, reply } => encode::reply_text(*re, reply),
        Frame::Push(push) => encode::push_text(push),
    }
}

fn json(text: &str) -> Value {
    let mut json = serde_json::from_str(text).expect("what is written is JSON");
    without_fractions(&mut json);
    json
}

/// A session that is online, watches a room and has made another.
struct Client {
    session: Session,
    now: Duration,
}

impl Client {
    fn new() -> Self {
        let chance = StdRng::seed_from_u64(1);
        let session = Session::new(Profile::in_memory(), Secrets::in_memory(), "fuzz/1", chance);
        let mut client = Self { session, now: Duration::ZERO };
        client.session.connected(client.now);
        client.hear(
            r#"{"re":1,"type":"welcome","player":{"id":"csm7nbfrcayqev4f","name":"Ada"},"server":"x"}"#,
        );
        let room = "K7QF3M".parse().expect("a code");
        client.session.request(Ticket(1), Request::Watch { room, after: None });
        let setup = json!({"game": {"kind": "dara"}});
        client.session.request(Ticket(2), Request::Create { setup, sit: true, tip: None, token: None });
        client.drain();
        client
    }

    /// Hears a frame, then lets the time pass to which that leads.
    fn hear(&mut self, text: &str) {
        self.session.received(text, self.now);
        self.drain();
        self.now += Duration::from_millis(100);
        if self.session.deadline().is_some_and(|due| due <= self.now) {
            self.session.tick(self.now);
            self.drain();
        }
    }

    fn drain(&mut self) {
        while let Some(output) = self.session.output() {
            if let Output::Send(text) = output {
                assert!(decode(&text).is_ok(), "no server reads {text}");
            }
        }
    }
}
