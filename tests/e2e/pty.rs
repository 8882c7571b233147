//! The terminal client in a terminal: it draws, plays, survives every size, and leaves the terminal as it was.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rand::RngExt;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::binaries::binary;
use crate::harness::client::Client;
use crate::harness::liar::Liar;
use crate::harness::seed::rng;
use crate::harness::server::Server;
use crate::harness::terminal::Terminal;

const SIZE: (u16, u16) = (100, 30);

/// A room of Dara in which `host` starts and waits.
async fn room(host: &mut Client) -> String {
    let setup = json!({"game": {"kind": "dara"}, "starts": "creator", "draw_wait_ms": 500});
    host.ok(json!({"type": "create", "setup": setup})).await["room"].as_str().unwrap().to_owned()
}

fn server_flag(server: &Server) -> String {
    format!("ws://{}", server.address)
}

#[tokio::test]
async fn the_lobby_and_a_match_are_drawn_and_played() {
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "Hostess").await;
    let room = room(&mut host).await;
    let address = server_flag(&server);
    let mut lobby = Terminal::start(SIZE, home.path(), &["--server", &address], &[]);
    lobby.shows(&room).await;
    lobby.shows("Hostess").await;
    let args = ["--server", &address, "--name", "Guest", "join", &room];
    let mut terminal = Terminal::start(SIZE, home.path(), &args, &[]);
    let view = host.until(&room, |view| view["status"] == "playing").await;
    let place =
        json!({"type": "act", "room": room, "seq": view["seq"], "move": {"type": "place", "at": "c3"}});
    host.ok(place).await;
    terminal.shows("Hostess").await;
    terminal.shows("11 in hand").await;
    // FL-109: the first thing shown is the position as it is, and a typed move is played
    terminal.keys("d4\r");
    let view =
        host.until(&room, |view| view["turn"] == json!([0]) && view["game"]["board"][3] == "...o..").await;
    assert_eq!(view["game"]["board"][2], "..x...");
    let say = json!({"type": "say", "room": room, "text": "well met 界"});
    host.ok(say).await;
    terminal.shows("well met 界").await;
    for terminal in [&mut terminal, &mut lobby] {
        assert!(terminal.is_running());
        terminal.keys("\u{3}");
        assert_eq!(terminal.ended().await.0, 0);
        terminal.assert_restored("Ctrl-C");
    }
}

/// FL-054: any size, and many in a row; too small a one says so.
#[tokio::test]
async fn every_size_is_survived() {
    let mut rng = rng("every_size_is_survived");
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "host").await;
    let room = room(&mut host).await;
    let address = server_flag(&server);
    let mut terminal = Terminal::start(SIZE, home.path(), &["--server", &address, "join", &room], &[]);
    terminal.shows("host").await;
    for size in
        [(1, 1), (2, 40), (40, 2), (10, 3), (79, 23), (80, 24), (200, 60), (40, 14), (39, 14), (500, 200)]
    {
        terminal.resize(size);
        sleep(Duration::from_millis(60)).await;
        assert!(terminal.is_running(), "{size:?}: {}", terminal.text());
    }
    for _ in 0..100 {
        terminal.resize((rng.random_range(1..=200), rng.random_range(1..=60)));
        sleep(Duration::from_millis(10)).await;
        if rng.random_bool(0.2) {
            terminal.keys(
                ["\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{1b}OP", "x"][rng.random_range(0..6)],
            );
        }
    }
    assert!(terminal.is_running());
    terminal.resize((30, 10));
    terminal.shows("Too small").await;
    terminal.resize(SIZE);
    terminal.shows("host").await;
    terminal.keys("\u{3}");
    assert_eq!(terminal.ended().await.0, 0);
    terminal.assert_restored("after a hundred sizes");
}

