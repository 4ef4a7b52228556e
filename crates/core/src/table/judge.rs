//! Cells to facts: shifts, intervals and symptoms of every sample, shared by threads.

use std::ops::Range;

use super::Doubt;
use super::analysis::{Analysis, RowAnalysis, TableAnalysis};
use super::better::better;
use super::cells::{CellPlace, Cells};
use super::judgement::{Both, Facts, Levels, Sides, exact_shift, judge};
use super::machine::Machines;
use super::report::{Assumption, Cell};
use super::summarize::{RowCells, Settings, assumption};
use crate::base::parallel;
use crate::base::sort::sort_copies;
use crate::stats::{Adjustment, Diagnostics, MannWhitney, Shifts, Symptom, spread, tendency};
use crate::store::{RowPlace, Sample, Store};
use crate::unit::Direction;

/// What an analysis goes by.
#[derive(Debug, Clone)]
pub(crate) struct AnalysisSettings {
    pub(crate) margin: f64,
    pub(crate) adjust: Adjustment,
    pub(crate) in_text: bool,
    pub(crate) delta_ci: bool,
    /// Tidied units with the direction that the query gives them.
    pub(crate) better: Vec<(Vec<u8>, Direction)>,
    /// What speaks against a sample counts up to this p.
    pub(crate) trust: f64,
    /// The rules to hold against the verdicts.
    #[cfg(feature = "gate")]
    pub(crate) gate: Option<std::sync::Arc<crate::gate::Gate>>,
}

/// Analyses all comparisons of a report.
pub(super) fn analyse(
    store: &Store,
    cells: &Cells,
    rows: &[Vec<RowCells>],
    settings: Settings,
    wanted: &AnalysisSettings,
) -> Analysis {
    let job = Job { store, cells, rows, alpha: settings.alpha };
    let batches = batches(rows);
    let bench = || Workbench::new(wanted.trust);
    let work = |bench: &mut Workbench, i: usize| job.batch(&batches[i], bench);
    let done = parallel::map(batches.len(), settings.threads, bench, work);
    let mut found: Vec<Vec<RowFacts>> = rows.iter().map(|_| Vec::new()).collect();
    for (batch, rows) in batches.iter().zip(done) {
        found[batch.table].extend(rows);
    }
    let levels = Levels { alpha: settings.alpha, margin: wanted.margin, adjust: wanted.adjust };
    assemble(store, cells, found, levels, wanted)
}

/// Judges all facts together and sorts the judgements back into their rows.
fn assemble(
    store: &Store,
    cells: &Cells,
    found: Vec<Vec<RowFacts>>,
    levels: Levels,
    wanted: &AnalysisSettings,
) -> Analysis {
    let better: Vec<Option<Direction>> =
        cells.tables.iter().map(|table| better(store, cells, table.unit, Some(wanted))).collect();
    let mut facts = Vec::new();
    for (rows, &better) in found.iter().zip(&better) {
        facts.extend(rows.iter().flat_map(|row| &row.facts).map(|&facts| (facts, better)));
    }
    let (judgements, tally) = judge(&facts, levels);
    let mut judgements = judgements.into_iter();
    let tables = found.into_iter().zip(better).zip(&cells.tables);
    let tables = tables.map(|((rows, better), table)| TableAnalysis {
        better,
        machines: Machines::new(store, cells).differences(table),
        rows: rows
            .into_iter()
            .map(|row| RowAnalysis {
                judgements: judgements.by_ref().take(row.facts.len()).collect(),
                symptoms: row.symptoms,
            })
            .collect(),
    });
    Analysis {
        tables: tables.collect(),
        margin: levels.margin,
        adjust: levels.adjust,
        in_text: wanted.in_text,
        delta_ci: wanted.delta_ci,
        tests: tally.tests,
        significant: tally.significant,
        expected_by_chance: tally.expected_by_chance,
        counts: tally.counts,
    }
}

/// A stretch of a table's rows that is worked on as one.
struct Batch {
    table: usize,
    rows: Range<usize>,
    /// The place of its first cell in the table.
    cell: usize,
}

/// Rows in a batch.
const BATCH_ROWS: usize = 64;

fn batches(tables: &[Vec<RowCells>]) -> Vec<Batch> {
    let mut batches = Vec::new();
    for (table, rows) in tables.iter().enumerate() {
        let mut cell = 0;
        for start in (0..rows.len()).step_by(BATCH_ROWS) {
            let end = rows.len().min(start + BATCH_ROWS);
            batches.push(Batch { table, rows: start..end, cell });
            cell += rows[start..end].iter().map(|(_, cells)| cells.len()).sum::<usize>();
        }
    }
    batches
}

/// What is known of a row.
struct RowFacts {
    facts: Vec<Facts>,
    symptoms: Vec<(u32, Symptom)>,
}

