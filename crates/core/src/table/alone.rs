//! Cells without comparisons.
//!
//! Takes a query whose baseline is none; gives its tables, whose rows have cells and nothing else, and which results
//! each cell is made of.

use super::assemble::CompiledQuery;
use super::cache::CellCache;
use super::cells::{CellPlace, Cells, Piece};
use super::compare::rows_of;
use super::model::Table;
use crate::base::pace::Pace;
use crate::base::{Error, Text, Texts};
use crate::store::Store;

/// The tables of a query that compares nothing.
pub(crate) async fn uncompared(
    store: &Store,
    asked: &CompiledQuery<'_>,
    pace: &Pace,
) -> Result<(Vec<Table>, Cells), Error> {
    let cells = asked.group_paced(store, pace).await?;
    let rows = asked.compare(store, &cells, &CellCache::default(), None, pace).await;
    let units = asked.units(store, &cells);
    let tables = asked.tables(store, &cells, (rows, &units), false);
    Ok((tables, cells))
}

impl Cells {
    /// By row of a table, the configuration of the first result of each of its cells.
    pub(crate) fn configs(&self, store: &Store, table: usize) -> Vec<Vec<u32>> {
        let config = |piece: Option<&Piece>| {
            let identity = piece.map_or(0, |piece| store.series.get(piece.series).0);
            store.identities.get(identity).1
        };
        let row =
            |row: &[CellPlace]| row.iter().map(|cell| config(self.pieces(cell).first())).collect();
        rows_of(&self.tables[table].cells).map(row).collect()
    }

    /// The last cell of each row of a table.
    pub(crate) fn last_cells(&self, table: usize) -> impl Iterator<Item = &CellPlace> {
        rows_of(&self.tables[table].cells).filter_map(<[CellPlace]>::last)
    }

    /// The cells of each row of a table.
    pub(crate) fn row_cells(&self, table: usize) -> impl Iterator<Item = &[CellPlace]> {
        rows_of(&self.tables[table].cells)
    }

    /// The columns of a table as places in [`columns`](Cells::columns), which has those of all tables.
    pub(crate) fn column_places(&self, table: usize, columns: &[u32]) -> Vec<u32> {
        let most = columns.iter().max().map_or(0, |&most| most as usize + 1);
        let mut places = vec![0; most];
        (0..).zip(columns).for_each(|(place, &column)| places[column as usize] = place);
        self.tables[table].columns.iter().map(|&column| places[column as usize]).collect()
    }

    /// The values of columns.
    pub(crate) fn column_texts(&self, columns: &[u32]) -> Vec<Texts> {
        let mut texts = self.projections.col.texts();
        columns.iter().map(|&column| texts.get(column)).collect()
    }

    /// The names of the keys of tables, rows and columns.
    pub(crate) fn field_names(&self) -> [Vec<Text>; 3] {
        let projections = &self.projections;
        [projections.table.names(), projections.row.names(), projections.col.names()]
    }
}
