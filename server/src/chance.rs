//! Where all chance of a server comes from: keys of players, codes and secrets of rooms.
//!
//! The draws of matches do not: they follow from links (fairness.md), and a room's links from its secret.

use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{CryptoRng, SeedableRng};

/// A source of chance.
#[derive(Debug)]
pub struct Chance(Source);

#[derive(Debug)]
enum Source {
    System,
    Seeded(Box<Mutex<StdRng>>),
}

impl Chance {
    /// The operating system's, which nobody can guess.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// The same for the same seed: for simulations only.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Box::new(Mutex::new(StdRng::seed_from_u64(seed)))))
    }

    /// Hands the generator to `make`.
    pub fn make<T>(&self, make: impl FnOnce(&mut dyn CryptoRng) -> T) -> T {
        match &self.0 {
            Source::System => make(&mut rand::rng()),
            Source::Seeded(rng) => make(&mut *rng.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// A new secret.
    #[must_use]
    pub fn secret(&self) -> [u8; 32] {
        let mut secret = [0; 32];
        self.make(|rng| rng.fill_bytes(&mut secret));
        secret
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_seed_repeats_itself() {
        assert_eq!(Chance::seeded(7).secret(), Chance::seeded(7).secret());
        assert_ne!(Chance::seeded(7).secret(), Chance::seeded(8).secret());
        let system = Chance::system();
        assert_ne!(system.secret(), system.secret());
    }
}
