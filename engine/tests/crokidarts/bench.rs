//! A match in which a test says what each shot does; the bench makes of it a simulated outcome or a report.

use engine::games::crokidarts::{DiscView, Event, Game, Move, Options, Phase, Report, View};
use engine::games::{Deed, Medium, Refused, Rules, Seat, Start};
use engine::physics::{Disc, Shot, ShotOutcome};

/// What a shot does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wish {
    /// Where the shot disc goes: `20`, `15`, `10t` (touching the 15 line), `10`, `5` or `X` for off.
    pub(crate) at: String,
    pub(crate) struck: bool,
    /// Values of the earlier discs that stay on the board; none: all as before.
    pub(crate) earlier: Option<Vec<u8>>,
    /// How many of the others drop into the hole.
    pub(crate) sunk: usize,
}

/// A shot that strikes nothing.
pub(crate) fn lone(at: &str) -> Wish {
    Wish { at: at.into(), ..Wish::default() }
}

/// A shot that strikes and leaves these earlier discs.
pub(crate) fn strike(at: &str, earlier: &[u8]) -> Wish {
    Wish { at: at.into(), struck: true, earlier: Some(earlier.to_vec()), sunk: 0 }
}

pub(crate) struct Bench {
    pub(crate) game: Game,
    pub(crate) medium: Medium,
    /// Id of the next disc shot.
    id: u8,
}

/// A flick at the hole from the middle of the line.
pub(crate) const FLICK: Shot = Shot { at: 0, aim: 0, speed: 900 };

impl Bench {
    pub(crate) fn new(options: &Options, medium: Medium, seats: usize) -> Self {
        let start = Start { seats, medium, first: Some(0), handicap: None };
        Self { game: Game::new(options, &start), medium, id: 1 }
    }

    /// The one seat that may act.
    pub(crate) fn seat(&self) -> Seat {
        let turn = self.game.turn();
        let [seat] = turn[..] else { panic!("{turn:?} in turn: {:?}", self.game) };
        seat
    }

    pub(crate) fn view(&self) -> View {
        self.game.view()
    }

    pub(crate) fn values(&self) -> Vec<u8> {
        self.view().discs.iter().map(DiscView::value).collect()
    }

    pub(crate) fn act(&mut self, by: Seat, mv: Move) -> Result<Vec<Event>, Refused> {
        let deed = self.game.decide(by, &mv)?;
        assert_eq!(Game::move_of(&deed), Some(mv));
        Ok(self.happen(Some(by), &deed))
    }

    /// Applies a deed and what follows by itself; returns what followed.
    pub(crate) fn happen(&mut self, by: Option<Seat>, deed: &Deed<Event>) -> Vec<Event> {
        self.game.apply(by, deed);
        let mut followed = vec![];
        while let Some(event) = self.game.follow() {
            self.game.apply(None, &Deed::Own(event.clone()));
            if matches!(event, Event::TurnEnded { .. }) {
                self.id = 1;
            }
            followed.push(event);
        }
        followed
    }

    /// Plays a shot; a finished turn that has to be confirmed is.
    pub(crate) fn shoot(&mut self, wish: &Wish) -> Vec<Event> {
        match self.medium {
            Medium::Virtual => self.flick(&self.outcome(wish)),
            Medium::Table => self.report(self.told(wish)),
        }
    }

    pub(crate) fn check_out(&mut self, hit: bool) -> Vec<Event> {
        match self.medium {
            Medium::Virtual => self.shoot(&lone(if hit { "20" } else { "X" })),
            Medium::Table => self.report(Report::CheckOut { hit }),
        }
    }

    pub(crate) fn flick(&mut self, outcome: &ShotOutcome) -> Vec<Event> {
        let by = self.seat();
        self.act(by, Move::Shoot(FLICK)).expect("a flick from the middle");
        self.id += 1;
        self.happen(None, &Deed::Own(Event::Shot(outcome.clone())))
    }

