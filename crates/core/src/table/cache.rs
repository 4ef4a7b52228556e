//! A cache of earlier answers about a store.
//!
//! A page asks query after query about the same store, and most of their cells are the same: another
//! level changes no layout, and a cell is mostly the values of one benchmark in one configuration. The
//! cache keeps the summaries of such cells by the place of the values in the store, and what was found when two of them
//! were compared. An answer has the same bits with it and without it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::COMPARING;
use super::assemble::CompiledQuery;
use super::cells::{Cells, Piece};
use super::classify::Levels;
use super::compare::assumption;
use super::model::{Assumption, Cell, Comparison, Effect, Report, Row, Warning};
use super::pairing::Pairing;
use crate::base::Error;
use crate::base::pace::Pace;
use crate::spec::Query;
use crate::stats::{SampleIssue, Summary};
use crate::store::{Generation, Store};

/// A cache of the answers to earlier queries about one store; see
/// [`Plan::answer_with`](crate::Plan::answer_with). It keeps the layout of the last answer, and some
/// 90 bytes for each unit of each benchmark in each configuration, unless there are more than a
/// million of them; after an analysis some 200 more for each that was compared, unless there are more than a quarter of
/// a million.
#[derive(Clone, Default)]
pub struct AnswerCache {
    /// Shared with an answer that is being worked out.
    shared: Arc<Mutex<Remembered>>,
}

#[derive(Default)]
struct Remembered {
    /// The store that it is about.
    generation: Generation,
    /// The last query, and how it laid out the results.
    last: Option<(Query, Arc<Cells>)>,
    known: Arc<CellCache>,
}

impl std::fmt::Debug for AnswerCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnswerCache").finish_non_exhaustive()
    }
}

impl AnswerCache {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        // What is remembered is whole at any time.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of the cells of a store, and how the results are laid out if that is known.
    fn recall(
        &self,
        store: &Store,
        asked: &CompiledQuery<'_>,
    ) -> (Arc<CellCache>, Option<Arc<Cells>>) {
        let mut kept = self.lock();
        if kept.generation != store.generation {
            // First room, then what fills it.
            *kept = Remembered { generation: store.generation.clone(), ..Remembered::default() };
            kept.known = Arc::new(CellCache::new(store));
        }
        // What is not needed again makes room for what is.
        kept.last.take_if(|(last, _)| !is_laid_out_alike(last, asked.query));
        let cells = kept.last.as_ref().map(|(_, cells)| Arc::clone(cells));
        let known = Arc::make_mut(&mut kept.known);
        known.take_confidence(asked.settings.confidence);
        asked.analysis.iter().for_each(|analysis| known.take_trust(analysis.trust));
        (Arc::clone(&kept.known), cells)
    }

    /// The same, if the results are laid out as this query wants it. Nothing is forgotten.
    pub(super) fn laid_out(
        &self,
        store: &Store,
        asked: &CompiledQuery<'_>,
    ) -> Option<(Arc<CellCache>, Arc<Cells>)> {
        let kept = self.lock();
        let (last, cells) = kept.last.as_ref()?;
        let is_same = kept.generation == store.generation && is_laid_out_alike(last, asked.query);
        // What is known may hold for another confidence: nothing of it is taken.
        is_same.then(|| (Arc::default(), Arc::clone(cells)))
    }

    /// Keeps how the results of a store are laid out.
    fn keep(&self, store: &Store, asked: &CompiledQuery<'_>, cells: &Arc<Cells>) {
        let mut kept = self.lock();
        if kept.generation == store.generation {
            kept.last = Some((asked.query.clone(), Arc::clone(cells)));
        }
    }

    /// Learns the rows of an answer.
    fn learn(&self, store: &Store, cells: &Cells, asked: &CompiledQuery<'_>, rows: &[Vec<Row>]) {
        let CompiledQuery { settings, analysis, .. } = asked;
        let mut kept = self.lock();
        if kept.generation == store.generation {
            let known = Arc::make_mut(&mut kept.known);
            known.take_confidence(settings.confidence);
            let whole = analysis.filter(|analysis| analysis.is_whole());
            whole.iter().for_each(|analysis| known.take_trust(analysis.trust));
            let levels = whole.map(|analysis| Levels::new(settings.alpha, analysis));
            known.learn(store, cells, rows, levels);
        }
    }
}

