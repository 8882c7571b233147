//! What the client knows of a room, as the server said it: the newest view, the timeline, the chat.
//!
//! Nothing here foresees what a request will do; every screen draws from here.

pub mod clock;
pub mod room;
mod timeline;

pub use room::{ChatLine, Room};
pub use timeline::{Step, Timeline};
