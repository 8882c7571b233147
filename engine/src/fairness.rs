//! Chance that anyone can check: chains of links, draws, and the stream of numbers that a draw gives.
//!
//! Each party publishes the tip of a hash chain before the match; link `k` opens draw `k`. The draw's seed is a
//! hash over everybody's link, so nobody can choose a result and everybody can recompute it. Who takes part and
//! how long a draw waits is decided in [`crate::table`].

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// 32 bytes written as 64 lower-case hex digits: a tip, a link, a secret or the hash of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

/// Text that is not 64 lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a tip or link is 64 lower-case hex digits")]
pub struct BadHash;

impl Hash {
    /// All zeros: what stands before the first entry of a room.
    pub const ZERO: Self = Self([0; 32]);

    /// SHA-256 of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The link before this one: SHA-256 of its 32 bytes.
    #[must_use]
    pub fn before(&self) -> Self {
        Self::of(&self.0)
    }

    /// The link `steps` before this one.
    #[must_use]
    pub fn back(&self, steps: u32) -> Self {
        (0..steps).fold(*self, |link, _| link.before())
    }
}

impl Hash {
    /// The hash as it is written, in `space`: every view has several.
    fn text<'a>(&self, space: &'a mut [u8; 64]) -> &'a str {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        for (pair, byte) in space.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        std::str::from_utf8(space).unwrap_or_default()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(&mut [0; 64]))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Hash {
    type Err = BadHash;

    fn from_str(text: &str) -> Result<Self, BadHash> {
        let nibble = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(BadHash),
        };
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| BadHash)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text(&mut [0; 64]))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The longest chain that anyone may use.
pub const MAX_LINKS: u32 = 65_536;

/// A chain of links with its secret: `c[n]` is the secret, `c[k-1]` the SHA-256 of `c[k]`, `c[0]` the tip.
///
/// Keeps every 256th link, so that a link costs at most 255 hashes.
#[derive(Clone)]
pub struct Chain {
    /// `c[0], c[256], c[512] …` up to the last such link.
    marks: Vec<Hash>,
    secret: Hash,
    len: u32,
}

impl Chain {
    const STRIDE: u32 = 256;

    /// The chain of `len` links (at most [`MAX_LINKS`]) over `secret`.
    #[must_use]
    pub fn new(secret: Hash, len: u32) -> Self {
        let len = len.min(MAX_LINKS);
        let mut marks = Vec::with_capacity((len / Self::STRIDE) as usize + 1);
        let mut link = secret;
        for k in (0..=len).rev() {
            if k % Self::STRIDE == 0 {
                marks.push(link);
            }
            if k > 0 {
                link = link.before();
            }
        }
        marks.reverse();
        Self { marks, secret, len }
    }

    /// The tip `c[0]`, published before the match.
    #[must_use]
    pub fn tip(&self) -> Hash {
        self.marks[0]
    }

    /// Link `k`; none past the end: the chain is used up.
    #[must_use]
    pub fn link(&self, k: u32) -> Option<Hash> {
        if k > self.len {
            return None;
        }
        let above = k.div_ceil(Self::STRIDE) * Self::STRIDE;
        Some(match self.marks.get((above / Self::STRIDE) as usize) {
            Some(mark) => mark.back(above - k),
            None => self.secret.back(self.len - k),
        })
    }

    /// How many draws the chain lasts for.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether the chain opens no draw at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the secret stays out of every log
        write!(f, "Chain {{ tip: {}, len: {} }}", self.tip(), self.len)
    }
}

/// The newest link of a chain that others know: its tip at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The link.
    pub link: Hash,
    /// Its number; 0 is the tip.
    pub k: u32,
}

impl Known {
    /// What is known of a chain from its tip.
    #[must_use]
    pub fn tip(tip: Hash) -> Self {
        Self { link: tip, k: 0 }
    }

    /// Whether `link` is link `k` of this chain: hashing it down leads to the known link.
    #[must_use]
    pub fn fits(&self, k: u32, link: &Hash) -> bool {
        k > self.k && k <= MAX_LINKS && link.back(k - self.k) == self.link
    }
}

/// The seed of draw `k`: SHA-256 over the match's id, `k`, the server's link and each seat's (or its absence).
#[must_use]
pub fn seed(match_id: &str, k: u32, server: &Hash, links: &[Option<Hash>]) -> Hash {
    let mut sha = Sha256::new();
    sha.update(b"longtable draw v1\0");
    sha.update(match_id.as_bytes());
    sha.update([0]);
    sha.update(k.to_be_bytes());
    sha.update(server.0);
    for link in links {
        match link {
            Some(link) => {
                sha.update([1]);
                sha.update(link.0);
            }
            None => sha.update([0]),
        }
    }
    Hash(sha.finalize().into())
}

/// A draw's stream: the bytes of SHA-256(seed, i) for i = 0, 1, 2 …, and the numbers made of them.
#[derive(Debug, Clone)]
pub struct Stream {
    seed: Hash,
    block: [u8; 32],
    next_block: u32,
    used: usize,
}

impl Stream {
    /// The stream of a draw with this seed.
    #[must_use]
    pub fn new(seed: Hash) -> Self {
        Self { seed, block: [0; 32], next_block: 0, used: 32 }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            let sha = Sha256::new().chain_update(self.seed.0).chain_update(self.next_block.to_be_bytes());
            self.block = sha.finalize().into();
            self.next_block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// A die of `sides` (1 to 255), each as likely as any other: bytes of the incomplete last round are thrown away.
    pub fn die(&mut self, sides: u8) -> u8 {
        let n = u16::from(sides.max(1));
        loop {
            let byte = u16::from(self.byte());
            if byte < 256 - 256 % n {
                return (byte % n) as u8 + 1;
            }
        }
    }

    /// A number in [0, 1) with 53 bits.
    pub fn unit(&mut self) -> f64 {
        let bytes = std::array::from_fn(|_| self.byte());
        (u64::from_be_bytes(bytes) >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// A normal number of mean 0 and deviation 1 (Box and Muller, cosine only).
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (self.unit(), self.unit());
        libm::sqrt(-2.0 * libm::log(1.0 - u)) * libm::cos(2.0 * std::f64::consts::PI * v)
    }
}
