//! Plays a file of cases. Each case has clients of its own and mostly a room of its own on one server.
//!
//! A step is `{"as": who, ...}` with one of
//! - `ask` (a request without its id) or `text` (as it is), and `gives`, the reply; `save` keeps parts of it,
//! - `sees`, a push that has to come; `until`, a view of `$room` that has to come; `closes`, a close code,
//! - `opens: "silent"`, a socket without `hello`; otherwise the first step of a client says hello under its name,
//!
//! or `{"given": name}`, steps that several cases share. Replies are patterns: objects may have more fields, a string
//! that begins with `~` has to be contained, `$any`, `$hex`, `$int`, `$text`, `$absent` stand for what they say, and
//! `["$some", x]` is a list that has an element like x. Elsewhere `$room` and other saved words stand for their
//! values, as do `$a.id`, `$a.key`, `$a.tip`, `$a.link.N` and `$a.seq` for what client a is and has seen.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::harness::chain::Chain;
use crate::harness::client::Client;
use crate::harness::server::Server;

/// A file of cases.
pub(super) struct File {
    name: String,
    json: Value,
}

impl File {
    pub(super) fn read(name: &str) -> Self {
        let path = format!("{}/data/wire/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { name: name.to_owned(), json }
    }

    /// What the field `name` of every object under the key `of` says.
    pub(super) fn words(&self, of: &str, name: &str) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        collect(&self.json, of, name, &mut words);
        words
    }

    /// Plays all cases.
    pub(super) async fn play(&self) {
        let server = Server::start();
        for case in self.json["cases"].as_array().unwrap() {
            println!("{}: {}", self.name, case["name"]);
            let mut run = Run::new(&server, &self.json["given"]);
            run.steps(&case["steps"]).await;
            run.finish().await;
        }
    }
}

