//! The answer in words.
//!
//! The only place with sentences about verdicts: the page and its reports say the same.

use super::cell::{write_delta, write_odds, write_value};
use super::{Scale, class, row_scale};
use crate::base::{Text, float};
use crate::table::{Cell, Changes, Delta, Doubt, Report, Row, Table, Tally, Verdict};
use crate::unit::Direction;

/// What all tables say: a sentence a unit.
pub fn answer(report: &Report) -> String {
    if report.tables.is_empty() {
        return "No result matches.".into();
    }
    let mut sentences = Vec::new();
    for unit in report.tallies() {
        let name = unit.first.unit.to_string_lossy();
        let rows = match unit.rows {
            1 => "1 row".to_owned(),
            rows => format!("{rows} rows"),
        };
        let tally = &unit.tally;
        sentences.push(match (unit.columns, counted(tally)) {
            (1, _) => format!("{name}: {rows} in one column, nothing to compare."),
            (_, counts) if counts.is_empty() => format!("{name}: {rows}, nothing to compare."),
            (_, counts) => format!("{name}: {}.", counts.join(", ")),
        });
    }
    sentences.join(" ")
}

/// The parts of a sentence about a tally: `3 better (-59.58% to -75.10%)`, …
pub fn counted(tally: &Tally) -> Vec<String> {
    let changes = |word: &str, changes: &Changes| {
        let percent = |ratio| text(|out| write_delta(out, Delta::Ratio(ratio)));
        let range = match changes.ratios {
            None => String::new(),
            Some((one, other)) => {
                let (one, other) = (percent(one), percent(other));
                // From the smallest change to the largest.
                match (one == other, one.starts_with('-')) {
                    (true, _) => format!(" ({one})"),
                    (false, true) => format!(" ({other} to {one})"),
                    (false, false) => format!(" ({one} to {other})"),
                }
            }
        };
        (changes.count != 0).then(|| format!("{} {word}{range}", changes.count))
    };
    let count = |count: u32, words: &str| (count != 0).then(|| format!("{count} {words}"));
    let parts = [
        changes("better", &tally.better),
        changes("worse", &tally.worse),
        changes("changed", &tally.changed),
        count(tally.same, "without a significant difference"),
        count(tally.too_few, "with too few runs to tell"),
        count(tally.unpaired, "without a counterpart"),
    ];
    parts.into_iter().flatten().collect()
}

/// A row in words and texts.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explained {
    /// What the numbers say.
    pub sentence: String,
    /// By cell of the row.
    pub cells: Vec<ExplainedCell>,
}

/// A cell in texts.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExplainedCell {
    /// The centre.
    pub center: String,
    /// `105.1µ to 110.3µ`; nothing where there are too few runs.
    pub interval: Option<String>,
    /// The p-value; nothing where nothing was tested.
    pub p: Option<String>,
    /// The samples.
    pub values: Vec<String>,
}

/// Explains a row; `samples` are the values of each of its cells.
pub fn explain(report: &Report, table: &Table, row: &Row, samples: &[Vec<f64>]) -> Explained {
    let scale = row_scale(class(table.unit.as_bytes()), row);
    let value = |v: f64| text(|out| write_value(out, v, Some(scale)));
    let cells = row.cells.iter().zip(samples).map(|(cell, samples)| ExplainedCell {
        center: value(cell.summary.center),
        interval: (cell.summary.lo.is_finite() && cell.summary.hi.is_finite())
            .then(|| format!("{} to {}", value(cell.summary.lo), value(cell.summary.hi))),
        p: cell.comparison.filter(|c| c.p != 0.0).map(|c| probability(c.p)),
        values: samples.iter().map(|&v| value(v)).collect(),
    });
    let cells: Vec<ExplainedCell> = cells.collect();
    let sentences: Vec<String> = row
        .cells
        .iter()
        .zip(&cells)
        .map(|(cell, texts)| sentence(report, table, cell, texts, scale))
        .collect();
    Explained { sentence: sentences.join(" "), cells }
}

fn probability(p: f64) -> String {
    let mut out = Vec::new();
    float::write_fixed(&mut out, p, 3);
    String::from_utf8_lossy(&out).into_owned()
}

fn sentence(
    report: &Report,
    table: &Table,
    cell: &Cell,
    texts: &ExplainedCell,
    scale: Scale,
) -> String {
    let label = |column: usize| match &table.columns[column].key[..] {
        [] => "all".to_owned(),
        key => key.iter().map(Text::to_string_lossy).collect::<Vec<_>>().join(" "),
    };
    let name = label(cell.column as usize);
    let unit = table.unit.to_string_lossy();
    let runs = |n: u32| if n == 1 { "1 run".to_owned() } else { format!("{n} runs") };
    let level = float::shortest(report.confidence * 100.0);
    let sure = match &texts.interval {
        Some(interval) => format!("{level}% interval {interval}"),
        None => "too few for an interval".to_owned(),
    };
    let head = format!("{name}: median {} {unit} in {} ({sure}).", texts.center, runs(cell.n));
    let Some(comparison) = cell.comparison else {
        return if cell.column == 0 { head } else { format!("{head} {} has none.", label(0)) };
    };
    let odds = text(|out| write_odds(out, comparison.p, comparison.base_n, cell.n));
    let alpha = float::shortest(report.alpha);
    let tail = match (table.verdict(cell), comparison.doubt) {
        (_, Some(Doubt::FewRunsForDifference)) => {
            format!("No difference can be significant with so few runs ({odds}).")
        }
        (_, Some(Doubt::AllEqual)) => "All values of both sides are equal.".to_owned(),
        (Verdict::Same, _) if !comparison.significant => format!(
            "No significant difference from {}: chance alone gives one at least this large \
             with probability {}, above alpha {alpha}.",
            label(0),
            probability(comparison.p),
        ),
        (Verdict::Same, _) => format!("The same as {}.", label(0)),
        (Verdict::None, _) => "A value is not a number: nothing can be said.".to_owned(),
        (verdict, _) => {
            let delta = text(|out| write_delta(out, comparison.delta(cell.summary.center)));
            let base = text(|out| write_value(out, comparison.base, Some(scale)));
            let why = if comparison.p == 0.0 {
                "Exact values need no test.".to_owned()
            } else {
                let p = probability(comparison.p);
                format!(
                    "Chance alone gives a difference this large with probability {p} (alpha {alpha})."
                )
            };
            format!("{delta} against {base} in {}{}. {why}", label(0), judged(table, verdict))
        }
    };
    format!("{head} {tail}")
}

fn judged(table: &Table, verdict: Verdict) -> &'static str {
    match (verdict, table.direction) {
        (Verdict::Better, Some(Direction::Lower)) => ": better, for less is better",
        (Verdict::Better, _) => ": better, for more is better",
        (Verdict::Worse, Some(Direction::Lower)) => ": worse, for less is better",
        (Verdict::Worse, _) => ": worse, for more is better",
        _ => "; which way is better is not known",
    }
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}
