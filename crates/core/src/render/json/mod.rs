//! The whole report as JSON, for programs; `schema/report-2.json` describes it.
//!
//! [`Report`] serializes as this document, so any serializer produces the same members: this module mirrors the report
//! with the names of the schema, and adds the sentences. [`Output::Json`] is the same document with one line a row,
//! whose rows are written on several threads.
//!
//! Rows that the query's focus hides from other outputs are included, in the report's own order. Numbers are doubles
//! with the fewest digits that read back the same; infinities, which JSON cannot express, and missing values are
//! `null`. Texts that are not UTF-8 have U+FFFD in place of invalid bytes, and their bytes follow in another member.
//!
//! [`Output::Json`]: super::Output::Json

mod document;
mod gate;
mod history;
mod keys;
mod mismatch;
mod next;
mod row;
mod value;
mod writer;

use std::io::Result;

use serde::{Serialize, Serializer};

use super::pieces::{Pieces, in_batches};
use crate::query::Answer;
use document::{Document, TableDocument};
pub(super) use history::history_json;
pub use keys::overview_json;
use row::RowDocument;
pub use writer::to_json;
use writer::{ROWS, append, append_item};

/// Serializes the document of `schema/report-2.json`: members in a fixed order, borrowed from the report.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        Document::new(self.report(), self.gate(), &self.report().tables).serialize(serializer)
    }
}

/// Writes the document piece by piece. The lists that receive pieces come last in their objects, so an object with an
/// empty list can be opened again, filled, and closed.
pub(super) fn render(answer: &Answer, threads: usize, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let report = answer.report();
    append(&mut out.buffer, &Document::new(report, answer.gate(), &[]));
    reopen(&mut out.buffer);
    for (index, table) in report.tables.iter().enumerate() {
        let head = TableDocument::new(report, table, &[]);
        append_item(&mut out.buffer, ROWS - 2, index == 0, &head);
        reopen(&mut out.buffer);
        in_batches(out, threads, table.rows.len(), &|places, buffer| {
            for place in places {
                let row = RowDocument::new(report, table, &table.rows[place]);
                append_item(buffer, ROWS, place == 0, &row);
            }
        })?;
        out.buffer.extend_from_slice(CLOSED);
    }
    out.buffer.extend_from_slice(CLOSED);
    out.buffer.push(b'\n');
    Ok(Vec::new())
}

/// The end of an object whose last member is a list.
const CLOSED: &[u8] = b"]}";

/// Removes the end of an object whose last member is an empty list.
fn reopen(out: &mut Vec<u8>) {
    debug_assert!(out.ends_with(b"[]}"));
    out.truncate(out.len() - CLOSED.len());
}
