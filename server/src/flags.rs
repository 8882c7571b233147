//! The server's flags. Each is also an environment variable.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::HeaderName;
use clap::{Args, Parser, ValueEnum};
use protocol::Limits;

use crate::app::SLEEP_AFTER;
use crate::commands::Command;

/// A room server for Dara, Gul Bara, Darbol and Crokidarts: people far apart play, others watch.
#[derive(Debug, Parser)]
#[command(name = "longtable-server", version, max_term_width = 100)]
pub struct Flags {
    /// Address and port to listen on; 0 picks a free port
    #[arg(long, env = "LONGTABLE_LISTEN", default_value = "127.0.0.1:7878", value_name = "ADDRESS")]
    pub listen: SocketAddr,

    /// Where everything is kept: sqlite:FILE, or postgres://USER:PASSWORD@HOST/DATABASE for a cluster
    #[arg(
        long,
        env = "LONGTABLE_STORE",
        default_value = "sqlite:longtable.db",
        value_name = "URL",
        hide_env_values = true
    )]
    pub store: String,

    /// How the processes of a cluster hear of each other: local (there is one), or nats://HOST:PORT
    #[arg(long, env = "LONGTABLE_BUS", default_value = "local", value_name = "URL", hide_env_values = true)]
    pub bus: String,

    /// How people reach this server from outside, for the links to rooms [default: http://ADDRESS]
    #[arg(long, env = "LONGTABLE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// Another page's origin that may open sockets here; may be given several times
    #[arg(long = "origin", env = "LONGTABLE_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    pub origins: Vec<String>,

    /// Header in which a proxy in front of this server names the client's address, as X-Forwarded-For.
    /// Only behind a proxy that sets it: others could write anything there
    #[arg(long, env = "LONGTABLE_TRUSTED_PROXY", value_name = "HEADER")]
    pub trusted_proxy: Option<HeaderName>,

    /// Servers for cameras as a JSON list of RTCIceServer objects
    #[arg(long, env = "LONGTABLE_ICE_SERVERS", default_value = "[]", value_parser = ice_servers, value_name = "JSON")]
    pub ice_servers: IceServers,

    /// The server's own certificate and those that lead to its root, as a PEM file; pages are then https.
    /// Without it a proxy in front gives the secure page that cameras need
    #[arg(long, env = "LONGTABLE_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,

    /// The private key of that certificate, as a PEM file
    #[arg(long, env = "LONGTABLE_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,

    /// A room with nobody in it leaves memory after so many seconds, and is read again when somebody comes
    #[arg(long, env = "LONGTABLE_SLEEP_AFTER", default_value_t = SLEEP_AFTER.as_secs(), value_name = "SECONDS")]
    pub sleep_after: u64,

    /// Read the web client's files from this folder instead of the embedded ones, to work on them
    #[arg(long, env = "LONGTABLE_WEB_DIR", value_name = "FOLDER")]
    pub web_dir: Option<PathBuf>,

    /// What is allowed to one player, connection or address
    #[command(flatten)]
    pub limits: LimitFlags,

    /// What to do instead of serving
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// A list of `RTCIceServer` objects.
#[derive(Debug, Clone)]
pub struct IceServers(pub Vec<serde_json::Value>);

fn ice_servers(text: &str) -> Result<IceServers, String> {
    serde_json::from_str(text).map(IceServers).map_err(|error| format!("not a JSON list: {error}"))
}

/// Limits as flags.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitFlags {
    /// Off lifts all but the lengths of frames, names and lines, for trusted hosts and tests
    #[arg(long, env = "LONGTABLE_LIMITS", default_value = "on", value_name = "ON|OFF")]
    limits: Switch,

    /// Bytes of a request
    #[arg(long, env = "LONGTABLE_LIMIT_FRAME_BYTES", default_value_t = Limits::default().frame_bytes, value_name = "N")]
    limit_frame_bytes: usize,

    /// Characters of a name
    #[arg(long, env = "LONGTABLE_LIMIT_NAME_CHARS", default_value_t = Limits::default().name_chars, value_name = "N")]
    limit_name_chars: usize,

    /// Characters of a chat line
    #[arg(long, env = "LONGTABLE_LIMIT_TEXT_CHARS", default_value_t = Limits::default().text_chars, value_name = "N")]
    limit_text_chars: usize,

    /// Requests a second of one socket
    #[arg(long, env = "LONGTABLE_LIMIT_REQUESTS_PER_S", default_value_t = 20, value_name = "N")]
    limit_requests_per_s: u32,

    /// Requests at once of one socket
    #[arg(long, env = "LONGTABLE_LIMIT_BURST", default_value_t = 60, value_name = "N")]
    limit_burst: u32,

    /// Chat lines a second of one player
    #[arg(long, env = "LONGTABLE_LIMIT_SAYS_PER_S", default_value_t = 1, value_name = "N")]
    limit_says_per_s: u32,

    /// Open rooms of one player
    #[arg(long, env = "LONGTABLE_LIMIT_ROOMS_PER_PLAYER", default_value_t = 20, value_name = "N")]
    limit_rooms_per_player: u32,

    /// Open sockets of one address
    #[arg(long, env = "LONGTABLE_LIMIT_SOCKETS_PER_ADDRESS", default_value_t = 64, value_name = "N")]
    limit_sockets_per_address: u32,

    /// Open sockets in all; fewer if the system allows fewer open files
    #[arg(long, env = "LONGTABLE_LIMIT_SOCKETS", default_value_t = 10_000, value_name = "N")]
    limit_sockets: usize,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

impl LimitFlags {
    /// The limits that the flags give.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            frame_bytes: self.limit_frame_bytes,
            name_chars: self.limit_name_chars,
            text_chars: self.limit_text_chars,
            requests_per_s: Some(self.limit_requests_per_s),
            burst: Some(self.limit_burst),
            says_per_s: Some(self.limit_says_per_s),
            rooms_per_player: Some(self.limit_rooms_per_player),
            sockets_per_address: Some(self.limit_sockets_per_address),
        };
        if self.limits == Switch::Off { limits.off() } else { limits }
    }

    /// Open sockets in all; none if that is not limited.
    #[must_use]
    pub fn sockets(&self) -> Option<usize> {
        (self.limits == Switch::On).then_some(self.limit_sockets)
    }
}
