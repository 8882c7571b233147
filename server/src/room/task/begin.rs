//! How a room comes to live: made anew, or woken from the store.

use std::sync::Arc;

use engine::setup::Setup;
use engine::table::{Decision, Status, Table};
use protocol::{Created, PAGE_ENTRIES, Reply, RoomCode};
use serde_json::value::to_raw_value;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::debug;

use super::{Failed, NotMade, RoomTask, unavailable, view_json, waits};
use crate::app::Shared;
use crate::bus::Message;
use crate::room::chain::chain;
use crate::room::feed::Feed;
use crate::room::members::Members;
use crate::room::stored::{self, Stored};
use crate::room::{Ask, INBOX, RoomHandle, refuse};
use crate::store::StoreError;

impl RoomTask {
    /// Makes a room, with its creator on seat 0 if `sit` is a command to sit, and starts its task.
    ///
    /// # Errors
    /// If the code is taken, the token was used, or the store failed.
    pub async fn create(
        shared: Arc<Shared>,
        code: RoomCode,
        setup: Setup,
        secret: [u8; 32],
        ask: Ask,
        sit: bool,
    ) -> Result<RoomHandle, NotMade> {
        let now = shared.clock.now();
        let first = chain(&secret, 1, setup.game.kind());
        let table = Table::new(code.as_str(), setup, first.tip(), now);
        let (mut room, handle) = Self::new(shared, code, table, secret, now.wall, None);
        let mut decision = Decision { seq: 0, entries: Vec::new() };
        if sit {
            let decided = room.table.decide(&ask.me.player, &ask.command, &room.context());
            decision = decided.map_err(|refusal| NotMade::Refused(refuse::reply(&refusal)))?;
        }
        let answer =
            Reply::Created(Created { room: code, link: room.shared.link(code), seat: sit.then_some(0) });
        match room.commit(decision, Some((&ask.me, ask.token.as_deref(), &answer)), Some(&ask.me)).await {
            Ok(()) => {}
            Err(Failed::Conflict) => return Err(NotMade::Taken),
            Err(Failed::Repeated(answer)) => return Err(NotMade::Repeated(answer)),
            Err(Failed::Unavailable) => return Err(NotMade::Refused(unavailable())),
        }
        debug!(room = %code, game = room.table.setup().game.kind().name(), "room made");
        room.start();
        Ok(handle)
    }

    /// Wakes a room from the store and starts its task; none if there is no such room.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn wake(shared: Arc<Shared>, code: RoomCode) -> Result<Option<RoomHandle>, StoreError> {
        let asked = shared.clock.now().wall;
        let Some(Stored { table, log, row, .. }) = stored::read(&shared.store, code, &shared.clock).await?
        else {
            return Ok(None);
        };
        // a process that holds it would have put its deadline off
        let expired =
            row.deadline.is_some_and(|deadline| deadline <= asked) && !shared.lobby.is_elsewhere(code);
        if expired && waits(&table) && shared.store.delete_room(code.as_str(), table.seq()).await? {
            debug!(room = %code, "nobody came; room removed");
            return Ok(None);
        }
        let (mut room, handle) = Self::new(shared, code, table, row.secret, row.created, row.deadline);
        for logged in log.iter().rev().take(PAGE_ENTRIES).rev() {
            room.feed.remember(logged.entry.seq, logged.json());
        }
        debug!(room = %code, entries = log.len(), "room woke");
        room.weigh().await;
        if let Some(last) = log.last() {
            room.last_at = last.entry.at;
        }
        room.unsure = room.resume().await.is_err();
        if !room.shared.bus.is_alone() {
            room.shared.bus.send(Message::Ask { room: Some(code) });
        }
        // what is awarded, and the time that was given back, came after the first frame
        room.show();
        room.start();
        Ok(Some(handle))
    }

    pub(super) fn new(
        shared: Arc<Shared>,
        code: RoomCode,
        mut table: Table,
        secret: [u8; 32],
        created: i64,
        stored_deadline: Option<i64>,
    ) -> (Self, RoomHandle) {
        let (sender, inbox) = mpsc::channel(INBOX);
        let chain_of = table.chain_match();
        let chain = chain(&secret, chain_of, table.setup().game.kind());
        if table.status() != Status::Playing {
            table.set_next_tip(chain.tip());
        }
        let setup = Arc::clone(table.setup_shared());
        let setup_json = to_raw_value(&*setup).expect("a setup is plain data with string keys");
        let view = view_json(&table.view_with(&*setup_json, 0, shared.clock.now()), 0);
        let feed = Arc::new(Feed::new(code, table.seq(), &view));
        let handle = RoomHandle { code, setup: Arc::clone(&setup), feed: Arc::clone(&feed), inbox: sender };
        let now = Instant::now();
        let room = Self {
            shared,
            code,
            table,
            secret,
            created,
            chain,
            chain_of,
            feed,
            setup,
            setup_json,
            view_bytes: view.len(),
            inbox,
            members: Members::default(),
            told: None,
            last_at: created,
            unsure: false,
            counted: None,
            stored_deadline,
            empty_since: now,
            crowd_changed: false,
            crowd_shown: now,
            handicap: None,
            retry_at: None,
            doubt: None,
        };
        (room, handle)
    }
}