/// The answer to a query, and which results each cell is made of. It can stop at any pause: then the cache knows
/// as much as before, and the layout of the results.
pub(crate) async fn answer_cached(
    store: &Store,
    asked: &CompiledQuery<'_>,
    cache: &AnswerCache,
    pace: &Pace,
) -> Result<(Report, Arc<Cells>), Error> {
    let (known, cells) = cache.recall(store, asked);
    let cells = match cells {
        Some(cells) => cells,
        None => Arc::new(asked.group_paced(store, pace).await?),
    };
    cache.keep(store, asked, &cells);
    // Whoever waits may want to see the first rows, before there is room for all.
    pace.begin(COMPARING, 0);
    pace.rest().await;
    let controls = asked.controls(store, &cells)?;
    let rows = asked.compare(store, &cells, &known, controls.as_ref(), pace).await;
    // Nobody else has it: then it is changed in its place.
    drop(known);
    cache.learn(store, &cells, asked, &rows);
    pace.spend(rows.iter().map(|rows| rows.len() as u64).sum::<u64>() * REPORT_WORK).await;
    let report = asked.report(store, &cells, rows, controls.as_ref());
    Ok((report, cells))
}

/// To make a report takes for each row as long as to look at so many values.
const REPORT_WORK: u64 = 40;

/// Whether two queries put the same results into the same cells.
fn is_laid_out_alike(a: &Query, b: &Query) -> bool {
    let Query { table, row, col, ignore, filter, derive, base, pair, analysis, .. } = b;
    let same = (&a.table, &a.row, &a.col) == (table, row, col);
    let same = same && (&a.ignore, &a.filter, &a.derive) == (ignore, filter, derive);
    // Only with an analysis are columns listed that a table does not have.
    let same = same && a.base == *base && a.analysis.is_some() == analysis.is_some();
    same && (a.pair == *pair || !is_pair_key(&a.pair) && !is_pair_key(pair))
}

/// Whether runs are paired by a key: then the key keeps no results apart, in contrast to the other ways to pair.
fn is_pair_key(pair: &str) -> bool {
    Pairing::parse(pair).is_ok_and(|pairing| pairing.is_some_and(|pairing| pairing.key().is_some()))
}

/// More places are not remembered: what takes seconds in any case is not worth the memory.
const PLACES_MAX: usize = 1 << 20;

/// No place.
const NOWHERE: u32 = u32::MAX;

/// The summaries of single measurement columns of single series.
#[derive(Clone, Default)]
pub(super) struct CellCache {
    confidence: f64,
    /// The level of the problems of samples.
    trust: f64,
    /// By series, where its columns begin; and the end. Empty if nothing is remembered.
    starts: Vec<u32>,
    facts: Vec<Fact>,
}

/// The known facts about the values of a place.
#[derive(Clone)]
struct Fact {
    n: u32,
    summary: Option<(Summary, Option<Warning>)>,
    /// The place that they were compared with.
    base: u32,
    /// The p-value, if they were compared with any; nothing if all values were equal.
    p: Option<f64>,
    /// What an analysis said of that comparison before outcomes were counted, with its levels.
    effect: Option<Box<(Levels, Effect)>>,
    /// The problems of the sample, if they were looked for.
    issues: Option<Box<[SampleIssue]>>,
}

/// Of more places, effects are not remembered: one takes three times as much memory as all else.
const EFFECTS_MAX: usize = 1 << 18;

impl CellCache {
    /// Room for what will be known of a store.
    fn new(store: &Store) -> CellCache {
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
        let [confidence, trust] = [f64::NAN; 2];
        CellCache { confidence, trust, starts, facts: vec![unknown; end] }
    }

    /// Forgets intervals of another confidence.
    fn take_confidence(&mut self, confidence: f64) {
        if self.confidence.to_bits() != confidence.to_bits() {
            self.confidence = confidence;
            self.facts.iter_mut().for_each(|fact| fact.summary = None);
        }
    }

    /// Forgets problems of samples at another level.
    fn take_trust(&mut self, trust: f64) {
        if self.trust.to_bits() != trust.to_bits() {
            self.trust = trust;
            self.facts.iter_mut().for_each(|fact| fact.issues = None);
        }
    }

