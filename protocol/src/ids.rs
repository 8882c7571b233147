//! Ids that people and programs hand around: codes of rooms, keys of players, public ids of players.
//!
//! A code is read from a friend's message and typed in, so it has no look-alikes and no case. A key is a secret
//! and never shown by `Debug`. A public id is derived from the key's hash, so a `hello` stores nothing.

use std::fmt;
use std::str::FromStr;

use engine::fairness::Hash;
use rand::{CryptoRng, Rng, RngExt};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The code of a room: 6 characters without look-alikes, 8 for an unlisted room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCode {
    text: [u8; 8],
    len: u8,
}

/// Text that is no code of any room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room code is 6 or 8 letters and digits, without 0, 1, I, L, O and U")]
pub struct BadCode;

impl RoomCode {
    const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

    /// A new code for a room that the lobby lists.
    pub fn listed<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self::new(6, rng)
    }

    /// A new code for an unlisted room: longer, since it is all that keeps strangers out.
    pub fn unlisted<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self::new(8, rng)
    }

    fn new<R: Rng + ?Sized>(len: u8, rng: &mut R) -> Self {
        let mut text = [0; 8];
        for place in text.iter_mut().take(usize::from(len)) {
            *place = Self::ALPHABET[rng.random_range(0..Self::ALPHABET.len())];
        }
        Self { text, len }
    }

    /// The code, in capitals.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RoomCode {
    type Err = BadCode;

    /// Reads a code without regard to case.
    fn from_str(text: &str) -> Result<Self, BadCode> {
        let len = match text.len() {
            6 => 6,
            8 => 8,
            _ => return Err(BadCode),
        };
        let mut code = Self { text: [0; 8], len };
        for (place, byte) in code.text.iter_mut().zip(text.bytes()) {
            *place = byte.to_ascii_uppercase();
            if !Self::ALPHABET.contains(place) {
                return Err(BadCode);
            }
        }
        Ok(code)
    }
}

impl Serialize for RoomCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The key of a player: 256 secret bits, written as 64 lower-case hex digits.
///
/// The server makes it and keeps its hash alone; the client keeps the key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Hash);

/// Text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key is 64 lower-case hex digits, as the server gave it; leave it out to get a new one")]
pub struct BadKey;

impl Key {
    /// A new key.
    pub fn new<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(Hash(bytes))
    }

    /// SHA-256 of the key's 32 bytes: what a server stores and compares.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0.0)
    }

    /// The public id of the key's player.
    #[must_use]
    pub fn player(&self) -> PlayerId {
        PlayerId::of(&self.hash())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the secret stays out of every log
        write!(f, "Key of {}", self.player())
    }
}

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        text.parse().map(Self).map_err(|_| BadKey)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The public id of a player: 16 lower-case letters and digits, the first 80 bits of the key's hash.
///
/// Eighty bits, because who found another key with the same id would be taken for that player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId([u8; 16]);

/// Text that is no player's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a player's id is 16 lower-case letters and digits")]
pub struct BadPlayerId;

impl PlayerId {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// The id of the player whose key has this hash.
    #[must_use]
    pub fn of(key_hash: &Hash) -> Self {
        let mut id = [0; 16];
        // five bytes are eight characters of five bits
        for (eight, five) in id.chunks_exact_mut(8).zip(key_hash.0.chunks_exact(5)) {
            let bits = five.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
            for (i, place) in eight.iter_mut().enumerate() {
                *place = Self::ALPHABET[(bits >> (35 - 5 * i) & 31) as usize];
            }
        }
        Self(id)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The start of a player's id: enough to tell two people of one name apart on a screen.
#[must_use]
pub fn short_id(id: &str) -> &str {
    id.get(..4).unwrap_or(id)
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for PlayerId {
    type Err = BadPlayerId;

    fn from_str(text: &str) -> Result<Self, BadPlayerId> {
        let id: [u8; 16] = text.as_bytes().try_into().map_err(|_| BadPlayerId)?;
        if id.iter().all(|byte| Self::ALPHABET.contains(byte)) { Ok(Self(id)) } else { Err(BadPlayerId) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_without_regard_to_case() {
        let code: RoomCode = "k7qf3m".parse().unwrap();
        assert_eq!(code.to_string(), "K7QF3M");
        assert_eq!("K7QF3M".parse(), Ok(code));
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for text in
            ["", "K7QF3", "K7QF3MM", "K7QF30", "K7QF3I", "K7QF3\u{e9}", "K7QF3M9999", "K7 F3M", "öööö"]
        {
            assert_eq!(text.parse::<RoomCode>(), Err(BadCode), "{text}");
        }
    }

    #[test]
    fn new_codes_have_their_lengths_and_differ() {
        let mut rng = rand::rng();
        let codes: std::collections::BTreeSet<_> = (0..1000).map(|_| RoomCode::unlisted(&mut rng)).collect();
        assert_eq!(codes.len(), 1000);
        assert!(codes.iter().all(|code| code.as_str().len() == 8 && code.as_str().parse() == Ok(*code)));
        assert_eq!(RoomCode::listed(&mut rng).as_str().len(), 6);
    }

    #[test]
    fn a_key_survives_its_text_and_names_its_player() {
        let key = Key::new(&mut rand::rng());
        assert_eq!(key.to_string().parse(), Ok(key.clone()));
        let id = key.player();
        assert_eq!(id.as_str().len(), 16);
        assert_eq!(id.as_str().parse(), Ok(id));
        assert!(!format!("{key:?}").contains(&key.to_string()));
        assert!("A".repeat(64).parse::<Key>().is_err());
    }

    #[test]
    fn an_id_is_the_same_for_ever() {
        let key: Key = "00".repeat(32).parse().unwrap();
        // SHA-256 of 32 zero bytes starts with 66687aadf862bd776c8f
        assert_eq!(key.player().as_str(), "csm7nbfrcayqev4f");
        assert_eq!(short_id(key.player().as_str()), "csm7");
    }
}
