//! Close codes of the WebSocket, and what a client does about each.

/// The server goes away.
pub const GOING_AWAY: u16 = 1001;
/// A frame of a kind that is not spoken here: binary.
pub const UNSUPPORTED: u16 = 1003;
/// Text that is not UTF-8.
pub const NOT_UTF8: u16 = 1007;
/// A rule of conduct was broken: a flood, or no `hello` within 10 s.
pub const CONDUCT: u16 = 1008;
/// A frame that is too large.
pub const TOO_LARGE: u16 = 1009;
/// The server restarts.
pub const RESTART: u16 = 1012;
/// The server is full, or this reader too slow for what may not be skipped.
pub const TRY_LATER: u16 = 1013;

/// What a client does when a connection has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Return {
    /// Dials again without waiting (but spread over a moment, since everybody does).
    AtOnce,
    /// Dials again after the usual back-off.
    Usual,
    /// Dials again, but only after a longer while.
    Later,
    /// Stays away until its user asks for it.
    Never,
}

/// What a client does when the connection was closed with `code`, or broke without one.
#[must_use]
pub fn after(code: Option<u16>) -> Return {
    match code {
        Some(RESTART) => Return::AtOnce,
        Some(TRY_LATER) => Return::Later,
        // the last three would only happen again: this client sent what the server does not take
        Some(CONDUCT | UNSUPPORTED | NOT_UTF8 | TOO_LARGE) => Return::Never,
        Some(_) | None => Return::Usual,
    }
}
