//! The four games behind one contract, [`Rules`], and the enums that carry them over the wire and in the log.
//!
//! A game knows its rules and nothing of clocks, offers or people. It takes outcomes (dice, tosses, shots) as
//! inputs. A fifth game is one folder here and one arm in each enum of `kinds.rs`.

pub mod crokidarts;
pub mod dara;
pub mod darbol;
pub mod gul_bara;

mod kinds;

pub use kinds::*;

use serde::{Deserialize, Serialize};

use crate::fairness::Stream;

/// Index of a seat, from 0. Seats never move; who starts is told by `first`.
pub type Seat = usize;

/// What every game is built from, besides its own options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// How many seats play, 1 to 4.
    pub seats: usize,
    /// Simulated or on a real board; `Virtual` for the board games.
    pub medium: Medium,
    /// The seat that begins, if it is known; otherwise a draw decides and [`Rules::begin`] tells.
    pub first: Option<Seat>,
    /// Hundred's awarded points and extra turns, one entry a seat (C37 to C42).
    pub handicap: Option<Vec<Handicap>>,
}

/// In which medium a game of skill is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medium {
    /// The server simulates each toss or shot.
    #[default]
    Virtual,
    /// Each player uses a real board before a camera and reports.
    Table,
}

/// What a weaker player of Hundred is given at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Handicap {
    /// Points on the score before the first turn (C38).
    pub points: u32,
    /// Turns in a row before the first round (C39).
    pub extra_turns: u32,
}

/// What the rules need chance for; spelled as the field `for` of a `drawn` event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// Who starts the match: a die of as many sides as seats, minus one. Drawn by the table.
    Lot,
    /// Gul Bara's opening: one die each, until they differ.
    RollOff,
    /// The dice of a turn.
    Roll,
    /// Double Down's double holes.
    Doubles,
    /// The unsteadiness of a simulated toss.
    Toss,
    /// The unsteadiness of a simulated shot.
    Shot,
    /// Who starts a deciding set.
    SetLot,
}

/// What a draw gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn<E> {
    /// The `values` of the `drawn` event: dice or a seat; empty for a toss or a shot.
    pub values: Vec<u8>,
    /// The event in which a simulation's outcome is logged, right after `drawn`.
    pub event: Option<E>,
}

/// Something that happened in a game: an event that several games share, or one of its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed<E> {
    /// The dice were asked for (move `roll`).
    Rolling,
    /// The last step or report of this turn was taken back.
    Undone,
    /// A finished turn of the `table` medium was accepted, by a seat or by time.
    Confirmed,
    /// A finished turn of the `table` medium was refused: it is reported anew from its start.
    Disputed,
    /// An event of this game alone.
    Own(E),
}

/// An entry of the list of legal moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice<M> {
    /// A move, whole.
    Move(M),
    /// A move with free parameters, listed by its `type` alone.
    Free(&'static str),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that won; empty for a draw.
    pub winners: Vec<Seat>,
    /// Why it is over.
    pub reason: Reason,
    /// Points per seat: 1 and 0, a match score, or sets.
    pub points: Vec<u32>,
}

/// Why a match is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Played to its end by the rules.
    Completed,
    /// A seat gave the match up.
    Resigned,
    /// A clock ran out.
    Time,
    /// A seat was gone, or owed something, for too long, and the other side claimed.
    Abandoned,
    /// Drawn by agreement.
    Agreed,
    /// Drawn: the same position came up again and again (A14).
    Repetition,
    /// Drawn or void: nothing happened for too long (A14, B.3).
    NoProgress,
    /// A player without a step lost, or a double pass drew (A13, A.3).
    Immobile,
    /// The cap on rounds or turns was reached (C5, D19), or a chain of links was used up.
    Cap,
    /// Every player's score is dead (C.2).
    Dead,
    /// Ended without a result: both sides away, or a turn that stayed in dispute.
    Unfinished,
}

impl Reason {
    /// The reason as it is spelled on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
            Self::Agreed => "agreed",
            Self::Repetition => "repetition",
            Self::NoProgress => "no_progress",
            Self::Immobile => "immobile",
            Self::Cap => "cap",
            Self::Dead => "dead",
            Self::Unfinished => "unfinished",
        }
    }
}

