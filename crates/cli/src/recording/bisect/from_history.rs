//! The range and the benchmark of a search, from a history that `benchlens history -format json` wrote.

use benchlens_core::project::{FilterValues, write_filter};
use benchlens_core::store::Input;
use benchlens_core::{Query, Store};
use serde_json::Value;

use super::blocks::Judged;
use crate::status::Status;

/// The filter that matches all results.
const EVERYTHING: &str = "*";

/// A change of a history.
#[derive(Debug, PartialEq)]
pub(super) struct Suspect {
    /// The commits before and after the change.
    pub(super) ends: [String; 2],
    pub(super) row: String,
    pub(super) judged: Judged,
}

/// Returns the newest change of the rows that the filter and the unit of `judged` match.
///
/// # Errors
///
/// Returns a status and a sentence if the document is not a history, or contains no such change.
pub(super) fn suspect(document: &[u8], judged: &Judged) -> Result<Suspect, (Status, String)> {
    let document: Value = serde_json::from_slice(document).map_err(|error| {
        (Status::Input, format!("not the output of 'benchlens history -format json': {error}"))
    })?;
    let fields = texts(&document["row_fields"]);
    let rows = document["rows"].as_array().filter(|_| document["points"].is_array());
    let rows = rows.ok_or_else(|| {
        (Status::Input, "not the output of 'benchlens history -format json'".to_owned())
    })?;
    let mut newest: Option<(u64, &Value, [String; 2])> = None;
    let (mut has_row, mut has_change) = (false, false);
    for row in rows.iter().filter(|row| is_judged(row, &fields, judged)) {
        has_row = true;
        for change in row["changes"].as_array().into_iter().flatten() {
            has_change = true;
            let at = change["at"].as_u64().unwrap_or_default();
            let Ok(ends) = <[String; 2]>::try_from(texts(&change["commits"])) else { continue };
            if newest.as_ref().is_none_or(|(newest, ..)| *newest <= at) {
                newest = Some((at, row, ends));
            }
        }
    }
    let (_, row, ends) = newest.ok_or_else(|| {
        let (status, why) = match (has_row, has_change) {
            (_, true) => (
                Status::Input,
                "no commits are known: each log needs a line such as 'commit: 4f2a91c'",
            ),
            (true, false) => (Status::Input, "no row that -filter and -unit match has a change"),
            (false, false) => (Status::Usage, "no row matches -filter and -unit"),
        };
        (status, why.to_owned())
    })?;
    let text = |member: &str| row[member].as_str().unwrap_or_default().to_owned();
    let values = fields.iter().zip(texts(&row["key"])).filter(|(_, value)| !value.is_empty());
    let values = values.map(|(key, value)| (key.clone(), vec![value])).collect();
    let judged = Judged {
        filter: Some(judged.filter.clone())
            .filter(|filter| filter != EVERYTHING)
            .unwrap_or_else(|| write_filter(&FilterValues(values))),
        unit: Some(judged.unit.clone().unwrap_or_else(|| text("unit"))),
    };
    Ok(Suspect { ends, row: format!("{} {}", text("label"), text("unit")), judged })
}

fn texts(value: &Value) -> Vec<String> {
    let texts = value.as_array().into_iter().flatten();
    texts.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

/// Returns whether a row has the unit, and whether the filter matches a result with its keys.
fn is_judged(row: &Value, fields: &[String], judged: &Judged) -> bool {
    if judged.unit.as_deref().is_some_and(|unit| row["unit"] != unit) {
        return false;
    }
    let (mut config, mut name, mut parts) = (String::new(), "X".to_owned(), String::new());
    for (field, value) in fields.iter().zip(texts(&row["key"])) {
        match field.strip_prefix('/') {
            _ if value.is_empty() => {}
            Some(part) => parts += &format!("/{part}={value}"),
            None if [".fullname", ".name"].contains(&&field[..]) => name = value,
            None => config += &format!("{field}: {value}\n"),
        }
    }
    let unit = row["unit"].as_str().unwrap_or_default();
    let log = format!("{config}Benchmark{name}{parts} 1 1 {unit}\n");
    let store = Store::read([Input::new(b"row", log.as_bytes())]);
    let query = Query::default().filter(judged.filter.clone());
    benchlens_core::run(&store, &query).is_ok_and(|answer| !answer.report().tables.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Judged, Status, suspect};

    const HISTORY: &str = r#"{
        "row_fields": [".fullname"],
        "points": [],
        "rows": [
            {"label": "X/n=1", "key": ["X/n=1"], "unit": "sec/op", "changes": [
                {"at": 3, "commits": ["a", "b"]}, {"at": 7, "commits": ["c", "d"]}]},
            {"label": "Y", "key": ["Y"], "unit": "sec/op", "changes": [
                {"at": 5, "commits": ["e", "f"]}]},
            {"label": "Y", "key": ["Y"], "unit": "B/op", "changes": [{"at": 9}]},
            {"label": "Z", "key": ["Z"], "unit": "sec/op", "changes": []}
        ]
    }"#;

    type Found = Result<(String, String, String), (Status, String)>;

    fn found(filter: &str, unit: Option<&str>) -> Found {
        let judged = Judged { filter: filter.to_owned(), unit: unit.map(str::to_owned) };
        let found = suspect(HISTORY.as_bytes(), &judged)?;
        Ok((found.ends.join(".."), found.row, found.judged.filter))
    }

    #[test]
    fn the_newest_change_of_the_matching_rows_is_searched() {
        let of = |range: &str, row: &str, filter: &str| {
            Ok((range.to_owned(), row.to_owned(), filter.to_owned()))
        };
        assert_eq!(found("*", None), of("c..d", "X/n=1 sec/op", ".fullname:X/n=1"));
        assert_eq!(found(".name:Y", None), of("e..f", "Y sec/op", ".name:Y"));
        for (filter, unit, status, want) in [
            ("*", Some("B/op"), Status::Input, "no commits are known"),
            (".name:Z", None, Status::Input, "no row that -filter and -unit match has a change"),
            (".name:W", None, Status::Usage, "no row matches"),
            ("*", Some("B"), Status::Usage, "no row matches"),
        ] {
            let (found, error) = found(filter, unit).unwrap_err();
            assert!(found == status && error.starts_with(want), "{error}");
        }
        let judged = Judged { filter: "*".to_owned(), unit: None };
        for wrong in ["", "[]", "{\"rows\": []}"] {
            let (_, error) = suspect(wrong.as_bytes(), &judged).unwrap_err();
            assert!(error.starts_with("not the output of"), "{error}");
        }
    }
}
