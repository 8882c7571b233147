//! Hundred's handicap (C37 to C42): what weaker players are given, from sums and counts, without a float.

use std::cmp::Ordering;

use crate::games::Handicap;

/// A player's games of Hundred that count: without handicap, and he himself reached a hundred (C42).
///
/// Kept as sums, so that means compare and subtract exactly (C40).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Average {
    /// Turns used in all of them.
    pub turns: u64,
    /// Points over a hundred in all of them.
    pub excess: u64,
    /// How many there are.
    pub games: u64,
}

impl Average {
    /// Takes one more game in.
    pub fn add(&mut self, turns: u32, excess: u32) {
        self.turns += u64::from(turns);
        self.excess += u64::from(excess);
        self.games += 1;
    }

    fn mean_turns(&self) -> Mean {
        Mean { sum: self.turns, count: self.games }
    }

    fn mean_excess(&self) -> Mean {
        Mean { sum: self.excess, count: self.games }
    }

    /// The stronger one first (C37): fewer turns, then more excess.
    fn by_strength(&self, other: &Self) -> Ordering {
        let turns = self.mean_turns().cmp(other.mean_turns());
        turns.then_with(|| other.mean_excess().cmp(self.mean_excess()))
    }
}

/// What each seat is given, from the averages before the match; nothing without a record (C41).
///
/// Each is compared with the strongest of those that have a record. Who is level with that one is given nothing.
#[must_use]
pub fn handicaps(records: &[Option<Average>]) -> Vec<Handicap> {
    let known = |record: &Option<Average>| record.filter(|record| record.games > 0);
    let Some(strongest) = records.iter().filter_map(known).min_by(Average::by_strength) else {
        return vec![Handicap::default(); records.len()];
    };
    let given = |weaker: Average| Handicap {
        points: strongest.mean_excess().over(weaker.mean_excess()),
        extra_turns: weaker.mean_turns().over(strongest.mean_turns()),
    };
    records.iter().map(|record| known(record).map(given).unwrap_or_default()).collect()
}

/// A mean as an exact fraction; `count` is not 0.
#[derive(Clone, Copy)]
struct Mean {
    sum: u64,
    count: u64,
}

impl Mean {
    /// The numerator on the common denominator with `other`.
    fn scaled(self, other: Self) -> u128 {
        u128::from(self.sum) * u128::from(other.count)
    }

    fn cmp(self, other: Self) -> Ordering {
        self.scaled(other).cmp(&other.scaled(self))
    }

    /// By how much this mean is larger, to the nearest whole, halves up (C40); 0 if it is not (C38).
    fn over(self, other: Self) -> u32 {
        let difference = self.scaled(other).saturating_sub(other.scaled(self));
        let unit = u128::from(self.count) * u128::from(other.count);
        let (whole, rest) = (difference / unit, difference % unit);
        let rounded = if rest >= unit - rest { whole + 1 } else { whole };
        u32::try_from(rounded).unwrap_or(u32::MAX)
    }
}
