//! The gate of a command line: its rules, its rule file, and the floors that the file names.

use std::path::{Path, PathBuf};

use benchlens::gate::Gate;

use crate::args::GateArguments;
use crate::inputs;
use crate::status::Status;

/// A gate and the files that it was read from.
#[derive(Debug, Default)]
pub(crate) struct ReadGate {
    pub(crate) gate: Option<Gate>,
    pub(crate) files: Vec<PathBuf>,
}

/// The gate that the arguments ask for, if they do.
///
/// # Errors
///
/// What is wrong, as a sentence: with a rule, or with a file.
pub(crate) fn read(arguments: &GateArguments) -> Result<ReadGate, (Status, String)> {
    let usage = |error: benchlens::Error| (Status::Usage, error.to_string());
    let input = |message: String| (Status::Input, message);
    let mut read = ReadGate::default();
    // A wrong rule outweighs a file that cannot be read.
    let rules = arguments.rules.iter().map(|text| Gate::parse(text));
    let rules = rules.collect::<Result<Vec<Gate>, _>>().map_err(usage)?;
    if let Some(name) = &arguments.file {
        let text = inputs::read_text(Path::new(name)).map_err(input)?;
        read.files.push(name.into());
        let mut gate = Gate::read_file(name, &text).map_err(usage)?;
        if let Some(floors) = gate.floors_file() {
            // Relative to the file that names it.
            let path = Path::new(name).parent().unwrap_or(Path::new("")).join(floors);
            let text = inputs::read_text(&path).map_err(input)?;
            gate = gate.with_floors(&path.to_string_lossy(), &text).map_err(usage)?;
            read.files.push(path);
        }
        read.gate = Some(gate);
    }
    for rules in rules {
        read.gate = Some(read.gate.unwrap_or_default().then(rules));
    }
    Ok(read)
}
