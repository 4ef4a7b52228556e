//! A query as the web app keeps it: the part of its address after `#`.

use crate::base::float::shortest;
use crate::spec::{AnalysisQuery, Query, SortBy};
use crate::table::{Source, write_share};

/// Returns the state of a web app that shows this query of these inputs, with the `#`. `fromHash` of the web app's
/// `state.js` reads it.
pub(super) fn hash(query: &Query, inputs: &[Source]) -> String {
    let default = Query::default();
    let mut pairs: Vec<(&str, String)> = Vec::new();
    let texts = [
        ("table", &query.table, &default.table),
        ("row", &query.row, &default.row),
        ("col", &query.col, &default.col),
        ("ignore", &query.ignore, &default.ignore),
        ("filter", &query.filter, &default.filter),
        ("base", &query.base, &default.base),
        ("pair", &query.pair, &default.pair),
    ];
    let texts = texts.into_iter().filter(|(_, value, default)| value != default);
    pairs.extend(texts.map(|(name, value, _)| (name, value.clone())));
    if !query.derive.is_empty() {
        pairs.push(("derive", query.derive.join("; ")));
    }
    if query.alpha != default.alpha {
        pairs.push(("alpha", shortest(query.alpha)));
    }
    if query.confidence != default.confidence {
        pairs.push(("confidence", shortest(query.confidence)));
    }
    if let Some(analysis) = &query.analysis {
        add_analysis(analysis, &mut pairs);
    }
    let focus = &query.focus;
    if let [unit] = &focus.units[..] {
        pairs.push(("unit", unit.clone()));
    }
    if let Some(sort) = focus.sort.filter(|sort| sort.by != SortBy::First || sort.descending) {
        let column = sort.column.map(|column| format!(".{column}")).unwrap_or_default();
        let down = if sort.descending { ".down" } else { "" };
        pairs.push(("sort", format!("{}{column}{down}", order(sort.by))));
    }
    if focus.changed {
        pairs.push(("changed", "1".into()));
    }
    if let Some(worse) = focus.worse {
        pairs.push(("worse", write_share(worse)));
    }
    // The web app uses the names of inputs unless the state contains labels.
    if inputs.iter().any(|input| input.label != input.name) {
        let named = |input: &Source| match (&input.label, &input.name) {
            (label, name) if label == name => name.to_string_lossy(),
            (label, name) => format!("{}={}", label.to_string_lossy(), name.to_string_lossy()),
        };
        pairs.extend(inputs.iter().map(|input| ("in", named(input))));
    }
    let pairs: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    format!("#{}", pairs.join("&"))
}

/// Adds the settings of an analysis that are not the default.
fn add_analysis(analysis: &AnalysisQuery, pairs: &mut Vec<(&str, String)>) {
    let default = AnalysisQuery::default();
    if analysis.margin != default.margin {
        pairs.push(("margin", write_share(analysis.margin)));
    }
    if analysis.adjust != default.adjust {
        pairs.push(("adjust", analysis.adjust.name().into()));
    }
    if !analysis.better.is_empty() {
        pairs.push(("better", analysis.better.join("; ")));
    }
}

/// Returns the web app's name of an order.
fn order(by: SortBy) -> &'static str {
    match by {
        SortBy::First => "first",
        SortBy::Worst => "worst",
        SortBy::Label => "label",
        SortBy::Center => "center",
        SortBy::Delta => "delta",
        SortBy::P => "p",
    }
}

/// Returns a value as in a form's address: bytes that could end it become a percent sign and two digits.
fn encoded(value: &str) -> String {
    let mut out = String::new();
    for &byte in value.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'*' | b'/' | b',' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{RowSelection, Sort};

    #[test]
    fn a_state_has_what_is_not_the_default() {
        assert_eq!(hash(&Query::default(), &[]), "#");
        let query = Query {
            col: "/codec@(b a)".into(),
            filter: ".unit:sec/op #&=".into(),
            alpha: 0.01,
            derive: vec!["a = b".into(), "speedup".into()],
            analysis: Some(AnalysisQuery { margin: 0.05, ..AnalysisQuery::default() }),
            focus: RowSelection {
                sort: Some(Sort { by: SortBy::Worst, column: None, descending: true }),
                changed: true,
                worse: Some(0.03),
                units: vec!["B/op".into()],
                top: None,
            },
            ..Query::default()
        };
        let want = "#col=/codec%40%28b%20a%29&filter=.unit%3Asec/op%20%23%26%3D\
                    &derive=a%20%3D%20b%3B%20speedup&alpha=0.01&margin=5%25&unit=B/op\
                    &sort=worst.down&changed=1&worse=3%25";
        assert_eq!(hash(&query, &[]), want);
    }
}
