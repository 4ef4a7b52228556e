//! The name of a row, or of a geometric mean, in a sentence.

use crate::base::write_name;
use crate::table::Report;

/// Returns `Encode/n=1 sec/op`, with the column if there are several and the table if its key distinguishes it. The
/// arguments are the indexes of a table, of a row in it (`None` for the geometric mean) and of a column.
pub fn row_name_of(
    report: &Report,
    table: u32,
    row: Option<u32>,
    column: u32,
    reported: &[usize],
) -> Vec<u8> {
    let table = &report.tables[table as usize];
    let mut out = Vec::new();
    match row {
        Some(row) => write_name(&mut out, &table.rows[row as usize].key),
        None => out.extend_from_slice(b"geomean"),
    }
    out.push(b' ');
    out.extend_from_slice(table.unit.as_bytes());
    for &i in reported {
        out.extend_from_slice(format!(" {}: ", report.table_fields[i]).as_bytes());
        out.extend_from_slice(table.key[i].as_bytes());
    }
    if 2 < table.columns.len() {
        out.extend_from_slice(b" in ");
        write_name(&mut out, &table.columns[column as usize].key);
    }
    out
}
