//! Darbol: a ball tossed through the eight holes of a panel; three games. Rules of record: `C` rulings.

mod wire;

pub use wire::*;
