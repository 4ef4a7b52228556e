//! The names of columns.

use crate::base::{Text, Texts};
use crate::table::Table;

/// Returns the values of a column's key.
pub(super) fn column_label(table: &Table, column: usize) -> String {
    let key = table.columns.get(column).map(|column| &column.key);
    let values = key.into_iter().flat_map(Texts::iter).map(Text::to_string_lossy);
    let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
    if values.is_empty() { "(none)".into() } else { values.join(" ") }
}
