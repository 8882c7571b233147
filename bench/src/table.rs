//! A room with its two players at a steady match, which one task plays.

use std::net::IpAddr;

use engine::fairness::Hash;
use engine::table::Status;
use protocol::client::Address;
use protocol::{Reply, Request, RoomCode};
use serde_json::Value;

use crate::socket::{Heard, Socket, Window};
use crate::{Result, steady};

/// Two players at a match that goes on for ever.
pub(crate) struct Table {
    /// Whose seats are 0 and 1.
    pub(crate) players: [Socket; 2],
    /// The room.
    pub(crate) room: RoomCode,
    /// The newest entry that both may know.
    pub(crate) seq: u64,
    /// Moves so far.
    pub(crate) ply: u32,
}

impl Table {
    /// Makes a room and seats two new players.
    ///
    /// # Errors
    /// If the server refuses, or a connection breaks.
    pub(crate) async fn open(place: &Address) -> Result<Self> {
        Self::open_from([None; 2], place, steady::setup()).await
    }

    /// The same with players from these addresses, if they are given, and with this setup.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub(crate) async fn open_from(
        [from, other_from]: [Option<IpAddr>; 2],
        place: &Address,
        setup: Value,
    ) -> Result<Self> {
        // a tip, so that the start waits for none; nothing is ever drawn
        let tip = Some(Hash::of(b"longtable-bench").into());
        let mut creator = Socket::dial_from(from, place, Window::Usual).await?;
        creator.hello().await?;
        let create = Request::Create { setup, sit: true, tip, token: None };
        let Reply::Created(created) = creator.ask(&create).await? else {
            return Err("the server made no room".into());
        };
        let room = created.room;
        let mut other = Socket::dial_from(other_from, place, Window::Usual).await?;
        other.hello().await?;
        other.ask(&Request::Sit { room, seat: None, tip, token: None }).await?;
        let mut update = other.watch(room).await?;
        while update.view.status == Status::Waiting {
            update = other.update().await?;
        }
        Ok(Self { players: [creator, other], room, seq: update.seq, ply: 0 })
    }

    /// The seat to move.
    pub(crate) fn mover(&self) -> usize {
        self.ply as usize % 2
    }

    /// Sends the next move.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn act(&mut self) -> Result<()> {
        let act = Request::Act { room: self.room, seq: self.seq, r#move: steady::nth(self.ply), link: None };
        let mover = self.mover();
        self.players[mover].send(&act).await.map(|_| ())
    }

    /// Whatever either player hears next. Dropped before it is ready, it has taken nothing.
    ///
    /// # Errors
    /// If a move was refused, or a connection breaks.
    pub(crate) async fn hear(&mut self) -> Result<(usize, Heard)> {
        let [first, second] = &mut self.players;
        let (seat, heard) = tokio::select! {
            heard = first.hear() => (0, heard?),
            heard = second.hear() => (1, heard?),
        };
        if let Heard::Refused(why) = heard {
            return Err(format!("a legal move was refused: {why}").into());
        }
        Ok((seat, heard))
    }

    /// Whether this is the news of the last move that the next player waits for; then he is the mover.
    pub(crate) fn is_news(&mut self, seat: usize, heard: &Heard) -> bool {
        match heard {
            Heard::Update(seq) if seat != self.mover() && *seq > self.seq => {
                self.seq = *seq;
                self.ply += 1;
                true
            }
            _ => false,
        }
    }
}
