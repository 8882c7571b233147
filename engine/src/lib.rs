//! Longtable's rules, table and fair draws as pure values: no clock, no socket, no file, no hidden chance.
//!
//! [`games`] holds the four games, [`table`] what every match shares, [`fairness`] the draws that anyone can
//! check, [`physics`] the simulated toss and shot, [`record`] the match file, [`stats`] what a player's record
//! is made of. Time comes in as an argument and goes out as a deadline; chance comes in as links of a draw.
//! Start reading at [`table::Table`].

pub mod fairness;
pub mod games;
pub mod physics;
