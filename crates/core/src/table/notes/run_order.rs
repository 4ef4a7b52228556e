//! The order in which the runs of both sides were measured.
//!
//! Takes the compared cells; gives their run order. Guarantees the weakest order that any row shows, however the inputs
//! are split. Must not know values, because only order and times decide.

use std::collections::BTreeMap;

use super::common_shift::is_constant;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::{CellIndex, Piece};
use crate::table::model::SampleIssue;
use crate::table::model::{Cell, Note, RunOrder, Table};

/// The run orders of pairs of cells.
pub(crate) struct RunOrders<'a> {
    store: &'a Store,
    cells: &'a Cells,
    shared: Shared,
}

impl<'a> RunOrders<'a> {
    pub(super) fn new(store: &'a Store, cells: &'a Cells) -> RunOrders<'a> {
        RunOrders { store, cells, shared: Shared::default() }
    }

    /// Returns the run order of two cells; `None` if both have a single run.
    pub(super) fn of(&mut self, sides: [&CellIndex; 2]) -> Option<RunOrder> {
        let RunOrders { store, cells, .. } = *self;
        let [base, new] = sides.map(|index| Side::find(store, cells.pieces(index)));
        Side::order(store, &mut self.shared, &base, &new)
    }
}

impl RunOrder {
    /// Returns the run order of everything that is compared, or `None` if nothing is.
    pub(in crate::table) fn find(store: &Store, cells: &Cells) -> Option<RunOrder> {
        let mut weakest: Option<RunOrder> = None;
        let mut is_compared = false;
        // A series is in the table of each of its units.
        let mut is_seen = vec![false; store.series.count()];
        let mut orders = RunOrders::new(store, cells);
        for table in &cells.tables {
            for row in table.cells.chunk_by(|a, b| a.row == b.row) {
                for sides in table.bases.sides(row) {
                    is_compared = true;
                    let sides = [sides.0, sides.1];
                    let first = sides.map(|index| cells.pieces(index)[0].series as usize);
                    if first.iter().all(|&series| is_seen[series]) {
                        continue;
                    }
                    first.iter().for_each(|&series| is_seen[series] = true);
                    weakest = weakest.into_iter().chain(orders.of(sides)).min();
                    if weakest == Some(RunOrder::Sequential) {
                        return weakest;
                    }
                }
            }
        }
        weakest.or(is_compared.then_some(RunOrder::Unknown))
    }
}

/// Returns the note on runs that are not interleaved, for a report with differences. `is_shifted` is whether most rows
/// moved alike.
pub(in crate::table) fn not_interleaved(tables: &[Table], is_shifted: bool) -> Note {
    let is_suspicious = is_shifted || tables.iter().any(is_suspicious);
    Note::NotInterleaved { is_suspicious }
}

/// Returns whether the machines differ, or runs of a cell depend on each other.
fn is_suspicious(table: &Table) -> bool {
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let mut issues = cells.flat_map(Cell::issues);
    !table.machines.is_empty()
        || issues.any(|issue| matches!(issue, SampleIssue::Drift(_) | SampleIssue::Serial(_)))
}

/// Returns whether a significant difference exists that machine drift can have caused: a difference of values that
/// vary.
pub(in crate::table) fn differs(tables: &[Table]) -> bool {
    let mut rows = tables.iter().flat_map(|table| &table.rows);
    rows.any(|row| {
        row.comparisons.iter().any(|found| {
            found.test().is_some_and(|test| test.significant)
                && !(is_constant(row, found.base) && is_constant(row, found.column))
        })
    })
}

/// Whether two inputs share a recording, for the pairs that were checked so far.
type Shared = BTreeMap<[usize; 2], bool>;

/// The position of a side's runs among all runs.
struct Side {
    first: u32,
    second: Option<u32>,
    last: u32,
}

