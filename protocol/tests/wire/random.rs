//! Random messages survive the wire, and random damage to them never panics.

use engine::fairness::Hash;
use engine::games::Kind;
use engine::table::{Player, What};
use protocol::{
    Done, ErrorReply, Frame, Key, Push, Reply, Request, RoomCode, Said, Seated, SentHash, decode, encode,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

struct Any(StdRng);

impl Any {
    fn text(&mut self) -> String {
        let len = self.0.random_range(0..20);
        (0..len).map(|_| self.0.random::<char>()).collect()
    }

    fn int(&mut self) -> u64 {
        self.0.random_range(0..1 << 53)
    }

    fn maybe<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.0.random() { Some(some(self)) } else { None }
    }

    fn room(&mut self) -> RoomCode {
        use rand::rngs::SysRng;
        let mut rng = rand::rand_core::UnwrapErr(SysRng);
        if self.0.random() { RoomCode::listed(&mut rng) } else { RoomCode::unlisted(&mut rng) }
    }

    fn hash(&mut self) -> SentHash {
        Hash(self.0.random()).into()
    }

    fn what(&mut self) -> What {
        [What::Draw, What::Takeback, What::Rematch][self.0.random_range(0..3)]
    }

    fn token(&mut self) -> String {
        let len = self.0.random_range(8..=64);
        (0..len).map(|_| self.0.random::<char>()).collect()
    }

    fn json(&mut self, depth: u32) -> Value {
        match self.0.random_range(0..if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.0.random::<bool>()),
            2 => json!(self.0.random::<i64>()),
            // eighths: serde_json may miss the last bit of others, which no message needs
            3 => json!(f64::from(self.0.random_range(-1000..1000)) / 8.0),
            4 => json!(self.text()),
            5 => (0..self.0.random_range(0..4)).map(|_| self.json(depth - 1)).collect(),
            _ => Value::Object(
                (0..self.0.random_range(0..4)).map(|_| (self.text(), self.json(depth - 1))).collect(),
            ),
        }
    }

    fn request(&mut self) -> Request {
        match self.0.random_range(0..21) {
            0 => Request::Hello {
                key: self.maybe(|_| Key::new(&mut rand::rng())),
                name: self.maybe(Self::text),
                client: self.maybe(Self::text),
            },
            1 => Request::Rename { name: self.text() },
            2 => Request::Create {
                setup: self.json(4),
                sit: self.0.random(),
                tip: self.maybe(Self::hash),
                token: self.maybe(Self::token),
            },
            3 => Request::Rooms {
                follow: self.maybe(|any| any.0.random()),
                game: self.maybe(|any| Kind::ALL[any.0.random_range(0..4)]),
                mine: self.0.random(),
            },
            4 => Request::Quick {
                setup: self.json(4),
                tip: self.maybe(Self::hash),
                token: self.maybe(Self::token),
            },
            5 => Request::Sit {
                room: self.room(),
                seat: self.maybe(|any| any.0.random_range(0..4)),
                tip: self.maybe(Self::hash),
                token: self.maybe(Self::token),
            },
            6 => Request::Stand { room: self.room() },
            7 => Request::Watch { room: self.room(), after: self.maybe(Self::int) },
            8 => Request::Unwatch { room: self.room() },
            9 => Request::Act {
                room: self.room(),
                seq: self.int(),
                r#move: self.json(4),
                link: self.maybe(Self::hash),
            },
            10 => Request::Resign { room: self.room() },
            11 => Request::Offer { room: self.room(), what: self.what(), tip: self.maybe(Self::hash) },
            12 => Request::Answer {
                room: self.room(),
                what: self.what(),
                yes: self.0.random(),
                seq: self.maybe(Self::int),
                tip: self.maybe(Self::hash),
            },
            13 => Request::Claim { room: self.room() },
            14 => Request::Say { room: self.room(), text: self.text() },
            15 => Request::Signal { room: self.room(), to: self.text(), data: self.json(4) },
            16 => Request::Entropy { room: self.room(), tip: self.maybe(Self::hash) },
            17 => Request::Link { room: self.room(), draw: self.0.random(), link: self.hash() },
            18 => Request::History {
                room: self.room(),
                r#match: self.maybe(|any| any.0.random()),
                after: self.maybe(Self::int),
                limit: self.maybe(|any| any.0.random()),
            },
            19 => Request::League { limit: self.maybe(|any| any.0.random()) },
            _ => Request::Player { player: self.text() },
        }
    }

    fn frame(&mut self) -> Frame {
        let re = self.maybe(Self::int);
        match self.0.random_range(0..5) {
            0 => Frame::Reply { re, reply: Reply::Ok(Done { seq: self.maybe(Self::int) }) },
            1 => Frame::Reply { re, reply: Reply::Error(ErrorReply::stale(self.int(), self.text())) },
            2 => Frame::Reply {
                re,
                reply: Reply::Seated(Seated { room: self.room(), seat: self.0.random_range(0..4) }),
            },
            3 => Frame::Push(Push::Said(Said {
                room: self.room(),
                by: Player { id: self.text(), name: self.text() },
                seat: self.maybe(|any| any.0.random_range(0..4)),
                text: self.text(),
                at: self.0.random(),
            })),
            _ => Frame::Push(Push::Beat { rooms: (0..3).map(|_| (self.room(), self.int())).collect() }),
        }
    }
}

#[test]
fn requests_survive_the_wire() {
    let mut any = Any(StdRng::seed_from_u64(1));
    for _ in 0..5000 {
        let (id, request) = (any.int(), any.request());
        let text = encode::request_text(id, &request);
        assert_eq!(decode(&text), Ok((id, request)), "{text}");
    }
}

#[test]
fn frames_survive_the_wire() {
    let mut any = Any(StdRng::seed_from_u64(2));
    for _ in 0..5000 {
        let frame = any.frame();
        let text = match &frame {
            Frame::Reply { re, reply } => encode::reply_text(*re, reply),
            Frame::Push(push) => encode::push_text(push),
        };
        assert_eq!(Frame::read(&text).unwrap(), frame, "{text}");
    }
}

#[test]
fn damage_never_panics() {
    let mut any = Any(StdRng::seed_from_u64(3));
    for _ in 0..5000 {
        let mut bytes = encode::request_text(any.int(), &any.request()).into_bytes();
        for _ in 0..any.0.random_range(1..4) {
            let at = any.0.random_range(0..bytes.len());
            match any.0.random_range(0..3) {
                0 => bytes[at] = any.0.random(),
                1 => bytes.insert(at, b"{}[],:\"\\0e"[any.0.random_range(0..10)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = decode(&text);
        let _ = Frame::read(&text);
    }
}
