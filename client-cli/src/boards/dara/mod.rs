//! Dara's board: what each cell shows, for both renderers.
//!
//! Row 1 is on top and column a on the left, as the rules write positions. Legal moves come from the view; only
//! what stands in a row is found here, to light it.

mod full;
mod lines;

use engine::games::dara::{Cell, Event, Move, Options, Phase, View};
use engine::games::{GameEvent, Legal, Move as AnyMove, Options as AnyOptions, Seat};
use engine::table::Event as TableEvent;

use super::{BoardContext, Spot, text};

pub use full::draw;
pub use lines::plain;

/// Stones that a seat starts with, unless the match started from a position.
const STONES: usize = 12;

/// What a cell shows besides its stone; where several hold, the first in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Under the cursor.
    Cursor,
    /// The stone that was picked up.
    Selected,
    /// The picked-up stone, or the next stone, may go here.
    Target,
    /// May be taken now.
    Prey,
    /// Part of the last move: a stone that came, a cell that was left or emptied.
    Recent,
    /// Stands in a row of exactly three.
    InRow,
    /// Nothing.
    None,
}

impl Mark {
    /// The characters left and right of the stone.
    pub(super) fn around(self) -> [char; 2] {
        match self {
            Self::Cursor => ['[', ']'],
            Self::Selected => ['▸', '◂'],
            Self::Prey => ['!', '!'],
            Self::Recent => ['‹', '›'],
            Self::InRow => ['(', ')'],
            Self::Target | Self::None => [' ', ' '],
        }
    }
}

/// A position with everything that is shown of it.
pub(super) struct Board<'a> {
    pub(super) ctx: &'a BoardContext<'a>,
    pub(super) game: &'a View,
    stones: Vec<Vec<Option<Seat>>>,
    targets: Vec<Cell>,
    prey: Vec<Cell>,
    recent: Vec<Cell>,
}

impl<'a> Board<'a> {
    pub(super) fn new(ctx: &'a BoardContext<'a>, game: &'a View) -> Self {
        let side = |mark| match mark {
            'x' => Some(0),
            'o' => Some(1),
            _ => None,
        };
        let stones = game.board.iter().take(7).map(|row| row.chars().take(6).map(side).collect()).collect();
        let mut board = Self { ctx, game, stones, targets: vec![], prey: vec![], recent: recent(ctx.last) };
        for mv in moves(ctx) {
            match mv {
                // every empty cell would be marked while placing; only what is forbidden would tell anything
                Move::Place { .. } => {}
                Move::Step { from, to } if ctx.selected == Some(Spot::Cell(from)) => board.targets.push(to),
                Move::Step { .. } => {}
                Move::Capture { at } => board.prey.push(at),
            }
        }
        board
    }

    pub(super) fn rows(&self) -> u8 {
        u8::try_from(self.stones.len()).unwrap_or(7)
    }

    pub(super) fn stone(&self, cell: Cell) -> Option<Seat> {
        *self.stones.get(usize::from(cell.row))?.get(usize::from(cell.col))?
    }

    pub(super) fn mark(&self, cell: Cell) -> Mark {
        if self.ctx.cursor == Some(Spot::Cell(cell)) {
            Mark::Cursor
        } else if self.ctx.selected == Some(Spot::Cell(cell)) {
            Mark::Selected
        } else {
            self.lasting_mark(cell)
        }
    }

    /// The mark without cursor and selection.
    pub(super) fn lasting_mark(&self, cell: Cell) -> Mark {
        if self.targets.contains(&cell) {
            Mark::Target
        } else if self.prey.contains(&cell) {
            Mark::Prey
        } else if self.recent.contains(&cell) {
            Mark::Recent
        } else if self.in_row(cell) {
            Mark::InRow
        } else {
            Mark::None
        }
    }

    /// Whether the stone there stands in a run of exactly three (A8, A9).
    pub(super) fn in_row(&self, cell: Cell) -> bool {
        let Some(seat) = self.stone(cell) else { return false };
        let run = |dc: i8, dr: i8| {
            let reach = |sign: i8| {
                let along = (1..7).map_while(|n| {
                    let col = cell.col.checked_add_signed(sign * dc * n)?;
                    let row = cell.row.checked_add_signed(sign * dr * n)?;
                    (self.stone(Cell { col, row }) == Some(seat)).then_some(())
                });
                along.count()
            };
            1 + reach(1) + reach(-1)
        };
        run(1, 0) == 3 || run(0, 1) == 3
    }

    /// What is known of a seat's stones: in hand, on the board, taken from it.
    pub(super) fn count(&self, seat: Seat) -> (usize, usize, usize) {
        let hand = usize::try_from(self.game.in_hand[seat]).unwrap_or(0);
        let on = self.stones.iter().flatten().filter(|&&stone| stone == Some(seat)).count();
        let mark = ['x', 'o'][seat];
        let began = match &self.ctx.view.setup.game {
            AnyOptions::Dara(Options { position: Some(position), .. }) => {
                position.board.iter().map(|row| row.matches(mark).count()).sum()
            }
            AnyOptions::Dara(_)
            | AnyOptions::GulBara(_)
            | AnyOptions::Darbol(_)
            | AnyOptions::Crokidarts(_) => STONES,
        };
        (hand, on, began.saturating_sub(hand + on))
    }

    /// What is to be done now, in a few words.
    pub(super) fn task(&self) -> String {
        let task = self.unaddressed_task();
        match self.ctx.view.turn.first() {
            Some(&seat) if !self.ctx.my_turn() => format!("{}: {task}", text::name(self.ctx.view, seat)),
            Some(_) | None => task,
        }
    }

    fn unaddressed_task(&self) -> String {
        match (self.game.phase, self.game.captures_due) {
            (Phase::Placing, _) => "placing: a stone on an empty cell".to_owned(),
            (Phase::Moving, _) => "moving: one step, across or down".to_owned(),
            (Phase::Capturing, 0 | 1) => "a row! take one stone marked !".to_owned(),
            (Phase::Capturing, due) => format!("rows! take {due} stones marked !"),
            (Phase::Over, _) => "the game is over".to_owned(),
        }
    }

    /// How near the draw without a capture is, once that is worth knowing (A14).
    pub(super) fn quiet(&self) -> Option<String> {
        let AnyOptions::Dara(Options { no_capture_limit: Some(limit), .. }) = &self.ctx.view.setup.game
        else {
            return None;
        };
        (self.game.quiet >= 10).then(|| format!("{} of {limit} plies without a capture", self.game.quiet))
    }
}

/// The moves open to the seats in turn.
pub(crate) fn moves(ctx: &BoardContext) -> impl Iterator<Item = Move> {
    ctx.view.legal.iter().filter_map(|legal| match legal {
        Legal::Move(AnyMove::Dara(mv)) => Some(*mv),
        Legal::Move(AnyMove::GulBara(_) | AnyMove::Darbol(_) | AnyMove::Crokidarts(_))
        | Legal::Free { .. } => None,
    })
}

/// The cells of the last ply: a placement, or a step and the captures after it.
fn recent(last: &[TableEvent]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for event in last.iter().rev() {
        match event {
            TableEvent::Game(GameEvent::Dara(Event::Captured { at })) => cells.push(*at),
            TableEvent::Game(GameEvent::Dara(Event::Placed { at })) => {
                cells.push(*at);
                break;
            }
            TableEvent::Game(GameEvent::Dara(Event::Stepped { from, to })) => {
                cells.extend([*from, *to]);
                break;
            }
            TableEvent::TakenBack { .. } => break,
            _ => {}
        }
    }
    cells
}