impl Side {
    fn find(store: &Store, pieces: &[Piece]) -> Side {
        // Series in order of first appearance; a series occurs twice here if a unit occurs twice on a line.
        let series = || pieces.iter().map(|piece| piece.series);
        let first = pieces[0].series;
        let own = store.beginning(first);
        // If a key differs from run to run, each run is a separate series.
        let next = || series().find(|&other| other != first);
        let second = own.second.or_else(|| next().map(|next| store.beginning(next).first));
        let last = series().map(|series| store.end_of(series)).max();
        Side { first: own.first, second, last: last.unwrap_or(own.first) }
    }

    /// Returns whether its runs follow each other; `None` for a single run.
    fn is_direct(&self, store: &Store) -> Option<bool> {
        self.second.map(|second| store.are_neighbours(self.first, second))
    }

    /// Returns the first and the last time of its inputs.
    fn times(&self, store: &Store) -> Option<(i64, i64)> {
        let times = |index| store.inputs()[store.input_of(index)].origin.times();
        let (first, last) = (times(self.first)?, times(self.last)?);
        Some((first.0.min(last.0), first.1.max(last.1)))
    }

    /// Returns the run order of two sides, as far as the results show it.
    fn order(store: &Store, shared: &mut Shared, base: &Side, new: &Side) -> Option<RunOrder> {
        let inputs = [base, new].map(|side| store.input_of(side.first));
        let is_one_input = inputs[0] == inputs[1];
        let mut is_shared =
            || *shared.entry(inputs).or_insert_with(|| store.share_recording(inputs));
        if !is_one_input && is_shared() {
            return Some(RunOrder::Interleaved);
        }
        let is_direct = [base.is_direct(store), new.is_direct(store)];
        if is_direct == [None; 2] {
            return None;
        }
        let is_adjacent = is_direct.contains(&Some(true));
        if is_one_input && is_adjacent {
            return Some(RunOrder::Sequential);
        }
        // Within one input, positions serve as times.
        let span = |side: &Side| {
            if is_one_input {
                let (first, last) = store.rows_between(side.first, side.last);
                Some((first as i64, last as i64))
            } else {
                side.times(store)
            }
        };
        let alternate = span(base).zip(span(new)).and_then(|(base, new)| alternate(base, new));
        Some(match alternate {
            Some(false) => RunOrder::Sequential,
            _ if is_adjacent => RunOrder::Sequential,
            Some(true) => RunOrder::Interleaved,
            None => RunOrder::InRounds,
        })
    }
}

