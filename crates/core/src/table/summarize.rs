//! Cells to numbers: summaries and comparisons, cell by cell, shared by threads.

use super::Doubt;
use super::cells::{CellPlace, Cells, TableCells};
use super::report::{Assumption, Cell, Comparison};
use crate::base::{Text, parallel};
use crate::project::KeyId;
use crate::stats::{MannWhitney, MedianInterval, exact_summary, runs_for_difference};
use crate::store::{Sample, Store};

/// Levels and effort.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) alpha: f64,
    pub(crate) confidence: f64,
    /// How many threads to use; the report does not depend on it.
    pub(crate) threads: usize,
}

/// The cells of a row.
pub(super) type RowCells = (KeyId, Box<[Cell]>);

/// The rows of each table.
pub(super) fn rows(store: &Store, cells: &Cells, settings: Settings) -> Vec<Vec<RowCells>> {
    let job = Job {
        store,
        cells,
        alpha: settings.alpha,
        runs_for_difference: runs_for_difference(settings.alpha),
        residue_names: cells.projections.residue.names(),
    };
    let batches = batches(&cells.tables);
    let bench = || Workbench::new(settings.confidence);
    let done = parallel::map(batches.len(), settings.threads, bench, |bench, i| {
        job.rows(batches[i], bench)
    });
    let mut tables: Vec<Vec<RowCells>> = cells.tables.iter().map(|_| Vec::new()).collect();
    for (batch, rows) in batches.iter().zip(done) {
        tables[batch.table].extend(rows);
    }
    tables
}

/// What is assumed of a tidied unit.
pub(super) fn assumption(store: &Store, unit: u32) -> Assumption {
    match store.units.metadata(unit, b"assume") {
        Some(b"exact") => Assumption::Exact,
        _ => Assumption::Nothing,
    }
}

/// A stretch of a table's cells that is worked on as one: whole rows.
#[derive(Clone, Copy)]
struct Batch {
    table: usize,
    start: usize,
    end: usize,
}

/// Cells in a batch: enough to make handing it out cheap, few enough to share the work evenly.
const BATCH_CELLS: usize = 512;

fn batches(tables: &[TableCells]) -> Vec<Batch> {
    let mut batches = Vec::new();
    for (table, TableCells { cells, .. }) in tables.iter().enumerate() {
        let mut start = 0;
        while start < cells.len() {
            let mut end = (start + BATCH_CELLS).min(cells.len());
            while end < cells.len() && cells[end].row == cells[end - 1].row {
                end += 1;
            }
            batches.push(Batch { table, start, end });
            start = end;
        }
    }
    batches
}

/// What one thread works with.
struct Workbench {
    interval: MedianInterval,
    test: MannWhitney,
    base: Sample,
    sample: Sample,
}

impl Workbench {
    fn new(confidence: f64) -> Self {
        Workbench {
            interval: MedianInterval::new(confidence),
            test: MannWhitney::default(),
            base: Sample::default(),
            sample: Sample::default(),
        }
    }
}

/// What all threads read.
struct Job<'a> {
    store: &'a Store,
    cells: &'a Cells,
    alpha: f64,
    runs_for_difference: Option<u32>,
    residue_names: Vec<Text>,
}

impl Job<'_> {
    fn rows(&self, batch: Batch, bench: &mut Workbench) -> Vec<RowCells> {
        let table = &self.cells.tables[batch.table];
        let assumption = assumption(self.store, table.unit);
        let rows = table.cells[batch.start..batch.end].chunk_by(|a, b| a.row == b.row);
        rows.map(|row| (row[0].row, self.row(row, assumption, bench))).collect()
    }

    fn row(
        &self,
        places: &[CellPlace],
        assumption: Assumption,
        bench: &mut Workbench,
    ) -> Box<[Cell]> {
        let mut base: Option<f64> = None;
        let cell = |place: &CellPlace| {
            let sorted = self.gather(place, &mut bench.sample);
            let mut cell = summarize(place.column, sorted, assumption, &mut bench.interval);
            cell.varies_in = self.varies_in(place);
            cell.comparison = base.map(|base| self.compare(base, bench, assumption));
            if place.column == 0 {
                base = Some(cell.summary.center);
                std::mem::swap(&mut bench.base, &mut bench.sample);
            }
            cell
        };
        places.iter().map(cell).collect()
    }

    /// The values of a cell, ascending.
    fn gather<'s>(&self, cell: &CellPlace, sample: &'s mut Sample) -> &'s [f64] {
        sample.clear();
        for piece in self.cells.pieces(cell) {
            self.cells.gather(self.store, piece, sample);
        }
        sample.sorted()
    }

    fn compare(&self, base: f64, bench: &mut Workbench, assumption: Assumption) -> Comparison {
        let Workbench { base: old, sample: new, test, .. } = bench;
        let (old, new) = (old.values(), new.values());
        let base_n = old.len() as u32;
        if assumption == Assumption::Exact {
            return Comparison { p: 0.0, significant: true, base, base_n, doubt: None };
        }
        let (p, tested) = match test.p(old, new) {
            Ok(p) => (p, true),
            Err(_) => (1.0, false),
        };
        // With an alpha that is not a number every difference is significant, as in the reference.
        let significant = p <= self.alpha || self.alpha.is_nan();
        let doubt = match (tested, significant) {
            (false, _) => Some(Doubt::AllEqual),
            (true, false) => self.too_few(old.len().max(new.len())),
            (true, true) => None,
        };
        Comparison { p, significant, base, base_n, doubt }
    }

    fn too_few(&self, most: usize) -> Option<Doubt> {
        let need = self.runs_for_difference.unwrap_or(10) as usize;
        (most < need).then_some(Doubt::FewRunsForDifference)
    }

    fn varies_in(&self, cell: &CellPlace) -> Option<Box<[Text]>> {
        let residues = self.cells.residues(cell)?;
        let places = self.cells.projections.residue.differing(&residues);
        Some(places.into_iter().map(|place| self.residue_names[place].clone()).collect())
    }
}

fn summarize(
    column: u32,
    sorted: &[f64],
    assumption: Assumption,
    interval: &mut MedianInterval,
) -> Cell {
    let (summary, doubt) = match assumption {
        Assumption::Exact => {
            let summary = exact_summary(sorted);
            (summary, (summary.lo != summary.hi).then_some(Doubt::NotExact))
        }
        Assumption::Nothing => {
            let summary = interval.summarize(sorted);
            // Values may be infinite themselves; the reference does not tell the two apart.
            let few = summary.lo.is_infinite() || summary.hi.is_infinite();
            (summary, few.then_some(Doubt::FewRunsForInterval))
        }
    };
    let n = sorted.len() as u32;
    Cell { column, n, summary, doubt, varies_in: None, comparison: None }
}
