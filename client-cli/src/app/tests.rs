//! The full screen on a made-up terminal, fed with scripted news and keys.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::table::Player;
use protocol::client::RequestError;
use protocol::{Code, Done, ErrorReply, Push, Reply, Request, Said};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;

use super::{App, Ask, Effect, Place, Settings, Sit};
use crate::boards::Theme;
use crate::look::Look;
use crate::net::{Link, News};
use crate::testing;

fn app() -> App {
    let look = Look { theme: Theme { colour: false, ascii: false } };
    let mut app = App::new("http://127.0.0.1:7878".to_owned(), look, Settings::default());
    app.me = Some(Player { id: "aaaa000000000000".to_owned(), name: "Ada".to_owned() });
    app.link = Link::Connected;
    app
}

/// In a room where Ada is to place a stone.
fn in_room() -> App {
    let mut app = app();
    let code = "K7QF3M".parse().unwrap();
    app.settle(vec![Effect::Enter(code, Sit::Free)]);
    update(&mut app, testing::playing_dara(), &["placed c3"]);
    app.answered(Ask::RoomHistory(code), Err(RequestError::Offline));
    app.message = None;
    app
}

fn update(app: &mut App, view: engine::table::View, what: &[&str]) -> Vec<Effect> {
    let update = testing::update(view, what);
    app.news(News::Push(Push::Update(Box::new(update))), Instant::now())
}

fn press(app: &mut App, codes: &[KeyCode]) -> Vec<Effect> {
    codes.iter().flat_map(|code| app.key(KeyEvent::from(*code))).collect()
}

fn typed(app: &mut App, text: &str) -> Vec<Effect> {
    let mut effects: Vec<_> = text.chars().flat_map(|c| press(app, &[KeyCode::Char(c)])).collect();
    effects.extend(press(app, &[KeyCode::Enter]));
    effects
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.render(frame, Instant::now())).unwrap();
    terminal.backend().to_string()
}

fn acts(effects: &[Effect]) -> Vec<serde_json::Value> {
    let acts = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(Ask::Act(_), Request::Act { r#move, .. }) => Some(r#move.clone()),
        _ => None,
    });
    acts.collect()
}

