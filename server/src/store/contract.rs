//! What every backend promises, as one suite; a backend runs it with [`suite!`] over its own [`Fixture`].
//!
//! `writes` is the compare-and-set and what goes with it, `queries` what comes back out, `standings` what
//! ended matches come to, `trouble` what holds when the disk is full or the process ends; `speed` only measures.

pub(super) mod queries;
pub(super) mod speed;
pub(super) mod standings;
pub(super) mod trouble;
pub(super) mod writes;

use engine::stats::{Outcome, Share};

use super::{Append, EndedRow, MatchRow, NewRoom, PlayerRow, Side, Store};

/// One store of a backend, empty at first.
pub(super) trait Fixture {
    fn new() -> Self;
    /// A handle of this store; when the last one is gone, the next call opens it again.
    async fn open(&self) -> Store;
    /// Handles as so many processes have them; clones of one where a store belongs to one process.
    async fn open_for_each(&self, processes: usize) -> Vec<Store> {
        vec![self.open().await; processes]
    }
    /// Makes every write that needs room fail, as a full disk does, until `unjam`.
    async fn jam(&self, store: &Store);
    async fn unjam(&self, store: &Store);
}

/// The tests of the suite for one fixture. Those after `durable` need a store that outlives its handles.
macro_rules! suite {
    ($fixture:ty, durable) => {
        $crate::store::contract::suite!($fixture);
        $crate::store::contract::suite!(@ $fixture, trouble::reopening_keeps_everything);

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        #[ignore = "measures; run it by its name"]
        async fn speed_of_appends() {
            let fixture = <$fixture as $crate::store::contract::Fixture>::new();
            $crate::store::contract::speed::appends(&fixture).await;
        }
    };
    ($fixture:ty) => {
        $crate::store::contract::suite!(@ $fixture,
            writes::one_of_many_writers_wins,
            writes::a_conflict_harms_nobody_else,
            writes::an_append_is_whole_or_nothing,
            writes::a_room_is_made_once,
            writes::a_token_answers_once,
            writes::names_follow_their_time,
            writes::only_an_unused_room_is_deleted,
            queries::lines_come_back_in_order,
            queries::any_cut_of_a_long_log_is_whole,
            queries::deadlines_come_due,
            queries::gaps_between_beats_are_outages,
            queries::matches_are_cut_out_of_the_log,
            queries::results_and_records,
            queries::rooms_are_found_by_those_who_sit,
            standings::a_match_is_counted_once,
            standings::matches_that_end_at_once_are_all_counted,
            standings::the_league_is_in_order,
            trouble::a_full_disk_is_told_and_got_over,
            trouble::a_closed_store_refuses);
    };
    (@ $fixture:ty, $($group:ident :: $case:ident),+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let fixture = <$fixture as $crate::store::contract::Fixture>::new();
                $crate::store::contract::$group::$case(&fixture).await;
            }
        )+
    };
}
pub(super) use suite;

/// An append of these lines.
pub(super) fn lines(room: &str, after: u64, lines: &[&str]) -> Append {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Append { room: room.to_owned(), after, lines, ..Append::default() }
}

/// The first append of a room.
pub(super) fn opening(room: &str, creator: &str, at: i64) -> Append {
    let setup = r#"{"game":{"kind":"dara"}}"#.to_owned();
    let create = NewRoom { secret: [7; 32], setup, unlisted: false, creator: creator.to_owned(), at };
    Append { create: Some(create), ..lines(room, 0, &["opened"]) }
}

fn player(id: &str, name: &str, at: i64) -> PlayerRow {
    PlayerRow { id: id.to_owned(), key_hash: [9; 32], name: name.to_owned(), at }
}

fn start(number: u32, first_seq: u64, at: i64) -> Option<MatchRow> {
    Some(MatchRow { number, first_seq, at })
}

fn end(number: u32, last_seq: u64, at: i64, kind: &str, sides: &[(&str, Outcome)]) -> EndedRow {
    EndedRow {
        number,
        last_seq,
        at,
        kind: kind.to_owned(),
        winners: "[0]".to_owned(),
        reason: "completed".to_owned(),
        points: "[1,0]".to_owned(),
        players: r#"[{"id":"p","name":"Pé"},null]"#.to_owned(),
        hash: "ab".repeat(32),
        sides: sides
            .iter()
            .enumerate()
            .map(|(seat, (player, outcome))| Side {
                player: (*player).to_owned(),
                share: Share { seat, outcome: *outcome, early: None, hundred: None },
            })
            .collect(),
    }
}
