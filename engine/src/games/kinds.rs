//! The enums over the four games: one arm each, so that the compiler finds the one that is missing.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Choice, Confirming, Deed, Drawn, Need, Outcome, Refused, Rules, Seat, Start, crokidarts, dara, darbol,
    gul_bara,
};
use crate::fairness::Stream;

/// Which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Twelve stones, rows of exactly three.
    Dara,
    /// Backgammon without hitting.
    GulBara,
    /// A ball through the holes of a panel.
    Darbol,
    /// Crokinole to exactly 400.
    Crokidarts,
}

impl Kind {
    /// All games, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::Dara, Self::GulBara, Self::Darbol, Self::Crokidarts];

    /// The name as a setup spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dara => "dara",
            Self::GulBara => "gul_bara",
            Self::Darbol => "darbol",
            Self::Crokidarts => "crokidarts",
        }
    }

    /// How many seats the game has, least and most.
    #[must_use]
    pub fn seats(self) -> (usize, usize) {
        match self {
            Self::Dara | Self::GulBara => (2, 2),
            Self::Darbol => (1, 4),
            Self::Crokidarts => (1, 2),
        }
    }

    /// Whether the game is one of skill on a real board, so that it has two media.
    #[must_use]
    pub fn has_media(self) -> bool {
        matches!(self, Self::Darbol | Self::Crokidarts)
    }

    /// The length of a chain that is plenty for a match (fairness.md).
    #[must_use]
    pub fn chain_len(self) -> u32 {
        match self {
            Self::Dara => 16,
            Self::GulBara | Self::Darbol => 8_192,
            Self::Crokidarts => 32_768,
        }
    }
}

/// A game with its options: the `game` of a setup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Options {
    /// Dara.
    Dara(dara::Options),
    /// Gul Bara.
    GulBara(gul_bara::Options),
    /// Darbol.
    Darbol(darbol::Options),
    /// Crokidarts.
    Crokidarts(crokidarts::Options),
}

impl Options {
    /// Which game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Dara(_) => Kind::Dara,
            Self::GulBara(_) => Kind::GulBara,
            Self::Darbol(_) => Kind::Darbol,
            Self::Crokidarts(_) => Kind::Crokidarts,
        }
    }

    /// The seat to move of a given position, if the match starts from one.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        match self {
            Self::Dara(options) => options.position.as_ref().map(|position| position.to_move),
            Self::GulBara(options) => options.position.as_ref().map(|position| position.to_move),
            Self::Darbol(_) | Self::Crokidarts(_) => None,
        }
    }
}

/// A move as `act` takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Move {
    /// Dara.
    Dara(dara::Move),
    /// Gul Bara.
    GulBara(gul_bara::Move),
    /// Darbol.
    Darbol(darbol::Move),
    /// Crokidarts.
    Crokidarts(crokidarts::Move),
}

/// JSON that is no move of the game, whatever the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadMove(pub String);

impl Move {
    /// Reads a move of the game that `options` describe.
    ///
    /// # Errors
    /// If it is not well-formed whatever the position: another game's move, a wrong type, a cell off the board.
    pub fn read(options: &Options, json: &Value) -> Result<Self, BadMove> {
        fn own<'a, M: Deserialize<'a>>(json: &'a Value) -> Result<M, BadMove> {
            M::deserialize(json).map_err(|error| BadMove(format!("this is no move of the game: {error}")))
        }
        let (mv, checked) = match options {
            Options::Dara(options) => {
                let mv = own(json)?;
                (Self::Dara(mv), options.check_move(&mv))
            }
            Options::GulBara(options) => {
                let mv = own(json)?;
                (Self::GulBara(mv), options.check_move(&mv))
            }
            Options::Darbol(options) => {
                let mv = own(json)?;
                (Self::Darbol(mv), options.check_move(&mv))
            }
            Options::Crokidarts(options) => {
                let mv: crokidarts::Move = own(json)?;
                let checked = options.check_move(&mv);
                (Self::Crokidarts(mv), checked)
            }
        };
        checked.map_err(BadMove)?;
        Ok(mv)
    }
}

