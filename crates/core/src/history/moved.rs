//! Rows whose newest value is in another table than their history.
//!
//! Takes a history; gives the rows that a configuration change moved to another table with the newest point. `pkg`
//! separates benchmarks rather than versions, because many packages have a `BenchmarkEncode`. So tables of different
//! packages move a row only if no table has both the row's newest value and earlier ones.

use std::collections::{BTreeMap, BTreeSet};

use super::report::{History, HistoryRow, HistoryTable};
use crate::base::Text;

/// Rows by the index of their table and their own index in it.
#[derive(Default)]
pub(super) struct Moved {
    /// Rows that have only a newest value.
    new: BTreeSet<(u32, u32)>,
    /// Rows that have only earlier values.
    left: BTreeSet<(u32, u32)>,
}

impl Moved {
    pub(super) fn find(history: &History, newest: u32) -> Moved {
        let mut moved = Moved::default();
        let mut groups: BTreeMap<(&[u8], Vec<&Text>), Vec<Site<'_>>> = BTreeMap::new();
        for (index, table) in (0..).zip(&history.tables) {
            for (row_index, row) in (0..).zip(&table.rows) {
                let site = Site { at: (index, row_index), table, row };
                let key = (table.unit.as_bytes(), row.key.iter().collect());
                groups.entry(key).or_default().push(site);
            }
        }
        let pkg = history.table_fields.iter().position(|field| field.as_bytes() == b"pkg");
        for sites in groups.into_values().filter(|sites| 1 < sites.len()) {
            let has_both =
                sites.iter().any(|site| site.has_newest(newest) && site.has_past(newest));
            let new = sites.iter().filter(|site| !site.has_past(newest));
            for site in new {
                let is_left = |other: &&Site<'_>| {
                    !other.has_newest(newest) && (!has_both || site.differs_beyond(other, pkg))
                };
                for other in sites.iter().filter(is_left) {
                    moved.new.insert(site.at);
                    moved.left.insert(other.at);
                }
            }
        }
        moved
    }

    /// Returns whether the history of a row is in another table.
    pub(super) fn is_new(&self, table: u32, row: u32) -> bool {
        self.new.contains(&(table, row))
    }

    /// Returns whether the newest value of a row is in another table.
    pub(super) fn is_left(&self, table: u32, row: u32) -> bool {
        self.left.contains(&(table, row))
    }
}

/// A row that several tables have.
struct Site<'h> {
    at: (u32, u32),
    table: &'h HistoryTable,
    row: &'h HistoryRow,
}

impl Site<'_> {
    fn has_newest(&self, newest: u32) -> bool {
        self.row.values.last().is_some_and(|value| value.point == newest)
    }

    fn has_past(&self, newest: u32) -> bool {
        self.row.values.first().is_some_and(|value| value.point != newest)
    }

    /// Returns whether two tables differ in a key other than the one at this index.
    fn differs_beyond(&self, other: &Site<'_>, pkg: Option<usize>) -> bool {
        let pairs = self.table.key.iter().zip(other.table.key.iter()).enumerate();
        pairs.filter(|&(index, _)| Some(index) != pkg).any(|(_, (a, b))| a != b)
    }
}
