//! What each request means: the table of protocol.md section 2, one function a row.

use std::future::ready;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::games::{Kind, Seat};
use engine::setup::{Setup, Visibility};
use engine::table::{Command, Player, Sent};
use futures_util::future::BoxFuture;
use protocol::encode::{push_text, reply_text};
use protocol::text::{BadText, clean};
use protocol::{
    Code, Created, Done, ErrorReply, Frame, Key, Push, Reply, Request, RoomCode, Rooms, SIGNAL_BYTES, Seated,
    SentHash, Welcome, short_id,
};
use serde_json::Value;
use tokio::sync::watch;

use super::watching::{MOST, Since};
use crate::app::Shared;
use crate::history;
use crate::players;
use crate::room::side::Side;
use crate::room::{self, Ask, Conn, Inbox, Me, Member, NotMade, RoomHandle, RoomTask, Signalling, Token};
use crate::store::{PlayerRow, TOKEN_LIFE_MS, store_failed};
use crate::{SERVER, lobby};

/// Who asks, and over which socket.
pub(super) struct Caller {
    pub(super) shared: Arc<Shared>,
    pub(super) conn: Conn,
    pub(super) address: IpAddr,
    pub(super) me: Option<Arc<Me>>,
    pub(super) side: Side,
    /// It watches as many rooms as it may.
    pub(super) crowded: bool,
}

/// What a request did: the reply, and what changes for the socket.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) effects: Vec<Effect>,
}

/// A change for the socket.
pub(super) enum Effect {
    /// It is this player's.
    Me(Arc<Me>),
    /// It gets a room's updates.
    Watch { room: RoomHandle, since: Since, said: Vec<Utf8Bytes> },
    /// It gets them no longer.
    Unwatch(RoomCode),
    /// It follows a list, or none.
    Follow(Option<Followed>),
}

/// A list that is followed from now on.
pub(super) struct Followed {
    pub(super) what: Follow,
    /// Since before the list was made, so that no change is missed.
    pub(super) changes: watch::Receiver<u64>,
    /// The list as a push, to know it from the next one.
    pub(super) sent: Utf8Bytes,
}

/// Which list is followed.
#[derive(Debug, Clone)]
pub(super) struct Follow {
    game: Option<Kind>,
    /// Of this player's own rooms.
    mine: Option<String>,
}

impl Follow {
    /// The list as a push, and how many changes it has; none if the store cannot be read.
    pub(super) async fn push(&self, shared: &Shared, changes: u64) -> Option<(Utf8Bytes, u64)> {
        if self.mine.is_none() {
            let made = shared.lobby.followed(self.game);
            return Some((made.text, made.changes));
        }
        let rooms = list(shared, self).await.ok()?;
        Some((push_text(&Push::Rooms(rooms)).into(), changes))
    }
}

/// A reply with its effects, or a refusal.
type Served = Result<(Reply, Vec<Effect>), ErrorReply>;

