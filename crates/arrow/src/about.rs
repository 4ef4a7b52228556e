//! Facts about an input that its rows do not contain, as JSON.
//!
//! Takes the facts of an input; gives the text of the column `about`, and parses it again. Rejects texts that are not
//! UTF-8. Ignores unknown members, so that later versions may add some.

use benchlens_core::Store;
use benchlens_core::format::{Kind, Location, ProblemCounts, SyntaxError};
use benchlens_core::store::{InputFacts, Problem, Told};
use serde::{Deserialize, Serialize};

use crate::ExportError;
use crate::form::column;

/// The facts about an input.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct About {
    lines: u64,
    results: u64,
    /// The number of the table's rows that belong to the input; nothing if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    measurements: Option<u64>,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<(i64, i64)>,
    #[serde(skip_serializing_if = "is_zero")]
    restarts: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reported: Vec<ToldAt>,
    /// The keys that it set first, if they or their order do not follow from the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ToldAt {
    at: At,
    #[serde(flatten)]
    said: Said,
}

/// A position in an input.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum At {
    Input,
    Line(u64),
    Byte(u64),
    Row(u64),
    Path(String),
    Member { name: String, at: Box<At> },
}

/// A line of an input that describes units.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum Said {
    Unit {
        unit: String,
        key: String,
        value: String,
    },
    Looks {
        recording: String,
        looks: Vec<u32>,
    },
    Syntax {
        error: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_text: bool,
    },
    Unreadable {
        message: String,
    },
    Note {
        text: String,
    },
    Skipped {
        message: String,
    },
    SummaryOnly {
        how: String,
    },
    NotANumber {
        unit: String,
    },
    Wrapped {
        lines: u64,
    },
    Unterminated,
    Failed {
        name: String,
    },
    PartialRun {
        recording: String,
        block: u32,
    },
    NonZeroExit {
        name: String,
        runs: u64,
    },
    NoBlock {
        line: String,
    },
    NoLooks {
        recording: String,
        line: String,
    },
    More {
        unreadable: u64,
        malformed: u64,
        failed: u64,
        notes: u64,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Returns the text for an input of a store.
///
/// # Errors
///
/// Returns an error if a text is not UTF-8.
pub(crate) fn write(
    store: &Store,
    input: usize,
    measurements: u64,
    keys: &[&[u8]],
) -> Result<String, ExportError> {
    let refused = |found: &[u8]| ExportError::NotUtf8 {
        input: String::from_utf8_lossy(&store.inputs()[input].name).into_owned(),
        row: None,
        column: column::ABOUT,
        found: String::from_utf8_lossy(found).into_owned(),
    };
    let facts = store.facts(input).unwrap_or_default();
    let reported: Result<_, Vec<u8>> =
        facts.reported.into_iter().map(|(at, reported)| told_at(at, reported)).collect();
    let keys: Result<_, Vec<u8>> = keys.iter().map(|key| text(key.to_vec())).collect();
    let about = About {
        lines: facts.lines,
        results: facts.results,
        measurements: Some(measurements),
        kind: facts.kind.word().to_owned(),
        times: facts.times,
        restarts: facts.restarts,
        reported: reported.map_err(|found| refused(&found))?,
        keys: keys.map_err(|found| refused(&found))?,
    };
    serde_json::to_string(&about).map_err(|error| ExportError::Write(Box::new(error)))
}

/// The content of the text for an input.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) facts: InputFacts,
    /// The total number of measurements in the input.
    pub(crate) measurements: Option<u64>,
    pub(crate) keys: Vec<String>,
}

/// Parses a text that [`write`] wrote.
///
/// # Errors
///
/// Returns a sentence that explains why the text is invalid.
pub(crate) fn read(text: &str) -> Result<Known, String> {
    let about: About = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let kind = Kind::of_word(&about.kind);
    let reported: Result<_, String> = about.reported.into_iter().map(of_told_at).collect();
    /// Larger counts are not plausible, and below this number no sum overflows.
    const MOST: u64 = 1 << 48;
    if MOST < about.lines.max(about.results).max(about.restarts) {
        return Err("a count is too large".into());
    }
    let facts = InputFacts {
        lines: about.lines,
        results: about.results,
        kind: kind.ok_or_else(|| format!("found the kind {:?}", about.kind))?,
        times: about.times,
        restarts: about.restarts,
        reported: reported?,
    };
    Ok(Known { facts, measurements: about.measurements, keys: about.keys })
}

fn text(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes)
}

fn told_at(at: Location, reported: Told) -> Result<ToldAt, Vec<u8>> {
    let said = match reported {
        Told::Unit { unit, key, value } => {
            Said::Unit { unit: text(unit)?, key: text(key)?, value: text(value)? }
        }
        Told::Looks { recording, looks } => Said::Looks { recording: text(recording)?, looks },
        Told::Problem(problem) => of_problem(problem)?,
        other => Said::Note { text: format!("{other:?}") },
    };
    Ok(ToldAt { at: of_location(at)?, said })
}

