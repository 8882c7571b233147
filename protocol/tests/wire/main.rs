//! The messages from outside: fixtures, random round trips, hostile input.

mod fixtures;
mod hostile;
mod random;
