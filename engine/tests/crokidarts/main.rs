//! Crokidarts played through its public face: scripts of worked examples, legs and sets, real boards, random play.

/// A match with helpers to shoot what a test wishes for, in either medium.
mod bench;
/// Ranges of options and moves, and the wire.
mod forms;
/// Laws that hold in random play.
mod random;
/// Worked examples, from `tests/data/crokidarts*.json`.
mod scripts;
/// Legs, sets, starts and ends.
mod sets;
/// Reports, undo, confirmation and dispute.
mod table;
/// Single turns: all their totals, lifting, places.
mod turns;