    fn report(&mut self, report: Report) -> Vec<Event> {
        let by = self.seat();
        let mut followed = self.act(by, Move::Report(report)).expect("a report that can be");
        if self.view().phase == Phase::Confirming {
            followed.extend(self.act(1 - by, Move::Confirm).expect("a confirmation"));
        }
        followed
    }

    fn outcome(&self, wish: &Wish) -> ShotOutcome {
        let mut outcome = ShotOutcome {
            aim: FLICK.aim,
            speed: FLICK.speed,
            rest: vec![],
            hole: vec![],
            ditch: vec![],
            struck: wish.struck,
            path: vec![],
        };
        let board = self.view().discs;
        let earlier = wish.earlier.clone().unwrap_or(board.iter().map(DiscView::value).collect());
        for (i, disc) in board.iter().enumerate() {
            let &DiscView::Placed { id, x, y, value } = disc else { panic!("a simulated disc has a place") };
            match earlier.get(i) {
                Some(now) if *now == value => outcome.rest.push(Disc { id, x, y }),
                Some(now) => outcome.rest.push(place(id, &now.to_string())),
                None if i < earlier.len() + wish.sunk => outcome.hole.push(id),
                None => outcome.ditch.push(id),
            }
        }
        match wish.at.as_str() {
            "20" => outcome.hole.push(self.id),
            "X" => outcome.ditch.push(self.id),
            ring => outcome.rest.push(place(self.id, ring)),
        }
        outcome
    }

    /// What an honest player reports of such a shot.
    fn told(&self, wish: &Wish) -> Report {
        let mut board = wish.earlier.clone().unwrap_or(self.values());
        let on_empty = self.view().discs.is_empty();
        let mut twenties = self.view().twenties + wish.sunk as u32;
        match wish.at.as_str() {
            "20" if wish.struck || on_empty => twenties += 1,
            "15" if wish.struck || on_empty => board.push(15),
            "10t" if wish.struck || on_empty => board.push(10),
            "10" if wish.struck => board.push(10),
            "5" if wish.struck => board.push(5),
            _ => {}
        }
        Report::Board { twenties, board }
    }

    /// Plays turns until both scores stand; the seat that began is in turn then.
    pub(crate) fn reach(&mut self, scores: &[u32]) {
        while self.view().score != scores {
            for (seat, score) in scores.iter().enumerate() {
                assert_eq!(self.seat(), seat);
                let points = (score - self.view().score[seat]).min(100);
                self.turn(&gather(points));
            }
        }
    }

    /// Plays a turn: these shots, then misses until it is over.
    pub(crate) fn turn(&mut self, wishes: &[Wish]) -> Vec<Event> {
        let miss = lone("X");
        let mut wishes = wishes.iter();
        loop {
            let followed = match self.view().phase {
                Phase::Checkout => self.check_out(false),
                Phase::Shooting | Phase::Confirming | Phase::Over => {
                    self.shoot(wishes.next().unwrap_or(&miss))
                }
            };
            if !followed.is_empty() {
                return followed;
            }
        }
    }
}

/// Shots that make so many points in a turn, in twenties as far as they go.
pub(crate) fn gather(points: u32) -> Vec<Wish> {
    let (twenties, end) = match (points / 20, points % 20) {
        (4, 5) => (3, vec![lone("15"), strike("10", &[15])]),
        (n, 5) => (n, vec![lone("10t"), strike("X", &[5])]),
        (n, 10) => (n, vec![lone("10t")]),
        (n, 15) => (n, vec![lone("15")]),
        (n, _) => (n, vec![]),
    };
    let mut wishes = vec![lone("20"); twenties as usize];
    wishes.extend(end);
    wishes
}

/// A disc resting in a ring, each id in a direction of its own.
pub(crate) fn place(id: u8, ring: &str) -> Disc {
    let r = match ring {
        "15" => 60_000.0,
        "10t" => 100_000.0,
        "10" => 150_000.0,
        "5" => 250_000.0,
        _ => panic!("{ring} is no ring"),
    };
    let angle = f64::from(id) * 0.9;
    Disc { id, x: (r * angle.cos()) as i32, y: (r * angle.sin()) as i32 }
}
