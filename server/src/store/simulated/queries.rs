//! The queries.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::stats::{Outcome, Standing};

use crate::store::{EndedRow, LeagueRow, MatchInfo, Outage, PlayerRow, ResultRow, RoomRow, Side, Tally};

use super::tables::{Room, Tables};

impl Tables {
    pub(super) fn room(&self, code: &str) -> Option<RoomRow> {
        self.rooms.get(code).map(|room| room_row(code, room))
    }

    pub(super) fn read(&self, code: &str, after: u64, limit: usize) -> Vec<String> {
        let lines = self.rooms.get(code).map(|room| room.lines.as_slice()).unwrap_or_default();
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        lines.iter().skip(after).take(limit).cloned().collect()
    }

    pub(super) fn match_lines(&self, code: &str, number: u32) -> Option<Vec<String>> {
        let (started, ended) = self.rooms.get(code)?.matches.get(&number)?;
        let before = started.first_seq.saturating_sub(1);
        let count = ended.as_ref()?.last_seq.saturating_sub(before);
        Some(self.read(code, before, usize::try_from(count).unwrap_or(usize::MAX)))
    }

    pub(super) fn matches(&self, code: &str) -> Vec<MatchInfo> {
        let matches = self.rooms.get(code).into_iter().flat_map(|room| room.matches.values());
        let info = |(started, ended): &(_, Option<EndedRow>)| MatchInfo {
            started: Clone::clone(started),
            ended: ended.as_ref().map(without_sides),
        };
        matches.map(info).collect()
    }

    pub(super) fn player(&self, id: &str) -> Option<PlayerRow> {
        self.players.get(id).cloned()
    }

    pub(super) fn rooms_of(&self, player: &str, limit: usize) -> Vec<RoomRow> {
        self.newest(limit, |room| {
            room.new.creator == player || room.seats.values().any(|seated| seated == player)
        })
    }

    pub(super) fn listed(&self, limit: usize) -> Vec<RoomRow> {
        self.newest(limit, |room| !room.new.unlisted && room.status != "finished")
    }

    pub(super) fn heads(&self, rooms: &[String]) -> Vec<(String, u64)> {
        let head = |code: &String| self.rooms.get(code).map_or(0, |room| room.lines.len() as u64);
        rooms.iter().map(|code| (code.clone(), head(code))).collect()
    }

    pub(super) fn rooms_after(&self, after: &str, limit: usize) -> Vec<RoomRow> {
        let later = self.rooms.iter().filter(|(code, _)| code.as_str() > after);
        later.take(limit).map(|(code, room)| room_row(code, room)).collect()
    }

    fn newest(&self, limit: usize, wanted: impl Fn(&Room) -> bool) -> Vec<RoomRow> {
        let found = self.rooms.iter().filter(|(_, room)| wanted(room));
        let mut rows: Vec<RoomRow> = found.map(|(code, room)| room_row(code, room)).collect();
        rows.sort_by_key(|row| Reverse(row.created));
        rows.truncate(limit);
        rows
    }

    pub(super) fn rooms_count(&self) -> u64 {
        self.rooms.len() as u64
    }

    pub(super) fn due(&self, before: i64, limit: usize) -> Vec<String> {
        let deadlines = self.rooms.iter().filter_map(|(code, room)| Some((room.deadline?, code)));
        let mut due: Vec<(i64, &String)> = deadlines.filter(|(at, _)| *at <= before).collect();
        due.sort_unstable();
        due.into_iter().take(limit).map(|(_, code)| code.clone()).collect()
    }

    pub(super) fn outages_since(&self, at: i64) -> Vec<Outage> {
        let all = self.outages.iter().map(|(&from, &to)| Outage { from, to });
        all.filter(|outage| outage.to > at).collect()
    }

    pub(super) fn results_of(&self, player: &str, limit: usize) -> Vec<ResultRow> {
        let mut found: Vec<ResultRow> = self
            .sides_of(player)
            .map(|(code, started, ended, side)| ResultRow {
                room: code.clone(),
                seat: side.share.seat,
                outcome: side.share.outcome,
                started: started.clone(),
                ended: without_sides(ended),
            })
            .collect();
        found.sort_by(|a, b| {
            let key = |row: &ResultRow| (row.ended.at, row.room.clone(), row.ended.number);
            key(b).cmp(&key(a))
        });
        found.truncate(limit);
        found
    }

    pub(super) fn record_of(&self, player: &str) -> Vec<Tally> {
        let mut tallies: BTreeMap<_, u64> = BTreeMap::new();
        for (_, _, ended, side) in self.sides_of(player) {
            let early = side.share.early.map(|early| early.reason.name().to_owned());
            let own = side.share.early.is_some_and(|early| early.own);
            let key = (ended.kind.clone(), rank(side.share.outcome), early, own);
            *tallies.entry(key).or_default() += 1;
        }
        let tally =
            |((kind, rank, early, own), matches)| Tally { kind, outcome: RANKED[rank], early, own, matches };
        tallies.into_iter().map(tally).collect()
    }

    fn sides_of<'a>(
        &'a self,
        player: &'a str,
    ) -> impl Iterator<Item = (&'a String, &'a crate::store::MatchRow, &'a EndedRow, &'a Side)> {
        let matches =
            self.rooms.iter().flat_map(|(code, room)| room.matches.values().map(move |m| (code, m)));
        matches.filter_map(move |(code, (started, ended))| {
            let ended = ended.as_ref()?;
            let side = ended.sides.iter().find(|side| side.player == player)?;
            Some((code, started, ended, side))
        })
    }

    pub(super) fn standing(&self, key: &(String, String)) -> Option<Standing> {
        self.standings.get(key).copied()
    }

    pub(super) fn standings_of(&self, player: &str) -> Vec<(String, Standing)> {
        let all = self.standings.iter().filter(|((of, _), _)| of == player);
        all.map(|((_, kind), standing)| (kind.clone(), *standing)).collect()
    }

    pub(super) fn league(&self, limit: usize) -> Vec<LeagueRow> {
        let rows = self.standings.iter().filter(|(_, standing)| standing.hundred.games > 0);
        let mut rows: Vec<LeagueRow> = rows
            .filter_map(|((player, _), standing)| {
                let name = self.players.get(player)?.name.clone();
                Some(LeagueRow { player: player.clone(), name, hundred: standing.hundred })
            })
            .collect();
        // the same player order comes from the map, and the sort is stable
        rows.sort_by(|a, b| {
            let turns = |row: &LeagueRow| row.hundred.turns as f64 / row.hundred.games as f64;
            let excess = |row: &LeagueRow| row.hundred.excess as f64 / row.hundred.games as f64;
            turns(a).total_cmp(&turns(b)).then(excess(b).total_cmp(&excess(a)))
        });
        rows.truncate(limit);
        rows
    }
}

/// The order in which tallies come.
const RANKED: [Outcome; 4] = [Outcome::Unfinished, Outcome::Won, Outcome::Drawn, Outcome::Lost];

fn rank(outcome: Outcome) -> usize {
    RANKED.iter().position(|ranked| *ranked == outcome).unwrap_or_default()
}

fn room_row(code: &str, room: &Room) -> RoomRow {
    RoomRow {
        code: code.to_owned(),
        secret: room.new.secret,
        setup: room.new.setup.clone(),
        unlisted: room.new.unlisted,
        creator: room.new.creator.clone(),
        created: room.new.at,
        status: room.status.clone(),
        head: room.head(),
        deadline: room.deadline,
    }
}

fn without_sides(ended: &EndedRow) -> EndedRow {
    EndedRow { sides: Vec::new(), ..ended.clone() }
}
