//! What may be typed: tables of cases, and random play in which every legal move can be typed.

mod told;

use engine::fairness::{Hash, Stream};
use engine::games::gul_bara::{self as gul, Position};
use engine::games::{Choice, Deed, Legal, Medium, Move, Need, Rules, Start, View as GameView};
use engine::physics::Shot;
use engine::table::View;
use serde_json::{Value, json};

use super::legal::typed;
use super::*;
use crate::testing::Room;

/// The moves that a line means, as they are sent.
fn sent(view: &View, seat: Seat, text: &str) -> Result<Vec<Value>, String> {
    match parse(view, seat, text)? {
        Input::Move(moves) => Ok(moves.iter().map(|mv| serde_json::to_value(mv).unwrap()).collect()),
        Input::Aim { note, .. } => Err(note),
    }
}

/// Each line means these moves, or is refused with these words.
fn check(view: &View, seat: Seat, cases: &[(&str, Result<Value, &str>)]) {
    for (text, wanted) in cases {
        match (sent(view, seat, text), wanted) {
            (Ok(moves), Ok(wanted)) => assert_eq!(&Value::from(moves), wanted, "{text}"),
            (Err(told), Err(wanted)) => assert!(told.contains(wanted), "{text}: {told}"),
            (got, wanted) => panic!("{text}: {got:?}, not {wanted:?}"),
        }
    }
}

#[test]
fn dara_lines() {
    let mut room = Room::new(json!({"game": {"kind": "dara"}}));
    check(
        &room.view(),
        0,
        &[
            ("c3", Ok(json!([{"type": "place", "at": "c3"}]))),
            (" C3 ", Ok(json!([{"type": "place", "at": "c3"}]))),
            ("c9", Err("is no cell")),
            ("c3 c4", Err("one stone at a time")),
            ("", Err("name the cell to place")),
        ],
    );
    check(&room.view(), 1, &[("c3", Err("it is not your turn; Ada"))]);
    room.play(0, "c3").unwrap();
    let board = ["xx.x..", "..x...", "..x...", "o.o.o.", ".o.o.."];
    let mut room = Room::new(json!({"game": {"kind": "dara", "position": {"board": board, "to_move": 0}}}));
    let step = json!({"type": "step", "from": "d1", "to": "c1"});
    let capture = json!({"type": "capture", "at": "a4"});
    check(
        &room.view(),
        0,
        &[
            ("d1-c1", Ok(json!([step]))),
            ("d1c1", Ok(json!([step]))),
            ("d1-c1 xa4", Ok(json!([step, capture]))),
            ("d1-c1 a4", Ok(json!([step, capture]))),
            ("d1", Err("step from and to")),
        ],
    );
    room.play(0, "d1c1").unwrap();
    check(&room.view(), 0, &[("xa4", Ok(json!([capture]))), ("a4", Ok(json!([capture])))]);
}

