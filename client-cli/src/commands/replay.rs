//! `replay`: a match step by step, in any of the three modes, from a match file or from a server's history.

use std::io::{self, Write};
use std::path::Path;

use engine::record::{Fault, Match, check};
use engine::table::Now;
use protocol::{Reply, Request};
use serde_json::json;

use super::ask::{ask, unexpected};
use super::{Mode, new_app, verify};
use crate::app::{self, Effect, Place};
use crate::boards::{self, BoardContext};
use crate::failure::{Failure, Outcome};
use crate::flags::Global;
use crate::look::Look;
use crate::model::{Step, Timeline};
use crate::net::Net;
use crate::screens::replay::ReplayScreen;
use crate::{story, words};
use notation::target::MatchTarget;

/// Replays a file if there is one of this name, otherwise a match of a room.
///
/// # Errors
/// If there is no such match, or the file is wrong.
pub async fn run(global: &Global, mode: Mode, of: &str) -> Outcome {
    let path = Path::new(of);
    if path.exists() || of == "-" {
        let (title, timeline) = from_file(path)?;
        return show(global, mode, title, timeline).await;
    }
    let target: MatchTarget = of
        .parse()
        .map_err(|_| Failure::usage(format!("{of}: there is no such file, and it is no room's code")))?;
    if mode == Mode::Screen {
        let mut app = new_app(global)?;
        app.alone = true;
        let mut net = Net::connect(global)?;
        let outcome = app::run(app, Some(&mut net), vec![Effect::Replay(target.room, target.number)]).await;
        net.close().await;
        return outcome;
    }
    let timeline = from_server(global, target).await?;
    let title = target.number.map_or_else(|| target.room.to_string(), |n| format!("{}/{n}", target.room));
    show(global, mode, title, timeline).await
}

/// A match file is checked before it is shown: what is shown is what happened.
fn from_file(path: &Path) -> Result<(String, Timeline), Failure> {
    let wrong = |fault: Fault| {
        Failure::refused(format!("{}: {}", path.display(), words::shown_line(&fault.to_string())))
    };
    let bytes = verify::read(path)?;
    check(&bytes, None).map_err(wrong)?;
    let file = Match::read(&bytes).map_err(wrong)?;
    let mut table = file.table().map_err(wrong)?;
    let mut timeline = Timeline::default();
    for logged in &file.entries {
        let at = logged.entry.at;
        table.apply(logged, at);
        let view = Box::new(table.view(0, Now { mono: at, wall: at }));
        timeline.add(logged.entry.seq, Step { entry: Some(logged.entry.clone()), view: Some(view) });
    }
    Ok((words::shown_line(&file.header.r#match), timeline))
}

async fn from_server(global: &Global, target: MatchTarget) -> Result<Timeline, Failure> {
    let mut net = Net::connect(global)?;
    let mut timeline = Timeline::default();
    let mut after = None;
    loop {
        let request = Request::History { room: target.room, r#match: target.number, after, limit: None };
        let Reply::History(page) = ask(&mut net, request).await? else { return Err(unexpected()) };
        let last = page.entries.last().map(|entry| entry.seq);
        timeline.history(page.entries);
        after = last.or(after);
        if !page.more || last.is_none() {
            break;
        }
    }
    net.close().await;
    match timeline.ends() {
        Some(_) => Ok(timeline),
        None => Err(Failure::refused("nothing has been played there yet")),
    }
}

async fn show(global: &Global, mode: Mode, title: String, timeline: Timeline) -> Outcome {
    match mode {
        Mode::Screen => {
            let mut app = new_app(global)?;
            app.alone = true;
            app.place = Place::Replay;
            app.replay = Some(ReplayScreen::whole(title, timeline));
            app::run(app, None, Vec::new()).await
        }
        Mode::Plain => Ok(print(&timeline, Look::chosen(global.no_color))?),
        Mode::Json => Ok(print_json(&timeline)?),
    }
}

/// Every entry, and the board after each decision.
fn print(timeline: &Timeline, look: Look) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Some(newest) = timeline.ends().and_then(|(_, last)| timeline.view(last)) else { return Ok(()) };
    let mut lines = story::lines(newest, timeline, None).into_iter().peekable();
    for (seq, step) in timeline.steps() {
        while let Some(line) = lines.next_if(|line| line.seq <= seq) {
            writeln!(out, "{}", line.text)?;
        }
        let Some(view) = step.view.as_ref().filter(|_| step.is_stop()) else { continue };
        let changed = step.entry.as_ref().is_none_or(|entry| entry.event.changes_play());
        if changed && view.game.is_some() {
            let last = story::newest(timeline, Some(seq));
            let ctx =
                BoardContext { view, me: None, cursor: None, selected: None, last: &last, theme: look.theme };
            writeln!(out, "{}", boards::plain(&ctx))?;
        }
    }
    if let Some(result) = words::result(newest) {
        writeln!(out, "{result}")?;
    }
    if let Some(silence) = words::silence(newest) {
        writeln!(out, "{silence}")?;
    }
    out.flush()
}

/// Every entry as the history has it, with the view after it.
fn print_json(timeline: &Timeline) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (_, step) in timeline.steps() {
        let mut line = json!({"type": "entry"});
        if let (Some(entry), Some(fields)) = (&step.entry, line.as_object_mut())
            && let Ok(serde_json::Value::Object(entry)) = serde_json::to_value(entry)
        {
            fields.extend(entry);
        }
        line["view"] = json!(step.view);
        crate::json::write(&mut out, &line)?;
    }
    Ok(())
}