/// FL-052: Ctrl-C and every signal, in the lobby, in a room and without a server, end it soon and restore the terminal.
#[tokio::test]
async fn the_terminal_is_restored_on_every_way_out() {
    let (mut server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "host").await;
    let room = room(&mut host).await;
    let address = server_flag(&server);
    let (lobby, watching) = (["--server", &address], ["--server", &address, "watch", &room]);
    for (where_, args) in [("lobby", &lobby[..]), ("room", &watching[..])] {
        for (way, code) in [("Ctrl-C", 0), ("TERM", 143), ("HUP", 129), ("INT", 130)] {
            let mut terminal = Terminal::start(SIZE, home.path(), args, &[]);
            terminal.shows("host").await;
            leave(&mut terminal, way);
            let (ended, after) = terminal.ended().await;
            let when = format!("{way} in the {where_}");
            assert_eq!(ended, code, "{when}");
            assert!(after < Duration::from_secs(2), "{when}: {after:?}");
            terminal.assert_restored(&when);
        }
    }
    for way in ["Ctrl-C", "TERM"] {
        let mut terminal = Terminal::start(SIZE, home.path(), &watching, &[]);
        terminal.shows("host").await;
        server.kill();
        terminal.shows("reconnecting").await;
        leave(&mut terminal, way);
        let (_, after) = terminal.ended().await;
        assert!(after < Duration::from_secs(2), "{way} while reconnecting: {after:?}");
        terminal.assert_restored(&format!("{way} while reconnecting"));
        server.restart();
    }
    let mut nowhere = Terminal::start(SIZE, home.path(), &["--server", "ws://127.0.0.1:1"], &[]);
    sleep(Duration::from_millis(500)).await;
    leave(&mut nowhere, "Ctrl-C");
    nowhere.ended().await;
    nowhere.assert_restored("Ctrl-C with no server at all");
    let mut wrong = Terminal::start(SIZE, home.path(), &["--no-such-flag"], &[]);
    assert_eq!(wrong.ended().await.0, 2);
    wrong.assert_restored("a flag that does not exist");
}

fn leave(terminal: &mut Terminal, way: &str) {
    match way {
        "Ctrl-C" => terminal.keys("\u{3}"),
        signal => terminal.signal(signal),
    }
}

/// FL-048, FL-151: the program comes back by itself to the same match when the server does.
#[tokio::test]
async fn a_screen_survives_a_restart_of_the_server() {
    let (mut server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "host").await;
    let room = room(&mut host).await;
    let address = server_flag(&server);
    let mut terminal = Terminal::start(SIZE, home.path(), &["--server", &address, "join", &room], &[]);
    host.until(&room, |view| view["status"] == "playing").await;
    server.kill();
    terminal.shows("reconnecting").await;
    server.restart();
    host.come_back().await;
    let view = host.until(&room, |view| view["seats"][1]["online"] == true).await;
    host.ok(json!({"type": "act", "room": room, "seq": view["seq"], "move": {"type": "place", "at": "c3"}}))
        .await;
    terminal.shows("11 in hand").await;
    terminal.keys("d4\r");
    host.until(&room, |view| view["game"]["board"][3] == "...o..").await;
}

/// FL-110: nothing that a server says speaks to the terminal.
#[tokio::test]
async fn a_strangers_text_does_not_speak_to_the_terminal() {
    let (liar, home) = (Liar::start().await, tempfile::tempdir().unwrap());
    let address = format!("ws://{}", liar.address);
    let mut terminal = Terminal::start((120, 50), home.path(), &["--server", &address], &[]);
    terminal.shows("name 3").await;
    terminal.keys("\u{1b}[B\u{1b}[B\r");
    sleep(Duration::from_millis(500)).await;
    terminal.keys("\u{3}");
    terminal.ended().await;
    terminal.assert_restored("after a liar");
    let bytes = String::from_utf8(terminal.bytes()).expect("UTF-8");
    // the program itself moves the cursor, colours and switches modes: CSI only
    for (n, _) in bytes.match_indices('\u{1b}') {
        let next = bytes[n + 1..].chars().next();
        assert!(next == Some('['), "an escape other than CSI was written: {next:?}");
    }
    for spoken in ["\u{1b}[6n", "\u{1b}[?1049l\u{1b}[?1049l", "title\u{7}", "\u{8}"] {
        assert!(!bytes.contains(spoken), "{spoken:?} was written");
    }
    assert!(!bytes.chars().any(|c| ('\u{80}'..='\u{9f}').contains(&c) || c == '\u{7f}' || c == '\u{7}'));
}

