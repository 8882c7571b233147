//! Sentences for people, the same in every mode. Whatever came from the network is made harmless here.

use std::borrow::Cow;

use engine::games::{Reason, Seat, View as GameView};
use engine::table::{Player, Status, View, What};
use notation::winner_first;
use protocol::short_id;
use protocol::text::shown;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::model::clock;
use crate::model::room::player_at;

/// A name with the start of the id that tells it from another of the same name.
pub fn player(player: &Player) -> String {
    format!("{}·{}", shown(&player.name), shown(short_id(&player.id)))
}

/// Who sits at a seat.
pub fn seat(view: &View, seat: Seat) -> String {
    player_at(view, seat).map_or_else(|| format!("seat {}", seat + 1), player)
}

/// Several seats, as `Ada and Bert`.
pub fn seats(view: &View, list: &[Seat]) -> String {
    let names: Vec<_> = list.iter().map(|s| seat(view, *s)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// Time on a clock: `4:59`, tenths in the last twenty seconds, days when there are some.
pub fn time(ms: i64) -> String {
    let seconds = ms / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, ms) {
        (48.., _) => format!("{}d {:02}h", hours / 24, hours % 24),
        (1.., _) => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
        (_, ..20_000) => format!("0:{seconds:02}.{}", ms % 1000 / 100),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// How long ago or for how long, roughly.
pub fn span(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// Whether a match is played.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
    }
}

/// What an offer is for.
pub fn what(what: What) -> &'static str {
    match what {
        What::Draw => "a draw",
        What::Takeback => "to take the last turn back",
        What::Rematch => "a rematch",
    }
}

/// Why a match ended.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Completed => "played to its end",
        Reason::Resigned => "by resignation",
        Reason::Time => "on time",
        Reason::Abandoned => "claimed against one who was gone",
        Reason::Agreed => "by agreement",
        Reason::Repetition => "by repetition",
        Reason::NoProgress => "nothing was taken for too long",
        Reason::Immobile => "nobody could move",
        Reason::Cap => "the limit of rounds was reached",
        Reason::Dead => "no score can be finished any more",
        Reason::Unfinished => "left unfinished",
    }
}

/// How the match ended, whole.
pub fn result(view: &View) -> Option<String> {
    let result = view.result.as_ref()?;
    let head = match result.winners.as_slice() {
        [] => "Drawn".to_owned(),
        winners @ [_] => format!("{} wins", seats(view, winners)),
        winners => format!("{} win", seats(view, winners)),
    };
    let points: Vec<_> = winner_first(&result.winners, &result.points).iter().map(u32::to_string).collect();
    Some(format!("{head} {} ({})", points.join(":"), reason(result.reason)))
}

/// Whose turn it is, as one sentence to the person at `me`.
pub fn turn(view: &View, me: Option<Seat>) -> String {
    if let Some(result) = result(view) {
        return result;
    }
    if view.status == Status::Waiting {
        let free = view.seats.iter().filter(|seat| seat.is_none()).count();
        return match free {
            0 => "All seats are taken; the match is about to start".to_owned(),
            1 => "Waiting for one more player".to_owned(),
            n => format!("Waiting for {n} more players"),
        };
    }
    if let Some(due) = &view.fairness.due {
        let missing: Vec<_> = due.seats.iter().copied().filter(|seat| Some(*seat) != me).collect();
        return match missing.as_slice() {
            [] => "A draw is being made".to_owned(),
            missing => format!("A draw waits for {}", seats(view, missing)),
        };
    }
    let confirming = clock::confirming(view);
    match me {
        Some(me) if view.turn.contains(&me) && confirming => {
            "Your word is asked for: confirm or dispute the turn".to_owned()
        }
        Some(me) if view.turn.contains(&me) => format!("Your turn{}", task(view)),
        _ if confirming => format!("{} looks at the finished turn", seats(view, &view.turn)),
        _ if view.turn.is_empty() => "A moment".to_owned(),
        _ => format!("{} to move", seats(view, &view.turn)),
    }
}

/// What the seat in turn has to do.
fn task(view: &View) -> &'static str {
    use engine::games::{crokidarts, dara, darbol, gul_bara};
    match &view.game {
        Some(GameView::Dara(game)) => match game.phase {
            dara::Phase::Placing => ": place a stone",
            dara::Phase::Moving => ": move a stone",
            dara::Phase::Capturing => ": take a stone",
            dara::Phase::Over => "",
        },
        Some(GameView::GulBara(game)) => match game.phase {
            gul_bara::Phase::Rolling => ": roll the dice",
            gul_bara::Phase::Moving if game.stages.is_empty() => ": end your turn with done",
            gul_bara::Phase::Moving => ": move your checkers",
            gul_bara::Phase::Over => "",
        },
        Some(GameView::Darbol(game)) => match game.phase {
            darbol::Phase::Rolling => ": roll the dice",
            darbol::Phase::Tossing => ": toss",
            darbol::Phase::Confirming | darbol::Phase::Over => "",
        },
        Some(GameView::Crokidarts(game)) => match game.phase {
            crokidarts::Phase::Shooting => ": shoot",
            crokidarts::Phase::Checkout => ": the check-out shot",
            crokidarts::Phase::Confirming | crokidarts::Phase::Over => "",
        },
        None => "",
    }
}

