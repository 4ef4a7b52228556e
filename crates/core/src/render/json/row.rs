//! A row: its cells, and each of them against the baseline.

use super::write::Json;
use super::{coded, label, warnings};
use crate::grid::describe;
use crate::question::Query;
use crate::stats::{Interval, SampleIssue, Shift, ShiftScale};
use crate::table::{Cell, Compared, Report, Table};

pub(super) fn row(json: &mut Json, report: &Report, table: usize, place: usize) {
    let table = &report.tables[table];
    let row = &table.rows[place];
    json.open(b'{');
    json.named_texts("key", &row.key);
    label(json, &row.key);
    json.name("cells").list(&row.cells, |json, found| {
        cell(json, report, found, table);
    });
    json.name("comparisons").list(table.compared(row), |json, compared| {
        comparison(json, report, &compared);
    });
    json.close(b'}');
}

fn cell(json: &mut Json, report: &Report, cell: &Cell, table: &Table) {
    json.open(b'{');
    json.name("column").count(u64::from(cell.column));
    json.name("n").count(u64::from(cell.n));
    json.name("center").number(cell.summary.center);
    json.name("lo").number(cell.summary.lo);
    json.name("hi").number(cell.summary.hi);
    warnings(json, report.summary_warnings(cell));
    json.name("symptoms").list(&cell.symptoms, |json, found| symptom(json, found, table));
    if let Some(samples) = &cell.samples {
        json.name("samples").list(samples.iter().copied(), Json::number);
    }
    json.close(b'}');
}

fn symptom(json: &mut Json, symptom: &SampleIssue, table: &Table) {
    coded(json, symptom.code(), describe(symptom, table).as_bytes());
    match symptom {
        SampleIssue::Drift(drift) => {
            json.name("rise").number(drift.rise);
            json.name("tau").number(drift.tau);
            json.name("p").number(drift.p);
        }
        SampleIssue::Serial(serial) => {
            json.name("correlation").number(serial.correlation);
            json.name("p").number(serial.p);
        }
        SampleIssue::Modes(modes) => {
            json.name("lower").number(modes.lower);
            json.name("lower_n").count(u64::from(modes.lower_n));
            json.name("upper").number(modes.upper);
            json.name("upper_n").count(u64::from(modes.upper_n));
        }
        SampleIssue::Outliers(outliers) => {
            json.name("low").count(u64::from(outliers.low));
            json.name("high").count(u64::from(outliers.high));
            json.name("lower_fence").number(outliers.lower_fence);
            json.name("upper_fence").number(outliers.upper_fence);
        }
    }
    json.close(b'}');
}

fn comparison(json: &mut Json, report: &Report, compared: &Compared<'_>) {
    let Compared { base, cell, comparison, .. } = *compared;
    let effect = comparison.effect.as_ref();
    json.open(b'{');
    json.name("column").count(u64::from(comparison.column));
    if report.query.base != Query::default().base {
        json.name("base_column").count(u64::from(comparison.base));
    }
    json.name("outcome").text(comparison.outcome.word().as_bytes());
    json.name("base").maybe_number(base.map(|base| base.summary.center));
    json.name("base_n").count(base.map_or(0, |base| u64::from(base.n)));
    json.name("center").maybe_number(cell.map(|cell| cell.summary.center));
    json.name("n").count(cell.map_or(0, |cell| u64::from(cell.n)));
    let ratio = comparison.sides.and_then(|sides| sides.ratio());
    json.name("delta").maybe_number(ratio.map(|ratio| ratio - 1.0));
    json.name("significant").flag(comparison.is_significant());
    json.name("p").maybe_number(comparison.shown_p());
    let test = comparison.test.filter(|_| report.analysis.is_some());
    json.name("adjusted_p").maybe_number(test.map(|test| test.adjusted_p));
    shift(json, effect.and_then(|effect| effect.shift));
    match effect.and_then(|effect| effect.equivalence_interval) {
        Some(equivalence) => {
            json.name("narrow").open(b'{');
            interval(json, &equivalence);
            json.close(b'}');
        }
        None => json.name("narrow").null(),
    }
    json.name("p_decides").flag(effect.is_some_and(|effect| effect.p_decides));
    let power = comparison.power;
    json.name("runs_needed").maybe_count(power.and_then(|power| power.runs_needed));
    json.name("smallest").maybe_number(power.and_then(|power| power.min_detectable_effect));
    warnings(json, report.comparison_warning(comparison).into_iter());
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