/// Runs `longtable` without a terminal, with nothing to read.
fn run(home: &Path, args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(binary("longtable"));
    command.args(args).env("HOME", home).env("XDG_CONFIG_HOME", home.join("config"));
    command.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap()
}

/// FL-132, FL-067: without a terminal there are lines, without a single escape, whatever the server says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_terminal_there_are_plain_lines() {
    let (server, liar, home) = (Server::start(), Liar::start().await, tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "host").await;
    let room = room(&mut host).await;
    let (address, lies) = (server_flag(&server), format!("ws://{}", liar.address));
    let plain = |output: &Output, what: &str| {
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8(bytes.clone()).expect("UTF-8");
            let spoken = text.chars().find(|c| c.is_control() && *c != '\n' && *c != '\t');
            assert_eq!(spoken, None, "{what}: {text:?}");
            assert!(!text.contains('\u{202e}') && !text.contains('\u{2066}'), "{what}: {text:?}");
        }
    };
    let rooms = run(home.path(), &["--server", &address, "rooms"], &[("COLUMNS", "0"), ("NO_COLOR", "1")]);
    assert!(rooms.status.success(), "{rooms:?}");
    assert!(String::from_utf8_lossy(&rooms.stdout).contains(&room));
    plain(&rooms, "rooms");
    for (args, what) in [
        (vec!["--server", &lies, "rooms"], "a liar's rooms"),
        (vec!["--server", &lies, "--json", "rooms"], "a liar's rooms as JSON"),
        (vec!["--server", &lies, "player"], "a liar's refusal"),
        (vec!["--server", &lies, "join", "YYYYYY"], "joining a liar's room"),
        (vec!["--server", &lies, "--json", "watch", "YYYYYY"], "watching a liar's room as JSON"),
        (vec!["--server", "ws://127.0.0.1:1", "rooms"], "nobody there"),
        (vec!["--server", "nonsense", "rooms"], "an address that is none"),
    ] {
        let output = limited(home.path(), &args).await;
        plain(&output, what);
    }
    let json = limited(home.path(), &["--server", &lies, "--json", "rooms"]).await;
    for line in String::from_utf8(json.stdout).unwrap().lines() {
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("one line, one JSON value: {line}"));
    }
    assert_eq!(run(home.path(), &["--size"], &[]).status.code(), Some(2));
    // a reader that goes away is no reason to panic
    let script = format!("'{}' --server {address} rooms --follow | head -n 1", binary("longtable").display());
    let mut head = Command::new("sh");
    head.args(["-c", &script]).env("HOME", home.path()).stdin(Stdio::null());
    let head = head.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    host.ok(json!({"type": "create", "setup": {"game": {"kind": "dara"}}})).await;
    let head = wait(head).await;
    assert!(!String::from_utf8_lossy(&head.stderr).contains("panicked"), "{head:?}");
}

/// Runs it for some seconds at most: one that watches would never end.
async fn limited(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(binary("longtable"));
    command.args(args).env("HOME", home).env("XDG_CONFIG_HOME", home.join("config"));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait(child).await
}

/// Waits for a program, and ends it after some seconds.
async fn wait(mut child: Child) -> Output {
    let until = Instant::now() + Duration::from_secs(4);
    while child.try_wait().unwrap().is_none() && Instant::now() < until {
        sleep(Duration::from_millis(20)).await;
    }
    let _ = child.kill();
    child.wait_with_output().unwrap()
}

/// A terminal that knows no escapes gets none.
#[tokio::test]
async fn a_dumb_terminal_gets_lines() {
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let mut host = Client::hello(server.address, "host").await;
    let room = room(&mut host).await;
    let args = ["--server", &server_flag(&server), "join", &room];
    let mut terminal = Terminal::start(SIZE, home.path(), &args, &[("TERM", "dumb")]);
    let view = host.until(&room, |view| view["status"] == "playing").await;
    host.ok(json!({"type": "act", "room": room, "seq": view["seq"], "move": {"type": "place", "at": "c3"}}))
        .await;
    terminal.shows("c3").await;
    terminal.keys("d4\n");
    host.until(&room, |view| view["game"]["board"][3] == "...o..").await;
    terminal.keys("\u{3}");
    terminal.ended().await;
    assert!(!terminal.bytes().contains(&0x1b), "{}", terminal.text());
}
