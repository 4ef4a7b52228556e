//! CSV and TSV with a header: one row for each value, or for several of one run.
//!
//! `columns` knows which column means what, `fields` where fields end, [`Reader`] how rows become records.

mod columns;
mod fields;
mod reader;

pub use columns::Columns;
pub(super) use reader::Reader;

use super::sight::{Head, Sight};
use super::{Format, Kind};

/// Recognised by a header that has the columns that are read without being asked for.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "CSV or TSV with a header",
    example: "benchlens -map name=test,value=time,unit=ms/op old.csv new.csv",
    run_command: None,
    // What a column means stands in the first line.
    cuts_at_lines: false,
    without_results: Kind::Csv,
    may_be_data: |_| true,
    sight: |head| sight(head, &Columns::default()),
    reader: || Box::new(Reader::new(Columns::default())),
};

/// Whether the first row has the columns of names and values.
pub(super) fn sight(head: &Head<'_>, columns: &Columns) -> Sight {
    let mut rows = head.lines().filter(|line| !reader::is_skipped(line));
    match rows.next() {
        Some(line) if columns.are_in(line) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    }
}
