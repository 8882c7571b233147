//! This process among the others of its cluster: it hears the bus and tells rooms and lobby, says that it is alive,
//! and compares the heads of its rooms with the store, since the bus may lose what it is given.

use std::sync::Arc;

use protocol::RoomCode;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval};
use tracing::{info, warn};

use crate::app::Shared;
use crate::bus::peers::Peers;
use crate::bus::{Heard, Message};
use crate::room::Inbox;

/// How often a process says that it is alive.
const ALIVE_EVERY: Duration = Duration::from_secs(1);
/// How often heads are compared: a room is right so soon after store and process are well again.
const COMPARE_EVERY: Duration = Duration::from_secs(2);
/// How often each room is told of once more, in case that a message was lost.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// A room of which nothing was heard for so long is not held by that process any more.
const UNHEARD: Duration = Duration::from_secs(35);
/// Rooms of one comparison.
const COMPARED: usize = 500;

/// Listens to the other processes until the server stops, and says goodbye.
pub(crate) async fn follow(shared: Arc<Shared>) {
    let mut ear = shared.bus.listen();
    let mut peers = Peers::new();
    let mut alive = interval(ALIVE_EVERY);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut told = Instant::now();
    loop {
        tokio::select! {
            biased;
            () = shared.stopping.cancelled() => break,
            _ = alive.tick() => {
                shared.bus.send(Message::Alive);
                if peers.note(shared.bus.is_up(), Instant::now()) {
                    // whatever was said before was lost
                    shared.lobby.hear_anew();
                    tell_all(&shared);
                    shared.bus.send(Message::Ask { room: None });
                }
                if told.elapsed() >= TELL_EVERY && !shared.bus.is_alone() {
                    told = Instant::now();
                    tell_all(&shared);
                }
                if shared.bus.is_up() {
                    let_go(&shared);
                }
                for from in peers.gone(Instant::now()) {
                    info!(process = from, "a process is silent");
                    forget(&shared, from);
                }
            }
            heard = ear.next() => match heard {
                Some(heard) => hear(&shared, &mut peers, heard),
                None => break,
            },
        }
    }
    // whoever was here is told to have left, and only then that this process has
    shared.sockets_ended().await;
    shared.bus.send(Message::Bye);
    shared.bus.close().await;
}

fn hear(shared: &Shared, peers: &mut Peers, heard: Heard) {
    let Heard { from, message } = heard;
    if !matches!(message, Message::Bye) && peers.hear(from, Instant::now()) {
        info!(process = from, "a process is there");
        tell_all(shared);
        shared.bus.send(Message::Ask { room: None });
    }
    match message {
        Message::Alive => {}
        Message::Bye => {
            peers.forget(from);
            forget(shared, from);
        }
        Message::Head { room, seq } => mention(shared, room, Inbox::Head(seq)),
        Message::Held { here, summary } => {
            mention(shared, summary.room, Inbox::Elsewhere(from, Box::new(here)));
            shared.lobby.told(from, *summary);
        }
        Message::Left { room } => {
            mention(shared, room, Inbox::Gone(from));
            shared.lobby.left(from, room);
        }
        Message::Ask { room: Some(room) } => mention(shared, room, Inbox::TellChat),
        Message::Ask { room: None } => tell_all(shared),
        Message::Said { room, push } => mention(shared, room, Inbox::Said(push)),
        Message::Chat { room, said } => mention(shared, room, Inbox::Chat(said)),
        Message::Signal { room, to, push } => mention(shared, room, Inbox::Signalled { to, push }),
    }
}

/// Tells a room something, if it is live here. It may be lost, as on the bus, if the room is busy.
fn mention(shared: &Shared, room: RoomCode, message: Inbox) {
    if let Some(handle) = shared.lobby.live(room) {
        handle.mention(message);
    }
}

fn tell_all(shared: &Shared) {
    for (room, _) in shared.lobby.heads() {
        mention(shared, room, Inbox::Tell);
    }
}

/// Lets go of rooms that other processes have left without being heard.
fn let_go(shared: &Shared) {
    let Some(before) = Instant::now().checked_sub(UNHEARD) else { return };
    for (from, room) in shared.lobby.unheard_since(before) {
        shared.lobby.left(from, room);
        mention(shared, room, Inbox::Gone(from));
    }
}

/// Another process is gone: nobody is anywhere through it.
fn forget(shared: &Shared, from: u64) {
    shared.lobby.gone(from);
    for (room, _) in shared.lobby.heads() {
        mention(shared, room, Inbox::Gone(from));
    }
}

/// Compares each live room with the store until the server stops.
pub(crate) async fn compare(shared: Arc<Shared>) {
    let mut again = interval(COMPARE_EVERY);
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            () = shared.stopping.cancelled() => return,
            _ = again.tick() => {}
        }
        if shared.bus.is_alone() {
            continue;
        }
        for rooms in shared.lobby.heads().chunks(COMPARED) {
            let codes: Vec<String> = rooms.iter().map(|(room, _)| room.to_string()).collect();
            let heads = match shared.store.heads(&codes).await {
                Ok(heads) => heads,
                Err(error) => {
                    warn!(%error, "heads could not be compared with the store");
                    rooms.iter().for_each(|(room, _)| mention(&shared, *room, Inbox::StoreLost));
                    continue;
                }
            };
            for (code, head) in heads {
                let Some(handle) = code.parse().ok().and_then(|room| shared.lobby.live(room)) else {
                    continue;
                };
                if head > handle.feed.seq() {
                    handle.mention(Inbox::Behind(head));
                }
            }
        }
    }
}
