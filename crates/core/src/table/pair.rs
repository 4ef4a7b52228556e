//! What stands against what: each column of a row against the baseline of the row.
//!
//! The one place that says what a comparison comes to, whether or not the query asked for an
//! analysis; every output that lists comparisons goes through it.

use super::report::{Cell, Comparison, Delta, Report};
use super::{Doubt, Judgement, Outcome, Verdict};

/// A column of a row against the baseline. One of the two sides may be missing.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'r> {
    /// The place of the new column in [`Table::columns`](super::Table::columns).
    pub column: u32,
    /// The baseline.
    pub base: Option<&'r Cell>,
    /// The new side.
    pub cell: Option<&'r Cell>,
    /// What was found out about it, if an analysis was asked for.
    pub judgement: Option<&'r Judgement>,
    /// What it comes to: by the judgement, or else by significance alone.
    pub outcome: Outcome,
}

impl<'r> Pair<'r> {
    /// A cell that has nothing to be compared with.
    pub(crate) fn alone(cell: &'r Cell) -> Pair<'r> {
        let (column, outcome) = (cell.column, Outcome::New);
        Pair { column, base: None, cell: Some(cell), judgement: None, outcome }
    }

    /// The comparison, if both sides are there.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        self.cell?.comparison.as_ref()
    }

    /// Whether the centres differ, and chance is no good explanation for it (p unadjusted, at most
    /// alpha; any difference of exact values).
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.cell.zip(self.comparison()).is_some_and(|(cell, comparison)| {
            let delta = comparison.delta(cell.summary.center);
            matches!(delta, Delta::FromZero | Delta::Ratio(_))
        })
    }

    /// new/old of the centres, significant or not; nothing from zero.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (cell, comparison) = self.cell.zip(self.comparison())?;
        match (comparison.base, cell.summary.center) {
            (base, center) if base == center => Some(1.0),
            (0.0, _) => None,
            (base, center) => Some(center / base),
        }
    }
}

impl Report {
    /// The pairs of a row, by column. A row without the baseline has one for each of its cells.
    /// Nothing if there is no such row.
    pub fn pairs(&self, table: usize, row: usize) -> impl Iterator<Item = Pair<'_>> {
        let whole = self.tables.get(table);
        let found = whole.and_then(|table| Some((table, table.rows.get(row)?)));
        let analysed = self.analysis.as_ref().and_then(|a| a.tables.get(table)?.rows.get(row));
        let judgements = analysed.map_or(&[][..], |row| &row.judgements);
        let columns = found.map_or(0, |(table, _)| table.columns.len() as u32);
        (1..columns).filter_map(move |column| {
            let (table, row) = found?;
            let cell = |column| row.cells.iter().find(|cell| cell.column == column);
            let (base, cell) = (cell(0), cell(column));
            let judgement = judgements.iter().find(|judgement| judgement.column == column);
            let outcome = match (base, cell) {
                (None, None) => return None,
                (None, Some(_)) => Outcome::New,
                (Some(_), None) => Outcome::Missing,
                (Some(_), Some(cell)) => match judgement {
                    Some(judgement) => judgement.outcome,
                    None => by_significance(table.verdict(cell), cell),
                },
            };
            Some(Pair { column, base, cell, judgement, outcome })
        })
    }
}

fn by_significance(verdict: Verdict, cell: &Cell) -> Outcome {
    let equal = cell.comparison.is_some_and(|comparison| {
        comparison.doubt == Some(Doubt::AllEqual)
            || comparison.p == 0.0 && comparison.base == cell.summary.center
    });
    match verdict {
        Verdict::Better => Outcome::Improved,
        Verdict::Worse => Outcome::Regressed,
        Verdict::Changed => Outcome::Changed,
        Verdict::Same if equal => Outcome::Unchanged,
        Verdict::Same | Verdict::None => Outcome::Inconclusive,
    }
}
