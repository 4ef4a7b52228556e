//! CSV and TSV with a header: a row contains one value, or several values of one run.
//!
//! `columns` knows the meaning of columns, `fields` knows where fields end, [`Reader`] converts rows to records.

mod columns;
mod fields;
mod reader;

pub use columns::Columns;
pub(super) use fields::Fields;
pub(super) use reader::Reader;

use super::sight::{Head, Sight};
use super::{Format, Kind};

/// Recognized by a header that has the default columns.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "CSV or TSV with a header",
    example: "benchlens -map name=test,value=time,unit=ms/op old.csv new.csv",
    run_command: None,
    // The first line gives the meaning of the columns.
    cuts_at_lines: false,
    without_results: Kind::Csv,
    may_be_data: |_| true,
    sight: |head| sight(head, &Columns::default()),
    reader: |reading| Box::new(Reader::new(reading.columns.clone().unwrap_or_default())),
};

/// Returns whether the first row has the columns of names and values.
pub(super) fn sight(head: &Head<'_>, columns: &Columns) -> Sight {
    let mut rows = head.lines().filter(|line| !reader::is_skipped(line));
    match rows.next() {
        Some(line) if columns.are_in(line) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    }
}
