//! The rows and units that the focus of a query hides.

use crate::table::Report;

/// The maximum number of units that are named.
const UNITS_NAMED: usize = 6;

/// Describes how many rows the query's focus hides, and which units are not shown at all; `None` if everything is
/// shown.
pub(super) fn hidden(report: &Report, show: impl Fn(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let shown: usize = report.tables.iter().map(|table| table.rows.len()).sum();
    let hidden = report.hidden_rows as usize;
    let rows = (hidden != 0).then(|| format!("{hidden} of {} rows", shown + hidden).into_bytes());
    let named: Vec<Vec<u8>> =
        report.hidden_units.iter().take(UNITS_NAMED).map(|unit| show(unit.as_bytes())).collect();
    let more = match report.hidden_units.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more units"),
    };
    let units = (!named.is_empty())
        .then(|| [b"tables of ", &named.join(&b", "[..])[..], more.as_bytes()].concat());
    let all: Vec<Vec<u8>> = rows.into_iter().chain(units).collect();
    (!all.is_empty()).then(|| [&all.join(&b" and "[..])[..], b" are not shown"].concat())
}
