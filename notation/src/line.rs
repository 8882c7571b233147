//! What a person types in a room, besides moves: the same words in the line mode and on the full screen.

use engine::table::What;

/// A typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Nothing, or blanks.
    Empty,
    /// A move, in the game's notation.
    Move(String),
    /// A line for the chat.
    Say(String),
    /// Make an offer.
    Offer(What),
    /// Answer the offer that stands.
    Answer(bool),
    /// Give the match up; only with the word `yes` behind it.
    Resign {
        /// Whether it was confirmed.
        sure: bool,
    },
    /// Claim against one who is gone.
    Claim,
    /// Take a seat, counted from 0.
    Sit(Option<usize>),
    /// Give the seat up.
    Stand,
    /// Take no part in later draws of chance; only with the word `yes` behind it.
    GiveUpDraws {
        /// Whether it was confirmed.
        sure: bool,
    },
    /// Show the board again.
    Board,
    /// List the legal moves.
    Moves,
    /// List what happened.
    Log,
    /// Tell who is here, and how the draws went.
    Who,
    /// Show or hide what others write.
    Mute(bool),
    /// Gul Bara: roll by itself.
    AutoRoll(bool),
    /// Go one position back (or several) in what is shown.
    Back,
    /// And forward again.
    Forward,
    /// To the newest position.
    Now,
    /// The list of these words.
    Help,
    /// Leave the room; a seat stays.
    Leave,
}

/// The words, for help; the moves are the game's own.
pub const HELP: &[(&str, &str)] = &[
    ("board", "show the board again"),
    ("moves", "list the legal moves"),
    ("log", "list what happened"),
    ("who", "who is here, and who was silent in draws"),
    ("say TEXT", "write in the chat"),
    ("mute, unmute", "hide or show the chat"),
    ("draw, takeback, rematch", "offer it"),
    ("yes, no", "answer an offer"),
    ("resign yes", "give the match up"),
    ("claim", "claim the match when the other side is gone"),
    ("sit [N], stand", "take a seat, give it up"),
    ("back, forward, now", "step through the match"),
    ("auto-roll on|off", "Gul Bara: roll by itself"),
    ("give-up-draws yes", "take no part in later draws of chance"),
    ("quit", "leave; your seat stays yours"),
];

impl Line {
    /// Reads a line. What is none of the words is taken for a move.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let word = word.strip_prefix('/').unwrap_or(word).to_ascii_lowercase();
        let sure = rest.eq_ignore_ascii_case("yes");
        match (word.as_str(), rest) {
            ("", _) => Self::Empty,
            ("say" | "chat", text) => Self::Say(text.to_owned()),
            ("draw", "") => Self::Offer(What::Draw),
            ("takeback", "") => Self::Offer(What::Takeback),
            ("rematch", "") => Self::Offer(What::Rematch),
            ("offer", "draw") => Self::Offer(What::Draw),
            ("offer", "takeback") => Self::Offer(What::Takeback),
            ("offer", "rematch") => Self::Offer(What::Rematch),
            ("yes" | "y" | "accept", "") => Self::Answer(true),
            ("no" | "n" | "decline", "") => Self::Answer(false),
            ("resign", _) => Self::Resign { sure },
            ("give-up-draws", _) => Self::GiveUpDraws { sure },
            ("claim", "") => Self::Claim,
            ("sit", seat) => Self::Sit(seat.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1))),
            ("stand", "") => Self::Stand,
            ("board" | "b", "") => Self::Board,
            ("moves" | "legal", "") => Self::Moves,
            ("log" | "history", "") => Self::Log,
            ("who", "") => Self::Who,
            ("mute", "") => Self::Mute(true),
            ("unmute", "") => Self::Mute(false),
            ("auto-roll" | "autoroll", "" | "on") => Self::AutoRoll(true),
            ("auto-roll" | "autoroll", "off") => Self::AutoRoll(false),
            ("back" | "<", "") => Self::Back,
            ("forward" | ">", "") => Self::Forward,
            ("now", "") => Self::Now,
            ("help" | "h" | "?", "") => Self::Help,
            ("quit" | "leave" | "exit" | "q", "") => Self::Leave,
            _ => Self::Move(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(Line::read("  "), Line::Empty);
        assert_eq!(Line::read("c3-c4"), Line::Move("c3-c4".to_owned()));
        assert_eq!(Line::read("say  hello there "), Line::Say("hello there".to_owned()));
        assert_eq!(Line::read("/draw"), Line::Offer(What::Draw));
        assert_eq!(Line::read("sit 2"), Line::Sit(Some(1)));
        assert_eq!(Line::read("sit"), Line::Sit(None));
        assert_eq!(Line::read("b2"), Line::Move("b2".to_owned()));
    }

    #[test]
    fn resigning_takes_two_words() {
        assert_eq!(Line::read("resign"), Line::Resign { sure: false });
        assert_eq!(Line::read("resign yes"), Line::Resign { sure: true });
        assert_eq!(Line::read("resign now"), Line::Resign { sure: false });
    }
}
