//! What comes back out.

use engine::stats::Outcome;

use super::{Fixture, end, lines, opening, start};
use crate::store::{Append, Appended, Outage, Tally};

pub(crate) async fn lines_come_back_in_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    // Byte for byte: what JSON may hold, and long enough for pages of its own.
    let long = "é☃\u{1F600}\\\"".repeat(4000);
    store.append(opening("A22222", "p", 1)).await.unwrap();
    store.append(opening("A22223", "p", 1)).await.unwrap();
    assert_eq!(store.append(lines("A22222", 1, &["two", &long, "four"])).await, Ok(Appended::Done));
    assert_eq!(store.read("A22222", 0, 2).await.unwrap(), ["opened", "two"]);
    assert_eq!(store.read("A22222", 2, 9).await.unwrap(), [long.as_str(), "four"]);
    assert!(store.read("A22222", 4, 9).await.unwrap().is_empty());
    assert!(store.read("A22222", u64::MAX, usize::MAX).await.unwrap().is_empty());
    assert!(store.read("NONE22", 0, 9).await.unwrap().is_empty());
    assert_eq!(store.room("A22222").await.unwrap().unwrap().head, 4);
    let asked = ["A22223", "NONE22", "A22222"].map(str::to_owned);
    let mut heads = store.heads(&asked).await.unwrap();
    heads.sort_unstable();
    assert_eq!(heads.iter().map(|(_, head)| *head).collect::<Vec<_>>(), [4, 1, 0]);
    assert_eq!(heads.into_iter().map(|(room, _)| room).collect::<Vec<_>>(), ["A22222", "A22223", "NONE22"]);
}

/// Rooms that grow by turns, to several hundred lines: every cut of them is whole, and nothing of another room is in it.
pub(crate) async fn any_cut_of_a_long_log_is_whole(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut logs = [("A22222", 0), ("B22222", 0), ("C22222", 0)];
    for (room, _) in logs {
        let empty = Append { lines: Vec::new(), ..opening(room, "p", 1) };
        assert_eq!(store.append(empty).await, Ok(Appended::Done));
    }
    let line = |room: &str, seq: u64| format!("{room} {seq}");
    for step in 0..500_usize {
        let (room, head) = &mut logs[step * step % 7 % 3];
        let more: Vec<_> = (*head + 1..).take(step % 6).map(|seq| line(room, seq)).collect();
        let append = Append { lines: more.clone(), ..lines(room, *head, &[]) };
        assert_eq!(store.append(append).await, Ok(Appended::Done));
        *head += more.len() as u64;
    }
    for (room, head) in logs {
        assert!(head > 128, "{head}");
        for after in [0, 1, 62, 63, 64, 65, 100, 127, 128, head - 1, head, head + 1] {
            for limit in [0, 1, 2, 63, 64, 65, 500] {
                let expected: Vec<_> = (after + 1..=head).take(limit).map(|seq| line(room, seq)).collect();
                assert_eq!(store.read(room, after, limit).await.unwrap(), expected, "{after} {limit}");
            }
        }
    }
}

