//! This seat's part in the draws of a room: opens links that are due, and sees whether they were used.
//!
//! A link is opened only after the entry that caused the draw was seen and the log's lines lead to the head that
//! the view shows ([`super::ledger`]); never for two causes ([`super::Secrets`]). What the log then makes of it is
//! compared with what was sent: a host that hides a link is caught by the one it hides.

use std::collections::BTreeMap;

use engine::fairness::Hash;
use engine::games::Seat;
use engine::table::{Event, View};
use serde_json::Value;

use super::audit::Audit;
use super::ledger::{Agreement, Ledger};
use super::{Closed, Concern, Occasion, Secrets};
use crate::{Code, ErrorReply, SentEntry, Update};

/// This seat's part in the draws of one room.
#[derive(Debug, Default)]
pub struct Part {
    ledger: Ledger,
    audit: Option<Audit>,
    /// The draw that was answered, and the one whose cause was looked for, on this connection.
    answered: Option<u32>,
    looked: Option<u32>,
    /// The match for which it was said that another device has the secret.
    told: Option<u32>,
    /// Links of this match that were sent.
    sent: BTreeMap<u32, Sent>,
}

/// What became of a link that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    /// No answer yet.
    Underway,
    /// No answer yet, and the draw was made without it.
    Missed,
    /// The connection was lost before the answer.
    Unsure,
    /// The server has it.
    Taken,
}

/// What is to be done for the draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Todo {
    /// Send the link.
    Open {
        /// Number of the draw.
        draw: u32,
        /// The link.
        link: Hash,
    },
    /// Ask for the history after this entry: the cause of the draw that is due was missed.
    LookBack {
        /// Number of the match.
        r#match: u32,
        /// A seq.
        after: u64,
    },
    /// Tell the user.
    Tell(Concern),
}

/// How far back the cause of a draw is looked for: only links, offers and seats come between.
const LOOK_BACK: u64 = 48;

impl Part {
    /// Takes in an update, whose entries follow on those before unless it says `gap`.
    pub fn update(&mut self, update: &Update, me: &str, secrets: &mut Secrets) -> Vec<Todo> {
        let mut todo = Vec::new();
        let view = &update.view;
        if self.ledger.take(&update.entries, update.seq, view.fairness.head) == Agreement::Differs {
            todo.push(Todo::Tell(Concern::Head));
            // the history would show the log that is kept, not the one that this player was shown
            self.looked = view.fairness.due.as_ref().map(|due| due.draw);
        }
        let seat = seat_of(view, me);
        self.check(update, seat, &mut todo);
        if let Some(seat) = seat {
            todo.extend(self.due(view, seat, secrets));
        }
        todo
    }

    /// Takes in the page of the history that was asked for.
    pub fn look_back(
        &mut self,
        entries: &[SentEntry],
        view: &View,
        me: &str,
        secrets: &mut Secrets,
    ) -> Vec<Todo> {
        let (Some(seat), Some(due)) = (seat_of(view, me), &view.fairness.due) else { return Vec::new() };
        if !self.ledger.look_back(entries) || self.ledger.cause().is_none() {
            return vec![Todo::Tell(Concern::UnseenCause { draw: due.draw })];
        }
        self.due(view, seat, secrets)
    }

    /// The link that goes along with an act which will cause a draw by itself, decided on this view.
    pub fn with_act(
        &mut self,
        view: &View,
        seq: u64,
        mv: &Value,
        me: &str,
        secrets: &mut Secrets,
    ) -> Option<(u32, Hash)> {
        let causes_draw = matches!(mv.get("type")?.as_str()?, "roll" | "toss" | "shoot");
        let seat = seat_of(view, me)?;
        let due = view.fairness.due.is_some();
        if !causes_draw || due || view.seq != seq || !view.turn.contains(&seat) {
            return None;
        }
        let tip = view.fairness.tips.get(seat).copied().flatten()?;
        let draw = view.fairness.draw + 1;
        let (link, noted) = secrets.open(&tip, draw, Occasion::Act { head: view.fairness.head }).ok()?;
        // without a note on disk the draw can still ask for it later
        noted.ok()?;
        self.sent.insert(draw, Sent::Underway);
        Some((draw, link))
    }

    /// The server has taken the link for `draw`.
    pub fn taken(&mut self, draw: u32) -> Option<Concern> {
        let missed = self.sent.insert(draw, Sent::Taken) == Some(Sent::Missed);
        missed.then_some(Concern::Hidden { draw })
    }

    /// The server has refused the link for `draw`, or the act that carried it.
    pub fn refused(&mut self, draw: u32, error: &ErrorReply) -> Option<Concern> {
        self.sent.remove(&draw);
        if error.code.is_passing() {
            self.answered = None;
        }
        (error.code == Code::BadLink).then_some(Concern::Late { draw })
    }

