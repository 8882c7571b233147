//! The line of a client: a socket of ours, or a `longtable --json` process that has one.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::binaries::binary;
use super::dial::{USUAL, dial};

/// Where requests go and frames come from.
pub(crate) enum Line {
    Socket(Box<WebSocketStream<TcpStream>>),
    Process(Process),
}

/// What came over a line.
pub(crate) enum Heard {
    Text(String),
    /// The other side has closed, with this code, or the line broke.
    Closed(Option<u16>),
}

impl Line {
    /// Opens a socket.
    pub(crate) async fn socket(address: SocketAddr) -> std::io::Result<Self> {
        Self::socket_from(USUAL, address).await
    }

    /// Opens a socket from this address.
    pub(crate) async fn socket_from(from: IpAddr, address: SocketAddr) -> std::io::Result<Self> {
        let stream = dial(from, address).await?;
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", "longtable.v1".parse().unwrap());
        let (socket, _) = client_async(request, stream).await.map_err(std::io::Error::other)?;
        Ok(Self::Socket(Box::new(socket)))
    }

    /// Sends a text. On a broken line it is lost, as texts are.
    pub(crate) async fn send(&mut self, text: String) {
        match self {
            Self::Socket(socket) => {
                let _ = socket.send(Message::Text(text.into())).await;
            }
            Self::Process(process) => {
                let _ = writeln!(process.input, "{text}");
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        match self {
            Self::Socket(socket) => loop {
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => return Heard::Text(text.as_str().to_owned()),
                    Some(Ok(Message::Close(close))) => {
                        return Heard::Closed(close.map(|close| close.code.into()));
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Binary(_))) => panic!("a binary frame came"),
                    Some(Err(_)) | None => return Heard::Closed(None),
                }
            },
            Self::Process(process) => process.output.recv().await.map_or(Heard::Closed(None), Heard::Text),
        }
    }
}

/// A `longtable --json` process, killed when it is dropped.
pub(crate) struct Process {
    pub(crate) child: Child,
    input: ChildStdin,
    output: UnboundedReceiver<String>,
}

impl Process {
    /// Starts one that connects to `server` and keeps its identity in `home`.
    pub(crate) fn start(server: &str, home: &Path, name: &str) -> Self {
        let mut command = Command::new(binary("longtable"));
        command.args(["--json", "--server", server, "--name", name]);
        command.env("HOME", home).env("XDG_CONFIG_HOME", home.join("config"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (sender, output) = unbounded_channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let input = child.stdin.take().unwrap();
        Self { child, input, output }
    }
}

impl Process {
    /// SIGSTOP or SIGCONT: it does nothing any more, or goes on.
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(signal).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
