//! Random setups and random people, the same for the same seed.

use serde_json::{Value, json};

use super::room::{Room, mv};
use crate::fairness::{Hash, Stream};
use crate::games::{Legal, Seat};
use crate::table::{Command, Status, What};

/// Numbers from a seed.
pub(crate) struct Luck(Stream);

impl Luck {
    pub(crate) fn of(seed: u64) -> Self {
        Self(Stream::new(Hash::of(&seed.to_be_bytes())))
    }

    /// 0 to `n` - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.unit() * n as f64) as usize
    }

    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        least + (self.0.unit() * (most - least + 1) as f64) as i64
    }

    pub(crate) fn chance(&mut self, per_cent: usize) -> bool {
        self.below(100) < per_cent
    }

    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// A setup with every option drawn, short enough to be played out.
pub(crate) fn setup(luck: &mut Luck) -> Value {
    let kind = luck.pick(&["dara", "gul_bara", "darbol", "crokidarts"]);
    let hand = luck.pick(&["steady", "average", "wobbly"]);
    let flag = |luck: &mut Luck| luck.chance(50);
    let (game, seats) = match kind {
        "dara" => (
            json!({"kind": kind, "size": luck.pick(&["5x6", "6x6", "7x6"]),
                "long_lines": luck.pick(&["allowed", "forbidden"]),
                "placing": luck.pick(&["free", "no_three", "no_four"]),
                "captures": luck.pick(&["one", "per_row"]),
                "protection": luck.pick(&["rows_unless_all", "rows_always", "none"]),
                "immobile": luck.pick(&["loses", "passes"]),
                "no_capture_limit": luck.between(10, 25),
                "repetition": luck.pick(&[Some(3), None])}),
            2,
        ),
        "gul_bara" => (
            json!({"kind": kind, "cascade_from": luck.pick(&[Some(1), Some(4), None]),
                "roll_counter": luck.pick(&["per_player", "combined"]),
                "match_points": luck.between(1, 2),
                "next_starter": luck.pick(&["roll_off", "winner", "alternate"])}),
            2,
        ),
        "darbol" => (
            json!({"kind": kind, "game": luck.pick(&["up_the_mountain", "double_down", "hundred"]),
                "up_resets": flag(luck), "down_sets": flag(luck), "professional": flag(luck),
                "bust_ends_turn": flag(luck), "bust_on_dead": flag(luck),
                "doubles_dice": luck.pick(&["two", "per_player"]), "same_dice": luck.pick(&["keep", "reroll"]),
                "handicap": flag(luck), "max_rounds": luck.between(10, 14), "hand": hand}),
            luck.between(1, 4),
        ),
        _ => (
            json!({"kind": kind, "target": luck.between(10, 30) * 5, "legs_to_win": luck.between(1, 2),
                "sets_to_win": luck.between(1, 2), "strict_twenty": flag(luck), "turn_cap": 10, "hand": hand}),
            luck.between(1, 2),
        ),
    };
    let medium = if matches!(kind, "darbol" | "crokidarts") && luck.chance(50) { "table" } else { "virtual" };
    let clock = luck.pick(&[
        json!(null),
        json!({"initial_s": 60, "increment_s": 2}),
        json!({"initial_s": 5, "increment_s": 0}),
        json!({"per_turn_s": 5}),
        json!({"per_turn_s": 60}),
    ]);
    json!({"game": game, "seats": seats, "clock": clock, "medium": medium,
        "starts": luck.pick(&["lot", "creator", "opponent"]),
        "claim_after_s": luck.pick(&[Some(10), Some(60), None]), "confirm_after_s": luck.pick(&[0, 5, 60]),
        "fairness": luck.pick(&["open", "strict"]), "draw_wait_ms": luck.pick(&[500, 3000])})
}