/// Who was silent in the draws of chance; none if there was no draw yet.
pub fn silence(view: &View) -> Option<String> {
    if view.fairness.draw == 0 {
        return None;
    }
    let mut told = Vec::new();
    for (s, silent) in view.fairness.silent.iter().enumerate() {
        if view.fairness.tips.get(s).is_some_and(Option::is_none) {
            told.push(format!("{} takes no part", seat(view, s)));
        } else if *silent > 0 {
            told.push(format!("{} was silent in {silent}", seat(view, s)));
        }
    }
    let told = if told.is_empty() { "nobody was silent".to_owned() } else { told.join(", ") };
    Some(format!("Draws: {}; {told}", view.fairness.draw))
}

/// What Hundred's players are awarded by their records, before and during the match; none if nothing is (C38, C39).
pub fn handicap(view: &View) -> Option<String> {
    let awards = view.handicap.as_ref()?.iter().enumerate();
    let told: Vec<String> = awards
        .filter(|(_, award)| award.points > 0 || award.extra_turns > 0)
        .map(|(s, award)| {
            let turns = if award.extra_turns == 1 { "turn" } else { "turns" };
            format!(
                "{} starts with {} points and {} extra {turns}",
                seat(view, s),
                award.points,
                award.extra_turns
            )
        })
        .collect();
    Some(if told.is_empty() { "Handicap: nobody is awarded anything".to_owned() } else { told.join("; ") })
}

/// A text from elsewhere, harmless to show.
pub fn shown_line(text: &str) -> String {
    shown(text).into_owned()
}

/// Columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text in exactly `columns` columns: cut with an ellipsis, or padded.
pub fn fit(text: &str, columns: usize) -> String {
    let cut = cut(text, columns);
    let pad = columns.saturating_sub(cut.width());
    format!("{cut}{}", " ".repeat(pad))
}

/// A text in at most `columns` columns.
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if text.width() <= columns {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    let mut room = columns.saturating_sub(1);
    for c in text.chars() {
        match room.checked_sub(c.width().unwrap_or(0)) {
            Some(left) => room = left,
            None => break,
        }
        kept.push(c);
    }
    if columns > 0 {
        kept.push('…');
    }
    // a cut in the middle of a cluster may measure more than its parts
    while kept.width() > columns && kept.pop().is_some() {}
    Cow::Owned(kept)
}

/// A text in lines of at most `columns` columns, broken at spaces where there are any.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        for piece in pieces(word, columns.max(2)) {
            let line = lines.last_mut().filter(|line| line.width() + piece.trim_end().width() <= columns);
            match line {
                Some(line) => line.push_str(&piece),
                None => lines.push(piece),
            }
        }
    }
    lines
}

/// A word in pieces that fit a line.
fn pieces(word: &str, columns: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in word.chars() {
        match pieces.last_mut().filter(|piece| piece.width() + c.width().unwrap_or(0) <= columns) {
            Some(piece) => piece.push(c),
            None => pieces.push(c.to_string()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn times_are_short() {
        assert_eq!(time(299_999), "4:59");
        assert_eq!(time(9_340), "0:09.3");
        assert_eq!(time(3_723_000), "1:02:03");
        assert_eq!(time(200_000_000), "2d 07h");
        assert_eq!(time(0), "0:00.0");
    }

    /// FL-074.
    #[test]
    fn columns_line_up_whatever_the_script() {
        for name in ["Ada", "界界", "👩\u{200d}🔬", "e\u{301}", "مرحبا", "a very long name indeed", ""]
        {
            for columns in [0, 1, 2, 5, 12] {
                assert_eq!(width(&fit(name, columns)), columns, "{name:?} in {columns}");
            }
        }
    }

    #[test]
    fn long_texts_are_broken() {
        assert_eq!(wrap("one two three", 8), ["one two ", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["", "abc", "def", "gh"][1..].to_vec());
        assert!(wrap("界界界界 👩\u{200d}🔬 x", 5).iter().all(|line| width(line.trim_end()) <= 5));
    }

    #[test]
    fn names_cannot_speak_to_the_terminal() {
        let bad = Player { id: "aa\u{1b}[2J".to_owned(), name: "\u{1b}]52;c;x\u{7}\r\u{9b}2J".to_owned() };
        assert!(player(&bad).chars().all(|c| !c.is_control()));
    }

    #[test]
    fn the_turn_is_told_to_each() {
        let view = testing::playing_dara();
        assert_eq!(turn(&view, Some(0)), "Your turn: place a stone");
        assert_eq!(turn(&view, Some(1)), "Ada·aaaa to move");
        assert_eq!(turn(&view, None), "Ada·aaaa to move");
    }
}
