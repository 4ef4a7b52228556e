//! The gate of a command line: its rules, its rule file, and the floors that the file names.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use benchlens::gate::{Date, Gate};

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
    let today = today(arguments.today.as_deref()).map_err(|message| (Status::Usage, message))?;
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
    read.gate = read.gate.map(|gate| today.into_iter().fold(gate, Gate::with_today));
    Ok(read)
}

/// The day that the command line names; without one, that of the clock, in UTC so that it is the same on
/// all machines. Nothing if the clock is wrong.
fn today(given: Option<&str>) -> Result<Option<Date>, String> {
    if let Some(text) = given {
        let expected = || format!("-today: {text} is no date such as 2027-03-01");
        return Date::parse(text).map(Some).ok_or_else(expected);
    }
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Ok(since_1970.ok().and_then(|time| Date::of_unix_time(time.as_secs())))
}
