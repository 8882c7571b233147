//! The calibration tables of the simulated hands: how often each hand does what it means to.

use engine::fairness::{Hash, Stream};
use engine::physics::{HOLES, Hand, Shot, Toss, reaches_fifteen, shoot, toss, value};

const HANDS: [(Hand, &str); 3] =
    [(Hand::Steady, "steady"), (Hand::Average, "average"), (Hand::Wobbly, "wobbly")];
/// µm of a hole's height for a toss aimed at it, and the soft pace.
const SOFT: u32 = 112;
/// The speed that sinks most open shots from the middle, in mm/s.
const OPEN: u32 = 900;

/// Prints both tables, each cell from `n` draws.
pub(crate) fn run(n: u32) {
    println!("Darbol, pace {SOFT}: % through the aimed hole, 1 to 8 (n = {n}, SE at most {:.2})", se(0.5, n));
    for (hand, name) in HANDS {
        let rates: Vec<String> =
            (1..=8).map(|hole| format!("{:5.1}", 100.0 * hole_rate(hand, hole, n))).collect();
        println!("  {name:8}{}", rates.join(" "));
    }
    println!(
        "Crokidarts, aimed at the hole from the middle at {OPEN} mm/s: % 20 / 15 / 10 / less, and valid"
    );
    for (hand, name) in HANDS {
        let [twenty, fifteen, ten, less, valid] = open_shot(hand, n).map(|rate| 100.0 * rate);
        println!("  {name:8}{twenty:5.1} /{fifteen:5.1} /{ten:5.1} /{less:5.1}   valid {valid:5.1}");
    }
}

/// Standard error of a rate in per cent.
fn se(rate: f64, n: u32) -> f64 {
    100.0 * (rate * (1.0 - rate) / f64::from(n)).sqrt()
}

fn stream(name: &str, i: u32) -> Stream {
    Stream::new(Hash::of(format!("calibration {name} {i}").as_bytes()))
}

fn hole_rate(hand: Hand, hole: u8, n: u32) -> f64 {
    let (z, _) = HOLES[usize::from(hole) - 1];
    let aim = Toss { y: 0, z, pace: SOFT };
    let hits = (0..n).filter(|&i| toss(&aim, hand, &mut stream("toss", i)).hole == hole).count();
    hits as f64 / f64::from(n)
}

/// Rates of a twenty, a fifteen, a ten, less, and of shots that are valid on an empty board.
fn open_shot(hand: Hand, n: u32) -> [f64; 5] {
    let mut counts = [0_u32; 5];
    for i in 0..n {
        let shot = Shot { at: 0, aim: 0, speed: OPEN };
        let outcome = shoot(&[], 1, &shot, hand, &mut stream("shot", i));
        let rest = outcome.rest.first();
        let (kind, valid) = match rest {
            _ if !outcome.hole.is_empty() => (0, true),
            Some(disc) => {
                let kind = match value(disc.x, disc.y) {
                    15 => 1,
                    10 => 2,
                    _ => 3,
                };
                (kind, reaches_fifteen(disc.x, disc.y))
            }
            None => (3, false),
        };
        counts[kind] += 1;
        counts[4] += u32::from(valid);
    }
    counts.map(|count| f64::from(count) / f64::from(n))
}