/// A move that is well-formed but not possible now, with the sentence that tells the player why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is another seat's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The rules do not allow it; says which rule, and what would be right.
    #[error("{0}")]
    Illegal(String),
}

/// A refusal by the rules, in the words a player reads.
pub fn illegal<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Illegal(why.into()))
}

/// An option out of its range: the setup that holds it is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadOption {
    /// The option, as a setup spells it.
    pub field: &'static str,
    /// What was wrong and what would be right, in one sentence.
    pub message: String,
}

/// The contract between a game and the table.
///
/// A value machine: [`decide`](Rules::decide) says what a move means, [`apply`](Rules::apply) what an event does.
/// `apply` cannot fail and meets only events that `decide`, `follow` or `draw` gave in that same state. After each
/// event the table asks [`follow`](Rules::follow) until nothing more follows by itself, then
/// [`outcome`](Rules::outcome), then [`need`](Rules::need).
pub trait Rules: Clone + std::fmt::Debug + PartialEq {
    /// The game's part of a setup.
    type Options;
    /// A move as `act` takes it.
    type Move;
    /// An event of this game alone.
    type Event;
    /// The game as everyone may see it.
    type View;

    /// The initial position. With `start.first` unknown nobody is in turn until [`begin`](Rules::begin), except
    /// that Gul Bara then needs its roll-off.
    fn new(options: &Self::Options, start: &Start) -> Self;

    /// The lot fell on `first`.
    fn begin(&mut self, first: Seat);

    /// The seat that started this match, once known.
    fn first(&self) -> Option<Seat>;

    /// Seats that may act now, ascending; empty while chance is needed and when the game is over.
    fn turn(&self) -> Vec<Seat>;

    /// What chance is needed for right now, if it is (never `Lot`, which is the table's).
    fn need(&self) -> Option<Need>;

    /// The moves open to the seats in `turn`. Exactly these are accepted by `decide`.
    fn legal(&self) -> Vec<Choice<Self::Move>>;

    /// What a move means: the event that it is, or why it is refused. Checks that `by` is in turn.
    fn decide(&self, by: Seat, mv: &Self::Move) -> Result<Deed<Self::Event>, Refused>;

    /// What happens next by the rules alone, without anybody's move (a turn's end, a pass, a dead roll).
    fn follow(&self) -> Option<Self::Event>;

    /// The outcome of the draw that [`need`](Rules::need) asks for, taken from its stream.
    fn draw(&self, stream: &mut Stream) -> Drawn<Self::Event>;

    /// Takes in the `values` of a draw (the `drawn` event). For a toss or shot the outcome comes as its own event.
    fn take(&mut self, need: Need, values: &[u8]);

    /// Takes in an event; `by` is the seat that did it, none for what happens by itself.
    fn apply(&mut self, by: Option<Seat>, deed: &Deed<Self::Event>);

    /// A seat leaves a match of three or four that goes on without it: it is skipped from now on, and if it was
    /// its turn, the turn ends.
    fn leave(&mut self, seat: Seat);

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The `points` of a match that `loser` gives up, loses on time or abandons now (B23), to `winner`'s favour.
    fn concede(&self, winner: Seat, loser: Seat) -> Vec<u32>;

    /// The points per seat of a match that ends now without a winner (agreed, unfinished, cap of a chain).
    fn standing(&self) -> Vec<u32>;

    /// A turn of the `table` medium that waits for the other side's word, if there is one.
    fn confirming(&self) -> Option<Confirming>;

    /// The game as everyone may see it.
    fn view(&self) -> Self::View;

    /// The move that an event records, if it records one: used to recognise a repeated `act`.
    fn move_of(deed: &Deed<Self::Event>) -> Option<Self::Move>;
}

/// A finished turn of the `table` medium that waits to be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirming {
    /// The seat whose turn it was.
    pub reporter: Seat,
    /// How often this same turn was disputed already.
    pub disputes: u32,
}
