//! Checks every draw as it arrives: its number, each link against its chain, the values against the links.
//!
//! Tosses are thrown again. Shots are not: what lay on the board is known to the rules only; `longtable verify`
//! checks them with the whole match.

use engine::fairness::{Hash, Known, Stream, seed};
use engine::games::{GameEvent, Kind, Need, Options, darbol};
use engine::physics::{self, Toss};
use engine::setup::Setup;
use engine::table::{Event, Status, View};

use super::Concern;
use crate::SentEntry;

/// What is known of a match's draws.
#[derive(Debug, Clone)]
pub struct Audit {
    match_id: String,
    setup: Setup,
    server: Known,
    seats: Vec<Option<Known>>,
    last: u32,
    /// Whether tosses can be thrown again: only by the same version, since physics may be improved.
    same_engine: bool,
    aimed: Option<Toss>,
    /// The draw of a toss whose outcome comes next.
    toss: Option<(u32, Stream)>,
}

impl Audit {
    /// Takes up a match in its middle, as the view shows it. Before the first match there is none: until it starts,
    /// tips come and go.
    #[must_use]
    pub fn join(view: &View) -> Self {
        let number = if view.status == Status::Waiting { 0 } else { view.r#match };
        Self {
            match_id: format!("{}/{number}", view.room),
            setup: view.setup.clone(),
            server: Known::tip(view.fairness.server_tip),
            seats: view.fairness.tips.iter().map(|tip| tip.map(Known::tip)).collect(),
            last: view.fairness.draw,
            same_engine: false,
            aimed: None,
            toss: None,
        }
    }

    /// Whether this is the audit of the match that the view shows.
    #[must_use]
    pub fn is_of(&self, view: &View) -> bool {
        self.match_id.strip_prefix(&view.room).and_then(|rest| rest.strip_prefix('/')?.parse().ok())
            == Some(view.r#match)
    }

    /// After a gap: draws that were not seen are behind.
    pub fn skip_to(&mut self, draw: u32) {
        self.last = draw;
        self.toss = None;
        self.aimed = None;
    }

    /// Takes in an entry and says what is wrong with it.
    pub fn take(&mut self, entry: &SentEntry) -> Vec<Concern> {
        match entry.known() {
            Some(Event::Started(started)) => {
                *self = Self {
                    match_id: started.r#match.clone(),
                    setup: started.setup.clone(),
                    server: Known::tip(started.server_tip),
                    seats: started.tips.iter().map(|tip| tip.map(Known::tip)).collect(),
                    last: 0,
                    same_engine: started.engine == engine::table::ENGINE,
                    aimed: None,
                    toss: None,
                };
            }
            Some(Event::Drawn { draw, r#for, server, links, values }) => {
                return self.drawn(*draw, *r#for, server, links, values);
            }
            Some(Event::Game(GameEvent::Darbol(darbol::Event::Aimed(toss)))) => self.aimed = Some(*toss),
            Some(Event::Game(GameEvent::Darbol(darbol::Event::Tossed(tossed)))) => {
                if let (Some((draw, mut stream)), Some(aim), Options::Darbol(options)) =
                    (self.toss.take(), self.aimed.take(), &self.setup.game)
                    && self.same_engine
                    && physics::toss(&aim, options.hand, &mut stream) != *tossed
                {
                    return vec![Concern::Values { draw }];
                }
            }
            Some(_) | None => {}
        }
        Vec::new()
    }

    fn drawn(
        &mut self,
        draw: u32,
        need: Need,
        server: &Hash,
        links: &[Option<Hash>],
        values: &[u8],
    ) -> Vec<Concern> {
        let mut concerns = Vec::new();
        if draw != self.last.saturating_add(1) {
            concerns.push(Concern::Numbering { draw, expected: self.last.saturating_add(1) });
        }
        self.last = self.last.max(draw);
        if !advance(&mut self.server, draw, server) {
            concerns.push(Concern::ServerLink { draw });
        }
        for (seat, link) in links.iter().enumerate() {
            let Some(link) = link else { continue };
            let fits =
                self.seats.get_mut(seat).and_then(Option::as_mut).is_some_and(|k| advance(k, draw, link));
            if !fits {
                concerns.push(Concern::SeatLink { draw, seat });
            }
        }
        let mut stream = Stream::new(seed(&self.match_id, draw, server, links));
        match expected(need, &self.setup, &mut stream) {
            Some(expected) if expected != values => concerns.push(Concern::Values { draw }),
            Some(_) | None => {}
        }
        self.toss = (need == Need::Toss).then_some((draw, stream));
        concerns
    }
}

/// Whether the link fits; if so, the next one is measured from it.
fn advance(known: &mut Known, k: u32, link: &Hash) -> bool {
    let fits = known.fits(k, link);
    if fits {
        *known = Known { link: *link, k };
    }
    fits
}

/// The values that a stream gives (fairness.md, A draw); none if the game knows no such draw.
fn expected(need: Need, setup: &Setup, stream: &mut Stream) -> Option<Vec<u8>> {
    let kind = setup.game.kind();
    match need {
        Need::Lot | Need::SetLot => Some(vec![stream.die(u8::try_from(setup.seats).ok()?) - 1]),
        Need::RollOff => Some(until_they_differ(2, 6, stream)),
        Need::Roll => {
            let sides = if kind == Kind::GulBara { 6 } else { 8 };
            Some(vec![stream.die(sides), stream.die(sides)])
        }
        Need::Doubles => {
            let Options::Darbol(options) = &setup.game else { return None };
            let dice = match options.doubles_dice {
                darbol::DoublesDice::Two => 2,
                darbol::DoublesDice::PerPlayer => setup.seats,
            };
            Some(match options.same_dice {
                darbol::SameDice::Keep => (0..dice).map(|_| stream.die(8)).collect(),
                darbol::SameDice::Reroll => until_they_differ(dice, 8, stream),
            })
        }
        Need::Toss | Need::Shot => Some(Vec::new()),
    }
}

fn until_they_differ(dice: usize, sides: u8, stream: &mut Stream) -> Vec<u8> {
    let mut values = Vec::new();
    loop {
        let tried: Vec<u8> = (0..dice).map(|_| stream.die(sides)).collect();
        values.extend(&tried);
        if (1..dice).all(|i| !tried[..i].contains(&tried[i])) {
            return values;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::fairness::Chain;
    use engine::table::{Entry, Player, Started};
    use serde_json::json;

    use super::*;

    struct Match {
        server: Chain,
        seat: Chain,
        audit: Audit,
        setup: Setup,
    }

    fn started(setup: serde_json::Value) -> Match {
        let (server, seat) = (Chain::new(Hash([1; 32]), 100), Chain::new(Hash([2; 32]), 100));
        let setup = Setup::read(&setup).unwrap();
        let started = Started {
            r#match: "K7QF3M/1".into(),
            server: "test".into(),
            engine: engine::table::ENGINE.into(),
            seats: (0..setup.seats).map(|seat| Player { id: seat.to_string(), name: "x".into() }).collect(),
            first: None,
            server_tip: server.tip(),
            tips: vec![None, Some(seat.tip())],
            handicap: None,
            setup: setup.clone(),
        };
        let audit = Audit {
            match_id: "other/9".into(),
            setup: setup.clone(),
            server: Known::tip(Hash::ZERO),
            seats: vec![],
            last: 77,
            same_engine: false,
            aimed: None,
            toss: None,
        };
        let mut it = Match { server, seat, audit, setup };
        assert_eq!(it.take(Event::Started(Box::new(started))), []);
        it
    }

    impl Match {
        fn take(&mut self, event: Event) -> Vec<Concern> {
            self.audit.take(&Entry { seq: 1, at: 1, by: None, event, spent: None }.into())
        }

        fn stream(&self, draw: u32) -> Stream {
            let links = [None, self.seat.link(draw)];
            Stream::new(seed("K7QF3M/1", draw, &self.server.link(draw).unwrap(), &links))
        }

        fn draw(&self, draw: u32, need: Need) -> Event {
            Event::Drawn {
                draw,
                r#for: need,
                server: self.server.link(draw).unwrap(),
                links: vec![None, self.seat.link(draw)],
                values: expected(need, &self.setup, &mut self.stream(draw)).unwrap(),
            }
        }
    }

    #[test]
    fn honest_draws_give_no_concern() {
        for (setup, needs) in [
            (json!({"game": {"kind": "gul_bara"}}), vec![Need::RollOff, Need::Roll, Need::Roll]),
            (json!({"game": {"kind": "darbol", "game": "hundred"}}), vec![Need::Lot, Need::Roll]),
            (
                json!({"game": {"kind": "darbol", "game": "double_down", "same_dice": "reroll"}}),
                vec![Need::Lot, Need::Doubles],
            ),
        ] {
            let mut it = started(setup);
            for (draw, need) in (1..).zip(needs) {
                assert_eq!(it.take(it.draw(draw, need)), []);
            }
        }
    }

    #[test]
    fn a_draw_that_was_tampered_with_is_noticed() {
        let tampered = |change: fn(&mut u32, &mut Hash, &mut Vec<Option<Hash>>, &mut Vec<u8>)| {
            let mut it = started(json!({"game": {"kind": "gul_bara"}}));
            let mut event = it.draw(1, Need::RollOff);
            let Event::Drawn { draw, server, links, values, .. } = &mut event else { unreachable!() };
            change(draw, server, links, values);
            it.take(event)
        };
        assert_eq!(tampered(|_, _, _, values| values[0] = 7 - values[0]), [Concern::Values { draw: 1 }]);
        assert!(
            tampered(|_, server, _, _| *server = Hash([9; 32])).contains(&Concern::ServerLink { draw: 1 })
        );
        let concerns = tampered(|_, _, links, _| links[1] = Some(Hash([9; 32])));
        assert!(concerns.contains(&Concern::SeatLink { draw: 1, seat: 1 }));
        let concerns = tampered(|_, _, links, _| links[0] = Some(Hash([9; 32])));
        assert!(concerns.contains(&Concern::SeatLink { draw: 1, seat: 0 }), "a seat without a tip");
        let concerns = tampered(|draw, _, _, _| *draw = 3);
        assert!(concerns.contains(&Concern::Numbering { draw: 3, expected: 1 }));
    }

    #[test]
    fn the_same_draw_twice_is_noticed() {
        let mut it = started(json!({"game": {"kind": "gul_bara"}}));
        let event = it.draw(1, Need::RollOff);
        it.take(event.clone());
        assert!(it.take(event).contains(&Concern::Numbering { draw: 1, expected: 2 }));
    }

    #[test]
    fn a_toss_is_thrown_again() {
        let mut it = started(json!({"game": {"kind": "darbol", "game": "up_the_mountain"}}));
        let toss = Toss { y: 0, z: 1_000_000, pace: 120 };
        let honest = physics::toss(&toss, engine::physics::Hand::Average, &mut it.stream(1));
        for (us, concerns) in [(honest.us, vec![]), (honest.us + 1, vec![Concern::Values { draw: 1 }])] {
            it.audit.skip_to(0);
            it.audit.server = Known::tip(it.server.tip());
            it.audit.seats[1] = Some(Known::tip(it.seat.tip()));
            it.take(Event::Game(GameEvent::Darbol(darbol::Event::Aimed(toss))));
            assert_eq!(it.take(it.draw(1, Need::Toss)), []);
            let tossed = physics::Tossed { us, ..honest };
            assert_eq!(it.take(Event::Game(GameEvent::Darbol(darbol::Event::Tossed(tossed)))), concerns);
        }
    }
}
