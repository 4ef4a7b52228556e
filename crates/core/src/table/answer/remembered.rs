//! A cache of earlier answers about a store.
//!
//! A page asks query after query about the same store, and most of their cells are the same: another
//! level changes no layout. An answer has the same bits with the cache and without it.

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
        known.take_test(asked.settings.test);
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
            known.take_test(settings.test);
            known.take_confidence(settings.confidence);
            let whole = analysis.filter(|analysis| analysis.is_whole());
            whole.iter().for_each(|analysis| known.take_trust(analysis.trust));
            let levels = whole.map(|analysis| Levels::new(*settings, analysis));
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
    let question = asked.ask(store, &cells)?;
    let rows = question.compare(&known, pace).await;
    // Nobody else has it: then it is changed in its place.
    drop(known);
    cache.learn(store, &cells, asked, &rows);
    pace.spend(rows.iter().map(|rows| rows.len() as u64).sum::<u64>() * REPORT_WORK).await;
    let report = question.report(rows);
    drop(question);
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
