//! The screens, each with its state, its keys and its drawing.

pub mod form;
pub mod help;
pub mod lobby;
pub mod player;
pub mod replay;
pub mod room;