/// Returns whether two spans of time overlap for most of the longer one; `None` if they overlap less.
fn alternate(a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    let length = |(first, last): (i64, i64)| i128::from(last) - i128::from(first);
    let shared = length((a.0.max(b.0), a.1.min(b.1)));
    match length(a).max(length(b)) {
        _ if shared < 0 => Some(false),
        longer if longer <= 2 * shared => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{RunOrder, alternate};
    use crate::{Input, Query, Store, StoreBuilder};

    /// Returns the order of two logs, each written as a word whose letters are benchmarks. `#` starts a block, and `=`
    /// starts the first block again.
    fn order(old: &str, new: &str) -> Option<RunOrder> {
        let log = |word: &str| -> String {
            let block = |block: u32| format!("# benchlens recording=r block={block}\n");
            let mut blocks = 0;
            word.chars()
                .map(|c| match c {
                    '|' => "goos: linux\n".to_owned(),
                    '#' => {
                        blocks += 1;
                        block(blocks)
                    }
                    '=' => block(1),
                    name => format!("Benchmark{name} 1 {} ns/op\n", 1.5 + f64::from(name as u32)),
                })
                .collect()
        };
        let logs = [log(old), log(new)];
        let inputs = [("a", &logs[0]), ("b", &logs[1])];
        let store = Store::read(inputs.map(|(name, log)| Input::new(name, log)));
        let plan = Query::default().analysed().compile().unwrap();
        let order = |store: &Store| plan.run(store).unwrap().report().order;
        let mut again = StoreBuilder::default();
        for (input, (name, _)) in inputs.iter().enumerate() {
            again.begin(name.as_bytes(), name.as_bytes());
            store.replay(input, &mut again);
            again.end();
        }
        // The number of configuration lines does not matter.
        if !old.contains('|') && !new.contains('|') {
            assert_eq!(order(&again.finish()), order(&store));
        }
        order(&store)
    }

    #[test]
    fn the_order_of_results_tells() {
        let check = |old: &str, new: &str, want: RunOrder| {
            assert_eq!(order(old, new), Some(want), "{old} {new}");
            assert_eq!(order(new, old), Some(want), "{new} {old}");
        };
        check("AAABBB", "AAABBB", RunOrder::Sequential);
        check("ABABAB", "ABABAB", RunOrder::InRounds);
        check("ABABAB", "AAABBB", RunOrder::Sequential);
        check("ABBABB", "ABABAB", RunOrder::Sequential);
        check("AB", "AB", RunOrder::Unknown);
        check("AB", "ABAB", RunOrder::InRounds);
        // Only one benchmark, repeated: the configuration before each result decides.
        check("AAA", "AAA", RunOrder::Sequential);
        check("|AAA", "|AAA", RunOrder::Sequential);
        check("|A|A|A", "|A|A|A", RunOrder::InRounds);
        check("|AA|AA", "|AA|AA", RunOrder::Sequential);
        check("#AB#AB", "#AB#AB", RunOrder::Interleaved);
        check("#AAB#AAB", "#AAB#AAB", RunOrder::Interleaved);
        // A single block does not alternate.
        check("#AAB", "#AAB", RunOrder::Sequential);
        check("=AB=AB", "=AB=AB", RunOrder::InRounds);
        check("=A=A=A", "=A=A=A", RunOrder::Sequential);
        check("#AB#AB", "ABAB", RunOrder::InRounds);
        assert_eq!(order("A", "B"), None);
    }

    #[test]
    fn within_a_log_places_are_times() {
        let order = |order: &str| {
            let line = |c: char| format!("BenchmarkA/side={c} 1 1.5 ns/op\nBenchmarkB 1 1 ns/op\n");
            let log: String = order.chars().map(line).collect();
            let store = Store::read([Input::new("log", &log)]);
            let query = Query { col: "/side".into(), ..Query::default() }.analysed();
            query.compile().unwrap().run(&store).unwrap().report().order
        };
        assert_eq!(order("xyxyxy"), Some(RunOrder::Interleaved));
        assert_eq!(order("xyyxxyyx"), Some(RunOrder::Interleaved));
        assert_eq!(order("xxxyyy"), Some(RunOrder::Sequential));
        assert_eq!(order("xxxxxxyxyyyy"), Some(RunOrder::InRounds));
        // The number of digits affects how runs are split, but not the result.
        let ones = "BenchmarkA/side=x 1 1.5 ns/op\nBenchmarkB 1 1 ns/op\n".repeat(3);
        let more = |value: &str| {
            let log = [&ones[..], &ones.replace("side=x 1 1.5", "side=y 1 1.5")].concat();
            let log =
                log + &format!("BenchmarkC 1 {value} ns/op\nBenchmarkC 1 2 ns/op\n").repeat(9);
            let log = log + &ones.replace("side=x", "side=y") + &ones;
            let store = Store::read([Input::new("log", &log)]);
            let query = Query { col: "/side".into(), ..Query::default() }.analysed();
            query.compile().unwrap().run(&store).unwrap().report().order
        };
        assert_eq!(more("2"), more("2.00"));
    }

    #[test]
    fn spans_alternate_apart_or_neither() {
        assert_eq!(alternate((0, 9), (1, 10)), Some(true));
        assert_eq!(alternate((0, 9), (10, 19)), Some(false));
        assert_eq!(alternate((10, 19), (0, 9)), Some(false));
        assert_eq!(alternate((0, 10), (9, 19)), None);
        assert_eq!(alternate((i64::MIN, i64::MAX), (0, 1)), None);
    }
}
