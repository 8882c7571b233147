//! What is told of a player.

use protocol::{Code, ErrorReply, Reply};

use crate::app::Shared;

/// The page of a player.
///
/// # Errors
/// If nobody has this id, or the store failed.
pub async fn page(_shared: &Shared, player: &str) -> Result<Reply, ErrorReply> {
    Err(ErrorReply::new(Code::NoSuchPlayer, format!("no player has the id {player:?}")))
}
