//! A second, plain implementation of the shot, written from the text alone: bisection for roots, no vectors, no
//! crates. Slow and obvious, so that two mistakes have to agree before one goes unseen.

use std::f64::consts::PI;

use engine::physics::{Disc, Hand, Shot, ShotOutcome, shoot_with};

use crate::dice::Dice;

const A: f64 = 0.12 * 9.80665;
const R: f64 = 15.875e-3;
const R_PEG: f64 = 4.7625e-3;
const R_HOLE: f64 = 8.6e-3;

#[test]
fn agrees_on_random_shots() {
    let mut dice = Dice::new("oracle");
    let mut struck = 0;
    for number in 0..2000 {
        let (board, shot) = dice.shot();
        let hand = dice.hand();
        let n = [dice.0.normal(), dice.0.normal()];
        let got = shoot_with(&board, 9, &shot, hand, n);
        let expected = play(&board, &shot, hand, n);
        struck += usize::from(expected.struck);
        assert_eq!(ShotOutcome { path: Vec::new(), ..got }, expected, "shot {number}: {shot:?} at {board:?}");
    }
    assert!(struck > 500, "only {struck} of the shots meet a disc");
}

/// A disc: where it is, which way it moves and how fast.
#[derive(Clone, Copy)]
struct Puck {
    id: u8,
    x: f64,
    y: f64,
    ux: f64,
    uy: f64,
    speed: f64,
    moves: bool,
    sunk: bool,
    gone: bool,
}

impl Puck {
    fn velocity(&self) -> [f64; 2] {
        [self.speed * self.ux, self.speed * self.uy]
    }

    fn set_velocity(&mut self, [vx, vy]: [f64; 2]) {
        self.speed = (vx * vx + vy * vy).sqrt();
        if self.speed > 0.0 {
            (self.ux, self.uy) = (vx / self.speed, vy / self.speed);
        }
        self.moves = true;
    }

    fn halt(&mut self) {
        (self.speed, self.moves) = (0.0, false);
    }

    /// Coefficients of its place over time.
    fn ways(&self) -> [[f64; 3]; 2] {
        let a = if self.moves { A / 2.0 } else { 0.0 };
        [[self.x, self.speed * self.ux, -a * self.ux], [self.y, self.speed * self.uy, -a * self.uy]]
    }

    fn moved(&mut self, t: f64) {
        if self.moves {
            let way = self.speed * t - A * t * t / 2.0;
            self.x += self.ux * way;
            self.y += self.uy * way;
            self.speed = (self.speed - A * t).max(0.0);
        }
    }
}

/// Somewhere that does not move.
fn fixed(x: f64, y: f64) -> Puck {
    Puck { id: 0, x, y, ux: 0.0, uy: 0.0, speed: 0.0, moves: false, sunk: false, gone: false }
}

fn pegs() -> impl Iterator<Item = Puck> {
    (0..8).map(|k| {
        let angle = (22.5 + 45.0 * f64::from(k)) * PI / 180.0;
        fixed(0.1016 * angle.cos(), 0.1016 * angle.sin())
    })
}

fn value(c: &[f64], t: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * t + c)
}

fn slope(c: &[f64]) -> Vec<f64> {
    c.iter().enumerate().skip(1).map(|(k, c)| k as f64 * c).collect()
}

/// Where a polynomial changes sign: between two turning points at most once.
fn crossings(c: &[f64], from: f64, to: f64) -> Vec<f64> {
    if c.len() < 2 {
        return Vec::new();
    }
    let mut ends = vec![from];
    ends.extend(crossings(&slope(c), from, to));
    ends.push(to);
    let mut found = Vec::new();
    for pair in ends.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        let below = value(c, low) < 0.0;
        if below == (value(c, high) < 0.0) {
            continue;
        }
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if (value(c, middle) < 0.0) == below { low = middle } else { high = middle }
        }
        found.push(high);
    }
    found
}

