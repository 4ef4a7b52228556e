//! The parts that an analysis adds: intervals and outcomes next to a comparison, and a few lines below the tables.

use super::super::cell::{write_p, write_value};
use super::super::units::Inverse;
use super::suite::suite_lines;
use super::summary::answer_of;
use crate::base::{Sentence, Text, percent, plural, write_name};
use crate::stats::{Adjustment, Shift};
use crate::table::{
    Analysis, Comparison, Effect, MachineDifference, Report, SampleIssue, Supported, Table,
};
use crate::unit::{Class, Scale};

/// Returns the estimated change, if the report shows it with its interval. It replaces the change of the centers, because
/// the interval does not describe that.
pub(in crate::grid) fn shown_effect<'c>(
    report: &Report,
    comparison: &'c Comparison,
) -> Option<(&'c Effect, Shift)> {
    let wanted = report.analysis.as_ref().is_some_and(|analysis| analysis.outcomes);
    let effect = comparison.effect().filter(|_| wanted)?;
    Some((effect, effect.shift?))
}

/// Returns the lines below all tables: the outcomes, the tests, and all notes, or a line that says what else there is to
/// read.
///
/// `inverse` contains the units whose tables are not shown.
pub(crate) fn footer(report: &Report, inverse: &[Inverse<'_>], has_notes: bool) -> Vec<Vec<u8>> {
    let Some(analysis) = report.analysis.as_ref().filter(|analysis| analysis.outcomes) else {
        return Vec::new();
    };
    let is_shown = |table: &&Table| inverse.iter().all(|inverse| *inverse.unit != table.unit);
    let mut lines = vec![answer_of(report.tables.iter().filter(is_shown)).into_bytes()];
    let margin = format!("margin {}%", percent(analysis.margin)).into_bytes();
    // Without a test, nothing can be significant by chance.
    lines.push(match analysis.tests {
        0 => margin,
        _ => [&tests(report, analysis)[..], b"; ", &margin].concat(),
    });
    let notes = notes(report, analysis);
    if has_notes {
        lines.extend(notes);
        return lines;
    }
    let notes = notes.len() as u64;
    let mut more = Sentence::default();
    if notes != 0 {
        let them = if notes == 1 { "it" } else { "them" };
        more = more.and(format!("{}: to print {them}, add ", plural(notes, "note")));
        more = more.and_setting("notes");
    }
    for Inverse { unit, of } in inverse {
        let gap = if more.as_bytes().is_empty() { "" } else { "; " };
        let words = format!("{gap}{unit} is the inverse of {of} and not shown: ");
        more = more.and(words).and_set("unit", unit.as_bytes());
    }
    lines.extend((!more.as_bytes().is_empty()).then(|| more.with_flags()));
    lines
}

/// Returns the notes on the whole suite, the margin, the machines and the samples.
fn notes(report: &Report, analysis: &Analysis) -> Vec<Vec<u8>> {
    // Without blocks, no reader expects an interval of the geometric mean.
    let suites = if report.is_paired { suite_lines(report) } else { Vec::new() };
    let without_interval = suites.into_iter().filter(|line| line.outcome.is_none());
    let mut lines: Vec<Vec<u8>> = without_interval.map(|line| line.text).collect();
    lines.extend(about_samples(report, analysis, usize::MAX));
    lines
}

/// Returns the number of tests and the notes on the margin, the machines and the samples, for a list of remarks.
#[must_use]
pub fn analysis_lines(report: &Report) -> Vec<Vec<u8>> {
    let Some(analysis) = report.analysis.as_ref().filter(|analysis| analysis.outcomes) else {
        return Vec::new();
    };
    let tests = (analysis.tests != 0).then(|| tests(report, analysis));
    tests.into_iter().chain(about_samples(report, analysis, ISSUES_OF_LIST)).collect()
}

/// A list of remarks contains at most this number of sample-quality warnings.
const ISSUES_OF_LIST: usize = 10;

fn about_samples(report: &Report, analysis: &Analysis, most: usize) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = supported(analysis).into_iter().collect();
    for table in &report.tables {
        for difference in &table.machines {
            let line = machine_difference(table, difference);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.extend(issue_lines(report, most));
    lines
}

/// Returns the first sample-quality warnings, at most `most`, and the number of the others.
pub(crate) fn issue_lines(report: &Report, most: usize) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let mut more = 0;
    for table in &report.tables {
        let rows = table.rows.iter();
        for (row, cell) in rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell))) {
            for issue in cell.issues() {
                if lines.len() == most {
                    more += 1;
                    continue;
                }
                let names = [&row.key, &table.columns[cell.column as usize].key];
                let [row, column] = names.map(|names| {
                    let mut name = Vec::new();
                    write_name(&mut name, names);
                    String::from_utf8_lossy(&name).into_owned()
                });
                let what = describe(issue, table);
                lines.push(format!("{row} {} in {column}: {what}", table.unit).into_bytes());
            }
        }
    }
    if 0 < more {
        let cells = if more == 1 { "cell" } else { "cells" };
        lines.push(format!("and {more} more suspicious {cells}").into_bytes());
    }
    lines
}

