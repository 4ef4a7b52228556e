//! From cells to numbers: the one pass over all cells, shared by threads.
//!
//! Takes the location of values, levels and baselines; fills rows with their cells and comparisons. Each cell is
//! gathered once: center, interval, sample diagnostics, test and effect are computed while its values are available.
//! Guarantees the same numbers for any number of threads and any cache. Must not know names, or the outcomes of other
//! rows, because those belong to [`family`](super::family).

use super::block_centers;
use super::cache::CellCache;
use super::control::{Controls, TableControls};
use super::levels::{Levels, exact_effect, is_significant};
use super::method::{TestMethod, runs_for_difference};
use super::paired::{Paired, PairedContext, PairedSide};
use super::pairing::Pairing;
use super::varying_keys::Varying;
use crate::base::pace::Pace;
use crate::base::parallel;
use crate::spec::{MARGIN, TestKind};
use crate::stats::{Diagnostics, MannWhitney, Summary, clock_steps, exact_summary};
use crate::store::{Sample, Store};
use crate::table::group::bases::Bases;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::phase::COMPARING;
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::group::units::UnitFacts;
use crate::table::model::SampleIssue;
use crate::table::model::{
    Assumption, BothSides, Cell, CellDetails, Comparison, Method, Row, Sides, State, Test, Tested,
    Warning,
};

/// The level of warnings about a sample: drift and autocorrelation. There are two for each of many cells.
const WARNING_LEVEL: f64 = 0.01;

/// The data that all threads read.
pub(in crate::table) struct Pass<'a> {
    pub(in crate::table) store: &'a Store,
    pub(in crate::table) cells: &'a Cells,
    /// The facts about each table's unit, by table.
    pub(in crate::table) units: &'a [UnitFacts],
    pub(in crate::table) cache: &'a CellCache,
    pub(in crate::table) settings: Settings,
    pub(in crate::table) analysis: Option<&'a AnalysisSettings>,
    /// What makes two runs a pair, if anything does.
    pub(in crate::table) pairing: Option<&'a Pairing>,
    pub(in crate::table) controls: Option<&'a Controls<'a>>,
}

impl<'s> Pass<'s> {
    /// Fills rows of each table, all of them or the first ones, which have their keys already. Several threads do not
    /// pause, but a caller can stop them.
    pub(in crate::table) async fn fill(&self, tables: &mut [Vec<Row>], pace: &Pace) {
        let levels = self.analysis.map(|wanted| Levels::new(self.settings, wanted));
        let job = Job {
            pass: self,
            levels,
            finds_issues: self.analysis.is_some_and(AnalysisSettings::is_whole),
            runs_for_difference: runs_for_difference(self.settings.test, self.settings.alpha)
                .unwrap_or(10),
        };
        let batches = batches(&self.cells.tables, tables);
        if !pace.is_endless() {
            let all = self.cells.tables.iter().flat_map(|table| &table.cells);
            pace.begin(COMPARING, all.map(|cell| self.cells.results(self.store, cell)).sum());
        }
        if 1 < self.settings.threads {
            parallel::for_each(
                batches,
                self.settings.threads,
                || self.bench(),
                |bench, batch| {
                    pace.share(async |pace: &Pace| job.fill(batch, bench, pace).await);
                },
            );
            // If a caller stopped it, rows are missing, but no one sees them.
            return pace.proceed().await;
        }
        // If sorting took no time, this is the first point that shows how long the answer will take.
        pace.rest().await;
        let mut bench = self.bench();
        for batch in batches {
            job.fill(batch, &mut bench, pace).await;
        }
    }

    fn bench(&self) -> Workbench<'s> {
        Workbench {
            method: TestMethod::new(self.settings.test, self.settings.confidence),
            diagnostics: self.analysis.map(|_| Diagnostics::new(WARNING_LEVEL)),
            base: Sample::default(),
            sample: Sample::default(),
            base_in_order: Vec::new(),
            in_order: Vec::new(),
            paired: Paired::new(self.settings),
            varying: Varying::default(),
            runs: Vec::new(),
        }
    }
}

/// A batch of whole rows of a table for one thread.
struct Batch<'w> {
    table: usize,
    indices: &'w [CellIndex],
    rows: &'w mut [Row],
}

