//! A table in miniature: it asks the game what follows after each event, feeds it chance, and keeps the log.

use engine::fairness::{Hash, Stream};
use engine::games::darbol::{Event, Game, Move, Options, PlayerView, TurnEnd, View};
use engine::games::{Deed, Medium, Need, Outcome, Reason, Refused, Rules, Seat, Start};
use engine::physics::{Toss, Tossed};
use serde_json::{Value, json};

/// What happened, enough to play the match again.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Entry {
    Began(Seat),
    Did(Option<Seat>, Deed<Event>),
    Drawn(Need, Vec<u8>),
    Left(Seat),
}

/// A match of one game.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) game: Game,
    pub(crate) log: Vec<Entry>,
}

/// The options of `game`, with some of them set.
pub(crate) fn options(game: &str, set: Value) -> Options {
    let mut all = json!({ "game": game });
    all.as_object_mut().unwrap().extend(set.as_object().unwrap().clone());
    serde_json::from_value(all).unwrap()
}

/// A start with seat 0 first and no handicap.
pub(crate) fn start(seats: usize, medium: Medium) -> Start {
    Start { seats, medium, first: Some(0), handicap: None }
}

/// An aim that is well-formed; where the ball goes is up to the test.
pub(crate) fn aim() -> Toss {
    Toss { y: 0, z: 1_362_500, pace: 112 }
}

/// A ball through `hole`.
pub(crate) fn ball(hole: u8) -> Event {
    Event::Tossed(Tossed { hole, met: [0; 2], from: [0; 2], velocity: [0; 3], us: 0, touched: false })
}

/// The stream of a draw, by number.
pub(crate) fn stream(n: usize) -> Stream {
    Stream::new(Hash::of(&n.to_be_bytes()))
}

impl Match {
    pub(crate) fn new(options: &Options, start: &Start) -> Self {
        Self { game: Game::new(options, start), log: Vec::new() }
    }

    /// A match in the table medium; one seat alone needs nobody's word.
    pub(crate) fn reported(game: &str, seats: usize, set: Value) -> Self {
        Self::new(&options(game, set), &start(seats, Medium::Table))
    }

    /// The same with the double holes rolled.
    pub(crate) fn double_down(seats: usize, doubles: &[u8], set: Value) -> Self {
        let mut it = Self::reported("double_down", seats, set);
        it.take(Need::Doubles, doubles);
        it
    }

    pub(crate) fn put(&mut self, entry: Entry) {
        match &entry {
            Entry::Began(first) => self.game.begin(*first),
            Entry::Did(by, deed) => self.game.apply(*by, deed),
            Entry::Drawn(need, values) => self.game.take(*need, values),
            Entry::Left(seat) => self.game.leave(*seat),
        }
        self.log.push(entry);
        while let Some(event) = self.game.follow() {
            let entry = Entry::Did(None, Deed::Own(event));
            if let Entry::Did(by, deed) = &entry {
                self.game.apply(*by, deed);
            }
            self.log.push(entry);
        }
    }

    pub(crate) fn act(&mut self, by: Seat, mv: Move) -> Result<(), Refused> {
        let deed = self.game.decide(by, &mv)?;
        assert_eq!(Game::move_of(&deed), Some(mv), "the event tells the move again");
        self.put(Entry::Did(Some(by), deed));
        Ok(())
    }

    /// Chance gives these values.
    pub(crate) fn take(&mut self, need: Need, values: &[u8]) {
        assert_eq!(self.game.need(), Some(need));
        assert!(self.game.turn().is_empty(), "nobody acts while a draw is due");
        self.put(Entry::Drawn(need, values.to_vec()));
    }

    /// Chance gives what the game makes of draw `n`.
    pub(crate) fn draw(&mut self, n: usize) {
        let need = self.game.need().unwrap();
        let drawn = self.game.draw(&mut stream(n));
        self.take(need, &drawn.values);
        if let Some(event) = drawn.event {
            self.put(Entry::Did(None, Deed::Own(event)));
        }
    }

    /// The seat in turn makes these holes, one after the other, in whichever medium it is.
    pub(crate) fn make(&mut self, seat: Seat, holes: &[u8]) {
        for &hole in holes {
            if self.act(seat, Move::Report { hole }).is_err() {
                self.act(seat, Move::Toss(aim())).unwrap();
                self.take(Need::Toss, &[]);
                self.put(Entry::Did(None, Deed::Own(ball(hole))));
            }
        }
    }

    /// Hundred: rolls and makes these holes.
    pub(crate) fn roll(&mut self, seat: Seat, dice: [u8; 2], holes: &[u8]) {
        self.act(seat, Move::Roll).unwrap();
        self.take(Need::Roll, &dice);
        self.make(seat, holes);
    }

    pub(crate) fn view(&self) -> View {
        self.game.view()
    }

    /// One player as the wire has it.
    pub(crate) fn player(&self, seat: Seat) -> Value {
        serde_json::to_value(self.view().players[seat]).unwrap()
    }

    pub(crate) fn target(&self, seat: Seat) -> u8 {
        match self.view().players[seat] {
            PlayerView::Mountain { target } => target,
            ref other => panic!("no mountaineer: {other:?}"),
        }
    }

    pub(crate) fn score(&self, seat: Seat) -> u32 {
        match self.view().players[seat] {
            PlayerView::Hundred { score, .. } | PlayerView::DoubleDown { score, .. } => score,
            ref other => panic!("no score: {other:?}"),
        }
    }

    /// How the newest finished turn ended.
    pub(crate) fn last_end(&self) -> Option<(Seat, TurnEnd)> {
        self.log.iter().rev().find_map(|entry| match entry {
            Entry::Did(_, Deed::Own(Event::TurnEnded { seat, end })) => Some((*seat, *end)),
            _ => None,
        })
    }

    /// How often a turn has ended.
    pub(crate) fn turns(&self) -> usize {
        let ended = |entry: &&Entry| matches!(entry, Entry::Did(_, Deed::Own(Event::TurnEnded { .. })));
        self.log.iter().filter(ended).count()
    }

    pub(crate) fn won_by(&self, winner: Seat) {
        let points = (0..self.view().players.len()).map(|seat| u32::from(seat == winner)).collect();
        let outcome = Outcome { winners: vec![winner], reason: Reason::Completed, points };
        assert_eq!(self.game.outcome(), Some(outcome));
    }

    pub(crate) fn drawn_by(&self, reason: Reason) {
        let points = vec![0; self.view().players.len()];
        assert_eq!(self.game.outcome(), Some(Outcome { winners: vec![], reason, points }));
    }

    /// Refused by the rules, with a sentence in which `part` occurs.
    pub(crate) fn refuses(&mut self, by: Seat, mv: Move, part: &str) {
        let before = self.game.clone();
        match self.act(by, mv) {
            Err(Refused::Illegal(why)) => assert!(why.contains(part), "{mv:?}: {why}"),
            other => panic!("{mv:?}: {other:?}"),
        }
        assert_eq!(self.game, before);
    }
}
