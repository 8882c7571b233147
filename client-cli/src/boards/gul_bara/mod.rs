//! Gul Bara's board, seen from one side: points, checkers, dice and what is still to be played.
//!
//! Both sides move counter-clockwise: the viewer's points run 24 to 13 along the top from the right, 12 to 1 along
//! the bottom to the right. The other side's checkers are shown on the viewer's numbers.

mod full;
mod lines;

use engine::games::gul_bara::{Event, Move, Options, RollCounter, View, across};
use engine::games::{GameEvent, Legal, Move as AnyMove, Options as AnyOptions, Seat};
use engine::table::Event as TableEvent;

use super::{BoardContext, Spot, text};

pub use full::draw;
pub use lines::plain;

/// A position as its viewer sees it.
pub(super) struct Board<'a> {
    pub(super) ctx: &'a BoardContext<'a>,
    pub(super) game: &'a View,
    pub(super) viewer: Seat,
    /// In the viewer's numbering: where a step may begin, and where the one from the selected point may end.
    from: Vec<u8>,
    to: Vec<u8>,
    recent: Vec<u8>,
}

/// What a point's mark says; where several hold, the first in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Under the cursor.
    Cursor,
    /// Picked up to move from.
    Selected,
    /// The picked-up checker may go here.
    Target,
    /// A step may begin here.
    Movable,
    /// Part of the last turn's play.
    Recent,
    /// Nothing.
    None,
}

impl Mark {
    /// The character beside the point.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Cursor => "[ ]",
            Self::Selected => "▸ ◂",
            Self::Target => " ◆ ",
            Self::Movable => " • ",
            Self::Recent => " ' ",
            Self::None => "   ",
        }
    }
}

impl<'a> Board<'a> {
    pub(super) fn new(ctx: &'a BoardContext<'a>, game: &'a View) -> Self {
        let viewer = ctx.viewer().min(1);
        let mover = ctx.view.turn.first().copied().unwrap_or(viewer);
        let mine = |point| if mover == viewer || point == 0 { point } else { across(point) };
        let selected = match ctx.selected {
            Some(Spot::Point(point)) => Some(point),
            Some(Spot::Cell(_) | Spot::Toss(_) | Spot::Shot(_)) | None => None,
        };
        let (mut from, mut to) = (Vec::new(), Vec::new());
        // what the other side may do is not one's own to pick
        for (start, die) in steps(ctx).filter(|_| ctx.my_turn()) {
            from.push(mine(start));
            if selected == Some(mine(start)) {
                to.push(mine(start.saturating_sub(die)));
            }
        }
        let recent = recent(ctx, viewer);
        Self { ctx, game, viewer, from, to, recent }
    }

    /// Who stands on a point of the viewer's numbering, 1 to 24, and how many.
    pub(super) fn at(&self, point: u8) -> Option<(Seat, u8)> {
        let other = 1 - self.viewer;
        let mine = self.game.points[self.viewer].get(usize::from(point)).copied().unwrap_or(0);
        let theirs = self.game.points[other].get(usize::from(across(point))).copied().unwrap_or(0);
        match (mine, theirs) {
            (0, 0) => None,
            (0, count) => Some((other, count)),
            (count, _) => Some((self.viewer, count)),
        }
    }

    pub(super) fn mark(&self, point: u8) -> Mark {
        if self.ctx.cursor == Some(Spot::Point(point)) {
            Mark::Cursor
        } else if self.ctx.selected == Some(Spot::Point(point)) {
            Mark::Selected
        } else if self.to.contains(&point) {
            Mark::Target
        } else if self.from.contains(&point) && self.ctx.selected.is_none() {
            Mark::Movable
        } else if self.recent.contains(&point) {
            Mark::Recent
        } else {
            Mark::None
        }
    }

    /// Whether the coming roll of `seat`, or the one it is playing, cascades if it is a double (B1).
    pub(super) fn cascades(&self, seat: Seat) -> bool {
        let (from, roll) = self.counter(seat);
        from.is_some_and(|from| roll >= u32::from(from))
    }

    /// From which roll on doubles cascade, and the number of the roll that counts for `seat`.
    fn counter(&self, seat: Seat) -> (Option<u8>, u32) {
        let AnyOptions::GulBara(Options { cascade_from, roll_counter, .. }) = &self.ctx.view.setup.game
        else {
            return (None, 0);
        };
        let made = match roll_counter {
            RollCounter::PerPlayer => self.game.rolls[seat],
            RollCounter::Combined => self.game.rolls[0] + self.game.rolls[1],
        };
        let playing = self.game.dice.is_some() && self.ctx.view.turn.contains(&seat);
        (*cascade_from, if playing { made } else { made + 1 })
    }

