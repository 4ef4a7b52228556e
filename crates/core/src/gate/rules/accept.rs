//! Accepted regressions: `[[accept]]` of a rule file.
//!
//! Takes a table of the file; gives the accepted regression, its reason, and its end. Guarantees that it has a reason
//! and an end.

use super::date::Date;
use super::source::Place;
use crate::gate::outcome::AcceptText;
use crate::project::Filter;
use {
    super::head::{Head, read_head},
    super::limit::{Terms, words},
    super::toml::Value,
    crate::base::Error,
    crate::project::{ParseError, Room},
};

/// The keys of an accepted regression.
const KEYS: [&str; 3] = ["match", "reason", "until"];

/// An accepted regression.
#[derive(Debug, Clone)]
pub(crate) struct Accept {
    pub(crate) filter: Filter,
    /// Whether it concerns the geometric mean of tables rather than their rows.
    pub(crate) is_geomean: bool,
    /// Whether it concerns each unit of time of a benchmark.
    pub(crate) is_of_clocks: bool,
    /// The last day on which it is accepted.
    pub(crate) date: Option<Date>,
    /// How much worse it may be, as a fraction of the baseline.
    pub(crate) share: Option<f64>,
    /// The position of `match`.
    pub(crate) place: Place,
    /// The position of `until`.
    pub(crate) until_place: Place,
    /// The text as it was written.
    text: String,
    reason: String,
}

impl Accept {
    pub(super) fn read(table: &Value<'_>, room: &mut Room) -> Result<Accept, Error> {
        let entries = table.entries(&KEYS)?;
        let find = |key: &str| {
            let found = entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value);
            found.ok_or_else(|| table.error(format!("this [[accept]] has no {key}")))
        };
        let (matched, reason, until) = (find("match")?, find("reason")?, find("until")?);
        let text = matched.string()?.to_owned();
        let head = read_head(room, &text).map_err(|trouble| matched.error_in(&text, trouble))?;
        let Head { filter, is_geomean, is_of_clocks } = head;
        let reason_index = reason;
        // The reason becomes one line, even if it has several lines in the file.
        let reason = reason.string()?.split_whitespace().collect::<Vec<_>>().join(" ");
        if reason.is_empty() {
            return Err(reason_index.error("expected a reason: say why this is accepted"));
        }
        let (date, share) = read_until(until)?;
        let (place, until_place) = (matched.place(), until.place());
        Ok(Accept {
            filter,
            is_geomean,
            is_of_clocks,
            date,
            share,
            place,
            until_place,
            text,
            reason,
        })
    }

    pub(crate) fn describe(&self) -> AcceptText {
        let share = self.share.map(|share| format!("+{}%", crate::base::percent(share)));
        let until: Vec<String> =
            self.date.map(|date| date.to_string()).into_iter().chain(share).collect();
        AcceptText {
            source: self.place.name().to_string(),
            text: self.text.clone(),
            reason: self.reason.clone(),
            until: until.join(" "),
            matched: 0,
            accepted: 0,
        }
    }
}

/// Reads a date, a percentage, or both.
fn read_until(until: &Value<'_>) -> Result<(Option<Date>, Option<f64>), Error> {
    const EXPECTED: &str = "expected a date such as 2027-03-01, a percentage such as +12%, or both";
    let unquoted = until.unquoted_date();
    let text = match &unquoted {
        Some(date) => date,
        None => until.string().map_err(|_| until.error(EXPECTED))?,
    };
    let (mut date, mut share) = (None, None);
    for span in words(text) {
        let word = &text[span.start..span.end];
        let trouble = |message: String| {
            Err(until.error_in(text, ParseError { span, message: message.into() }))
        };
        if Date::is_form(word) {
            match Date::parse(word) {
                Some(_) if date.is_some() => return trouble("a second date: expected one".into()),
                None => return trouble(format!("the date {word} does not exist")),
                day => date = day,
            }
        } else {
            match Terms::share_alone(word) {
                Ok(_) if share.is_some() => {
                    return trouble("a second percentage: expected one".into());
                }
                Ok(limit) => share = limit.share,
                Err(_) => return trouble(EXPECTED.into()),
            }
        }
    }
    match (date, share) {
        (None, None) => Err(until.error(EXPECTED)),
        until => Ok(until),
    }
}
