//! One task per socket: it reads requests, and writes replies and pushes in one flush.
//!
//! This is the only place that knows WebSocket frames. What a request means is decided in [`serve`]; what a socket
//! is in the middle of, in [`Connection`]. Requests are answered one after another, and while one waits for the
//! store the socket still reads, pings and pushes.

mod gate;
mod serve;
mod watching;

use std::collections::VecDeque;
use std::future::{pending, poll_fn};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, SinkExt, StreamExt};
use protocol::encode::{push_text, reply_text};
use protocol::{Code, ErrorReply, Malformed, Push, Reply, close};
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep_until, timeout};
use tracing::debug;

use crate::app::Shared;
use crate::limit::{Bucket, Rate};
use crate::lobby::LIST_EVERY;
use crate::open::Opened;
use crate::room::side::{Overflow, Side, SideEnd};
use crate::room::{Conn, Inbox, Me};
use gate::Gate;
use serve::{Answer, Caller, Effect, Follow, Followed};
use watching::Watching;

/// `hello` has to come this soon.
const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// Ping and beat.
const BEAT_EVERY: Duration = Duration::from_secs(20);
/// A socket that says nothing for this long is closed.
const SILENCE: Duration = Duration::from_secs(50);
/// A write that is not done after this long ends the socket: the longest page of history takes 13 s at 20 KB/s.
const WRITE_WITHIN: Duration = Duration::from_secs(30);
/// How long the other side may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);
/// Requests that wait for the one before; more are left in the socket.
const WAITING: usize = 64;
/// Bytes of them, and one more request, which may be as large again.
const WAITING_BYTES: usize = 32 * 1024;
/// Refusals for being too fast, without a request in between that was in time, after which a socket is closed.
const PATIENCE: u32 = 200;

/// What a socket is in the middle of.
struct Connection {
    shared: Arc<Shared>,
    id: Conn,
    _open: Opened,
    address: IpAddr,
    socket: WebSocket,
    me: Option<Arc<Me>>,
    watching: Watching,
    side: (Side, SideEnd),
    /// Texts that wait, and the request that is being served.
    waiting: VecDeque<Utf8Bytes>,
    serving: Option<BoxFuture<'static, Answer>>,
    bucket: Option<(Rate, Bucket)>,
    refused: u32,
    follow: Option<Following>,
    heard: Instant,
    beat: Instant,
    pinged: Option<Instant>,
}

/// A list of rooms that this socket follows.
struct Following {
    what: Follow,
    changes: watch::Receiver<u64>,
    /// It may have changed since then.
    changed: bool,
    /// What was sent last.
    sent: Utf8Bytes,
    /// Not before then again.
    next: Instant,
}

/// What can be written.
enum Ready {
    /// To the request that is being served.
    Answer(Answer),
    /// What may not be skipped.
    Side(Result<Utf8Bytes, Overflow>),
    /// Of a room that is watched; none if its task has ended.
    Update(Option<Utf8Bytes>),
}

/// The next thing that can be written.
fn ready(
    serving: &mut Option<BoxFuture<'static, Answer>>,
    side: &mut SideEnd,
    watching: &mut Watching,
    cx: &mut Context<'_>,
) -> Poll<Ready> {
    if let Some(Poll::Ready(answer)) = serving.as_mut().map(|serving| serving.poll_unpin(cx)) {
        return Poll::Ready(Ready::Answer(answer));
    }
    if let Poll::Ready(push) = side.poll_next(cx) {
        return Poll::Ready(Ready::Side(push));
    }
    watching.poll_next(cx).map(Ready::Update)
}

/// Waits until a list that is followed has changed and may be sent; for ever if none is followed.
async fn list_due(follow: &mut Option<Following>) {
    let Some(follow) = follow else { return pending().await };
    if !follow.changed {
        if follow.changes.changed().await.is_err() {
            return pending().await;
        }
        follow.changed = true;
    }
    sleep_until(follow.next).await;
}

/// Whether another request may wait.
fn takes_more(waiting: &VecDeque<Utf8Bytes>) -> bool {
    waiting.len() < WAITING && waiting.iter().map(|text| text.len()).sum::<usize>() < WAITING_BYTES
}

/// Waits until something is written, but not for ever. Most is at once: then no timer is made.
async fn written(write: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    let mut write = pin!(write);
    let done = match write.as_mut().now_or_never() {
        Some(done) => done,
        None => timeout(WRITE_WITHIN, write).await.map_err(|_| End::Gone)?,
    };
    done.map_err(|_| End::Gone)
}

