//! The match file: one JSON object a line, each chained to the line before by its hash (fairness.md).
//!
//! The first line is a [`Header`], the others are the entries from `started` to `ended`. [`header`] and [`text`]
//! write a file, [`Match::read`] takes one in for a replay, [`check`] finds out whether all of it is true.

mod chain;
mod check;
mod replay;
#[cfg(test)]
mod tests;

pub use check::{Checked, check};

use serde::{Deserialize, Serialize};

use crate::fairness::Hash;
use crate::setup::Setup;
use crate::table::{Event, Logged, Player, Started, Table};

/// Version of the match file's format.
pub const FORMAT: u32 = 1;

/// The first line of a match file: what `started` says, so that the file explains itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub format: u32,
    /// Name and version of the server.
    pub server: String,
    /// Version of the engine.
    pub engine: String,
    /// The match's id, as `K7QF3M/1`.
    pub r#match: String,
    /// The whole setup.
    pub setup: Setup,
    /// Who sat where.
    pub seats: Vec<Player>,
    /// The tip of the server's chain.
    pub server_tip: Hash,
    /// The tip of each seat's chain.
    pub tips: Vec<Option<Hash>>,
}

impl Header {
    fn of(started: &Started) -> Self {
        Self {
            format: FORMAT,
            server: started.server.clone(),
            engine: started.engine.clone(),
            r#match: started.r#match.clone(),
            setup: started.setup.clone(),
            seats: started.seats.clone(),
            server_tip: started.server_tip,
            tips: started.tips.clone(),
        }
    }
}

/// Line 1 of a match file, without its newline.
#[must_use]
pub fn header(started: &Started) -> String {
    serde_json::to_string(&Header::of(started)).expect("a header is plain data with string keys")
}

/// A match file of these lines, the header first: each ended by one newline, and nothing after the last.
#[must_use]
pub fn text<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> String {
    lines.into_iter().flat_map(|line| [line.as_ref().to_owned(), "\n".to_owned()]).collect()
}

/// What is wrong with a match file, and on which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line that is wrong, from 1.
    pub line: usize,
    /// Why, in one sentence.
    pub message: String,
}

impl Fault {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

/// A match file taken in: each line is well-formed; whether it is true is for [`check`] to find out.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// Its first line.
    pub header: Header,
    /// The entries from `started` on.
    pub entries: Vec<Logged>,
    /// SHA-256 of the first line.
    head: Hash,
}

impl Match {
    /// Reads a match file. Every line has to be byte for byte what its content serialises to.
    ///
    /// # Errors
    /// Names the first line that is not.
    pub fn read(file: impl AsRef<[u8]>) -> Result<Self, Fault> {
        let bytes = file.as_ref();
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            Fault::new(before.iter().filter(|&&byte| byte == b'\n').count() + 1, "the text is not UTF-8")
        })?;
        let mut lines = text.split_terminator('\n');
        let first = lines.next().unwrap_or_default();
        let header = read_header(first).map_err(|message| Fault::new(1, message))?;
        let entries = lines
            .enumerate()
            .map(|(i, line)| read_entry(line).map_err(|message| Fault::new(i + 2, message)))
            .collect::<Result<Vec<_>, _>>()?;
        if !text.ends_with('\n') {
            return Err(Fault::new(entries.len() + 1, "the newline at its end is missing"));
        }
        Ok(Self { header, entries, head: Hash::of(first.as_bytes()) })
    }

    /// The table right before the match, everybody seated; each entry in turn can be applied to it.
    ///
    /// # Errors
    /// If the match has no proper start, or its first line says something else.
    pub fn table(&self) -> Result<Table, Fault> {
        let Some(first) = self.entries.first() else {
            return Err(Fault::new(1, "no match follows this line"));
        };
        let Event::Started(started) = &first.entry.event else {
            return Err(Fault::new(2, "a match file begins with the entry `started`"));
        };
        if Header::of(started) != self.header {
            return Err(Fault::new(2, "`started` says something else than the first line"));
        }
        replay::check_start(started, &first.entry).map_err(|message| Fault::new(2, message))?;
        Ok(Table::before(started, first.entry.seq, self.head))
    }
}

fn read_header(line: &str) -> Result<Header, String> {
    let header: Header = serde_json::from_str(line).map_err(|error| format!("this is no header: {error}"))?;
    if header.format != FORMAT {
        return Err(format!(
            "format {} is not known here; this program reads format {FORMAT}",
            header.format
        ));
    }
    let json = serde_json::to_value(&header.setup).map_err(|error| error.to_string())?;
    let setup = Setup::read(&json).map_err(|bad| format!("its setup is not valid: {bad}"))?;
    if setup != header.setup {
        return Err("its setup is not spelled out in full".into());
    }
    match serde_json::to_string(&header) {
        Ok(own) if own == line => Ok(header),
        _ => Err(not_canonical()),
    }
}

fn read_entry(line: &str) -> Result<Logged, String> {
    let read = Logged::read(line).map_err(|error| error.to_string())?;
    let canonical = read.prev().is_some_and(|prev| Logged::new(read.entry.clone(), prev, 0).line == line);
    if canonical { Ok(read) } else { Err(not_canonical()) }
}

fn not_canonical() -> String {
    "it is not written the way its content is: compact, every field once and in order, no other".into()
}
