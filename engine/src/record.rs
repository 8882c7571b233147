//! The match file: one JSON object a line, each chained to the line before by its hash.

use serde::Serialize;

use crate::fairness::Hash;
use crate::setup::Setup;
use crate::table::{Player, Started};

/// Version of the match file's format.
pub const FORMAT: u32 = 1;

/// Line 1 of a match file, without its newline: what `started` says, so that the file explains itself.
#[must_use]
pub fn header(started: &Started) -> String {
    #[derive(Serialize)]
    struct Header<'a> {
        format: u32,
        server: &'a str,
        engine: &'a str,
        r#match: &'a str,
        setup: &'a Setup,
        seats: &'a [Player],
        server_tip: Hash,
        tips: &'a [Option<Hash>],
    }
    let header = Header {
        format: FORMAT,
        server: &started.server,
        engine: &started.engine,
        r#match: &started.r#match,
        setup: &started.setup,
        seats: &started.seats,
        server_tip: started.server_tip,
        tips: &started.tips,
    };
    serde_json::to_string(&header).expect("a header is plain data with string keys")
}