/// Why a socket ends, with the close code that says so.
enum End {
    Close(u16, &'static str),
    /// The other side is gone, or takes nothing any more.
    Gone,
}

/// Serves a socket until it ends. `open` counts it for its address.
pub fn run(
    shared: Arc<Shared>,
    socket: WebSocket,
    address: IpAddr,
    open: Opened,
) -> impl Future<Output = ()> + Send {
    let id = shared.next_conn();
    let now = Instant::now();
    let limits = shared.limits;
    let rate = limits
        .requests_per_s
        .map(|per_s| Rate { per_s: f64::from(per_s), burst: f64::from(limits.burst.unwrap_or(per_s)) });
    let mut connection = Connection {
        id,
        _open: open,
        address,
        socket,
        me: None,
        watching: Watching::new(id),
        side: Side::new(),
        waiting: VecDeque::new(),
        serving: None,
        bucket: rate.map(|rate| (rate, Bucket::full(rate, now))),
        refused: 0,
        follow: None,
        heard: now,
        beat: now + BEAT_EVERY,
        pinged: None,
        shared,
    };
    // by reference: a future that takes the connection by value has room for it twice
    async move { connection.run().await }
}

impl Connection {
    async fn run(&mut self) {
        let end = self.serve().await;
        if let End::Close(code, reason) = end {
            debug!(conn = self.id, code, reason, "closing");
            self.goodbye(code, reason).await;
        }
        self.see_through().await;
        self.watching.leave_all().await;
    }

    /// Waits for the request that is being served: it may make this socket a member of a room, which is then left
    /// like all others.
    async fn see_through(&mut self) {
        let Some(serving) = self.serving.take() else { return };
        for effect in serving.await.effects {
            if let Effect::Watch { room, since, .. } = effect {
                self.watching.add(room, since);
            }
        }
    }

    async fn serve(&mut self) -> End {
        let hello_by = Instant::now() + HELLO_WITHIN;
        // made once: what is made anew in every round enters and leaves lists that all sockets share
        let stopping = self.shared.stopping.clone().cancelled_owned();
        let wake = sleep_until(hello_by.min(self.beat));
        tokio::pin!(stopping, wake);
        // before what is costly to ask and seldom has something to say: at a push, nearly always
        let (frames, seldom) = (Gate::new(), Gate::new());
        loop {
            let step = tokio::select! {
                biased;
                stops = poll_fn(|cx| seldom.poll(cx, |cx| match stopping.as_mut().poll(cx) {
                    Poll::Ready(()) => Poll::Ready(true),
                    Poll::Pending => wake.as_mut().poll(cx).map(|()| false),
                })) => if stops {
                    Err(End::Close(close::RESTART, "the server restarts"))
                } else {
                    let done = self.on_time(hello_by).await;
                    wake.as_mut().reset(self.next_wake(hello_by));
                    done
                },
                message = poll_fn(|cx| frames.poll(cx, |cx| self.socket.poll_next_unpin(cx))),
                    if takes_more(&self.waiting) => self.read(message).await,
                ready = poll_fn(|cx| ready(&mut self.serving, &mut self.side.1, &mut self.watching, cx)) =>
                    self.feed_one(ready).await,
                () = list_due(&mut self.follow) => self.push_list().await,
            };
            if let Err(end) = step {
                return end;
            }
            // what else is ready goes into the same write
            if let Err(end) = self.feed_ready().await {
                return end;
            }
            if let Err(end) = written(self.socket.flush()).await {
                return end;
            }
        }
    }

    /// When there is something to do without a message. It only moves further away before then.
    fn next_wake(&self, hello_by: Instant) -> Instant {
        let wake = self.beat.min(self.heard + SILENCE);
        if self.me.is_none() { wake.min(hello_by) } else { wake }
    }

    async fn feed_one(&mut self, ready: Ready) -> Result<(), End> {
        match ready {
            Ready::Answer(answer) => self.answer(answer).await,
            Ready::Side(Ok(push)) => self.feed(push).await,
            Ready::Side(Err(Overflow)) => Err(End::Close(close::TRY_LATER, "this reader is too slow")),
            Ready::Update(Some(text)) => self.feed(text).await,
            // a room's task has ended: who comes back finds it again
            Ready::Update(None) => Err(End::Close(close::RESTART, "a room was restarted")),
        }
    }

