//! Determines which rows were measured together.
//!
//! Takes the lines that begin the blocks of recordings, and the lines with their interim checks; gives the block of a
//! row, and the checks of a recording. Guarantees the same answer however the inputs were cut. Must not know the
//! purpose of blocks.

use std::collections::BTreeMap;

use super::recordings::BlockStart;
use super::{RowIndex, Store};
use crate::format::gobench::confirmed;

/// The recordings of all inputs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recorded {
    /// No result belongs to a recording.
    Not,
    /// All results belong to recordings that the inputs share.
    Shared {
        /// Whether the order of the sides was drawn for each block.
        is_drawn: bool,
    },
    /// Some results belong to a recording, and others do not.
    Mixed,
    /// The inputs belong to different recordings.
    Different,
}

/// The beginning of the name of a recording whose order was not drawn.
pub const FIXED_ORDER: &str = "fixed-order-";

/// Returns whether the order of the sides within the blocks of a recording was not drawn.
pub(crate) fn has_fixed_order(recording: &[u8]) -> bool {
    recording.starts_with(FIXED_ORDER.as_bytes())
}

/// The recordings of the rows of an input, by their numbers, each with its smallest and its greatest block. Rows
/// without a recording have the number 0.
type Own = BTreeMap<u32, (u32, u32)>;

impl Store {
    /// Begins a block with a run that does not exist yet; without the name of a recording, the following rows belong
    /// to no block.
    pub(super) fn begin_block(&mut self, run: u32, name: &[u8], block: u32) {
        self.recordings.intern(b"");
        let recording = self.recordings.intern(name);
        self.blocks.push(BlockStart { run, recording, block });
    }

    /// Ends the block, because blocks do not continue in the next input.
    pub(super) fn end_block(&mut self) {
        if self.blocks.last().is_some_and(|last| last.recording != 0) {
            self.begin_block(self.runs.len() as u32, b"", 0);
        }
    }

    /// Returns the name of the recording of a block; empty if there is no recording.
    pub(super) fn recording(&self, start: &BlockStart) -> &[u8] {
        self.recordings.get(start.recording)
    }

    /// Returns the name of the recording and the block of a row; the name is empty if they are not known.
    pub(crate) fn block_of(&self, row: RowIndex) -> (&[u8], u32) {
        let (segment, start, _) = row;
        let at = (segment, start);
        let run = self.runs.partition_point(|run| (run.segment, run.block.start) < at);
        let next = self.blocks.partition_point(|block| block.run as usize <= run);
        let found = self.blocks[..next].last();
        found.map_or((b"", 0), |start| (self.recording(start), start.block))
    }

    /// Returns whether any line describes interim checks.
    pub(crate) fn has_looks(&self) -> bool {
        !self.plans.looks.is_empty()
    }

    /// Returns the numbers of blocks at which a recording makes its interim checks: an empty list if they are not
    /// certain, and `None` if no line describes them.
    pub(crate) fn looks_of(&self, recording: &[u8]) -> Option<&[u32]> {
        let index = self.plans.recordings.find(recording)?;
        self.plans.looks.get(index as usize).map(Vec::as_slice)
    }

    fn recordings_of(&self, input: usize) -> Own {
        let (start, end) = self.extent(input);
        let blocks = &self.blocks[start.blocks..end.blocks];
        // Rows before the first block belong to no block.
        let first = BlockStart { run: start.runs as u32, recording: 0, block: 0 };
        let starts = std::iter::once(&first).chain(blocks);
        let ends = blocks.iter().map(|block| block.run).chain([end.runs as u32]);
        let mut own = Own::new();
        // A block without a row is ignored.
        for (start, _) in starts.zip(ends).filter(|(start, end)| start.run < *end) {
            let (least, most) = own.entry(start.recording).or_insert((start.block, start.block));
            (*least, *most) = ((*least).min(start.block), (*most).max(start.block));
        }
        own
    }

    /// Returns the recordings of an input except for those that confirm another one, which some inputs may lack.
    fn planned<'a>(&'a self, own: &'a Own) -> impl Iterator<Item = u32> + 'a {
        let is_planned = |own: u32| own == 0 || confirmed(self.recordings.get(own)).is_none();
        own.keys().copied().filter(move |&own| is_planned(own))
    }

