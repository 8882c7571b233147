//! Which moves are open, and why another is not.

use super::{Game, Kind, Move, Phase};
use crate::games::{Choice, Medium, Rules};

impl Game {
    /// The moves of the seats in turn. Holes are few, so each report is listed whole.
    pub(super) fn open_moves(&self) -> Vec<Choice<Move>> {
        if self.turn().is_empty() {
            return Vec::new();
        }
        match (self.phase(), self.medium) {
            (Phase::Over, _) => Vec::new(),
            (Phase::Rolling, _) => vec![Choice::Move(Move::Roll)],
            (Phase::Confirming, _) => vec![Choice::Move(Move::Confirm), Choice::Move(Move::Dispute)],
            (Phase::Tossing, Medium::Virtual) => vec![Choice::Free("toss")],
            (Phase::Tossing, Medium::Table) => {
                let undo = (!self.turn.holes.is_empty()).then_some(Move::Undo);
                let reports = (0..=8).map(|hole| Move::Report { hole });
                reports.chain(undo).map(Choice::Move).collect()
            }
        }
    }

    /// Whether the seats in turn may do this now; the sentence says what would be right.
    pub(super) fn check(&self, mv: &Move) -> Result<(), String> {
        self.options.check_move(mv)?;
        let why_not = match (mv, self.medium) {
            (Move::Toss(_), Medium::Table) => {
                "this match is played on real boards: toss the ball and report the hole it went through"
            }
            (Move::Report { .. } | Move::Undo | Move::Confirm | Move::Dispute, Medium::Virtual) => {
                "in this match the server simulates each toss: there is nothing to report, send a toss"
            }
            (Move::Roll, _) => return self.check_roll(),
            (Move::Toss(_), Medium::Virtual) | (Move::Report { .. }, Medium::Table) => match self.phase() {
                Phase::Rolling => "the dice of this turn come first: roll",
                Phase::Tossing => return Ok(()),
                Phase::Confirming => "the finished turn has to be confirmed or disputed first",
                Phase::Over => "the game is over",
            },
            (Move::Undo, Medium::Table) => match self.phase() {
                Phase::Tossing if !self.turn.holes.is_empty() => return Ok(()),
                Phase::Confirming => {
                    "another seat's report is not yours to take back: confirm or dispute the turn"
                }
                Phase::Rolling | Phase::Tossing | Phase::Over => "nothing is reported in this turn yet",
            },
            (Move::Confirm | Move::Dispute, Medium::Table) => match self.phase() {
                Phase::Confirming => return Ok(()),
                Phase::Rolling | Phase::Tossing | Phase::Over => "no finished turn waits to be confirmed",
            },
        };
        Err(why_not.to_owned())
    }

    fn check_roll(&self) -> Result<(), String> {
        let why_not = match (self.options.game, self.phase()) {
            (Kind::UpTheMountain, _) => "Up the Mountain is played without dice",
            (Kind::DoubleDown, _) => "Double Down's dice are rolled by themselves, once at the start",
            (Kind::Hundred, Phase::Rolling) => return Ok(()),
            (Kind::Hundred, Phase::Tossing) => "the dice of this turn are rolled: make the numbers they show",
            (Kind::Hundred, Phase::Confirming) => "the finished turn has to be confirmed or disputed first",
            (Kind::Hundred, Phase::Over) => "the game is over",
        };
        Err(why_not.to_owned())
    }
}
