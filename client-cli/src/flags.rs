//! The command line: what can be said, and its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

use crate::setup_flags::SetupFlags;
use notation::game::Wanted;
use notation::target::{MatchTarget, RoomTarget};

/// Exit codes, as the help tells them.
const AFTER_HELP: &str = "\
Examples:
  longtable                             the lobby
  longtable new dara --size 6x6         make a room, sit down and wait for somebody
  longtable new hundred --clock 5m+3s --unlisted
  longtable join K7QF3M                 sit down in a room, by its code or link
  longtable replay K7QF3M/2             step through the second match of a room
  longtable verify match.jsonl          check every draw and every move of a match

Without a terminal on both ends, or with --plain, the game is played line by line: `help` lists what can be \
typed. With --json each line in is a request and each line out a message of the protocol.

Your key and name are kept in the configuration folder of your account.

Exit codes:
  0  done, or you left            3  no connection to the server
  1  refused, or found wrong      4  a file could not be read or written
  2  the command line is wrong    128+N  ended by signal N";

/// Play Dara, Gul Bara, Darbol and Crokidarts in a terminal
#[derive(Debug, Parser)]
#[command(name = "longtable", version, about, after_help = AFTER_HELP, max_term_width = 100)]
pub struct Cli {
    /// What every command takes.
    #[command(flatten)]
    pub global: Global,
    /// What to do; none: the lobby.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Where to connect
    #[arg(
        long,
        global = true,
        env = "LONGTABLE_SERVER",
        default_value = "ws://127.0.0.1:7878",
        value_name = "URL",
        help = "Server to connect to: ws:// or wss://, a host and a port"
    )]
    pub server: String,
    /// Name that others see; kept for the next time
    #[arg(long, global = true, value_name = "NAME")]
    pub name: Option<String>,
    /// Be another player than usual: each profile has its own key and name
    #[arg(long, global = true, env = "LONGTABLE_PROFILE", value_name = "NAME")]
    pub profile: Option<String>,
    /// Play line by line, without drawing over the screen
    #[arg(long, global = true, conflicts_with = "json")]
    pub plain: bool,
    /// Speak the protocol, one JSON message a line, for scripts and bots
    #[arg(long, global = true)]
    pub json: bool,
    /// Draw without colour; the variable NO_COLOR does the same
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Gul Bara: roll as soon as it is your turn
    #[arg(long, global = true)]
    pub auto_roll: bool,
    /// Do not show what others write in the chat
    #[arg(long, global = true)]
    pub mute: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rooms that anyone can see
    Rooms {
        /// Rooms of this game only; darbol is all three of its games
        #[arg(long, value_name = "GAME")]
        game: Option<Wanted>,
        /// Your own rooms, unlisted ones too
        #[arg(long)]
        mine: bool,
        /// Go on printing the list whenever it changes
        #[arg(long)]
        follow: bool,
    },
    /// Make a room and sit down in it
    ///
    /// Prints the room's code and link for others to join with. What is not said has the default that the help
    /// shows; `--set` takes any field of a setup by its name.
    #[command(after_help = "Examples:
  longtable new dara --preset wikipedia --clock 10m+5s
  longtable new double-down --professional --seats 3
  longtable new crokidarts --set legs_to_win=1 --set sets_to_win=1")]
    New {
        /// The setup.
        #[command(flatten)]
        setup: SetupFlags,
        /// Make the room without sitting down, and watch it
        #[arg(long)]
        no_sit: bool,
    },
    /// Sit down in a room, or return to your seat there
    Join {
        /// Code or link of the room
        #[arg(value_name = "CODE|LINK")]
        room: RoomTarget,
        /// Seat to take, from 1; the first free one if left out
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
        seat: Option<u8>,
    },
    /// Watch a room without sitting down
    Watch {
        /// Code or link of the room
        #[arg(value_name = "CODE|LINK")]
        room: RoomTarget,
    },
    /// Play somebody who waits for just this game, or wait for somebody
    Quick {
        /// The setup.
        #[command(flatten)]
        setup: SetupFlags,
    },
    /// Step through a match, from a server or from a match file
    Replay {
        /// Room, with the number of the match (the newest if left out), or a match file
        #[arg(value_name = "CODE[/N]|FILE", value_hint = ValueHint::FilePath)]
        of: String,
    },
    /// Fetch the match file of a finished match
    Export {
        /// Room, with the number of the match (1 if left out)
        #[arg(value_name = "CODE[/N]")]
        of: MatchTarget,
        /// Where to write it; standard output if left out
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
    /// Check a match file: every move, every draw of chance, every clock
    ///
    /// Needs no server. Says which line is wrong, and why. With the hash that both players saw at the end of the
    /// match, a forged file is found out too.
    Verify {
        /// The match file; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Hash of the match, as its result showed it
        #[arg(long, value_name = "HEX")]
        hash: Option<String>,
    },
    /// Show a player's record
    Player {
        /// Id of the player; yourself if left out
        id: Option<String>,
    },
    /// Show the table of Hundred: everybody's average turns and excess, the strongest first
    League {
        /// Players to list at most
        #[arg(long, value_name = "N")]
        limit: Option<u32>,
    },
    /// Print a script that completes this command line in a shell
    ///
    /// For example: longtable completions bash > ~/.local/share/bash-completion/completions/longtable
    Completions {
        /// Which shell
        shell: Shell,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use notation::game::Game;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn games_are_called_by_their_words() {
        use clap::ValueEnum;
        for game in Game::ALL {
            assert_eq!(game.to_possible_value().unwrap().get_name(), game.word());
        }
    }

    #[test]
    fn a_setup_is_read_from_flags() {
        let cli = Cli::parse_from([
            "longtable",
            "new",
            "dara",
            "--preset",
            "wali",
            "--size",
            "6x6",
            "--claim-after",
            "2m",
        ]);
        let Some(Command::New { setup, no_sit: false }) = cli.command else { panic!("new") };
        let setup = serde_json::json!(setup.draft.check().unwrap());
        assert_eq!(setup["game"]["placing"], "no_three");
        assert_eq!(setup["game"]["size"], "6x6");
        assert_eq!(setup["claim_after_s"], 120);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |args: &[&str]| {
            let args = ["longtable", "new"].iter().chain(args);
            Cli::try_parse_from(args).unwrap_err().to_string()
        };
        assert!(wrong(&["dara", "--preset", "mill"]).contains("wikipedia, wali"));
        assert!(wrong(&["gul-bara", "--size", "6x6"]).contains("no such option"));
        assert!(wrong(&["dara", "--set", "sise=6x6"]).contains("it has size"));
        assert!(wrong(&["dara", "--size", "8x8"]).contains("5x6, 6x6, 7x6"));
        assert!(wrong(&["crokidarts", "--target", "123"]).contains("five"));
        assert!(wrong(&["chess"]).contains("gul-bara"));
        assert!(wrong(&["dara", "--set", "size"]).contains("KEY=VALUE"));
    }

    #[test]
    fn darbols_flags_are_taken() {
        let hundred =
            Cli::parse_from(["longtable", "new", "darbol", "--set", "game.game=hundred", "--handicap"]);
        assert!(
            matches!(hundred.command, Some(Command::New { setup, .. }) if setup.draft.game == Game::Hundred)
        );
        let cli = Cli::parse_from(["longtable", "quick", "double-down", "--professional", "--seats", "3"]);
        let Some(Command::Quick { setup }) = cli.command else { panic!("quick") };
        let setup = setup.draft.check().unwrap();
        assert_eq!(setup.seats, 3);
        assert_eq!(serde_json::json!(setup)["game"]["professional"], true);
    }
}