    /// Returns whether runs belong together.
    pub(crate) fn recorded(&self) -> Recorded {
        let inputs = (0..self.inputs.len()).map(|input| self.recordings_of(input));
        let mut inputs = inputs.filter(|own| !own.is_empty());
        let first = inputs.next().unwrap_or_default();
        let (mut is_some, mut is_none) =
            (first.keys().any(|&own| own != 0), first.contains_key(&0));
        let mut is_same = true;
        for own in inputs {
            is_some |= own.keys().any(|&own| own != 0);
            is_none |= own.contains_key(&0);
            is_same &= self.planned(&own).eq(self.planned(&first));
        }
        match (is_some, is_none) {
            (false, _) => Recorded::Not,
            (true, true) => Recorded::Mixed,
            (true, false) if is_same => {
                let is_drawn = !self.recordings.iter().any(has_fixed_order);
                Recorded::Shared { is_drawn }
            }
            (true, false) => Recorded::Different,
        }
    }

    /// Returns whether two inputs have several blocks of one recording. The same block again is not another block: its
    /// runs count as one, however often the log marks its beginning.
    pub(crate) fn share_recording(&self, inputs: [usize; 2]) -> bool {
        let [one, other] = inputs.map(|input| self.recordings_of(input));
        let is_several = |own: &Own, recording| own.get(recording).is_some_and(|(a, b)| a < b);
        one.keys().any(|own| *own != 0 && is_several(&one, own) && is_several(&other, own))
    }
}

#[cfg(test)]
mod tests {
    use super::Recorded;
    use crate::format::Problem;
    use crate::store::Diagnostic;
    use crate::{Input, Store, StoreBuilder};

    const RUN: &str = "BenchmarkA 1 2 ns/op\n";

    fn block(id: &str, block: u32) -> String {
        format!("# benchlens recording={id} block={block}\n{RUN}")
    }

    /// Returns stores of logs that were read, that came from bytes, and that were joined.
    fn three_ways(logs: &[impl AsRef<[u8]>]) -> [Store; 3] {
        let store = Store::read(logs.iter().map(|log| Input::new("log", log)));
        let bytes = store.to_bytes();
        let read = Store::from_bytes(&bytes).unwrap();
        let mut joined = StoreBuilder::default();
        joined.append_inputs(&read, (0..logs.len()).map(|input| (input, &b"log"[..])));
        let joined = joined.finish();
        assert_eq!(joined.to_bytes(), bytes);
        [store, read, joined]
    }

    fn recorded(logs: &[&str]) -> Recorded {
        let [store, read, joined] = three_ways(logs);
        for other in [&read, &joined] {
            for (index, _) in store.gather_indexed(0, 0) {
                assert_eq!(other.block_of(index), store.block_of(index));
            }
        }
        assert_eq!(joined.recorded(), store.recorded());
        store.recorded()
    }

    #[test]
    fn inputs_share_their_recordings_or_not() {
        let (a1, a2, b1) = (&block("a", 1)[..], &block("a", 2)[..], &block("b", 1)[..]);
        let both = [a1, b1].concat();
        assert_eq!(recorded(&[RUN, RUN]), Recorded::Not);
        assert_eq!(recorded(&[a1, a2]), Recorded::Shared { is_drawn: true });
        assert_eq!(recorded(&[&both, &both]), Recorded::Shared { is_drawn: true });
        assert_eq!(recorded(&[a1, b1]), Recorded::Different);
        assert_eq!(recorded(&[a1, &both]), Recorded::Different);
        assert_eq!(recorded(&[a1, RUN]), Recorded::Mixed);
        assert_eq!(recorded(&[RUN, a1]), Recorded::Mixed);
        assert_eq!(recorded(&[&[RUN, a1].concat(), a1]), Recorded::Mixed);
        assert_eq!(recorded(&[a1, ""]), Recorded::Shared { is_drawn: true });
        // A block without a result is ignored and does not continue in the next input.
        let open = [a1, "# benchlens recording=b block=1\n"].concat();
        assert_eq!(recorded(&[&open, a1]), Recorded::Shared { is_drawn: true });
        assert_eq!(recorded(&[&open, RUN]), Recorded::Mixed);
        let wrong = [a1, "# benchlens recording=a\n", RUN].concat();
        assert_eq!(recorded(&[&wrong, a1]), Recorded::Mixed);
    }

