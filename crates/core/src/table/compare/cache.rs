//! The known facts about the values of cells, from earlier answers.
//!
//! A cell mostly contains the values of one benchmark in one configuration. The cache keeps the summaries of such cells
//! by the index of their values in the store, and the results of comparing two of them.

use super::levels::Levels;
use crate::spec::TestKind;
use crate::stats::Summary;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::Piece;
use crate::table::group::units::assumption;
use crate::table::model::SampleIssue;
use crate::table::model::{Assumption, Cell, Comparison, Effect, Row, Test, Warning};

/// Stores with more columns than this are not remembered: they take seconds in any case, so the memory is better saved.
const PLACES_MAX: usize = 1 << 20;

/// Marks a fact that was compared with nothing.
const NOWHERE: u32 = u32::MAX;

/// The summaries of single measurement columns of single series.
#[derive(Clone, Default)]
pub(in crate::table) struct CellCache {
    confidence: f64,
    test: TestKind,
    /// For each series, where its columns begin; and the end. Empty if nothing is remembered.
    starts: Vec<u32>,
    facts: Vec<Fact>,
}

/// The known facts about the values of one column of a series.
#[derive(Clone)]
struct Fact {
    n: u32,
    summary: Option<(Summary, Option<Warning>)>,
    /// The index of the values that they were compared with.
    base: u32,
    /// The p-value, if they were compared; `None` inside if all values were equal.
    p: Option<f64>,
    /// The effect that an analysis found for that comparison before outcomes were counted, with its levels.
    effect: Option<Box<(Levels, Effect)>>,
    /// The warnings about the sample, if they were looked for.
    issues: Option<Box<[SampleIssue]>>,
}

/// Stores with more columns than this keep no effects, because an effect takes three times as much memory as everything
/// else.
const EFFECTS_MAX: usize = 1 << 18;

impl CellCache {
    /// Returns a cache with room for the facts about a store.
    pub(in crate::table) fn new(store: &Store) -> CellCache {
        let mut starts = vec![0];
        let mut end = 0;
        for &(_, layout) in store.series.keys() {
            end += store.layouts.get(layout).len();
            if PLACES_MAX < end {
                return CellCache::default();
            }
            starts.push(end as u32);
        }
        let unknown =
            Fact { n: 0, summary: None, base: NOWHERE, p: None, effect: None, issues: None };
        CellCache {
            confidence: f64::NAN,
            test: TestKind::default(),
            starts,
            facts: vec![unknown; end],
        }
    }

    /// Forgets the results of another test.
    pub(in crate::table) fn take_test(&mut self, test: TestKind) {
        if self.test != test {
            self.test = test;
            for fact in &mut self.facts {
                (fact.summary, fact.base, fact.p, fact.effect) = (None, NOWHERE, None, None);
            }
        }
    }

    /// Forgets intervals at another confidence.
    pub(in crate::table) fn take_confidence(&mut self, confidence: f64) {
        if self.confidence.to_bits() != confidence.to_bits() {
            self.confidence = confidence;
            self.facts.iter_mut().for_each(|fact| fact.summary = None);
        }
    }

    /// Returns the index of a cell, if it contains one measured column of one series.
    pub(super) fn index(&self, pieces: &[Piece]) -> Option<u32> {
        let &[Piece { series, column, .. }] = pieces else { return None };
        let series = series as usize;
        let (&start, &end) = (self.starts.get(series)?, self.starts.get(series + 1)?);
        // Columns of derived units come after the columns of the layout.
        (column < end - start).then_some(start + column)
    }

    /// Returns the number of values, their summary, and its warning.
    pub(super) fn summary(&self, index: Option<u32>) -> Option<(u32, Summary, Option<Warning>)> {
        let fact = self.facts.get(index? as usize)?;
        fact.summary.map(|(summary, warning)| (fact.n, summary, warning))
    }

    /// Returns the p-value of a comparison: `Some(None)` if there was nothing to test.
    pub(super) fn p(&self, base: Option<u32>, index: Option<u32>) -> Option<Option<f64>> {
        let fact = self.facts.get(index? as usize)?;
        (fact.base == base?).then_some(fact.p)
    }

    /// Returns the effect that an analysis found for a comparison, at the same levels.
    pub(super) fn effect(
        &self,
        base: Option<u32>,
        index: Option<u32>,
        levels: &Levels,
    ) -> Option<&Effect> {
        let fact = self.facts.get(index? as usize)?;
        let (known, effect) = fact.effect.as_deref()?;
        (fact.base == base? && known == levels).then_some(effect)
    }

    /// Returns the warnings about a sample, if they were looked for.
    pub(super) fn issues(&self, index: Option<u32>) -> Option<&[SampleIssue]> {
        self.facts.get(index? as usize)?.issues.as_deref()
    }

    /// Learns rows before their outcomes are counted; `analysis` has levels if every row is analyzed.
    pub(in crate::table) fn learn(
        &mut self,
        store: &Store,
        cells: &Cells,
        rows: &[Vec<Row>],
        analysis: Option<Levels>,
    ) {
        if self.facts.is_empty() {
            return;
        }
        let levels = analysis.filter(|_| self.facts.len() <= EFFECTS_MAX);
        for (table, rows) in cells.tables.iter().zip(rows) {
            let is_tested = assumption(store, table.unit) == Assumption::Nothing;
            let mut indices = table.cells.iter();
            for row in rows {
                let indices: Vec<Option<u32>> = indices
                    .by_ref()
                    .take(row.cells.len())
                    .map(|at| self.index(cells.pieces(at)))
                    .collect();
                let index = |column: u32| {
                    let cell = row.cells.binary_search_by_key(&column, |cell| cell.column).ok()?;
                    indices[cell]
                };
                for (cell, &index) in row.cells.iter().zip(&indices) {
                    self.learn_cell(index, cell, analysis.is_some());
                }
                for comparison in row.comparisons.iter().filter(|_| is_tested) {
                    let (base, new) = (index(comparison.base), index(comparison.column));
                    self.learn_test(base, new, comparison, levels);
                }
            }
        }
    }

    fn fact(&mut self, index: Option<u32>) -> Option<&mut Fact> {
        self.facts.get_mut(index? as usize)
    }

    fn learn_cell(&mut self, index: Option<u32>, cell: &Cell, is_analysed: bool) {
        let Some(fact) = self.fact(index) else { return };
        fact.n = cell.n;
        fact.summary.get_or_insert((cell.summary, cell.warning));
        if is_analysed {
            fact.issues.get_or_insert_with(|| cell.issues().into());
        }
    }

    fn learn_test(
        &mut self,
        base: Option<u32>,
        index: Option<u32>,
        comparison: &Comparison,
        levels: Option<Levels>,
    ) {
        let (Some(base), Some(fact)) = (base, self.fact(index)) else { return };
        // Paired tests have another p.
        if comparison.sides().is_none() || comparison.matching().is_some() {
            return;
        }
        if fact.base != base {
            fact.base = base;
            fact.p = comparison.test().map(Test::approximate_p);
            fact.effect = None;
        }
        let (Some(levels), Some(effect)) = (levels, comparison.effect()) else { return };
        if fact.effect.as_ref().is_none_or(|known| known.0 != levels) {
            fact.effect = Some(Box::new((levels, *effect)));
        }
    }
}
