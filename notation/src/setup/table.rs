//! The table of fields, in the order in which a person meets them: the game's options, then the room's.

use super::Values::{Clock, Json, Number, Words, YesNo};
use super::{Field, Values};
use crate::game::Game::{self, Crokidarts, Dara, DoubleDown, GulBara, Hundred, UpTheMountain};

const fn option(
    key: &'static str,
    flag: &'static str,
    games: &'static [Game],
    values: Values,
    help: &'static str,
) -> Field {
    Field { key, flag, games, values, help }
}

const fn room(key: &'static str, flag: &'static str, values: Values, help: &'static str) -> Field {
    Field { key, flag, games: &[], values, help }
}

const fn number(least: u32, most: u32, step: u32) -> Values {
    Number { least, most, step, none: None }
}

/// Every field of a setup.
pub static FIELDS: &[Field] = &[
    option(
        "size",
        "size",
        &[Dara],
        Words(&[("5x6", "five rows of six"), ("6x6", "six rows of six"), ("7x6", "seven rows of six")]),
        "Rows and columns of the board",
    ),
    option(
        "long_lines",
        "long-lines",
        &[Dara],
        Words(&[("allowed", "they are no row and take nothing"), ("forbidden", "nobody may make one")]),
        "Lines of four and more",
    ),
    option(
        "placing",
        "placing",
        &[Dara],
        Words(&[
            ("free", "any line"),
            ("no_three", "none of three or more"),
            ("no_four", "none of four or more"),
        ]),
        "Lines that may be made while placing",
    ),
    option(
        "captures",
        "captures",
        &[Dara],
        Words(&[("one", "one stone a step"), ("per_row", "one for each row")]),
        "Stones taken when a step makes two rows at once",
    ),
    option(
        "protection",
        "protection",
        &[Dara],
        Words(&[
            ("rows_unless_all", "those in a row, unless all are"),
            ("rows_always", "those in a row; if all are, nothing is taken"),
            ("none", "none"),
        ]),
        "Stones that may not be taken",
    ),
    option(
        "immobile",
        "immobile",
        &[Dara],
        Words(&[("loses", "has lost"), ("passes", "passes; two passes in a row are a draw")]),
        "A player who cannot step",
    ),
    option(
        "no_capture_limit",
        "no-capture-limit",
        &[Dara],
        Number { least: 10, most: 1000, step: 10, none: Some("never") },
        "Moves without a capture after which the match is drawn",
    ),
    option(
        "repetition",
        "repetition",
        &[Dara],
        Number { least: 3, most: 3, step: 1, none: Some("never") },
        "Occurrence of a position that draws the match",
    ),
    option(
        "cascade_from",
        "cascade-from",
        &[GulBara],
        Number { least: 1, most: 9, step: 1, none: Some("never") },
        "Roll from which doubles climb up to six",
    ),
    option(
        "roll_counter",
        "roll-counter",
        &[GulBara],
        Words(&[("per_player", "each player's own"), ("combined", "both players' together")]),
        "Whose rolls are counted towards that",
    ),
    option("match_points", "match-points", &[GulBara], number(1, 25, 1), "Points that win the match"),
    option(
        "next_starter",
        "next-starter",
        &[GulBara],
        Words(&[
            ("roll_off", "a new roll-off decides"),
            ("winner", "the winner of the game before"),
            ("alternate", "the other player than before"),
        ]),
        "Who starts the next game of a match",
    ),
    option(
        "up_resets",
        "up-resets",
        &[UpTheMountain],
        YesNo,
        "A ball through a higher hole than the target starts again at 1",
    ),
    option(
        "down_sets",
        "down-sets",
        &[UpTheMountain],
        YesNo,
        "A ball through a lower hole than the target goes on from there",
    ),
    option(
        "professional",
        "professional",
        &[DoubleDown],
        YesNo,
        "Once in, holes that are no double add to the score",
    ),
    option(
        "bust_ends_turn",
        "bust-ends-turn",
        &[DoubleDown],
        YesNo,
        "A bust on the first toss ends the turn",
    ),
    option(
        "bust_on_dead",
        "bust-on-dead",
        &[DoubleDown],
        YesNo,
        "Landing on a score that cannot be finished is a bust",
    ),
    option(
        "doubles_dice",
        "doubles-dice",
        &[DoubleDown],
        Words(&[("two", "two dice"), ("per_player", "one a player")]),
        "Dice that name the double holes",
    ),
    option(
        "same_dice",
        "same-dice",
        &[DoubleDown],
        Words(&[("keep", "one hole is double"), ("reroll", "they are rolled again")]),
        "Equal dice for the double holes",
    ),
    option(
        "handicap",
        "handicap",
        &[Hundred],
        YesNo,
        "The weaker player starts with points and extra turns, by their records",
    ),
    option(
        "max_rounds",
        "max-rounds",
        &[UpTheMountain, DoubleDown, Hundred],
        number(10, 1000, 10),
        "Rounds after which the match is drawn",
    ),
    option("target", "target", &[Crokidarts], number(50, 1000, 50), "Score to reach exactly, by fives"),
    option("legs_to_win", "legs-to-win", &[Crokidarts], number(1, 3, 1), "Legs that win a set"),
    option("sets_to_win", "sets-to-win", &[Crokidarts], number(1, 5, 1), "Sets that win the match"),
    option(
        "strict_twenty",
        "strict-twenty",
        &[Crokidarts],
        YesNo,
        "Any twenty that brings the total over the target is a bust",
    ),
    option(
        "turn_cap",
        "turn-cap",
        &[Crokidarts],
        number(10, 500, 10),
        "Turns each after which a leg is drawn, and the match",
    ),
    option(
        "hand",
        "hand",
        &[UpTheMountain, DoubleDown, Hundred, Crokidarts],
        Words(&[
            ("steady", "a strong club player"),
            ("average", "a good recreational player"),
            ("wobbly", "a beginner"),
        ]),
        "How steady the simulated hand is",
    ),
    option(
        "position",
        "position",
        &[Dara, GulBara],
        Json,
        "A position to start from, as JSON; for study, in unlisted rooms and without record",
    ),
    room("seats", "seats", number(1, 4, 1), "Number of players; 1 is practice"),
    room("clock", "clock", Clock, "Time for each player: none, 5m+3s, or 90s/turn"),
    room(
        "starts",
        "starts",
        Words(&[
            ("lot", "a draw that both can check"),
            ("creator", "who makes the room"),
            ("opponent", "the seat after the creator's"),
        ]),
        "Who begins",
    ),
    room(
        "visibility",
        "visibility",
        Words(&[("public", "listed in the lobby"), ("unlisted", "only by its link")]),
        "Who finds the room",
    ),
    room("spectators", "spectators", YesNo, "Whether strangers may watch"),
    room(
        "claim_after_s",
        "claim-after",
        Number { least: 10, most: 1_209_600, step: 30, none: Some("never") },
        "Absence after which the other side may claim the match",
    ),
    room(
        "medium",
        "medium",
        Words(&[
            ("virtual", "the server simulates"),
            ("table", "real boards on camera, each player reports"),
        ]),
        "Where it is played",
    ),
    room(
        "confirm_after_s",
        "confirm-after",
        number(0, 3600, 15),
        "Real boards: time after which a finished turn counts as confirmed; 0 is only by hand",
    ),
    room(
        "fairness",
        "fairness",
        Words(&[
            ("open", "draws go on without a silent player, and name that player"),
            ("strict", "draws wait for every player"),
        ]),
        "Whether a draw of chance waits for every player's part",
    ),
    room(
        "draw_wait_ms",
        "draw-wait",
        number(500, 30_000, 500),
        "How long a draw waits for the players' parts, in ms",
    ),
    room(
        "chat",
        "chat",
        Words(&[("all", "players and watchers"), ("seats", "players only")]),
        "Who may write in the chat",
    ),
];

/// The field of this key, `game.` in front allowed, `-` as good as `_`.
pub fn field(key: &str) -> Option<&'static Field> {
    let key = key.strip_prefix("game.").unwrap_or(key).replace('-', "_");
    FIELDS.iter().find(|field| field.key == key || field.flag.replace('-', "_") == key)
}
