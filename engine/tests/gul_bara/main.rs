//! Gul Bara from outside: the published counts, the worked examples and rulings, and laws that random play obeys.

#![allow(clippy::unwrap_used, reason = "a test's helpers may panic as its body may")]

mod support;

/// Worked examples and rulings, one line of data each, and what options and moves have to be.
mod examples;
/// Random play: what has to hold in every position.
mod laws;
/// The must-play rule against a naive model that shares no code with the engine.
mod model;
/// The published counts and ends of stages, cascades and mid-game positions.
mod vectors;
