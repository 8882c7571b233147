//! Seeds of random tests: printed, so that a failure can be played again.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// The randomness of a test: from `LONGTABLE_TEST_SEED`, or new. Printed when the test fails.
pub(crate) fn rng(test: &str) -> StdRng {
    let given = std::env::var("LONGTABLE_TEST_SEED").ok();
    let seed = given.map_or_else(rand::random, |seed| seed.parse().expect("LONGTABLE_TEST_SEED is a number"));
    println!("{test}: again with LONGTABLE_TEST_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

/// How often to do something: with `LONGTABLE_LONG=1` as often as it should be seen once, else as often as each
/// check can afford.
pub(crate) fn many(long: usize, short: usize) -> usize {
    if std::env::var_os("LONGTABLE_LONG").is_some() { long } else { short }
}
