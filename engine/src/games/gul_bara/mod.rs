//! Gul Bara: backgammon without hitting, whose doubles cascade. Rules of record: `B` rulings.

mod wire;

pub use wire::*;
