//! A match file checked from its first byte to its last (fairness.md, Checking).

use super::{Fault, Match, chain, replay};
use crate::fairness::Hash;
use crate::setup::Setup;
use crate::table::{Now, Player, ResultView};

/// A match file that is true, and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The match's id.
    pub r#match: String,
    /// Name and version of the server.
    pub server: String,
    /// Version of the engine that played it.
    pub engine: String,
    /// The whole setup.
    pub setup: Setup,
    /// Who sat where.
    pub seats: Vec<Player>,
    /// How the match ended; its `hash` is the file's.
    pub result: ResultView,
    /// How many draws there were.
    pub draws: u32,
    /// Per seat, the draws without it.
    pub silent: Vec<u32>,
    /// How many entries there are.
    pub entries: usize,
    /// What could not be checked for want of a hash to compare with.
    pub uncovered: Option<&'static str>,
}

impl Checked {
    /// What nothing but the hash of the file covers.
    const LAST_TIME: &str = "without the match's hash, the time of the last line (`at`) is not covered";
}

/// Checks a match file, with `hash` (the `result.hash` that both players hold) against any change at all.
///
/// Each line has to be what its content serialises to, each entry to follow by the rules, each link to fit its
/// chain, each value and each simulated toss or shot its draw, the clocks their sums, each `prev` the line
/// before, the end the state. Time itself is taken on trust. Values are computed by this version of the engine;
/// a match of another version may differ in rules that were mended since.
///
/// # Errors
/// Names the line that is wrong, and why.
pub fn check(file: impl AsRef<[u8]>, hash: Option<Hash>) -> Result<Checked, Fault> {
    let file = Match::read(file)?;
    let chained = chain::check(&file, hash);
    let last = file.entries.len() + 1;
    let table = match chained {
        Ok(()) => replay::replay(&file)?,
        // of the last two lines either may be the changed one: if the rules accuse a line, it is that one
        Err(fault) if hash.is_none() && fault.line == last => {
            return Err(replay::replay(&file).err().unwrap_or(fault));
        }
        Err(fault) => return Err(fault),
    };
    let view = table.view(0, Now { mono: 0, wall: 0 });
    let Some(result) = view.result else { return Err(Fault::new(last, "the match does not end here")) };
    Ok(Checked {
        r#match: file.header.r#match,
        server: file.header.server,
        engine: file.header.engine,
        setup: file.header.setup,
        seats: file.header.seats,
        result,
        draws: view.fairness.draw,
        silent: view.fairness.silent,
        entries: file.entries.len(),
        uncovered: hash.is_none().then_some(Checked::LAST_TIME),
    })
}
