//! [`Game`] behind the contract that all games share.

use super::doubles::Doubles;
use super::play::Play;
use super::turn::{Awaits, Turn};
use super::{Event, Game, Move, Options, Phase, View, hundred};
use crate::fairness::Stream;
use crate::games::{Choice, Confirming, Deed, Drawn, Need, Outcome, Refused, Rules, Seat, Start};
use crate::physics;

impl Rules for Game {
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn new(options: &Options, start: &Start) -> Self {
        let mut game = Self::waiting(options, start);
        if let Some(first) = start.first {
            game.begin(first);
        }
        game
    }

    fn begin(&mut self, first: Seat) {
        self.first = Some(first);
        // round 0 belongs to the extra turns; without any it is passed over
        self.round = 0;
        self.pass();
    }

    fn first(&self) -> Option<Seat> {
        self.first
    }

    fn turn(&self) -> Vec<Seat> {
        if self.first.is_none() || self.need().is_some() || self.follow().is_some() {
            return Vec::new();
        }
        match self.phase() {
            Phase::Over => Vec::new(),
            Phase::Confirming => self.others().collect(),
            Phase::Rolling | Phase::Tossing => vec![self.turn.seat],
        }
    }

    fn need(&self) -> Option<Need> {
        if self.first.is_none() || self.outcome.is_some() {
            return None;
        }
        match (self.turn.awaits, &self.play) {
            (Awaits::Dice, _) => Some(Need::Roll),
            (Awaits::Ball(_), _) => Some(Need::Toss),
            (Awaits::Move, Play::DoubleDown(game)) if game.doubles.is_none() => Some(Need::Doubles),
            (Awaits::Move | Awaits::End, _) => None,
        }
    }

    fn legal(&self) -> Vec<Choice<Move>> {
        self.open_moves()
    }

    fn decide(&self, by: Seat, mv: &Move) -> Result<Deed<Event>, Refused> {
        if !self.turn().contains(&by) {
            return Err(Refused::NotYourTurn);
        }
        self.check(mv).map_err(Refused::Illegal)?;
        Ok(match *mv {
            Move::Roll => Deed::Rolling,
            Move::Toss(toss) => Deed::Own(Event::Aimed(toss)),
            Move::Report { hole } => Deed::Own(Event::Reported { hole }),
            Move::Undo => Deed::Undone,
            Move::Confirm => Deed::Confirmed,
            Move::Dispute => Deed::Disputed,
        })
    }

    fn follow(&self) -> Option<Event> {
        let verdict = self.verdict()?;
        let accepted = self.turn.awaits == Awaits::End || !self.must_confirm();
        (verdict.over && accepted).then_some(Event::TurnEnded { seat: self.turn.seat, end: verdict.end })
    }

    fn draw(&self, stream: &mut Stream) -> Drawn<Event> {
        match (self.need(), self.turn.awaits) {
            (Some(Need::Doubles), _) => Drawn { values: self.roll_doubles(stream), event: None },
            (_, Awaits::Dice) => Drawn { values: vec![stream.die(8), stream.die(8)], event: None },
            (_, Awaits::Ball(toss)) => {
                let tossed = physics::toss(&toss, self.options.hand, stream);
                Drawn { values: Vec::new(), event: Some(Event::Tossed(tossed)) }
            }
            (_, Awaits::Move | Awaits::End) => Drawn { values: Vec::new(), event: None },
        }
    }

    fn take(&mut self, need: Need, values: &[u8]) {
        match need {
            Need::Doubles => {
                // the last try is the one that stands
                let kept = values.len().saturating_sub(self.doubles_dice());
                if let Play::DoubleDown(game) = &mut self.play {
                    game.doubles = Some(Doubles::new(&values[kept..], self.options.professional));
                }
            }
            Need::Roll => {
                if let [a, b] = *values {
                    self.turn.dice = Some([a, b]);
                }
                self.turn.awaits = Awaits::Move;
            }
            // a toss comes as its own event, the others are no need of this game
            Need::Toss | Need::Lot | Need::RollOff | Need::Shot | Need::SetLot => {}
        }
    }

    fn apply(&mut self, _by: Option<Seat>, deed: &Deed<Event>) {
        match deed {
            Deed::Rolling => self.turn.awaits = Awaits::Dice,
            Deed::Undone => {
                self.turn.holes.pop();
            }
            Deed::Confirmed => self.turn.awaits = Awaits::End,
            // the dice stay: they are the server's, only the reports are in doubt
            Deed::Disputed => {
                self.turn.holes.clear();
                self.turn.disputes += 1;
            }
            Deed::Own(Event::Aimed(toss)) => self.turn.awaits = Awaits::Ball(*toss),
            Deed::Own(Event::Tossed(tossed)) => {
                self.turn.holes.push(tossed.hole);
                self.turn.awaits = Awaits::Move;
            }
            Deed::Own(Event::Reported { hole }) => self.turn.holes.push(*hole),
            Deed::Own(Event::TurnEnded { .. }) => self.end_turn(),
        }
    }

    fn leave(&mut self, seat: Seat) {
        self.out[seat] = true;
        self.play.leave(seat);
        if self.first.is_none() || self.outcome.is_some() || seat != self.turn.seat {
            return;
        }
        // what this turn had come to is lost; the last seat left wins, and that is for the table to say
        match self.others().collect::<Vec<_>>()[..] {
            [] => {}
            [last] => self.turn = Turn::of(last),
            _ => self.go_on(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn concede(&self, winner: Seat, _loser: Seat) -> Vec<u32> {
        self.points(Some(winner))
    }

    fn standing(&self) -> Vec<u32> {
        self.points(None)
    }

    fn confirming(&self) -> Option<Confirming> {
        let waits = self.phase() == Phase::Confirming && self.turn.awaits != Awaits::End;
        waits.then_some(Confirming { reporter: self.turn.seat, disputes: self.turn.disputes })
    }

    fn view(&self) -> View {
        let running = |seat| (self.outcome.is_none() && seat == self.turn.seat).then_some(&self.turn);
        let doubles = match &self.play {
            Play::DoubleDown(game) => game.doubles.as_ref().map(|doubles| doubles.numbers().to_vec()),
            Play::Mountain(_) | Play::Hundred(_) => None,
        };
        let dice = self.turn.dice;
        View {
            game: self.options.game,
            phase: self.phase(),
            round: self.round,
            toss: self.turn.toss(),
            dice,
            left: dice.map_or_else(Vec::new, |dice| hundred::attempt(dice, &self.turn.holes).left),
            doubles,
            players: (0..self.out.len())
                .map(|seat| self.play.show(seat, running(seat), &self.options))
                .collect(),
        }
    }

    fn move_of(deed: &Deed<Event>) -> Option<Move> {
        match deed {
            Deed::Rolling => Some(Move::Roll),
            Deed::Undone => Some(Move::Undo),
            Deed::Confirmed => Some(Move::Confirm),
            Deed::Disputed => Some(Move::Dispute),
            Deed::Own(Event::Aimed(toss)) => Some(Move::Toss(*toss)),
            Deed::Own(Event::Reported { hole }) => Some(Move::Report { hole: *hole }),
            Deed::Own(Event::Tossed(_) | Event::TurnEnded { .. }) => None,
        }
    }
}
