//! A picture to post: a chart with a headline, the number of runs, the machine, and where to look further.

use super::canvas::{Canvas, Hold};
use super::drawn::{Chart, ChartError};
use super::frame::MARGIN;
use super::metrics::{shortened, width};
use super::query::{ChartKind, ChartQuery};
use crate::grid;
use crate::table::{Outcome, Report, Table};

/// The size of the canvas; its texts are then legible in a list of posts.
const SIZE: (f64, f64) = (900.0, 506.25);
/// The pixels for each pixel of the canvas: 1200 × 675 in all.
const SCALE: f64 = 4.0 / 3.0;
/// The height of the foot.
const FOOT: f64 = 30.0;

/// The texts around a chart.
#[derive(Default)]
struct Around<'t> {
    counts: Vec<(Outcome, String)>,
    means: String,
    origin: String,
    address: &'t str,
}

/// Draws the picture around the chart of a table that `plain` draws.
pub(super) fn draw(
    report: &Report,
    query: &ChartQuery,
    kind: ChartKind,
    address: &str,
    plain: &dyn Fn(&ChartQuery) -> Result<Chart, ChartError>,
) -> Result<Chart, ChartError> {
    let table = report.tables.get(query.table).ok_or(ChartError::NoSuchTable(query.table))?;
    let counts = match kind {
        // The columns are a sequence, and the chart counts its changes; or it shows several units.
        ChartKind::Changes | ChartKind::History | ChartKind::Samples | ChartKind::Quantiles => {
            Vec::new()
        }
        ChartKind::Auto | ChartKind::Forest | ChartKind::Medians | ChartKind::Scaling => {
            counts(report, table)
        }
    };
    around(query, &Around { counts, means: means(table), origin: origin(table), address }, plain)
}

/// Draws the picture around a chart that `plain` draws and that has a headline of its own.
pub(super) fn frame(
    query: &ChartQuery,
    address: &str,
    plain: &dyn Fn(&ChartQuery) -> Result<Chart, ChartError>,
) -> Result<Chart, ChartError> {
    around(query, &Around { address, ..Around::default() }, plain)
}

fn around(
    query: &ChartQuery,
    texts: &Around<'_>,
    plain: &dyn Fn(&ChartQuery) -> Result<Chart, ChartError>,
) -> Result<Chart, ChartError> {
    let mut canvas = Canvas::new(SIZE.0, query.theme);
    let top = head(&mut canvas, &texts.counts, &texts.means);
    let size = (SIZE.0, (SIZE.1 - top - FOOT).floor());
    let inner =
        ChartQuery { post: None, width: Some(size.0), height: Some(size.1), ..query.clone() };
    let chart = plain(&inner)?;
    canvas.nest(&chart.svg, (0.0, top), size);
    let source = match texts.address.trim() {
        "" => "benchlens".to_owned(),
        address => format!("benchlens · {}", shortened(address, 0.6 * SIZE.0)),
    };
    let y = SIZE.1 - 12.0;
    let (soft, room) = (canvas.palette.soft, SIZE.0 - 3.0 * MARGIN - width(&source));
    canvas.text((MARGIN, y), Hold::Start, soft, &shortened(&texts.origin, room));
    canvas.text((SIZE.0 - MARGIN, y), Hold::End, soft, &source);
    let words: Vec<&str> = texts.counts.iter().map(|(_, text)| &text[..]).collect();
    let svg = canvas.finish_scaled(SIZE.1, &words.join(", "), SCALE);
    Ok(Chart { svg, ..chart })
}

/// Draws the headline; returns its lower end.
fn head(canvas: &mut Canvas, counts: &[(Outcome, String)], means: &str) -> f64 {
    if counts.is_empty() {
        return 0.0;
    }
    let mut parts = Vec::new();
    for (outcome, text) in counts {
        if !parts.is_empty() {
            parts.push((canvas.palette.soft, " · ".to_owned()));
        }
        parts.push((canvas.palette.of(*outcome).0, text.clone()));
    }
    canvas.parts((MARGIN, 38.0), " font-size=\"26\" font-weight=\"700\"", &parts);
    if means.is_empty() {
        return 44.0;
    }
    let text = shortened(means, SIZE.0 - 2.0 * MARGIN);
    canvas.text((MARGIN, 60.0), Hold::Start, canvas.palette.soft, &text);
    64.0
}

/// Returns how many comparisons of the unit have each outcome, in words.
fn counts(report: &Report, table: &Table) -> Vec<(Outcome, String)> {
    let cards = grid::cards(report);
    let Some(card) = cards.iter().find(|card| *card.unit == table.unit) else { return Vec::new() };
    let words = card.outcomes(report).into_iter();
    words.map(|found| (found.outcome, format!("{} {}", found.count, found.word))).collect()
}

/// Returns the geometric mean of the only column that has one with an interval.
fn means(table: &Table) -> String {
    let suites: Vec<_> =
        (0..table.columns.len()).filter_map(|column| table.suite(column)).collect();
    match suites[..] {
        [suite] => format!("geometric mean {}", grid::suite_text(suite)).replace('-', "\u{2212}"),
        _ => String::new(),
    }
}

/// Returns the number of runs of each cell, and the machine and other configuration of the table.
fn origin(table: &Table) -> String {
    let runs = || table.rows.iter().flat_map(|row| row.cells.iter()).map(|cell| cell.n);
    let runs = match (runs().min(), runs().max()) {
        (Some(one), Some(most)) if one == most => format!("n={one}"),
        (Some(least), Some(most)) => format!("n={least} to {most}"),
        _ => String::new(),
    };
    let about = table.key.iter().map(crate::base::Text::to_string_lossy);
    let parts = std::iter::once(runs).chain(about).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}