/// The cost of gathering and sorting a value, in units of reading a value;
const GATHER_WORK: u64 = 8;
/// of checking its sample for problems;
const ISSUES_WORK: u64 = 4;
/// and of testing it.
const TEST_WORK: u64 = 2;

/// The number of cells in a batch: enough to make a batch cheap to hand out, few enough to share the work evenly.
const BATCH_CELLS: usize = 512;

/// Returns batches of all tables in turn, because tables of one log share the blocks of the store, which are then still
/// in the cache.
fn batches<'w>(tables: &'w [TableCells], rows: &'w mut [Vec<Row>]) -> Vec<Batch<'w>> {
    let all =
        tables.iter().zip(rows).enumerate().map(|(table, (TableCells { cells, .. }, rows))| {
            Batch { table, indices: first_of(cells, rows.len()), rows }
        });
    let (mut rest, mut batches): (Vec<Batch<'w>>, _) = (all.collect(), Vec::new());
    while !rest.is_empty() {
        rest.retain(|rest| !rest.indices.is_empty());
        batches.extend(rest.iter_mut().map(Batch::split_off));
    }
    batches
}

impl<'w> Batch<'w> {
    /// Removes the first rows.
    fn split_off(&mut self) -> Batch<'w> {
        let mut end = BATCH_CELLS.min(self.indices.len());
        while end < self.indices.len() && self.indices[end].row == self.indices[end - 1].row {
            end += 1;
        }
        let (indices, more) = self.indices.split_at(end);
        let (rows, left) = std::mem::take(&mut self.rows).split_at_mut(rows_of(indices).count());
        (self.indices, self.rows) = (more, left);
        Batch { table: self.table, indices, rows }
    }
}

/// Returns the cells of the first rows.
fn first_of(cells: &[CellIndex], rows: usize) -> &[CellIndex] {
    &cells[..rows_of(cells).take(rows).map(<[CellIndex]>::len).sum()]
}

/// The buffers of one thread.
struct Workbench<'s> {
    method: TestMethod,
    /// Finds sample issues, if the query asks for an analysis.
    diagnostics: Option<Diagnostics>,
    base: Sample,
    sample: Sample,
    /// The baseline's values in reading order, where they are needed.
    base_in_order: Vec<f64>,
    in_order: Vec<f64>,
    paired: Paired<'s>,
    varying: Varying,
    /// The run of each value of the sample, or empty.
    runs: Vec<u32>,
}

impl Workbench<'_> {
    /// Makes the cell on the workbench the baseline.
    fn keep_as_base(&mut self) {
        std::mem::swap(&mut self.base, &mut self.sample);
        std::mem::swap(&mut self.base_in_order, &mut self.in_order);
    }
}

/// A side of a comparison.
struct Side<'c> {
    index: &'c CellIndex,
    /// Its index in the cache.
    cached: Option<u32>,
    n: u32,
    center: f64,
    /// Whether its values are on the workbench.
    is_gathered: bool,
}

/// The facts that the cells of a table share.
#[derive(Clone, Copy)]
struct TableContext<'a> {
    bases: &'a Bases,
    unit: UnitFacts,
    controls: Option<&'a TableControls<'a>>,
}

/// The pass with the facts that follow from its settings.
struct Job<'a, 's> {
    pass: &'a Pass<'s>,
    /// The levels that decide outcomes, if the query asks for an analysis.
    levels: Option<Levels>,
    /// Whether the pass looks for problems of samples.
    finds_issues: bool,
    runs_for_difference: u32,
}

