//! The bits of 1,000 shots and 1,000 tosses, alike in debug and release and on every machine.
//!
//! FL-152: only the server simulates, and clients play back what it sent; yet on every machine a draw has to give the same.
//! A digest that moves means that matches replayed from their draws come out differently: new engine version.

use engine::fairness::Hash;
use engine::physics::{HOLES, Toss, shoot, toss};

use crate::dice::Dice;

const SHOTS: &str = "1f7d17694f66fb5be09f77ac7fecf95c5e901441640245ab61974e43f2b380c0";
const TOSSES: &str = "0760abd6e83a07ee7e25de72be035f4c7becaa12c01b0ed25ed5c8cbb9225a06";

#[test]
fn shots() {
    let mut dice = Dice::new("digest of shots");
    let mut lines = String::new();
    for _ in 0..1000 {
        let (board, shot) = dice.shot();
        let hand = dice.hand();
        let outcome = shoot(&board, board.len() as u8 + 1, &shot, hand, &mut dice.0);
        lines += &serde_json::to_string(&outcome).unwrap();
        lines.push('\n');
    }
    assert_eq!(Hash::of(lines.as_bytes()).to_string(), SHOTS);
}

#[test]
fn tosses() {
    let mut dice = Dice::new("digest of tosses");
    let mut lines = String::new();
    for _ in 0..1000 {
        let (z, _) = HOLES[usize::from(dice.0.die(8)) - 1];
        let aim = Toss {
            y: dice.between(-50_000, 50_001),
            z: z + dice.between(-20_000, 20_001),
            pace: dice.between(108, 161) as u32,
        };
        let hand = dice.hand();
        lines += &serde_json::to_string(&toss(&aim, hand, &mut dice.0)).unwrap();
        lines.push('\n');
    }
    assert_eq!(Hash::of(lines.as_bytes()).to_string(), TOSSES);
}
