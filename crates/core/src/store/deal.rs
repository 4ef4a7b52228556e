//! Splits a store into several stores, each with some of its results.
//!
//! Takes a target for each result; gives the store of each target, with its results in order. A store contains the
//! name of each input with results there, and for each result the configuration, metadata and block in which it was
//! measured. Other facts about an input, such as units and problems, are not copied. Must not know the meaning of the
//! targets.

use std::collections::BTreeMap;

use super::{Configured, Store, StoreBuilder, StoredRun};
use crate::format::{Location, Notice, Record, ResultLine, Sink};

impl Store {
    /// Returns the results of each target; `indices` has a target for each row in reading order, and rows without a
    /// target are skipped.
    pub(crate) fn deal(&self, indices: &[Option<u32>]) -> BTreeMap<u32, Store> {
        let (mut hands, mut indices) = (BTreeMap::<u32, Hand<'_>>::new(), indices.iter());
        let units = self.stored_units();
        for (number, input) in self.inputs.iter().enumerate() {
            for run in self.runs(number) {
                let layout = self.layout_units(run.layout).iter();
                let units: Vec<&[u8]> = layout.map(|&unit| units[unit as usize].written).collect();
                let (name, has_processors) = self.name(run.name);
                for (iterations, values) in run.results() {
                    let Some(&Some(index)) = indices.next() else { continue };
                    let hand = hands.entry(index).or_insert_with(|| Hand::new(self.seed));
                    if hand.input != Some(number) {
                        hand.begin(number, &input.name, &input.label);
                    }
                    hand.hear(self, &run);
                    let (values, units) = (&values[..], &units[..]);
                    let result = ResultLine {
                        name,
                        has_processors,
                        iterations,
                        values,
                        units,
                        repeats: false,
                    };
                    hand.builder.push(&Location::Input, Record::Result(result));
                }
            }
        }
        hands.into_iter().map(|(index, hand)| (index, hand.finish())).collect()
    }
}

/// The store of a target, while results are distributed.
struct Hand<'s> {
    builder: StoreBuilder,
    /// The input that is open.
    input: Option<usize>,
    /// The configuration of its last result. It is updated only when the target gets a result, so many targets cost no
    /// more than few.
    configured: Configured,
    config: Option<u32>,
    recorded: Option<(&'s [u8], u32)>,
}

impl<'s> Hand<'s> {
    fn new(seed: u64) -> Hand<'s> {
        let (builder, configured) = (StoreBuilder::seeded(seed), Configured::default());
        Hand { builder, input: None, configured, config: None, recorded: None }
    }

    fn begin(&mut self, input: usize, name: &[u8], label: &[u8]) {
        if self.input.is_some() {
            self.builder.end();
        }
        self.builder.begin(name, label);
        (self.input, self.configured) = (Some(input), Configured::default());
        (self.config, self.recorded) = (None, None);
    }

    /// Updates the configuration for the results of a run.
    fn hear(&mut self, store: &'s Store, run: &StoredRun<'s>) {
        let (at, builder) = (Location::Input, &mut self.builder);
        if self.config != Some(run.config) {
            let stored = store.stored_config(run.config);
            let push = |record: Record<'_>| builder.push(&at, record);
            self.configured.set(&stored.config, &stored.metadata, push);
            self.config = Some(run.config);
        }
        if self.recorded != run.recorded {
            let (recording, block) = run.recorded.unwrap_or_default();
            let (recording, has_end) = (recording.to_vec(), false);
            builder.push(&at, Record::Notice(Notice::Block { recording, block, has_end }));
            self.recorded = run.recorded;
        }
    }

    fn finish(mut self) -> Store {
        if self.input.is_some() {
            self.builder.end();
        }
        self.builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store};

    const LOG: &str = "goos: linux\nBenchmarkA 10 2.5 ns/op 7 B/op\nUnit ns/op better=lower\ncommit: x\nBenchmarkB 10 2.25 ns/op\n\
        BenchmarkB 3 1e300 ns/op\ngoos:\n# benchlens recording=r block=2\nBenchmarkA 1 3 ns/op 9 B/op\nBenchmarkC 1 x\n";

    #[test]
    fn each_place_has_its_results_as_they_were() {
        let store = Store::read([Input::new("a", LOG), Input::new("b", LOG)]);
        let rows: Vec<_> = store.rows().collect();
        assert_eq!(rows.len(), 8);
        let indices = [7, 0, 7, 0, 0, 7, 9, 7].map(|index| (index != 9).then_some(index));
        let dealt = store.deal(&indices);
        assert_eq!(dealt.keys().collect::<Vec<_>>(), [&0, &7]);
        for (index, own) in dealt {
            let expected = rows.iter().zip(indices).filter(|&(_, to)| to == Some(index));
            let expected: Vec<_> = expected.map(|(row, _)| row.clone()).collect();
            assert_eq!(own.rows().collect::<Vec<_>>(), expected);
            assert!(own.diagnostics().is_empty());
        }
    }

    #[test]
    fn blocks_go_along_and_inputs_without_results_do_not() {
        let store = Store::read([Input::new("a", LOG), Input::new("b", LOG)]);
        let only = store.deal(&[None, None, None, None, None, None, None, Some(3)]);
        let own = &only[&3];
        let names: Vec<_> = own.inputs().iter().map(|input| &input.name[..]).collect();
        assert_eq!(names, [b"b"]);
        let blocks: Vec<_> = own.runs(0).map(|run| run.recorded).collect();
        assert_eq!(blocks, [Some((&b"r"[..], 2))]);
        assert!(Store::read([]).deal(&[]).is_empty());
    }
}
