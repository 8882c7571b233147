//! Every fixture is read and written again; the text has to be the same but for white space.

use std::collections::BTreeSet;
use std::path::Path;

use protocol::{Code, Frame, Push, Reply, SentEvent, decode, encode};

/// The fixtures whose names start with `kind-`, as name and compact text.
fn fixtures(kind: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if let Some(name) = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix('-')) {
            found.push((name.to_owned(), compact(&std::fs::read_to_string(&path).unwrap())));
        }
    }
    found.sort();
    found
}

/// The same JSON without white space between its tokens.
fn compact(json: &str) -> String {
    let (mut text, mut quoted, mut escaped) = (String::new(), false, false);
    for c in json.chars() {
        if quoted || !c.is_whitespace() {
            text.push(c);
        }
        if escaped {
            escaped = false;
        } else if quoted && c == '\\' {
            escaped = true;
        } else if c == '"' {
            quoted = !quoted;
        }
    }
    text
}

#[test]
fn requests() {
    let all = fixtures("request");
    assert_eq!(all.len(), 21, "one for each request");
    for (name, text) in all {
        let (id, request) = decode(&text).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        assert_eq!(request.name(), name);
        assert_eq!(encode::request_text(id, &request), text);
    }
}

#[test]
fn replies() {
    let all = fixtures("reply");
    assert_eq!(all.len(), 8, "one for each reply");
    for (name, text) in all {
        let Ok(Frame::Reply { re, reply }) = Frame::read(&text) else { panic!("{name} is no reply") };
        assert!(!matches!(reply, Reply::Unknown(_)), "{name}");
        assert_eq!(encode::reply_text(re, &reply), text);
    }
}

#[test]
fn errors() {
    let all = fixtures("error");
    let names: BTreeSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, Code::ALL.iter().map(|code| code.name()).collect(), "one for each code");
    for (name, text) in all {
        let Ok(Frame::Reply { re, reply }) = Frame::read(&text) else { panic!("{name} is no reply") };
        assert!(matches!(&reply, Reply::Error(error) if error.code.name() == name), "{name}");
        assert_eq!(encode::reply_text(re, &reply), text);
    }
}

#[test]
fn pushes() {
    let all = fixtures("push");
    assert_eq!(all.len(), 7, "one for each push");
    for (name, text) in all {
        let Ok(Frame::Push(push)) = Frame::read(&text) else { panic!("{name} is no push") };
        assert!(!matches!(push, Push::Unknown(_)), "{name}");
        assert_eq!(encode::push_text(&push), text);
    }
}

#[test]
fn a_spliced_update_is_the_same_text() {
    let (_, text) = fixtures("push").into_iter().find(|(name, _)| name == "update").unwrap();
    let Ok(Frame::Push(Push::Update(update))) = Frame::read(&text) else { panic!("an update") };
    assert!(matches!(update.entries[1].event, SentEvent::Unknown(_)));
    let entries: Vec<String> = update.entries.iter().map(|e| serde_json::to_string(e).unwrap()).collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let view = serde_json::to_string(&update.view).unwrap();
    assert_eq!(encode::update_text(&update.room, update.seq, &entries, update.gap, &view), text);
}

#[test]
fn a_spliced_history_is_the_same_text() {
    let (_, text) = fixtures("reply").into_iter().find(|(name, _)| name == "history").unwrap();
    let Ok(Frame::Reply { reply: Reply::History(mut history), .. }) = Frame::read(&text) else {
        panic!("a history")
    };
    let setup = serde_json::to_string(&history.setup).unwrap();
    let view = history.entries[0].view.take().unwrap().to_string();
    let entry = serde_json::to_string(&history.entries[0]).unwrap();
    assert_eq!(encode::history_text(7, &setup, &[(&entry, &view)], history.more), text);
}