/// An entry of a view's `legal`: a move whole, or one with free parameters by its type alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Legal {
    /// A move, whole. A move that several games share (`roll`) may be read as another game's: see
    /// [`Move::read`] for a reading by game.
    Move(Move),
    /// A move with free parameters.
    Free {
        /// Its type.
        r#type: String,
    },
}

/// An event of one of the games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameEvent {
    /// Dara.
    Dara(dara::Event),
    /// Gul Bara.
    GulBara(gul_bara::Event),
    /// Darbol.
    Darbol(darbol::Event),
    /// Crokidarts.
    Crokidarts(crokidarts::Event),
}

impl GameEvent {
    /// Whether the turn of its player ends with this event.
    #[must_use]
    pub fn ends_turn(&self) -> bool {
        match self {
            Self::Dara(event) => matches!(event, dara::Event::Passed { .. }),
            Self::GulBara(event) => matches!(event, gul_bara::Event::Done | gul_bara::Event::DeadRoll { .. }),
            Self::Darbol(event) => matches!(event, darbol::Event::TurnEnded { .. }),
            Self::Crokidarts(event) => matches!(event, crokidarts::Event::TurnEnded { .. }),
        }
    }
}

/// The game as everyone may see it: the `game` of a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum View {
    /// Dara.
    Dara(dara::View),
    /// Gul Bara.
    GulBara(gul_bara::View),
    /// Darbol.
    Darbol(darbol::View),
    /// Crokidarts.
    Crokidarts(crokidarts::View),
}

/// The state of one of the games.
#[derive(Debug, Clone, PartialEq)]
pub enum Game {
    /// Dara.
    Dara(dara::Game),
    /// Gul Bara.
    GulBara(gul_bara::Game),
    /// Darbol.
    Darbol(darbol::Game),
    /// Crokidarts.
    Crokidarts(crokidarts::Game),
}

/// Runs the same expression on whichever game it is.
macro_rules! each {
    ($game:expr, $it:ident => $body:expr) => {
        match $game {
            Game::Dara($it) => $body,
            Game::GulBara($it) => $body,
            Game::Darbol($it) => $body,
            Game::Crokidarts($it) => $body,
        }
    };
}

/// Wraps a game's own value in the arm of an enum over all games.
macro_rules! wrap {
    ($game:expr, $it:ident => $body:expr, $wrap:ident) => {
        match $game {
            Game::Dara($it) => $wrap($body, GameEvent::Dara),
            Game::GulBara($it) => $wrap($body, GameEvent::GulBara),
            Game::Darbol($it) => $wrap($body, GameEvent::Darbol),
            Game::Crokidarts($it) => $wrap($body, GameEvent::Crokidarts),
        }
    };
}

/// Turns a game's own deed into one that holds an event of any game.
fn lift<E>(deed: Deed<E>, wrap: impl Fn(E) -> GameEvent) -> Deed<GameEvent> {
    match deed {
        Deed::Rolling => Deed::Rolling,
        Deed::Undone => Deed::Undone,
        Deed::Confirmed => Deed::Confirmed,
        Deed::Disputed => Deed::Disputed,
        Deed::Own(event) => Deed::Own(wrap(event)),
    }
}

impl Game {
    /// The initial position of a match.
    #[must_use]
    pub fn new(options: &Options, start: &Start) -> Self {
        match options {
            Options::Dara(options) => Self::Dara(dara::Game::new(options, start)),
            Options::GulBara(options) => Self::GulBara(gul_bara::Game::new(options, start)),
            Options::Darbol(options) => Self::Darbol(darbol::Game::new(options, start)),
            Options::Crokidarts(options) => Self::Crokidarts(crokidarts::Game::new(options, start)),
        }
    }

