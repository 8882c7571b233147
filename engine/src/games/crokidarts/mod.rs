//! Crokidarts: crokinole played to exactly 400 with a check-out, legs and sets. Rules of record: `D` rulings.

mod wire;

pub use wire::*;
