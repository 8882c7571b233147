//! The messages from outside: fixtures, random round trips, hostile input.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails as a test does")]

mod fixtures;
mod hostile;
mod random;
