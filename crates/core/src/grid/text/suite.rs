//! The change of a whole suite in a line.

use super::super::cell::{write_delta, write_p_and_n};
use super::super::row_name::row_name_of;
use super::shift::{write_bounds, write_shift};
use crate::base::plural;
use crate::spec::{AUTO_PAIRS, RECORDED_PAIRS};
use crate::table::{Assumption, Delta, MeanChange, Outcome, Report, Suite};

/// The change of the suite of a column, or of several if they have no interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteLine {
    /// `geomean sec/op -2.10% [-2.80%, -1.50%] (p=0.000 n=12 blocks of 27 rows) improved`
    pub text: Vec<u8>,
    /// The outcome; `None` without an interval.
    pub outcome: Option<Outcome>,
}

/// The number of changes in a line without intervals, and of lines with intervals. The tables show all of them.
const MOST: usize = 6;

/// Returns the changes of whole suites, if the query asks for an analysis: a line for each that has an interval, and one
/// line for all others, with the reason. Exact values need no interval, and a single row is its own suite.
pub fn suite_lines(report: &Report) -> Vec<SuiteLine> {
    if report.analysis.is_none() {
        return Vec::new();
    }
    let fields = report.differing_fields();
    let (mut lines, mut others, mut is_confirmed) = (Vec::new(), Vec::new(), false);
    for (index, table) in (0..).zip(&report.tables) {
        let rows = table.rows.len() + table.hidden_rows as usize;
        if rows < 2 || table.assumption == Assumption::Exact {
            continue;
        }
        for (place, column) in (0..).zip(&table.columns) {
            let name = || row_name_of(report, index, None, place, &fields);
            let change = column.geomean.change.and_then(MeanChange::ratio);
            match (table.suite(place as usize), change) {
                (Some(suite), _) => lines.push(tested(name(), suite)),
                (None, Some(ratio)) => {
                    let mut text = name().split_off("geomean ".len());
                    text.push(b' ');
                    write_delta(
                        &mut text,
                        if ratio == 1.0 { Delta::Equal } else { Delta::Ratio(ratio) },
                    );
                    others.push(text);
                    is_confirmed |= column.geomean.suite.is_some();
                }
                (None, None) => {}
            }
        }
    }
    lines.truncate(MOST);
    if !others.is_empty() {
        let text = [b"geomean without an interval, because ", reason(report, is_confirmed), b": "]
            .concat();
        let more = others.len().saturating_sub(MOST);
        others.truncate(MOST);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        let text = [&text, &others.join(&b", "[..]), more.as_bytes()].concat();
        lines.push(SuiteLine { text, outcome: None });
    }
    lines
}

/// Returns the change of a suite: `-2.10% [-2.80%, -1.50%] (p=0.000 n=12 blocks of 27 rows)`.
pub fn suite_text(suite: &Suite) -> String {
    let mut out = Vec::new();
    write_suite(&mut out, suite);
    String::from_utf8_lossy(&out).into_owned()
}

fn tested(name: Vec<u8>, suite: &Suite) -> SuiteLine {
    let mut text = name;
    text.push(b' ');
    write_suite(&mut text, suite);
    let outcome = suite.comparison.outcome;
    text.push(b' ');
    text.extend_from_slice(outcome.word().as_bytes());
    SuiteLine { text, outcome: Some(outcome) }
}

/// Writes `-2.10% [-2.80%, -1.50%] (p=0.000 n=12 blocks of 27 rows)`.
pub(in crate::grid) fn write_suite(out: &mut Vec<u8>, suite: &Suite) {
    let Suite { rows, comparison, .. } = suite;
    if let Some(effect) = comparison.effect()
        && let Some(shift) = &effect.shift
    {
        write_shift(out, shift.scale, shift.estimate, None);
        write_bounds(out, shift, effect.p_decides, None);
        out.push(b' ');
    }
    out.push(b'(');
    write_p_and_n(out, comparison);
    out.extend_from_slice(format!(" blocks of {})", plural((*rows).into(), "row")).as_bytes());
}

fn reason(report: &Report, is_confirmed: bool) -> &'static [u8] {
    let is_recorded = [AUTO_PAIRS, RECORDED_PAIRS].contains(&&*report.query.pair);
    if is_confirmed {
        b"rows were measured again"
    } else if report.is_paired && is_recorded {
        b"no row could be compared in blocks"
    } else {
        b"the runs are not from a recording"
    }
}