/// A move that the view lists, its free parameters drawn.
pub(crate) fn listed(room: &Room, luck: &mut Luck) -> Option<Value> {
    let legal = room.view().legal;
    if legal.is_empty() {
        return None;
    }
    Some(match luck.pick(&legal) {
        Legal::Move(one) => serde_json::to_value(one).unwrap(),
        Legal::Free { r#type } => free(&r#type, luck),
    })
}

/// A move of a type with free parameters; mostly a good one.
fn free(name: &str, luck: &mut Luck) -> Value {
    match name {
        "toss" => {
            let z = luck.pick(&[942_500, 1_055_000, 1_162_500, 1_265_000, 1_362_500, 1_455_000, 1_542_500]);
            json!({"type": name, "y": luck.between(-9_000, 9_000), "z": z, "pace": luck.between(108, 160)})
        }
        "shoot" => json!({"type": name, "at": luck.between(-10_000, 10_000),
            "aim": luck.between(-9_000, 9_000), "speed": luck.between(700, 1500)}),
        _ => {
            let board: Vec<u8> = (0..luck.below(4)).map(|_| luck.pick(&[15, 10, 5])).collect();
            json!({"type": name, "twenties": luck.below(4), "board": board})
        }
    }
}

/// Somebody does something; most of it is what people do, some of it nonsense.
pub(crate) fn step(room: &mut Room, luck: &mut Luck, wild: bool) {
    let seats = room.seats();
    let n = luck.below(seats + 1);
    let seq = room.table.seq();
    if let Some(due) = room.view().fairness.due {
        for seat in due.seats {
            if luck.chance(if wild { 50 } else { 97 }) {
                let _ = room.link(player_at(room, seat), due.draw);
            }
        }
    }
    match luck.below(if wild { 30 } else { 12 }) {
        0 => drop(room.wait(luck.between(0, 3_000))),
        1..=11 => {
            let turn = room.table.turn();
            if turn.is_empty() {
                let ms = if room.table.next_deadline().is_some() { luck.between(100, 800) } else { 1 };
                room.wait(ms);
                return;
            }
            room.wait(luck.between(0, 300));
            let Some(mv) = listed(room, luck) else { return };
            let Some(&seat) = room.table.turn().first() else { return };
            let (n, seq) = (player_at(room, seat), room.table.seq());
            let link = luck.chance(50).then(|| room.link_of(n, room.view().fairness.draw + 1));
            let _ = room.run(n, &Command::Act { seq, mv, link: link.map(Ok) });
        }
        12 => drop(room.wait(luck.between(3_000, 70_000))),
        13 => {
            let seat = luck.below(seats);
            let online = luck.chance(50);
            let now = room.time();
            room.table.set_online(seat, online, now);
        }
        14 => room.table.set_lag(luck.below(seats), luck.between(0, 900)),
        15 | 16 => {
            let what = luck.pick(&[What::Draw, What::Takeback, What::Takeback, What::Rematch]);
            let tip = luck.chance(50).then(|| room.tip(n));
            let _ = room.run(n, &Command::Offer { what, tip: tip.map(Ok) });
        }
        17 | 18 => {
            let what = luck.pick(&[What::Draw, What::Takeback, What::Takeback, What::Rematch]);
            let _ = room.run(
                n,
                &Command::Answer { what, yes: luck.chance(70), seq: None, tip: Some(Ok(room.tip(n))) },
            );
        }
        19 if luck.chance(10) => drop(room.run(n, &Command::Resign)),
        20 => drop(room.run(n, &Command::Claim)),
        21 => drop(room.run(n, &Command::Stand)),
        22 | 23 => {
            let tip = luck.chance(70).then(|| room.tip(n));
            let _ = room
                .run(n, &Command::Sit { seat: luck.chance(30).then_some(luck.below(5)), tip: tip.map(Ok) });
        }
        24 => drop(room.run(n, &Command::Entropy { tip: luck.chance(80).then(|| room.tip(n)).map(Ok) })),
        25 => {
            let (draw, k) = (luck.below(6) as u32, luck.below(6) as u32);
            let _ = room.run(n, &Command::Link { draw, link: Ok(room.link_of(n, k)) });
        }
        26 => {
            let mv = luck.pick(&[mv("roll"), mv("undo"), mv("confirm"), mv("dispute"), mv("done"), json!(7)]);
            let seq = seq.saturating_sub(luck.below(4) as u64);
            let _ = room.run(n, &Command::Act { seq, mv, link: None });
        }
        27 if luck.chance(20) && room.table.status() == Status::Playing => {
            room.pause(luck.between(1, 100_000))
        }
        _ => drop(room.tick()),
    }
}

/// Which of the room's people sits there.
pub(crate) fn player_at(room: &Room, seat: Seat) -> usize {
    let id = room.table.players().nth(seat).flatten().map(|player| player.id.clone());
    id.and_then(|id| id[1..].parse().ok()).unwrap_or_default()
}
