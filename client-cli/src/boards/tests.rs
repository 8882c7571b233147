//! Looks at every board in several states: `cargo test -p longtable look -- --nocapture --ignored`.
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::testing::Room;
use super::*;
use serde_json::json;

fn show(ctx: &BoardContext, w: u16, h: u16) {
    let area = Rect::new(0, 0, w, h);
    let mut buf = Buffer::empty(area);
    draw(area, &mut buf, ctx);
    println!("+{}+", "=".repeat(usize::from(w)));
    for y in 0..h {
        let mut line = String::new();
        for x in 0..w {
            line += buf[(x, y)].symbol();
        }
        println!("|{line}|");
    }
    println!("{}", plain(ctx));
}

#[test]
fn look() {
    let mut room = Room::new(
        json!({"game": {"kind": "dara", "position": {"board": ["xx.xo.", "..x...", "..xo..", "o.o.o.", ".o.o.."], "to_move": 0}}}),
    );
    let view = room.view();
    let ctx = BoardContext {
        view: &view,
        me: Some(0),
        cursor: Some(Spot::Cell("d1".parse().unwrap())),
        selected: Some(Spot::Cell("d1".parse().unwrap())),
        last: &[],
        theme: Theme::default(),
    };
    show(&ctx, 50, 20);
    room.play(0, "d1c1").unwrap();
    let view = room.view();
    let last = room.last(5);
    let ctx = BoardContext {
        view: &view,
        me: Some(0),
        cursor: Some(Spot::Cell("a4".parse().unwrap())),
        selected: None,
        last: &last,
        theme: Theme::default(),
    };
    show(&ctx, 50, 20);
    show(&ctx, 62, 26);
    show(&BoardContext { theme: Theme { colour: false, ascii: true }, ..ctx }, 40, 16);
    show(&ctx, 20, 8);

    let mut room = Room::new(json!({"game": {"kind": "gul_bara", "match_points": 3}}));
    for _ in 0..60 {
        let view = room.view();
        let Some(&seat) = view.turn.first() else { break };
        let mv = view.legal.first().map(|l| serde_json::to_value(l).unwrap()).unwrap();
        room.act(seat, &mv).unwrap();
    }
    let view = room.view();
    let last = room.last(5);
    let ctx = BoardContext {
        view: &view,
        me: Some(0),
        cursor: Some(Spot::Point(20)),
        selected: None,
        last: &last,
        theme: Theme::default(),
    };
    show(&ctx, 50, 20);
    show(&BoardContext { me: None, ..ctx }, 64, 30);
    show(&ctx, 30, 12);
    println!("{:#?}", crate::notation::narrate(&room.entries, &view));

    for g in [
        json!({"kind": "darbol", "game": "double_down"}),
        json!({"kind": "darbol", "game": "hundred"}),
        json!({"kind": "darbol", "game": "up_the_mountain"}),
    ] {
        let mut room = Room::new(json!({"game": g, "seats": 3}));
        for n in 0..9 {
            let view = room.view();
            let Some(&seat) = view.turn.first() else { break };
            if room.play(seat, "roll").is_ok() {
                continue;
            }
            let text = if let Some(engine::games::View::Darbol(g)) = &view.game {
                g.left.first().copied().or(g.doubles.as_ref().map(|d| d[0])).unwrap_or(n % 3 + 1).to_string()
            } else {
                "5".into()
            };
            room.play(seat, &text).unwrap();
        }
        let view = room.view();
        let last = room.last(12);
        let ctx = BoardContext {
            view: &view,
            me: Some(0),
            cursor: None,
            selected: None,
            last: &last,
            theme: Theme::default(),
        };
        show(&ctx, 50, 20);
        println!("{:#?}", crate::notation::narrate(&room.entries, &view));
    }
    show(&ctx, 80, 36);

    let mut room = Room::new(json!({"game": {"kind": "crokidarts"}}));
    for text in [
        "shoot 0.36",
        "shoot 0.4",
        "shoot from 5r 0.36",
        "shoot d1 0.5",
        "shoot d2 thin l 0.6",
        "shoot 0.36",
        "shoot 0.36",
        "shoot 0.5",
    ] {
        let view = room.view();
        let Some(&seat) = view.turn.first() else { break };
        println!("{text}: {:?}", room.play(seat, text));
    }
    let view = room.view();
    let last = room.last(5);
    let ctx = BoardContext {
        view: &view,
        me: Some(0),
        cursor: Some(Spot::Shot(Shot { at: 10_000, aim: -4_000, speed: 1000 })),
        selected: None,
        last: &last,
        theme: Theme::default(),
    };
    show(&ctx, 50, 20);
    show(&ctx, 80, 36);
    println!("{:#?}", crate::notation::narrate(&room.entries, &view));
}
