//! How many comparisons have each outcome, in words.
//!
//! Runs that are not interleaved have the outcome `differs`, because the machine can be the reason. People want to know
//! the direction nevertheless, so they read `2 slower, 6 faster`, with one caveat.

use super::super::cell::write_delta;
use super::needed::number_of_runs;
use crate::stats::ShiftScale;
use crate::table::{Comparison, ComparisonWarning, Delta, Outcome, Table};
use crate::unit::is_measured;

/// The caveat after the counts of runs that are not interleaved.
pub(crate) const ONE_AFTER_THE_OTHER: &str =
    "Measured one after the other: the machine can be the reason.";

/// A number of comparisons, with a word for them: `2 slower`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeCount {
    /// Their outcome.
    pub outcome: Outcome,
    /// How many there are; not zero.
    pub count: u32,
    /// `regressed`, or `slower` for runs that are not interleaved.
    pub word: &'static str,
}

/// Returns how many comparisons of some tables have each outcome, the worst first.
pub fn outcome_counts<'t>(tables: impl IntoIterator<Item = &'t Table>) -> Vec<OutcomeCount> {
    let mut all = Tally::default();
    tables.into_iter().for_each(|table| all.add(&Tally::new(table)));
    all.groups()
        .map(|(outcome, word, group)| OutcomeCount { outcome, count: group.count, word })
        .collect()
}

/// Returns the outcomes of some tables in a line: `1 regressed, 2 unchanged`, with the caveat if it applies.
pub(crate) fn outcome_line<'t>(tables: impl IntoIterator<Item = &'t Table>) -> String {
    let counts = outcome_counts(tables);
    let words: Vec<String> =
        counts.iter().map(|found| format!("{} {}", found.count, found.word)).collect();
    let words = if words.is_empty() { "nothing compared".to_owned() } else { words.join(", ") };
    let is_sequential = counts.iter().any(|found| found.outcome == Outcome::Differs);
    if is_sequential { format!("{words}. {ONE_AFTER_THE_OTHER}") } else { words }
}

/// Some comparisons.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    count: u32,
    /// The smallest and the largest new/old of the comparisons that have one.
    ratios: Option<(f64, f64)>,
}

/// The comparisons of one or more tables, by outcome.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) rows: usize,
    /// The largest number of columns of a table.
    pub(super) columns: usize,
    /// The groups by outcome.
    groups: [Group; Outcome::ALL.len()],
    /// Those that differ and whose direction is known: worse, better.
    directed: [Group; 2],
    /// Whether one of these is of a unit without a time, which cannot be slower.
    has_other_units: bool,
    /// How many of the inconclusive comparisons have too few runs for any difference to be significant.
    too_few: u32,
    /// The least and the largest number of runs that inconclusive comparisons need.
    needed: Option<(u32, u32)>,
}

/// Returns the range that contains both.
fn united<T: PartialOrd>(one: Option<(T, T)>, other: Option<(T, T)>) -> Option<(T, T)> {
    match (one, other) {
        (Some((a, b)), Some((c, d))) => {
            Some((if c < a { c } else { a }, if b < d { d } else { b }))
        }
        (one, other) => one.or(other),
    }
}

impl Group {
    fn add(&mut self, other: &Group) {
        self.count += other.count;
        self.ratios = united(self.ratios, other.ratios);
    }

    /// Returns ` (-59.58% to -75.10%)`, from the smallest change to the largest.
    fn range(&self) -> String {
        let percent = |ratio| {
            let mut out = Vec::new();
            write_delta(&mut out, Delta::Ratio(ratio));
            String::from_utf8_lossy(&out).into_owned()
        };
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
    pub(super) fn new(table: &Table) -> Tally {
        let (rows, columns) = (table.rows.len(), table.columns.len());
        let mut tally = Tally { rows, columns, ..Tally::default() };
        for row in &table.rows {
            row.comparisons.iter().for_each(|comparison| tally.count(table, comparison));
            // Without an analysis, no comparison in the row reports that a counterpart is missing.
            let lacks = table.present().filter(|&column| table.lacks(row, column as u32));
            tally.groups[Outcome::Missing as usize].count += lacks.count() as u32;
        }
        tally
    }

    fn count(&mut self, table: &Table, comparison: &Comparison) {
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
        let by_p = comparison.outcome_by_p(table.direction);
        let has_direction =
            outcome == Outcome::Differs && [Outcome::Regressed, Outcome::Improved].contains(&by_p);
        let is_worse = has_direction.then_some(by_p == Outcome::Regressed);
        let group = match is_worse {
            Some(is_worse) => {
                self.has_other_units |= !is_measured(table.unit.as_bytes());
                &mut self.directed[usize::from(!is_worse)]
            }
            None => &mut self.groups[outcome as usize],
        };
        group.add(&Group { count: 1, ratios });
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
        if outcome == Outcome::Inconclusive {
            self.too_few += u32::from(has_too_few);
            let runs = comparison.power().and_then(|power| power.runs_needed);
            self.needed = united(self.needed, runs.map(|runs| (runs, runs)));
        }
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.rows += other.rows;
        self.columns = self.columns.max(other.columns);
        self.groups.iter_mut().zip(&other.groups).for_each(|(group, other)| group.add(other));
        self.directed.iter_mut().zip(&other.directed).for_each(|(group, other)| group.add(other));
        self.has_other_units |= other.has_other_units;
        self.too_few += other.too_few;
        self.needed = united(self.needed, other.needed);
    }

    /// Returns whether there is a difference whose reason can be the machine.
    pub(super) fn is_sequential(&self) -> bool {
        self.groups().any(|(outcome, ..)| outcome == Outcome::Differs)
    }

    /// Returns the groups that are not empty with their words, the worst first.
    fn groups(&self) -> impl Iterator<Item = (Outcome, &'static str, &Group)> {
        let words = if self.has_other_units { ["worse", "better"] } else { ["slower", "faster"] };
        let [worse, better] = &self.directed;
        let all = Outcome::ALL.into_iter().flat_map(move |outcome| {
            let group = &self.groups[outcome as usize];
            let own = (outcome, outcome.word_for(group.count.into()), group);
            let directed = [(outcome, words[0], worse), (outcome, words[1], better)];
            directed.into_iter().filter(move |_| outcome == Outcome::Differs).chain([own])
        });
        all.filter(|(.., group)| group.count != 0)
    }

    /// Returns the parts of a sentence: `3 improved (-59.58% to -75.10%)`, …
    pub(super) fn parts(&self) -> Vec<String> {
        let part = |(outcome, word, group): (Outcome, &'static str, &Group)| {
            let why = if outcome == Outcome::Inconclusive { self.why() } else { String::new() };
            format!("{} {word}{}{why}", group.count, group.range())
        };
        self.groups().map(part).collect()
    }

    /// Returns why comparisons are inconclusive: ` (2 with too few runs, 24 to 81 needed)`.
    fn why(&self) -> String {
        let few = match self.too_few {
            0 => None,
            few => Some(format!("{few} with too few runs")),
        };
        let needed = self.needed.map(|(least, most)| {
            let most_text = number_of_runs(most);
            let runs = if few.is_some() { "" } else { " runs" };
            match number_of_runs(least) {
                least if least == most_text => format!("{most_text}{runs} needed"),
                least => format!("{least} to {most_text}{runs} needed"),
            }
        });
        let why: Vec<String> = few.into_iter().chain(needed).collect();
        if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) }
    }
}
