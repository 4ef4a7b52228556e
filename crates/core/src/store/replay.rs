//! Converts a store back to the records from which it could have been read.
//!
//! Takes an input of a store; gives its records to any receiver: to write text, or to add them to another input.

use super::{Configured, Store};
use crate::format::{Location, Notice, Problem, Record, ResultLine, Sink};

impl Store {
    /// Gives the records of an input to a sink: first the records besides results, then the results, each after the
    /// changes before it. If there is no such input, it gives nothing.
    pub fn replay(&self, input: usize, sink: &mut dyn Sink) {
        let Some(facts) = self.facts(input) else { return };
        for (at, notice) in facts.reported {
            // Where its lines are is not known, so the sentence is a note.
            let record = if let Notice::Problem(wrapped @ Problem::Wrapped { .. }) = notice {
                Problem::Note { text: wrapped.message() }.into()
            } else {
                Record::Notice(notice)
            };
            sink.push(&at, record);
        }
        let at = Location::Input;
        if let Some((first, last)) = facts.times {
            sink.push(&at, Record::Notice(Notice::Times { first, last }));
        }
        let (mut configured, mut config, mut recorded) = (Configured::default(), None, None);
        let mut row = 0;
        for run in self.runs(input) {
            if config != Some(run.config) {
                let stored = self.stored_config(run.config);
                configured.set(&stored.config, &stored.metadata, |record| sink.push(&at, record));
                config = Some(run.config);
            }
            if recorded != run.recorded {
                let (recording, block) = run.recorded.unwrap_or((b"", 0));
                let (recording, has_end) = (recording.to_vec(), false);
                sink.push(&at, Record::Notice(Notice::Block { recording, block, has_end }));
                recorded = run.recorded;
            }
            let layout = self.layout_units(run.layout).iter();
            let units: Vec<&[u8]> = layout.map(|&unit| self.units.written(unit)).collect();
            let (name, has_processors) = self.name(run.name);
            for (iterations, values) in run.results() {
                let (values, units) = (&values[..], &units[..]);
                let result =
                    ResultLine { name, has_processors, iterations, values, units, repeats: false };
                sink.push(&Location::Row(row), Record::Result(result));
                row += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store, StoreBuilder};

    #[test]
    fn what_is_replayed_is_what_was_read() {
        let log = "Unit ns/op better=lower\ngoos: linux\ncpu: x\nBenchmarkA 1 1.50 ns/op 2 B/op\n\
                   # benchlens recording=r block=1\nBenchmarkA 3 1e300 ns/op\ngoos:\nBenchmarkA 1 2 ns/op\n\
                   # benchlens recording=r\n# benchlens recording=r block=4 time=1 end=expected\nBenchmarkA 1 x ns/op\nBenchmarkB 1 2 x\n";
        let store = Store::read([Input::new("log", log)]);
        let mut builder = StoreBuilder::default();
        builder.begin(b"log", b"log");
        store.replay(0, &mut builder);
        builder.end();
        let again = builder.finish();
        assert_eq!(again.diagnostics(), store.diagnostics());
        assert_eq!(again.rows().collect::<Vec<_>>(), store.rows().collect::<Vec<_>>());
        let blocks = |store: &Store| {
            store
                .runs(0)
                .map(|run| run.recorded.map(|(id, block)| (id.to_vec(), block)))
                .collect::<Vec<_>>()
        };
        assert_eq!(blocks(&again), blocks(&store));
    }
}
