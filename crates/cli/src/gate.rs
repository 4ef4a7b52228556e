//! The flags of the gate, and the files that it is made of.

use std::path::Path;

use benchlens::gate::Gate;
use clap::{Arg, ArgAction, ArgMatches};

use crate::github::GitHub;
use crate::inputs;
use crate::output::Status;

/// What a command line says of a gate.
#[derive(Debug, Default)]
pub(crate) struct GateArguments {
    rules: Vec<String>,
    file: Option<String>,
    /// Whether the runner of GitHub Actions is to be told in any case.
    github: bool,
}

/// The flags, for the command.
pub(crate) fn flags() -> [Arg; 3] {
    [
        Arg::new("gate")
            .long("gate")
            .value_name("RULES")
            .action(ArgAction::Append)
            .help("Fail if something got worse: 'sec/op: +5%; allocs/op: any'"),
        Arg::new("gate-file")
            .long("gate-file")
            .value_name("FILE")
            .help("The same by rules in a TOML file; those of -gate win"),
        Arg::new("github").long("github").action(ArgAction::SetTrue).help(
            "Write a summary, annotations and outputs for GitHub Actions (there, a gate always does)",
        ),
    ]
}

impl GateArguments {
    pub(crate) fn asked(matches: &ArgMatches) -> GateArguments {
        GateArguments {
            rules: matches.get_many("gate").unwrap_or_default().cloned().collect(),
            file: matches.get_one::<String>("gate-file").cloned(),
            github: matches.get_flag("github"),
        }
    }
}

impl GateArguments {
    /// The runner to tell of the answer, if there is one.
    pub(crate) fn github(&self) -> Option<GitHub> {
        GitHub::find(self.github, !self.rules.is_empty() || self.file.is_some())
    }
}

/// The gate that the arguments ask for, if they do.
///
/// # Errors
///
/// What is wrong, as a sentence: with a rule, or with a file.
pub(crate) fn read(arguments: &GateArguments) -> Result<Option<Gate>, (Status, String)> {
    let usage = |error: benchlens::Error| (Status::Usage, error.to_string());
    let input = |message: String| (Status::Input, message);
    let mut gate: Option<Gate> = None;
    // A wrong rule outweighs a file that cannot be read.
    let rules = arguments.rules.iter().map(|text| Gate::parse(text));
    let rules = rules.collect::<Result<Vec<Gate>, _>>().map_err(usage)?;
    if let Some(name) = &arguments.file {
        let text = inputs::read_text(Path::new(name)).map_err(input)?;
        let mut read = Gate::read_file(name, &text).map_err(usage)?;
        if let Some(floors) = read.floors_file() {
            // Relative to the file that names it.
            let path = Path::new(name).parent().unwrap_or(Path::new("")).join(floors);
            let text = inputs::read_text(&path).map_err(input)?;
            read = read.with_floors(&path.to_string_lossy(), &text).map_err(usage)?;
        }
        gate = Some(read);
    }
    for rules in rules {
        gate = Some(gate.unwrap_or_default().then(rules));
    }
    Ok(gate)
}
