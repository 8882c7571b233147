//! A host that lies: it stands between a client and a real server, and changes what one tells the other.
//!
//! It lies well: once an entry is changed, every head that it shows is the one of the changed log, as a server would
//! show it that keeps two. So what gives it away is what it lied about, not the chain of lines.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::Message;

use super::chain::hex;
use super::liar::agree;
use super::line::{Heard, Line};

/// What is told otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lie {
    /// A seat's link is taken with an `ok`, and thrown away.
    DropsLink,
    /// The server's link of a draw is another.
    WrongLink,
    /// A draw has another value.
    OtherValue,
    /// A draw has the number of the one before.
    RepeatsNumber,
    /// A step is shown as another than is kept.
    ShowsAnother,
    /// The same, by one that shows the head of what it keeps.
    ShowsAnotherUnchained,
}

/// The host that lies, once in each room.
pub(crate) struct Between {
    pub(crate) address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl Between {
    pub(crate) async fn before(server: SocketAddr, lie: Lie) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let told = Arc::new(Mutex::new(Told::new(lie)));
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serve(client, server, Arc::clone(&told)));
            }
        });
        Self { address, accepting }
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve(client: TcpStream, server: SocketAddr, told: Arc<Mutex<Told>>) {
    let Ok(mut client) = accept_hdr_async(client, agree).await else { return };
    let Ok(mut server) = Line::socket(server).await else { return };
    loop {
        tokio::select! {
            message = client.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    let answer = told.lock().unwrap().swallows(text.as_str());
                    match answer {
                        Some(answer) => { let _ = client.send(Message::Text(answer.into())).await; }
                        None => server.send(text.as_str().to_owned()).await,
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            heard = server.hear() => match heard {
                Heard::Text(text) => {
                    let text = told.lock().unwrap().changes(text);
                    if client.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
                Heard::Closed(_) => return,
            },
        }
    }
}

/// What was told so far.
struct Told {
    lie: Lie,
    /// Heads before the newest update: as it is kept, and as it is shown.
    heads: (String, String),
    lied: bool,
}

impl Told {
    fn new(lie: Lie) -> Self {
        Self { lie, heads: (String::new(), String::new()), lied: false }
    }

    /// The answer to a request that goes no further.
    fn swallows(&mut self, text: &str) -> Option<String> {
        let request: Value = serde_json::from_str(text).unwrap();
        if self.lie != Lie::DropsLink || request["type"] != "link" {
            return None;
        }
        Some(json!({"type": "ok", "re": request["id"], "seq": 1}).to_string())
    }

    /// A frame as the client gets it.
    fn changes(&mut self, mut text: String) -> String {
        let frame: Value = serde_json::from_str(&text).unwrap();
        if frame["type"] != "update" {
            return text;
        }
        let entries = frame["entries"].as_array().unwrap();
        let chosen = entries.iter().find(|entry| !self.lied && self.is_about(&entry["event"]));
        if let Some(entry) = chosen {
            text = self.change(text, entry);
            self.lied = true;
        }
        let (kept, mut shown) = (frame["view"]["fairness"]["head"].as_str().unwrap(), self.heads.1.clone());
        if self.lied && self.lie != Lie::ShowsAnotherUnchained {
            for line in lines(&text) {
                shown = hex(&Sha256::digest(format!("{{\"prev\":\"{shown}\",{}", &line[1..])));
            }
            // wherever it is shown, as in a result
            text = text.replace(kept, &shown);
        } else {
            kept.clone_into(&mut shown);
        }
        self.heads = (kept.to_owned(), shown);
        text
    }

    /// Whether the lie is about such an event.
    fn is_about(&self, event: &Value) -> bool {
        match self.lie {
            Lie::DropsLink => false,
            Lie::WrongLink | Lie::OtherValue | Lie::RepeatsNumber => {
                event["type"] == "drawn" && event["for"] == "roll"
            }
            Lie::ShowsAnother | Lie::ShowsAnotherUnchained => event["type"] == "stepped",
        }
    }

    fn change(&self, text: String, entry: &Value) -> String {
        let event = &entry["event"];
        let (old, new) = match self.lie {
            Lie::DropsLink => return text,
            Lie::WrongLink => {
                let link = event["server"].as_str().unwrap();
                let other = if link.starts_with('0') { "1" } else { "0" };
                (format!("\"server\":\"{link}\""), format!("\"server\":\"{other}{}\"", &link[1..]))
            }
            Lie::OtherValue => {
                let other = event["values"][0].as_u64().unwrap() % 6 + 1;
                (
                    format!("\"values\":[{},{}]", event["values"][0], event["values"][1]),
                    format!("\"values\":[{other},{}]", event["values"][1]),
                )
            }
            Lie::RepeatsNumber => {
                let draw = event["draw"].as_u64().unwrap();
                (format!("\"drawn\",\"draw\":{draw}"), format!("\"drawn\",\"draw\":{}", draw - 1))
            }
            Lie::ShowsAnother | Lie::ShowsAnotherUnchained => {
                let at = entry["at"].as_i64().unwrap();
                (format!("\"at\":{at}"), format!("\"at\":{}", at + 1))
            }
        };
        let seq = format!("{{\"seq\":{},", entry["seq"]);
        let start = text.find(&seq).unwrap_or_else(|| panic!("no entry {seq} in {text}"));
        let (before, rest) = text.split_at(start);
        assert!(rest.contains(&old), "{old} is not in {rest}");
        format!("{before}{}", rest.replacen(&old, &new, 1))
    }
}

/// The entries of an update, as they were written.
fn lines(update: &str) -> Vec<String> {
    let update: BTreeMap<String, Box<RawValue>> = serde_json::from_str(update).unwrap();
    let entries: Vec<Box<RawValue>> = serde_json::from_str(update["entries"].get()).unwrap();
    entries.into_iter().map(|entry| entry.get().to_owned()).collect()
}