    /// The connection was lost.
    pub fn lost(&mut self) -> Vec<Concern> {
        self.answered = None;
        self.looked = None;
        let mut concerns = Vec::new();
        for (&draw, sent) in &mut self.sent {
            if *sent == Sent::Missed {
                concerns.push(Concern::Unheard { draw });
            }
            if *sent != Sent::Taken {
                *sent = Sent::Unsure;
            }
        }
        concerns
    }

    /// Checks the draws of an update, and what became of this seat's links.
    fn check(&mut self, update: &Update, seat: Option<Seat>, todo: &mut Vec<Todo>) {
        let view = &update.view;
        let starts = update.entries.iter().any(|entry| matches!(entry.known(), Some(Event::Started(_))));
        if starts || !self.audit.as_ref().is_some_and(|audit| audit.is_of(view)) {
            self.sent.clear();
            self.told = None;
        }
        let audit = match &mut self.audit {
            Some(audit) if starts || audit.is_of(view) => audit,
            audit => {
                // the draws of these entries are behind the view's number: they cannot be checked from here
                let audit = audit.insert(Audit::join(view));
                let drawn =
                    update.entries.iter().filter(|e| matches!(e.known(), Some(Event::Drawn { .. }))).count();
                audit.skip_to(view.fairness.draw.saturating_sub(u32::try_from(drawn).unwrap_or(u32::MAX)));
                audit
            }
        };
        if update.gap {
            audit.skip_to(view.fairness.draw);
        }
        for entry in &update.entries {
            todo.extend(audit.take(entry).into_iter().map(Todo::Tell));
            if let (Some(Event::Drawn { draw, links, .. }), Some(seat)) = (entry.known(), seat) {
                let silent = links.get(seat).copied().flatten().is_none();
                todo.extend(
                    self.sent.get_mut(draw).and_then(|sent| drawn(*draw, silent, sent)).map(Todo::Tell),
                );
            }
        }
        let newest = view.fairness.draw;
        self.sent.retain(|draw, sent| *draw >= newest || *sent == Sent::Missed);
    }

    /// Opens the link for the draw that is due, if this seat owes one and it is safe.
    fn due(&mut self, view: &View, seat: Seat, secrets: &mut Secrets) -> Vec<Todo> {
        let Some(due) = view.fairness.due.as_ref().filter(|due| due.seats.contains(&seat)) else {
            return Vec::new();
        };
        let Some(tip) = view.fairness.tips.get(seat).copied().flatten() else { return Vec::new() };
        if self.answered == Some(due.draw) {
            return Vec::new();
        }
        if !secrets.has(&tip) {
            let first = self.told.replace(view.r#match) != Some(view.r#match);
            return first.then_some(Todo::Tell(Concern::SecretElsewhere)).into_iter().collect();
        }
        let Some(cause) = self.ledger.cause() else {
            let first = self.looked.replace(due.draw) != Some(due.draw);
            let look = Todo::LookBack { r#match: view.r#match, after: view.seq.saturating_sub(LOOK_BACK) };
            return first.then_some(look).into_iter().collect();
        };
        self.answered = Some(due.draw);
        let occasion = Occasion::Due { cause: cause.line, own: cause.by == Some(seat) };
        match secrets.open(&tip, due.draw, occasion) {
            Ok((link, noted)) => {
                self.sent.insert(due.draw, Sent::Underway);
                let unkept = noted.err().map(|error| Todo::Tell(Concern::Disk(error.to_string())));
                unkept.into_iter().chain([Todo::Open { draw: due.draw, link }]).collect()
            }
            Err(Closed::TwoCauses) => vec![Todo::Tell(Concern::TwoCauses { draw: due.draw })],
            Err(Closed::UsedUp) => vec![Todo::Tell(Concern::UsedUp)],
            Err(Closed::Elsewhere) => vec![Todo::Tell(Concern::SecretElsewhere)],
        }
    }
}

/// The seat of player `me` in the room.
#[must_use]
pub fn seat_of(view: &View, me: &str) -> Option<Seat> {
    view.seats.iter().position(|seat| seat.as_ref().is_some_and(|seat| seat.player.id == me))
}

/// What a draw says of a link that was sent for it.
fn drawn(draw: u32, silent: bool, sent: &mut Sent) -> Option<Concern> {
    if !silent {
        *sent = Sent::Taken;
        return None;
    }
    match sent {
        Sent::Taken => Some(Concern::Hidden { draw }),
        Sent::Unsure => Some(Concern::Unheard { draw }),
        // the reply and the update it causes may come in either order
        Sent::Underway | Sent::Missed => {
            *sent = Sent::Missed;
            None
        }
    }
}