#[test]
fn a_room_shows_all_that_matters() {
    let app = in_room();
    let shown = screen(&app, 120, 40);
    for part in
        ["connected", "Your turn: place a stone", "K7QF3M", "Ada·aaaa", "Bert·bbbb", "5:00", "Moves", "Chat"]
    {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
}

#[test]
fn every_size_can_be_drawn() {
    let mut app = in_room();
    for place in [Place::Room, Place::Lobby, Place::Form, Place::Player, Place::Replay] {
        app.place = place;
        for help in [None, Some(0), Some(9)] {
            app.help = help;
            for (width, height) in
                [(1, 1), (2, 3), (10, 3), (40, 14), (41, 15), (79, 23), (80, 24), (300, 100)]
            {
                screen(&app, width, height);
            }
        }
    }
    app.place = Place::Room;
    app.help = None;
    press(&mut app, &[KeyCode::Esc]);
    for size in [(40, 14), (80, 24)] {
        assert!(screen(&app, size.0, size.1).contains("Menu"));
    }
    assert!(screen(&app, 39, 14).contains("Too small"));
}

#[test]
fn a_move_is_shown_when_the_server_has_said_so() {
    let mut app = in_room();
    let before = screen(&app, 100, 30);
    let effects = typed(&mut app, "a1");
    assert_eq!(acts(&effects), [json!({"type": "place", "at": "a1"})]);
    let waiting = screen(&app, 100, 30);
    assert!(waiting.contains("waiting for the server"));
    assert_eq!(before.matches('●').count(), waiting.matches('●').count(), "no stone before the answer");
    // a second Enter, pressed too fast, sends nothing
    assert!(acts(&typed(&mut app, "b2")).is_empty());
}

#[test]
fn a_refused_line_is_mended_sent_again_or_typed_over() {
    let mut app = in_room();
    let place = |at: &str| [json!({"type": "place", "at": at})];
    assert!(acts(&typed(&mut app, "a9")).is_empty());
    press(&mut app, &[KeyCode::Backspace]);
    assert_eq!(acts(&typed(&mut app, "1")), place("a1"));
    let mut app = in_room();
    assert!(acts(&typed(&mut app, "a9")).is_empty());
    // a look at the chat changes nothing of that
    press(&mut app, &[KeyCode::Tab, KeyCode::Esc]);
    assert_eq!(acts(&typed(&mut app, "b2")), place("b2"));
    // out of turn, and once more when it is one's turn
    let mut app = in_room();
    let mut view = testing::playing_dara();
    let turn = std::mem::replace(&mut view.turn, vec![1]);
    update(&mut app, view.clone(), &[]);
    assert!(acts(&typed(&mut app, "c1")).is_empty());
    view.turn = turn;
    update(&mut app, view, &[]);
    assert_eq!(acts(&press(&mut app, &[KeyCode::Enter])), place("c1"));
}

#[test]
fn moves_of_one_line_follow_each_other() {
    let mut app = in_room();
    let code = "K7QF3M".parse().unwrap();
    let mut view = testing::playing_dara();
    view.game = serde_json::from_value(json!({"kind": "dara", "phase": "moving",
        "board": ["......", "......", "..x...", "...o..", "......"], "in_hand": [0, 0], "captures_due": 0, "quiet": 0}))
    .unwrap();
    update(&mut app, view.clone(), &[]);
    assert_eq!(acts(&typed(&mut app, "c3-c4 xd4")).len(), 1);
    let ok = Ok(Reply::Ok(Done { seq: Some(11) }));
    assert!(acts(&app.answered(Ask::Act(code), ok.clone())).is_empty(), "the state is not here yet");
    view.seq = 11;
    let effects = update(&mut app, view.clone(), &["placed a1"]);
    assert_eq!(acts(&effects), [json!({"type": "capture", "at": "d4"})]);
    // a line that is typed too early is read when its time has come
    assert!(acts(&typed(&mut app, "c4-c5")).is_empty());
    assert!(screen(&app, 100, 30).contains("then c4-c5"));
    let ok = Ok(Reply::Ok(Done { seq: Some(12) }));
    assert!(acts(&app.answered(Ask::Act(code), ok)).is_empty());
    view.seq = 12;
    view.game = serde_json::from_value(json!({"kind": "dara", "phase": "moving",
        "board": ["......", "......", "......", "..xo..", "......"], "in_hand": [0, 0], "captures_due": 0, "quiet": 0}))
    .unwrap();
    let effects = update(&mut app, view.clone(), &["placed a2"]);
    assert_eq!(acts(&effects), [json!({"type": "step", "from": "c4", "to": "c5"})]);
    assert!(!screen(&app, 100, 30).contains("then c4-c5"));
    // and stands there again if the one before it was refused
    typed(&mut app, "d4-d5");
    assert!(!screen(&app, 100, 30).contains("> d4-d5"));
    app.answered(Ask::Act(code), Err(RequestError::Lost));
    assert!(screen(&app, 100, 30).contains("> d4-d5"));
    // what follows a refused move is dropped
    app.answered(Ask::Act(code), Err(RequestError::Lost));
    typed(&mut app, "c3-c4 xd4");
    app.answered(Ask::Act(code), Err(RequestError::Lost));
    view.seq = 13;
    assert!(acts(&update(&mut app, view, &["placed b1"])).is_empty());
}

#[test]
fn resigning_needs_another_key_than_choosing_it() {
    let mut app = in_room();
    let resigned = |effects: &[Effect]| {
        effects.iter().any(|effect| matches!(effect, Effect::Ask(_, Request::Resign { .. })))
    };
    // the last item of the menu, then Enter again and again
    let mut keys = vec![KeyCode::Esc];
    keys.extend([KeyCode::Down; 20]);
    keys.extend([KeyCode::Enter; 4]);
    assert!(!resigned(&press(&mut app, &keys)));
    press(&mut app, &[KeyCode::Esc]);
    press(&mut app, &[KeyCode::Down; 20]);
    press(&mut app, &[KeyCode::Enter]);
    assert!(screen(&app, 80, 24).contains("Press y to resign"));
    assert!(resigned(&press(&mut app, &[KeyCode::Char('y')])));
}

#[test]
fn a_lost_connection_is_shown_and_stops_the_clocks() {
    let mut app = in_room();
    app.news(News::Link(Link::Reconnecting { attempt: 2 }), Instant::now());
    assert!(screen(&app, 100, 30).contains("reconnecting (attempt 2)"));
    let later = Instant::now() + Duration::from_secs(60);
    let room = &app.room.as_ref().unwrap().room;
    assert!(room.clock(0, later).unwrap() > 299_000);
    assert!(!room.runs(0, later));
}

#[test]
fn one_looks_back_and_returns() {
    let mut app = in_room();
    let mut view = testing::playing_dara();
    view.seq = 11;
    update(&mut app, view, &["placed d5"]);
    press(&mut app, &[KeyCode::PageUp]);
    assert!(screen(&app, 100, 30).contains("Looking back"));
    assert!(acts(&typed(&mut app, "a1")).is_empty(), "no move is made while looking back");
    press(&mut app, &[KeyCode::Esc, KeyCode::End]);
    assert!(!screen(&app, 100, 30).contains("Looking back"));
}

#[test]
fn text_of_others_is_harmless() {
    let mut app = in_room();
    let said = Said {
        room: "K7QF3M".parse().unwrap(),
        by: Player { id: "cccc".to_owned(), name: "\u{1b}]0;x\u{7}".to_owned() },
        seat: None,
        text: "\u{1b}[2J\u{9b}31m\u{202e}gone\r\u{8}".to_owned(),
        at: 1,
    };
    app.news(News::Push(Push::Said(said)), Instant::now());
    app.news(News::Push(Push::Notice { text: "\u{1b}[2Jnotice".to_owned() }), Instant::now());
    let shown = screen(&app, 100, 30);
    assert!(shown.contains("gone") && shown.contains("notice"));
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'));
}

#[test]
fn a_full_room_is_watched() {
    let mut app = app();
    let code = "K7QF3M".parse().unwrap();
    app.settle(vec![Effect::Enter(code, Sit::Free)]);
    let refusal = ErrorReply::new(Code::RoomFull, "all seats are taken");
    let effects = app.answered(Ask::Sit(code), Err(RequestError::Refused(refusal)));
    assert!(matches!(effects[..], [Effect::Ask(Ask::Watch(_), Request::Watch { .. })]));
    let refusal = ErrorReply::new(Code::NoSuchRoom, "no such room");
    app.answered(Ask::Watch(code), Err(RequestError::Refused(refusal)));
    assert_eq!(app.place, Place::Lobby);
    assert!(screen(&app, 80, 24).contains("no such room"));
}

#[test]
fn control_c_quits_everywhere() {
    for place in [Place::Room, Place::Lobby, Place::Form, Place::Player, Place::Replay] {
        let mut app = in_room();
        app.place = place;
        app.link = Link::Reconnecting { attempt: 3 };
        let quit = app.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(quit, [Effect::Quit]);
    }
}
