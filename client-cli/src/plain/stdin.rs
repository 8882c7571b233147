//! Lines from standard input, read on a thread of their own: a read cannot be interrupted, so the program ends
//! without waiting for it.

use std::io::{self, BufRead};
use std::thread;

use tokio::sync::mpsc;

/// What the input gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A line, without its end.
    Line(String),
    /// There is no more.
    End,
}

/// The lines of standard input.
#[derive(Debug)]
pub struct Lines {
    lines: mpsc::Receiver<String>,
    /// Whether the end was told and taken note of.
    closed: bool,
}

impl Lines {
    /// Starts to read.
    pub fn start() -> Self {
        let (tell, lines) = mpsc::channel(16);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            // what is no UTF-8 is read as far as it can be; the game will say that it is no move
            while input.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                line.clear();
                if tell.blocking_send(text).is_err() {
                    break;
                }
            }
        });
        Self { lines, closed: false }
    }

    /// The next line; waits for ever once [`Lines::close`] was called.
    pub async fn next(&mut self) -> Input {
        if self.closed {
            return std::future::pending().await;
        }
        self.lines.recv().await.map_or(Input::End, Input::Line)
    }

    /// Nothing more is wanted.
    pub fn close(&mut self) {
        self.closed = true;
    }
}
