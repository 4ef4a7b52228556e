//! The answer in words: the outcomes of all tables, and the numbers of one row.

use super::super::cell::{write_delta, write_p_and_n, write_value};
use super::super::{Scale, row_scale, suffix, with_unit};
use crate::base::{Numbered, Text, float, label_of, percent, plural};
use crate::stats::ShiftScale;
use crate::table::{
    Cell, Comparison, ComparisonWarning, Delta, Matching, Outcome, PairTest, Report, Row, Table,
};
use crate::unit::Direction;

/// Returns the outcomes of all tables: one sentence for each unit.
pub fn answer(report: &Report) -> String {
    if report.tables.is_empty() {
        return "No result matches.".into();
    }
    // Units in the order of their first tables.
    let mut units: Vec<(&Text, Tally)> = Vec::new();
    let mut indices = Numbered::default();
    for table in &report.tables {
        let tally = Tally::new(table);
        match units.get_mut(indices.number(table.unit.as_bytes()) as usize) {
            Some((_, known)) => known.add(&tally),
            None => units.push((&table.unit, tally)),
        }
    }
    let sentence = |(unit, tally): &(&Text, Tally)| {
        let rows = plural(tally.rows as u64, "row");
        match (tally.columns, tally.parts()) {
            (1, _) => format!("{unit}: {rows} in one column, nothing to compare."),
            (_, parts) if parts.is_empty() => format!("{unit}: {rows}, nothing to compare."),
            (_, parts) => format!("{unit}: {}.", parts.join(", ")),
        }
    };
    units.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

/// Returns the outcomes of a table, in words: `1 regressed (+3.20%), 2 inconclusive`.
pub fn counted(table: &Table) -> String {
    Tally::new(table).parts().join(", ")
}

/// The comparisons with one outcome.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    count: u32,
    /// The smallest and the largest new/old of the comparisons that have one.
    ratios: Option<(f64, f64)>,
}

/// The comparisons of one or more tables, by outcome.
#[derive(Debug, Clone, Default)]
struct Tally {
    rows: usize,
    /// The largest number of columns of a table.
    columns: usize,
    /// The groups by outcome.
    groups: [Group; Outcome::ALL.len()],
    /// How many of the inconclusive comparisons have too few runs for any difference to be significant.
    too_few: u32,
}

impl Group {
    fn add(&mut self, other: &Group) {
        self.count += other.count;
        self.ratios = match (self.ratios, other.ratios) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, other) => one.or(other),
        };
    }

    /// Returns ` (-59.58% to -75.10%)`, from the smallest change to the largest.
    fn range(&self) -> String {
        let percent = |ratio| text(|out| write_delta(out, Delta::Ratio(ratio)));
        let Some((one, other)) = self.ratios else { return String::new() };
        let (one, other) = (percent(one), percent(other));
        match (one == other, one.starts_with('-')) {
            (true, _) => format!(" ({one})"),
            (false, true) => format!(" ({other} to {one})"),
            (false, false) => format!(" ({one} to {other})"),
        }
    }
}

impl Tally {
    fn new(table: &Table) -> Tally {
        let (rows, columns) = (table.rows.len(), table.columns.len());
        let mut tally = Tally { rows, columns, ..Tally::default() };
        for row in &table.rows {
            row.comparisons.iter().for_each(|comparison| tally.count(comparison));
            // Without an analysis, no comparison in the row reports that a counterpart is missing.
            let lacks = table.present().filter(|&column| table.lacks(row, column as u32));
            tally.groups[Outcome::Missing as usize].count += lacks.count() as u32;
        }
        tally
    }

    fn count(&mut self, comparison: &Comparison) {
        let outcome = comparison.outcome;
        let is_change = matches!(
            outcome,
            Outcome::Regressed | Outcome::Improved | Outcome::Changed | Outcome::Differs
        );
        let shift = comparison.effect().and_then(|effect| effect.shift);
        let estimate = shift.filter(|shift| shift.scale == ShiftScale::Ratio).map(|s| s.estimate);
        let ratio = estimate.or_else(|| comparison.sides()?.ratio()).filter(|_| is_change);
        let ratio = ratio.filter(|_| matches!(comparison.delta(), Some(Delta::Ratio(_))));
        let ratios = ratio.map(|ratio| (ratio, ratio));
        self.groups[outcome as usize].add(&Group { count: 1, ratios });
        // Equal values are unchanged unless there are too few of them, or they are not finite.
        let is_finite = || comparison.sides().is_some_and(|sides| sides.center.is_finite());
        let has_too_few = comparison.warning().is_some_and(|warning| match warning {
            ComparisonWarning::FewRunsForDifference | ComparisonWarning::FewPairsForDifference => {
                true
            }
            ComparisonWarning::AllEqual | ComparisonWarning::AllPairsEqual => is_finite(),
            ComparisonWarning::Refused(_)
            | ComparisonWarning::SomeRunsChanged
            | ComparisonWarning::Sequential => false,
        });
        self.too_few += u32::from(has_too_few && outcome == Outcome::Inconclusive);
    }

    fn add(&mut self, other: &Tally) {
        self.rows += other.rows;
        self.columns = self.columns.max(other.columns);
        self.groups.iter_mut().zip(&other.groups).for_each(|(group, other)| group.add(other));
        self.too_few += other.too_few;
    }

    /// Returns the parts of a sentence: `3 improved (-59.58% to -75.10%)`, …
    fn parts(&self) -> Vec<String> {
        let groups = Outcome::ALL.map(|outcome| (outcome, &self.groups[outcome as usize]));
        let part = |(outcome, group): (Outcome, &Group)| {
            let few = match (outcome, self.too_few) {
                (Outcome::Inconclusive, few @ 1..) => format!(" ({few} with too few runs)"),
                _ => String::new(),
            };
            let word = outcome.word_for(group.count.into());
            format!("{} {word}{}{few}", group.count, group.range())
        };
        groups.into_iter().filter(|(_, group)| group.count != 0).map(part).collect()
    }
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
