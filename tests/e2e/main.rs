//! Longtable from outside: the real binaries, over real sockets.
//!
//! The wire is spoken from protocol.md alone, with plain JSON values and none of the product's own code. Only
//! [`matches`] uses the engine, to replay what the server showed, and a storm in [`abuse`] real sessions. Everything random takes its seed from
//! `LONGTABLE_TEST_SEED` and prints it; `LONGTABLE_BINARIES` names a folder of binaries to test instead of building
//! them. Names of the form FL-000 are field cases: failures that others reported in public.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod harness;

mod wire;

mod matches;

mod abuse;
mod cluster;
mod crash;
mod evening;
mod host;
mod load;
mod network;

mod upgrade;

mod pty;

mod fairness;
mod gul_bara;
mod lying;
