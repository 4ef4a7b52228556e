//! A cache of earlier answers about a store.
//!
//! The web app asks query after query about the same store, and most cells stay the same: another level, for example,
//! changes no layout. An answer has the same bits with and without the cache.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::question::CompiledQuery;
use crate::base::Error;
use crate::base::pace::Pace;
use crate::spec::Query;
use crate::store::{Generation, Store};
use crate::table::compare::cache::CellCache;
use crate::table::compare::levels::Levels;
use crate::table::compare::pairing::Pairing;
use crate::table::group::cells::Cells;
use crate::table::group::phase::COMPARING;
use crate::table::model::{Report, Row};

/// A cache of the answers to earlier queries about one store; see [`Plan::answer_with`](crate::Plan::answer_with). It
/// keeps the layout of the last answer, and about 90 bytes for each unit of each benchmark in each configuration,
/// unless there are more than a million of them. After an analysis it keeps about 200 bytes more for each one that was
/// compared, unless there are more than a quarter of a million.
#[derive(Clone, Default)]
pub struct AnswerCache {
    /// The state, which an answer in progress shares.
    shared: Arc<Mutex<Remembered>>,
}

#[derive(Default)]
struct Remembered {
    /// The store that the cache describes.
    generation: Generation,
    /// The last query, and the layout of its results.
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
        // The state is consistent at any time, so a poisoned lock does no harm.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the known facts about the cells of a store, and the layout of the results if it is known.
    fn recall(
        &self,
        store: &Store,
        asked: &CompiledQuery<'_>,
    ) -> (Arc<CellCache>, Option<Arc<Cells>>) {
        let mut kept = self.lock();
        if kept.generation != store.generation {
            // Free the old memory before the new facts fill it.
            *kept = Remembered { generation: store.generation.clone(), ..Remembered::default() };
            kept.known = Arc::new(CellCache::new(store));
        }
        // Drop a layout that does not fit this query, because its memory is needed.
        kept.last.take_if(|(last, _)| !is_laid_out_alike(last, asked.query));
        let cells = kept.last.as_ref().map(|(_, cells)| Arc::clone(cells));
        let known = Arc::make_mut(&mut kept.known);
        known.take_test(asked.settings.test);
        known.take_confidence(asked.settings.confidence);
        (Arc::clone(&kept.known), cells)
    }

    /// Like `recall`, if the results are laid out as this query needs them; this forgets nothing.
    pub(super) fn laid_out(
        &self,
        store: &Store,
        asked: &CompiledQuery<'_>,
    ) -> Option<(Arc<CellCache>, Arc<Cells>)> {
        let kept = self.lock();
        let (last, cells) = kept.last.as_ref()?;
        let is_same = kept.generation == store.generation && is_laid_out_alike(last, asked.query);
        // The known facts may apply to another confidence, so use none of them.
        is_same.then(|| (Arc::default(), Arc::clone(cells)))
    }

    /// Keeps the layout of the results of a store.
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
            known.take_test(settings.test);
            known.take_confidence(settings.confidence);
            let whole = analysis.filter(|analysis| analysis.is_whole());
            let levels = whole.map(|analysis| Levels::new(*settings, analysis));
            known.learn(store, cells, rows, levels);
        }
    }
}

/// Returns the answer to a query, and the results in each cell. It can stop at any pause: then the cache has its
/// earlier facts and the layout of the results.
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
    // A caller may want to see the first rows before there is memory for all.
    pace.begin(COMPARING, 0);
    pace.rest().await;
    let question = asked.ask(store, &cells)?;
    let rows = question.compare(&known, pace).await;
    // No one else uses the layout, so this changes it in place.
    drop(known);
    cache.learn(store, &cells, asked, &rows);
    pace.spend(rows.iter().map(|rows| rows.len() as u64).sum::<u64>() * REPORT_WORK).await;
    let report = question.report(rows);
    drop(question);
    Ok((report, cells))
}

/// Adding a row to the report takes about as long as reading this number of values.
const REPORT_WORK: u64 = 40;

/// Returns whether two queries put the same results into the same cells.
fn is_laid_out_alike(a: &Query, b: &Query) -> bool {
    let Query { table, row, col, ignore, filter, derive, base, pair, analysis, .. } = b;
    let same = (&a.table, &a.row, &a.col) == (table, row, col);
    let same = same && (&a.ignore, &a.filter, &a.derive) == (ignore, filter, derive);
    // A table lists columns without cells only with an analysis.
    let same = same && a.base == *base && a.analysis.is_some() == analysis.is_some();
    same && (a.pair == *pair || !is_pair_key(&a.pair) && !is_pair_key(pair))
}

/// Returns whether a key pairs the runs: in contrast to the other ways to pair, the key then separates no results.
fn is_pair_key(pair: &str) -> bool {
    Pairing::parse(pair).is_ok_and(|pairing| pairing.is_some_and(|pairing| pairing.key().is_some()))
}
