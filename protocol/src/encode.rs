//! Messages become text: one compact JSON object a frame, keys in the order of protocol.md.
//!
//! The parts of an update that many watchers share are serialised once and spliced in as they are.

use std::fmt::Write;

use serde::Serialize;

use crate::{Push, Reply, Request, RoomCode};

/// A request's frame.
#[must_use]
pub fn request_text(id: u64, request: &Request) -> String {
    format!("{{\"id\":{id},{}", &json(request)[1..])
}

/// A reply's frame; `re` is none if the id of the request could not be read.
#[must_use]
pub fn reply_text(re: Option<u64>, reply: &Reply) -> String {
    let json = json(reply);
    match re {
        Some(re) => format!("{{\"re\":{re},{}", &json[1..]),
        None => format!("{{\"re\":null,{}", &json[1..]),
    }
}

/// A push's frame.
#[must_use]
pub fn push_text(push: &Push) -> String {
    json(push)
}

/// An update's frame, from entries and a view that are JSON already.
#[must_use]
pub fn update_text(room: &RoomCode, seq: u64, entries: &[&str], gap: bool, view: &str) -> String {
    let entries_len: usize = entries.iter().map(|entry| entry.len() + 1).sum();
    let mut text = String::with_capacity(entries_len + view.len() + 96);
    // writing to a string cannot fail
    let _ = write!(text, "{{\"type\":\"update\",\"room\":\"{room}\",\"seq\":{seq},\"entries\":[");
    join(&mut text, entries.iter().copied());
    text.push_str(if gap { "],\"gap\":true,\"view\":" } else { "],\"view\":" });
    text.push_str(view);
    text.push('}');
    text
}

/// A history's frame, from a setup and entries, each with the view after it, that are JSON already.
#[must_use]
pub fn history_text(re: u64, setup: &str, entries: &[(&str, &str)], more: bool) -> String {
    let mut text = format!("{{\"re\":{re},\"type\":\"history\",\"setup\":{setup},\"entries\":[");
    for (i, (entry, view)) in entries.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(entry.strip_suffix('}').unwrap_or(entry));
        text.push_str(",\"view\":");
        text.push_str(view);
        text.push('}');
    }
    let _ = write!(text, "],\"more\":{more}}}");
    text
}

fn join<'a>(text: &mut String, parts: impl Iterator<Item = &'a str>) {
    for (i, part) in parts.enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(part);
    }
}

fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message is plain data with string keys")
}