pub(crate) async fn deadlines_come_due(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (code, at) in [("A22222", 30), ("B22222", 10), ("C22222", 20)] {
        store.append(Append { deadline: Some(Some(at)), ..opening(code, "p", 1) }).await.unwrap();
    }
    assert_eq!(store.due(9, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.due(20, 9).await.unwrap(), ["B22222", "C22222"]);
    assert_eq!(store.due(99, 2).await.unwrap(), ["B22222", "C22222"]);
    // Left as it is, cleared, and moved.
    store.append(lines("A22222", 1, &["x"])).await.unwrap();
    store.append(Append { deadline: Some(None), ..lines("B22222", 1, &["x"]) }).await.unwrap();
    store.set_deadline("C22222", Some(40)).await.unwrap();
    store.set_deadline("NONE22", Some(1)).await.unwrap();
    assert_eq!(store.due(99, 9).await.unwrap(), ["A22222", "C22222"]);
    assert_eq!(store.room("B22222").await.unwrap().unwrap().deadline, None);
    assert_eq!(store.room("C22222").await.unwrap().unwrap().deadline, Some(40));
    store.set_deadline("C22222", None).await.unwrap();
    assert_eq!(store.due(99, 9).await.unwrap(), ["A22222"]);
}

pub(crate) async fn gaps_between_beats_are_outages(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let first = Outage { from: 12_000, to: 14_001 };
    let second = Outage { from: 15_000, to: 90_000 };
    assert_eq!(store.heartbeat(10_000).await, Ok(None), "the first start is no outage");
    assert_eq!(store.heartbeat(12_000).await, Ok(None));
    assert_eq!(store.heartbeat(14_001).await, Ok(Some(first)));
    assert_eq!(store.heartbeat(15_000).await, Ok(None));
    assert_eq!(store.heartbeat(90_000).await, Ok(Some(second)));
    // A clock that was set back is no outage, and the count goes on from there.
    assert_eq!(store.heartbeat(20_000).await, Ok(None));
    assert_eq!(store.heartbeat(21_000).await, Ok(None));
    assert_eq!(store.outages_since(0).await.unwrap(), [first, second]);
    assert_eq!(store.outages_since(14_000).await.unwrap(), [first, second]);
    assert_eq!(store.outages_since(14_001).await.unwrap(), [second]);
    assert_eq!(store.outages_since(90_000).await.unwrap(), []);
}

pub(crate) async fn matches_are_cut_out_of_the_log(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.append(opening("A22222", "p", 1)).await.unwrap();
    let started = Append { started: start(1, 2, 5), ..lines("A22222", 1, &["started", "move"]) };
    store.append(started).await.unwrap();
    assert_eq!(store.match_lines("A22222", 1).await.unwrap(), None, "it still runs");
    assert_eq!(store.matches("A22222").await.unwrap()[0].ended, None);
    let over = end(1, 4, 9, "dara", &[]);
    let ended = Append { ended: Some(over.clone()), ..lines("A22222", 3, &["ended", "offered"]) };
    store.append(ended).await.unwrap();
    store.append(Append { started: start(2, 6, 10), ..lines("A22222", 5, &["again"]) }).await.unwrap();
    assert_eq!(store.match_lines("A22222", 1).await.unwrap().unwrap(), ["started", "move", "ended"]);
    assert_eq!(store.match_lines("A22222", 2).await.unwrap(), None);
    assert_eq!(store.match_lines("NONE22", 1).await.unwrap(), None);
    let matches = store.matches("A22222").await.unwrap();
    assert_eq!(matches.len(), 2);
    assert_eq!((Some(matches[0].started.clone()), matches[0].ended.clone()), (start(1, 2, 5), Some(over)));
    assert_eq!((Some(matches[1].started.clone()), matches[1].ended.clone()), (start(2, 6, 10), None));
}

pub(crate) async fn results_and_records(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let (won, lost, drawn) = (Outcome::Won, Outcome::Lost, Outcome::Drawn);
    let played = [("dara", won, lost), ("dara", drawn, drawn), ("darbol", lost, won), ("dara", won, lost)];
    for (n, (kind, p, q)) in (1i64..).zip(played) {
        let over = end(1, 1, n * 10, kind, &[("p", p), ("q", q)]);
        let whole =
            Append { started: start(1, 1, n), ended: Some(over), ..opening(&format!("R{n}"), "p", n) };
        store.append(whole).await.unwrap();
    }
    let recent = store.results_of("q", 3).await.unwrap();
    let seen: Vec<_> = recent.iter().map(|r| (r.room.as_str(), r.seat, r.outcome)).collect();
    assert_eq!(seen, [("R4", 1, lost), ("R3", 1, won), ("R2", 1, drawn)]);
    assert_eq!((recent[1].ended.clone(), recent[1].started.at), (end(1, 1, 30, "darbol", &[]), 3));
    let tally = |kind: &str, outcome, matches| {
        let kind = kind.to_owned();
        Tally { kind, outcome, early: None, own: false, matches }
    };
    let dara = |outcome| [tally("dara", outcome, 2), tally("dara", drawn, 1)];
    let [wins, draws] = dara(won);
    assert_eq!(store.record_of("p").await.unwrap(), [wins, draws, tally("darbol", lost, 1)]);
    let [losses, draws] = dara(lost);
    assert_eq!(store.record_of("q").await.unwrap(), [draws, losses, tally("darbol", won, 1)]);
    assert!(store.record_of("r").await.unwrap().is_empty());
}

pub(crate) async fn rooms_are_found_by_those_who_sit(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let codes = async |player: &str| -> Vec<String> {
        store.rooms_of(player, 9).await.unwrap().into_iter().map(|room| room.code).collect()
    };
    let listed = async |limit| -> Vec<String> {
        store.listed(limit).await.unwrap().into_iter().map(|room| room.code).collect()
    };
    let sits = |seat, player: Option<&str>| Some(vec![(seat, player.map(str::to_owned))]);
    store.append(Append { seats: sits(0, Some("p")), ..opening("A22222", "p", 1) }).await.unwrap();
    store.append(opening("B22222", "q", 2)).await.unwrap();
    let mut hidden = opening("C22222", "r", 3);
    hidden.create.as_mut().unwrap().unlisted = true;
    store.append(hidden).await.unwrap();
    store.append(Append { seats: sits(0, Some("p")), ..lines("B22222", 1, &["sat"]) }).await.unwrap();
    store.append(Append { seats: sits(1, Some("p")), ..lines("C22222", 1, &["sat"]) }).await.unwrap();
    assert_eq!(codes("p").await, ["C22222", "B22222", "A22222"]);
    assert_eq!(codes("q").await, ["B22222"], "who made it and does not sit");
    store.append(Append { seats: sits(1, None), ..lines("C22222", 2, &["stood"]) }).await.unwrap();
    store.append(Append { seats: sits(0, Some("q")), ..lines("B22222", 2, &["other"]) }).await.unwrap();
    assert_eq!(codes("p").await, ["A22222"]);
    assert_eq!(listed(9).await, ["B22222", "A22222"]);
    assert_eq!(listed(1).await, ["B22222"]);
    let finished = Append { status: Some("finished".to_owned()), ..lines("B22222", 3, &["x"]) };
    store.append(finished).await.unwrap();
    assert_eq!(listed(9).await, ["A22222"]);
    assert_eq!(store.rooms_count().await.unwrap(), 3);
}
