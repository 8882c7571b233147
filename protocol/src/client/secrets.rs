//! The secrets of one's own chains, kept on disk by tip, with the links that were opened and what for.
//!
//! A file a chain: first a line with secret and length, then one line for each opened link. It is written before
//! the tip or the link leaves the process, so that a program which starts again knows what it has shown already.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::fairness::{Chain, Hash};
use rand::CryptoRng;
use serde::{Deserialize, Serialize};

use super::profile::{private, write_private};

/// The chains of this device.
#[derive(Debug)]
pub struct Secrets {
    folder: Option<PathBuf>,
    loaded: BTreeMap<Hash, Secret>,
}

/// A chain and what was opened of it.
#[derive(Debug)]
struct Secret {
    chain: Chain,
    opened: BTreeMap<u32, Opened>,
}

#[derive(Serialize, Deserialize)]
struct FirstLine {
    secret: Hash,
    len: u32,
}

/// A link that was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Opened {
    draw: u32,
    /// Hash of the line of the entry that caused the draw; with `act`, the head when the act was sent.
    head: Hash,
    /// Whether it went along with one's own act, before there was a cause.
    act: bool,
}

/// What a link is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// A draw that is due because of the entry whose line has this hash.
    Due {
        /// The hash.
        cause: Hash,
        /// Whether this seat did it.
        own: bool,
    },
    /// An act that will cause the draw, decided when this was the head.
    Act {
        /// The head.
        head: Hash,
    },
}

/// Why a link stays closed.
#[derive(Debug, thiserror::Error)]
pub enum Closed {
    /// The secret of that tip is not on this device.
    #[error("the secret is not on this device")]
    Elsewhere,
    /// The chain is shorter.
    #[error("the chain is used up")]
    UsedUp,
    /// The link was opened for something else before.
    #[error("the link was opened for another cause before")]
    TwoCauses,
}

impl Secrets {
    /// Secrets in files of `folder`.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder: Some(folder), loaded: BTreeMap::new() }
    }

    /// Secrets that end with the process.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { folder: None, loaded: BTreeMap::new() }
    }

    /// Makes a chain of `len` links and gives its tip. If the disk does not take it, it is kept in memory, and
    /// the error comes along.
    pub fn make<R: CryptoRng + ?Sized>(&mut self, len: u32, rng: &mut R) -> (Hash, io::Result<()>) {
        let mut secret = Hash::ZERO;
        rng.fill_bytes(&mut secret.0);
        let chain = Chain::new(secret, len);
        let tip = chain.tip();
        let kept = match self.file(&tip) {
            Some(file) => serde_json::to_string(&FirstLine { secret, len: chain.len() })
                .map_err(io::Error::other)
                .and_then(|line| write_private(&file, format!("{line}\n").as_bytes())),
            None => Ok(()),
        };
        self.loaded.insert(tip, Secret { chain, opened: BTreeMap::new() });
        (tip, kept)
    }

    /// Whether the secret of `tip` is on this device.
    pub fn has(&mut self, tip: &Hash) -> bool {
        self.secret(tip).is_some()
    }

    /// Opens link `draw` of the chain with this tip. If the disk does not note it, the link is opened all the
    /// same, and the error comes along.
    ///
    /// # Errors
    /// If there is no such link, or it was opened for another cause before. For one's own acts it may be opened
    /// again: whoever acts twice (the first may have been lost) chooses after nobody.
    pub fn open(
        &mut self,
        tip: &Hash,
        draw: u32,
        occasion: Occasion,
    ) -> Result<(Hash, io::Result<()>), Closed> {
        let file = self.file(tip);
        let secret = self.secret(tip).ok_or(Closed::Elsewhere)?;
        let link = secret.chain.link(draw).filter(|_| draw > 0).ok_or(Closed::UsedUp)?;
        let (opened, own) = match occasion {
            Occasion::Due { cause, own } => (Opened { draw, head: cause, act: false }, own),
            Occasion::Act { head } => (Opened { draw, head, act: true }, true),
        };
        match secret.opened.get(&draw) {
            Some(before) if *before == opened => return Ok((link, Ok(()))),
            // opened for an entry already: then an act cannot cause this draw any more
            Some(before) if !(before.act && own) => return Err(Closed::TwoCauses),
            Some(_) | None => {}
        }
        secret.opened.insert(draw, opened);
        let noted = match file {
            Some(file) => serde_json::to_string(&opened).map_err(io::Error::other).and_then(|line| {
                let mut file = private(fs::OpenOptions::new().append(true)).open(file)?;
                file.write_all(format!("{line}\n").as_bytes())
            }),
            None => Ok(()),
        };
        Ok((link, noted))
    }

    /// The links that were opened of a chain: draw and hash of the line that caused it, to compare with the match
    /// file afterwards.
    pub fn opened(&mut self, tip: &Hash) -> Vec<(u32, Hash)> {
        let Some(secret) = self.secret(tip) else { return Vec::new() };
        secret.opened.values().filter(|opened| !opened.act).map(|opened| (opened.draw, opened.head)).collect()
    }

    fn file(&self, tip: &Hash) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{tip}.jsonl")))
    }

    fn secret(&mut self, tip: &Hash) -> Option<&mut Secret> {
        if !self.loaded.contains_key(tip) {
            let read =
                self.file(tip).and_then(|file| fs::read_to_string(file).ok()).and_then(|text| read(&text))?;
            // a file of another chain under this name would open links that fit nothing
            if read.chain.tip() != *tip {
                return None;
            }
            self.loaded.insert(*tip, read);
        }
        self.loaded.get_mut(tip)
    }
}