    /// The place of a cell, if it is made of one column of one series and not computed.
    pub(super) fn place(&self, pieces: &[Piece]) -> Option<u32> {
        let &[Piece { series, column, .. }] = pieces else { return None };
        let series = series as usize;
        let (&start, &end) = (self.starts.get(series)?, self.starts.get(series + 1)?);
        // Columns of derived units are numbered behind those of the layout.
        (column < end - start).then_some(start + column)
    }

    /// How many values a place has, their summary, and its warning.
    pub(super) fn summary(&self, place: Option<u32>) -> Option<(u32, Summary, Option<Warning>)> {
        let fact = self.facts.get(place? as usize)?;
        fact.summary.map(|(summary, warning)| (fact.n, summary, warning))
    }

    /// The result of the test of a place against another: `Some(None)` if there was nothing to test.
    pub(super) fn p(&self, base: Option<u32>, place: Option<u32>) -> Option<Option<f64>> {
        let fact = self.facts.get(place? as usize)?;
        (fact.base == base?).then_some(fact.p)
    }

    /// What an analysis said of a place against another, at the same levels.
    pub(super) fn effect(
        &self,
        (base, place): (Option<u32>, Option<u32>),
        levels: &Levels,
    ) -> Option<&Effect> {
        let fact = self.facts.get(place? as usize)?;
        let (known, effect) = fact.effect.as_deref()?;
        (fact.base == base? && known == levels).then_some(effect)
    }

    /// The problems of the sample of a place, if they were looked for.
    pub(super) fn issues(&self, place: Option<u32>) -> Option<&[SampleIssue]> {
        self.facts.get(place? as usize)?.issues.as_deref()
    }

    /// Learns rows as they are before outcomes are counted; `analysis` has levels if all of them are analysed.
    fn learn(&mut self, store: &Store, cells: &Cells, rows: &[Vec<Row>], analysis: Option<Levels>) {
        if self.facts.is_empty() {
            return;
        }
        let levels = analysis.filter(|_| self.facts.len() <= EFFECTS_MAX);
        for (table, rows) in cells.tables.iter().zip(rows) {
            let is_tested = assumption(store, table.unit) == Assumption::Nothing;
            let mut places = table.cells.iter();
            for row in rows {
                let places: Vec<Option<u32>> = places
                    .by_ref()
                    .take(row.cells.len())
                    .map(|at| self.place(cells.pieces(at)))
                    .collect();
                let place = |column: u32| {
                    let cell = row.cells.binary_search_by_key(&column, |cell| cell.column).ok()?;
                    places[cell]
                };
                for (cell, &place) in row.cells.iter().zip(&places) {
                    self.learn_cell(place, cell, analysis.is_some());
                }
                for comparison in row.comparisons.iter().filter(|_| is_tested) {
                    let places = (place(comparison.base), place(comparison.column));
                    self.learn_test(places, comparison, levels);
                }
            }
        }
    }

    fn fact(&mut self, place: Option<u32>) -> Option<&mut Fact> {
        self.facts.get_mut(place? as usize)
    }

    fn learn_cell(&mut self, place: Option<u32>, cell: &Cell, is_analysed: bool) {
        let Some(fact) = self.fact(place) else { return };
        fact.n = cell.n;
        fact.summary.get_or_insert((cell.summary, cell.warning));
        if is_analysed {
            fact.issues.get_or_insert_with(|| cell.issues().into());
        }
    }

    fn learn_test(
        &mut self,
        (base, place): (Option<u32>, Option<u32>),
        comparison: &Comparison,
        levels: Option<Levels>,
    ) {
        let (Some(base), Some(fact)) = (base, self.fact(place)) else { return };
        // What was tested in pairs has another p.
        if comparison.sides().is_none() || comparison.matching().is_some() {
            return;
        }
        if fact.base != base {
            fact.base = base;
            fact.p = comparison.test().map(|test| test.p);
            fact.effect = None;
        }
        let (Some(levels), Some(effect)) = (levels, comparison.effect()) else { return };
        if fact.effect.as_ref().is_none_or(|known| known.0 != levels) {
            fact.effect = Some(Box::new((levels, *effect)));
        }
    }
}
