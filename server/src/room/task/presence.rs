//! Who is in a room, what they say to each other, and what lobby and other processes are told of that.

use std::sync::Arc;

use engine::setup::Chat;
use protocol::encode::push_text;
use protocol::{Code, ErrorReply, Push, Said, Signal};
use tokio::time::Instant;

use super::{Joined, Me, Member, RoomTask};
use crate::bus::Message;
use crate::lobby::Summary;
use crate::room::members::Passed;
use crate::room::{Conn, Signalling};

impl RoomTask {
    pub(super) fn join(&mut self, member: Member) -> Result<Joined, ErrorReply> {
        let seat = self.table.seat_of(&member.player.id);
        if seat.is_none() && !self.table.setup().spectators {
            return Err(ErrorReply::new(Code::NotAllowed, "this room is closed to watchers"));
        }
        let said = self.members.said();
        let new = self.members.join(member);
        match seat {
            Some(seat) if !self.table.online(seat) => {
                self.table.set_online(seat, true, self.shared.clock.now());
                self.show();
            }
            Some(_) => self.announce(),
            None => self.crowd_changed |= new,
        }
        Ok(Joined { said })
    }

    pub(super) async fn leave(&mut self, conn: Conn) {
        if let Some(player) = self.members.leave(conn) {
            match self.table.seat_of(&player) {
                Some(seat) if !self.members.is_here(&player) => {
                    self.table.set_online(seat, false, self.shared.clock.now());
                    self.show();
                }
                Some(_) => self.announce(),
                None => self.crowd_changed = true,
            }
        }
        if self.members.is_empty() {
            self.empty_since = Instant::now();
        }
    }

    pub(super) async fn say(&mut self, me: &Me, text: String) -> Result<(), ErrorReply> {
        let seat = self.table.seat_of(&me.player.id);
        if seat.is_none() && self.table.setup().chat == Chat::Seats {
            return Err(ErrorReply::new(Code::NotAllowed, "in this room only the seats may write"));
        }
        if seat.is_none() && !self.members.is_here(&me.player.id) {
            return Err(ErrorReply::new(Code::NotAllowed, "watch the room before you write in it"));
        }
        if self.shared.limits.says_per_s.is_some() {
            self.members.may_say().map_err(|retry_ms| {
                ErrorReply::rate_limited(retry_ms, format!("too many write here; wait {retry_ms} ms"))
            })?;
        }
        let at = self.shared.clock.now().wall;
        let said = Said { room: self.code, by: me.player.clone(), seat, text, at };
        let push = push_text(&Push::Said(said));
        self.members.say(push.clone().into());
        self.shared.bus.send(Message::Said { room: self.code, push });
        Ok(())
    }

    pub(super) fn signal(&self, signalling: &Signalling) -> Result<(), ErrorReply> {
        let Signalling { from, to, data } = signalling;
        let member = self.members.is_here(&from.id);
        let signal = Signal { room: self.code, from: from.id.clone(), data: data.clone() };
        let push = push_text(&Push::Signal(signal));
        if member {
            let passed = self.members.pass(to, &push.clone().into());
            if passed == Passed::Busy {
                return Err(ErrorReply::rate_limited(1000, "that player's line is busy; wait a second"));
            }
            let elsewhere = self.members.may_be_elsewhere(to);
            if elsewhere {
                self.shared.bus.send(Message::Signal { room: self.code, to: to.clone(), push });
            }
            if passed == Passed::Done || elsewhere {
                return Ok(());
            }
        }
        Err(ErrorReply::new(
            Code::NotAllowed,
            "signals pass between members of a room; that player is not here",
        ))
    }

    pub(super) fn spectators(&self) -> usize {
        let seated = self.table.players().flatten().filter(|player| self.members.is_here(&player.id)).count();
        self.members.count() - seated
    }

    /// Others are here than before through other processes: who sits is online or not, and the crowd has another size.
    pub(super) fn review(&mut self) {
        let now = self.shared.clock.now();
        let seats: Vec<(usize, bool)> = self
            .table
            .players()
            .enumerate()
            .filter_map(|(seat, player)| {
                let here = self.members.is_here(&player?.id);
                (self.table.online(seat) != here).then_some((seat, here))
            })
            .collect();
        for (seat, here) in &seats {
            self.table.set_online(*seat, *here, now);
        }
        if seats.is_empty() {
            self.crowd_changed = true;
        } else {
            self.show();
        }
    }

    /// Tells the lobby what its list says of this room, and the other processes who is here.
    pub(super) fn summarise(&mut self) {
        self.count(Some(self.table.status()));
        if !self.shared.lobby.knows(self.code, |known| self.is_summed_up_by(known)) {
            self.shared.lobby.summarise(self.summary());
        }
        self.announce();
    }

    /// Whether the list says already what it should; most moves change nothing of it.
    fn is_summed_up_by(&self, known: &Summary) -> bool {
        known.status == self.table.status()
            && known.spectators == self.spectators()
            && known.seats.iter().map(Option::as_ref).eq(self.table.players())
            && known.online.iter().copied().eq((0..self.setup.seats).map(|seat| self.table.online(seat)))
    }

    pub(super) fn summary(&self) -> Summary {
        Summary {
            room: self.code,
            setup: Arc::clone(&self.setup),
            status: self.table.status(),
            seats: self.table.players().map(|player| player.cloned()).collect(),
            online: (0..self.setup.seats).map(|seat| self.table.online(seat)).collect(),
            spectators: self.spectators(),
            since: self.created,
        }
    }

    /// Tells the other processes who is here through this one and what the list says, if that has changed.
    pub(super) fn announce(&mut self) {
        if self.shared.bus.is_alone() {
            return;
        }
        let here = self.members.here(self.table.players().flatten().map(|player| player.id.as_str()));
        let told = Some((here, self.summary()));
        if told != self.told {
            self.told = told;
            self.announce_again();
        }
    }

    /// Tells it once more, to those who did not hear it.
    pub(super) fn announce_again(&mut self) {
        match &self.told {
            Some((here, summary)) => {
                let (here, summary) = (here.clone(), Box::new(summary.clone()));
                self.shared.bus.send(Message::Held { here, summary });
            }
            None => self.announce(),
        }
    }
}