fn collect(json: &Value, of: &str, name: &str, words: &mut BTreeSet<String>) {
    match json {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == of
                    && let Some(word) = value[name].as_str()
                {
                    words.insert(word.to_owned());
                }
                collect(value, of, name, words);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, of, name, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A case that is played.
struct Run<'a> {
    server: &'a Server,
    given: &'a Value,
    clients: BTreeMap<String, Client>,
    chains: BTreeMap<String, Chain>,
    saved: BTreeMap<String, Value>,
}

impl<'a> Run<'a> {
    fn new(server: &'a Server, given: &'a Value) -> Self {
        let (clients, chains, saved) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { server, given, clients, chains, saved }
    }

    async fn steps(&mut self, steps: &Value) {
        for step in steps.as_array().unwrap_or_else(|| panic!("no list of steps: {steps}")) {
            if let Some(name) = step.get("given") {
                let given = &self.given[name.as_str().unwrap()];
                Box::pin(self.steps(given)).await;
            } else {
                self.step(step).await;
            }
        }
    }

    async fn step(&mut self, step: &Value) {
        let who = step["as"].as_str().unwrap_or_else(|| panic!("nobody does {step}")).to_owned();
        if !self.clients.contains_key(&who) {
            let address = self.server.address;
            let silent = step.get("opens").is_some();
            let client =
                if silent { Client::connect(address).await } else { Client::hello(address, &who).await };
            self.clients.insert(who.clone(), client);
        }
        let step = Value::Object(
            step.as_object().unwrap().iter().map(|(key, value)| (key.clone(), self.filled(value))).collect(),
        );
        let client = self.clients.get_mut(&who).unwrap();
        if let Some(request) = step.get("ask") {
            let reply = client.ask(request.clone()).await;
            self.check(&step, &reply);
        } else if let Some(text) = step.get("text") {
            client.send_text(long(text)).await;
            let reply = client.next_reply().await;
            self.check(&step, &reply);
        } else if let Some(push) = step.get("sees") {
            client.push(|seen| fits(push, seen)).await;
        } else if let Some(view) = step.get("until") {
            let room = self.saved["room"].as_str().unwrap().to_owned();
            client.until(&room, |seen| fits(view, seen)).await;
        } else if let Some(code) = step.get("closes") {
            let closed = client.closed().await;
            assert_eq!(closed.map(u64::from), code.as_u64(), "{step}");
        } else if step.get("leaves").is_some() {
            self.clients.remove(&who);
        }
    }

    fn check(&mut self, step: &Value, reply: &Value) {
        assert!(fits(&step["gives"], reply), "{step}\ngave {reply}");
        for (name, path) in step.get("save").and_then(Value::as_object).into_iter().flatten() {
            let value =
                reply.pointer(path.as_str().unwrap()).unwrap_or_else(|| panic!("no {path} in {reply}"));
            self.saved.insert(name.clone(), value.clone());
        }
    }

    /// Whoever is still there is still served.
    async fn finish(mut self) {
        for client in self.clients.values_mut().filter(|client| !client.id.is_empty()) {
            client.ok(serde_json::json!({"type": "rooms"})).await;
        }
    }

    /// A step's part with values for its words.
    fn filled(&mut self, value: &Value) -> Value {
        match value {
            Value::String(word) => match word.strip_prefix('$') {
                Some(name) => self.value(name).unwrap_or_else(|| value.clone()),
                None => value.clone(),
            },
            Value::Array(values) => values.iter().map(|value| self.filled(value)).collect(),
            Value::Object(fields) => {
                let filled: Map<_, _> =
                    fields.iter().map(|(key, value)| (key.clone(), self.filled(value))).collect();
                Value::Object(filled)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn value(&mut self, name: &str) -> Option<Value> {
        if let Some(saved) = self.saved.get(name) {
            return Some(saved.clone());
        }
        let (who, of) = name.split_once('.')?;
        if of == "tip" || of.starts_with("link.") {
            let chain = self.chains.entry(who.to_owned()).or_insert_with(|| Chain::new(rand::random(), 64));
            let link = of.strip_prefix("link.").map(|k| k.parse().unwrap());
            return Some(link.map_or_else(|| chain.tip(), |k| chain.link(k)).into());
        }
        let client = self.clients.get(who).unwrap_or_else(|| panic!("{who} was not there yet"));
        let room = self.saved.get("room").and_then(Value::as_str).unwrap_or_default();
        match of {
            "id" => Some(client.id.clone().into()),
            "key" => Some(client.key.clone().into()),
            "seq" => Some(client.seq(room).into()),
            _ => None,
        }
    }
}

/// A text, or one that repeats a part of itself.
fn long(text: &Value) -> String {
    match text {
        Value::String(text) => text.clone(),
        text => {
            let part = |name: &str| text[name].as_str().unwrap_or_default().to_owned();
            let times = text["times"].as_u64().unwrap() as usize;
            part("before") + &part("repeat").repeat(times) + &part("after")
        }
    }
}

/// Whether `seen` is as `pattern` says.
fn fits(pattern: &Value, seen: &Value) -> bool {
    match pattern {
        Value::String(word) => match word.as_str() {
            "$any" => !seen.is_null(),
            "$int" => seen.is_i64() || seen.is_u64(),
            "$text" => seen.as_str().is_some_and(|text| !text.is_empty()),
            "$hex" => seen.as_str().is_some_and(|text| {
                text.len() == 64
                    && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
            }),
            word => match word.strip_prefix('~') {
                Some(part) => seen.as_str().is_some_and(|text| text.contains(part)),
                None => seen == pattern,
            },
        },
        Value::Object(fields) => fields.iter().all(|(key, pattern)| {
            if pattern == "$absent" {
                return seen.get(key).is_none();
            }
            seen.get(key).is_some_and(|seen| fits(pattern, seen))
        }),
        Value::Array(patterns) => {
            let Some(seen) = seen.as_array() else { return false };
            if let [some, pattern] = &patterns[..]
                && some == "$some"
            {
                return seen.iter().any(|seen| fits(pattern, seen));
            }
            patterns.len() == seen.len()
                && patterns.iter().zip(seen).all(|(pattern, seen)| fits(pattern, seen))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => pattern == seen,
    }
}
