//! Clocks as people write them: `none`, `5m+3s`, `90s/turn`, `1d/turn`.

use serde_json::{Value, json};

use super::field::around;

/// What the form steps through.
pub(super) const USUAL: [&str; 9] =
    ["none", "3m+2s", "5m+3s", "10m+5s", "20m+10s", "1h+30s", "30s/turn", "1d/turn", "3d/turn"];

/// Reads a clock.
pub(super) fn read(text: &str) -> Result<Value, String> {
    let word: String = text.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let wrong = || {
        format!(
            "{text:?} is no clock; write none, a time and an increment as 5m+3s, or a time for each turn as 90s/turn"
        )
    };
    if ["none", "off", "null"].contains(&word.as_str()) {
        return Ok(Value::Null);
    }
    if let Some(turn) = word.strip_suffix("/turn") {
        return seconds(turn).map(|s| json!({"per_turn_s": s})).ok_or_else(wrong);
    }
    let (initial, increment) = word.split_once('+').unwrap_or((&word, "0"));
    match (seconds(initial), seconds(increment)) {
        (Some(initial), Some(increment)) => Ok(json!({"initial_s": initial, "increment_s": increment})),
        _ => Err(wrong()),
    }
}

/// Shows a clock as [`read`] takes it.
pub(super) fn show(value: &Value) -> String {
    let part = |name: &str| value[name].as_u64();
    match (part("per_turn_s"), part("initial_s")) {
        (Some(turn), _) => format!("{}/turn", span(turn)),
        (None, Some(initial)) => format!("{}+{}", span(initial), span(part("increment_s").unwrap_or(0))),
        (None, None) => "none".to_owned(),
    }
}

/// The next usual clock.
pub(super) fn step(value: &Value, forward: bool) -> Value {
    let shown = show(value);
    let at = USUAL.iter().position(|usual| *usual == shown).unwrap_or(0);
    read(USUAL[around(at, USUAL.len(), forward)]).unwrap_or_default()
}

/// Seconds of `90`, `90s`, `5m`, `2h`, `1d`.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let (digits, unit) = match text.strip_suffix(['s', 'm', 'h', 'd']) {
        Some(digits) => (digits, &text[digits.len()..]),
        None => (text, "s"),
    };
    let of_one = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => 1,
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u32>().ok()?.checked_mul(of_one)
}

/// A whole number of the largest unit that fits.
pub(super) fn span(seconds: u64) -> String {
    let units = [(86_400, 'd'), (3600, 'h'), (60, 'm')];
    let fits = units.iter().find(|(of_one, _)| seconds >= *of_one && seconds.is_multiple_of(*of_one));
    match fits {
        Some((of_one, unit)) => format!("{}{unit}", seconds / of_one),
        None => format!("{seconds}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        assert_eq!(read("5m+3s"), Ok(json!({"initial_s": 300, "increment_s": 3})));
        assert_eq!(read("300 + 3"), Ok(json!({"initial_s": 300, "increment_s": 3})));
        assert_eq!(read("10m"), Ok(json!({"initial_s": 600, "increment_s": 0})));
        assert_eq!(read("1d/turn"), Ok(json!({"per_turn_s": 86_400})));
        assert_eq!(read("None"), Ok(Value::Null));
        for text in ["", "+", "m", "5x", "-3", "5m+", "/turn", "99999999999", "9999999d"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn usual_clocks_survive_their_text() {
        for text in USUAL {
            assert_eq!(show(&read(text).unwrap()), text);
        }
        assert_eq!(step(&Value::Null, false), read("3d/turn").unwrap());
    }
}
