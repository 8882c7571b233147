//! The server that is measured: one that runs already, or one of our own with a durable store in a temporary folder.
//!
//! Our own has core 0 to itself and the generator takes the others, where `taskset` is there to say so. It is killed
//! on every way out: when the target is dropped, and by Linux (`setpriv --pdeathsig`) should this process be killed.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use clap::Args;
use protocol::client::Address;
use tempfile::TempDir;

use crate::{Failed, Result};

/// Which server.
#[derive(Debug, Args)]
#[command(next_help_heading = "Server")]
pub(crate) struct TargetFlags {
    /// A server that runs already, with --limits off; without this flag one is started, measured and killed
    #[arg(long, global = true, value_name = "ws://HOST:PORT")]
    server: Option<String>,

    /// The process of that server, if it is on this machine: CPU and memory are then measured
    #[arg(long, global = true, value_name = "PID", requires = "server")]
    pid: Option<u32>,

    /// Where the folder with the started server's store goes; a memory disk would make commits too cheap
    /// [default: the system's folder for temporary files]
    #[arg(long, global = true, value_name = "FOLDER", conflicts_with = "server")]
    store_in: Option<PathBuf>,
}

/// A server under measurement.
#[derive(Debug)]
pub(crate) struct Target {
    /// Host and port, and the URL of the WebSocket.
    pub(crate) place: Arc<Address>,
    /// Its process, if it is known.
    pub(crate) pid: Option<u32>,
    /// One that was started from here, to be killed with this.
    _own: Option<Own>,
}

#[derive(Debug)]
struct Own {
    child: Child,
    /// Holds store and log; deleted after the process has ended.
    _folder: TempDir,
}

impl Drop for Own {
    fn drop(&mut self) {
        // one that has ended already is as good as killed
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Target {
    /// The server that the flags name, or a new one that is started with the flags `how`. Called before any other thread is there: they all take over the
    /// cores that this one is given.
    ///
    /// # Errors
    /// If there is none, or it does not start.
    pub(crate) fn new(flags: &TargetFlags, how: &[&str]) -> Result<Self> {
        let Some(server) = &flags.server else { return Self::start(flags.store_in.as_deref(), how) };
        let place = Address::read(server)?;
        if place.secure {
            return Err("give the server itself as ws://HOST:PORT, not the proxy before it".into());
        }
        Ok(Self { place: Arc::new(place), pid: flags.pid, _own: None })
    }

    fn start(store_in: Option<&Path>, how: &[&str]) -> Result<Self> {
        let program = std::env::current_exe()?.with_file_name("longtable-server");
        if !program.is_file() {
            return Err(format!(
                "{} is missing: build it with `cargo build --release -p longtable-server -p longtable-bench`, \
                 or name a server that runs with --server and --pid",
                program.display()
            )
            .into());
        }
        let mut folder = tempfile::Builder::new();
        folder.prefix("longtable-bench-");
        let folder = store_in.map_or_else(|| folder.tempdir(), |within| folder.tempdir_in(within))?;
        let log = folder.path().join("log");
        let mut words: Vec<String> = Vec::new();
        if is_there("setpriv") {
            words.extend(["setpriv", "--pdeathsig", "KILL"].map(str::to_owned));
        }
        if apart()? {
            words.extend(["taskset", "-c", "0"].map(str::to_owned));
        }
        words.push(program.display().to_string());
        words.extend(["--listen", "127.0.0.1:0", "--store"].map(str::to_owned));
        words.push(format!("sqlite:{}", folder.path().join("store.db").display()));
        words.extend(how.iter().map(|&word| word.to_owned()));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(&log)?);
        // the programs before the server become it, so this is its process
        let mut own = Own { child: command.spawn()?, _folder: folder };
        let mut said = String::new();
        if let Some(stdout) = own.child.stdout.take() {
            BufReader::new(stdout).read_line(&mut said)?;
        }
        let Some(address) = said.trim().strip_prefix("Longtable listens on ") else {
            let log = std::fs::read_to_string(&log).unwrap_or_default();
            return Err(format!("the server did not start:\n{log}").into());
        };
        Ok(Self { place: Arc::new(Address::read(address)?), pid: Some(own.child.id()), _own: Some(own) })
    }
}

/// Keeps this process off core 0, if there is another; whether that was done.
fn apart() -> Result<bool> {
    let cores = std::thread::available_parallelism().map_err(Failed::from)?.get();
    if cores < 2 || !is_there("taskset") {
        return Ok(false);
    }
    let (rest, own) = (format!("1-{}", cores - 1), std::process::id().to_string());
    let moved = Command::new("taskset").args(["-cp", &rest, &own]).stdout(Stdio::null()).status()?;
    Ok(moved.success())
}

fn is_there(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
