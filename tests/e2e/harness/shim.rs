//! A bad line: a TCP proxy that delays, freezes, swallows or cuts what goes through it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Bytes that may wait within the line.
const ROOM: u32 = 16 * 1024;

/// A proxy in front of a server.
pub(crate) struct Shim {
    pub(crate) address: SocketAddr,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    /// How long each piece is held up, each way, in ms.
    delay: AtomicU64,
    /// Bytes a second that pass downwards; as many as come if 0.
    rate: AtomicU64,
    /// Nothing passes; nothing is closed either.
    frozen: AtomicBool,
    /// What the server says is swallowed.
    deaf: AtomicBool,
    /// The server's next update is swallowed.
    drop_update: AtomicBool,
    lines: Mutex<Vec<JoinHandle<()>>>,
}

impl Shim {
    pub(crate) async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = connect(server).await else { continue };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                let up = tokio::spawn(upwards(Arc::clone(&shared), from_client, to_server));
                let down = tokio::spawn(downwards(Arc::clone(&shared), from_server, to_client));
                shared.lines.lock().unwrap().extend([up, down]);
            }
        });
        Self { address, state, accepting }
    }

    /// Holds each piece up for so long, each way.
    pub(crate) fn delay(&self, time: Duration) {
        self.state.delay.store(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// Lets so many bytes a second pass downwards.
    pub(crate) fn narrow(&self, rate: u64) {
        self.state.rate.store(rate, Ordering::Relaxed);
    }

    /// Lets nothing pass any more, or everything again.
    pub(crate) fn freeze(&self, frozen: bool) {
        self.state.frozen.store(frozen, Ordering::Relaxed);
    }

    /// Swallows what the server says from now on, or no longer.
    pub(crate) fn deafen(&self, deaf: bool) {
        self.state.deaf.store(deaf, Ordering::Relaxed);
    }

    /// Swallows the next update.
    pub(crate) fn drop_update(&self) {
        self.state.drop_update.store(true, Ordering::Relaxed);
    }

    /// Whether the update has come and was swallowed.
    pub(crate) fn has_dropped(&self) -> bool {
        !self.state.drop_update.load(Ordering::Relaxed)
    }

    /// Cuts every connection.
    pub(crate) fn cut(&self) {
        self.state.lines.lock().unwrap().drain(..).for_each(|line| line.abort());
    }
}

impl Drop for Shim {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut();
    }
}

impl State {
    /// Holds a piece up as the line does now.
    async fn hold(&self) {
        sleep(Duration::from_millis(self.delay.load(Ordering::Relaxed))).await;
        while self.frozen.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// With little room for what is not passed on yet, so that a server notices how slow the line is.
async fn connect(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(ROOM)?;
    socket.connect(server).await
}

async fn upwards(state: Arc<State>, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let mut piece = [0; 16 * 1024];
    while let Ok(len @ 1..) = from.read(&mut piece).await {
        state.hold().await;
        if to.write_all(&piece[..len]).await.is_err() {
            return;
        }
    }
}

async fn downwards(state: Arc<State>, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let mut stream = Frames::default();
    let mut piece = [0; 16 * 1024];
    while let Ok(len @ 1..) = from.read(&mut piece).await {
        state.hold().await;
        if let rate @ 1.. = state.rate.load(Ordering::Relaxed) {
            sleep(Duration::from_secs_f64(len as f64 / rate as f64)).await;
        }
        for frame in stream.take(&piece[..len]) {
            let update = frame.windows(15).any(|part| part == br#""type":"update""#);
            let dropped = update && state.drop_update.swap(false, Ordering::Relaxed);
            if dropped || state.deaf.load(Ordering::Relaxed) {
                continue;
            }
            if to.write_all(&frame).await.is_err() {
                return;
            }
        }
    }
}

/// Cuts what a server sends into whole frames; the head of the HTTP answer counts as one.
#[derive(Default)]
struct Frames {
    upgraded: bool,
    rest: Vec<u8>,
}

impl Frames {
    fn take(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        self.rest.extend(piece);
        let mut frames = Vec::new();
        while let Some(len) = self.len().filter(|len| *len <= self.rest.len()) {
            frames.push(self.rest.drain(..len).collect());
            self.upgraded = true;
        }
        frames
    }

    /// Length of the first frame, once its head is there.
    fn len(&self) -> Option<usize> {
        if !self.upgraded {
            return self.rest.windows(4).position(|end| end == b"\r\n\r\n").map(|at| at + 4);
        }
        match self.rest.get(1)? & 0x7f {
            126 => Some(4 + usize::from(u16::from_be_bytes(*self.rest.get(2..4)?.first_chunk()?))),
            127 => Some(10 + u64::from_be_bytes(*self.rest.get(2..10)?.first_chunk()?) as usize),
            len => Some(2 + usize::from(len)),
        }
    }
}
