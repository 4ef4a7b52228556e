//! Cells to numbers: the one pass over all cells, shared by threads.
//!
//! Takes the places of values, levels and baselines; fills rows with their cells and comparisons.
//! Each cell is gathered once: centre, interval, sample diagnostics, test and effect are
//! computed while its values are at hand. Guarantees the same numbers for any number of threads and
//! any cache. Must not know names, or the outcomes of other rows: that is [`classify`](super::classify).

use super::COMPARING;
use super::baseline::Bases;
use super::cache::CellCache;
use super::cells::{CellPlace, Cells, TableCells};
use super::classify::{Levels, exact_effect, unbounded_effect};
use super::control::{Controls, TableControls};
use super::looks::Spending;
use super::model::{
    Assumption, BothSides, Cell, CellDetails, Comparison, Effect, Matching, Method, Outcome, Row,
    Sides, State, Test, Tested, Warning,
};
use super::paired::{PairedResult, PairedTests};
use super::pairing::{Pairing, Partners, Runs};
use super::settings::{AnalysisSettings, Settings};
use super::varying::Varying;
use crate::base::pace::Pace;
use crate::base::parallel;
use crate::stats::{
    Diagnostics, MannWhitney, MedianInterval, Merged, Shifts, Summary, exact_summary, merged,
    runs_for_difference, spread, stochastic_order,
};
use crate::store::{Sample, Store};
use crate::unit::Direction;

/// The facts that all cells of a table share.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(super) struct UnitFacts {
    pub(super) assumption: Assumption,
    pub(super) direction: Option<Direction>,
    /// Whether comparisons are analysed.
    pub(super) is_analysed: bool,
}

/// Fills rows of each table, all or the first ones, which have their keys; `units` belongs to the tables. Several
/// threads do not pause, but can be stopped.
pub(super) async fn compare(
    store: &Store,
    cells: &Cells,
    units: &[UnitFacts],
    cache: &CellCache,
    (settings, analysis): (Settings, Option<&AnalysisSettings>),
    pairs: Option<Pairs<'_>>,
    (tables, pace): (&mut [Vec<Row>], &Pace),
) {
    let job = Job {
        store,
        cells,
        units,
        cache,
        settings,
        pairs,
        levels: analysis.map(|analysis| Levels::new(settings.alpha, analysis)),
        finds_issues: analysis.is_some_and(AnalysisSettings::is_whole),
        runs_for_difference: runs_for_difference(settings.alpha),
    };
    let bench = || Workbench::new((settings.alpha, settings.confidence), analysis);
    let batches = batches(&cells.tables, tables);
    if !pace.is_endless() {
        let all = cells.tables.iter().flat_map(|table| &table.cells);
        pace.begin(COMPARING, all.map(|cell| cells.results(store, cell)).sum());
    }
    if 1 < settings.threads {
        parallel::for_each(batches, settings.threads, bench, |bench, batch| {
            pace.share(async |pace: &Pace| job.fill(batch, bench, pace).await);
        });
        // Where it was stopped, rows are missing: nobody sees them.
        return pace.go_on().await;
    }
    // Where sorting took no time, this is when it is known that the answer will take some.
    pace.rest().await;
    let mut bench = bench();
    for batch in batches {
        job.fill(batch, &mut bench, pace).await;
    }
}

/// What makes two runs a pair, and the rows that correct the others.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub(super) how: &'a Pairing,
    pub(super) controls: Option<&'a Controls<'a>>,
}

/// The assumption about a tidied unit.
pub(super) fn assumption(store: &Store, unit: u32) -> Assumption {
    match store.units.metadata(unit, b"assume") {
        Some(b"exact") => Assumption::Exact,
        _ => Assumption::Nothing,
    }
}

/// A stretch of a table that is worked on as one: whole rows.
struct Batch<'w> {
    table: usize,
    places: &'w [CellPlace],
    rows: &'w mut [Row],
}

/// What it takes to gather and sort a value, in looks at values;
const GATHER_WORK: u64 = 8;
/// to look for problems of its sample;
const ISSUES_WORK: u64 = 4;
/// and to test it.
const TEST_WORK: u64 = 2;

/// Cells in a batch: enough to make handing it out cheap, few enough to share the work evenly.
const BATCH_CELLS: usize = 512;

