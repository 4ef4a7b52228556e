//! Reads the rules of a gate: rules that are given as texts, the rules of a file, and the floors that the file names.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use benchlens_core::base::Sentence;
use benchlens_core::gate::{Date, Gate};

use super::errors::Failure;
use super::small_file::read_text;

/// The request for a gate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// The texts of rules; later texts override earlier ones.
    pub texts: &'a [String],
    /// A rule file; the texts override it.
    pub file: Option<&'a str>,
    /// The day that counts as today, if it is not the day of the clock.
    pub today: Option<&'a str>,
    /// Files that were read before, with their texts: they are not read again.
    pub known: &'a [(PathBuf, String)],
    /// Whether the query sets the adjustment of p, which then also applies to rules with `any`.
    pub is_adjusted: bool,
}

/// A gate and the files that it was read from.
#[derive(Debug, Default)]
pub struct ReadGate {
    /// The gate, if there are rules.
    pub gate: Option<Gate>,
    /// The files.
    pub files: Vec<PathBuf>,
    /// The text of each file.
    pub texts: Vec<String>,
}

/// Why the gate cannot be read.
#[derive(Debug)]
pub enum RulesError {
    /// A rule is wrong.
    Rule(benchlens_core::Error),
    /// The day is not a date; the sentence.
    Today(Sentence),
    /// A file cannot be read.
    File(Failure),
}

impl RulesError {
    /// Returns the sentence.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            RulesError::Rule(error) => error.sentence(),
            RulesError::Today(sentence) => sentence.clone(),
            RulesError::File(failure) => failure.message[..].into(),
        }
    }
}

impl std::fmt::Display for RulesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for RulesError {}

/// Returns the gate that is requested, if there is one.
///
/// # Errors
///
/// Returns an error if a rule or a file is wrong.
pub fn read_rules(rules: &Rules<'_>) -> Result<ReadGate, RulesError> {
    let today = given_day(rules.today).map_err(RulesError::Today)?;
    let mut read = ReadGate::default();
    // An invalid rule is reported before a file that cannot be read.
    let texts = rules.texts.iter().map(|text| Gate::parse(text));
    let texts = texts.collect::<Result<Vec<Gate>, _>>().map_err(RulesError::Rule)?;
    let text_of = |path: &Path, what| match rules.known.iter().find(|(known, _)| known == path) {
        Some((_, text)) => Ok(text.clone()),
        None => read_text(path, what).map_err(RulesError::File),
    };
    if let Some(name) = rules.file {
        let text = text_of(Path::new(name), "a rule file")?;
        read.files.push(name.into());
        let mut gate = Gate::read_file(name, &text).map_err(RulesError::Rule)?;
        read.texts.push(text);
        if let Some(floors) = gate.floors_file() {
            // The path is relative to the file that contains it.
            let path = Path::new(name).parent().unwrap_or(Path::new("")).join(floors);
            // The rule file may come from a stranger, so it must not name a device, or a pipe without a writer.
            if path.metadata().is_ok_and(|meta| !meta.is_file()) {
                let message = format!("{}: floors must be in a regular file", path.display());
                return Err(RulesError::File(message.into()));
            }
            let text = text_of(&path, "a file of floors")?;
            gate = gate.with_floors(&path.to_string_lossy(), &text).map_err(RulesError::Rule)?;
            read.files.push(path);
            read.texts.push(text);
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

/// Returns the given day, or the day of the clock.
fn given_day(given: Option<&str>) -> Result<Option<Date>, Sentence> {
    let Some(text) = given else { return Ok(today()) };
    let expected = || {
        let message = format!(": {text} is not a date such as 2027-03-01");
        Sentence::setting("today").and(message)
    };
    Date::parse(text).map(Some).ok_or_else(expected)
}

/// Returns the day of the clock, in UTC so that it is the same on all machines; nothing if the clock is wrong.
pub fn today() -> Option<Date> {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since_1970.ok().and_then(|time| Date::of_unix_time(time.as_secs()))
}
