//! Gul Bara behind the contract of all games.

use crate::fairness::Stream;
use crate::games::{
    Choice, Confirming, Deed, Drawn, Need, Outcome, Reason, Refused, Rules, Seat, Start, illegal,
};

use super::board::Board;
use super::{Due, Event, Game, Move, Options, Phase, View, refusal};

impl Rules for Game {
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    /// A given position stands for the first game only; later games of the match begin as usual.
    fn new(options: &Options, start: &Start) -> Self {
        let mut game = Self {
            options: options.clone(),
            board: Board::START,
            rolls: [0, 0],
            score: [0, 0],
            number: 1,
            first: None,
            starter: 0,
            mover: 0,
            turn: None,
            dead_rolls: 0,
            due: Due::RollOff,
        };
        if let Some(position) = &options.position {
            game.board = Board::new(position.points);
            game.rolls = position.rolls;
            game.start(position.to_move);
        } else if let Some(first) = start.first {
            game.start(first);
        }
        game
    }

    fn begin(&mut self, first: Seat) {
        self.start(first);
    }

    fn first(&self) -> Option<Seat> {
        self.first
    }

    fn turn(&self) -> Vec<Seat> {
        self.in_turn().into_iter().collect()
    }

    fn need(&self) -> Option<Need> {
        match self.due {
            Due::RollOff => Some(Need::RollOff),
            Due::Dice => Some(Need::Roll),
            Due::Word | Due::Steps | Due::DeadRoll | Due::GameEnd | Due::Nothing => None,
        }
    }

    fn legal(&self) -> Vec<Choice<Move>> {
        if self.due == Due::Word {
            return vec![Choice::Move(Move::Roll)];
        }
        let Some(turn) = self.playing() else {
            return vec![];
        };
        let steps = turn.playable(&self.board, self.mover);
        let mut moves: Vec<_> = steps.iter().map(|(from, die)| Move::Step { from, die }).collect();
        let stuck = moves.is_empty();
        moves.extend(turn.started().then_some(Move::Undo));
        moves.extend(stuck.then_some(Move::Done));
        moves.into_iter().map(Choice::Move).collect()
    }

    fn decide(&self, by: Seat, mv: &Move) -> Result<Deed<Event>, Refused> {
        if self.in_turn() != Some(by) {
            return Err(Refused::NotYourTurn);
        }
        let Some(turn) = self.playing() else {
            return match mv {
                Move::Roll => Ok(Deed::Rolling),
                Move::Undo => illegal("there is nothing to take back: roll the dice"),
                Move::Step { .. } | Move::Done => illegal("roll the dice first"),
            };
        };
        match *mv {
            Move::Roll => illegal("you have rolled already: play the dice, then say done"),
            Move::Undo if turn.started() => Ok(Deed::Undone),
            Move::Undo => illegal("you have made no step in this turn that could be taken back"),
            Move::Done => match refusal::done(&self.board, turn, by) {
                Some(why) => illegal(why),
                None => Ok(Deed::Own(Event::Done)),
            },
            Move::Step { from, die } if turn.playable(&self.board, by).contains(from, die) => {
                Ok(Deed::Own(Event::Stepped { from, die, to: from.saturating_sub(die) }))
            }
            Move::Step { from, die } => illegal(refusal::step(&self.board, turn, by, from, die)),
        }
    }

    fn follow(&self) -> Option<Event> {
        match self.due {
            Due::DeadRoll => self.turn.as_ref().map(|turn| Event::DeadRoll { dice: turn.dice() }),
            Due::GameEnd if self.won() => {
                Some(Event::GameEnded { winner: Some(self.mover), points: self.worth(1 - self.mover) })
            }
            Due::GameEnd => Some(Event::GameEnded { winner: None, points: 0 }),
            Due::RollOff | Due::Word | Due::Dice | Due::Steps | Due::Nothing => None,
        }
    }

