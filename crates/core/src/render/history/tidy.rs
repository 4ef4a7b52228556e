//! A history as tidy data: one record for each value of each row, with the segment that it is in.

use super::super::tidy::{Fields, Lines, TidyKind, TidySink};
use crate::history::{Change, History, HistoryRow, HistoryTable, PointValue};

use TidyKind::{Count, Number, Text as Words};

/// The columns after the columns of the keys.
const COLUMNS: [(&str, TidyKind); 17] = [
    ("point", Count),
    ("place", Words),
    ("unit", Words),
    ("better", Words),
    ("n", Count),
    ("center", Number),
    ("lo", Number),
    ("hi", Number),
    ("segment", Count),
    ("outcome", Words),
    ("earliest", Count),
    ("latest", Count),
    ("change_scale", Words),
    ("change", Number),
    ("change_lo", Number),
    ("change_hi", Number),
    ("adjusted_p", Number),
];

/// Returns the columns of a history as tidy data, with which `history -format tidy` begins.
#[must_use]
pub fn history_tidy_columns(history: &History) -> Vec<(Vec<u8>, TidyKind)> {
    let fields = [
        ("table:", &history.table_fields),
        ("row:", &history.row_fields),
        ("by:", &history.by_fields),
    ];
    let keys = fields.into_iter().flat_map(|(role, fields)| {
        fields.iter().map(move |name| ([role.as_bytes(), name.as_bytes()].concat(), Words))
    });
    keys.chain(COLUMNS.map(|(name, kind)| (name.as_bytes().to_vec(), kind))).collect()
}

/// Passes the records of a history as tidy data to a sink.
pub fn history_tidy_records(history: &History, sink: &mut dyn TidySink) {
    for table in &history.tables {
        for row in &table.rows {
            for (index, value) in row.values.iter().enumerate() {
                record(sink, history, table, row, index, value);
            }
        }
    }
}

pub(super) fn render(history: &History) -> Vec<u8> {
    let mut out = Vec::new();
    let mut lines = Lines::new(&mut out);
    history_tidy_columns(history).iter().for_each(|(name, _)| lines.text(name));
    lines.end();
    history_tidy_records(history, &mut lines);
    out
}

fn record(
    out: &mut dyn TidySink,
    history: &History,
    table: &HistoryTable,
    row: &HistoryRow,
    index: usize,
    value: &PointValue,
) {
    let mut record = Fields { out };
    let point = &history.points[value.point as usize];
    for key in [&table.key, &row.key, &point.key] {
        key.iter().for_each(|text| record.key(text));
    }
    record.out.count(value.point);
    record.text(point.place.as_ref().map_or(&b""[..], |place| place.as_bytes()));
    record.key(&table.unit);
    record.text(table.direction.map_or("", |direction| direction.word()).as_bytes());
    record.out.count(value.n);
    record.number(value.center);
    record.bound(value.lo);
    record.bound(value.hi);
    let before = row.changes.iter().filter(|change| change.after.start <= index);
    record.out.count(before.count() as u32);
    match row.changes.iter().find(|change| change.after.start == index) {
        Some(change) => change_fields(&mut record, row, change),
        None => (0..8).for_each(|_| record.nothing()),
    }
    record.out.end();
}

/// Writes the change whose first value is this one.
fn change_fields(record: &mut Fields<'_>, row: &HistoryRow, change: &Change) {
    let size = change.size.relative();
    record.text(change.outcome.word().as_bytes());
    for index in [change.candidates.start, change.candidates.end.saturating_sub(1)] {
        record.maybe_count(row.values.get(index).map(|value| value.point));
    }
    record.text(size.scale.name().as_bytes());
    record.number(size.estimate);
    record.bound(size.interval.lo);
    record.bound(size.interval.hi);
    record.maybe(change.adjusted.map(|p| p.value));
}