/// The square of the distance between two pucks less that of `d`.
fn gap(one: &Puck, two: &Puck, d: f64) -> [f64; 5] {
    let mut c = [-d * d, 0.0, 0.0, 0.0, 0.0];
    for (p, q) in one.ways().into_iter().zip(two.ways()) {
        let [e, f, g] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
        for (sum, part) in c.iter_mut().zip([e * e, 2.0 * e * f, f * f + 2.0 * e * g, 2.0 * f * g, g * g]) {
            *sum += part;
        }
    }
    c
}

fn falls(c: &[f64; 5], until: f64) -> Option<f64> {
    crossings(c, 0.0, until).into_iter().find(|t| value(&slope(c), *t) < 0.0)
}

fn contact(one: &Puck, two: &Puck, d: f64, until: f64) -> Option<f64> {
    let c = gap(one, two, d);
    // the rate of the squared distance is twice the distance times the rate of the distance
    let apart = (c[0] + d * d).sqrt();
    if c[0] <= 0.0 && -c[1] / (2.0 * apart) > 1e-4 { Some(0.0) } else { falls(&c, until) }
}

#[derive(Clone, Copy)]
enum Happening {
    Stop,
    Peg(Puck),
    Ditch,
    Hole,
    Meets(usize),
}

fn first(pucks: &[Puck]) -> Option<(f64, usize, Happening)> {
    let mut all = Vec::new();
    let middle = fixed(0.0, 0.0);
    for (i, puck) in pucks.iter().enumerate() {
        if puck.gone {
            continue;
        }
        let stop = if puck.moves { puck.speed / A } else { f64::INFINITY };
        if puck.moves {
            all.push((Some(stop), i, Happening::Stop));
            all.extend(pegs().map(|peg| (contact(puck, &peg, R + R_PEG, stop), i, Happening::Peg(peg))));
            let edge = gap(puck, &middle, 330.2e-3);
            let out = if edge[0] >= 0.0 && edge[1] > 0.0 {
                Some(0.0)
            } else {
                crossings(&edge, 0.0, stop).into_iter().find(|t| value(&slope(&edge), *t) > 0.0)
            };
            all.push((out, i, Happening::Ditch));
            all.push((falls(&gap(puck, &middle, R_HOLE), stop), i, Happening::Hole));
        }
        for (j, other) in pucks.iter().enumerate().skip(i + 1) {
            if !other.gone && (puck.moves || other.moves) {
                let until = if other.moves { stop.min(other.speed / A) } else { stop };
                all.push((contact(puck, other, 2.0 * R, until), i, Happening::Meets(j)));
            }
        }
    }
    let mut first: Option<(f64, usize, Happening)> = None;
    for (t, i, what) in all {
        if let Some(t) = t
            && first.as_ref().is_none_or(|(sooner, ..)| t < *sooner)
        {
            first = Some((t, i, what));
        }
    }
    first
}

/// The velocity after bouncing off something fixed in direction (nx, ny).
fn bounced([vx, vy]: [f64; 2], nx: f64, ny: f64, restitution: f64) -> [f64; 2] {
    let (along, across) = (vx * nx + vy * ny, vy * nx - vx * ny);
    let along = if along > 0.0 { -restitution * along } else { along };
    [along * nx - across * ny, along * ny + across * nx]
}

fn towards(one: &Puck, two: &Puck) -> (f64, f64) {
    let (dx, dy) = (two.x - one.x, two.y - one.y);
    let d = (dx * dx + dy * dy).sqrt();
    (dx / d, dy / d)
}

fn sink(puck: &mut Puck) {
    puck.halt();
    (puck.sunk, puck.x, puck.y) = (true, 0.0, 0.0);
}

/// The fastest that drops when the path passes the middle at `b`.
fn limit(b: f64) -> f64 {
    let c: f64 = 17.4625e-3 - R;
    let part = |r: f64| if r > b { (r * r - b * b).sqrt() } else { 0.0 };
    (part(R_HOLE) + part(c)) / ((R_HOLE + c) / 0.65)
}

