//! A server process with a store of its own. It can be killed, told to stop, and started again on the same port.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::PATIENCE;
use super::binaries::binary;

/// A running server, killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: TempDir,
    /// Where it keeps everything, if not in a file of its own folder.
    store: Option<String>,
    flags: Vec<String>,
}

impl Server {
    /// A server without limits.
    pub(crate) fn start() -> Self {
        Self::with(&["--limits", "off"])
    }

    /// A server with these flags besides its address and store.
    pub(crate) fn with(flags: &[&str]) -> Self {
        Self::over(None, flags)
    }

    /// A server over this store; without one, over a file of its own.
    pub(crate) fn over(store: Option<String>, flags: &[&str]) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), store, flags)
    }

    /// A server whose folder may have a `store.db` already.
    pub(crate) fn in_folder(folder: TempDir, store: Option<String>, flags: &[&str]) -> Self {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>();
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let started = launch(&folder, any, store.as_deref(), &flags);
        let (child, address) = started.expect("a server on a free port starts");
        Self { child, address, folder, store, flags }
    }

    /// Starts it again on the same port and store.
    pub(crate) fn restart(&mut self) {
        let started = Instant::now();
        // the port may be in use for a moment by somebody's outgoing connection
        while started.elapsed() < PATIENCE {
            if let Some((child, address)) =
                launch(&self.folder, self.address, self.store.as_deref(), &self.flags)
            {
                assert_eq!(address, self.address);
                self.child = child;
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the server does not start again:\n{}", self.log());
    }

    /// SIGKILL: nothing is finished, nobody is told.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM; nothing is waited for.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// SIGSTOP: it does nothing any more, and its sockets stay open.
    pub(crate) fn stop(&self) {
        self.signal("-STOP");
    }

    /// SIGCONT.
    pub(crate) fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(signal).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the process has ended by itself.
    pub(crate) fn ended(&mut self, within: Duration) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < within, "the server still runs after {within:?}:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the process still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// What it wrote to its log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Runs the program on this store with a command of the host's.
    pub(crate) fn command(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::new(binary("longtable-server"));
        command.arg("--listen").arg(self.address.to_string());
        command.arg("--store").arg(format!("sqlite:{}", self.store().display())).args(args).output().unwrap()
    }

    /// The file of its store.
    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("store.db")
    }

    /// Memory that the process holds, in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// A gauge or a counter of its metrics; 0 if it is not there.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let metrics = super::http::get(self.address, "/metrics", "").await.body;
        let values = metrics.lines().filter_map(|line| line.split_once(' '));
        values
            .filter(|(known, _)| known.split('{').next() == Some(name))
            .filter_map(|(_, value)| value.parse::<f64>().ok())
            .sum()
    }

    /// Its connections of which the other side has ended and which it still holds.
    pub(crate) fn half_closed(&self) -> usize {
        let port = format!("0100007F:{:04X}", self.address.port());
        let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
        let lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        // the state after both addresses: 08 is CLOSE_WAIT
        lines.filter(|fields| fields.get(1) == Some(&port.as_str()) && fields.get(3) == Some(&"08")).count()
    }

    /// Sockets that the process has open.
    pub(crate) fn open_sockets(&self) -> usize {
        let files = std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap();
        let links = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
        links.filter(|link| link.to_string_lossy().starts_with("socket:")).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("--- log of the server\n{}", self.log());
        }
    }
}

fn launch(
    folder: &TempDir,
    listen: SocketAddr,
    store: Option<&str>,
    flags: &[String],
) -> Option<(Child, SocketAddr)> {
    let log: File = OpenOptions::new().create(true).append(true).open(folder.path().join("log")).unwrap();
    let mut command = Command::new(binary("longtable-server"));
    command.arg("--listen").arg(listen.to_string());
    let own = format!("sqlite:{}", folder.path().join("store.db").display());
    command.arg("--store").arg(store.unwrap_or(&own));
    command.args(flags).env("LONGTABLE_LOG", "info").stdout(Stdio::piped()).stderr(log);
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Longtable listens on http://").and_then(|it| it.parse().ok());
    if address.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    Some((child, address?))
}
