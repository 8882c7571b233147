//! A terminal with a program in it: what the screen shows, what was written to it, how it was left.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use tokio::time::{Instant, sleep};

use super::PATIENCE;
use super::binaries::binary;

/// A pseudo-terminal in which `longtable` runs.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// Held open, so that the terminal outlives the program.
    _slave: Box<dyn SlavePty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
}

/// What was written to the terminal.
struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

impl Terminal {
    /// Starts `longtable` with these arguments and variables in a terminal of this size (columns, rows).
    pub(crate) fn start(size: (u16, u16), home: &Path, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(pty_size(size)).unwrap();
        let mut command = CommandBuilder::new(binary("longtable"));
        command.args(args);
        command.cwd(home);
        command.env("HOME", home);
        command.env("XDG_CONFIG_HOME", home.join("config"));
        command.env("TERM", "xterm-256color");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let screen = vt100::Parser::new(at_least(1, size.1), at_least(1, size.0), 0);
        let seen = Arc::new(Mutex::new(Seen { screen, bytes: Vec::new() }));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(len @ 1..) = reader.read(&mut piece) {
                let mut seen = shared.lock().unwrap();
                seen.screen.process(&piece[..len]);
                seen.bytes.extend(&piece[..len]);
            }
        });
        Self { child, master: pair.master, _slave: pair.slave, keys, seen }
    }

    /// Types.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&self, size: (u16, u16)) {
        self.master.resize(pty_size(size)).unwrap();
        // the screen that is kept has room for whatever size was drawn for
        let mut seen = self.seen.lock().unwrap();
        seen.screen.screen_mut().set_size(at_least(2, size.1), at_least(2, size.0));
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    /// Every byte that was written to it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.seen.lock().unwrap().bytes.clone()
    }

    /// Waits until the screen shows a text.
    pub(crate) async fn shows(&self, text: &str) {
        let by = Instant::now() + PATIENCE;
        while !self.text().contains(text) {
            assert!(Instant::now() < by, "{text:?} does not come on the screen:\n{}", self.text());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Sends the program a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").arg(format!("-{name}")).arg(pid).status().unwrap().success());
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits until the program has ended: its exit code, and how long it took.
    pub(crate) async fn ended(&mut self) -> (u32, Duration) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // what it wrote last is still on its way here
                sleep(Duration::from_millis(100)).await;
                return (status.exit_code(), start.elapsed());
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end:\n{}", self.text());
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Panics if the terminal is not as it was before the program.
    pub(crate) fn assert_restored(&self, when: &str) {
        let seen = self.seen.lock().unwrap();
        let screen = seen.screen.screen();
        assert!(!screen.alternate_screen(), "{when}: the other screen is still there");
        assert!(!screen.hide_cursor(), "{when}: the cursor is hidden");
        assert!(!screen.bracketed_paste(), "{when}: pasting is still bracketed");
        let tty: PathBuf = self.master.tty_name().unwrap();
        let modes = Command::new("stty").arg("-a").arg("-F").arg(tty).output().unwrap();
        let modes = String::from_utf8(modes.stdout).unwrap();
        let modes: Vec<&str> = modes.split([' ', ';', '\n']).collect();
        for mode in ["icanon", "echo", "isig", "opost", "icrnl"] {
            assert!(modes.contains(&mode), "{when}: {mode} is off in {modes:?}");
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// A size of the kept screen, which has at least so many rows or columns.
fn at_least(least: u16, size: u16) -> NonZero<u16> {
    NonZero::new(size.max(least)).unwrap_or(NonZero::<u16>::MIN)
}