    #[test]
    fn a_run_without_its_end_is_reported() {
        let run = |id: &str, block: u32| {
            format!("# benchlens recording={id} block={block} time=1 end=expected\n{RUN}")
        };
        let end = |id: &str, block: u32| format!("# benchlens recording={id} end={block}\n");
        let whole = [run("a", 1), end("a", 1)].concat();
        let check = |logs: &[&str], want: &[u64]| {
            let [store, read, joined] = three_ways(logs);
            for other in [&read, &joined] {
                assert_eq!(other.diagnostics(), store.diagnostics());
            }
            let of_part = |reported: &Diagnostic| match reported.problem {
                Problem::PartialRun { .. } => reported.location.line(),
                _ => None,
            };
            let lines: Vec<u64> = store.diagnostics().iter().filter_map(of_part).collect();
            assert_eq!(lines, want, "{logs:?}");
        };
        check(&[&whole, &whole], &[]);
        check(&[&block("a", 1), &whole], &[]);
        check(&[&[&whole[..], &run("a", 2)].concat(), &whole], &[4]);
        // Another block begins, and a different block ends.
        check(&[&[run("a", 1), whole.clone()].concat()], &[1]);
        check(&[&[run("a", 1), block("a", 2)].concat()], &[1]);
        check(&[&[run("a", 1), end("a", 2)].concat()], &[1]);
        check(&[&[run("a", 1), end("b", 1)].concat()], &[1]);
        check(&[&run("a", 1), &end("a", 1)], &[1]);
        // No result of the run has come.
        check(
            &[&[&whole[..], "# benchlens recording=a block=2 time=1 end=expected\n"].concat()],
            &[4],
        );
    }

    #[test]
    fn looks_are_those_that_all_lines_say() {
        let looks = |logs: &[&str]| {
            let logs: Vec<String> =
                logs.iter().map(|log| [&block("a", 1), *log].concat()).collect();
            let [store, read, joined] = three_ways(&logs);
            for other in [&read, &joined] {
                assert_eq!(other.looks_of(b"a"), store.looks_of(b"a"));
                assert_eq!(other.diagnostics(), store.diagnostics());
            }
            let reported =
                store.diagnostics().iter().filter(|reported| reported.problem.is_note()).count();
            (store.looks_of(b"a").map(<[u32]>::to_vec), reported)
        };
        let line = |looks: &str| format!("# benchlens recording=a looks={looks}\n");
        let (some, others, wrong) = (&line("2,4")[..], &line("2,5")[..], &line("2,")[..]);
        assert_eq!(looks(&["", ""]), (None, 0));
        assert_eq!(looks(&[some, some]), (Some(vec![2, 4]), 0));
        assert_eq!(looks(&["", some]), (Some(vec![2, 4]), 0));
        assert_eq!(looks(&[some, others]), (Some(vec![]), 1));
        assert_eq!(looks(&[&[some, others, some].concat()]), (Some(vec![]), 2));
        assert_eq!(looks(&[wrong, some]), (Some(vec![]), 2));
        assert_eq!(looks(&[some, wrong]), (Some(vec![]), 1));
        assert_eq!(looks(&["# benchlens recording=b looks=1\n"]), (None, 0));
    }

    #[test]
    fn any_number_of_recordings_is_known() {
        let many: String = (0..100).map(|id| block(&id.to_string(), 1)).collect();
        assert_eq!(recorded(&[&many, &many]), Recorded::Shared { is_drawn: true });
        assert_eq!(
            recorded(&[&many, &[&many, &block("more", 1)[..]].concat()]),
            Recorded::Different
        );
    }

    #[test]
    fn a_block_is_its_number() {
        let shares = |logs: &[&str]| {
            let shares = three_ways(logs).map(|store| store.share_recording([0, 1]));
            assert!(shares.iter().all(|&own| own == shares[0]));
            shares[0]
        };
        let (a1, a2) = (&block("a", 1)[..], &block("a", 2)[..]);
        let (once, again) = (&[a1, a2].concat()[..], &[a1, a1, a1].concat()[..]);
        assert!(shares(&[once, once]));
        assert!(!shares(&[again, again]));
        assert!(!shares(&[once, again]));
        assert!(!shares(&[once, &[&block("b", 1)[..], &block("b", 2)].concat()]));
        assert!(!shares(&[&[RUN, RUN].concat(), RUN]));
    }

    #[test]
    fn rows_know_their_blocks() {
        let log =
            [RUN, &block("a", 7), RUN, &block("b", 1), "# benchlens recording=b\n", RUN].concat();
        let store = Store::read([Input::new("x", RUN), Input::new("log", &log)]);
        let of = |series| {
            let rows = store.gather_indexed(series, 0).into_iter();
            rows.map(|(index, _)| store.block_of(index)).collect::<Vec<_>>()
        };
        assert_eq!(of(0), [(&b""[..], 0)]);
        let (a, none) = ((&b"a"[..], 7), (&b""[..], 0));
        assert_eq!(of(1), [none, a, a, (b"b", 1), none]);
    }
}
