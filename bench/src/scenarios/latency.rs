//! `latency`: rooms that move at a fixed rate, far below what the server can do, each out of step with the others.

use std::time::Duration;

use clap::Args;

use super::rooms;
use crate::Result;
use crate::meter::Spell;
use crate::report::Report;
use crate::target::Target;

/// How many rooms, and how fast.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Rooms with two players each
    #[arg(long, default_value_t = 100, value_name = "N")]
    rooms: usize,

    /// Moves a second in each room
    #[arg(long, default_value_t = 4.0, value_name = "N")]
    rate: f64,
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
        let every = Duration::try_from_secs_f64(1.0 / self.rate).map_err(|_| "--rate has to be above 0")?;
        Ok(vec![rooms::run("latency", target, self.rooms, Some(every), spell).await?])
    }
}
