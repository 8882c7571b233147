//! Dara: twelve stones a side, rows of exactly three. Rules of record: `A` rulings.

mod wire;

pub use wire::*;
