//! `mixed`: an evening. Rooms of all four games with people who watch them, others who look at the list of rooms; all
//! of them write now and then, and lose their connections and come back.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use engine::games::Kind;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::Result;
use crate::evening::{Evening, Manners, Person, Role};
use crate::meter::{Spell, measure};
use crate::report::{Report, round};
use crate::target::Target;

/// How many people, and their manners.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Rooms with two players each, a quarter of them of each game
    #[arg(long, default_value_t = 100, value_name = "N")]
    rooms: usize,

    /// Watchers of each room
    #[arg(long, default_value_t = 5, value_name = "N")]
    watchers: usize,

    /// People who follow the list of rooms
    #[arg(long, default_value_t = 50, value_name = "N")]
    followers: usize,

    /// Mean seconds from one deed of a person to the next
    #[arg(long, default_value_t = 2.0, value_name = "SECONDS")]
    think: f64,

    /// Share of deeds that are a line of chat
    #[arg(long, default_value_t = 0.05, value_name = "0..1", value_parser = share)]
    chat: f64,

    /// Share of deeds before which the connection is lost
    #[arg(long, default_value_t = 0.01, value_name = "0..1", value_parser = share)]
    drop: f64,
}

fn share(text: &str) -> std::result::Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is between 0 and 1".to_owned())
}

impl Flags {
    /// Sockets that are open at once.
    pub(crate) fn sockets(&self) -> usize {
        self.rooms * (2 + self.watchers) + self.followers
    }

    /// Measures.
    ///
    /// # Errors
    /// If the server refuses something, or a connection breaks.
    pub(crate) async fn run(&self, target: &Target, spell: Spell) -> Result<Vec<Report>> {
        let think = Duration::try_from_secs_f64(self.think).map_err(|_| "--think has to be 0 or above")?;
        let manners = Manners { think, chat: self.chat, drop: self.drop };
        let evening = Arc::new(Evening::new()?);
        let mut tasks = JoinSet::new();
        let mut come = |role| {
            let person = Person::new(Arc::clone(&target.place), Arc::clone(&evening), manners, role);
            tasks.spawn(person.stay());
        };
        for kind in Kind::ALL.into_iter().cycle().take(self.rooms) {
            let (tell, room) = watch::channel(None);
            come(Role::Host(kind, tell));
            come(Role::Guest(room.clone()));
            (0..self.watchers).for_each(|_| come(Role::Watcher(room.clone())));
        }
        (0..self.followers).for_each(|_| come(Role::Follower));
        let usage = measure(target, spell, &evening.counting, &mut tasks).await?;
        tasks.shutdown().await;

        let mut report = Report::of("mixed");
        report.add("rooms", self.rooms);
        report.add("people", self.sockets());
        report.add("think_s", round(self.think));
        evening.tell(&usage, &mut report)?;
        usage.tell(&mut report);
        Ok(vec![report])
    }
}
