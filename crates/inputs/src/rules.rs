//! The rules of a gate: those that are given as texts, those of a file, and the floors that the file names.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use benchlens_core::gate::{Date, Gate};

use super::small_file::read_text;

/// What is asked of a gate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Texts of rules; later ones override.
    pub texts: &'a [String],
    /// A rule file, which the texts override.
    pub file: Option<&'a str>,
    /// The day that counts as today, if it is not to be that of the clock.
    pub today: Option<&'a str>,
    /// Whether the query says how p is adjusted, for rules with `any` too.
    pub is_adjusted: bool,
}

/// A gate and the files that it was read from.
#[derive(Debug, Default)]
pub struct ReadGate {
    /// The gate, if one is asked for.
    pub gate: Option<Gate>,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// Why there is no gate.
#[derive(Debug)]
pub enum RulesError {
    /// A rule is wrong.
    Rule(benchlens_core::Error),
    /// The day is no date; the sentence.
    Today(String),
    /// A file cannot be read; the sentence.
    File(String),
}

impl std::fmt::Display for RulesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RulesError::Rule(error) => error.fmt(f),
            RulesError::Today(message) | RulesError::File(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for RulesError {}

/// The gate that is asked for, if one is.
///
/// # Errors
///
/// What is wrong with a rule, or with a file.
pub fn read_rules(rules: &Rules<'_>) -> Result<ReadGate, RulesError> {
    let today = today(rules.today).map_err(RulesError::Today)?;
    let mut read = ReadGate::default();
    // A wrong rule outweighs a file that cannot be read.
    let texts = rules.texts.iter().map(|text| Gate::parse(text));
    let texts = texts.collect::<Result<Vec<Gate>, _>>().map_err(RulesError::Rule)?;
    if let Some(name) = rules.file {
        let text = read_text(Path::new(name), "a rule file").map_err(RulesError::File)?;
        read.files.push(name.into());
        let mut gate = Gate::read_file(name, &text).map_err(RulesError::Rule)?;
        if let Some(floors) = gate.floors_file() {
            // Relative to the file that names it.
            let path = Path::new(name).parent().unwrap_or(Path::new("")).join(floors);
            // The rule file may be a stranger's: what it names must not be a pipe that nobody writes, or a device.
            if path.metadata().is_ok_and(|meta| !meta.is_file()) {
                let message = format!("{}: floors must be in a regular file", path.display());
                return Err(RulesError::File(message));
            }
            let text = read_text(&path, "a file of floors").map_err(RulesError::File)?;
            gate = gate.with_floors(&path.to_string_lossy(), &text).map_err(RulesError::Rule)?;
            read.files.push(path);
        }
        read.gate = Some(gate);
    }
    for text in texts {
        read.gate = Some(read.gate.unwrap_or_default().then(text));
    }
    read.gate = read.gate.map(|gate| today.into_iter().fold(gate, Gate::with_today));
    if rules.is_adjusted {
        read.gate = read.gate.map(Gate::without_adjustment);
    }
    Ok(read)
}

/// The day that is given; without one, that of the clock, in UTC so that it is the same on all machines. Nothing if the
/// clock is wrong.
fn today(given: Option<&str>) -> Result<Option<Date>, String> {
    if let Some(text) = given {
        let expected = || format!("-today: {text} is not a date such as 2027-03-01");
        return Date::parse(text).map(Some).ok_or_else(expected);
    }
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Ok(since_1970.ok().and_then(|time| Date::of_unix_time(time.as_secs())))
}
