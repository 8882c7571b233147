//! The JSON mode: protocol messages as lines, both ways, for scripts and bots.
//!
//! Each line in is a request; without an `id` it gets the number of its line, and the reply carries that as `re`.
//! Each push and reply is a line out. `hello`, reconnecting, watching again and draw links are done here, and
//! told as `{"type":"client","state":...}`. A request that could not be sent is an error with a code that begins
//! with `client_`. Requests of the command line itself are answered with `"re":0`.

use std::io::{self, IsTerminal, Write};

use protocol::client::RequestError;
use protocol::{Reply, Request};
use serde_json::{Value, json};

use crate::app::Ask;
use crate::failure::{Failure, Outcome};
use crate::net::{Incoming, Link, Net, News};
use crate::plain::{Input, Lines};
use crate::term::Signals;
use crate::words;

/// Runs until the input ends or the connection is lost for good.
///
/// # Errors
/// If the connection is lost for good, nobody reads the output any more, or a signal ends the program.
pub async fn run(net: &mut Net, first: Vec<Request>) -> Outcome {
    let mut signals = Signals::listen()?;
    let mut lines = Lines::start();
    let mut out = io::stdout();
    let (mut number, mut pending, mut ended) = (0_u64, 0_usize, false);
    for request in first {
        pending += 1;
        net.send(Ask::Line(0), request);
    }
    loop {
        if ended && pending == 0 {
            return Ok(());
        }
        tokio::select! {
            biased;
            signal = signals.next() => return Err(Failure::signal(signal)),
            incoming = net.next() => match incoming {
                Incoming::News(News::Link(Link::Ended(why))) => {
                    write(&mut out, &json!({"type": "client", "state": "ended", "reason": why}))?;
                    return Err(Failure::connection(why));
                }
                Incoming::News(news) => {
                    if let Some(line) = told(&news) {
                        write(&mut out, &line)?;
                    }
                }
                Incoming::Answer(ask, reply) => {
                    pending -= 1;
                    let failed = match (&ask, &reply) {
                        (Ask::Line(0), Err(error)) => Some(words::shown_line(&error.to_string())),
                        _ => None,
                    };
                    write(&mut out, &answer(&ask, reply))?;
                    // what the command line asked for is all that this was for
                    if let Some(why) = failed {
                        return Err(Failure::refused(why));
                    }
                }
            },
            input = lines.next(), if !ended => match input {
                Input::Line(line) if line.trim().is_empty() => number += 1,
                Input::Line(line) => {
                    number += 1;
                    match read(&line, number) {
                        Ok((id, request)) => {
                            pending += 1;
                            net.send(Ask::Line(id), request);
                        }
                        Err(refusal) => write(&mut out, &refusal)?,
                    }
                }
                Input::End => {
                    // an input that was empty from the start, as /dev/null is, leaves one listening
                    ended = number > 0 || io::stdin().is_terminal();
                    lines.close();
                }
            },
        }
    }
}

/// Reads a request; one without an id gets `number`.
fn read(line: &str, number: u64) -> Result<(u64, Request), Value> {
    // the id is added to the text, not to parsed JSON: a doubled key has to stay one
    let has_id = serde_json::from_str::<Value>(line).is_ok_and(|json| json.get("id").is_some());
    let text = match line.trim_start().strip_prefix('{') {
        Some(rest) if !has_id && !rest.trim_start().starts_with('}') => format!("{{\"id\":{number},{rest}"),
        Some(_) | None => line.to_owned(),
    };
    protocol::decode(&text).map_err(|malformed| with_re(malformed.re, &Reply::Error(malformed.reply())))
}

fn answer(ask: &Ask, reply: Result<Reply, RequestError>) -> Value {
    let id = if let Ask::Line(id) = ask { *id } else { 0 };
    let (reply, code) = match reply {
        Ok(reply) => (reply, None),
        Err(RequestError::Refused(error)) => (Reply::Error(error), None),
        Err(error) => {
            let code = match &error {
                RequestError::Offline => "client_offline",
                RequestError::Busy => "client_busy",
                RequestError::Lost => "client_lost",
                RequestError::Stopped(_) | RequestError::Refused(_) => "client_stopped",
            };
            (Reply::Unknown(json!({"type": "error", "message": error.to_string()})), Some(code))
        }
    };
    let mut line = with_re(Some(id), &reply);
    if let Some(code) = code {
        line["code"] = json!(code);
    }
    line
}

fn with_re(re: Option<u64>, reply: &Reply) -> Value {
    let mut line = json!({"re": re});
    if let (Some(line), Ok(Value::Object(fields))) = (line.as_object_mut(), serde_json::to_value(reply)) {
        line.extend(fields);
    }
    line
}

/// A push or a change of the connection; the key stays here.
fn told(news: &News) -> Option<Value> {
    match news {
        News::Link(link) => Some(json!({"type": "client", "state": link.word(), "text": link.label()})),
        News::Welcome(welcome) => {
            let mut line = json!({"type": "client", "state": "welcome", "player": welcome.player});
            line["server"] = json!(welcome.server);
            line["limits"] = json!(welcome.limits);
            Some(line)
        }
        News::Push(push) => serde_json::to_value(push).ok(),
        News::Dropped { room, text } => {
            Some(json!({"type": "client", "state": "dropped", "room": room, "text": text}))
        }
        News::Warning { room, text } => {
            Some(json!({"type": "client", "state": "warning", "room": room, "text": text}))
        }
    }
}

/// One message, one line. JSON escapes control characters, so nothing in it speaks to a terminal; C1 and bidi
/// characters, which it does not, are escaped as well.
pub fn write(out: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let mut line = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        match c {
            '\u{7f}'..='\u{9f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                line.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => line.push(c),
        }
    }
    line.push('\n');
    out.write_all(line.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_id_gets_its_number() {
        let (id, request) = read(r#" {"type":"rooms"}"#, 7).unwrap();
        assert_eq!((id, request.name()), (7, "rooms"));
        let (id, _) = read(r#"{"id":3,"type":"rooms"}"#, 7).unwrap();
        assert_eq!(id, 3);
    }

    #[test]
    fn what_is_no_request_is_answered_here() {
        assert_eq!(read("{", 1).unwrap_err()["code"], "bad_json");
        assert_eq!(read("{}", 1).unwrap_err()["code"], "bad_message");
        assert_eq!(read(r#"{"type":"dance"}"#, 4).unwrap_err()["re"], 4);
        assert_eq!(read(r#"{"type":"rooms","type":"rooms"}"#, 4).unwrap_err()["code"], "bad_message");
    }

    #[test]
    fn no_byte_of_a_stranger_speaks_to_a_terminal() {
        let mut out = Vec::new();
        write(&mut out, &json!({"type": "notice", "text": "\u{1b}[2J\u{9b}0m\u{202e}\u{7f}\r\u{7}"}))
            .unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.trim_end_matches('\n').chars().all(|c| !c.is_control() && c != '\u{202e}'), "{text}");
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap()["text"],
            "\u{1b}[2J\u{9b}0m\u{202e}\u{7f}\r\u{7}"
        );
    }
}
