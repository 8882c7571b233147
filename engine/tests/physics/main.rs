//! The simulated toss and shot from outside.
//!
//! `oracle` is a second, plain implementation of the shot and compares the two; `digest` pins down the bits;
//! `calibration` measures the hands; `dice` makes random boards and shots for them.

mod calibration;
mod dice;
mod digest;
mod oracle;