    /// A side's rolls: which one it is at, and what a double does now.
    pub(super) fn rolls(&self, seat: Seat) -> String {
        let (from, roll) = self.counter(seat);
        match from {
            None => format!("roll {roll}"),
            Some(_) if self.cascades(seat) => format!("roll {roll}, doubles cascade"),
            Some(from) => format!("roll {roll}, cascade from {from}"),
        }
    }

    /// The match score, once the match is longer than a game.
    pub(super) fn score(&self) -> Option<String> {
        let AnyOptions::GulBara(Options { match_points, .. }) = &self.ctx.view.setup.game else {
            return None;
        };
        let [mine, theirs] = [self.viewer, 1 - self.viewer].map(|seat| self.game.score[seat]);
        (*match_points > 1).then(|| format!("game {}, {mine}:{theirs} of {match_points}", self.game.game))
    }

    /// The dice, and what of the roll is still to be played, the current stage first.
    pub(super) fn dice(&self) -> Option<(String, String)> {
        let [a, b] = self.game.dice?;
        // different dice stand apart, the equal ones of a stage together: 3 5, but 4444 5555 6666
        let with = if a == b { "" } else { " " };
        let stage = |stage: &Vec<u8>| stage.iter().map(u8::to_string).collect::<Vec<_>>().join(with);
        let left: Vec<_> = self.game.stages.iter().map(stage).collect();
        let left = if left.is_empty() {
            "nothing left to play".to_owned()
        } else {
            format!("to play {}", left.join(" "))
        };
        Some((format!("{a}-{b}"), left))
    }

    /// What the seat in turn has to do, in a few words.
    pub(super) fn task(&self) -> String {
        use engine::games::gul_bara::Phase;
        let turn = self.ctx.view.turn.first().copied();
        let who = turn.map_or_else(String::new, |seat| text::name(self.ctx.view, seat));
        match (self.game.phase, turn) {
            (Phase::Over, _) => "the match is over".to_owned(),
            (Phase::Rolling, Some(_)) => format!("{who} to roll"),
            (Phase::Moving, Some(_)) if self.game.stages.is_empty() => format!("{who}: done, or undo a step"),
            (Phase::Moving, Some(_)) => format!("{who} to move"),
            (Phase::Rolling | Phase::Moving, None) => "the dice are rolled".to_owned(),
        }
    }
}

/// The steps open to the seat in turn, in its own numbering.
pub(crate) fn steps(ctx: &BoardContext) -> impl Iterator<Item = (u8, u8)> {
    ctx.view.legal.iter().filter_map(|legal| match legal {
        Legal::Move(AnyMove::GulBara(Move::Step { from, die })) => Some((*from, *die)),
        Legal::Move(_) | Legal::Free { .. } => None,
    })
}

/// The points that the newest turn's steps touched, in the viewer's numbering.
///
/// Events do not say who moved, so the steps are told apart by what ended a turn. While somebody moves they are
/// his; between turns they are those of the side that is not in turn.
fn recent(ctx: &BoardContext, viewer: Seat) -> Vec<u8> {
    let mut steps = Vec::new();
    let mut ended = false;
    for event in ctx.last.iter().rev() {
        match event {
            TableEvent::Game(GameEvent::GulBara(Event::Stepped { from, to, .. })) => steps.push((*from, *to)),
            TableEvent::Game(GameEvent::GulBara(Event::Done | Event::DeadRoll { .. }))
                if steps.is_empty() =>
            {
                ended = true;
            }
            TableEvent::Undone => {
                // what was taken back is not on the board any more, so nothing is marked rather than something wrong
                return Vec::new();
            }
            TableEvent::Game(_) | TableEvent::Started(_) | TableEvent::TakenBack { .. } => break,
            _ => {}
        }
    }
    let Some(&turn) = ctx.view.turn.first() else { return Vec::new() };
    let mover = if ended { 1 - turn.min(1) } else { turn };
    let mine = |point| if mover == viewer || point == 0 { point } else { across(point) };
    steps.into_iter().flat_map(|(from, to)| [mine(from), mine(to)]).filter(|&point| point > 0).collect()
}
