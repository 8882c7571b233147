//! What a person types to name a room or a match: a code, a link, or a code with the number of a match.

use std::fmt;
use std::str::FromStr;

use protocol::RoomCode;

/// A room, by code or link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomTarget(pub RoomCode);

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
        let path = text.split(['?', '#']).next().unwrap_or(text).trim_end_matches('/');
        let code = path.rsplit('/').next().unwrap_or(path);
        code.parse().map(Self).map_err(|error| BadTarget(format!("this names no room: {error}")))
    }
}

impl FromStr for MatchTarget {
    type Err = BadTarget;

    /// Takes `CODE` or `CODE/N`.
    fn from_str(text: &str) -> Result<Self, BadTarget> {
        if let Some((room, number)) = text.trim().rsplit_once('/')
            && let Ok(number) = number.parse::<u32>()
            && let Ok(RoomTarget(room)) = room.parse()
        {
            if number == 0 {
                return Err(BadTarget("matches of a room are numbered from 1".to_owned()));
            }
            return Ok(Self { room, number: Some(number) });
        }
        text.parse().map(|RoomTarget(room)| Self { room, number: None })
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
            assert_eq!(text.parse::<RoomTarget>().unwrap().0.as_str(), "K7QF3M", "{text}");
        }
        for text in ["", "/", "https://table.example/", "K7QF3", "match.jsonl"] {
            assert!(text.parse::<RoomTarget>().is_err(), "{text}");
        }
    }

    #[test]
    fn matches_have_numbers() {
        assert_eq!("K7QF3M/2".parse::<MatchTarget>().unwrap().number, Some(2));
        assert_eq!("K7QF3M".parse::<MatchTarget>().unwrap().number, None);
        assert!("K7QF3M/0".parse::<MatchTarget>().is_err());
        // a link is no code with a number, though it has slashes
        assert_eq!("http://h/r/K7QF3M".parse::<MatchTarget>().unwrap().number, None);
        assert_eq!("http://h/r/K7QF3M/3".parse::<MatchTarget>().unwrap().number, Some(3));
    }
}
