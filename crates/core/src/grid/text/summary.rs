//! The answer in words: the outcomes of all tables, and the numbers of one row.

use super::super::cell::{row_scale, write_delta, write_p_and_n, write_value};
use super::super::{Scale, suffix, with_unit};
use super::tally::{ONE_AFTER_THE_OTHER, Tally};
use crate::base::{Numbered, Text, float, label_of, percent, plural};
use crate::table::{
    Cell, Comparison, ComparisonWarning, Delta, Matching, Outcome, PairTest, Report, Row, Table,
};
use crate::unit::Direction;

/// Returns the outcomes of all tables: one sentence for each unit.
pub fn answer(report: &Report) -> String {
    answer_of(report.tables.iter())
}

/// Returns the outcomes of some tables.
pub(super) fn answer_of<'t>(tables: impl Iterator<Item = &'t Table>) -> String {
    // Units in the order of their first tables.
    let mut units: Vec<(&Text, Tally)> = Vec::new();
    let mut indices = Numbered::default();
    for table in tables {
        let tally = Tally::new(table);
        match units.get_mut(indices.number(table.unit.as_bytes()) as usize) {
            Some((_, known)) => known.add(&tally),
            None => units.push((&table.unit, tally)),
        }
    }
    if units.is_empty() {
        return "No result matches.".into();
    }
    let sentence = |(unit, tally): &(&Text, Tally)| {
        let rows = plural(tally.rows as u64, "row");
        match (tally.columns, tally.parts()) {
            (1, _) => format!("{unit}: {rows} in one column, nothing to compare."),
            (_, parts) if parts.is_empty() => format!("{unit}: {rows}, nothing to compare."),
            (_, parts) => format!("{unit}: {}.", parts.join(", ")),
        }
    };
    let mut sentences: Vec<String> = units.iter().map(sentence).collect();
    if units.iter().any(|(_, tally)| tally.is_sequential()) {
        sentences.push(ONE_AFTER_THE_OTHER.to_owned());
    }
    sentences.join(" ")
}

/// Returns the outcomes of a table, in words: `1 regressed (+3.20%), 2 inconclusive`.
pub fn counted(table: &Table) -> String {
    Tally::new(table).parts().join(", ")
}

/// A row in words and texts.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explained {
    /// The row in words.
    pub sentence: String,
    /// The cells of the row.
    pub cells: Vec<ExplainedCell>,
}

/// A cell in texts.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExplainedCell {
    /// The center.
    pub center: String,
    /// `105.1µ to 110.3µ`; `None` if there are too few runs.
    pub interval: Option<String>,
    /// The p-value; `None` if the values are exact.
    pub p: Option<String>,
    /// The samples.
    pub values: Vec<String>,
}

/// Explains a row; `samples` contains the values of each of its cells.
pub fn explain(report: &Report, table: &Table, row: &Row, samples: &[Vec<f64>]) -> Explained {
    let scale = row_scale(table.class, row);
    let unit = table.unit.to_string_lossy();
    let value = |v: f64| with_unit(&text(|out| write_value(out, v, Some(scale))), &unit);
    let cells = row.cells.iter().zip(samples).map(|(cell, samples)| ExplainedCell {
        center: value(cell.summary.center),
        interval: (cell.summary.lo.is_finite() && cell.summary.hi.is_finite())
            .then(|| format!("{} to {}", value(cell.summary.lo), value(cell.summary.hi))),
        p: row.comparison(cell.column).and_then(Comparison::shown_p).map(probability),
        values: samples.iter().map(|&v| value(v)).collect(),
    });
    let cells: Vec<ExplainedCell> = cells.collect();
    let sentences: Vec<String> = row
        .cells
        .iter()
        .zip(&cells)
        .map(|(cell, texts)| sentence(report, table, row, cell, texts, scale))
        .collect();
    Explained { sentence: sentences.join(" "), cells }
}

