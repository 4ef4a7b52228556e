//! The parts that an analysis adds: intervals and outcomes next to a comparison, and a few lines below the tables.

use super::super::cell::write_value;
use super::suite::suite_lines;
use crate::base::float::write_fixed;
use crate::base::{Text, percent, plural, write_name};
use crate::stats::{Adjustment, Shift, ShiftScale};
use crate::table::{
    Analysis, Comparison, Effect, MachineDifference, Outcome, Report, SampleIssue, Supported, Table,
};
use crate::unit::{Class, Direction, Scale};

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

/// The largest number of runs that anyone would measure. It is more useful to say that a machine is too noisy.
pub(super) const RUNS_MAX: u32 = 1000;

/// Returns a number of runs that are needed: `24`, or `over 1000`.
pub(in crate::grid) fn number_of_runs(runs: u32) -> String {
    if runs <= RUNS_MAX { runs.to_string() } else { format!("over {RUNS_MAX}") }
}

/// Returns what an inconclusive comparison needs: `24 runs needed`. If one side has more runs than the other, the text
/// says that the number is that of either side. If no one would measure so many runs, it says what is known.
pub(super) fn needed(comparison: &Comparison, better: Option<Direction>) -> Option<String> {
    let runs = comparison.power()?.runs_needed?;
    if let Some(most) = worst(comparison, better).filter(|_| RUNS_MAX < runs) {
        return Some(format!("no regression above {most}%"));
    }
    let runs = number_of_runs(runs);
    let is_even = comparison.sides().is_none_or(|sides| sides.base_n == sides.n);
    Some(format!("{runs} runs needed{}", if is_even { "" } else { " on each side" }))
}

/// Returns the bound of a regression in percent, rounded up to two digits or more.
fn worst(comparison: &Comparison, better: Option<Direction>) -> Option<f64> {
    let effect = comparison.effect()?;
    let shift = effect.shift.filter(|shift| shift.scale == ShiftScale::Ratio)?;
    // Blocks have two values.
    let bounds = [shift, effect.other.unwrap_or(shift)].map(|shift| shift.interval);
    let worse = match better? {
        Direction::Lower => bounds[0].hi.max(bounds[1].hi) - 1.0,
        Direction::Higher => 1.0 - bounds[0].lo.min(bounds[1].lo),
    };
    let step = if worse < 0.1 { 10.0 } else { 1.0 };
    // Everything is less than a fall by 100%, whose bound is the ratio 0.
    let is_bound = worse.is_finite() && (better == Some(Direction::Lower) || worse < 1.0);
    (0.0 < worse && is_bound).then(|| (100.0 * worse * step).ceil() / step)
}

/// Writes the outcome after the p-value: ` adj=0.041 regressed`, ` inconclusive, 24 runs needed`.
pub(in crate::grid) fn write_outcome(
    out: &mut Vec<u8>,
    report: &Report,
    comparison: &Comparison,
    better: Option<Direction>,
) {
    let Some(analysis) = report.analysis.as_ref().filter(|analysis| analysis.outcomes) else {
        return;
    };
    // The change column already shows this outcome.
    if comparison.is_control() {
        return;
    }
    if let Some(test) = comparison.test()
        && analysis.adjust != Adjustment::None
    {
        out.extend_from_slice(b" adj=");
        write_fixed(out, test.adjusted_p, 3);
    }
    out.push(b' ');
    out.extend_from_slice(comparison.outcome.word().as_bytes());
    if let Some(needed) = needed(comparison, better) {
        out.extend_from_slice(b", ");
        out.extend_from_slice(needed.as_bytes());
    }
    if let Some(p) = comparison.effect().and_then(|effect| effect.brunner_munzel_p) {
        out.extend_from_slice(b", Brunner-Munzel p=");
        write_fixed(out, p, 3);
    }
}

/// The number of sample-quality warnings that are printed; the rest are counted.
const ISSUE_LINES: usize = 10;

/// Returns the lines below all tables.
pub fn summary(report: &Report) -> Vec<Vec<u8>> {
    let Some(analysis) = report.analysis.as_ref().filter(|analysis| analysis.outcomes) else {
        return Vec::new();
    };
    let mut lines: Vec<Vec<u8>> = suite_lines(report).into_iter().map(|line| line.text).collect();
    lines.push(counts(analysis));
    lines.extend(supported(analysis));
    // Without a test, nothing can be significant by chance.
    lines.extend((analysis.tests != 0).then(|| tests(report, analysis)));
    for table in &report.tables {
        for difference in &table.machines {
            let line = machine_difference(table, difference);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.extend(issue_lines(report));
    lines
}

/// Returns the first sample-quality warnings, and their number.
pub(crate) fn issue_lines(report: &Report) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let mut more = 0;
    for table in &report.tables {
        let rows = table.rows.iter();
        for (row, cell) in rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell))) {
            for issue in cell.issues() {
                if lines.len() == ISSUE_LINES {
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

/// Returns `2 regressed, 3 unchanged (margin 1%)`.
fn counts(analysis: &Analysis) -> Vec<u8> {
    let there = Outcome::ALL.into_iter().filter(|&outcome| 0 < analysis.counts.of(outcome));
    let words: Vec<String> = there
        .map(|outcome| {
            let count = analysis.counts.of(outcome);
            format!("{count} {}", outcome.word_for(count.into()))
        })
        .collect();
    let words = if words.is_empty() { "nothing compared".into() } else { words.join(", ") };
    format!("{words} (margin {}%)", percent(analysis.margin)).into_bytes()
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
                "{way} by {rise} from the first run to the last (tau={tau:.2} p={:.3})",
                drift.p
            )
        }
        SampleIssue::Serial(serial) => {
            let (r, p) = (serial.correlation, serial.p);
            format!("each run depends on the run before it (autocorrelation {r:.2} p={p:.3})")
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

fn scaled(class: Class, value: f64) -> String {
    let mut out = Vec::new();
    write_value(&mut out, value, Some(Scale::common(class, [value])));
    String::from_utf8_lossy(&out).into_owned()
}
