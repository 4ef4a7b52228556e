//! What earlier answers about a store found out, for the next one.
//!
//! Who turns a view about asks for the same cells again and again: another level leaves all results
//! where they are, and most cells of most layouts are the values of one benchmark in one
//! configuration. What these come to is remembered by the place of the values in the store. The
//! answer is the same as without it, to the last bit.

use std::sync::Arc;

use super::assemble::{Asked, report};
use super::cells::{Cells, Piece};
use super::report::{Assumption, Cell};
use super::summarize::{RowCells, assumption, rows};
use super::{Doubt, Report};
use crate::question::Query;
use crate::stats::Summary;
use crate::store::{Generation, Store};

/// What is remembered of the answers to earlier queries about one store; see
/// [`Plan::answer_with`](crate::Plan::answer_with). It keeps the layout of the last answer, and some
/// 60 bytes for each unit of each benchmark in each configuration, unless there are more than a
/// million of them.
#[derive(Default)]
pub struct Recall {
    /// The store that it is about.
    generation: Generation,
    /// The last query, and how it laid out the results.
    last: Option<(Query, Arc<Cells>)>,
    known: Known,
}

impl std::fmt::Debug for Recall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recall").finish_non_exhaustive()
    }
}

/// The answer to a query, and which results each cell is made of.
pub(crate) fn recalled(
    store: &Store,
    asked: &Asked<'_>,
    recall: &mut Recall,
) -> (Report, Arc<Cells>) {
    if recall.generation != store.generation {
        // First room, then what fills it.
        *recall = Recall { generation: store.generation.clone(), ..Recall::default() };
        recall.known = Known::new(store);
    }
    // What is not needed again makes room for what is.
    let last = recall.last.take().filter(|(last, _)| is_laid_out_alike(last, asked.query));
    let cells = last.map_or_else(|| Arc::new(asked.group(store)), |(_, cells)| cells);
    recall.known.take_confidence(asked.settings.confidence);
    let rows = rows(store, &cells, asked.settings, &recall.known);
    recall.known.learn(store, &cells, &rows);
    recall.last = Some((asked.query.clone(), Arc::clone(&cells)));
    (report(store, asked, &cells, rows), cells)
}

/// Whether two queries put the same results into the same cells.
fn is_laid_out_alike(a: &Query, b: &Query) -> bool {
    let Query { table, row, col, ignore, filter, derive, .. } = b;
    let same = (&a.table, &a.row, &a.col) == (table, row, col);
    same && (&a.ignore, &a.filter, &a.derive) == (ignore, filter, derive)
}

/// More places are not remembered: what takes seconds in any case is not worth the memory.
const PLACES_MAX: usize = 1 << 20;

/// No place.
const NOWHERE: u32 = u32::MAX;

/// What single measurement columns of single series come to.
#[derive(Default)]
pub(super) struct Known {
    confidence: f64,
    /// By series, where its columns begin; and the end. Empty if nothing is remembered.
    starts: Vec<u32>,
    facts: Vec<Fact>,
}

/// What is known of the values of a place.
#[derive(Clone, Copy)]
struct Fact {
    n: u32,
    summary: Option<(Summary, Option<Doubt>)>,
    /// The place that they were compared with.
    base: u32,
    /// The p-value, if they were compared with any; nothing if all values were equal.
    p: Option<f64>,
}

impl Known {
    /// Room for what will be known of a store.
    fn new(store: &Store) -> Known {
        let mut starts = vec![0];
        let mut end = 0;
        for &(_, layout) in store.series.keys() {
            end += store.layouts.get(layout).len();
            if PLACES_MAX < end {
                return Known::default();
            }
            starts.push(end as u32);
        }
        let unknown = Fact { n: 0, summary: None, base: NOWHERE, p: None };
        Known { confidence: f64::NAN, starts, facts: vec![unknown; end] }
    }

    /// Forgets intervals of another confidence.
    fn take_confidence(&mut self, confidence: f64) {
        if self.confidence.to_bits() != confidence.to_bits() {
            self.confidence = confidence;
            self.facts.iter_mut().for_each(|fact| fact.summary = None);
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

    /// How many values a place has, what they come to, and what is doubtful about it.
    pub(super) fn summary(&self, place: Option<u32>) -> Option<(u32, Summary, Option<Doubt>)> {
        let fact = self.facts.get(place? as usize)?;
        fact.summary.map(|(summary, doubt)| (fact.n, summary, doubt))
    }

    /// The result of the test of a place against another: `Some(None)` if there was nothing to test.
    pub(super) fn p(&self, base: Option<u32>, place: Option<u32>) -> Option<Option<f64>> {
        let fact = self.facts.get(place? as usize)?;
        (fact.base == base?).then_some(fact.p)
    }

    fn learn(&mut self, store: &Store, cells: &Cells, rows: &[Vec<RowCells>]) {
        if self.facts.is_empty() {
            return;
        }
        for (table, rows) in cells.tables.iter().zip(rows) {
            let is_tested = assumption(store, table.unit) == Assumption::Nothing;
            let mut places = table.cells.iter();
            for (_, row) in rows {
                let mut base = None;
                // The row first: a place that is taken is gone.
                for (cell, at) in row.iter().zip(places.by_ref()) {
                    let place = self.place(cells.pieces(at));
                    self.learn_cell(place, base.filter(|_| is_tested), cell);
                    if at.column == 0 {
                        base = place;
                    }
                }
            }
        }
    }

    fn learn_cell(&mut self, place: Option<u32>, base: Option<u32>, cell: &Cell) {
        let Some(fact) = place.and_then(|place| self.facts.get_mut(place as usize)) else { return };
        fact.n = cell.n;
        fact.summary.get_or_insert((cell.summary, cell.doubt));
        if let (Some(base), Some(comparison)) = (base, &cell.comparison)
            && fact.base != base
        {
            fact.base = base;
            fact.p = (comparison.doubt != Some(Doubt::AllEqual)).then_some(comparison.p);
        }
    }
}
