//! What strangers send (FL-139, FL-029): each gets the right code under the right id, and nothing panics.

use protocol::{Code, decode};

#[track_caller]
fn refused(text: &str, re: Option<u64>, code: Code) -> String {
    let malformed = decode(text).expect_err(text);
    assert_eq!((malformed.re, malformed.code), (re, code), "{text}: {}", malformed.message);
    assert!(!malformed.message.is_empty() && malformed.message.len() < 300);
    malformed.message
}

#[test]
fn what_is_not_json_is_bad_json() {
    for text in [
        "",
        " ",
        "hello",
        "{",
        "{]",
        r#"{"id":1,"type":"rooms"}}"#,
        r#"{"id":1,"type":"rooms"} {}"#,
        r#"{'id':1}"#,
        r#"{"id":1,}"#,
        r#"{"id":NaN,"type":"rooms"}"#,
        r#"{"id":1,"type":"rooms","x":Infinity}"#,
        r#"{"id":1,"type":"rooms","x":-Infinity}"#,
        r#"{"id":1,"type":"rooms","x":01}"#,
        r#"{"id":1,"type":"rooms","x":.5}"#,
        r#"{"id":1,"type":"rooms","x":"\ud800"}"#,
        "{\"id\":1,\"type\":\"rooms\",\"x\":\"\u{0}\"}",
        "\u{feff}{}",
    ] {
        refused(text, None, Code::BadJson);
    }
}

#[test]
fn nesting_ends_at_64() {
    let nested = |levels: usize| {
        let (open, shut) = ("[".repeat(levels), "]".repeat(levels));
        format!("{{\"id\":7,\"type\":\"rooms\",\"x\":{open}{shut}}}")
    };
    assert!(decode(&nested(63)).is_ok());
    refused(&nested(64), Some(7), Code::BadJson);
    refused(&nested(100_000), Some(7), Code::BadJson);
    refused(&"[".repeat(10_000), None, Code::BadJson);
    refused(&"{\"a\":".repeat(10_000), None, Code::BadJson);
}

#[test]
fn what_is_no_request_is_bad_message() {
    for text in ["{}", "[]", "null", "\"x\"", "1", "true", r#"{"type":"rooms"}"#] {
        refused(text, None, Code::BadMessage);
    }
    for id in [
        "null",
        "-1",
        "-0",
        "1.5",
        "1.0",
        "1e3",
        "1e400",
        "-1e400",
        "9007199254740992",
        "9223372036854775808",
        "1e-400",
        "123456789012345678901234567890",
        "\"1\"",
        "[1]",
        "true",
    ] {
        refused(&format!("{{\"id\":{id},\"type\":\"rooms\"}}"), None, Code::BadMessage);
    }
    assert!(decode(r#"{"id":9007199254740991,"type":"rooms"}"#).is_ok());
    for (rest, named) in [
        (r#""typ":"rooms""#, "`type`"),
        (r#""type":"fly""#, "fly"),
        (r#""type":5"#, "`type`"),
        (r#""type":"act","room":"K7QF3M","move":{}"#, "`seq`"),
        (r#""type":"act","room":"K7QF3M","seq":-1,"move":{}"#, "`seq`"),
        (r#""type":"act","room":"K7QF3M","seq":1"#, "`move`"),
        (r#""type":"act","seq":1,"move":{}"#, "`room`"),
        (r#""type":"act","room":5,"seq":1,"move":{}"#, "`room`"),
        (r#""type":"create""#, "`setup`"),
        (r#""type":"create","setup":{},"sit":"yes""#, "`sit`"),
        (r#""type":"create","setup":{},"token":"short""#, "`token`"),
        (r#""type":"sit","room":"K7QF3M","seat":-1"#, "`seat`"),
        (r#""type":"sit","room":"K7QF3M","seat":0.5"#, "`seat`"),
        (r#""type":"sit","room":"K7QF3M","tip":5"#, "`tip`"),
        (r#""type":"offer","room":"K7QF3M","what":"tea""#, "`what`"),
        (r#""type":"answer","room":"K7QF3M","what":"draw","yes":1"#, "`yes`"),
        (r#""type":"entropy","room":"K7QF3M""#, "`tip`"),
        (r#""type":"link","room":"K7QF3M","draw":null,"link":"x""#, "`draw`"),
        (r#""type":"rooms","game":"chess""#, "`game`"),
        (r#""type":"say","room":"K7QF3M","text":null"#, "`text`"),
        (r#""type":"hello","key":5"#, "`key`"),
        (r#""type":"rooms","type":"rooms""#, "\"type\""),
        (r#""type":"act","room":"K7QF3M","seq":1,"move":{"a":1,"\u0061":2}"#, "\"a\""),
        (r#""type":"rooms","unknown":[{"k":1,"k":1}]"#, "\"k\""),
        (r#""type":"act","room":"K7QF3M","seq":1,"move":{"y":1e400}"#, "range"),
    ] {
        let message = refused(&format!("{{\"id\":7,{rest}}}"), Some(7), Code::BadMessage);
        assert!(message.contains(named), "{rest}: {message}");
    }
    refused(r#"{"id":1,"id":1,"type":"rooms"}"#, None, Code::BadMessage);
    let token = format!(r#"{{"id":7,"type":"create","setup":{{}},"token":"{}"}}"#, "é".repeat(65));
    refused(&token, Some(7), Code::BadMessage);
}

#[test]
fn a_malformed_id_of_something_has_its_own_code() {
    refused(r#"{"id":7,"type":"hello","key":"secret"}"#, Some(7), Code::BadKey);
    refused(r#"{"id":7,"type":"watch","room":"../etc"}"#, Some(7), Code::NoSuchRoom);
}

#[test]
fn unknown_fields_and_huge_numbers_are_no_trouble() {
    for text in [
        r#"{"id":7,"type":"rooms","colour":"red","deep":{"er":[1,2,{"est":null}]}}"#,
        r#"{"id":7,"type":"sit","room":"k7qf3m","seat":9007199254740991,"tip":null,"token":null}"#,
        r#"{"id":7,"type":"link","room":"K7QF3M","draw":4294967296,"link":"NOT HEX"}"#,
        r#"{"id":7,"type":"act","room":"K7QF3M","seq":0,"move":{"y":-0,"z":1e308,"pace":1e-320}}"#,
        r#"{"id":7,"type":"act","room":"K7QF3M","seq":0,"move":null}"#,
        r#"{"id":7,"type":"create","setup":"chess"}"#,
    ] {
        assert!(decode(text).is_ok(), "{text}");
    }
}
