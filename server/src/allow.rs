//! What one player and one address may ask for, besides what each socket may: however many keys or sockets somebody
//! takes, the store and the others' patience are spared. Honest people do not come near any of it.

use std::net::IpAddr;

use protocol::{ErrorReply, Limits, Request};

use crate::limit::{Buckets, Rate};

/// Guesses of room codes that one address may make.
const GUESSES: Rate = Rate { per_s: 2.0, burst: 30.0 };
/// Chat lines that one player may write at once before `says_per_s` counts.
const SAYS_AT_ONCE: f64 = 5.0;
/// Requests for pages and their files that one address may make: a first visit makes some hundred, and of those behind a
/// shared one all come at once when a match begins.
const PAGES: Rate = Rate { per_s: 200.0, burst: 4000.0 };
/// Sockets that one address may open: of those behind a shared one, all come back at once after a restart.
const HANDSHAKES: Rate = Rate { per_s: 20.0, burst: 200.0 };
/// Changes that one player may make which are no moves: rooms, seats, names, tips, offers.
const CHANGES: Rate = Rate { per_s: 1.0, burst: 40.0 };
/// Look-ups of one player for which the store is read, and logs may be played through.
const READS: Rate = Rate { per_s: 5.0, burst: 60.0 };
/// An address may have so many times what one player may: others behind it are to have their share.
const SHARED: f64 = 10.0;

/// All that is counted by player or address.
#[derive(Debug)]
pub struct Allowances {
    guesses: Buckets<IpAddr>,
    says: Buckets<String>,
    pages: Buckets<IpAddr>,
    handshakes: Buckets<IpAddr>,
    changes: Share,
    reads: Share,
}

impl Allowances {
    /// What these limits allow; `requests_per_s` lifted lifts all but chat, which has a limit of its own.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let limited = |rate: Rate| limits.requests_per_s.map(|_| rate);
        let says = limits.says_per_s.map(|n| Rate { per_s: f64::from(n), burst: SAYS_AT_ONCE });
        Self {
            guesses: Buckets::new(limited(GUESSES)),
            says: Buckets::new(says),
            pages: Buckets::new(limited(PAGES)),
            handshakes: Buckets::new(limited(HANDSHAKES)),
            changes: Share::new(limited(CHANGES)),
            reads: Share::new(limited(READS)),
        }
    }

    /// Whether a room may be looked up that is not in memory.
    ///
    /// # Errors
    /// The refusal, if this address has looked up too many.
    pub fn guess(&self, address: IpAddr) -> Result<(), ErrorReply> {
        refuse(self.guesses.take(address), "too many look-ups of rooms")
    }

    /// Whether this player may write a line.
    ///
    /// # Errors
    /// The refusal, if it was too soon.
    pub fn say(&self, player: &str) -> Result<(), ErrorReply> {
        refuse(self.says.take(player.to_owned()), "you write too fast")
    }

    /// Whether this address may be sent a page, or anything else by HTTP.
    ///
    /// # Errors
    /// If not: after how many ms it may.
    pub fn page(&self, address: IpAddr) -> Result<(), u64> {
        self.pages.take(address)
    }

    /// Whether this address may open a socket.
    ///
    /// # Errors
    /// If not: after how many ms it may.
    pub fn handshake(&self, address: IpAddr) -> Result<(), u64> {
        self.handshakes.take(address)
    }

    /// Whether this address may ask for a match file, which is a look-up of a room too.
    ///
    /// # Errors
    /// If not: after how many ms it may.
    pub fn file(&self, address: IpAddr) -> Result<(), u64> {
        self.guesses.take(address)
    }

    /// Whether this player may have a name stored.
    ///
    /// # Errors
    /// The refusal, if there were too many changes.
    pub fn rename(&self, player: &str, address: IpAddr) -> Result<(), ErrorReply> {
        refuse(self.changes.take(player, address), "too many changes")
    }

    /// Whether this player may have a request served, as far as it changes or reads what is stored and is no move.
    ///
    /// # Errors
    /// The refusal, if there were too many of its kind.
    pub fn request(&self, request: &Request, player: &str, address: IpAddr) -> Result<(), ErrorReply> {
        match request {
            Request::Create { .. }
            | Request::Quick { .. }
            | Request::Sit { .. }
            | Request::Stand { .. }
            | Request::Entropy { .. }
            | Request::Offer { .. } => refuse(self.changes.take(player, address), "too many changes"),
            Request::History { .. }
            | Request::Player { .. }
            | Request::League { .. }
            | Request::Rooms { .. } => refuse(self.reads.take(player, address), "too many look-ups"),
            _ => Ok(()),
        }
    }

    /// Forgets what has filled up again.
    pub fn tidy(&self) {
        self.guesses.tidy();
        self.says.tidy();
        self.pages.tidy();
        self.handshakes.tidy();
        for share in [&self.changes, &self.reads] {
            share.players.tidy();
            share.addresses.tidy();
        }
    }

    /// How much is remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        let shares = [&self.changes, &self.reads];
        let shared: usize = shares.map(|share| share.players.len() + share.addresses.len()).iter().sum();
        let single = self.guesses.len() + self.says.len() + self.pages.len() + self.handshakes.len();
        single + shared
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A rate for each player, and a multiple of it for each address: many keys give no more, and who is refused as a
/// player takes nothing away from those behind the same address.
#[derive(Debug)]
struct Share {
    players: Buckets<String>,
    addresses: Buckets<IpAddr>,
}

impl Share {
    fn new(rate: Option<Rate>) -> Self {
        let shared = rate.map(|rate| Rate { per_s: SHARED * rate.per_s, burst: SHARED * rate.burst });
        Self { players: Buckets::new(rate), addresses: Buckets::new(shared) }
    }

    fn take(&self, player: &str, address: IpAddr) -> Result<(), u64> {
        self.players.take(player.to_owned())?;
        self.addresses.take(address)
    }
}

fn refuse(taken: Result<(), u64>, what: &str) -> Result<(), ErrorReply> {
    taken.map_err(|retry_ms| ErrorReply::rate_limited(retry_ms, format!("{what}; wait {retry_ms} ms")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FL-111: who hammers is slowed down, and those behind the same address are not.
    #[test]
    fn one_player_takes_nothing_from_others_behind_the_address() {
        let allow = Allowances::new(&Limits::default());
        let home: IpAddr = [127, 0, 0, 9].into();
        let stand = Request::Stand { room: protocol::RoomCode::listed(&mut rand::rng()) };
        let refused = (0..1000).filter(|_| allow.request(&stand, "one that loops", home).is_err()).count();
        assert!(refused > 900, "{refused} of 1000 were refused");
        for neighbour in 0..20 {
            let refused = (0..10)
                .filter(|_| allow.request(&stand, &format!("neighbour {neighbour}"), home).is_err())
                .count();
            assert_eq!(refused, 0);
        }
        // ever new keys have what the address has, and no more
        let made = (0..1000).filter(|n| allow.request(&stand, &format!("key {n}"), home).is_ok()).count();
        assert!(made < 300, "{made} of 1000 keys were served");
    }

    #[test]
    fn what_is_lifted_is_not_remembered() {
        let allow = Allowances::new(&Limits::default().off());
        let home: IpAddr = [127, 0, 0, 9].into();
        assert!((0..1000).all(|_| allow.handshake(home).is_ok() && allow.say("a").is_ok()));
        assert!(allow.is_empty());
    }
}