/// Returns `cpu differs: A in the baseline, B in new`.
pub(crate) fn machine_difference(table: &Table, difference: &MachineDifference) -> Vec<u8> {
    let column = &table.columns[difference.column as usize];
    let sides = [&difference.base, &difference.new].map(|values| words(values.iter(), " or "));
    let key = difference.key;
    let head = format!("{key} differs: {} in the baseline, {} in ", sides[0], sides[1]);
    [head.as_bytes(), words(column.key.iter(), " ").as_bytes()].concat()
}

fn words<'t>(texts: impl Iterator<Item = &'t Text>, between: &str) -> String {
    let words: Vec<String> = texts.map(Text::to_string_lossy).collect();
    words.join(between)
}

/// Returns `at a margin of 10%, at least 22 of 28 comparisons would be unchanged`.
fn supported(analysis: &Analysis) -> Option<Vec<u8>> {
    let Supported { margin, unchanged, all } = analysis.supported?;
    let least = if unchanged == all { "" } else { "at least " };
    let comparisons = format!("{least}{unchanged} of {all} comparisons would be unchanged");
    Some(format!("at a margin of {}%, {comparisons}", percent(margin)).into_bytes())
}

/// Returns `40 tests at level 0.05, 3 significant, up to 2.0 expected by chance if runs are independent (outcomes use
/// adjusted p: bh)`.
pub(crate) fn tests(report: &Report, analysis: &Analysis) -> Vec<u8> {
    let Analysis { tests, significant, adjust, .. } = analysis;
    let (level, tests) = (report.alpha, plural(u64::from(*tests), "test"));
    let mut out = format!("{tests} at level {level}, {significant} significant, up to ");
    let drawn = independent(report);
    let most = analysis.most_by_chance();
    out += &format!("{most:.1} expected by chance if {drawn} are independent");
    if let Some((name, _)) = Adjustment::ALL.into_iter().find(|(_, a)| a == adjust)
        && *adjust != Adjustment::None
    {
        out += &format!(" (outcomes use adjusted p: {name})");
    }
    out.into_bytes()
}

/// Returns the word for the units of measurement that the tests assume to be independent.
fn independent(report: &Report) -> &'static str {
    let rows = || report.tables.iter().flat_map(|table| &table.rows);
    let all = || rows().flat_map(|row| row.comparisons.iter());
    if !report.is_paired {
        "runs"
    } else if all().any(Comparison::has_blocks) && !all().any(Comparison::has_pairs) {
        "runs within blocks"
    } else {
        "pairs"
    }
}

/// Returns a sample issue as a sentence.
pub(crate) fn describe(issue: &SampleIssue, table: &Table) -> String {
    let value = |value: f64| scaled(table.class, value);
    match issue {
        SampleIssue::Drift(drift) => {
            let way = if drift.rise < 0.0 { "falls" } else { "rises" };
            let (rise, tau) = (value(drift.rise.abs()), drift.tau);
            format!(
                "{way} by {rise} from the first run to the last (tau={tau:.2} {})",
                p_text(drift.p)
            )
        }
        SampleIssue::Serial(serial) => {
            let (r, p) = (serial.correlation, serial.p);
            format!("each run depends on the run before it (autocorrelation {r:.2} {})", p_text(p))
        }
        SampleIssue::Modes(modes) => {
            let (lower, upper) = (value(modes.lower), value(modes.upper));
            format!(
                "two groups, {} runs near {lower} and {} near {upper}",
                modes.lower_n, modes.upper_n
            )
        }
        SampleIssue::ClockSteps(steps) => {
            let (step, share) = (value(steps.step), 100.0 * steps.share);
            format!(
                "values differ in steps of {step} ({share:.1}%), so smaller changes are not visible"
            )
        }
        SampleIssue::Outliers(outliers) => {
            let (low, high) = (value(outliers.lower_fence), value(outliers.upper_fence));
            let count = plural((outliers.low + outliers.high).into(), "outlier");
            match outliers {
                // When rounded, the other values are all alike.
                _ if low == high => format!("{count}; the other runs are near {low}"),
                outliers if outliers.low == 0 && outliers.lower_fence < 0.0 => {
                    format!("{count}, above {high}")
                }
                _ => format!("{count}, outside {low} to {high}"),
            }
        }
    }
}

/// Returns `p=0.012`.
pub(super) fn p_text(p: f64) -> String {
    let mut out = Vec::new();
    write_p(&mut out, p);
    String::from_utf8_lossy(&out).into_owned()
}

fn scaled(class: Class, value: f64) -> String {
    let mut out = Vec::new();
    write_value(&mut out, value, Some(Scale::common(class, [value])));
    String::from_utf8_lossy(&out).into_owned()
}