/// A room in which seat 0 has these dice to play on a position.
fn rolled(points: [[u8; 25]; 2], rolls: u32, dice: [u8; 2]) -> View {
    let position = Position { points, to_move: 0, rolls: [rolls, 0] };
    let options = gul::Options { position: Some(position), ..gul::Options::default() };
    let start = Start { seats: 2, medium: Medium::Virtual, first: None, handicap: None };
    let mut game = gul::Game::new(&options, &start);
    game.apply(Some(0), &Deed::Rolling);
    game.take(Need::Roll, &dice);
    let mut view = Room::new(json!({"game": {"kind": "gul_bara"}})).view();
    let listed = |choice| match choice {
        Choice::Move(mv) => Legal::Move(Move::GulBara(mv)),
        Choice::Free(kind) => Legal::Free { r#type: kind.to_owned() },
    };
    view.legal = game.legal().into_iter().map(listed).collect();
    view.turn = game.turn();
    view.game = Some(GameView::GulBara(game.view()));
    view
}

/// Checkers by point; the rest of the fifteen is off.
fn side(at: &[(usize, u8)]) -> [u8; 25] {
    let mut points = [0; 25];
    for &(point, count) in at {
        points[point] = count;
    }
    points[0] = 15 - points.iter().sum::<u8>();
    points
}

fn steps(list: &[(u8, u8)]) -> Value {
    list.iter().map(|(from, die)| json!({"type": "step", "from": from, "die": die})).collect()
}

#[test]
fn gul_bara_lines() {
    let start = [side(&[(24, 15)]), side(&[(24, 15)])];
    check(
        &rolled(start, 0, [6, 5]),
        0,
        &[
            ("24/18", Ok(steps(&[(24, 6)]))),
            ("24/18 24/19", Ok(steps(&[(24, 6), (24, 5)]))),
            // either way round is open: the smaller die goes first
            ("24/13", Ok(steps(&[(24, 5), (19, 6)]))),
            ("24/18/13", Ok(steps(&[(24, 6), (18, 5)]))),
            ("24/18*2", Err("cannot be played with 5")),
            ("24/20", Err("cannot be played with 6 5")),
            ("24/12", Err("point 12 is blocked")),
            ("18/24", Err("from high points to low")),
            ("20/15", Err("no checker on point 20")),
            ("25/20", Err("is no step")),
            ("24", Err("is no step")),
            ("24/18*x", Err("how often")),
            ("roll", Ok(json!([{"type": "roll"}]))),
            ("U", Ok(json!([{"type": "undo"}]))),
            ("24/18 24/19 done", Ok(json!([steps(&[(24, 6)])[0], steps(&[(24, 5)])[0], {"type": "done"}]))),
            ("", Err("like 24/18")),
        ],
    );
    // a point between is blocked one way: the other is found (the opponent's 7 is my 19)
    let blocked = [side(&[(24, 15)]), side(&[(7, 1), (24, 14)])];
    check(&rolled(blocked, 0, [6, 5]), 0, &[("24/13", Ok(steps(&[(24, 6), (18, 5)])))]);
    // a cascade played through in one line
    let free = [side(&[(24, 15)]), side(&[(1, 15)])];
    check(
        &rolled(free, 3, [5, 5]),
        0,
        &[
            ("24/19*4", Ok(steps(&[(24, 5); 4]))),
            ("24/14", Ok(steps(&[(24, 5), (19, 5)]))),
            (
                "24/19(3) 24/19 24/18*4 d",
                Ok(Value::from(
                    [
                        vec![json!({"type": "step", "from": 24, "die": 5}); 4],
                        vec![json!({"type": "step", "from": 24, "die": 6}); 4],
                        vec![json!({"type": "done"})],
                    ]
                    .concat(),
                )),
            ),
            ("24/19*5", Err("cannot be played with 6")),
        ],
    );
    // only one die can be played: it has to be the larger
    let forced = [side(&[(24, 1), (1, 14)]), side(&[(1, 1), (24, 14)])];
    check(&rolled(forced, 0, [6, 5]), 0, &[("24/19", Err("try 24/18")), ("24/18", Ok(steps(&[(24, 6)])))]);
}

#[test]
fn gul_bara_bears_off() {
    let home = [side(&[(6, 1), (4, 1), (2, 2)]), side(&[(24, 15)])];
    check(
        &rolled(home, 0, [6, 4]),
        0,
        &[
            ("6/off", Ok(steps(&[(6, 6)]))),
            ("6/off 4/off", Ok(steps(&[(6, 6), (4, 4)]))),
            ("6/0", Ok(steps(&[(6, 6)]))),
            ("2/off", Err("cannot be played")),
        ],
    );
    // the highest comes off with a larger die
    let low = [side(&[(3, 1), (2, 2)]), side(&[(24, 15)])];
    check(&rolled(low, 0, [6, 5]), 0, &[("3/off 2/off", Ok(steps(&[(3, 5), (2, 6)])))]);
    let away = [side(&[(7, 1), (2, 2)]), side(&[(24, 15)])];
    check(
        &rolled(away, 0, [6, 1]),
        0,
        &[("2/off", Err("one still stands on point 7")), ("7/6/off", Ok(steps(&[(7, 1), (6, 6)])))],
    );
}

#[test]
fn darbol_lines() {
    let toss = |y, z, pace| Ok(json!([{"type": "toss", "y": y, "z": z, "pace": pace}]));
    let mut room = Room::new(json!({"game": {"kind": "darbol", "game": "double_down"}}));
    check(
        &room.view(),
        0,
        &[
            ("toss 5", toss(0, 1_362_500, 112)),
            ("5", toss(0, 1_362_500, 112)),
            ("toss 5 firm", toss(0, 1_362_500, 135)),
            ("toss 5 +1cm", toss(0, 1_372_500, 112)),
            ("toss 5 -0.5cm 3mmr 120", toss(3_000, 1_357_500, 120)),
            ("t 8 1cml", toss(-10_000, 1_625_000, 112)),
            ("toss 5 170", Err("from 108 to 160")),
            ("toss 9", Err("no hole 9")),
            ("toss 0", Err("no hole 0")),
            ("toss 5 +90cm", Err("past the panel")),
            ("toss 5 nicely", Err("says nothing about a toss")),
            ("throw", Err("name a hole")),
        ],
    );
    room.play(0, "toss 5 firm").unwrap();
    let hundred = Room::new(json!({"game": {"kind": "darbol", "game": "hundred"}}));
    check(&hundred.view(), 0, &[("r", Ok(json!([{"type": "roll"}]))), ("what", Err("say roll"))]);

    let mut room =
        Room::new(json!({"game": {"kind": "darbol", "game": "up_the_mountain"}, "medium": "table"}));
    check(
        &room.view(),
        0,
        &[
            ("3", Ok(json!([{"type": "report", "hole": 3}]))),
            ("0", Ok(json!([{"type": "report", "hole": 0}]))),
            ("miss", Ok(json!([{"type": "report", "hole": 0}]))),
            ("9", Err("1 to 8, or 0")),
        ],
    );
    room.play(0, "1").unwrap();
    room.play(0, "undo").unwrap();
    room.play(0, "1").unwrap();
    room.play(0, "2").unwrap();
    check(&room.view(), 1, &[("5", Ok(json!([{"type": "report", "hole": 5}]))), ("x", Err("confirm"))]);
    room.play(1, "dispute").unwrap();
    room.play(0, "1").unwrap();
    room.play(0, "0").unwrap();
    room.play(1, "y").unwrap();
}

#[test]
fn crokidarts_lines() {
    let shoot = |at, aim, speed| Ok(json!([{"type": "shoot", "at": at, "aim": aim, "speed": speed}]));
    let room = Room::new(json!({"game": {"kind": "crokidarts"}}));
    check(
        &room.view(),
        0,
        &[
            ("shoot 0.36", shoot(0, 0, 900)),
            ("shoot 36%", shoot(0, 0, 900)),
            ("shoot 0.9m/s", shoot(0, 0, 900)),
            ("shoot 1.2r 0.36", shoot(0, 1_200, 900)),
            ("shoot 12deg 0.8", shoot(0, 12_000, 2_000)),
            ("shoot -3deg 0.8", shoot(0, -3_000, 2_000)),
            ("shoot from 20l 3r 0.9", shoot(-20_000, 3_000, 2_250)),
            ("shoot from 20l hole 1", shoot(-20_000, 0, 2_500)),
            ("shoot", Err("say how hard")),
            ("shoot 36", Err("is no power")),
            ("shoot NaN", Err("says nothing about a shot")),
            ("shoot from 60l 0.5", Err("at most 45 degrees")),
            ("shoot 91r 0.5", Err("at most 90 degrees")),
            ("shoot d2 0.5", Err("no disc on the board")),
            ("shoot from here 0.5", Err("from is followed by")),
            ("shoot hard", Err("says nothing about a shot")),
            ("aim 1r", Err("from the middle, aimed 1.00r: leads to the hole; shoot 0.36")),
            ("lift 3", Ok(json!([{"type": "lift", "disc": 3}]))),
            ("lift me", Err("is no disc")),
            ("go", Err("say how to shoot")),
        ],
    );
}

#[test]
fn an_aim_is_kept_until_it_is_shot() {
    let mut view = Room::new(json!({"game": {"kind": "crokidarts"}})).view();
    if let Some(GameView::Crokidarts(game)) = &mut view.game {
        game.discs =
            serde_json::from_value(json!([{"id": 2, "x": 30_000, "y": -180_000, "value": 10}])).unwrap();
    }
    let aim = |text: &str, aimed| match parse_aimed(&view, 0, text, aimed).unwrap() {
        Input::Aim { shot, note } => (shot, note),
        Input::Move(moves) => panic!("{moves:?}"),
    };
    let (full, note) = aim("aim d2", None);
    assert!(note.contains("meets disc 2"), "{note}");
    let (thin, note) = aim("aim d2 thin l", None);
    assert!(thin.aim < full.aim && note.contains("meets disc 2"), "{note}");
    assert!(aim("aim d2 thin r", None).0.aim > full.aim);
    let (moved, _) = aim("aim from 10r d2", Some(full));
    assert_eq!(moved.at, 10_000);
    assert!(moved.aim < full.aim);
    let shoot = |aimed| sent_aimed(&view, "shoot 0.6", aimed);
    assert_eq!(shoot(Some(moved)), json!({"type": "shoot", "at": 10_000, "aim": moved.aim, "speed": 1500}));
    assert_eq!(shoot(None), json!({"type": "shoot", "at": 0, "aim": 0, "speed": 1500}));
    assert!(parse(&view, 0, "aim d2 thin").unwrap_err().contains("which side"));
    assert!(parse(&view, 0, "aim d1").unwrap_err().contains("only d2"));
}

fn sent_aimed(view: &View, text: &str, aimed: Option<Shot>) -> Value {
    match parse_aimed(view, 0, text, aimed).unwrap() {
        Input::Move(moves) => serde_json::to_value(&moves[0]).unwrap(),
        Input::Aim { note, .. } => panic!("{note}"),
    }
}

#[test]
fn crokidarts_reports() {
    let setup = json!({"game": {"kind": "crokidarts", "target": 50}, "medium": "table"});
    let mut room = Room::new(setup);
    let report =
        |twenties, board: &[u8]| Ok(json!([{"type": "report", "twenties": twenties, "board": board}]));
    check(
        &room.view(),
        0,
        &[
            ("20", report(1, &[])),
            ("15", report(0, &[15])),
            ("r 1 15 10", report(1, &[15, 10])),
            ("miss", report(0, &[])),
            ("none", report(0, &[])),
            ("17", Err("is no ring")),
            ("r x", Err("0 to 5")),
            ("", Err("like 20 15 10")),
        ],
    );
    room.play(0, "20").unwrap();
    room.play(0, "15").unwrap();
    check(
        &room.view(),
        0,
        &[
            ("20 15 10", report(2, &[15, 10])),
            ("miss", report(1, &[15])),
            ("15, 10", report(1, &[15, 10])),
            ("none", report(1, &[])),
        ],
    );
    room.play(0, "15 15").unwrap();
    let hit = |hit: bool| Ok(json!([{"type": "report", "hit": hit}]));
    check(&room.view(), 0, &[("hit", hit(true)), ("miss", hit(false)), ("15", Err("check-out"))]);
    room.play(0, "hit").unwrap();
    check(&room.view(), 1, &[("confirm", Ok(json!([{"type": "confirm"}]))), ("hit", Err("say confirm"))]);
    room.play(1, "y").unwrap();
}

/// Whatever is listed can be typed as it is listed, and means itself.
///
/// Once `moves` listed the reports of a real board and the discs to lift by their type alone.
#[test]
fn every_listed_move_can_be_typed() {
    let mut dice = Stream::new(Hash::of(b"typed"));
    let setups = [
        json!({"game": {"kind": "dara"}}),
        json!({"game": {"kind": "gul_bara", "cascade_from": 1}}),
        json!({"game": {"kind": "darbol", "game": "hundred"}, "medium": "table"}),
        json!({"game": {"kind": "crokidarts", "target": 50}, "medium": "table"}),
    ];
    for setup in setups {
        let mut room = Room::new(setup);
        for _ in 0..120 {
            let view = room.view();
            let Some(&seat) = view.turn.first() else { break };
            let listed = legal(&view);
            for one in &view.legal {
                let Legal::Move(one) = one else { continue };
                let (text, mv) = (typed(one), serde_json::to_value(one).unwrap());
                assert!(listed.contains(&text), "{text} is not listed");
                let got = sent(&view, seat, &text).unwrap_or_else(|told| panic!("{text}: {told}"));
                // bearing off may be meant with either die
                let open =
                    got.len() == 1 && view.legal.iter().any(|l| serde_json::to_value(l).unwrap() == got[0]);
                assert!(got == [mv] || text.contains("off") && open, "{text}: {got:?}");
            }
            room.any(seat, &mut dice);
        }
    }
    let lift = Move::Crokidarts(engine::games::crokidarts::Move::Lift { disc: 3 });
    assert_eq!(typed(&lift), "lift 3");
}

#[test]
fn help_can_be_typed() {
    for game in [json!({"kind": "dara"}), json!({"kind": "gul_bara"}), json!({"kind": "crokidarts"})] {
        let view = Room::new(json!({"game": game})).view();
        let game = view.game.as_ref().unwrap();
        assert!(help(game).iter().all(|(form, what)| !form.is_empty() && form.len() + what.len() < 90));
    }
}
