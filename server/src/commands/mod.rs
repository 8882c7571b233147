//! What the host asks of the program besides serving: each opens the store by itself, also while a server runs.
//!
//! What they find goes to the standard output, why they failed to the caller; `main` turns that into an exit code.

mod check;
mod close;
mod copies;
mod health;
mod stats;

use std::path::PathBuf;

use clap::Subcommand;
use protocol::RoomCode;

use crate::flags::Flags;
use crate::store::{Store, StoreError};

/// Instead of serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Copy the store into FILE, also while a server runs; FILE appears when it is complete
    Backup {
        /// The copy
        file: PathBuf,
    },
    /// Put a backup in the place of the store; no server may run on it
    Restore {
        /// The backup
        file: PathBuf,
        /// There is a store already: keep it under another name, and go on
        #[arg(long)]
        replace: bool,
    },
    /// Check the store: that every room's log reads, and every match follows from its rules and draws
    Check,
    /// Tell what is in the store
    Stats,
    /// End a room: a match that is played ends as unfinished, a room that waits is removed
    Close {
        /// Its code
        room: RoomCode,
    },
    /// Ask the server that listens at --listen whether it is well; for health checks of containers
    Health,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The store did.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// What was asked for cannot be done; why, and what would do.
    #[error("{0}")]
    Refused(String),
}

impl Command {
    /// Does it, and returns what is to be printed.
    ///
    /// # Errors
    /// If it could not be done, or a check found something wrong.
    pub async fn run(&self, flags: &Flags) -> Result<String, Failed> {
        match self {
            Self::Restore { file, replace } => copies::restore(&flags.store, file, *replace).await,
            Self::Health => health::ask(flags.listen, flags.tls_cert.is_some()).await,
            Self::Backup { file } => with_store(flags, async |store| copies::backup(store, file).await).await,
            Self::Check => with_store(flags, check::run).await,
            Self::Stats => with_store(flags, stats::run).await,
            Self::Close { room } => with_store(flags, async |store| close::run(store, *room).await).await,
        }
    }
}

/// Opens the store, and closes it however the command ends.
async fn with_store(
    flags: &Flags,
    command: impl AsyncFnOnce(&Store) -> Result<String, Failed>,
) -> Result<String, Failed> {
    let store = Store::open(&flags.store).await?;
    let done = command(&store).await;
    store.close().await;
    done
}

/// Rooms that are read at once.
const PAGE: usize = 500;

/// Calls `see` with every room of the store.
async fn each_room<E: From<StoreError>>(
    store: &Store,
    mut see: impl AsyncFnMut(crate::store::RoomRow) -> Result<(), E>,
) -> Result<(), E> {
    let mut after = String::new();
    loop {
        let rooms = store.rooms_after(&after, PAGE).await?;
        let Some(last) = rooms.last() else { return Ok(()) };
        after.clone_from(&last.code);
        for room in rooms {
            see(room).await?;
        }
    }
}
