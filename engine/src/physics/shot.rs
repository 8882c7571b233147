//! The simulated shot: from what the player means, through the hand's noise, to where every disc lies.
//!
//! Integers in, integers out. The hand's noise and the rounding of start and velocity happen here; what the discs
//! then do is in [`super::events`]. What a shot is worth is the game's business: [`value`] and [`reaches_fifteen`]
//! only say where a disc at rest lies.

use glam::DVec2;

use super::constants::DISC;
use super::disc::{Body, State, micrometres};
use super::events::Surface;
use super::{Disc, Hand, Shot, ShotOutcome};
use crate::fairness::Stream;

/// Radius of the shooting line, on which the shot disc is set, in µm.
const SHOOTING_LINE: f64 = 304_800.0;
/// Squares of the distances at which a disc touches a line, in µm².
const IN_FIFTEEN: i64 = square(101_600 - 15_875);
const REACHES_FIFTEEN: i64 = square(101_600 + 15_875);
const IN_TEN: i64 = square(203_200 - 15_875);
const IN_FIVE: i64 = square(304_800 - 15_875);
const TOUCHING: i64 = square(2 * 15_875);

const fn square(length: i64) -> i64 {
    length * length
}

/// Flicks disc `shot_id` at the `board` with the noise of `hand`, for which two normal numbers are drawn.
///
/// The inputs are taken as they are: the game has checked their ranges and that the start is free.
pub fn shoot(board: &[Disc], shot_id: u8, shot: &Shot, hand: Hand, stream: &mut Stream) -> ShotOutcome {
    shoot_with(board, shot_id, shot, hand, [stream.normal(), stream.normal()])
}

/// [`shoot`] with given normal numbers: for the direction, then for the speed.
#[must_use]
pub fn shoot_with(board: &[Disc], shot_id: u8, shot: &Shot, hand: Hand, n: [f64; 2]) -> ShotOutcome {
    let (aim, speed) = released(shot, hand, n);
    let mut surface = set_out(board, shot_id, shot.at, aim, speed);
    surface.run();

    let mut outcome = ShotOutcome {
        aim,
        speed,
        rest: Vec::new(),
        hole: Vec::new(),
        ditch: Vec::new(),
        struck: surface.struck,
        path: surface.path,
    };
    surface.discs.sort_by_key(|disc| disc.id);
    for disc in &surface.discs {
        match disc.state {
            State::Lying | State::Sliding => {
                let [x, y] = micrometres(disc.pos);
                outcome.rest.push(Disc { id: disc.id, x, y });
            }
            State::Sunk => outcome.hole.push(disc.id),
            State::Ditched => outcome.ditch.push(disc.id),
        }
    }
    outcome
}

/// Standard deviations of a hand: of the direction in mdeg, of the speed in thousandths of itself.
fn spread(hand: Hand) -> [f64; 2] {
    match hand {
        Hand::Steady => [910.0, 55.0],
        Hand::Average => [1440.0, 86.0],
        Hand::Wobbly => [2240.0, 134.0],
    }
}

/// Direction and speed as the hand lets go.
fn released(shot: &Shot, hand: Hand, n: [f64; 2]) -> (i32, u32) {
    let [aim_sd, speed_sd] = spread(hand);
    let aim = (f64::from(shot.aim) + aim_sd * n[0]).round().clamp(-90_000.0, 90_000.0);
    let share = (1.0 + speed_sd / 1000.0 * n[1]).max(0.05);
    let speed = (f64::from(shot.speed) * share).round().clamp(20.0, 6000.0);
    (aim as i32, speed as u32)
}

/// Where a disc stands that is shot from bearing `at`: µm to the right and away from the shooter.
#[must_use]
pub fn shot_start(at: i32) -> (i32, i32) {
    let (s, c) = sincos(at);
    ((SHOOTING_LINE * s).round() as i32, (-SHOOTING_LINE * c).round() as i32)
}

/// Velocity in µm/s of a disc released from bearing `at` in direction `aim` with `speed` mm/s.
fn velocity(at: i32, aim: i32, speed: u32) -> (i32, i32) {
    let ((s, c), (sa, ca)) = (sincos(at), sincos(aim));
    let speed = 1000.0 * f64::from(speed);
    ((speed * (-s * ca + c * sa)).round() as i32, (speed * (c * ca + s * sa)).round() as i32)
}

fn sincos(mdeg: i32) -> (f64, f64) {
    libm::sincos(f64::from(mdeg) / 1000.0 * (std::f64::consts::PI / 180.0))
}

/// The surface as the shot disc leaves the hand: the others by id, the shot one last.
fn set_out(board: &[Disc], shot_id: u8, at: i32, aim: i32, speed: u32) -> Surface {
    let mut discs: Vec<Body> =
        board.iter().map(|disc| Body::lying(disc.id, millionths((disc.x, disc.y)))).collect();
    discs.sort_by_key(|disc| disc.id);
    discs.push(Body::sliding(shot_id, millionths(shot_start(at)), millionths(velocity(at, aim, speed))));
    Surface::new(discs)
}

/// µm to metres, or µm/s to m/s.
fn millionths((x, y): (i32, i32)) -> DVec2 {
    DVec2::new(f64::from(x) / 1e6, f64::from(y) / 1e6)
}

