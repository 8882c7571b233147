//! How long the simulation of a shot of Crokidarts takes, with its tail: turns of five shots, each on the board that the
//! ones before have left, from gentle to as hard as anybody flicks.

use std::time::Instant;

use engine::fairness::{Hash, Stream};
use engine::physics::{Hand, Shot, shoot};

use crate::Result;
use crate::times::Times;

/// Shots of a turn.
const TURN: u8 = 5;
/// Speeds of shots, in mm/s.
const SPEEDS: [u32; 5] = [850, 1000, 1300, 2000, 2500];

/// Plays `n` turns and prints the times of their shots.
///
/// # Errors
/// None: the bounds of the times are good ones.
pub(crate) fn run(n: u32) -> Result<()> {
    let times = Times::new()?;
    for turn in 0..n {
        let mut stream = Stream::new(Hash::of(format!("shots {turn}").as_bytes()));
        let mut board = Vec::new();
        for disc in 1..=TURN {
            let at = (i32::from(stream.die(181)) - 91) * 100;
            let speed = SPEEDS[usize::from(stream.die(SPEEDS.len() as u8)) - 1];
            let aim = (i32::from(stream.die(61)) - 31) * 100;
            let start = Instant::now();
            let outcome = shoot(&board, disc, &Shot { at, aim, speed }, Hand::Average, &mut stream);
            times.record(start.elapsed());
            board = outcome.rest;
        }
    }
    let at = |share| times.within(share) * 1000.0;
    println!(
        "{} shots: p50 {:.0} µs, p99 {:.0} µs, p99.9 {:.0} µs, the longest {:.0} µs",
        n * u32::from(TURN),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    Ok(())
}