/// What one thread works with.
struct Workbench {
    diagnostics: Diagnostics,
    test: MannWhitney,
    shifts: Shifts,
    base: Sample,
    in_order: Vec<f64>,
    sample: Sample,
}

impl Workbench {
    fn new(trust: f64) -> Self {
        Self {
            diagnostics: Diagnostics::new(trust),
            test: MannWhitney::default(),
            shifts: Shifts::default(),
            base: Sample::default(),
            in_order: Vec::new(),
            sample: Sample::default(),
        }
    }
}

/// What all threads read.
struct Job<'a> {
    store: &'a Store,
    cells: &'a Cells,
    rows: &'a [Vec<RowCells>],
    alpha: f64,
}

impl Job<'_> {
    fn batch(&self, batch: &Batch, bench: &mut Workbench) -> Vec<RowFacts> {
        let table = &self.cells.tables[batch.table];
        let exact = assumption(self.store, table.unit) == Assumption::Exact;
        let mut place = batch.cell;
        let mut rows = Vec::with_capacity(batch.rows.len());
        for (_, cells) in &self.rows[batch.table][batch.rows.clone()] {
            let places = &table.cells[place..place + cells.len()];
            place += cells.len();
            rows.push(self.row(places, cells, table.columns.len() as u32, exact, bench));
        }
        rows
    }

    fn row(
        &self,
        places: &[CellPlace],
        cells: &[Cell],
        columns: u32,
        exact: bool,
        bench: &mut Workbench,
    ) -> RowFacts {
        let mut row = RowFacts { facts: Vec::new(), symptoms: Vec::new() };
        let has_base = cells.first().is_some_and(|cell| cell.column == 0);
        for (place, cell) in places.iter().zip(cells) {
            self.gather(place, bench);
            if !exact {
                let Workbench { diagnostics, in_order, sample, .. } = &mut *bench;
                let found = diagnostics.symptoms(in_order, sample.values());
                row.symptoms.extend(found.into_iter().map(|symptom| (cell.column, symptom)));
            }
            if cell.column == 0 {
                std::mem::swap(&mut bench.base, &mut bench.sample);
                continue;
            }
            let sides = if has_base { self.both(cell, exact, bench) } else { Sides::New };
            row.facts.push(Facts { column: cell.column, sides });
        }
        if has_base {
            let there = |column: &u32| cells.iter().any(|cell| cell.column == *column);
            let missing = (1..columns).filter(|column| !there(column));
            row.facts.extend(missing.map(|column| Facts { column, sides: Sides::Missing }));
            sort_copies(&mut row.facts, &mut |a, b| a.column.cmp(&b.column));
        }
        row
    }

    /// The values of a cell, in the order in which they were measured and ascending.
    fn gather(&self, cell: &CellPlace, bench: &mut Workbench) {
        bench.sample.clear();
        match self.cells.pieces(cell) {
            [piece] => self.cells.gather(self.store, piece, &mut bench.sample),
            pieces => {
                let placed = |piece| self.cells.gather_placed(self.store, piece);
                let mut placed: Vec<(RowPlace, f64)> = pieces.iter().flat_map(placed).collect();
                sort_copies(&mut placed, &mut |(a, _), (b, _)| a.cmp(b));
                placed.into_iter().for_each(|(_, value)| bench.sample.push(value));
            }
        }
        bench.in_order.clear();
        bench.in_order.extend_from_slice(bench.sample.unsorted());
        bench.sample.sorted();
    }

    fn both(&self, cell: &Cell, exact: bool, bench: &mut Workbench) -> Sides {
        let Some(comparison) = cell.comparison else { return Sides::New };
        let Workbench { test, shifts, base, sample, .. } = bench;
        let (old, new) = (base.values(), sample.values());
        let all_equal = match exact {
            true => comparison.base == cell.summary.center,
            false => comparison.doubt == Some(Doubt::AllEqual),
        };
        let mut both = Both {
            p: (!exact && !all_equal).then_some(comparison.p),
            exact,
            all_equal,
            tendency: tendency(old, new),
            shift: None,
            narrow: None,
            spread: None,
            sizes: [old.len(), new.len()],
            base: comparison.base,
        };
        if exact {
            let shift = exact_shift(comparison.base, cell.summary.center);
            both.tendency = cell.summary.center.total_cmp(&comparison.base);
            (both.shift, both.narrow) = (Some(shift), Some(shift.interval));
        } else if let Some(mut pairs) = shifts.pairs(old, new) {
            let (shift, narrow) = pairs.shift_and_equivalence(test, self.alpha);
            both.narrow = Some(narrow);
            both.spread = spread(old, new, shift.scale, &shift.interval);
            both.shift = Some(shift);
        }
        Sides::Both(both)
    }
}