fn distance_squared(x: i32, y: i32) -> i64 {
    square(i64::from(x)) + square(i64::from(y))
}

/// What a disc at rest counts: 15, 10, 5, or 0 if it touches the shooting line. Touching a line gives the lower
/// value (D4).
#[must_use]
pub fn value(x: i32, y: i32) -> u8 {
    match distance_squared(x, y) {
        d if d < IN_FIFTEEN => 15,
        d if d < IN_TEN => 10,
        d if d < IN_FIVE => 5,
        _ => 0,
    }
}

/// Whether a disc at rest lies inside the fifteen line or touches it: valid on an empty board (D3).
#[must_use]
pub fn reaches_fifteen(x: i32, y: i32) -> bool {
    distance_squared(x, y) <= REACHES_FIFTEEN
}

/// Whether two discs with these centres would overlap; touching ones do not.
#[must_use]
pub fn overlaps(a: (i32, i32), b: (i32, i32)) -> bool {
    square(i64::from(a.0) - i64::from(b.0)) + square(i64::from(a.1) - i64::from(b.1)) < TOUCHING
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::constants::BRAKE;
    use super::super::disc::thousandths;
    use super::*;

    /// The vectors that come with the physics text; normal numbers given, hand average.
    #[test]
    fn vectors() {
        for (line, text) in include_str!("../../tests/data/shots.jsonl").lines().enumerate() {
            let case: Value = serde_json::from_str(text).unwrap();
            let int = |name: &str| case[name].as_i64().unwrap() as i32;
            let discs: Vec<[i32; 2]> = serde_json::from_value(case["discs"].clone()).unwrap();
            let board: Vec<Disc> = discs.iter().zip(0..).map(|(&[x, y], id)| Disc { id, x, y }).collect();
            let shot = Shot { at: int("at"), aim: int("aim"), speed: int("speed") as u32 };
            let n = serde_json::from_value(case["n"].clone()).unwrap();
            let shot_id = board.len() as u8;

            let (aim, speed) = released(&shot, Hand::Average, n);
            let mut surface = set_out(&board, shot_id, shot.at, aim, speed);
            surface.run();
            let outcome = shoot_with(&board, shot_id, &shot, Hand::Average, n);
            let rest: Vec<Value> = (0..=shot_id)
                .map(|id| match outcome.rest.iter().find(|disc| disc.id == id) {
                    Some(disc) => json!([disc.x, disc.y]),
                    None if outcome.hole.contains(&id) => json!("hole"),
                    None => json!("ditch"),
                })
                .collect();
            let got = json!({
                "discs": discs, "at": shot.at, "aim": shot.aim, "speed": shot.speed, "n": n,
                "released": [outcome.aim, outcome.speed],
                "start": shot_start(shot.at), "velocity": velocity(shot.at, aim, speed),
                "rest": rest, "struck": outcome.struck, "ms": thousandths(surface.time), "path": outcome.path,
            });
            assert_eq!(got, case, "line {}", line + 1);
        }
    }

    /// A full hit: the target gets 0.9 of the speed and slides 0.81 of the way, the shooter keeps 0.1 and 0.01.
    #[test]
    fn head_on() {
        let (x, y) = (0, -200_000);
        let board = [Disc { id: 1, x, y }];
        let shot = Shot { at: 0, aim: 0, speed: 500 };
        let outcome = shoot_with(&board, 2, &shot, Hand::Steady, [0.0; 2]);
        assert!(outcome.struck);
        let met = f64::from(y) / 1e6 - 2.0 * DISC;
        let speed_squared = 0.25 - 2.0 * BRAKE * (met + 0.3048);
        for (disc, analytic) in outcome.rest.iter().zip([
            f64::from(y) / 1e6 + 0.81 * speed_squared / (2.0 * BRAKE),
            met + 0.01 * speed_squared / (2.0 * BRAKE),
        ]) {
            assert_eq!(disc.x, 0);
            assert!((f64::from(disc.y) / 1e6 - analytic).abs() < 1e-6, "{disc:?}, not {analytic}");
        }
    }

    #[test]
    fn lines_give_the_lower_value() {
        for (r, counts, valid) in [
            (0, 15, true),
            (85_724, 15, true),
            (85_725, 10, true),
            (117_475, 10, true),
            (117_476, 10, false),
            (187_325, 5, false),
            (288_924, 5, false),
            (288_925, 0, false),
        ] {
            assert_eq!((value(r, 0), reaches_fifteen(0, -r)), (counts, valid), "{r}");
        }
        assert!(overlaps((0, 0), (31_749, 0)) && !overlaps((0, 0), (0, 31_750)));
    }

    #[test]
    fn a_hand_cannot_turn_a_shot_around() {
        let shot = Shot { at: 0, aim: 89_000, speed: 100 };
        assert_eq!(released(&shot, Hand::Wobbly, [8.0, -8.0]), (90_000, 20));
        assert_eq!(
            released(&Shot { aim: -89_000, speed: 2500, ..shot }, Hand::Wobbly, [-8.0, 80.0]),
            (-90_000, 6000)
        );
    }
}