fn batches<'w>(tables: &'w [TableCells], rows: &'w mut [Vec<Row>]) -> Vec<Batch<'w>> {
    let mut batches = Vec::new();
    for (table, (TableCells { cells, .. }, rows)) in tables.iter().zip(rows).enumerate() {
        let (mut cells, mut rows) = (first_of(cells, rows.len()), &mut rows[..]);
        while !cells.is_empty() {
            let mut end = BATCH_CELLS.min(cells.len());
            while end < cells.len() && cells[end].row == cells[end - 1].row {
                end += 1;
            }
            let (places, more) = cells.split_at(end);
            let (filled, left) = rows.split_at_mut(rows_of(places).count());
            batches.push(Batch { table, places, rows: filled });
            (cells, rows) = (more, left);
        }
    }
    batches
}

/// The cells of each row.
pub(super) fn rows_of(cells: &[CellPlace]) -> impl Iterator<Item = &[CellPlace]> {
    cells.chunk_by(|a, b| a.row == b.row)
}

/// The cells of the first rows.
fn first_of(cells: &[CellPlace], rows: usize) -> &[CellPlace] {
    &cells[..rows_of(cells).take(rows).map(<[CellPlace]>::len).sum()]
}

/// The buffers of one thread.
struct Workbench<'s> {
    interval: MedianInterval,
    test: MannWhitney,
    shifts: Shifts,
    /// Finds sample issues, if the query asks for an analysis.
    diagnostics: Option<Diagnostics>,
    base: Sample,
    sample: Sample,
    /// The same in the order of reading, where that is needed.
    base_in_order: Vec<f64>,
    in_order: Vec<f64>,
    partners: Partners<'s>,
    spending: Spending,
    paired: PairedTests,
    varying: Varying,
    /// Which run each value of the sample is of, or nothing.
    runs: Vec<u32>,
    /// What the test of the last comparison found out, if it was not known before.
    merged: Option<Merged>,
}

impl Workbench<'_> {
    fn new((alpha, confidence): (f64, f64), analysis: Option<&AnalysisSettings>) -> Self {
        Workbench {
            interval: MedianInterval::new(confidence),
            test: MannWhitney::default(),
            shifts: Shifts::default(),
            diagnostics: analysis.map(|analysis| Diagnostics::new(analysis.trust)),
            base: Sample::default(),
            sample: Sample::default(),
            base_in_order: Vec::new(),
            in_order: Vec::new(),
            partners: Partners::default(),
            spending: Spending::new(alpha),
            paired: PairedTests::default(),
            varying: Varying::default(),
            runs: Vec::new(),
            merged: None,
        }
    }

    /// Makes the cell on the bench the baseline.
    fn keep_as_base(&mut self) {
        std::mem::swap(&mut self.base, &mut self.sample);
        std::mem::swap(&mut self.base_in_order, &mut self.in_order);
    }
}

/// A side of a comparison.
struct Side<'c> {
    place: &'c CellPlace,
    /// Its place in the cache.
    cached: Option<u32>,
    n: u32,
    center: f64,
    /// Whether its values are on the workbench.
    is_gathered: bool,
}

/// The data that all threads read.
struct Job<'a> {
    store: &'a Store,
    cells: &'a Cells,
    units: &'a [UnitFacts],
    cache: &'a CellCache,
    settings: Settings,
    pairs: Option<Pairs<'a>>,
    /// The levels that decide outcomes, if the query asks for an analysis.
    levels: Option<Levels>,
    /// Whether problems of samples are looked for.
    finds_issues: bool,
    runs_for_difference: Option<u32>,
}

impl<'s> Job<'s> {
    async fn fill(&self, batch: Batch<'_>, bench: &mut Workbench<'s>, pace: &Pace) {
        let Batch { table, places, rows } = batch;
        let (bases, unit) = (&self.cells.tables[table].bases, self.units[table]);
        let controls = self.pairs.and_then(|pairs| pairs.controls);
        let controls = controls.map(|controls| controls.of_table(table));
        let about = (bases, unit, controls);
        for (row, places) in rows.iter_mut().zip(rows_of(places)) {
            let (cells, comparisons) = self.row(places, about, (bench, pace)).await;
            (row.cells, row.comparisons) = (cells.into(), comparisons.into());
        }
    }

