//! Ends of the program: one error type with its exit code, and quiet ends for closed pipes.

use std::fmt;
use std::io;

/// Why a command failed: one sentence for a person, and an exit code for a script.
#[derive(Debug)]
pub struct Failure {
    /// As the help lists them.
    pub code: u8,
    /// One sentence, without a full stop; safe to print.
    pub message: String,
}

/// What a command ends with.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// The server said no, or something was found wrong.
    pub fn refused(message: impl fmt::Display) -> Self {
        Self { code: 1, message: message.to_string() }
    }

    /// The command line cannot be followed.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self { code: 2, message: message.to_string() }
    }

    /// There is no server to talk to.
    pub fn connection(message: impl fmt::Display) -> Self {
        Self { code: 3, message: message.to_string() }
    }

    /// A file could not be read or written.
    pub fn file(message: impl fmt::Display) -> Self {
        Self { code: 4, message: message.to_string() }
    }

    /// A signal ended the program; nothing is printed.
    pub fn signal(number: u8) -> Self {
        Self { code: 128_u8.saturating_add(number), message: String::new() }
    }
}

/// Nobody reads any more: a quiet end, as of any program in a pipe.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { code: 0, message: String::new() },
            _ => Self::file(error),
        }
    }
}
