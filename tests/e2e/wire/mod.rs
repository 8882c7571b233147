//! Conformance from outside: protocol.md as a stranger's program meets it.
//!
//! Most of it is data: `data/wire/*.json`, played by [`script`]. What needs raw frames, time or a server with other
//! flags has its own file.

mod script;

mod closes;
mod draws;
mod history;
mod limits;
mod lobby;
mod watching;

use crate::harness::laws::CODES;
use script::File;

/// Every request of the table in section 2.
const REQUESTS: [&str; 20] = [
    "hello", "rename", "create", "rooms", "quick", "sit", "stand", "watch", "unwatch", "act", "resign",
    "offer", "answer", "claim", "say", "signal", "entropy", "link", "history", "player",
];

#[tokio::test]
async fn every_request_does_what_the_table_says() {
    let file = File::read("requests");
    let asked = file.words("ask", "type");
    // a claim takes its time, see `watching`
    let missing: Vec<_> =
        REQUESTS.iter().filter(|name| **name != "claim" && !asked.contains(**name)).collect();
    assert!(missing.is_empty(), "no case asks for {missing:?}");
    file.play().await;
}

#[tokio::test]
async fn every_refusal_has_its_code() {
    let file = File::read("errors");
    let given = file.words("gives", "code");
    // these two need a server in trouble, and a full one says so before there is a socket
    let elsewhere = ["rate_limited", "unavailable", "server_full"];
    let missing: Vec<_> =
        CODES.iter().filter(|code| !elsewhere.contains(code) && !given.contains(**code)).collect();
    assert!(missing.is_empty(), "no case is refused with {missing:?}");
    file.play().await;
}

#[tokio::test]
async fn where_several_codes_fit_the_first_in_order_comes() {
    File::read("precedence").play().await;
}

/// FL-139, FL-029, FL-157: whatever is sent is answered, and the connection stays.
#[tokio::test]
async fn hostile_input_is_answered_and_does_no_harm() {
    File::read("hostile").play().await;
    File::read("setups").play().await;
}

/// FL-108, FL-090, FL-117, FL-110, FL-126: names and chat are cleaned, measured, and passed on as text.
#[tokio::test]
async fn text_of_people_is_cleaned_and_measured() {
    File::read("texts").play().await;
}

/// FL-072, FL-086, FL-065, FL-053: turns that players report from a real board.
#[tokio::test]
async fn reports_are_confirmed_or_disputed() {
    File::read("reports").play().await;
}

/// FL-116, FL-047, FL-119 and the rest of section 2's rules on offers.
#[tokio::test]
async fn offers_have_one_outcome() {
    File::read("offers").play().await;
}