/// Reads a file; a last line that was cut off by a crash is left out, since its link was never sent.
fn read(text: &str) -> Option<Secret> {
    let mut lines = text.lines();
    let FirstLine { secret, len } = serde_json::from_str(lines.next()?).ok()?;
    let opened = lines.filter_map(|line| serde_json::from_str::<Opened>(line).ok());
    Some(Secret { chain: Chain::new(secret, len), opened: opened.map(|o| (o.draw, o)).collect() })
}

#[cfg(test)]
mod tests {
    use super::super::profile::tests::Scratch;
    use super::*;

    fn due(byte: u8, own: bool) -> Occasion {
        Occasion::Due { cause: Hash([byte; 32]), own }
    }

    #[test]
    fn a_secret_and_what_was_opened_outlive_the_process() {
        let folder = Scratch::new();
        let mut secrets = Secrets::in_folder(folder.0.clone());
        let (tip, kept) = secrets.make(300, &mut rand::rng());
        kept.unwrap();
        let (link, noted) = secrets.open(&tip, 7, due(1, false)).unwrap();
        noted.unwrap();
        assert_eq!(link.back(7), tip);

        let mut again = Secrets::in_folder(folder.0.clone());
        assert!(again.has(&tip) && !again.has(&Hash::ZERO));
        assert_eq!(again.opened(&tip), [(7, Hash([1; 32]))]);
        assert_eq!(
            again.open(&tip, 7, due(1, false)).unwrap().0,
            link,
            "the same cause: sent again after a loss"
        );
        assert!(matches!(again.open(&tip, 7, due(2, false)), Err(Closed::TwoCauses)));
        assert!(matches!(again.open(&tip, 7, due(2, true)), Err(Closed::TwoCauses)));
        assert!(matches!(again.open(&tip, 301, due(1, false)), Err(Closed::UsedUp)));
        assert!(matches!(again.open(&tip, 0, due(1, false)), Err(Closed::UsedUp)));
        assert!(matches!(again.open(&Hash::ZERO, 1, due(1, false)), Err(Closed::Elsewhere)));
    }

    #[test]
    fn a_link_that_went_with_an_act_may_go_with_the_next_and_with_its_own_draw_only() {
        let mut secrets = Secrets::in_memory();
        let (tip, _) = secrets.make(16, &mut rand::rng());
        let act = |byte| Occasion::Act { head: Hash([byte; 32]) };
        assert!(secrets.open(&tip, 1, act(1)).is_ok());
        assert!(secrets.open(&tip, 1, act(2)).is_ok(), "the first act was lost");
        assert!(
            matches!(secrets.open(&tip, 1, due(3, false)), Err(Closed::TwoCauses)),
            "somebody else's cause"
        );
        assert!(secrets.open(&tip, 1, due(3, true)).is_ok());
        assert!(matches!(secrets.open(&tip, 1, act(4)), Err(Closed::TwoCauses)));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_reads_a_secret() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Scratch::new();
        let mut secrets = Secrets::in_folder(folder.0.clone());
        let (tip, _) = secrets.make(16, &mut rand::rng());
        let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(secrets.file(&tip).unwrap()), 0o600);
        assert_eq!(mode(folder.0.clone()), 0o700);
    }

    #[test]
    fn without_a_disk_it_goes_on_in_memory() {
        let mut secrets = Secrets::in_folder(PathBuf::from("/dev/null/nowhere"));
        let (tip, kept) = secrets.make(16, &mut rand::rng());
        assert!(kept.is_err());
        let (link, noted) = secrets.open(&tip, 1, due(1, false)).unwrap();
        assert!(noted.is_err() && link.before() == tip);
    }
}
