//! The quantiles of a distribution, each of which has its own table.

use crate::base::sort_copies;
use crate::table::Report;
use crate::unit::{Quantile, quantile};

/// A quantile with its table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QuantileTable<'r> {
    pub(crate) quantile: Quantile<'r>,
    /// The index of its table in the report.
    pub(crate) table: usize,
}

/// Returns the quantiles of the distribution that a table belongs to, ascending. Empty if the unit of the table is not
/// a quantile of times, or the only one.
pub(crate) fn quantiles(report: &Report, table: usize) -> Vec<QuantileTable<'_>> {
    let Some(own) = report.tables.get(table) else { return Vec::new() };
    let Some(Quantile { kind, .. }) = quantile(own.unit.as_bytes()) else { return Vec::new() };
    let tables = report.tables.iter().enumerate().filter(|(_, table)| table.key == own.key);
    let found = tables.filter_map(|(index, table)| {
        quantile(table.unit.as_bytes()).map(|quantile| QuantileTable { quantile, table: index })
    });
    let mut found: Vec<QuantileTable<'_>> = found.filter(|f| f.quantile.kind == kind).collect();
    sort_copies(&mut found, &mut |a, b| a.quantile.percent.total_cmp(&b.quantile.percent));
    if found.len() < 2 { Vec::new() } else { found }
}
