//! The menu of a room, and the question before what cannot be undone.
//!
//! The question is answered with `y` alone, not with the key that chose the item, and it stands in another place:
//! a key pressed twice never gives a match up.

use engine::games::{Kind, Seat};
use engine::table::{Status, View, What};

/// An item of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// Back to the game.
    Play,
    /// Write in the chat.
    Chat,
    /// Make an offer.
    Offer(What),
    /// Claim against one who is gone.
    Claim,
    /// Take a free seat.
    Sit,
    /// Give the seat up.
    Stand,
    /// Hide or show the chat.
    Mute,
    /// Gul Bara: roll by itself or not.
    AutoRoll,
    /// The page of the player on this seat.
    Player(Seat),
    /// Step through the match that is over.
    Replay,
    /// Back to the lobby.
    Leave,
    /// Take no part in later draws.
    GiveUpDraws,
    /// Give the match up.
    Resign,
}

/// The menu, open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// What can be chosen now.
    pub items: Vec<Item>,
    /// The one under the cursor.
    pub at: usize,
}

impl Menu {
    /// The menu of a room for the person at `me`.
    pub fn new(view: &View, me: Option<Seat>) -> Self {
        let mut items = vec![Item::Play, Item::Chat];
        let kind = view.setup.game.kind();
        match (me, view.status) {
            (Some(_), Status::Playing) => {
                if kind == Kind::Dara {
                    items.push(Item::Offer(What::Draw));
                }
                items.extend([Item::Offer(What::Takeback), Item::Claim]);
            }
            (Some(_), Status::Finished) => items.extend([Item::Offer(What::Rematch), Item::Stand]),
            (Some(_), Status::Waiting) => items.push(Item::Stand),
            (None, Status::Waiting | Status::Finished) if view.seats.iter().any(Option::is_none) => {
                items.push(Item::Sit);
            }
            (None, _) => {}
        }
        items.push(Item::Mute);
        if kind == Kind::GulBara && me.is_some() {
            items.push(Item::AutoRoll);
        }
        items.extend(
            view.seats.iter().enumerate().filter(|(_, s)| s.is_some()).map(|(seat, _)| Item::Player(seat)),
        );
        if view.status == Status::Finished {
            items.push(Item::Replay);
        }
        items.push(Item::Leave);
        // far from the others, and asked for again
        if me.is_some() && view.status == Status::Playing {
            items.extend([Item::GiveUpDraws, Item::Resign]);
        }
        Self { items, at: 0 }
    }
}

/// What is asked before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sure {
    /// Give the match up.
    Resign,
    /// Take no part in later draws.
    GiveUpDraws,
}

impl Sure {
    /// The question.
    pub fn question(self) -> &'static str {
        match self {
            Self::Resign => "Give the whole match up? Press y to resign, any other key to play on.",
            Self::GiveUpDraws => {
                "Take no part in the draws of chance for the rest of the match? Press y to give that up, any other \
                 key to go on as before."
            }
        }
    }
}
