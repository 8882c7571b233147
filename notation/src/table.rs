//! The words of the `table` medium that two games share: `undo`, `confirm`, `dispute`.

/// A word about a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Take one's own last report back.
    Undo,
    /// Accept the other side's turn.
    Confirm,
    /// Refuse it.
    Dispute,
}

/// What may be typed.
pub(super) fn word(words: &[&str]) -> Option<Word> {
    match words {
        ["undo" | "u"] => Some(Word::Undo),
        ["confirm" | "y" | "yes"] => Some(Word::Confirm),
        ["dispute"] => Some(Word::Dispute),
        _ => None,
    }
}
