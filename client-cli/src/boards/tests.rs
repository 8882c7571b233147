//! The boards as they look, and that no size and no position makes them panic.
//!
//! Snapshots lie in `snapshots/`, one file a picture: what a terminal of that size shows, or the plain text. Look at
//! them when they change; `UPDATE_SNAPSHOTS=1 cargo test -p longtable boards` writes them anew.

use engine::fairness::{Hash, Stream};
use engine::games::dara::Cell;
use engine::physics::HOLES;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};

use super::*;
use notation::testing::Room;

/// Compares with a file, or writes it.
fn snapshot(name: &str, shown: &str) {
    let path = format!("{}/src/boards/snapshots/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, shown).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == shown, "{name} looks different now:\n{shown}\nbefore:\n{kept}");
}

/// What a terminal of this size shows.
fn screen(ctx: &BoardContext, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame.area(), frame.buffer_mut(), ctx)).unwrap();
    let buf = terminal.backend().buffer().clone();
    let row =
        |y| (0..width).map(|x| buf[(x, y)].symbol().to_owned()).collect::<String>().trim_end().to_owned();
    (0..height).map(|y| row(y) + "\n").collect()
}

/// The full screen in the room of 80×24 and in a large one, and the plain text.
fn check(name: &str, ctx: &BoardContext) {
    snapshot(&format!("{name}.50x20"), &screen(ctx, (50, 20)));
    snapshot(&format!("{name}.100x40"), &screen(ctx, (100, 40)));
    snapshot(&format!("{name}.plain"), &plain(ctx));
    let ascii = BoardContext { theme: Theme { colour: false, ascii: true }, ..*ctx };
    snapshot(&format!("{name}.ascii"), &(screen(&ascii, (50, 20)) + &plain(&ascii)));
}

fn context<'a>(view: &'a View, last: &'a [Event]) -> BoardContext<'a> {
    BoardContext { view, me: Some(0), cursor: None, selected: None, last, theme: Theme::default() }
}

fn cell(text: &str) -> Spot {
    Spot::Cell(text.parse().unwrap())
}

#[test]
fn dara() {
    let board = ["xx.xo.", "..x...", "..xo..", "o.o.o.", ".o.o.."];
    let mut room = Room::new(json!({"game": {"kind": "dara", "position": {"board": board, "to_move": 0}}}));
    let view = room.view();
    check(
        "dara_step",
        &BoardContext { selected: Some(cell("d1")), cursor: Some(cell("c1")), ..context(&view, &[]) },
    );
    room.play(0, "d1-c1").unwrap();
    let (view, last) = (room.view(), room.last(3));
    check("dara_capture", &BoardContext { cursor: Some(cell("a4")), ..context(&view, &last) });

    let mut room = Room::new(json!({"game": {"kind": "dara", "size": "7x6"}}));
    for (seat, at) in [(0, "c3"), (1, "d3"), (0, "c4"), (1, "d5"), (0, "c5")] {
        room.play(seat, at).unwrap();
    }
    let (view, last) = (room.view(), room.last(3));
    check("dara_placing", &BoardContext { me: Some(1), ..context(&view, &last) });
}