fn probability(p: f64) -> String {
    let mut out = Vec::new();
    float::write_fixed(&mut out, p, 3);
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns a probability for a sentence: it is never shown as zero.
fn chance(p: f64) -> String {
    match probability(p) {
        zero if zero == "0.000" => "below 0.001".into(),
        text => text,
    }
}

fn sentence(
    report: &Report,
    table: &Table,
    row: &Row,
    cell: &Cell,
    texts: &ExplainedCell,
    scale: Scale,
) -> String {
    let label = |column: usize| label_of(&table.columns[column].key);
    let name = label(cell.column as usize);
    let unit = table.unit.to_string_lossy();
    let level = percent(report.confidence);
    let sure = match &texts.interval {
        Some(interval) => format!("{level}% interval {interval}"),
        None => "too few for an interval".to_owned(),
    };
    let runs = plural(cell.n.into(), "run");
    let average = report.query.test.average();
    let unit = if suffix(&unit).is_empty() { format!(" {unit}") } else { String::new() };
    let head = format!("{name}: {average} {}{unit} in {runs} ({sure}).", texts.center);
    let Some(comparison) = row.comparison(cell.column) else { return head };
    let base = label(comparison.base as usize);
    let (Some(sides), Some(delta)) = (comparison.sides(), comparison.delta()) else {
        return format!("{head} {base} does not have this benchmark.");
    };
    let alpha = float::shortest(report.alpha);
    let p = comparison.test().map(|test| chance(test.p));
    let tail = match (comparison.outcome_by_p(table.direction), comparison.warning()) {
        (_, Some(ComparisonWarning::Refused(_) | ComparisonWarning::AllPairsEqual)) => {
            let why = report.comparison_warning_text(comparison).unwrap_or_default();
            format!("Against {base}: {why}.")
        }
        (_, Some(ComparisonWarning::FewPairsForDifference)) => {
            let odds = text(|out| write_p_and_n(out, comparison));
            format!("No difference can be significant with this number of pairs ({odds}).")
        }
        (_, Some(ComparisonWarning::FewRunsForDifference)) => {
            let odds = text(|out| write_p_and_n(out, comparison));
            format!("No difference can be significant with this number of runs ({odds}).")
        }
        (_, Some(ComparisonWarning::AllEqual)) => "All values of both sides are equal.".to_owned(),
        (Outcome::Control, _) => super::CONTROL.to_owned(),
        (Outcome::Regressed | Outcome::Improved | Outcome::Changed, _) => {
            let change = match delta {
                Delta::Ratio(_) if sides.ratio().is_none() => String::new(),
                Delta::Insignificant
                | Delta::Undefined
                | Delta::Equal
                | Delta::FromZero
                | Delta::Ratio(_) => format!(" by {}", text(|out| write_delta(out, delta))),
            };
            let was = text(|out| write_value(out, sides.base_center, Some(scale)));
            let was = with_unit(&was, &table.unit.to_string_lossy());
            let why = match p {
                None => "Exact values need no test.".to_owned(),
                Some(p) => format!(
                    "If nothing had changed, a difference this large would occur with probability {p} \
                     (alpha {alpha})."
                ),
            };
            let way = way(report, table, comparison);
            format!("The {average} changed{change} from {was} in {base}{way}. {why}")
        }
        _ if sides.center.is_nan() || sides.base_center.is_nan() => {
            "A value is not a number, so nothing was tested.".to_owned()
        }
        _ => match (delta, p) {
            (Delta::Insignificant, Some(p)) => format!(
                "No significant difference from {base}: if nothing had changed, one at least this large \
                 would occur with probability {p}, above alpha {alpha}."
            ),
            _ => format!("The same as {base}."),
        },
    };
    let pairs = comparison.matching().filter(|_| comparison.test().is_some());
    format!("{head} {tail}{}", pairs.map(|matching| paired(matching, average)).unwrap_or_default())
}

/// The test: ` The Wilcoxon signed-rank test compared 6 pairs and skipped 2 runs without a partner.`
fn paired(matching: &Matching, average: &str) -> String {
    let (test, what) = match matching.test {
        PairTest::SignedRank => ("The Wilcoxon signed-rank test", "pair"),
        PairTest::Randomization => ("The randomization test", "block"),
        PairTest::T => ("The paired t-test", "pair"),
        PairTest::LogT => ("The paired t-test of logarithms", "pair"),
        PairTest::VanElteren => ("Van Elteren's test", "block"),
    };
    let mut pairs = match matching.blocks {
        Some(blocks) => format!("{} in {blocks} blocks", plural(matching.pairs.into(), "build")),
        None => plural(matching.pairs.into(), what),
    };
    if let Some([old, new]) = matching.medians_of {
        pairs += &format!(" of {average}s (of {old} and {new} runs)");
    }
    let alone = match matching.left_out.iter().sum() {
        0_u32 => String::new(),
        runs => format!(" and skipped {} without a partner", plural(runs.into(), "run")),
    };
    format!(" {test} compared {pairs}{alone}.")
}

/// Returns the outcome of a significant difference, with its reason. An analysis states its own outcome.
fn way(report: &Report, table: &Table, comparison: &Comparison) -> String {
    let reason = match table.direction {
        _ if report.analysis.is_some() => return String::new(),
        _ if comparison.outcome == Outcome::Differs => "the runs are not interleaved",
        Some(Direction::Lower) => "less is better",
        Some(Direction::Higher) => "more is better",
        None => "the better direction is not known",
    };
    format!(": {} ({reason})", comparison.outcome.word())
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}
