//! What a person types to name a room or a match: a code, a link, or a code with the number of a match.

use std::fmt;
use std::str::FromStr;

use protocol::RoomCode;
use protocol::client::Address;

/// A room, by code or link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomTarget {
    /// Which.
    pub room: RoomCode,
    /// The server that a link names.
    pub server: Option<Address>,
}

/// A match of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchTarget {
    /// Where.
    pub room: RoomCode,
    /// Which; the newest if none.
    pub number: Option<u32>,
}

/// Text that names no room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadTarget(String);

impl fmt::Display for BadTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadTarget {}

impl FromStr for RoomTarget {
    type Err = BadTarget;

    /// Takes a code, or a link that ends in `/r/CODE`.
    fn from_str(text: &str) -> Result<Self, BadTarget> {
        let text = text.trim();
        if text.contains("://") {
            let address = Address::read(text).ok();
            let room = address.as_ref().and_then(|address| address.room);
            let room = room
                .ok_or_else(|| BadTarget("this link names no room; one ends in /r/ and a code".to_owned()))?;
            return Ok(Self { room, server: address });
        }
        let room = text.parse().map_err(|error| BadTarget(format!("this names no room: {error}")))?;
        Ok(Self { room, server: None })
    }
}

impl FromStr for MatchTarget {
    type Err = BadTarget;

    /// Takes `CODE` or `CODE/N`.
    fn from_str(text: &str) -> Result<Self, BadTarget> {
        let (room, number) = match text.trim().split_once('/') {
            Some((room, number)) => (room, Some(number)),
            None => (text.trim(), None),
        };
        let room = room.parse().map_err(|error| BadTarget(format!("this names no match: {error}")))?;
        let number = number.map(|number| match number.parse::<u32>() {
            Ok(number) if number > 0 => Ok(number),
            Ok(_) | Err(_) => Err(BadTarget(format!("{number:?} is no match; a room's are numbered from 1"))),
        });
        Ok(Self { room, number: number.transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_named_by_code_and_by_link() {
        for text in
            ["k7qf3m", "K7QF3M", "https://table.example/r/K7QF3M", "http://h:7878/r/k7qf3m/?x#y", " K7QF3M "]
        {
            assert_eq!(text.parse::<RoomTarget>().unwrap().room.as_str(), "K7QF3M", "{text}");
        }
        for text in ["", "/", "https://table.example/", "K7QF3", "match.jsonl", "://", "ftp://h/r/K7QF3M"] {
            assert!(text.parse::<RoomTarget>().is_err(), "{text}");
        }
        let server = "https://table.example/r/K7QF3M".parse::<RoomTarget>().unwrap().server.unwrap();
        assert_eq!(server.socket(), "wss://table.example/ws");
    }

    #[test]
    fn matches_have_numbers() {
        assert_eq!("K7QF3M/2".parse::<MatchTarget>().unwrap().number, Some(2));
        assert_eq!("k7qf3m".parse::<MatchTarget>().unwrap().number, None);
        for text in ["K7QF3M/0", "K7QF3M/", "K7QF3M/x", "x/1", ""] {
            assert!(text.parse::<MatchTarget>().is_err(), "{text}");
        }
    }
}
