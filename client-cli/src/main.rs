//! `longtable`: the terminal client. Reads the command line, picks a mode, and turns the end into an exit code.
//!
//! Modes: the full screen (`app`, `screens`), lines (`plain`), JSON (`json`). All three stand on the same session
//! (`net`, the `protocol` crate) and the first two on the same state (`app`, `model`).

#![allow(unreachable_pub, reason = "in a binary `pub` tells what a module offers to the others")]

mod app;
mod boards;
mod commands;
mod failure;
mod flags;
mod json;
mod look;
mod model;
mod net;
mod plain;
mod screens;
mod setup_flags;
mod story;
mod term;
#[cfg(test)]
mod testing;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use flags::Cli;

fn main() -> ExitCode {
    let cli = parse();
    // one thread: there is one person to serve, and requests keep their order
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&failure::Failure::file(error)),
    };
    let outcome = runtime.block_on(commands::run(cli));
    // the thread that reads standard input cannot be waited for
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

/// Reads the command line; ends the program itself where there is nothing but help to show.
fn parse() -> Cli {
    let command = Cli::command();
    // a terminal without columns, as some report for a moment, would get a word a line
    let none = std::env::var("COLUMNS").is_ok_and(|columns| columns.trim().parse() == Ok(0));
    let command = if none { command.term_width(80) } else { command };
    Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}

fn fail(failure: &failure::Failure) -> ExitCode {
    if !failure.message.is_empty() {
        // if even this cannot be written, the exit code still tells
        let _ = writeln!(std::io::stderr(), "error: {}", failure.message);
    }
    ExitCode::from(failure.code)
}