/// Serves a request. A move, by far the most frequent, has a future of its own: a small one.
pub(super) fn serve(caller: Caller, id: u64, request: Request) -> BoxFuture<'static, Answer> {
    if let Err(refusal) = caller.admit(&request) {
        return Box::pin(ready(refused(id, refusal)));
    }
    match request {
        Request::Act { room, seq, r#move, link } => {
            Box::pin(async move { answer(id, caller.act(room, seq, r#move, link).await) })
        }
        request => Box::pin(serve_other(caller, id, request)),
    }
}

async fn serve_other(caller: Caller, id: u64, request: Request) -> Answer {
    // a history is spliced from stored text and is no `Reply` value
    if let Request::History { room, r#match, after, limit } = request {
        let page = async {
            let handle = caller.find(room).await?;
            let me = caller.me()?;
            history::page(&caller.shared, &handle, me, history::Wanted { number: r#match, after, limit })
                .await
        };
        return match page.await {
            Ok(page) => Answer { text: page.text(id), effects: Vec::new() },
            Err(refusal) => refused(id, refusal),
        };
    }
    answer(id, caller.serve(request).await)
}

fn answer(id: u64, served: Served) -> Answer {
    match served {
        Ok((reply, effects)) => Answer { text: reply_text(Some(id), &reply), effects },
        Err(refusal) => refused(id, refusal),
    }
}

fn refused(id: u64, refusal: ErrorReply) -> Answer {
    metrics::counter!("longtable_refused_total", "code" => refusal.code.name()).increment(1);
    Answer { text: reply_text(Some(id), &Reply::Error(refusal)), effects: Vec::new() }
}

impl Caller {
    async fn serve(&self, request: Request) -> Served {
        match request {
            Request::Hello { key, name, client: _ } => self.hello(key, name).await,
            Request::Rename { name } => self.rename(&name).await,
            Request::Create { setup, sit, tip, token } => self.create(&setup, sit, tip, token).await,
            Request::Rooms { follow, game, mine } => self.rooms(follow, game, mine).await,
            Request::Quick { setup, tip, token } => self.quick(&setup, tip, token).await,
            Request::Sit { room, seat, tip, token } => self.sit(room, seat, tip, token).await,
            Request::Stand { room } => self.command(room, Command::Stand).await,
            Request::Watch { room, after } => self.watch(room, after).await,
            Request::Unwatch { room } => Ok((Reply::Ok(Done::default()), vec![Effect::Unwatch(room)])),
            Request::Resign { room } => self.command(room, Command::Resign).await,
            Request::Offer { room, what, tip } => {
                self.command(room, Command::Offer { what, tip: tip.map(SentHash::read) }).await
            }
            Request::Answer { room, what, yes, seq, tip } => {
                self.command(room, Command::Answer { what, yes, seq, tip: tip.map(SentHash::read) }).await
            }
            Request::Claim { room } => self.command(room, Command::Claim).await,
            Request::Say { room, text } => self.say(room, &text).await,
            Request::Signal { room, to, data } => self.signal(room, to, data).await,
            Request::Entropy { room, tip } => {
                self.command(room, Command::Entropy { tip: tip.map(SentHash::read) }).await
            }
            Request::Link { room, draw, link } => {
                self.command(room, Command::Link { draw, link: link.read() }).await
            }
            Request::Player { player } => {
                Ok((players::page(&self.shared, &player, &self.me()?.player).await?, Vec::new()))
            }
            Request::League { limit } => Ok((players::league(&self.shared, limit).await?, Vec::new())),
            Request::Act { .. } | Request::History { .. } => {
                Err(ErrorReply::new(Code::BadMessage, "served elsewhere"))
            }
        }
    }

    /// Whether a request may be served at all: it is not too much of its kind.
    fn admit(&self, request: &Request) -> Result<(), ErrorReply> {
        if let Some(me) = &self.me {
            self.shared.allow.request(request, &me.player.id, self.address)?;
        }
        let watches = matches!(
            request,
            Request::Watch { .. } | Request::Create { .. } | Request::Quick { .. } | Request::Sit { .. }
        );
        if watches && self.crowded {
            let text = format!("a socket watches at most {MOST} rooms; unwatch one of them first");
            return Err(ErrorReply::new(Code::NotAllowed, text));
        }
        Ok(())
    }

    fn me(&self) -> Result<&Arc<Me>, ErrorReply> {
        self.me.as_ref().ok_or_else(|| ErrorReply::new(Code::HelloFirst, "say hello first"))
    }

    async fn hello(&self, key: Option<Key>, name: Option<String>) -> Served {
        if self.me.is_some() {
            return Err(ErrorReply::new(
                Code::NotAllowed,
                "you have said hello already; rename changes the name",
            ));
        }
        let name = name.map(|name| self.name(&name)).transpose()?;
        let (key, issued) = match key {
            Some(key) => (key, None),
            None => {
                let key = self.shared.chance.make(|rng| Key::new(rng));
                (key.clone(), Some(key))
            }
        };
        let id = key.player().to_string();
        let known = if issued.is_some() {
            None
        } else {
            self.shared.store.player(&id).await.map_err(store_failed)?
        };
        if let Some(known) = &known
            && known.key_hash != key.hash().0
        {
            return Err(ErrorReply::new(
                Code::BadKey,
                "this key is not the one of its player; ask for a new one",
            ));
        }
        let stored = known.as_ref().map(|row| row.name.clone());
        let shown =
            name.clone().or_else(|| stored.clone()).unwrap_or_else(|| format!("Guest {}", short_id(&id)));
        let me = Me::new(&key, shown);
        // who is not in the store yet is stored with the first entry
        if stored.is_some_and(|stored| stored != me.player.name) {
            self.save(&me).await?;
        }
        Ok((self.welcome(&me, issued), vec![Effect::Me(Arc::new(me))]))
    }

    async fn rename(&self, name: &str) -> Served {
        let mut me = Me::clone(self.me()?);
        me.player.name = self.name(name)?;
        self.save(&me).await?;
        Ok((self.welcome(&me, None), vec![Effect::Me(Arc::new(me))]))
    }

    fn name(&self, name: &str) -> Result<String, ErrorReply> {
        let refuse = |bad: BadText| ErrorReply::new(bad.name_code(), bad.to_string());
        clean(name, self.shared.limits.name_chars).map_err(refuse)
    }

    async fn save(&self, me: &Me) -> Result<(), ErrorReply> {
        self.shared.allow.rename(&me.player.id, self.address)?;
        let at = self.shared.clock.now().wall;
        let (id, name) = (me.player.id.clone(), me.player.name.clone());
        self.shared
            .store
            .save_player(PlayerRow { id, key_hash: me.key_hash, name, at })
            .await
            .map_err(store_failed)
    }

    fn welcome(&self, me: &Me, key: Option<Key>) -> Reply {
        Reply::Welcome(Welcome {
            player: me.player.clone(),
            key,
            server: SERVER.to_owned(),
            ice_servers: self.shared.ice_servers.clone(),
            limits: self.shared.limits,
        })
    }

    /// The room of this code; guesses are counted by address.
    async fn find(&self, code: RoomCode) -> Result<RoomHandle, ErrorReply> {
        if let Some(handle) = self.shared.lobby.live(code).filter(|handle| !handle.is_asleep()) {
            return Ok(handle);
        }
        self.shared.allow.guess(self.address)?;
        let found = self.shared.lobby.find(code).await.map_err(store_failed)?;
        found.ok_or_else(|| ErrorReply::new(Code::NoSuchRoom, format!("there is no room {code}")))
    }

    /// Asks a room; one that fell asleep in the meantime is woken.
    async fn ask<T>(
        &self,
        room: RoomCode,
        message: impl Fn(tokio::sync::oneshot::Sender<Result<T, ErrorReply>>) -> Inbox,
    ) -> Result<(RoomHandle, T), ErrorReply> {
        for _ in 0..3 {
            let handle = self.find(room).await?;
            if let Ok(answer) = handle.ask(&message).await {
                return Ok((handle, answer?));
            }
        }
        Err(ErrorReply::new(Code::Unavailable, "the room could not be reached; try again"))
    }

    async fn command(&self, room: RoomCode, command: Command) -> Served {
        self.commanded(room, command, None).await?;
        Ok((Reply::Ok(Done::default()), Vec::new()))
    }

    async fn commanded(
        &self,
        room: RoomCode,
        command: Command,
        token: Option<Token>,
    ) -> Result<(RoomHandle, room::Done), ErrorReply> {
        let ask = Ask { me: Arc::clone(self.me()?), command: Arc::new(command), token: token.map(Arc::new) };
        self.ask(room, |reply| Inbox::Command(ask.clone(), reply)).await
    }

    async fn act(&self, room: RoomCode, seq: u64, mv: Value, link: Option<SentHash>) -> Served {
        let command = Command::Act { seq, mv, link: link.map(SentHash::read) };
        let (_, done) = self.commanded(room, command, None).await?;
        Ok((Reply::Ok(Done { seq: Some(done.seq) }), Vec::new()))
    }

    async fn join(&self, handle: &RoomHandle, since: Since) -> Result<Effect, ErrorReply> {
        let member = Member { conn: self.conn, player: self.me()?.player.clone(), side: self.side.clone() };
        let join = |reply| Inbox::Join(Box::new(member.clone()), reply);
        let (room, joined) = self.ask(handle.code, join).await?;
        Ok(Effect::Watch { room, since, said: joined.said })
    }

    /// Who makes a room that is closed to watchers, and does not sit there, has made it all the same.
    async fn join_if_allowed(&self, handle: &RoomHandle) -> Result<Vec<Effect>, ErrorReply> {
        match self.join(handle, Since::Seen).await {
            Ok(watch) => Ok(vec![watch]),
            Err(ErrorReply { code: Code::NotAllowed, .. }) => Ok(Vec::new()),
            Err(refusal) => Err(refusal),
        }
    }

    async fn watch(&self, room: RoomCode, after: Option<u64>) -> Served {
        let handle = self.find(room).await?;
        if let Some(seen) = after.filter(|after| *after > handle.feed.seq()) {
            // seen through another process, of which this one has not heard yet
            handle.tell(Inbox::Behind(seen)).await;
        }
        let watch = self.join(&handle, after.map_or(Since::Now, Since::Entry)).await?;
        Ok((Reply::Ok(Done::default()), vec![watch]))
    }

    async fn sit(
        &self,
        room: RoomCode,
        seat: Option<Seat>,
        tip: Option<SentHash>,
        token: Option<String>,
    ) -> Served {
        if let Some(answer) = self.repeated("sit", token.as_deref()).await? {
            return Ok(answer);
        }
        let token = token.map(|token| Token { request: "sit", token });
        let (handle, done) =
            self.commanded(room, Command::Sit { seat, tip: tip.map(SentHash::read) }, token).await?;
        let watch = self.join(&handle, Since::Seen).await?;
        let seat = done.seat.unwrap_or_default();
        Ok((Reply::Seated(Seated { room, seat }), vec![watch]))
    }

    async fn create(&self, setup: &Value, sit: bool, tip: Option<SentHash>, token: Option<String>) -> Served {
        if let Some(answer) = self.repeated("create", token.as_deref()).await? {
            return Ok(answer);
        }
        let tip = well_formed(tip)?;
        let setup = Setup::read(setup).map_err(bad_setup)?;
        self.make(setup, sit, tip, token.map(|token| Token { request: "create", token })).await
    }

    async fn make(&self, setup: Setup, sit: bool, tip: Option<Sent>, token: Option<Token>) -> Served {
        let me = self.me()?.clone();
        self.may_make(&me).await?;
        for _ in 0..8 {
            let code = self.shared.chance.make(|rng| match setup.visibility {
                Visibility::Public => RoomCode::listed(rng),
                Visibility::Unlisted => RoomCode::unlisted(rng),
            });
            let ask = Ask {
                me: Arc::clone(&me),
                command: Arc::new(Command::Sit { seat: None, tip: tip.clone() }),
                token: token.clone().map(Arc::new),
            };
            let shared = Arc::clone(&self.shared);
            let secret = shared.chance.secret();
            match Box::pin(RoomTask::create(shared, code, setup.clone(), secret, ask, sit)).await {
                Ok(handle) => {
                    self.shared.lobby.add(&handle);
                    let watch = self.join_if_allowed(&handle).await?;
                    let seat = sit.then_some(0);
                    let created = Created { room: code, link: self.shared.link(code), seat };
                    return Ok((Reply::Created(created), watch));
                }
                Err(NotMade::Taken) => {}
                Err(NotMade::Repeated(answer)) => return self.again(&answer).await,
                Err(NotMade::Refused(refusal)) => return Err(refusal),
            }
        }
        Err(ErrorReply::new(Code::Unavailable, "no free room code was found; try again"))
    }

    async fn may_make(&self, me: &Me) -> Result<(), ErrorReply> {
        let Some(most) = self.shared.limits.rooms_per_player else { return Ok(()) };
        let rooms = self.shared.store.rooms_of(&me.player.id, OWN_ROOMS).await.map_err(store_failed)?;
        let open =
            rooms.iter().filter(|room| room.creator == me.player.id && room.status != "finished").count();
        if open < most as usize {
            return Ok(());
        }
        let text =
            format!("you have {open} rooms open, and may have {most}; play or leave one of them first");
        Err(ErrorReply::new(Code::NotAllowed, text))
    }

    async fn quick(&self, setup: &Value, tip: Option<SentHash>, token: Option<String>) -> Served {
        if let Some(answer) = self.repeated("quick", token.as_deref()).await? {
            return Ok(answer);
        }
        let tip = well_formed(tip)?;
        let setup = Setup::read(setup).map_err(bad_setup)?;
        let token = token.map(|token| Token { request: "quick", token });
        let me = self.me()?;
        for room in self.shared.lobby.waiting(&me.player.id, &setup) {
            // somebody else may have been faster: then the next one
            if let Ok((handle, done)) =
                self.commanded(room, Command::Sit { seat: None, tip: tip.clone() }, token.clone()).await
            {
                let watch = self.join(&handle, Since::Seen).await?;
                let seat = done.seat.unwrap_or_default();
                return Ok((Reply::Seated(Seated { room, seat }), vec![watch]));
            }
        }
        self.make(setup, true, tip, token).await
    }

    /// The answer that was given under this token before.
    async fn repeated(
        &self,
        request: &'static str,
        token: Option<&str>,
    ) -> Result<Option<(Reply, Vec<Effect>)>, ErrorReply> {
        let Some(token) = token else { return Ok(None) };
        let me = self.me()?;
        let since = self.shared.clock.now().wall - TOKEN_LIFE_MS;
        let answer =
            self.shared.store.token(&me.player.id, request, token, since).await.map_err(store_failed)?;
        match answer {
            Some(answer) => self.again(&answer).await.map(Some),
            None => Ok(None),
        }
    }

    /// Gives a stored answer again; its room's updates follow as they did then.
    async fn again(&self, answer: &str) -> Served {
        // kept without the id of the request that it answered
        let frame = Frame::read(&format!("{{\"re\":0,{}", answer.get(1..).unwrap_or_default()));
        let Ok(Frame::Reply { reply, .. }) = frame else {
            return Err(ErrorReply::new(Code::Unavailable, "the answer that was kept cannot be read"));
        };
        let room = match &reply {
            Reply::Created(created) => created.room,
            Reply::Seated(seated) => seated.room,
            _ => return Ok((reply, Vec::new())),
        };
        let handle = self.find(room).await?;
        let watch = self.join_if_allowed(&handle).await?;
        Ok((reply, watch))
    }

    async fn rooms(&self, follow: Option<bool>, game: Option<Kind>, mine: bool) -> Served {
        let mine = if mine { Some(self.me()?.player.id.clone()) } else { None };
        let what = Follow { game, mine };
        let changes = self.shared.lobby.changes();
        let rooms = list(&self.shared, &what).await?;
        let followed = || Followed { what, changes, sent: push_text(&Push::Rooms(rooms.clone())).into() };
        let effects = follow.map(|follow| Effect::Follow(follow.then(followed))).into_iter().collect();
        Ok((Reply::Rooms(rooms), effects))
    }

    async fn say(&self, room: RoomCode, text: &str) -> Served {
        let me = self.me()?.clone();
        self.shared.allow.say(&me.player.id)?;
        let room = self.find(room).await?.code;
        let refuse = |bad: BadText| ErrorReply::new(bad.chat_code(), bad.to_string());
        let text = clean(text, self.shared.limits.text_chars).map_err(refuse)?;
        self.ask(room, |reply| Inbox::Say(me.clone(), text.clone(), reply)).await?;
        Ok((Reply::Ok(Done::default()), Vec::new()))
    }

    async fn signal(&self, room: RoomCode, to: String, data: Value) -> Served {
        let from: Player = self.me()?.player.clone();
        let room = self.find(room).await?.code;
        if data.to_string().len() > SIGNAL_BYTES {
            return Err(ErrorReply::new(Code::TooLong, format!("a signal is at most {SIGNAL_BYTES} bytes")));
        }
        let signalling = Arc::new(Signalling { from, to, data });
        self.ask(room, |reply| Inbox::Signal(Arc::clone(&signalling), reply)).await?;
        Ok((Reply::Ok(Done::default()), Vec::new()))
    }
}

/// How many of a player's own rooms are looked at.
const OWN_ROOMS: usize = 1000;

/// The list that is asked for or followed.
async fn list(shared: &Shared, what: &Follow) -> Result<Rooms, ErrorReply> {
    let Some(player) = &what.mine else { return Ok(shared.lobby.list(what.game)) };
    let rows = shared.store.rooms_of(player, OWN_ROOMS).await.map_err(store_failed)?;
    let listings = history::listings(shared, rows).await.map_err(store_failed)?;
    let wanted = listings.into_iter().filter(|room| what.game.is_none_or(|kind| room.game.kind() == kind));
    Ok(lobby::newest(wanted.collect()))
}

/// A tip that comes before a room exists to judge it.
fn well_formed(tip: Option<SentHash>) -> Result<Option<Sent>, ErrorReply> {
    match tip.map(SentHash::read) {
        Some(Err(bad)) => Err(ErrorReply::new(Code::BadLink, bad.to_string())),
        read => Ok(read),
    }
}

fn bad_setup(error: engine::setup::BadSetup) -> ErrorReply {
    ErrorReply::new(Code::BadSetup, error.to_string())
}
