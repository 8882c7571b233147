//! Where a server is: read from what people paste, a room's link as well as a bare host.

use crate::RoomCode;

/// The address of a server, and the room if a link named one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether the socket runs over TLS.
    pub secure: bool,
    /// Host and port, as in a URL.
    pub host: String,
    /// Path before `/ws`, empty or with a leading slash: a proxy may serve the server below a path.
    pub base: String,
    /// The room of the link.
    pub room: Option<RoomCode>,
}

/// Text that is no address of a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address of a server; write it like https://table.example.org or localhost:8080")]
pub struct BadAddress(pub String);

impl Address {
    /// Reads `wss://host/ws`, `https://host/r/CODE`, `host:port`.
    ///
    /// # Errors
    /// If there is no host, or the scheme is none of http, https, ws and wss.
    pub fn read(text: &str) -> Result<Self, BadAddress> {
        let bad = || BadAddress(text.chars().take(100).collect());
        let (scheme, rest) = text.trim().split_once("://").unwrap_or(("ws", text.trim()));
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "ws" | "http" => false,
            "wss" | "https" => true,
            _ => return Err(bad()),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let host_char = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
        if host.is_empty() || host.starts_with(':') || !host.chars().all(host_char) {
            return Err(bad());
        }
        let path = path.trim_end_matches('/');
        let (base, room) = match path.rsplit_once("/r/") {
            Some((base, code)) => (base, Some(code.parse().map_err(|_| bad())?)),
            None => (path.strip_suffix("/ws").unwrap_or(path), None),
        };
        let base = base.trim_end_matches('/');
        // below such a path, the URLs of the server itself would be read as others
        let misread = base.split('/').any(|part| part == "r") || base.ends_with("/ws");
        if misread || !base.chars().all(|c| c.is_ascii_graphic()) {
            return Err(bad());
        }
        Ok(Self { secure, host: host.to_ascii_lowercase(), base: base.to_owned(), room })
    }

    /// The URL of the WebSocket.
    #[must_use]
    pub fn socket(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}{}/ws", self.host, self.base)
    }

    /// The URL of the page, without a slash at its end.
    #[must_use]
    pub fn page(&self) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}{}", self.host, self.base)
    }

    /// A name for files: one for each server.
    #[must_use]
    pub fn file_name(&self) -> String {
        let page = self.page();
        page.replacen("://", "-", 1)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_paste_many_things() {
        for (text, socket, room) in [
            ("localhost:8080", "ws://localhost:8080/ws", None),
            ("ws://Table.example.org/ws", "ws://table.example.org/ws", None),
            ("https://table.example.org", "wss://table.example.org/ws", None),
            ("https://table.example.org/r/k7qf3m?x=1#y", "wss://table.example.org/ws", Some("K7QF3M")),
            (" http://[::1]:80/play/r/K7QF3M/ ", "ws://[::1]:80/play/ws", Some("K7QF3M")),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!(address.socket(), socket);
            assert_eq!(address.room, room.map(|code| code.parse().unwrap()));
        }
        for text in ["", "ftp://x", "https://", "http://a b", "https://x/r/nonsense", ":80"] {
            assert!(Address::read(text).is_err(), "{text}");
        }
        assert_eq!(Address::read("https://a.b:8443/x").unwrap().file_name(), "https-a.b_8443_x");
    }

    /// Caught by fuzzing: a path with `/r/`, `/ws` or `//` in it was taken, and the URLs made of it were read as a
    /// room's, or as those of another path.
    #[test]
    fn the_urls_of_an_address_lead_back_to_it() {
        for text in ["https://h//ws", "https://h/play//r/K7QF3M", "http://h/rooms/ws", "h:80/r.x/y/"] {
            let address = Address::read(text).unwrap();
            for url in [address.socket(), address.page()] {
                assert_eq!(Address::read(&url).unwrap(), Address { room: None, ..address.clone() }, "{text}");
            }
        }
        for text in ["https://h/r/a/r/K7QF3M", "https://h/r", "https://h/ws/ws", "https://h/ws/r/K7QF3M"] {
            assert!(Address::read(text).is_err(), "{text}");
        }
    }
}
