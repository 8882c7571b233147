//! What the remaining discs of a turn can still reach, for a player who plans the way to the target.

use std::collections::BTreeSet;

use super::Options;

/// The scores at which a turn can still end without a bust, ascending.
///
/// `fixed` is the score before the turn and its twenties, `board` the values on the board, `left` the discs not yet
/// shot. Counts what the rules allow, however hard to shoot; the target ends a turn as soon as it is reached (D8).
#[must_use]
pub fn reachable(options: &Options, fixed: u32, board: &[u8], left: u8) -> Vec<u32> {
    let total = fixed + board.iter().map(|value| u32::from(*value)).sum::<u32>();
    let mut search = Search { options, found: BTreeSet::new(), seen: BTreeSet::new() };
    search.after(State { fixed, total, discs: board.len() as u32, left });
    search.found.into_iter().collect()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    fixed: u32,
    total: u32,
    /// On the board.
    discs: u32,
    left: u8,
}

struct Search<'a> {
    options: &'a Options,
    found: BTreeSet<u32>,
    seen: BTreeSet<State>,
}

impl Search<'_> {
    /// Collects the ends of all turns that go on from `now`.
    fn after(&mut self, now: State) {
        let target = self.options.target;
        if now.fixed > target || !self.seen.insert(now) {
            return;
        }
        if now.left == 0 || now.total == target {
            if now.total <= target {
                self.found.insert(now.total);
            }
            return;
        }
        let left = now.left - 1;
        for sunk in [0, 1] {
            let fixed = now.fixed + 20 * sunk;
            for discs in 0..=now.discs + 1 - sunk {
                // a disc alone that struck nothing has to reach the 15 ring (D5)
                let least = if now.discs == 0 { 2 * discs } else { discs };
                for fives in least..=3 * discs {
                    let total = fixed + 5 * fives;
                    if sunk == 0 || !self.options.strict_twenty || total <= target {
                        self.after(State { fixed, total, discs, left });
                    }
                }
            }
        }
    }
}
