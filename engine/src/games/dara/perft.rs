//! Counting the ways to play on: the rules' check against known numbers, and their measure of speed.

use super::board::each;
use super::{Game, Phase};

impl Game {
    /// In how many ways `depth` plies can be played from here. A step counts as one ply together with its
    /// captures; a capture that is due completes the ply it belongs to. A finished game has no way on.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.first.is_none() {
            return 0;
        }
        match self.phase {
            Phase::Placing => {
                let places = self.places();
                if depth == 1 {
                    return u64::from(places.count_ones());
                }
                each(places).map(|at| self.after(|game| game.place(at)).perft(depth - 1)).sum()
            }
            Phase::Moving if self.must_pass() => self.after(Game::pass).perft(depth - 1),
            Phase::Moving if depth == 1 => self.steps().map(|(from, to)| self.endings(from, to)).sum(),
            Phase::Moving => {
                self.steps().map(|(from, to)| self.after(|game| game.step(from, to)).rest(depth)).sum()
            }
            Phase::Capturing if depth == 1 && self.captures_due == 1 => {
                u64::from(self.victims().count_ones())
            }
            Phase::Capturing => {
                each(self.victims()).map(|at| self.after(|game| game.capture(at)).rest(depth)).sum()
            }
            Phase::Over => 0,
        }
    }

    /// In how many ways the ply that begins with this step can end: counted on the board alone, which spares
    /// the last ply a copy of the history.
    fn endings(&self, from: u64, to: u64) -> u64 {
        let mut board = self.board;
        board.lift(self.to_move, from);
        board.put(self.to_move, to);
        match self.laws.earned(&board, self.to_move, to) {
            0 => 1,
            1 => u64::from(self.laws.victims(&board, self.to_move).count_ones()),
            _ => self.after(|game| game.step(from, to)).rest(1),
        }
    }

    /// What is left of `depth` after a decision: the same as long as the ply is not complete.
    fn rest(&self, depth: u32) -> u64 {
        if self.phase == Phase::Capturing { self.perft(depth) } else { self.perft(depth - 1) }
    }

    fn after(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut game = self.clone();
        change(&mut game);
        game
    }
}
