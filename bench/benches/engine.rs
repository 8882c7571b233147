//! Micro-benchmarks of the engine. `cargo bench -p longtable-bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::fairness::{Chain, Hash, Stream};
use engine::games::{Medium, Need, Rules, Start, dara, gul_bara};
use engine::physics::{Disc, Hand, Shot, shoot};
use engine::setup::Setup;
use engine::table::{Command, Context, Now, Player, Table};
use serde_json::json;

fn main() {
    divan::main();
}

fn start() -> Start {
    Start { seats: 2, medium: Medium::Virtual, first: Some(0), handicap: None }
}

/// Dara's move generator on the three perft positions of the rules (A.4), three plies deep.
#[divan::bench(args = ["checkered", "two horses", "ending"])]
fn dara_perft(bencher: Bencher, position: &str) {
    let board = match position {
        "checkered" => "xoxoxo/oxoxox/xo..xo/ox..ox/xoxo..",
        "two horses" => "xxx.oo/xx.ooo/....../x.o.x./o.x.o.",
        _ => "x.x.../...x../....../.o.o.o/x...o.",
    };
    let board = board.split('/').map(str::to_owned).collect();
    let position = Some(dara::Position { board, to_move: 0 });
    let game = dara::Game::new(&dara::Options { position, ..dara::Options::default() }, &start());
    let plies: u64 = (1..=3).map(|depth| game.perft(depth)).sum();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| game.perft(3));
}

/// The list of legal moves from the position of vector B0: for 3-3 on a fourth roll, after which 146,692 positions can
/// follow, and for 6-5, where a step is legal only if the other die can still be played.
#[divan::bench(args = [[3, 3], [6, 5]])]
fn gul_bara_legal(bencher: Bencher, dice: [u8; 2]) {
    let side = |points: &[(usize, u8)]| {
        let mut own = [0; 25];
        for &(point, checkers) in points {
            own[point] = checkers;
        }
        own
    };
    let me = side(&[(24, 9), (18, 1), (16, 1), (6, 2), (3, 2)]);
    // the opponent's checkers, given on my points, on his own ones
    let across = |point: usize| (point + 11) % 24 + 1;
    let opponent = side(&[(across(2), 2), (across(4), 2), (across(5), 1), (across(9), 1), (across(12), 9)]);
    let position = Some(gul_bara::Position { points: [me, opponent], to_move: 0, rolls: [3, 3] });
    let options = gul_bara::Options { position, ..gul_bara::Options::default() };
    let mut game = gul_bara::Game::new(&options, &start());
    let deed = game.decide(0, &gul_bara::Move::Roll).expect("it is seat 0's roll");
    game.apply(Some(0), &deed);
    game.take(Need::Roll, &dice.map(Into::into));
    assert!(game.legal().len() > 2, "there is a choice of steps");
    bencher.bench_local(|| game.legal());
}

/// A shot at a board with four discs on it.
#[divan::bench]
fn crokidarts_shot(bencher: Bencher) {
    let board: Vec<Disc> = [(0, 90_000), (40_000, 100_000), (-60_000, 20_000), (10_000, -120_000)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Disc { id: i as u8 + 1, x, y })
        .collect();
    let mut seed = 0_u32;
    bencher.bench_local(|| {
        seed += 1;
        let mut stream = Stream::new(Hash::of(&seed.to_be_bytes()));
        shoot(&board, 5, &Shot { at: 2_000, aim: 500, speed: 1_400 }, Hand::Average, &mut stream)
    });
}

/// The table's part of a move: decide, apply, and the view as JSON.
#[divan::bench]
fn table_move(bencher: Bencher) {
    let setup =
        json!({"game": {"kind": "dara", "no_capture_limit": null, "repetition": null}, "starts": "creator"});
    let setup = Setup::read(&setup).expect("a valid setup");
    let chain = Chain::new(Hash::of(b"bench"), 16);
    let now = Now { mono: 0, wall: 1_800_000_000_000 };
    let context = Context { now, chain: &chain, server: "longtable/bench", handicap: None };
    let mut table = Table::new("K7QF3M", setup, chain.tip(), now);
    let players = ["Ada", "Bo"].map(|name| Player { id: name.to_lowercase(), name: name.to_owned() });
    for player in &players {
        let tip = Some(Ok(Hash::ZERO));
        let sat = table.decide(player, &Command::Sit { seat: None, tip }, &context).expect("a free seat");
        for logged in &sat.entries {
            table.apply(logged, 0);
        }
    }
    let command = Command::Act { seq: table.seq(), mv: json!({"type": "place", "at": "c3"}), link: None };
    bencher.bench_local(|| {
        let mut table = table.clone();
        let decision = table.decide(&players[0], &command, &context).expect("a legal move");
        for logged in &decision.entries {
            table.apply(logged, 0);
        }
        serde_json::to_string(&table.view(0, now)).expect("a view is plain data")
    });
}
