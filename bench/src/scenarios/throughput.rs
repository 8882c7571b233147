//! `throughput`: a closed loop, in which each player answers at once; so the server is as busy as it can be.

use clap::Args;

use super::rooms;
use crate::Result;
use crate::meter::Spell;
use crate::report::Report;
use crate::target::Target;

/// How many rooms.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Rooms with two players each
    #[arg(long, default_value_t = 500, value_name = "N")]
    rooms: usize,
}

impl Flags {
    /// Sockets that are open at once.
    pub(crate) fn sockets(&self) -> usize {
        2 * self.rooms
    }

    /// Measures.
    ///
    /// # Errors
    /// If the server refuses something, or a connection breaks.
    pub(crate) async fn run(&self, target: &Target, spell: Spell) -> Result<Vec<Report>> {
        Ok(vec![rooms::run("throughput", target, self.rooms, None, spell).await?])
    }
}
