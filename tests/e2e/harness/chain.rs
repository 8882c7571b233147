//! A seat's chain of links, made from fairness.md alone.

use sha2::{Digest, Sha256};

/// A chain: `c[n]` a secret, `c[k-1]` the SHA-256 of `c[k]`, `c[0]` the tip.
pub(crate) struct Chain(Vec<[u8; 32]>);

impl Chain {
    /// The chain of `len` links over `secret`.
    pub(crate) fn new(secret: [u8; 32], len: usize) -> Self {
        let mut links = vec![secret];
        for k in 0..len {
            links.push(Sha256::digest(links[k]).into());
        }
        links.reverse();
        Self(links)
    }

    pub(crate) fn tip(&self) -> String {
        hex(&self.0[0])
    }

    /// Link `k`, which opens draw `k`.
    pub(crate) fn link(&self, k: u64) -> String {
        hex(&self.0[k as usize])
    }
}

/// Lower-case hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits, blanks between them ignored.
pub(crate) fn unhex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let digit = |byte: u8| (byte as char).to_digit(16).expect("hex digits") as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}