    /// The lot fell on `first`.
    pub fn begin(&mut self, first: Seat) {
        each!(self, game => game.begin(first));
    }

    /// The seat that started the match, once known.
    #[must_use]
    pub fn first(&self) -> Option<Seat> {
        each!(self, game => game.first())
    }

    /// Seats that may act now.
    #[must_use]
    pub fn turn(&self) -> Vec<Seat> {
        each!(self, game => game.turn())
    }

    /// What chance is needed for now: the lot first, then whatever the game asks for.
    #[must_use]
    pub fn need(&self) -> Option<Need> {
        let need = each!(self, game => game.need());
        need.or_else(|| (self.first().is_none() && self.outcome().is_none()).then_some(Need::Lot))
    }

    /// The moves open to the seats in turn.
    #[must_use]
    pub fn legal(&self) -> Vec<Legal> {
        fn listed<M>(choices: Vec<Choice<M>>, wrap: impl Fn(M) -> Move) -> Vec<Legal> {
            let one = |choice| match choice {
                Choice::Move(mv) => Legal::Move(wrap(mv)),
                Choice::Free(name) => Legal::Free { r#type: name.to_owned() },
            };
            choices.into_iter().map(one).collect()
        }
        match self {
            Self::Dara(game) => listed(game.legal(), Move::Dara),
            Self::GulBara(game) => listed(game.legal(), Move::GulBara),
            Self::Darbol(game) => listed(game.legal(), Move::Darbol),
            Self::Crokidarts(game) => listed(game.legal(), Move::Crokidarts),
        }
    }

    /// What a move means.
    ///
    /// # Errors
    /// If the seat is not in turn or the rules do not allow it.
    pub fn decide(&self, by: Seat, mv: &Move) -> Result<Deed<GameEvent>, Refused> {
        match (self, mv) {
            (Self::Dara(game), Move::Dara(mv)) => Ok(lift(game.decide(by, mv)?, GameEvent::Dara)),
            (Self::GulBara(game), Move::GulBara(mv)) => Ok(lift(game.decide(by, mv)?, GameEvent::GulBara)),
            (Self::Darbol(game), Move::Darbol(mv)) => Ok(lift(game.decide(by, mv)?, GameEvent::Darbol)),
            (Self::Crokidarts(game), Move::Crokidarts(mv)) => {
                Ok(lift(game.decide(by, mv)?, GameEvent::Crokidarts))
            }
            _ => super::illegal("this is another game's move"),
        }
    }

    /// What happens next by the rules alone.
    #[must_use]
    pub fn follow(&self) -> Option<GameEvent> {
        fn some<E>(event: Option<E>, wrap: impl Fn(E) -> GameEvent) -> Option<GameEvent> {
            event.map(wrap)
        }
        wrap!(self, game => game.follow(), some)
    }

    /// The outcome of the game's own draw that is needed now.
    #[must_use]
    pub fn draw(&self, stream: &mut Stream) -> Drawn<GameEvent> {
        fn drawn<E>(drawn: Drawn<E>, wrap: impl Fn(E) -> GameEvent) -> Drawn<GameEvent> {
            Drawn { values: drawn.values, event: drawn.event.map(wrap) }
        }
        wrap!(self, game => game.draw(stream), drawn)
    }

    /// Takes in the values of a draw; the lot's is the seat that begins.
    pub fn take(&mut self, need: Need, values: &[u8]) {
        match (need, values) {
            (Need::Lot, [seat, ..]) => self.begin(usize::from(*seat)),
            (Need::Lot, []) => {}
            (Need::RollOff | Need::Roll | Need::Doubles | Need::Toss | Need::Shot | Need::SetLot, _) => {
                each!(self, game => game.take(need, values));
            }
        }
    }

    /// Takes in what happened.
    pub fn apply(&mut self, by: Option<Seat>, deed: &Deed<GameEvent>) {
        match deed {
            Deed::Rolling => each!(self, game => game.apply(by, &Deed::Rolling)),
            Deed::Undone => each!(self, game => game.apply(by, &Deed::Undone)),
            Deed::Confirmed => each!(self, game => game.apply(by, &Deed::Confirmed)),
            Deed::Disputed => each!(self, game => game.apply(by, &Deed::Disputed)),
            Deed::Own(event) => match (self, event) {
                (Self::Dara(game), GameEvent::Dara(event)) => game.apply(by, &Deed::Own(*event)),
                (Self::GulBara(game), GameEvent::GulBara(event)) => game.apply(by, &Deed::Own(*event)),
                (Self::Darbol(game), GameEvent::Darbol(event)) => game.apply(by, &Deed::Own(event.clone())),
                (Self::Crokidarts(game), GameEvent::Crokidarts(event)) => {
                    game.apply(by, &Deed::Own(event.clone()));
                }
                // an event of another game cannot be in this game's log
                _ => {}
            },
        }
    }

    /// A seat leaves a match that goes on without it.
    pub fn leave(&mut self, seat: Seat) {
        each!(self, game => game.leave(seat));
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    /// The points of a match that `loser` gives up to `winner` (B23).
    #[must_use]
    pub fn concede(&self, winner: Seat, loser: Seat) -> Vec<u32> {
        each!(self, game => game.concede(winner, loser))
    }

    /// The points of a match that ends now without a winner.
    #[must_use]
    pub fn standing(&self) -> Vec<u32> {
        each!(self, game => game.standing())
    }

    /// A turn of the `table` medium that waits for the other side's word.
    #[must_use]
    pub fn confirming(&self) -> Option<Confirming> {
        each!(self, game => game.confirming())
    }

    /// The game as everyone may see it.
    #[must_use]
    pub fn view(&self) -> View {
        match self {
            Self::Dara(game) => View::Dara(game.view()),
            Self::GulBara(game) => View::GulBara(game.view()),
            Self::Darbol(game) => View::Darbol(game.view()),
            Self::Crokidarts(game) => View::Crokidarts(game.view()),
        }
    }

    /// The move that an event of this game records, if it records one.
    #[must_use]
    pub fn move_of(&self, deed: &Deed<GameEvent>) -> Option<Move> {
        fn own<G: Rules>(deed: &Deed<GameEvent>, event: Option<&G::Event>) -> Option<G::Move>
        where
            G::Event: Clone,
        {
            let deed = match deed {
                Deed::Rolling => Deed::Rolling,
                Deed::Undone => Deed::Undone,
                Deed::Confirmed => Deed::Confirmed,
                Deed::Disputed => Deed::Disputed,
                Deed::Own(_) => Deed::Own(event?.clone()),
            };
            G::move_of(&deed)
        }
        let event = match deed {
            Deed::Own(event) => Some(event),
            Deed::Rolling | Deed::Undone | Deed::Confirmed | Deed::Disputed => None,
        };
        match self {
            Self::Dara(_) => {
                let event =
                    event.and_then(|event| if let GameEvent::Dara(e) = event { Some(e) } else { None });
                own::<dara::Game>(deed, event).map(Move::Dara)
            }
            Self::GulBara(_) => {
                let event =
                    event.and_then(|event| if let GameEvent::GulBara(e) = event { Some(e) } else { None });
                own::<gul_bara::Game>(deed, event).map(Move::GulBara)
            }
            Self::Darbol(_) => {
                let event =
                    event.and_then(|event| if let GameEvent::Darbol(e) = event { Some(e) } else { None });
                own::<darbol::Game>(deed, event).map(Move::Darbol)
            }
            Self::Crokidarts(_) => {
                let event =
                    event.and_then(|event| if let GameEvent::Crokidarts(e) = event { Some(e) } else { None });
                own::<crokidarts::Game>(deed, event).map(Move::Crokidarts)
            }
        }
    }
}
