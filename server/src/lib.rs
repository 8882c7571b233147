//! The Longtable server: a thin shell around the pure engine.
//!
//! `store` keeps every room durably; nothing is told to anyone before the store has it.

pub mod store;
