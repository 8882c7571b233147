//! Inputs and outcomes of toss and shot, as they are spelled on the wire and in the log. Lengths in µm, speeds in
//! mm/s (a toss's velocity in µm/s), angles in thousandths of a degree, times in ms (a toss's in µs).

use serde::{Deserialize, Serialize};

/// How steady the simulated hand is: the option `hand`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// A strong club player.
    Steady,
    /// A good recreational player.
    #[default]
    Average,
    /// A beginner.
    Wobbly,
}

/// A toss as it is meant: the point of the panel aimed at, and how hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toss {
    /// µm to the right of the panel's middle, −200,000 to 200,000.
    pub y: i32,
    /// µm above the floor, 0 to 1,750,000.
    pub z: i32,
    /// Per cent of the least speed that reaches the point, 108 to 160.
    #[serde(default = "soft")]
    pub pace: u32,
}

fn soft() -> u32 {
    112
}

/// Where a tossed ball went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tossed {
    /// The hole it went through, 0 for none.
    pub hole: u8,
    /// Where it met the panel: µm to the right, µm above the floor.
    pub met: [i64; 2],
    /// Where it was let go: µm to the right, µm above the floor.
    pub from: [i64; 2],
    /// Its velocity then: towards the panel, right, up, in µm/s.
    pub velocity: [i64; 3],
    /// Flight time in µs.
    pub us: i64,
    /// Whether it touched the rim of the hole it went through.
    pub touched: bool,
}

/// A shot as it is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Bearing of the disc on the shooting line, −45,000 to 45,000 mdeg, positive to the shooter's right.
    pub at: i32,
    /// Direction off the line to the hole, −90,000 to 90,000 mdeg, positive to the shooter's right.
    pub aim: i32,
    /// 100 to 2,500 mm/s.
    pub speed: u32,
}

/// What a shot did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotOutcome {
    /// Direction as released.
    pub aim: i32,
    /// Speed as released.
    pub speed: u32,
    /// The discs that lie on the board, by id.
    pub rest: Vec<Disc>,
    /// Ids of the discs that dropped into the hole.
    pub hole: Vec<u8>,
    /// Ids of the discs that left the surface.
    pub ditch: Vec<u8>,
    /// Whether the shot disc struck another.
    pub struck: bool,
    /// Stretches of motion, at most 48: id, start ms, duration ms, x, y (µm), vx, vy (mm/s).
    pub path: Vec<[i32; 7]>,
}

/// A disc at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disc {
    /// Its id, from 1 within a turn.
    pub id: u8,
    /// µm from the centre, to the shooter's right.
    pub x: i32,
    /// µm from the centre, away from the shooter.
    pub y: i32,
}