#[test]
fn gul_bara() {
    let points = json!([
        [3, 2, 3, 0, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 7, 0, 0, 0, 2, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    ]);
    let position = json!({"points": points, "to_move": 0, "rolls": [3, 6]});
    let mut room = Room::new(json!({"game": {"kind": "gul_bara", "match_points": 5, "position": position}}));
    let view = room.view();
    check("gul_bara_roll", &context(&view, &[]));
    room.play(0, "roll").unwrap();
    let view = room.view();
    let from = super::gul_bara::steps(&context(&view, &[])).next().unwrap().0;
    let selected = Some(Spot::Point(from));
    check("gul_bara_off", &BoardContext { selected, cursor: Some(Spot::Point(1)), ..context(&view, &[]) });

    let mut room = Room::new(json!({"game": {"kind": "gul_bara", "cascade_from": 1}}));
    // to the first double, whoever rolls it
    let seat = loop {
        let view = room.view();
        let seat = view.turn[0];
        match &view.game {
            Some(GameView::GulBara(game)) if game.stages.len() > 1 => break seat,
            _ => room.any(seat, &mut stream("cascade")),
        }
    };
    let from = super::gul_bara::steps(&context(&room.view(), &[])).next().unwrap();
    room.act(seat, &json!({"type": "step", "from": from.0, "die": from.1})).unwrap();
    let (view, last) = (room.view(), room.last(2));
    check("gul_bara_cascade", &context(&view, &last));
    check("gul_bara_watching", &BoardContext { me: None, ..context(&view, &last) });
}

#[test]
fn darbol() {
    let toss = |hole: usize| Some(Spot::Toss(Toss { y: 20_000, z: HOLES[hole - 1].0, pace: 112 }));
    let mut room = Room::new(json!({"game": {"kind": "darbol", "game": "double_down"}, "seats": 4}));
    for (seat, text) in [(0, "toss 1"), (0, "toss 5"), (1, "toss 7 firm")] {
        room.play(seat, text).unwrap();
    }
    let (view, last) = (room.view(), room.last(9));
    check("darbol_double_down", &context(&view, &last));

    let mut room = Room::new(json!({"game": {"kind": "darbol", "game": "hundred"}}));
    room.play(0, "roll").unwrap();
    let view = room.view();
    check("darbol_hundred", &BoardContext { cursor: toss(6), ..context(&view, &[]) });

    let setup = json!({"game": {"kind": "darbol", "game": "up_the_mountain"}, "seats": 3, "medium": "table"});
    let mut room = Room::new(setup);
    room.play(0, "1").unwrap();
    room.play(0, "2").unwrap();
    let (view, last) = (room.view(), room.last(2));
    check("darbol_mountain_confirm", &BoardContext { me: Some(1), ..context(&view, &last) });
}

#[test]
fn crokidarts() {
    let mut room = Room::new(json!({"game": {"kind": "crokidarts"}}));
    for text in ["shoot 0.36", "shoot from 5r 0.36", "shoot from 8l 0.38"] {
        room.play(0, text).unwrap();
    }
    let (view, last) = (room.view(), room.last(2));
    let aim = Spot::Shot(Shot { at: 10_000, aim: -4_000, speed: 1000 });
    check("crokidarts_aim", &BoardContext { cursor: Some(aim), ..context(&view, &last) });

    let setup = json!({"game": {"kind": "crokidarts", "target": 60}, "medium": "table"});
    let mut room = Room::new(setup);
    room.play(0, "20").unwrap();
    room.play(0, "15").unwrap();
    let view = room.view();
    check("crokidarts_reports", &context(&view, &[]));
    room.play(0, "20 5 15").unwrap_err();
    room.play(0, "20 15").unwrap();
    room.play(0, "20").unwrap();
    let view = room.view();
    check("crokidarts_checkout", &BoardContext { me: Some(1), ..context(&view, &[]) });
}

#[test]
fn a_ball_in_the_air_and_a_shot_in_motion() {
    let mut room = Room::new(json!({"game": {"kind": "darbol", "game": "up_the_mountain"}}));
    room.play(0, "toss 6").unwrap();
    playing("darbol_flight", &room, 400);
    let mut room = Room::new(json!({"game": {"kind": "crokidarts"}}));
    room.play(0, "shoot 0.9").unwrap();
    playing("crokidarts_motion", &room, 150);
}

fn playing(name: &str, room: &Room, ms: u32) {
    let (view, last) = (room.view(), room.last(6));
    let event = last.iter().rev().find(|event| playing_ms(event).is_some()).unwrap();
    let area = Rect::new(0, 0, 50, 20);
    let mut buf = Buffer::empty(area);
    draw_playing(area, &mut buf, &context(&view, &last), event, ms);
    let row = |y| (0..50).map(|x| buf[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    snapshot(name, &(0..20).map(|y| row(y) + "\n").collect::<String>());
    for ms in [0, 1, playing_ms(event).unwrap(), u32::MAX] {
        draw_playing(area, &mut buf, &context(&view, &last), event, ms);
    }
}

#[test]
fn before_the_start_there_is_no_board() {
    let mut view = Room::new(json!({"game": {"kind": "dara"}})).view();
    view.game = None;
    assert_eq!(plain(&context(&view, &[])), "The match has not started yet.\n");
    assert!(screen(&context(&view, &[]), (50, 20)).contains("has not started"));
}

#[test]
fn without_colour_no_colour_is_set() {
    use ratatui::style::Color;
    for setup in setups() {
        let room = Room::new(setup);
        let view = room.view();
        let ctx = BoardContext { theme: Theme { colour: false, ascii: false }, ..context(&view, &[]) };
        let area = Rect::new(0, 0, 60, 24);
        let mut buf = Buffer::empty(area);
        draw(area, &mut buf, &ctx);
        assert!(buf.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}

#[test]
fn names_are_harmless_wherever_they_stand() {
    for setup in setups() {
        let mut view = Room::new(setup).view();
        for seat in view.seats.iter_mut().flatten() {
            seat.player.name = "\u{1b}[2J\u{202e}界界界界界界界界界界界界界界\u{7}".to_owned();
        }
        let text = plain(&context(&view, &[]));
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}'));
        assert!(text.lines().all(|line| text::width(line) <= PLAIN_COLUMNS), "{text}");
        assert!(!screen(&context(&view, &[]), (50, 20)).contains('\u{1b}'));
    }
}

/// Rooms of every game in every medium.
fn setups() -> Vec<Value> {
    vec![
        json!({"game": {"kind": "dara"}}),
        json!({"game": {"kind": "dara", "size": "7x6", "captures": "per_row"}}),
        json!({"game": {"kind": "gul_bara", "cascade_from": 1, "match_points": 3}}),
        json!({"game": {"kind": "darbol", "game": "up_the_mountain"}, "seats": 4}),
        json!({"game": {"kind": "darbol", "game": "double_down", "professional": true}, "seats": 1}),
        json!({"game": {"kind": "darbol", "game": "double_down"}, "medium": "table", "seats": 3}),
        json!({"game": {"kind": "darbol", "game": "hundred"}}),
        json!({"game": {"kind": "crokidarts", "target": 100}}),
        json!({"game": {"kind": "crokidarts", "target": 60}, "medium": "table"}),
        json!({"game": {"kind": "crokidarts"}, "seats": 1}),
    ]
}

fn stream(name: &str) -> Stream {
    Stream::new(Hash::of(name.as_bytes()))
}

/// Random play in every game: any board in any area, with any cursor, seen from anywhere.
#[test]
fn no_size_and_no_position_panics() {
    let mut dice = stream("sizes");
    for setup in setups() {
        let mut room = Room::new(setup);
        for _ in 0..30 {
            let view = room.view();
            let last = room.last(usize::from(dice.die(30)));
            let mut below = |sides: u16| (dice.unit() * f64::from(sides)) as u16;
            for _ in 0..8 {
                let spot = match below(5) {
                    0 => Some(Spot::Cell(Cell { col: below(6) as u8, row: below(7) as u8 })),
                    1 => Some(Spot::Point(below(25) as u8)),
                    2 => Some(Spot::Toss(Toss { y: 0, z: i32::from(below(1750)) * 1000, pace: 112 })),
                    3 => Some(Spot::Shot(Shot {
                        at: 0,
                        aim: i32::from(below(180)) * 1000 - 90_000,
                        speed: 900,
                    })),
                    _ => None,
                };
                let ctx = BoardContext {
                    view: &view,
                    me: [None, Some(0), Some(1)][usize::from(below(3))],
                    cursor: spot,
                    selected: spot,
                    last: &last,
                    theme: Theme { colour: below(2) == 0, ascii: below(2) == 0 },
                };
                let area = Rect::new(below(3), below(3), 1 + below(200), 1 + below(60));
                // a buffer smaller than the area, too
                let mut buf = Buffer::empty(Rect::new(0, 0, 1 + below(203), 1 + below(63)));
                draw(area, &mut buf, &ctx);
                for event in last.iter().filter(|event| playing_ms(event).is_some()).take(2) {
                    draw_playing(area, &mut buf, &ctx, event, u32::from(below(900)));
                }
                let text = plain(&ctx);
                assert!(text.lines().all(|line| text::width(line) <= PLAIN_COLUMNS), "{text}");
                assert!(!ctx.theme.ascii || text.is_ascii(), "{text}");
            }
            let Some(&seat) = view.turn.first() else { break };
            room.any(seat, &mut dice);
        }
    }
}

/// Every small size, where the arithmetic of layouts goes wrong first.
#[test]
fn no_small_size_panics() {
    for setup in setups() {
        let view = Room::new(setup).view();
        for (width, height) in (1..=50).flat_map(|width| (1..=20).map(move |height| (width, height))) {
            let area = Rect::new(0, 0, width, height);
            draw(area, &mut Buffer::empty(area), &context(&view, &[]));
        }
    }
}