    /// Writes one text into the socket's buffer.
    async fn feed(&mut self, text: Utf8Bytes) -> Result<(), End> {
        written(self.socket.feed(Message::Text(text))).await
    }

    async fn feed_ready(&mut self) -> Result<(), End> {
        loop {
            let now = |cx: &mut Context<'_>| {
                Poll::Ready(ready(&mut self.serving, &mut self.side.1, &mut self.watching, cx))
            };
            let Poll::Ready(ready) = poll_fn(now).await else { return Ok(()) };
            self.feed_one(ready).await?;
        }
    }

    async fn read(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let message = match message {
            None => return Err(End::Gone),
            Some(Err(error)) => return Err(broken(error)),
            Some(Ok(message)) => message,
        };
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                self.waiting.push_back(text);
                self.start_next().await
            }
            Message::Binary(_) => {
                Err(End::Close(close::UNSUPPORTED, "send text frames; binary is not spoken here"))
            }
            Message::Pong(_) => {
                self.measure();
                self.count()
            }
            Message::Ping(_) => self.count(),
            Message::Close(_) => {
                // the answer, an echo or the code for a close that cannot be, is written with the next flush
                let _ = timeout(GOODBYE, self.socket.flush()).await;
                Err(End::Gone)
            }
        }
    }

    /// Counts a frame that is no request: each costs a write or a look at every room.
    fn count(&mut self) -> Result<(), End> {
        let Some((rate, bucket)) = &mut self.bucket else { return Ok(()) };
        if bucket.take(*rate, Instant::now()).is_err() {
            self.refused += 1;
        }
        if self.refused > PATIENCE { Err(End::Close(close::CONDUCT, "flooding")) } else { Ok(()) }
    }

    /// Tells the rooms how long this player's line is.
    fn measure(&mut self) {
        let (Some(pinged), Some(me)) = (self.pinged.take(), &self.me) else { return };
        let ms = i64::try_from(pinged.elapsed().as_millis()).unwrap_or(i64::MAX);
        for room in self.watching.rooms() {
            room.mention(Inbox::Lag { player: me.player.id.clone(), ms });
        }
    }

    /// Starts the next request that waits, if none is being served. Malformed ones are answered at once.
    async fn start_next(&mut self) -> Result<(), End> {
        while self.serving.is_none() {
            let Some(text) = self.waiting.pop_front() else { return Ok(()) };
            let decoded = protocol::decode(&text);
            let re = match &decoded {
                Ok((id, _)) => Some(*id),
                Err(Malformed { re, .. }) => *re,
            };
            let refusal = self.admit(&decoded).err();
            match (decoded, refusal) {
                (Ok((id, request)), None) => {
                    metrics::counter!("longtable_requests_total", "type" => request.name()).increment(1);
                    let caller = Caller {
                        shared: Arc::clone(&self.shared),
                        conn: self.id,
                        address: self.address,
                        me: self.me.clone(),
                        side: self.side.0.clone(),
                        crowded: self.bucket.is_some() && self.watching.is_full(),
                    };
                    self.serving = Some(serve::serve(caller, id, request));
                }
                (Ok(_), Some(refusal)) => self.refuse(re, refusal).await?,
                (Err(malformed), refusal) => {
                    let refusal = refusal.unwrap_or_else(|| malformed.reply());
                    self.refuse(re, refusal).await?;
                }
            }
        }
        Ok(())
    }

    /// Whether a request may be served: after `hello`, and not too fast. A text that is none counts too.
    fn admit(&mut self, decoded: &Result<(u64, protocol::Request), Malformed>) -> Result<(), ErrorReply> {
        let taken = self.bucket.as_mut().map_or(Ok(()), |(rate, bucket)| bucket.take(*rate, Instant::now()));
        match decoded {
            Err(Malformed { code: Code::BadJson | Code::BadMessage, .. }) => {}
            Ok((_, protocol::Request::Hello { .. })) => {}
            Err(Malformed { code: Code::BadKey, .. }) => {}
            Ok(_) | Err(_) if self.me.is_none() => {
                return Err(ErrorReply::new(Code::HelloFirst, "say hello first"));
            }
            Ok(_) | Err(_) => {}
        }
        match taken {
            Ok(()) => {
                self.refused = 0;
                Ok(())
            }
            Err(retry_ms) => {
                self.refused += 1;
                match decoded {
                    Err(malformed @ Malformed { code: Code::BadJson | Code::BadMessage, .. }) => {
                        Err(malformed.reply())
                    }
                    Ok(_) | Err(_) => {
                        metrics::counter!("longtable_rate_limited_total").increment(1);
                        let text = format!("too many requests; wait {retry_ms} ms");
                        Err(ErrorReply::rate_limited(retry_ms, text))
                    }
                }
            }
        }
    }

    async fn refuse(&mut self, re: Option<u64>, refusal: ErrorReply) -> Result<(), End> {
        if self.refused > PATIENCE {
            return Err(End::Close(close::CONDUCT, "flooding"));
        }
        metrics::counter!("longtable_refused_total", "code" => refusal.code.name()).increment(1);
        self.feed(reply_text(re, &Reply::Error(refusal)).into()).await
    }

    /// Takes in what a request did, and sends its reply.
    async fn answer(&mut self, answer: Answer) -> Result<(), End> {
        self.serving = None;
        for effect in answer.effects {
            match effect {
                Effect::Me(me) => {
                    let first = self.me.is_none();
                    self.me = Some(me);
                    if first {
                        self.ping().await?;
                    }
                }
                Effect::Watch { room, since, said } => {
                    self.watching.add(room, since);
                    for push in said {
                        self.feed(push).await?;
                    }
                }
                Effect::Unwatch(room) => self.watching.leave(room).await,
                Effect::Follow(followed) => {
                    self.follow = followed.map(|Followed { what, changes, sent }| Following {
                        what,
                        changes,
                        changed: false,
                        sent,
                        next: Instant::now() + LIST_EVERY,
                    });
                }
            }
        }
        self.feed(answer.text.into()).await?;
        self.start_next().await
    }

    async fn ping(&mut self) -> Result<(), End> {
        self.pinged = Some(Instant::now());
        written(self.socket.feed(Message::Ping(axum::body::Bytes::new()))).await
    }

    async fn on_time(&mut self, hello_by: Instant) -> Result<(), End> {
        let now = Instant::now();
        if self.me.is_none() && now >= hello_by {
            return Err(End::Close(close::CONDUCT, "no hello within 10 s"));
        }
        if now >= self.heard + SILENCE {
            return Err(End::Close(close::GOING_AWAY, "nothing heard for 50 s"));
        }
        if now >= self.beat {
            self.beat = now + BEAT_EVERY;
            self.ping().await?;
            let beat = Push::Beat { rooms: self.watching.heads() };
            self.feed(push_text(&beat).into()).await?;
        }
        Ok(())
    }

    /// Sends the list that is followed, if it is another one than before.
    async fn push_list(&mut self) -> Result<(), End> {
        let Some(follow) = &mut self.follow else { return Ok(()) };
        let changes = *follow.changes.borrow_and_update();
        follow.next = Instant::now() + LIST_EVERY;
        // if the store cannot be read, it is tried again
        let Some((text, has)) = follow.what.push(&self.shared, changes).await else { return Ok(()) };
        // made for another one a moment ago: what changed since then is sent next time
        follow.changed = has < changes;
        if text == follow.sent {
            return Ok(());
        }
        follow.sent = text.clone();
        self.feed(text).await
    }

    /// Says goodbye, and waits a moment for the other side to say it too.
    async fn goodbye(&mut self, code: u16, reason: &'static str) {
        let bye = push_text(&Push::Bye { reason: reason.to_owned() });
        let socket = &mut self.socket;
        let said = async {
            if matches!(code, close::RESTART | close::GOING_AWAY | close::TRY_LATER) {
                socket.feed(Message::Text(bye.into())).await?;
            }
            socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
            while let Some(Ok(_)) = socket.next().await {}
            Ok::<(), axum::Error>(())
        };
        // whoever does not listen any more misses the goodbye
        let _ = timeout(GOODBYE, said).await;
    }
}

/// The close code for a socket that broke the rules of WebSocket.
fn broken(error: axum::Error) -> End {
    use tokio_tungstenite::tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => End::Close(close::TOO_LARGE, "a frame is at most 65536 bytes"),
        Some(Error::Utf8(_)) => End::Close(close::NOT_UTF8, "text has to be UTF-8"),
        Some(Error::Protocol(_)) => End::Close(PROTOCOL_ERROR, "this is not WebSocket as RFC 6455 has it"),
        Some(_) | None => End::Gone,
    }
}

/// RFC 6455: the endpoint ends the connection because of a protocol error.
const PROTOCOL_ERROR: u16 = 1002;
