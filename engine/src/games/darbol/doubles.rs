//! Double Down's double holes: what a ball through a hole does to a score, which scores are dead, and how to finish.

/// The score that everybody starts from.
pub const START: u32 = 121;

/// Where a ball takes the score of a player who is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Landing {
    /// On zero, through a double hole.
    Won,
    /// On this score.
    On(u32),
    /// On one, below zero, or on zero through another hole (C27).
    Bust,
}

/// The double holes of a game, for good, and the dead scores that come with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubles {
    numbers: Vec<u8>,
    professional: bool,
    /// By score, up to [`START`]; of no use to a professional game, where scores have no limit (C29).
    dead: Vec<bool>,
}

impl Doubles {
    /// The double holes `numbers`, as they were rolled; equal ones are one hole (C22).
    #[must_use]
    pub fn new(numbers: &[u8], professional: bool) -> Self {
        let mut doubles = Self { numbers: numbers.to_vec(), professional, dead: Vec::new() };
        if professional {
            return doubles;
        }
        // every ball that counts leads to a lower score, so one pass upwards finds them all
        for score in 0..=START {
            let alive = (1..=8).any(|hole| match doubles.land(score, hole) {
                Landing::Won => true,
                Landing::On(lower) => !doubles.is_dead(lower),
                Landing::Bust => false,
            });
            doubles.dead.push(score > 1 && !alive);
        }
        doubles
    }

    /// The numbers as they were rolled; equal ones show twice.
    #[must_use]
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// Whether `hole` counts double.
    #[must_use]
    pub fn has(&self, hole: u8) -> bool {
        self.numbers.contains(&hole)
    }

    /// Where a ball through `hole`, 1 to 8, takes `score`. Dead scores count like any other here (C28).
    #[must_use]
    pub fn land(&self, score: u32, hole: u8) -> Landing {
        let double = self.has(hole);
        let value = u32::from(hole);
        if self.professional && !double {
            return Landing::On(score.saturating_add(value));
        }
        match score.checked_sub(if double { 2 * value } else { value }) {
            Some(0) if double => Landing::Won,
            None | Some(0 | 1) => Landing::Bust,
            Some(left) => Landing::On(left),
        }
    }

    /// Whether no balls whatever can finish from `score`, for a player who is in.
    ///
    /// In a professional game the other holes add, and with any two double holes no score is dead. Only with 1, 3, 5
    /// and 7 all double (`per_player`, four seats) does every hole keep an odd score odd, and a finish needs an even
    /// one: then all odd scores are dead.
    #[must_use]
    pub fn is_dead(&self, score: u32) -> bool {
        if self.professional {
            return score % 2 == 1 && [1, 3, 5, 7].iter().all(|&hole| self.has(hole));
        }
        usize::try_from(score).ok().and_then(|score| self.dead.get(score)).copied().unwrap_or(false)
    }

    /// The dead scores up to [`START`], ascending.
    #[must_use]
    pub fn dead_scores(&self) -> Vec<u32> {
        (2..=START).filter(|&score| self.is_dead(score)).collect()
    }
}

/// The holes to make to finish from `score` within one turn, for a player who is in: each way is one hole or two, in
/// the order of the tosses; the ways with one toss come first. For a client that shows what to aim at.
#[must_use]
pub fn finishes(score: u32, doubles: &[u8], professional: bool) -> Vec<Vec<u8>> {
    let doubles = Doubles::new(doubles, professional);
    let last = |score| (1..=8).filter(|&hole| doubles.land(score, hole) == Landing::Won).collect::<Vec<u8>>();
    let at_once = last(score).into_iter().map(|hole| vec![hole]);
    let in_two = (1..=8).flat_map(|first| match doubles.land(score, first) {
        Landing::On(left) => last(left).into_iter().map(|second| vec![first, second]).collect(),
        Landing::Won | Landing::Bust => Vec::new(),
    });
    at_once.chain(in_two).collect()
}
