//! What a simulated store keeps, and what each write does to it. A write is checked before its first change.

use std::collections::BTreeMap;

use engine::stats::{Share, Standing, conclude};

use crate::store::{
    Append, Appended, EndedRow, MatchRow, NewRoom, Outage, PlayerRow, StoreError, TOKEN_LIFE_MS, TokenRow,
};

/// Without a beat for longer than this, nobody was alive.
const OUTAGE_MS: i64 = 2000;

/// All rows.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) rooms: BTreeMap<String, Room>,
    pub(super) players: BTreeMap<String, PlayerRow>,
    /// By player and kind of game.
    pub(super) standings: BTreeMap<(String, String), Standing>,
    /// By player, request and token.
    pub(super) tokens: BTreeMap<[String; 3], TokenRow>,
    pub(super) beat: Option<i64>,
    /// By beginning: until when.
    pub(super) outages: BTreeMap<i64, i64>,
}

/// A room with all that belongs to it.
pub(super) struct Room {
    pub(super) new: NewRoom,
    pub(super) status: String,
    pub(super) lines: Vec<String>,
    pub(super) seats: BTreeMap<usize, String>,
    pub(super) deadline: Option<i64>,
    /// By number.
    pub(super) matches: BTreeMap<u32, (MatchRow, Option<EndedRow>)>,
}

impl Room {
    fn of(new: NewRoom) -> Self {
        Self {
            new,
            status: "waiting".to_owned(),
            lines: Vec::new(),
            seats: BTreeMap::new(),
            deadline: None,
            matches: BTreeMap::new(),
        }
    }

    pub(super) fn head(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Whether this start and end of a match can be.
    fn fits(&self, append: &Append) -> bool {
        let starts = |number| append.started.as_ref().is_some_and(|started| started.number == number);
        let runs = |number| self.matches.get(&number).is_some_and(|(_, ended)| ended.is_none());
        let start_fits =
            append.started.as_ref().is_none_or(|started| !self.matches.contains_key(&started.number));
        let end_fits = append.ended.as_ref().is_none_or(|ended| starts(ended.number) || runs(ended.number));
        start_fits && end_fits
    }
}

impl Tables {
    pub(super) fn append(&mut self, append: Append) -> Result<Appended, StoreError> {
        if let Some(answer) = append.token.as_ref().and_then(|token| self.used(token)) {
            return Ok(Appended::Repeated { answer });
        }
        let known = self.rooms.get(&append.room);
        let head = known.map_or(0, Room::head);
        if head != append.after || known.is_some() == append.create.is_some() {
            return Ok(Appended::Conflict { head });
        }
        let made = append.create.clone().map(Room::of);
        if made.as_ref().or(known).is_some_and(|room| !room.fits(&append)) {
            return Err(StoreError::Invalid(format!("a match of {} cannot start or end so", append.room)));
        }
        if let Some(made) = made {
            self.rooms.insert(append.room.clone(), made);
        }
        let Some(room) = self.rooms.get_mut(&append.room) else { return Ok(Appended::Conflict { head }) };
        room.take(&append);
        for player in append.players {
            self.save_player(player);
        }
        if let Some(ended) = &append.ended {
            self.count_in(ended);
        }
        if let Some(token) = append.token {
            let key = [token.player.clone(), token.request.clone(), token.token.clone()];
            self.tokens.insert(key, token);
        }
        Ok(Appended::Done)
    }

    fn used(&self, token: &TokenRow) -> Option<String> {
        let key = [token.player.clone(), token.request.clone(), token.token.clone()];
        self.token(&key, token.at - TOKEN_LIFE_MS)
    }

    pub(super) fn token(&self, key: &[String; 3], newer_than: i64) -> Option<String> {
        self.tokens.get(key).filter(|row| row.at > newer_than).map(|row| row.answer.clone())
    }

    pub(super) fn save_player(&mut self, player: PlayerRow) {
        match self.players.get_mut(&player.id) {
            None => _ = self.players.insert(player.id.clone(), player),
            Some(known) => {
                let newer = known.name != player.name && known.at <= player.at;
                if newer && known.key_hash == player.key_hash {
                    *known = player;
                }
            }
        }
    }

    fn count_in(&mut self, ended: &EndedRow) {
        let key = |player: &str| (player.to_owned(), ended.kind.clone());
        let shares: Vec<Share> = ended.sides.iter().map(|side| side.share).collect();
        let old = ended.sides.iter().map(|side| self.standings.get(&key(&side.player)));
        let mut standings: Vec<Standing> = old.map(|old| old.copied().unwrap_or_default()).collect();
        conclude(&mut standings, &shares);
        for (side, standing) in ended.sides.iter().zip(standings) {
            self.standings.insert(key(&side.player), standing);
        }
    }

    pub(super) fn beat(&mut self, at: i64) -> Option<Outage> {
        let from = self.beat.replace(at)?;
        if at - from <= OUTAGE_MS {
            return None;
        }
        let until = self.outages.entry(from).or_insert(at);
        *until = at.max(*until);
        Some(Outage { from, to: at })
    }

    pub(super) fn set_deadline(&mut self, room: &str, deadline: Option<i64>) {
        if let Some(room) = self.rooms.get_mut(room) {
            room.deadline = deadline;
        }
    }

    pub(super) fn forget_tokens(&mut self, before: i64) -> u64 {
        let all = self.tokens.len();
        self.tokens.retain(|_, row| row.at >= before);
        (all - self.tokens.len()) as u64
    }

    pub(super) fn delete_room(&mut self, code: &str, after: u64) -> bool {
        let unused = self.rooms.get(code).is_some_and(|room| room.matches.is_empty() && room.head() == after);
        unused && self.rooms.remove(code).is_some()
    }
}

impl Room {
    /// Takes in what an append says of the room itself.
    fn take(&mut self, append: &Append) {
        self.lines.extend(append.lines.iter().cloned());
        for (seat, player) in append.seats.iter().flatten() {
            match player {
                Some(player) => _ = self.seats.insert(*seat, player.clone()),
                None => _ = self.seats.remove(seat),
            }
        }
        if let Some(status) = &append.status {
            self.status.clone_from(status);
        }
        if let Some(started) = &append.started {
            self.matches.insert(started.number, (started.clone(), None));
        }
        if let Some(ended) = &append.ended
            && let Some((_, end)) = self.matches.get_mut(&ended.number)
        {
            *end = Some(ended.clone());
        }
        if let Some(deadline) = append.deadline {
            self.deadline = deadline;
        }
    }
}