impl<'s> Job<'_, 's> {
    async fn fill(&self, batch: Batch<'_>, bench: &mut Workbench<'s>, pace: &Pace) {
        let Batch { table, indices, rows } = batch;
        let context = TableContext {
            bases: &self.pass.cells.tables[table].bases,
            unit: self.pass.units[table],
            controls: self.pass.controls.map(|controls| controls.of_table(table)),
        };
        for (row, indices) in rows.iter_mut().zip(rows_of(indices)) {
            let (cells, comparisons) = self.row(indices, context, bench, pace).await;
            (row.cells, row.comparisons) = (cells.into(), comparisons.into());
        }
    }

    async fn row(
        &self,
        indices: &[CellIndex],
        context: TableContext<'_>,
        bench: &mut Workbench<'s>,
        pace: &Pace,
    ) -> (Vec<Cell>, Vec<Comparison>) {
        let TableContext { bases, unit, .. } = context;
        let levels = self.levels.as_ref().filter(|_| self.has_independent_runs(unit));
        let mut cells = Vec::with_capacity(indices.len());
        let mut comparisons = Vec::with_capacity(indices.len().saturating_sub(1));
        let mut centers = Vec::new();
        // Computes the baseline first, because other columns may precede it.
        let fixed = bases.fixed(indices);
        let (mut base_cell, mut base) = (None, None);
        if let Some(fixed) = fixed {
            let (cell, side) = self.cell(&indices[fixed], unit, bench, pace).await;
            bench.keep_as_base();
            (base_cell, base) = (Some(cell), Some(side));
        }
        for (i, index) in indices.iter().enumerate() {
            if fixed == Some(i) {
                cells.extend(base_cell.take());
                comparisons.extend(without_base(bases, index));
                continue;
            }
            let (cell, mut side) = self.cell(index, unit, bench, pace).await;
            cells.push(cell);
            match &mut base {
                Some(base) => {
                    pace.spend(u64::from(base.n + side.n) * TEST_WORK).await;
                    let mut comparison = self.both(base, &mut side, context, bench);
                    if let Some(levels) = levels {
                        let sides = [&mut *base, &mut side];
                        self.estimate(&mut comparison, sides, levels, unit, bench, pace).await;
                    }
                    let Workbench { method, paired, .. } = &mut *bench;
                    centers.extend(paired.centers(&comparison, comparisons.len(), method));
                    comparisons.push(comparison);
                }
                None => comparisons.extend(without_base(bases, index)),
            }
            if bases.goes_back {
                bench.keep_as_base();
                base = Some(side);
            }
        }
        block_centers::replace(&centers, &mut cells, &mut comparisons);
        if self.levels.is_some() {
            let missing = bases.missing(indices).into_iter();
            let missing =
                missing.map(|(column, base)| Comparison::one_sided(column, base, State::Missing));
            comparisons = by_column(comparisons, missing.collect());
        }
        (cells, comparisons)
    }

    /// Returns a cell, and the cell as a side of comparisons; its values are on the workbench if they were needed.
    async fn cell<'c>(
        &self,
        index: &'c CellIndex,
        unit: UnitFacts,
        bench: &mut Workbench<'s>,
        pace: &Pace,
    ) -> (Cell, Side<'c>) {
        let Pass { store, cells, cache, settings, .. } = *self.pass;
        let cached = cache.index(cells.pieces(index));
        let known = cache.summary(cached);
        let is_exact = unit.assumption == Assumption::Exact;
        let is_paired = self.pass.pairing.is_some() && !is_exact;
        let known_issues = cache.issues(cached).filter(|_| self.finds_issues);
        let looks_for_issues = self.finds_issues && unit.is_analysed && known_issues.is_none();
        let needs_order = is_paired || settings.samples || looks_for_issues;
        if needs_order {
            self.gather_in_order(index, bench);
        }
        let (n, summary, warning) = known.unwrap_or_else(|| {
            if !needs_order {
                self.gather(index, &mut bench.sample);
            }
            let sorted = bench.sample.values();
            let (summary, warning) =
                if is_exact { summarize_exact(sorted) } else { bench.method.summarize(sorted) };
            (sorted.len() as u32, summary, warning)
        });
        if needs_order || known.is_none() {
            pace.spend(u64::from(n) * GATHER_WORK).await;
        }
        let Workbench { diagnostics, in_order, runs, sample, .. } = &mut *bench;
        let is_steady = is_exact || unit.is_count && is_narrow(sample.values());
        let diagnostics = diagnostics.as_mut().filter(|_| looks_for_issues && !is_steady);
        let found = diagnostics.map(|found| {
            let issues = found.issues(in_order, sample.values(), runs);
            let steps = unit.is_time.then(|| clock_steps(sample.values())).flatten();
            SampleIssue::list(&issues, steps)
        });
        let details = CellDetails {
            varies_in: bench.varying.of(store, cells, index),
            issues: known_issues.map_or_else(|| found.unwrap_or_default().into(), Box::from),
            samples: settings.samples.then(|| bench.in_order[..].into()),
        };
        let is_gathered = needs_order || known.is_none();
        let side = Side { index, cached, n, center: summary.center, is_gathered };
        if looks_for_issues {
            pace.spend(u64::from(n) * ISSUES_WORK).await;
        }
        pace.finish(n.into());
        let cell = Cell {
            column: index.column,
            n,
            summary,
            warning,
            details: (!details.is_empty()).then(|| Box::new(details)),
        };
        (cell, side)
    }

    /// Puts the values of a cell on the workbench, ascending.
    fn gather(&self, cell: &CellIndex, sample: &mut Sample) {
        let Pass { store, cells, .. } = self.pass;
        sample.clear();
        for piece in cells.pieces(cell) {
            cells.gather(store, piece, sample);
        }
        sample.sorted();
    }

    /// Puts the values of a cell on the workbench, ascending and in reading order.
    fn gather_in_order(&self, cell: &CellIndex, bench: &mut Workbench<'s>) {
        let Pass { store, cells, .. } = self.pass;
        bench.sample.clear();
        match cells.pieces(cell) {
            [piece] => cells.gather(store, piece, &mut bench.sample),
            _ => {
                let values = cells.in_order(store, cell);
                values.into_iter().for_each(|value| bench.sample.push(value));
            }
        }
        bench.in_order.clear();
        bench.sample.write_unsorted(&mut bench.in_order);
        bench.sample.sort_with_runs(&mut bench.runs);
    }

    /// Puts the values of both sides on the workbench if they are not there yet.
    fn gather_both(&self, base: &mut Side<'_>, new: &mut Side<'_>, bench: &mut Workbench<'s>) {
        self.gather_side(base, &mut bench.base);
        self.gather_side(new, &mut bench.sample);
    }

    fn gather_side(&self, side: &mut Side<'_>, sample: &mut Sample) {
        if !side.is_gathered {
            self.gather(side.index, sample);
            side.is_gathered = true;
        }
    }

    /// Returns whether the unit's runs are independent (neither exact nor paired) and their change is to be estimated.
    fn has_independent_runs(&self, unit: UnitFacts) -> bool {
        unit.is_analysed && unit.assumption != Assumption::Exact && self.pass.pairing.is_none()
    }

    /// Compares two sides that both exist. For independent runs, [`Job::estimate`] adds the change.
    fn both(
        &self,
        base: &mut Side<'_>,
        new: &mut Side<'_>,
        context: TableContext<'_>,
        bench: &mut Workbench<'s>,
    ) -> Comparison {
        let levels = self.levels.as_ref().filter(|_| context.unit.is_analysed);
        if context.unit.assumption == Assumption::Exact {
            return exact(base, new, context.unit, levels);
        }
        let Some(pairing) = self.pass.pairing else {
            return self.unpaired(base, new, context.unit, bench);
        };
        let Pass { store, cells, .. } = *self.pass;
        let (controls, direction) = (context.controls, context.unit.direction);
        let context = PairedContext { store, cells, pairing, controls, levels, direction };
        let Workbench { paired, base_in_order, in_order, .. } = bench;
        let base = PairedSide { index: base.index, in_order: base_in_order, center: base.center };
        let new = PairedSide { index: new.index, in_order, center: new.center };
        paired.compare(context, base, new)
    }

    /// Tests independent runs.
    fn unpaired(
        &self,
        base: &mut Side<'_>,
        new: &mut Side<'_>,
        unit: UnitFacts,
        bench: &mut Workbench<'s>,
    ) -> Comparison {
        let cache = self.pass.cache;
        bench.method.begin();
        let p = cache.p(base.cached, new.cached).unwrap_or_else(|| {
            self.gather_both(base, new, bench);
            bench.method.p(bench.base.values(), bench.sample.values())
        });
        let is_decided = self.levels.is_some() && self.pass.settings.test == TestKind::U;
        let is_lopsided = MannWhitney::may_be_lopsided(base.n as usize, new.n as usize);
        let exact_p = p.filter(|_| is_decided && is_lopsided).and_then(|_| {
            self.gather_both(base, new, bench);
            bench.method.exact_p(bench.base.values(), bench.sample.values())
        });
        let approximate_p = p.filter(|&p| exact_p.is_some_and(|exact| exact != p));
        let p = exact_p.or(p);
        let is_significant = is_significant(p, self.pass.settings.alpha, self.levels.as_ref());
        let sides = sides(base, new);
        let tested = p.map_or(Tested::AllEqual { significant: is_significant }, |p| {
            let most = match self.pass.settings.test {
                TestKind::U => base.n.max(new.n),
                TestKind::T | TestKind::LogT => base.n.min(new.n),
            };
            let has_too_few = !is_significant && most < self.runs_for_difference;
            let significant = is_significant;
            Tested::P(Test { p, approximate_p, adjusted_p: p, significant, has_too_few })
        });
        let is_log = self.pass.settings.test == TestKind::LogT;
        let tested = if is_log && sides.is_undefined() { Tested::Undefined } else { tested };
        let both = BothSides { sides, method: Method::Unpaired, tested, effect: None };
        Comparison::compared(new.index.column, base.index.column, both, unit.direction)
    }

    /// Adds the change of independent runs, right after their test.
    async fn estimate(
        &self,
        comparison: &mut Comparison,
        [base, new]: [&mut Side<'_>; 2],
        levels: &Levels,
        unit: UnitFacts,
        bench: &mut Workbench<'s>,
        pace: &Pace,
    ) {
        if let Some(effect) = self.pass.cache.effect(base.cached, new.cached, levels) {
            comparison.outcome = levels.outcome(comparison, effect, unit.direction);
            comparison.set_effect(*effect);
            return;
        }
        let sides = sides(base, new);
        self.gather_both(base, new, bench);
        let Workbench { method, base, sample, .. } = bench;
        let (old, new) = (base.values(), sample.values());
        let (mut effect, shift) =
            method.effect(&sides, comparison.test(), [old, new], levels, pace).await;
        comparison.outcome = levels.outcome(comparison, &effect, unit.direction);
        let spread = || shift.and_then(|shift| method.spread(old, new, &shift));
        effect.power = levels.power(comparison, &effect, spread);
        comparison.set_effect(effect);
    }
}

