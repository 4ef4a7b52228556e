//! Cells to numbers: summaries and comparisons, cell by cell, shared by threads.

use super::Doubt;
use super::cells::{CellPlace, Cells, TableCells};
use super::recall::Known;
use super::report::{Assumption, Cell, Comparison};
use crate::base::{Text, parallel};
use crate::project::KeyId;
use crate::stats::{MannWhitney, MedianInterval, Summary, exact_summary, runs_for_difference};
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
pub(super) fn rows(
    store: &Store,
    cells: &Cells,
    settings: Settings,
    known: &Known,
) -> Vec<Vec<RowCells>> {
    let job = Job {
        store,
        cells,
        known,
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

/// The baseline of a row.
struct Base<'c> {
    cell: &'c CellPlace,
    place: Option<u32>,
    n: u32,
    center: f64,
    /// Whether its values are on the workbench.
    is_gathered: bool,
}

/// What all threads read.
struct Job<'a> {
    store: &'a Store,
    cells: &'a Cells,
    known: &'a Known,
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

    fn row<'c>(
        &self,
        places: &'c [CellPlace],
        assumption: Assumption,
        bench: &mut Workbench,
    ) -> Box<[Cell]> {
        let mut base: Option<Base<'c>> = None;
        let cell = |place: &'c CellPlace| {
            let known = self.known.place(self.cells.pieces(place));
            let remembered = self.known.summary(known);
            let (n, summary, doubt) = remembered.unwrap_or_else(|| {
                let sorted = self.gather(place, &mut bench.sample);
                let (summary, doubt) = summarize(sorted, assumption, &mut bench.interval);
                (sorted.len() as u32, summary, doubt)
            });
            let is_gathered = remembered.is_none();
            let new = Base { cell: place, place: known, n, center: summary.center, is_gathered };
            let comparison = base.as_mut().map(|base| self.compare(base, &new, bench, assumption));
            if place.column == 0 {
                std::mem::swap(&mut bench.base, &mut bench.sample);
                base = Some(new);
            }
            let varies_in = self.varies_in(place);
            Cell { column: place.column, n, summary, doubt, varies_in, comparison }
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

    fn compare(
        &self,
        base: &mut Base<'_>,
        new: &Base<'_>,
        bench: &mut Workbench,
        assumption: Assumption,
    ) -> Comparison {
        let (center, base_n) = (base.center, base.n);
        if assumption == Assumption::Exact {
            return Comparison { p: 0.0, significant: true, base: center, base_n, doubt: None };
        }
        let known = self.known.p(base.place, new.place);
        let tested = known.unwrap_or_else(|| self.test(base, new, bench));
        let p = tested.unwrap_or(1.0);
        // With an alpha that is not a number every difference is significant, as in the reference.
        let significant = p <= self.alpha || self.alpha.is_nan();
        let doubt = match (tested, significant) {
            (None, _) => Some(Doubt::AllEqual),
            (Some(_), false) => self.too_few(base_n.max(new.n)),
            (Some(_), true) => None,
        };
        Comparison { p, significant, base: center, base_n, doubt }
    }

    /// The p-value; nothing if all values are equal.
    fn test(&self, base: &mut Base<'_>, new: &Base<'_>, bench: &mut Workbench) -> Option<f64> {
        let Workbench { base: old, sample, test, .. } = bench;
        if !base.is_gathered {
            self.gather(base.cell, old);
            base.is_gathered = true;
        }
        if !new.is_gathered {
            self.gather(new.cell, sample);
        }
        test.p(old.values(), sample.values()).ok()
    }

    fn too_few(&self, most: u32) -> Option<Doubt> {
        let need = self.runs_for_difference.unwrap_or(10);
        (most < need).then_some(Doubt::FewRunsForDifference)
    }

    fn varies_in(&self, cell: &CellPlace) -> Option<Box<[Text]>> {
        let places = self.cells.varying(self.store, cell);
        let names = places.iter().map(|&place| self.residue_names[place].clone());
        (!places.is_empty()).then(|| names.collect())
    }
}

/// What an ascending sample comes to, and what is doubtful about it.
fn summarize(
    sorted: &[f64],
    assumption: Assumption,
    interval: &mut MedianInterval,
) -> (Summary, Option<Doubt>) {
    match assumption {
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
    }
}