    fn draw(&self, stream: &mut Stream) -> Drawn<Event> {
        let mut values = Vec::new();
        if self.due == Due::RollOff {
            // Seat 0's die, then seat 1's, until they differ (B4).
            while values.chunks(2).all(|pair| pair[0] == pair[1]) {
                values.extend([stream.die(6), stream.die(6)]);
            }
        } else if self.due == Due::Dice {
            values.extend([stream.die(6), stream.die(6)]);
        }
        Drawn { values, event: None }
    }

    fn take(&mut self, need: Need, values: &[u8]) {
        match (need, values) {
            // The higher die starts and rolls anew; the tries before it were equal.
            (Need::RollOff, &[.., a, b]) if a != b => self.start(usize::from(b > a)),
            (Need::Roll, &[a @ 1..=6, b @ 1..=6]) => self.rolled([a, b]),
            (
                Need::RollOff
                | Need::Roll
                | Need::Lot
                | Need::Doubles
                | Need::Toss
                | Need::Shot
                | Need::SetLot,
                _,
            ) => {}
        }
    }

    fn apply(&mut self, _by: Option<Seat>, deed: &Deed<Event>) {
        match *deed {
            Deed::Rolling => self.due = Due::Dice,
            Deed::Undone => self.undone(),
            Deed::Own(Event::Stepped { from, die, .. }) => self.stepped(from, die),
            Deed::Own(Event::Done) => self.turn_ended(0),
            Deed::Own(Event::DeadRoll { .. }) => self.turn_ended(self.dead_rolls + 1),
            Deed::Own(Event::GameEnded { winner, points }) => self.game_ended(winner, points),
            // Nothing is reported in a game without the `table` medium.
            Deed::Confirmed | Deed::Disputed => {}
        }
    }

    fn leave(&mut self, _seat: Seat) {
        // A match of two does not go on without one of them.
    }

    /// Over without a winner is a match that the guard of 200 dead rolls ended: its score stands.
    fn outcome(&self) -> Option<Outcome> {
        if self.due != Due::Nothing {
            return None;
        }
        let points = self.standing();
        Some(if self.won() {
            Outcome { winners: vec![self.mover], reason: Reason::Completed, points }
        } else {
            Outcome { winners: vec![], reason: Reason::NoProgress, points }
        })
    }

    /// The match score with B23's points added: two if the loser has none off in this game, otherwise one.
    fn concede(&self, winner: Seat, loser: Seat) -> Vec<u32> {
        let mut points = self.standing();
        points[winner] += self.worth(loser);
        points
    }

    fn standing(&self) -> Vec<u32> {
        self.score.to_vec()
    }

    fn confirming(&self) -> Option<Confirming> {
        None
    }

    fn view(&self) -> View {
        let stages = self.playing().filter(|turn| !turn.playable(&self.board, self.mover).is_empty());
        View {
            phase: match self.due {
                Due::RollOff | Due::Word | Due::Dice => Phase::Rolling,
                Due::Steps | Due::DeadRoll | Due::GameEnd => Phase::Moving,
                Due::Nothing => Phase::Over,
            },
            points: self.board.points(),
            dice: self.turn.map(|turn| turn.dice()),
            stages: stages.map_or_else(Vec::new, |turn| turn.stages()),
            rolls: self.rolls,
            score: self.score,
            game: self.number,
        }
    }

    fn move_of(deed: &Deed<Event>) -> Option<Move> {
        match *deed {
            Deed::Rolling => Some(Move::Roll),
            Deed::Undone => Some(Move::Undo),
            Deed::Own(Event::Stepped { from, die, .. }) => Some(Move::Step { from, die }),
            Deed::Own(Event::Done) => Some(Move::Done),
            Deed::Own(Event::DeadRoll { .. } | Event::GameEnded { .. }) => None,
            Deed::Confirmed | Deed::Disputed => None,
        }
    }
}
