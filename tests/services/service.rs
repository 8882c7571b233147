//! A PostgreSQL or NATS server of a test's own, on a free port, with its data in a temporary folder.
//!
//! `tests/services/run` runs it and ends it when the pipe to it closes: on every way out, a killed test included.
//! This file belongs to the tests of two crates.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Starts that are tried, each on another port: somebody else may take one that was free a moment ago.
const TRIES: u32 = 5;

/// A running service.
pub(crate) struct Service {
    /// Where it listens, on 127.0.0.1.
    pub(crate) port: u16,
    script: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Service {
    /// A PostgreSQL with a superuser `longtable` and the database `postgres`.
    pub(crate) fn postgres() -> Self {
        Self::start("postgres")
    }

    /// A NATS server.
    pub(crate) fn nats() -> Self {
        Self::start("nats")
    }

    fn start(kind: &str) -> Self {
        for _ in 0..TRIES {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/services/run"))
                .args([kind, &port.to_string()])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let commands = script.stdin.take();
            let answers = BufReader::new(script.stdout.take().unwrap());
            let mut service = Self { port, script, commands, answers };
            if service.ask("start") {
                return service;
            }
        }
        panic!("no {kind} starts; ./check installs what the tests need");
    }

    /// `start`, `stop`, `kill`, `pause` or `resume`; returns when it has happened.
    pub(crate) fn tell(&mut self, command: &str) {
        assert!(self.ask(command), "the service cannot {command}");
    }

    fn ask(&mut self, command: &str) -> bool {
        let mut commands = self.commands.as_ref().unwrap();
        writeln!(commands, "{command}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer.trim() == "ok"
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        drop(self.commands.take());
        // it is gone when the folder is
        let _ = self.script.wait();
    }
}
