//! A row: its cells, and each of them against the baseline.

use super::write::Json;
use super::{coded, label, warnings};
use crate::grid::describe;
use crate::stats::{Interval, Shift, ShiftScale, Symptom};
use crate::table::{Assumption, Cell, Pair, Report};

pub(super) fn row(json: &mut Json, report: &Report, table: usize, place: usize) {
    let row = &report.tables[table].rows[place];
    json.open(b'{');
    json.named_texts("key", &row.key);
    label(json, &row.key);
    json.name("cells").open(b'[');
    for (i, found) in row.cells.iter().enumerate() {
        cell(json, report, (table, place), found);
        if let Some(samples) = report.samples.get(table) {
            json.name("samples").list(samples.cell(place, i).iter().copied(), Json::number);
        }
        json.close(b'}');
    }
    json.close(b']');
    let exact = report.tables[table].assumption == Assumption::Exact;
    json.name("comparisons").list(report.pairs(table, place), |json, pair| {
        comparison(json, report, &pair, exact);
    });
    json.close(b'}');
}

fn cell(json: &mut Json, report: &Report, (table, row): (usize, usize), cell: &Cell) {
    json.open(b'{');
    json.name("column").count(u64::from(cell.column));
    json.name("n").count(u64::from(cell.n));
    json.name("center").number(cell.summary.center);
    json.name("lo").number(cell.summary.lo);
    json.name("hi").number(cell.summary.hi);
    warnings(json, report.summary_warnings(cell));
    let analysed = report.analysis.as_ref().and_then(|a| a.tables.get(table)?.rows.get(row));
    let symptoms = analysed.map_or(&[][..], |row| &row.symptoms);
    let own = symptoms.iter().filter(|(column, _)| *column == cell.column);
    let unit = report.tables[table].unit.as_bytes();
    json.name("symptoms").list(own, |json, (_, found)| symptom(json, found, unit));
}

fn symptom(json: &mut Json, symptom: &Symptom, unit: &[u8]) {
    coded(json, symptom.code(), describe(symptom, unit).as_bytes());
    match symptom {
        Symptom::Drift(drift) => {
            json.name("rise").number(drift.rise);
            json.name("tau").number(drift.tau);
            json.name("p").number(drift.p);
        }
        Symptom::Serial(serial) => {
            json.name("correlation").number(serial.correlation);
            json.name("p").number(serial.p);
        }
        Symptom::Modes(modes) => {
            json.name("lower").number(modes.lower);
            json.name("lower_n").count(u64::from(modes.lower_n));
            json.name("upper").number(modes.upper);
            json.name("upper_n").count(u64::from(modes.upper_n));
        }
        Symptom::Outliers(outliers) => {
            json.name("low").count(u64::from(outliers.low));
            json.name("high").count(u64::from(outliers.high));
            json.name("lower_fence").number(outliers.lower_fence);
            json.name("upper_fence").number(outliers.upper_fence);
        }
    }
    json.close(b'}');
}

fn comparison(json: &mut Json, report: &Report, pair: &Pair<'_>, exact: bool) {
    let judgement = pair.judgement;
    json.open(b'{');
    json.name("column").count(u64::from(pair.column));
    json.name("outcome").text(pair.outcome.word().as_bytes());
    json.name("base").maybe_number(pair.base.map(|base| base.summary.center));
    json.name("base_n").count(pair.base.map_or(0, |base| u64::from(base.n)));
    json.name("center").maybe_number(pair.cell.map(|cell| cell.summary.center));
    json.name("n").count(pair.cell.map_or(0, |cell| u64::from(cell.n)));
    json.name("delta").maybe_number(pair.ratio().map(|ratio| ratio - 1.0));
    json.name("significant").flag(pair.is_significant());
    // Exact values are not tested.
    let p = pair.comparison().filter(|_| !exact).map(|comparison| comparison.p);
    json.name("p").maybe_number(p);
    json.name("adjusted_p").maybe_number(judgement.and_then(|judgement| judgement.adjusted_p));
    shift(json, judgement.and_then(|judgement| judgement.shift));
    match judgement.and_then(|judgement| judgement.narrow) {
        Some(narrow) => {
            json.name("narrow").open(b'{');
            interval(json, &narrow);
            json.close(b'}');
        }
        None => json.name("narrow").null(),
    }
    json.name("p_decides").flag(judgement.is_some_and(|judgement| judgement.p_decides));
    json.name("runs_needed").maybe_count(judgement.and_then(|judgement| judgement.runs_needed));
    json.name("smallest").maybe_number(judgement.and_then(|judgement| judgement.smallest));
    warnings(json, pair.cell.and_then(|cell| report.comparison_warning(cell)).into_iter());
    json.close(b'}');
}

fn shift(json: &mut Json, shift: Option<Shift>) {
    let Some(shift) = shift else { return json.name("shift").null() };
    let scale: &[u8] = match shift.scale {
        ShiftScale::Ratio => b"ratio",
        ShiftScale::Difference => b"difference",
    };
    json.name("shift").open(b'{');
    json.name("scale").text(scale);
    json.name("estimate").number(shift.estimate);
    interval(json, &shift.interval);
    json.close(b'}');
}

fn interval(json: &mut Json, interval: &Interval) {
    json.name("lo").number(interval.lo);
    json.name("hi").number(interval.hi);
    json.name("error").number(interval.error);
}
