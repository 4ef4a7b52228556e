//! The rows that an output shows, and their order.

use serde::{Deserialize, Serialize};

use super::setters::setters;

/// Selects the rows that an output shows, and their order. The numbers stay the same: geometric means and adjusted
/// p-values include all rows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RowSelection {
    /// The order of the rows. The default is the order of the report, or the worst first if there is a `top`.
    pub sort: Option<Sort>,
    /// Only rows with a significant change.
    pub changed: bool,
    /// Only rows that regressed by more than this fraction of the baseline: 0.03 is 3%, 0 any regression.
    pub worse: Option<f64>,
    /// Only these units, tidied or as the logs write them; all if there are none.
    pub units: Vec<String>,
    /// The maximum number of rows of each table.
    pub top: Option<u32>,
}

setters!(RowSelection {
    texts: ;
    lists: units;
    options: sort: Sort, worse: f64, top: u32;
    changed: bool,
});

impl RowSelection {
    /// Returns whether every row is shown, in the order of the report.
    pub(crate) fn is_default(&self) -> bool {
        *self == RowSelection::default()
    }
}

/// An order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Sort {
    /// The sort key.
    pub by: SortBy,
    /// The column that decides; if `None`, all columns count, or the first that can.
    pub column: Option<usize>,
    /// Whether to reverse the order. Rows without a value stay last.
    pub descending: bool,
}

/// A sort key of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// The report's order, which the row projection determines.
    #[default]
    First,
    /// The worst change first, then the largest change of unknown direction, then the largest
    /// improvement, then the rest.
    Worst,
    /// The label.
    Label,
    /// The center.
    Center,
    /// The ratio new/old; differences that are not significant come last.
    Delta,
    /// The p-value.
    P,
}

impl Sort {
    /// The names of the orders in `-sort`.
    pub const NAMES: [(&'static str, SortBy); 6] = [
        ("none", SortBy::First),
        ("worst", SortBy::Worst),
        ("name", SortBy::Label),
        ("value", SortBy::Center),
        ("delta", SortBy::Delta),
        ("p", SortBy::P),
    ];

    /// Reads a name. The prefix `-` reverses the order.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Sort> {
        let (descending, name) = match text.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, text),
        };
        let (_, by) = Sort::NAMES.into_iter().find(|&(known, _)| known == name)?;
        Some(Sort { by, column: None, descending })
    }

    /// Returns the text that [`Sort::from_text`] reads.
    pub(crate) fn to_text(self) -> String {
        let name = Sort::NAMES.into_iter().find(|&(_, by)| by == self.by).map_or("none", |n| n.0);
        format!("{}{name}", if self.descending { "-" } else { "" })
    }
}
