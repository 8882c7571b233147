//! What the hands make of the best aim, against the published tables: a constant that moves shows here.

use engine::physics::{HOLES, Hand, Shot, Toss, shoot, toss};

use crate::dice::Dice;

const TRIES: usize = 20_000;

/// Hundredths of the tries that come off.
fn rate(mut comes_off: impl FnMut() -> bool) -> f64 {
    100.0 * (0..TRIES).filter(|_| comes_off()).count() as f64 / TRIES as f64
}

#[test]
fn open_twenties() {
    let mut dice = Dice::new("open twenties");
    let shot = Shot { at: 0, aim: 0, speed: 900 };
    for (hand, published) in [(Hand::Steady, 71.0), (Hand::Average, 40.0), (Hand::Wobbly, 20.0)] {
        let rate = rate(|| shoot(&[], 1, &shot, hand, &mut dice.0).hole == [1]);
        assert!((rate - published).abs() < 2.0, "{hand:?}: {rate} %, not {published} %");
    }
}

#[test]
fn tosses_through_the_aimed_hole() {
    let mut dice = Dice::new("tosses");
    for (hand, published) in [
        (Hand::Steady, [99.1, 97.9, 95.7, 91.7, 85.9, 77.1, 65.9, 52.0]),
        (Hand::Average, [91.6, 87.3, 81.8, 74.7, 66.2, 56.5, 45.7, 33.4]),
        (Hand::Wobbly, [74.2, 68.3, 61.4, 53.7, 45.6, 36.8, 28.1, 18.9]),
    ] {
        for (((z, _), published), hole) in HOLES.into_iter().zip(published).zip(1..) {
            let aim = Toss { y: 0, z, pace: 112 };
            let rate = rate(|| toss(&aim, hand, &mut dice.0).hole == hole);
            assert!((rate - published).abs() < 1.5, "{hand:?}, hole {hole}: {rate} %, not {published} %");
        }
    }
}
