//! Facts about an input that its rows do not contain, as JSON.
//!
//! Takes the facts of an input; gives the text of the column `about`, and parses it again. Rejects texts that are not
//! UTF-8. Ignores unknown members, so that later versions may add some.

use benchlens_core::Store;
use benchlens_core::format::{Kind, Location, Notice};
use benchlens_core::store::InputFacts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    reported: Vec<NoticeAt>,
    /// The keys that it set first, if they or their order do not follow from the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
}

/// A notice at a location: `what` is its name, and the others are its members.
#[derive(Debug, Serialize, Deserialize)]
struct NoticeAt {
    at: Location,
    #[serde(flatten)]
    notice: Map<String, Value>,
}

/// The name of a notice, and of the notices that are problems.
const WHAT: &str = "what";
const PROBLEM: &str = "problem";

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
    // The error of a text that is not UTF-8 is the text.
    let not_utf8 = |error: serde_json::Error| refused(error.to_string().as_bytes());
    let facts = store.facts(input).unwrap_or_default();
    let keys: Result<_, _> = keys
        .iter()
        .map(|key| str::from_utf8(key).map(str::to_owned).map_err(|_| refused(key)))
        .collect();
    let about = About {
        lines: facts.lines,
        results: facts.results,
        measurements: Some(measurements),
        kind: facts.kind.word().to_owned(),
        times: facts.times,
        restarts: facts.restarts,
        reported: facts
            .reported
            .into_iter()
            .map(|(at, notice)| notice_at(at, notice))
            .collect::<Result<_, _>>()
            .map_err(not_utf8)?,
        keys: keys?,
    };
    serde_json::to_string(&about).map_err(not_utf8)
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
        reported: about.reported.into_iter().map(of_notice_at).collect::<Result<_, _>>()?,
    };
    Ok(Known { facts, measurements: about.measurements, keys: about.keys })
}

fn notice_at(at: Location, notice: Notice) -> serde_json::Result<NoticeAt> {
    let is_problem = matches!(notice, Notice::Problem(_));
    let mut value = serde_json::to_value(notice)?;
    if is_problem {
        value = value[PROBLEM].take();
    }
    // A notice without members is only its name.
    let (what, members) = match value {
        Value::Object(named) => named.into_iter().next().unwrap_or_default(),
        name => (name.as_str().unwrap_or_default().to_owned(), Value::Null),
    };
    let mut notice = if let Value::Object(members) = members { members } else { Map::new() };
    notice.insert(WHAT.to_owned(), what.into());
    Ok(NoticeAt { at, notice })
}

fn of_notice_at(NoticeAt { at, mut notice }: NoticeAt) -> Result<(Location, Notice), String> {
    let what = notice.remove(WHAT);
    let what = what.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
    // Earlier versions had only these two losses.
    if let Some(is_text) = notice.remove("is_text") {
        notice.insert("loss".to_owned(), if is_text == true { "nothing" } else { "result" }.into());
    }
    let is_problem = !matches!(&what[..], "unit" | "looks");
    let named =
        |name: String, members: Value| Value::Object([(name, members)].into_iter().collect());
    let mut value = if notice.is_empty() { what.into() } else { named(what, notice.into()) };
    if is_problem {
        value = named(PROBLEM.to_owned(), value);
    }
    let notice = serde_json::from_value(value).map_err(|error| error.to_string())?;
    Ok((at, notice))
}

#[cfg(test)]
mod tests {
    use super::{notice_at, read};
    use benchlens_core::format::{Location, Loss, Notice, Problem, SyntaxError};

    #[test]
    fn notices_of_earlier_versions_are_read() {
        let read = |what: &str| {
            let about =
                r#"{"kind":"Text","reported":[{"at":{"member":{"name":"a","at":{"line":3}}},"#;
            read(&format!("{about}{what}}}]}}")).map(|mut known| known.facts.reported.remove(0).1)
        };
        let syntax = |loss, name: &str| {
            let (error, name, config) = (SyntaxError::MissingUnits, name.into(), Vec::new());
            Ok(Notice::Problem(Problem::Syntax { error, name, loss, config }))
        };
        let error = r#""what":"syntax","error":"MissingUnits""#;
        assert_eq!(read(error), syntax(Loss::Result, ""));
        let text = format!(r#"{error},"name":"A","is_text":true"#);
        assert_eq!(read(&text), syntax(Loss::Nothing, "A"));
        let unterminated = Notice::Problem(Problem::Unterminated);
        assert_eq!(read(r#""what":"unterminated""#), Ok(unterminated));
        let looks = Notice::Looks { recording: b"r".to_vec(), looks: vec![2, 4] };
        assert_eq!(read(r#""what":"looks","recording":"r","looks":[2,4]"#), Ok(looks));
        assert!(read(r#""what":"block","recording":"r","block":1,"has_end":true"#).is_err());
    }

    #[test]
    fn a_notice_is_its_name_and_members() {
        let text = |notice| {
            let notice = notice_at(Location::Input, notice);
            notice.map(|notice| serde_json::to_string(&notice).unwrap()).map_err(|e| e.to_string())
        };
        let failed = |name: &[u8]| Notice::Problem(Problem::Failed { name: name.to_vec() });
        let want = r#"{"at":"input","name":"A","what":"failed"}"#;
        assert_eq!(text(failed(b"A")).as_deref(), Ok(want));
        assert_eq!(text(failed(b"A\xff")), Err("A\u{fffd}".to_owned()));
        let unterminated = Notice::Problem(Problem::Unterminated);
        assert_eq!(text(unterminated).as_deref(), Ok(r#"{"at":"input","what":"unterminated"}"#));
    }
}
