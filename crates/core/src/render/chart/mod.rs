//! Charts: a table, some of its rows, or one row as an SVG picture.
//!
//! Takes a report, a [`ChartQuery`] and, for samples, the values of cells; gives a picture whose bytes are the same in
//! the CLI, in the web app and in a saved report. A picture is self-contained: it has its background and all its
//! colors, but no style sheet, no script and no font. Marks describe themselves in a `<title>`, and `data-row` and
//! `data-column` identify their cell. All texts are escaped.
//!
//! Must not know files, pixels, or the meaning of a number.

mod canvas;
mod changes;
mod drawn;
mod forest;
mod frame;
mod history;
mod keys;
mod labels;
mod lines;
mod medians;
mod metrics;
mod of_report;
mod palette;
mod panels;
mod picked;
mod post;
mod quantiles;
mod query;
mod samples;
mod scaling;
mod words;

use serde::Serialize;

use crate::base::Text;
use crate::grid::quantiles;
use crate::history::OverColumns;
use crate::table::Report;
pub use changes::history_chart;
use drawn::Drawn;
pub use drawn::{Chart, ChartError, Samples};
pub use of_report::{ReportChart, report_chart};
use picked::Picked;
pub use query::{ChartKind, ChartQuery, Theme};
pub use words::ChartWords;

/// The charts that a table can have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct ChartKinds {
    /// The kinds that show something.
    pub kinds: Vec<ChartKind>,
    /// The kinds that suit the table.
    pub suitable: Vec<ChartKind>,
    /// The meaning of [`ChartKind::Auto`].
    pub auto: ChartKind,
    /// The keys that [`ChartQuery::x`] can name.
    pub numeric_keys: Vec<String>,
}

/// Draws a chart of a table of a report.
///
/// # Errors
///
/// The report lacks something that the query names, or the chart would be empty.
pub fn chart(
    report: &Report,
    query: &ChartQuery,
    samples: &Samples<'_>,
) -> Result<Chart, ChartError> {
    chart_with(report, query, samples, None)
}

/// Draws a chart from known changes over the columns, because finding them takes long.
///
/// # Errors
///
/// The same errors as [`chart`].
pub fn chart_with(
    report: &Report,
    query: &ChartQuery,
    samples: &Samples<'_>,
    known: Option<&OverColumns>,
) -> Result<Chart, ChartError> {
    if let Some(address) = &query.post {
        let plain = |plain: &ChartQuery| chart_with(report, plain, samples, known);
        return post::draw(report, query, kind_of(report, query), address, &plain);
    }
    let picked = Picked::new(report, query)?;
    let kind = kind_of(report, query);
    let drawn = match kind {
        ChartKind::Forest => forest::draw(picked),
        ChartKind::Scaling => scaling::draw(picked, query.x.as_deref()),
        ChartKind::Quantiles => quantiles::draw(picked),
        ChartKind::History => history::draw(picked),
        ChartKind::Samples => samples::draw(picked, samples),
        ChartKind::Changes => match known {
            Some(known) => changes::draw(&picked, known),
            None => changes::draw(&picked, &OverColumns::of(report)),
        },
        ChartKind::Medians | ChartKind::Auto => medians::draw(picked),
    }?;
    let Drawn { svg, shown, total, mut notes } = drawn;
    notes.retain(|note| !note.is_empty());
    Ok(Chart { svg, kind, shown: shown as u32, total: total as u32, notes })
}

/// Returns the kind that a chart query shows: never [`ChartKind::Auto`], unless there is no such table.
#[must_use]
pub fn kind_of(report: &Report, query: &ChartQuery) -> ChartKind {
    if query.kind != ChartKind::Auto {
        query.kind
    } else if query.x.is_some() {
        ChartKind::Scaling
    } else {
        chart_kinds(report, query.table).auto
    }
}

/// The minimum number of columns for a history.
const COLUMNS_MIN: usize = 5;

/// Returns the charts that a table can have; empty for a table that does not exist.
#[must_use]
pub fn chart_kinds(report: &Report, table: usize) -> ChartKinds {
    let keys = keys::numeric_keys(report, table);
    let has_quantiles = !quantiles(report, table).is_empty();
    let Some(table) = report.tables.get(table) else { return ChartKinds::default() };
    let is_compared =
        table.rows.iter().flat_map(|row| row.comparisons.iter()).any(|one| one.sides().is_some());
    let columns = table.present().count();
    let scales = keys.first().is_some_and(|key| key.scales);
    // Many columns are a sequence, unless they are benchmarks or sizes: names, or parts of them.
    let is_name =
        |field: &Text| matches!(field.as_bytes(), [b'/', ..] | b".name" | b".fullname" | b".unit");
    let is_history = COLUMNS_MIN <= columns && !report.col_fields.iter().any(is_name);
    let auto = match () {
        () if is_history => ChartKind::Changes,
        () if is_compared && columns <= 2 => ChartKind::Forest,
        () if scales => ChartKind::Scaling,
        () if is_compared => ChartKind::Forest,
        () => ChartKind::Medians,
    };
    let there = |kind: &ChartKind| match kind {
        ChartKind::Forest => is_compared,
        ChartKind::Scaling => keys.first().is_some_and(|key| 1 < key.points),
        ChartKind::Quantiles => has_quantiles,
        ChartKind::History => 1 < columns,
        ChartKind::Changes => COLUMNS_MIN <= columns,
        ChartKind::Medians | ChartKind::Samples => !table.rows.is_empty(),
        ChartKind::Auto => false,
    };
    let kinds: Vec<ChartKind> =
        ChartKind::ALL.into_iter().map(|(_, kind)| kind).filter(there).collect();
    let suits = |kind: &ChartKind| match kind {
        ChartKind::Scaling => scales,
        ChartKind::Changes => is_history,
        // Lines without their own axes hide all but the largest changes, so these charts are for a single version.
        ChartKind::Medians => !is_compared,
        ChartKind::History | ChartKind::Samples => false,
        ChartKind::Auto | ChartKind::Forest | ChartKind::Quantiles => true,
    };
    let suitable = kinds.iter().copied().filter(suits).collect();
    let numeric_keys = keys.into_iter().map(|key| key.name).collect();
    ChartKinds { kinds, suitable, auto, numeric_keys }
}

#[cfg(test)]
mod tests;