fn of_problem(problem: Problem) -> Result<Said, Vec<u8>> {
    Ok(match problem {
        Problem::Syntax { error, name, is_text } => {
            Said::Syntax { error: error.word().to_owned(), name: text(name)?, is_text }
        }
        Problem::Unreadable { message } => Said::Unreadable { message: text(message)? },
        Problem::Skipped { message } => Said::Skipped { message: text(message)? },
        Problem::Note { text: note } => Said::Note { text: text(note)? },
        Problem::SummaryOnly { how } => Said::SummaryOnly { how: text(how)? },
        Problem::NotANumber { unit } => Said::NotANumber { unit: text(unit)? },
        Problem::Wrapped { lines } => Said::Wrapped { lines },
        Problem::Unterminated => Said::Unterminated,
        Problem::Failed { name } => Said::Failed { name: text(name)? },
        Problem::PartialRun { recording, block } => {
            Said::PartialRun { recording: text(recording)?, block }
        }
        Problem::NonZeroExit { name, runs } => Said::NonZeroExit { name: text(name)?, runs },
        Problem::NoBlock { line } => Said::NoBlock { line: text(line)? },
        Problem::NoLooks { recording, line } => {
            Said::NoLooks { recording: text(recording)?, line: text(line)? }
        }
        Problem::More(counts) => Said::More {
            unreadable: counts.unreadable,
            malformed: counts.malformed,
            failed: counts.failed,
            notes: counts.notes,
        },
        other => Said::Note { text: other.to_string() },
    })
}

fn of_location(at: Location) -> Result<At, Vec<u8>> {
    Ok(match at {
        Location::Line(line) => At::Line(line),
        Location::Byte(byte) => At::Byte(byte),
        Location::Row(row) => At::Row(row),
        Location::JsonPath(path) => At::Path(path),
        Location::Member { name, at } => {
            At::Member { name: text(name)?, at: Box::new(of_location(*at)?) }
        }
        _ => At::Input,
    })
}

fn location(at: At) -> Location {
    match at {
        At::Input => Location::Input,
        At::Line(line) => Location::Line(line),
        At::Byte(byte) => Location::Byte(byte),
        At::Row(row) => Location::Row(row),
        At::Path(path) => Location::JsonPath(path),
        At::Member { name, at } => {
            Location::Member { name: name.into_bytes(), at: Box::new(location(*at)) }
        }
    }
}

fn of_told_at(reported: ToldAt) -> Result<(Location, Told), String> {
    let bytes = String::into_bytes;
    let problem = match reported.said {
        Said::Unit { unit, key, value } => {
            let reported_unit =
                Told::Unit { unit: bytes(unit), key: bytes(key), value: bytes(value) };
            return Ok((location(reported.at), reported_unit));
        }
        Said::Looks { recording, looks } => {
            return Ok((location(reported.at), Told::Looks { recording: bytes(recording), looks }));
        }
        Said::Syntax { error, name, is_text } => match SyntaxError::of_word(&error) {
            Some(error) => Problem::Syntax { error, name: bytes(name), is_text },
            None => return Err(format!("found the error {error:?}")),
        },
        Said::Unreadable { message } => Problem::Unreadable { message: bytes(message) },
        Said::Skipped { message } => Problem::Skipped { message: bytes(message) },
        Said::Note { text } => Problem::Note { text: bytes(text) },
        Said::SummaryOnly { how } => Problem::SummaryOnly { how: bytes(how) },
        Said::NotANumber { unit } => Problem::NotANumber { unit: bytes(unit) },
        Said::Wrapped { lines } => Problem::Wrapped { lines },
        Said::Unterminated => Problem::Unterminated,
        Said::Failed { name } => Problem::Failed { name: bytes(name) },
        Said::PartialRun { recording, block } => {
            Problem::PartialRun { recording: bytes(recording), block }
        }
        Said::NonZeroExit { name, runs } => Problem::NonZeroExit { name: bytes(name), runs },
        Said::NoBlock { line } => Problem::NoBlock { line: bytes(line) },
        Said::NoLooks { recording, line } => {
            Problem::NoLooks { recording: bytes(recording), line: bytes(line) }
        }
        Said::More { unreadable, malformed, failed, notes } => {
            let mut counts = ProblemCounts::default();
            (counts.unreadable, counts.malformed) = (unreadable, malformed);
            (counts.failed, counts.notes) = (failed, notes);
            Problem::More(counts)
        }
    };
    Ok((location(reported.at), Told::Problem(problem)))
}
