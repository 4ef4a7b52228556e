//! A history as tidy data: one record for each value of each row, with the segment that it is in (RFC 4180).

use super::super::tidy::Record;
use crate::base::{Text, Texts};
use crate::history::{Change, History, HistoryRow, HistoryTable, PointValue};

/// The columns after the columns of the keys.
const COLUMNS: [&str; 17] = [
    "point",
    "place",
    "unit",
    "better",
    "n",
    "center",
    "lo",
    "hi",
    "segment",
    "outcome",
    "earliest",
    "latest",
    "change_scale",
    "change",
    "change_lo",
    "change_hi",
    "adjusted_p",
];

pub(super) fn render(history: &History) -> Vec<u8> {
    let mut out = Vec::new();
    let mut head = Record::new(&mut out);
    let fields = [
        ("table:", &history.table_fields),
        ("row:", &history.row_fields),
        ("by:", &history.by_fields),
    ];
    for (role, fields) in fields {
        fields.iter().for_each(|name| head.text(&[role.as_bytes(), name.as_bytes()].concat()));
    }
    COLUMNS.iter().for_each(|name| head.text(name.as_bytes()));
    head.end();
    for table in &history.tables {
        for row in &table.rows {
            for (index, value) in row.values.iter().enumerate() {
                record(&mut out, history, table, row, index, value);
            }
        }
    }
    out
}

fn record(
    out: &mut Vec<u8>,
    history: &History,
    table: &HistoryTable,
    row: &HistoryRow,
    index: usize,
    value: &PointValue,
) {
    let mut record = Record::new(out);
    let point = &history.points[value.point as usize];
    let keys = |keys: &Texts| keys.iter().cloned().collect::<Vec<Text>>();
    for key in [keys(&table.key), keys(&row.key), keys(&point.key)].concat() {
        record.key(&key);
    }
    record.number(f64::from(value.point));
    record.text(point.place.as_ref().map_or(&b""[..], Text::as_bytes));
    record.key(&table.unit);
    record.text(table.direction.map_or("", |direction| direction.word()).as_bytes());
    record.number(f64::from(value.n));
    record.number(value.center);
    record.bound(value.lo);
    record.bound(value.hi);
    record.number(row.changes.iter().filter(|change| change.after.start <= index).count() as f64);
    match row.changes.iter().find(|change| change.after.start == index) {
        Some(change) => change_fields(&mut record, row, change),
        None => (0..8).for_each(|_| record.nothing()),
    }
    record.end();
}

/// Writes the change whose first value is this one.
fn change_fields(record: &mut Record<'_>, row: &HistoryRow, change: &Change) {
    let size = change.size.relative();
    record.text(change.outcome.word().as_bytes());
    for index in [change.candidates.start, change.candidates.end.saturating_sub(1)] {
        record.maybe(row.values.get(index).map(|value| f64::from(value.point)));
    }
    record.text(size.scale.name().as_bytes());
    record.number(size.estimate);
    record.bound(size.interval.lo);
    record.bound(size.interval.hi);
    record.maybe(change.adjusted.map(|p| p.value));
}
