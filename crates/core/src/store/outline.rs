//! A store without its values.
//!
//! Takes a store; gives one with the same inputs, benchmarks, configurations, units and runs, in which every number is
//! one. So it answers every question that depends on names, order and counts: which cells exist, in which order, how
//! the runs were measured. It needs about 40 bytes for each run of consecutive results. Must not know its purpose.

use std::sync::Arc;

use super::recordings::Plans;
use super::values::{BLOCK_ROWS, Block, BlockBuffer, Values};
use super::{Generation, Store};

impl Store {
    /// Returns the same store with 1 instead of every number.
    #[must_use]
    pub fn outline(&self) -> Store {
        let mut outline = self.clone();
        outline.generation = Generation::default();
        let layouts = self.layouts_of_runs();
        let mut segments: Vec<Values> =
            self.segments.iter().map(|_| Values::seeded(self.seed)).collect();
        let mut buffer = BlockBuffer::default();
        for (run, layout) in outline.runs.iter_mut().zip(layouts) {
            let columns = self.layouts.get(layout).len() + 1;
            run.block = ones(&mut segments[run.segment as usize], columns, run.block, &mut buffer);
        }
        segments.iter_mut().for_each(Values::shrink);
        outline.segments = segments.into_iter().map(Arc::new).collect();
        outline
    }

    /// Returns the interim checks: the names of recordings with the numbers of blocks, which are empty if they are not
    /// certain.
    pub(crate) fn looks(&self) -> Vec<(Vec<u8>, Vec<u32>)> {
        self.plans.all().map(|(name, looks)| (name.to_vec(), looks.to_vec())).collect()
    }

    /// Returns the same store with the given interim checks of recordings.
    pub(crate) fn with_looks(mut self, looks: &[(Vec<u8>, Vec<u32>)]) -> Store {
        self.plans = Plans::default();
        for (recording, looks) in looks {
            self.plans.set(recording, looks);
        }
        self
    }

    /// Returns the series of each row, in reading order.
    pub(crate) fn series_of_rows(&self) -> Vec<u32> {
        let rows = self.runs.iter().zip(&self.series_of_runs);
        rows.flat_map(|(run, &series)| std::iter::repeat_n(series, run.block.rows.into())).collect()
    }

    fn layouts_of_runs(&self) -> Vec<u32> {
        self.series_of_runs.iter().map(|&series| self.series.get(series).1).collect()
    }
}

/// Packs a block with the same number of rows as another one.
fn ones(values: &mut Values, columns: usize, like: Block, buffer: &mut BlockBuffer) -> Block {
    let pattern = values.pattern(&vec![0; columns]);
    buffer.begin(columns);
    debug_assert!(usize::from(like.rows) <= BLOCK_ROWS);
    (0..like.rows).for_each(|_| buffer.push(std::iter::repeat_n(1, columns)));
    Block { start: values.pack(buffer), pattern, ..like }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store};

    const LOG: &str = "goos: linux\nBenchmarkA 10 2.5 ns/op 7 B/op\nBenchmarkA 10 2.25 ns/op 8 B/op\n\
        BenchmarkB 3 1e300 ns/op\nUnit ns/op better=lower\n# benchlens recording=r block=2\nBenchmarkA 1 3 ns/op 9 B/op\n";

    #[test]
    fn all_but_the_numbers_is_there() {
        let store = Store::read([Input::new("a", LOG), Input::new("b", LOG)]);
        let outline = store.outline();
        let plain = |store: &Store| {
            let rows = store.rows().map(|row| {
                let units = row.measurements.iter().map(|(unit, _)| unit.to_vec());
                (row.name.to_vec(), row.file.to_vec(), row.config.len(), units.collect::<Vec<_>>())
            });
            rows.collect::<Vec<_>>()
        };
        assert_eq!(plain(&outline), plain(&store));
        assert!(outline.rows().all(|row| row.iterations == 1));
        let ones = |row: &crate::store::StoredRow<'_>| {
            row.measurements.iter().all(|(_, number)| number.to_f64() == 1.0)
        };
        assert!(outline.rows().all(|row| ones(&row)));
        assert_eq!(outline.inputs(), store.inputs());
        let sent = Store::from_bytes(&outline.to_bytes()).unwrap();
        assert_eq!(sent.to_bytes(), outline.to_bytes());
        assert_eq!(sent.outline().to_bytes(), outline.to_bytes());
    }

    #[test]
    fn rows_know_their_series() {
        let store = Store::read([Input::new("a", LOG)]);
        assert_eq!(store.series_of_rows(), [0, 0, 1, 0]);
    }
}
