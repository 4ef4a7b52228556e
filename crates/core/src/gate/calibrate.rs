//! Computes noise floors from a report whose columns are logs of one version.
//!
//! Takes the centers of a row's cells; gives a floor for the row. Must not know how a floor is used.

use super::rules::{Calibration, Floor, FloorSize};
use crate::base::{Text, Texts};
use crate::stats::{Noise, ShiftScale, noise};
use crate::table::Report;
use crate::unit::Direction;

/// Returns the noise floor of each row: the difference of medians that two logs of one version exceed at this `rate`.
/// It is a prediction interval from the standard deviation of the medians of the row's columns. The report must have
/// one table for each package (`pkg`), rows by whole name, and a column for each log: [`calibration_query`] requests
/// these.
///
/// [`calibration_query`]: crate::query::calibration_query
#[must_use]
pub fn calibrate(report: &Report, rate: f64) -> Calibration {
    let mut calibration = Calibration { rate, ..Calibration::default() };
    for table in &report.tables {
        let field = |fields: &[Text], key: &Texts, name: &str| {
            let at = fields.iter().position(|field| field.as_bytes() == name.as_bytes());
            at.and_then(|i| key.get(i).cloned()).unwrap_or_default()
        };
        let pkg = field(&report.table_fields, &table.key, "pkg");
        calibration.logs = calibration.logs.max(table.columns.len());
        for row in &table.rows {
            let centers: Vec<f64> = row.cells.iter().map(|cell| cell.summary.center).collect();
            let Some(size) = noise(&centers, rate).and_then(|n| size(n, table.direction)) else {
                match centers.len() {
                    0 | 1 => calibration.without += 1,
                    _ => calibration.not_finite += 1,
                }
                continue;
            };
            let name = field(&report.row_fields, &row.key, ".fullname");
            let (pkg, unit) = (pkg.clone(), table.unit.clone());
            calibration.floors.push(Floor { pkg, unit, name, size });
        }
    }
    calibration
}

/// Returns how much worse an equal version may seem. If higher is better, worse is a fall: a rise to twice the size in
/// one direction corresponds to a fall to half of it in the other, so no fall reaches 100%. `None` if the fall rounds
/// to 100%.
fn size(noise: Noise, better: Option<Direction>) -> Option<FloorSize> {
    let Noise { scale, limit } = noise;
    match (scale, better) {
        (ShiftScale::Difference, _) => Some(FloorSize::Amount(limit)),
        (ShiftScale::Ratio, Some(Direction::Higher)) => {
            let fall = (limit - 1.0) / limit;
            (fall < 1.0).then_some(FloorSize::Share(fall))
        }
        (ShiftScale::Ratio, _) => Some(FloorSize::Share(limit - 1.0)),
    }
}
