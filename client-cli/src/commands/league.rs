//! `league`: the table of Hundred, the strongest first (C37).

use std::io::{self, Write};

use protocol::{League, Reply, Request};
use serde_json::json;

use super::ask::{ask, unexpected};
use crate::failure::Outcome;
use crate::flags::Global;
use crate::net::Net;
use crate::words;
use notation::game::Game;

/// Asks for the table and prints it.
///
/// # Errors
/// If there is no connection, or nobody reads the output any more.
pub async fn run(global: &Global, as_json: bool, limit: Option<u32>) -> Outcome {
    let mut net = Net::connect(global)?;
    let Reply::League(league) = ask(&mut net, Request::League { limit }).await? else {
        return Err(unexpected());
    };
    net.close().await;
    let mut out = io::stdout();
    if as_json {
        crate::json::write(&mut out, &json!(league))?;
    } else {
        print(&mut out, &league)?;
    }
    Ok(out.flush()?)
}

fn print(out: &mut impl Write, league: &League) -> io::Result<()> {
    if league.players.is_empty() {
        return writeln!(out, "Nobody has reached a hundred in {} yet", Game::Hundred.title());
    }
    writeln!(out, "     {} games  turns  excess (averages)", words::fit("player", 28))?;
    for (place, player) in league.players.iter().enumerate() {
        let name = words::shown_line(&player.name);
        let name = words::fit(&format!("{name}·{}", words::shown_line(protocol::short_id(&player.id))), 28);
        let (games, turns, excess) = (player.sums.games, player.turns_avg, player.excess_avg);
        writeln!(out, "{:>3}. {name} {games:>5} {turns:>6.2} {excess:>7.2}", place + 1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let player = |name: &str| {
            json!({"id": "aaaa000000000000", "name": name, "games": 3, "turns": 42, "excess": 12,
                "turns_avg": 14.0, "excess_avg": 4.0})
        };
        let league = json!({"players": [player("Ada"), player("界界\u{1b}[2J")]});
        let mut out = Vec::new();
        print(&mut out, &serde_json::from_value(league).unwrap()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let widths: Vec<_> = text.lines().skip(1).map(words::width).collect();
        assert_eq!(widths[0], widths[1], "{text}");
        assert!(!text.contains('\u{1b}'));
    }
}
