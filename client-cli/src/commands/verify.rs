//! `verify`: checks a match file, without any server.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use engine::fairness::Hash;
use engine::record;
use engine::record::Checked;
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::words;

/// Checks the file and says what was found.
///
/// # Errors
/// If the file cannot be read, or something in it is wrong.
pub fn run(path: &Path, hash: Option<&str>, as_json: bool) -> Outcome {
    let hash = hash.map(str::trim).map(read_hash).transpose()?;
    let bytes = read(path)?;
    let mut out = io::stdout();
    match record::check(&bytes, hash) {
        Ok(checked) if as_json => {
            let line = json!({"type": "verified", "ok": true, "match": checked.r#match, "entries": checked.entries,
                "draws": checked.draws, "silent": checked.silent, "result": checked.result,
                "uncovered": checked.uncovered});
            Ok(crate::json::write(&mut out, &line)?)
        }
        Ok(checked) => Ok(tell(&mut out, &checked)?),
        Err(fault) => {
            if as_json {
                let line =
                    json!({"type": "verified", "ok": false, "line": fault.line, "message": fault.message});
                crate::json::write(&mut out, &line)?;
            }
            Err(Failure::refused(format!("{}: {}", path.display(), words::shown_line(&fault.to_string()))))
        }
    }
}

/// Reads a match file; `-` is standard input.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::file(format!("{}: {error}", path.display())))
}

fn read_hash(text: &str) -> Result<Hash, Failure> {
    let wrong = "--hash: a hash is 64 hexadecimal digits, as the result of the match shows it";
    text.to_ascii_lowercase().parse().map_err(|_| Failure::usage(wrong))
}

fn tell(out: &mut impl Write, checked: &Checked) -> io::Result<()> {
    let players: Vec<_> = checked.seats.iter().map(words::player).collect();
    let winners: Vec<_> =
        checked.result.winners.iter().filter_map(|seat| players.get(*seat).cloned()).collect();
    let won =
        if winners.is_empty() { "drawn".to_owned() } else { format!("won by {}", winners.join(" and ")) };
    writeln!(out, "Everything is right in match {}:", words::shown_line(&checked.r#match))?;
    writeln!(out, "  players  {}", players.join(", "))?;
    writeln!(out, "  result   {won} ({})", words::reason(checked.result.reason))?;
    writeln!(out, "  entries  {}, each follows by the rules", checked.entries)?;
    let silent: Vec<_> = checked
        .silent
        .iter()
        .zip(&players)
        .filter(|(silent, _)| **silent > 0)
        .map(|(silent, player)| format!("{player} was silent in {silent}"))
        .collect();
    let silent = if silent.is_empty() { "nobody was silent".to_owned() } else { silent.join(", ") };
    writeln!(out, "  draws    {}, each from the links that were promised; {silent}", checked.draws)?;
    writeln!(out, "  hash     {}", checked.result.hash)?;
    if let Some(uncovered) = checked.uncovered {
        writeln!(out, "Note: {uncovered}; give it with --hash")?;
    }
    out.flush()
}
