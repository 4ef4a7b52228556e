//! All comparisons of a report, each with the texts and numbers that it refers to.

use super::comparison::{Comparison, State};
use super::outcome::Counts;
use super::report::{Cell, Column, Report, Row, Table};

/// A comparison with its table, row and columns.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Compared<'r> {
    /// The table.
    pub table: &'r Table,
    /// The row.
    pub row: &'r Row,
    /// The baseline's column.
    pub base_column: &'r Column,
    /// The new column.
    pub column: &'r Column,
    /// The baseline's cell, if the row has one.
    pub base: Option<&'r Cell>,
    /// The new cell, if the row has one.
    pub cell: Option<&'r Cell>,
    /// The comparison itself.
    pub comparison: &'r Comparison,
}

impl Table {
    /// Returns the comparisons of a row of this table, by column.
    pub fn compared<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = Compared<'r>> {
        row.comparisons.iter().filter_map(move |comparison| {
            // A comparison always names columns of its table.
            let column = |index: u32| self.columns.get(index as usize);
            Some(Compared {
                table: self,
                row,
                base_column: column(comparison.base)?,
                column: column(comparison.column)?,
                base: row.cell(comparison.base).filter(|_| comparison.state != State::New),
                cell: row.cell(comparison.column),
                comparison,
            })
        })
    }

    /// Returns how many comparisons of this table have each outcome.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let all = self.rows.iter().flat_map(|row| row.comparisons.iter());
        all.map(|comparison| comparison.outcome).collect()
    }
}

impl Report {
    /// Returns every comparison, by table, row and column. A row that only a baseline has is
    /// [`Outcome::Missing`](super::Outcome::Missing), and is included only with an analysis.
    ///
    /// ```
    /// use benchlens_core::{Input, Query, Store, run};
    ///
    /// let store = Store::read([
    ///     Input::new(b"old", b"BenchmarkA 1 20 B/op\n"),
    ///     Input::new(b"new", b"BenchmarkA 1 10 B/op\n"),
    /// ]);
    /// let report = run(&store, &Query::default())?.into_report();
    /// for compared in report.comparisons() {
    ///     assert_eq!(compared.row.key[0].to_string_lossy(), "A");
    ///     assert_eq!(compared.comparison.sides().and_then(|sides| sides.ratio()), Some(0.5));
    ///     assert_eq!(compared.comparison.outcome.word(), "inconclusive");
    /// }
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    pub fn comparisons(&self) -> impl Iterator<Item = Compared<'_>> {
        self.tables.iter().flat_map(|table| table.rows.iter().flat_map(|row| table.compared(row)))
    }
}
