//! `league`: the table of Hundred among the people one has played it with, by their averages (C37).

use std::collections::BTreeSet;
use std::io::{self, Write};

use protocol::PlayerPage;
use serde_json::json;

use super::ask::{me, page};
use crate::failure::Outcome;
use crate::flags::Global;
use crate::game::Game;
use crate::net::Net;
use crate::words;

/// Asks for one's own page, then for those of the people met there.
///
/// # Errors
/// If there is no connection, or one has no page yet.
pub async fn run(global: &Global, as_json: bool) -> Outcome {
    let mut net = Net::connect(global)?;
    let me = me(&mut net).await?;
    let own = page(&mut net, &me).await?;
    let met: BTreeSet<_> =
        own.recent.iter().flat_map(|recent| &recent.seats).map(|player| player.id.clone()).collect();
    let mut pages = vec![own];
    for id in met.into_iter().filter(|id| *id != me) {
        pages.push(page(&mut net, &id).await?);
    }
    let mut rows: Vec<_> = pages.iter().filter_map(row).collect();
    // fewer turns are better, then more excess (C37)
    rows.sort_by(|a, b| a.turns.total_cmp(&b.turns).then(b.excess.total_cmp(&a.excess)));
    let mut out = io::stdout();
    if as_json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| json!({"id": row.id, "name": row.name, "turns": row.turns, "excess": row.excess}))
            .collect();
        return Ok(crate::json::write(&mut out, &json!({"type": "league", "players": rows}))?);
    }
    if rows.is_empty() {
        writeln!(out, "Nobody you met has finished a match of {} yet", Game::Hundred.title())?;
        return Ok(());
    }
    writeln!(out, "     {} average turns  average excess", words::fit("player", 28))?;
    for (place, row) in rows.iter().enumerate() {
        let name = words::fit(&format!("{}·{}", row.name, words::shown_line(protocol::short_id(row.id))), 28);
        writeln!(out, "{:>3}. {name} {:>13.2} {:>15.2}", place + 1, row.turns, row.excess)?;
    }
    Ok(out.flush()?)
}

/// A player with a record of Hundred.
struct Row<'a> {
    id: &'a str,
    name: String,
    turns: f64,
    excess: f64,
}

fn row(page: &PlayerPage) -> Option<Row<'_>> {
    let averages =
        page.record.values().map(|record| &record.averages).find(|means| means.contains_key("turns"))?;
    Some(Row {
        id: &page.id,
        name: words::shown_line(&page.name),
        turns: *averages.get("turns")?,
        excess: *averages.get("excess")?,
    })
}
