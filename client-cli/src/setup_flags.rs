//! The flags of `new` and `quick`: one for each field of the table, and `--set`, `--preset`, `--setup`.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};

use notation::game::Game;
use notation::setup::{Draft, FIELDS, Field, PRESETS, Values, field};

/// A game and what was said about its setup.
#[derive(Debug, Clone)]
pub struct SetupFlags {
    /// The setup.
    pub draft: Draft,
}

impl Args for SetupFlags {
    fn augment_args(command: Command) -> Command {
        let game = Arg::new("game")
            .value_name("GAME")
            .required(true)
            .value_parser(clap::value_parser!(Game))
            .help("Which game");
        let preset =
            Arg::new("preset").long("preset").value_name("NAME").help(presets_help()).help_heading("Setup");
        let set = Arg::new("set")
            .long("set")
            .value_name("KEY=VALUE")
            .action(ArgAction::Append)
            .help("Any field by its name in a setup, as game.size=6x6 or draw_wait_ms=2000; may be repeated")
            .help_heading("Setup");
        let unlisted = Arg::new("unlisted")
            .long("unlisted")
            .action(ArgAction::SetTrue)
            .help("Short for --visibility unlisted")
            .conflicts_with("visibility")
            .help_heading("Setup");
        command.arg(game).arg(preset).arg(set).arg(unlisted).args(FIELDS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SetupFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = *matches.get_one::<Game>("game").ok_or_else(|| wrong("a game is missing"))?;
        let pairs: Vec<&String> = matches.get_many("set").into_iter().flatten().collect();
        let game = which(game, &pairs)?;
        let mut draft = Draft::new(game);
        if let Some(name) = matches.get_one::<String>("preset") {
            let preset = PRESETS.iter().find(|preset| preset.game == game && preset.name == name);
            draft.apply(preset.ok_or_else(|| wrong(no_preset(game, name)))?);
        }
        for field in FIELDS {
            if let Some(text) = matches.get_one::<String>(field.key) {
                choose(&mut draft, field, text, &format!("--{}", field.flag))?;
            }
        }
        for pair in pairs.into_iter().filter(|pair| !pair.starts_with(OF_DARBOL)) {
            let (key, text) = pair.split_once('=').ok_or_else(|| {
                wrong(format!("--set {pair}: write it as KEY=VALUE, for example --set size=6x6"))
            })?;
            let field = field(key).ok_or_else(|| wrong(unknown(game, key)))?;
            choose(&mut draft, field, text, &format!("--set {key}"))?;
        }
        if matches.get_flag("unlisted") {
            choose(
                &mut draft,
                field("visibility").ok_or_else(|| wrong("no visibility"))?,
                "unlisted",
                "--unlisted",
            )?;
        }
        draft.check().map_err(|bad| wrong(bad.to_string()))?;
        Ok(Self { draft })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// `darbol` is three games; a setup names the one in its field `game.game`.
const OF_DARBOL: &str = "game.game=";

fn which(game: Game, pairs: &[&String]) -> Result<Game, clap::Error> {
    let Some(name) = pairs.iter().find_map(|pair| pair.strip_prefix(OF_DARBOL)) else { return Ok(game) };
    let own = Game::ALL.into_iter().filter(|it| it.kind() == game.kind());
    let found = own.clone().find(|it| it.json()["game"] == name.replace('-', "_"));
    found.ok_or_else(|| {
        let names: Vec<_> = own.filter_map(|it| Some(it.json()["game"].as_str()?.to_owned())).collect();
        match names.as_slice() {
            [] => {
                wrong(format!("--set game.game: {} is one game, without a field of this name", game.title()))
            }
            names => {
                wrong(format!("--set game.game: {name:?} is no game of Darbol; it has {}", names.join(", ")))
            }
        }
    })
}

fn flag(field: &'static Field) -> Arg {
    let arg = Arg::new(field.key).long(field.flag).help(help(field)).help_heading(heading(field));
    match &field.values {
        Values::Words(_) => arg.value_name("WHICH"),
        // a bare `--handicap` is a yes
        Values::YesNo => arg
            .value_name("YES|NO")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("yes")
            .value_parser([PossibleValue::new("yes"), PossibleValue::new("no")])
            .hide_possible_values(true),
        Values::Number { .. } if field.key.ends_with("_s") => arg.value_name("TIME"),
        Values::Number { .. } => arg.value_name("N"),
        Values::Clock => arg.value_name("CLOCK"),
        Values::Json => arg.value_name("JSON"),
    }
}

fn heading(field: &Field) -> &'static str {
    use Game::{Crokidarts, Dara, DoubleDown, GulBara, Hundred, UpTheMountain};
    match field.games {
        [] => "Room",
        [Dara] => "Dara",
        [GulBara] => "Gul Bara",
        [UpTheMountain] => "Up the Mountain",
        [DoubleDown] => "Double Down",
        [Hundred] => "Hundred",
        [Crokidarts] => "Crokidarts",
        [Dara, ..] => "Dara and Gul Bara",
        [.., Crokidarts] => "Darbol and Crokidarts",
        [..] => "Darbol",
    }
}

fn help(field: &Field) -> String {
    let game = field.games.first().copied().unwrap_or(Game::Crokidarts);
    let default = field.show(&field.default_for(game));
    let values = match &field.values {
        Values::Words(words) => {
            let told: Vec<_> =
                words.iter().map(|(word, means)| format!("{} ({means})", word.replace('_', "-"))).collect();
            format!(": {}", told.join(", "))
        }
        Values::YesNo | Values::Clock => String::new(),
        Values::Number { least, most, none, .. } if least == most => {
            format!(": {least} or {}", none.unwrap_or("none"))
        }
        Values::Number { least, most, none, .. } => {
            let none = none.map(|none| format!(", or {none}")).unwrap_or_default();
            format!(": {least} to {most}{none}")
        }
        Values::Json => return field.help.to_owned(),
    };
    format!("{}{values} [default: {default}]", field.help)
}

fn presets_help() -> String {
    let told: Vec<_> =
        PRESETS.iter().map(|p| format!("{} ({}: {})", p.name, p.game.title(), p.help)).collect();
    format!("A named set of options, applied before the others: {}", told.join("; "))
}

fn choose(draft: &mut Draft, field: &'static Field, text: &str, said: &str) -> Result<(), clap::Error> {
    // of seats the setup itself says what would be right
    if !field.has(draft.game) && field.key != "seats" {
        let title = draft.game.title();
        return Err(wrong(format!("{said}: {title} has no such option; see `longtable help new`")));
    }
    // what a script has at hand is as good as what a person types
    let value = match field.read(text) {
        Ok(value) => value,
        Err(why) => match serde_json::from_str::<Value>(text) {
            Ok(value @ (Value::Object(_) | Value::Null)) => value,
            Ok(_) | Err(_) => return Err(wrong(format!("{said}: {why}"))),
        },
    };
    draft.set(field, value);
    Ok(())
}

fn unknown(game: Game, key: &str) -> String {
    let keys: Vec<_> = Draft::new(game).fields().map(|field| field.key).collect();
    format!("--set {key}: a setup of {} has no such field; it has {}", game.title(), keys.join(", "))
}

fn no_preset(game: Game, name: &str) -> String {
    let names: Vec<_> = PRESETS.iter().filter(|p| p.game == game).map(|p| p.name).collect();
    match names.as_slice() {
        [] => format!("--preset {name}: {} has no presets", game.title()),
        names => format!("--preset {name}: {} has the presets {}", game.title(), names.join(", ")),
    }
}

fn wrong(message: impl std::fmt::Display) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, message)
}

/// What `quick` matches on: the same as `new`, and `json!` of it.
impl From<&SetupFlags> for Value {
    fn from(flags: &SetupFlags) -> Self {
        json!(flags.draft.json())
    }
}
