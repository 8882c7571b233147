//! The server's chains: one for each match of a room, made from the room's one secret.

use engine::fairness::{Chain, Hash};
use engine::games::Kind;
use sha2::{Digest, Sha256};

/// The chain for match `number`. Its secret is the hash of the room's secret with the number, so the room's secret,
/// which nobody ever sees, fixes the chains of all its matches, and one of them tells nothing of another.
#[must_use]
pub(crate) fn chain(secret: &[u8; 32], number: u32, kind: Kind) -> Chain {
    let sha = Sha256::new().chain_update(b"longtable room secret v1\0").chain_update(secret);
    let own = sha.chain_update(number.to_be_bytes()).finalize();
    Chain::new(Hash(own.into()), kind.chain_len())
}