    async fn row(
        &self,
        places: &[CellPlace],
        (bases, unit, controls): (&Bases, UnitFacts, Option<&TableControls<'_>>),
        (bench, pace): (&mut Workbench<'s>, &Pace),
    ) -> (Vec<Cell>, Vec<Comparison>) {
        let mut cells = Vec::with_capacity(places.len());
        let mut comparisons = Vec::with_capacity(places.len().saturating_sub(1));
        // The baseline first: other columns may stand before it.
        let fixed = bases.fixed(places);
        let (mut base_cell, mut base) = (None, None);
        if let Some(fixed) = fixed {
            let (cell, side) = self.cell(&places[fixed], unit, (bench, pace)).await;
            bench.keep_as_base();
            (base_cell, base) = (Some(cell), Some(side));
        }
        for (i, place) in places.iter().enumerate() {
            if fixed == Some(i) {
                cells.extend(base_cell.take());
                comparisons.extend(alone(bases, place));
                continue;
            }
            let (cell, mut side) = self.cell(place, unit, (bench, pace)).await;
            cells.push(cell);
            match &mut base {
                Some(base) => {
                    let about = (unit, controls);
                    comparisons.push(self.both((base, &mut side), about, (bench, pace)).await);
                }
                None => comparisons.extend(alone(bases, place)),
            }
            if bases.goes_back {
                bench.keep_as_base();
                base = Some(side);
            }
        }
        if self.levels.is_some() {
            let missing = bases.missing(places).into_iter();
            let missing =
                missing.map(|(column, base)| Comparison::one_sided(column, base, State::Missing));
            comparisons = by_column(comparisons, missing.collect());
        }
        (cells, comparisons)
    }

    /// A cell, and it as a side of comparisons; its values are on the workbench if they were needed.
    async fn cell<'c>(
        &self,
        place: &'c CellPlace,
        unit: UnitFacts,
        (bench, pace): (&mut Workbench<'s>, &Pace),
    ) -> (Cell, Side<'c>) {
        let cached = self.cache.place(self.cells.pieces(place));
        let known = self.cache.summary(cached);
        let is_paired = self.pairs.is_some() && unit.assumption != Assumption::Exact;
        let known_issues = self.cache.issues(cached).filter(|_| self.finds_issues);
        let looks_for_issues = self.finds_issues && unit.is_analysed && known_issues.is_none();
        let needs_order = is_paired || self.settings.samples || looks_for_issues;
        if needs_order {
            self.gather_in_order(place, bench);
        }
        let (n, summary, warning) = known.unwrap_or_else(|| {
            if !needs_order {
                self.gather(place, &mut bench.sample);
            }
            let sorted = bench.sample.values();
            let (summary, warning) = summarize(sorted, unit.assumption, &mut bench.interval);
            (sorted.len() as u32, summary, warning)
        });
        if needs_order || known.is_none() {
            pace.spend(u64::from(n) * GATHER_WORK).await;
        }
        let Workbench { diagnostics, in_order, runs, sample, .. } = &mut *bench;
        let diagnostics = diagnostics
            .as_mut()
            .filter(|_| looks_for_issues && unit.assumption != Assumption::Exact);
        let found = diagnostics.map(|found| found.issues_of(in_order, sample.values(), runs));
        let details = CellDetails {
            varies_in: bench.varying.of((self.store, self.cells), place),
            issues: known_issues.map_or_else(|| found.unwrap_or_default().into(), Box::from),
            samples: self.settings.samples.then(|| bench.in_order[..].into()),
        };
        let is_gathered = needs_order || known.is_none();
        let side = Side { place, cached, n, center: summary.center, is_gathered };
        if looks_for_issues {
            pace.spend(u64::from(n) * ISSUES_WORK).await;
        }
        pace.finish(n.into());
        let cell = Cell {
            column: place.column,
            n,
            summary,
            warning,
            details: (!details.is_empty()).then(|| Box::new(details)),
        };
        (cell, side)
    }

    /// Puts the values of a cell on the workbench, ascending.
    fn gather(&self, cell: &CellPlace, sample: &mut Sample) {
        sample.clear();
        for piece in self.cells.pieces(cell) {
            self.cells.gather(self.store, piece, sample);
        }
        sample.sorted();
    }

    /// The same, and in the order in which they were read.
    fn gather_in_order(&self, cell: &CellPlace, bench: &mut Workbench<'s>) {
        bench.sample.clear();
        match self.cells.pieces(cell) {
            [piece] => self.cells.gather(self.store, piece, &mut bench.sample),
            _ => {
                let values = self.cells.in_order(self.store, cell);
                values.into_iter().for_each(|value| bench.sample.push(value));
            }
        }
        bench.in_order.clear();
        bench.sample.write_unsorted(&mut bench.in_order);
        bench.sample.sort_with_runs(&mut bench.runs);
    }

    /// A comparison of which both sides are there.
    async fn both(
        &self,
        (base, new): (&mut Side<'_>, &mut Side<'_>),
        (unit, controls): (UnitFacts, Option<&TableControls<'_>>),
        (bench, pace): (&mut Workbench<'s>, &Pace),
    ) -> Comparison {
        pace.spend(u64::from(base.n + new.n) * TEST_WORK).await;
        if let Some(pairs) = self.pairs.filter(|_| unit.assumption != Assumption::Exact) {
            return self.both_paired((base, new), (pairs.how, controls), unit, bench);
        }
        bench.merged = None;
        let alpha = self.settings.alpha;
        let is_exact = unit.assumption == Assumption::Exact;
        let p = match (is_exact, self.cache.p(base.cached, new.cached)) {
            (true, _) => None,
            (false, Some(known)) => known,
            (false, None) => self.p(base, new, bench),
        };
        // With an alpha that is not a number every difference is significant, as in the reference;
        // so are equal values at alpha 1.
        let is_significant = is_exact || p.unwrap_or(1.0) <= alpha || alpha.is_nan();
        let sides = Sides {
            base_n: base.n,
            n: new.n,
            base_center: base.center,
            center: new.center,
            significant: is_significant,
        };
        let (method, tested) = match p {
            _ if is_exact => (Method::Exact, Tested::NoTest),
            None => (Method::Unpaired, Tested::AllEqual),
            Some(p) => {
                let has_too_few = !is_significant && self.has_too_few(base.n.max(new.n));
                let test = Test { p, adjusted_p: p, significant: is_significant, has_too_few };
                (Method::Unpaired, Tested::P(test))
            }
        };
        let both = BothSides { sides, method, tested, effect: None };
        let mut comparison = compared([base.place, new.place], both, unit.direction);
        if let Some(levels) = self.levels.as_ref().filter(|_| unit.is_analysed) {
            let known = || self.cache.effect((base.cached, new.cached), levels);
            if let Some(effect) = if is_exact { None } else { known() } {
                comparison.outcome = levels.outcome(&comparison, effect, unit.direction);
                comparison.set_effect(*effect);
                return comparison;
            }
            self.gather_both((base, new), bench);
            let about = (is_exact, unit.direction);
            self.analyse(&mut comparison, &sides, about, levels, (bench, pace)).await;
        }
        comparison
    }

    /// Puts the values of both sides on the workbench, where they are not there yet.
    fn gather_both(&self, (base, new): (&mut Side<'_>, &mut Side<'_>), bench: &mut Workbench<'s>) {
        self.gather_side(base, &mut bench.base);
        self.gather_side(new, &mut bench.sample);
    }

    fn gather_side(&self, side: &mut Side<'_>, sample: &mut Sample) {
        if !side.is_gathered {
            self.gather(side.place, sample);
            side.is_gathered = true;
        }
    }

    /// A comparison within pairs or blocks.
    fn both_paired(
        &self,
        (base, new): (&Side<'_>, &Side<'_>),
        (how, controls): (&Pairing, Option<&TableControls<'_>>),
        unit: UnitFacts,
        bench: &mut Workbench<'s>,
    ) -> Comparison {
        let levels = self.levels.as_ref().filter(|_| unit.is_analysed);
        let Workbench { partners, paired, spending, base_in_order, in_order, .. } = bench;
        let (column, base_column) = (new.place.column, base.place.column);
        let centers = [base.center, new.center];
        if controls.is_some_and(|controls| controls.has(new.place.row)) {
            let state = State::Control(sides_of([base.n, new.n], centers, false));
            return Comparison { column, base: base_column, outcome: Outcome::Control, state };
        }
        let shifts = controls.and_then(|controls| controls.shifts(base_column, column));
        let runs = |side: &Side<'_>, in_order: &[f64]| {
            Runs::of(how, (self.store, self.cells), side.place, in_order)
        };
        let runs = [runs(base, base_in_order), runs(new, in_order)];
        let found = partners.fill(how, &runs, shifts);
        let alpha = levels.map(|levels| levels.alpha);
        let looks = partners.recording.and_then(|recording| self.store.looks_of(recording));
        let spent = looks.and_then(|looks| spending.at(looks, partners.count() as u32));
        let found = found.and_then(|()| paired.compare(partners, alpha, spent));
        let PairedResult { p, shift, mut matching, sizes } = match found {
            Ok(found) => found,
            Err(refusal) => {
                let sizes = [base.n, new.n];
                let matching = Box::new(Matching::refused(sizes, partners.keyed));
                let sides = sides_of(sizes, centers, false);
                let (outcome, state) =
                    (Outcome::Inconclusive, State::Refused { sides, refusal, matching });
                return Comparison { column, base: base_column, outcome, state };
            }
        };
        matching.control = shifts.map(|shifts| shifts.median);
        let alpha = self.settings.alpha;
        let is_significant = p.unwrap_or(1.0) <= alpha || alpha.is_nan();
        let tested = match p {
            None if shifts.is_none() && partners.are_all_equal() => Tested::AllEqual,
            None => Tested::AllPairsEqual,
            Some(p) => Tested::P(Test {
                p,
                adjusted_p: p,
                significant: is_significant,
                has_too_few: !(is_significant || matching.least_p <= alpha),
            }),
        };
        let both = BothSides {
            sides: sides_of(sizes, centers, is_significant),
            method: Method::Paired(Box::new(matching)),
            tested,
            effect: None,
        };
        let mut comparison = compared([base.place, new.place], both, unit.direction);
        if let (Some(levels), Some((shift, equivalence))) = (levels, shift) {
            let mut effect =
                levels.effect(comparison.test(), matching.order, shift, Some(equivalence));
            comparison.outcome = levels.outcome(&comparison, &effect, unit.direction);
            // How a recording that may stop early goes on is another question than how many runs a new one needs.
            if matching.looks.is_none() {
                let spread = || partners.spread(shift.scale, &shift.interval);
                effect.power = levels.power(&comparison, &effect, spread);
            }
            comparison.set_effect(effect);
        }
        comparison
    }

    /// Adds what an analysis tells.
    async fn analyse(
        &self,
        comparison: &mut Comparison,
        sides: &Sides,
        (is_exact, direction): (bool, Option<Direction>),
        levels: &Levels,
        (bench, pace): (&mut Workbench<'s>, &Pace),
    ) {
        let Workbench { test, shifts, base, sample, merged, .. } = bench;
        let (old, new) = (base.values(), sample.values());
        let merged = merged.as_ref();
        let order = || merged.map_or_else(|| stochastic_order(old, new), |merged| merged.order);
        let mut raw = None;
        let mut effect = if is_exact {
            exact_effect(sides)
        } else if let Some(mut pairs) = shifts.pairs(old, new) {
            let (shift, equivalence) = levels.shift(sides, &mut pairs, test, pace).await;
            raw = Some(shift);
            let effect = levels.effect(comparison.test(), order(), shift, equivalence);
            let twice_u = merged.and_then(|merged| merged.twice_u);
            let brunner_munzel_p = levels.brunner_munzel_p(comparison.test(), [old, new], twice_u);
            Effect { brunner_munzel_p, ..effect }
        } else {
            unbounded_effect(order())
        };
        comparison.outcome = levels.outcome(comparison, &effect, direction);
        let spread = || raw.and_then(|raw| spread(old, new, raw.scale, &raw.interval));
        effect.power = levels.power(comparison, &effect, spread);
        comparison.set_effect(effect);
    }

    /// The p-value; nothing if all values are equal.
    fn p(&self, base: &mut Side<'_>, new: &mut Side<'_>, bench: &mut Workbench<'s>) -> Option<f64> {
        self.gather_both((base, new), bench);
        let Workbench { base: old, sample, test, merged: found, .. } = bench;
        found.insert(merged(test, old.values(), sample.values())).p
    }

    fn has_too_few(&self, most: u32) -> bool {
        most < self.runs_for_difference.unwrap_or(10)
    }
}

/// The numbers of both sides.
fn sides_of([base_n, n]: [u32; 2], [base_center, center]: [f64; 2], significant: bool) -> Sides {
    Sides { base_n, n, base_center, center, significant }
}

/// A comparison with its outcome by p.
fn compared(
    [base, new]: [&CellPlace; 2],
    both: BothSides,
    direction: Option<Direction>,
) -> Comparison {
    let (outcome, state) = (Outcome::Inconclusive, State::Compared(both));
    let mut comparison = Comparison { column: new.column, base: base.column, outcome, state };
    comparison.outcome = comparison.outcome_by_p(direction);
    comparison
}

/// Two lists of comparisons, each by column, as one.
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

/// The comparison of a cell whose baseline the row lacks, unless it is the baseline itself.
fn alone(bases: &Bases, place: &CellPlace) -> Option<Comparison> {
    let base = bases.of(place.column)?;
    Some(Comparison::one_sided(place.column, base, State::New))
}

/// The summary of an ascending sample, with its warning.
fn summarize(
    sorted: &[f64],
    assumption: Assumption,
    interval: &mut MedianInterval,
) -> (Summary, Option<Warning>) {
    match assumption {
        Assumption::Exact => {
            let summary = exact_summary(sorted);
            (summary, (summary.lo != summary.hi).then_some(Warning::NotExact))
        }
        Assumption::Nothing => {
            let summary = interval.summarize(sorted);
            // Values may be infinite themselves; the reference does not tell the two apart.
            let few = summary.lo.is_infinite() || summary.hi.is_infinite();
            (summary, few.then_some(Warning::FewRunsForInterval))
        }
    }
}
