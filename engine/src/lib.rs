//! Longtable's rules, table and fair draws as pure values: no clock, no socket, no file, no hidden chance.
//!
//! [`table`] holds what every match shares, [`games`] the four games, [`fairness`] the draws that anyone can
//! check, [`physics`] the simulated toss and shot, [`record`] the match file, [`stats`] what a player's record
//! is made of. Time comes in as an argument and goes out as a deadline; chance comes in as links of a draw.
//! Start reading at [`table::Table`].

pub mod table;

pub mod games;
pub mod setup;

pub mod fairness;
pub mod physics;
pub mod record;
pub mod stats;
