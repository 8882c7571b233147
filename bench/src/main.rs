//! `longtable-bench`: measurements of Longtable that anyone can repeat.
//!
//! Micro-benchmarks of the engine are in `benches/` (`cargo bench -p longtable-bench`).

mod calibrate;

use clap::{Parser, Subcommand};

/// Measures Longtable
#[derive(Parser)]
#[command(name = "longtable-bench", version)]
struct Flags {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// How often each simulated hand does what it means to: Darbol's holes and Crokidarts' open shot
    Calibrate {
        /// Tosses or shots for each cell of the tables
        #[arg(long, default_value_t = 100_000, value_name = "N")]
        draws: u32,
    },
}

fn main() {
    match Flags::parse().what {
        What::Calibrate { draws } => calibrate::run(draws),
    }
}