/// Returns the numbers of both sides.
fn sides(base: &Side<'_>, new: &Side<'_>) -> Sides {
    Sides { base_n: base.n, n: new.n, base_center: base.center, center: new.center }
}

/// Compares exact values.
fn exact(base: &Side<'_>, new: &Side<'_>, unit: UnitFacts, levels: Option<&Levels>) -> Comparison {
    let sides = sides(base, new);
    let both = BothSides { sides, method: Method::Unpaired, tested: Tested::Exact, effect: None };
    let mut comparison =
        Comparison::compared(new.index.column, base.index.column, both, unit.direction);
    if let Some(levels) = levels {
        let effect = exact_effect(&sides);
        comparison.outcome = levels.outcome(&comparison, &effect, unit.direction);
        comparison.set_effect(effect);
    }
    comparison
}

/// Returns the comparison of a cell whose row lacks the baseline, unless the cell is the baseline itself.
fn without_base(bases: &Bases, index: &CellIndex) -> Option<Comparison> {
    let base = bases.of(index.column)?;
    Some(Comparison::one_sided(index.column, base, State::New))
}

/// Merges two lists of comparisons, both sorted by column.
fn by_column(found: Vec<Comparison>, missing: Vec<Comparison>) -> Vec<Comparison> {
    if missing.is_empty() {
        return found;
    }
    let mut all = Vec::with_capacity(found.len() + missing.len());
    let mut missing = missing.into_iter().peekable();
    for comparison in found {
        while let Some(before) = missing.next_if(|before| before.column < comparison.column) {
            all.push(before);
        }
        all.push(comparison);
    }
    all.extend(missing);
    all
}

/// Returns whether ascending values differ by less than anyone asks for: two groups of such counts need
/// no line.
fn is_narrow(sorted: &[f64]) -> bool {
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else { return true };
    most - least <= MARGIN * least.abs()
}

/// Returns the summary of ascending values that are assumed to be exact.
fn summarize_exact(sorted: &[f64]) -> (Summary, Option<Warning>) {
    let summary = exact_summary(sorted);
    (summary, (summary.lo != summary.hi).then_some(Warning::NotExact))
}