fn settle(pucks: &mut [Puck], i: usize, what: Happening) {
    let puck = pucks[i];
    let far = (puck.x * puck.x + puck.y * puck.y).sqrt();
    match what {
        Happening::Stop if far < R_HOLE => sink(&mut pucks[i]),
        Happening::Stop => pucks[i].halt(),
        Happening::Peg(peg) => {
            let (nx, ny) = towards(&puck, &peg);
            pucks[i].set_velocity(bounced(puck.velocity(), nx, ny, 0.65));
        }
        Happening::Ditch => {
            pucks[i].halt();
            pucks[i].gone = true;
        }
        Happening::Hole => {
            let limit = limit((puck.x * puck.uy - puck.y * puck.ux).abs());
            if puck.speed <= limit {
                sink(&mut pucks[i]);
            } else {
                pucks[i].speed = (puck.speed * puck.speed - 0.5 * limit * limit).sqrt();
                pucks[i].x *= (R_HOLE - 1e-9) / far;
                pucks[i].y *= (R_HOLE - 1e-9) / far;
            }
        }
        Happening::Meets(j) => {
            let other = pucks[j];
            let (nx, ny) = towards(&puck, &other);
            let (v, w) = (puck.velocity(), other.velocity());
            if puck.sunk {
                pucks[j].set_velocity(bounced(w, -nx, -ny, 0.8));
            } else if other.sunk {
                pucks[i].set_velocity(bounced(v, nx, ny, 0.8));
            } else {
                // seen from the pair's centre of mass each bounces off a wall
                let mean = [(v[0] + w[0]) / 2.0, (v[1] + w[1]) / 2.0];
                let after = bounced([v[0] - mean[0], v[1] - mean[1]], nx, ny, 0.8);
                pucks[i].set_velocity([mean[0] + after[0], mean[1] + after[1]]);
                pucks[j].set_velocity([mean[0] - after[0], mean[1] - after[1]]);
            }
        }
    }
}

fn play(board: &[Disc], shot: &Shot, hand: Hand, n: [f64; 2]) -> ShotOutcome {
    let (aim_sd, speed_sd) = match hand {
        Hand::Steady => (910.0, 0.055),
        Hand::Average => (1440.0, 0.086),
        Hand::Wobbly => (2240.0, 0.134),
    };
    let aim = (f64::from(shot.aim) + aim_sd * n[0]).round().clamp(-90e3, 90e3);
    let speed = (f64::from(shot.speed) * (1.0 + speed_sd * n[1]).max(0.05)).round().clamp(20.0, 6000.0);

    let bearing = f64::from(shot.at) / 1000.0 * PI / 180.0;
    // towards the hole is the bearing turned about; the aim turns to the right of that
    let heading = aim / 1000.0 * PI / 180.0 - bearing;
    let um = |value: f64| value.round() / 1e6;
    let still = |disc: &Disc| Puck { id: disc.id, ..fixed(f64::from(disc.x) / 1e6, f64::from(disc.y) / 1e6) };
    let mut pucks: Vec<Puck> = board.iter().map(still).collect();
    let mut last = fixed(um(304_800.0 * bearing.sin()), um(-304_800.0 * bearing.cos()));
    last.id = 9;
    last.set_velocity([um(1000.0 * speed * heading.sin()), um(1000.0 * speed * heading.cos())]);
    pucks.push(last);

    let mut struck = false;
    while let Some((t, i, what)) = first(&pucks) {
        for puck in &mut pucks {
            puck.moved(t);
        }
        settle(&mut pucks, i, what);
        struck |= matches!(what, Happening::Meets(j) if j == board.len());
    }
    let ids = |which: fn(&Puck) -> bool| pucks.iter().filter(|p| which(p)).map(|p| p.id).collect();
    let rest = pucks.iter().filter(|p| !p.sunk && !p.gone);
    ShotOutcome {
        aim: aim as i32,
        speed: speed as u32,
        rest: rest
            .map(|p| Disc { id: p.id, x: (p.x * 1e6).round() as i32, y: (p.y * 1e6).round() as i32 })
            .collect(),
        hole: ids(|p| p.sunk),
        ditch: ids(|p| p.gone),
        struck,
        path: Vec::new(),
    }
}
