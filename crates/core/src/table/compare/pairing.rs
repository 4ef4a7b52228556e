//! Pairs and blocks: which runs of both sides belong together.
//!
//! Takes the query's setting for pairs, and the values of both sides; gives pairs of values, or blocks of several, and
//! checks the setting. Guarantees that a run is in at most one pair or block, and counts the runs that are in none.
//! Must not know how pairs are compared: that is the job of `paired`.
//!
//! A block of a recording is one run of each command. The recording randomizes the order of the commands, but not the
//! order of the values that one process prints: these share the placement of its memory and everything else that the
//! process keeps from start to end. So each side of a block has one value, the median of its own values.

use std::slice;

use super::builds;
use super::confirming::Confirming;
use super::means::Means;
use super::shifts::{BlockId, Shifts};
use crate::base::sort::{sort_copies, sort_numbers};
use crate::base::{Error, quoted};
use crate::project::{FieldOrder, FieldText, Key, key_value, parse_pair_key, write_projection};
use crate::spec::{AUTO_PAIRS, NO_PAIRS, RECORDED_PAIRS};
use crate::stats::{
    Block, Interval, Randomization, RandomizedBlocks, ShiftScale, SuiteRow, blocked_spread, median,
    paired_spread,
};
use crate::store::{Store, has_fixed_order};
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;
use crate::table::model::{Confirmation, Refusal};
use crate::unit::Direction;

/// What makes two runs a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// The same position in reading order; both sides have the same number of runs.
    Places,
    /// The same position in reading order; surplus runs are skipped.
    LoosePlaces,
    /// The same block of one recording; several values of a side in a block count as their median.
    Recording,
    /// The same value of a key.
    Key(Key),
}

impl Pairing {
    /// Reads `none`, `auto`, `runs`, `loose`, `recording` or a key.
    pub(crate) fn parse(text: &str) -> Result<Option<Pairing>, Error> {
        Ok(match text {
            NO_PAIRS | AUTO_PAIRS => None,
            RECORDED_PAIRS => Some(Pairing::Recording),
            "runs" => Some(Pairing::Places),
            "loose" => Some(Pairing::LoosePlaces),
            key => Some(Pairing::Key(parse_pair_key(key)?)),
        })
    }

    /// Returns the key, if runs are paired by one.
    pub(crate) fn key(&self) -> Option<&Key> {
        match self {
            Pairing::Key(key) => Some(key),
            Pairing::Places | Pairing::LoosePlaces | Pairing::Recording => None,
        }
    }
}

/// Returns the [`Query::pair`](crate::Query::pair) that pairs runs by a key of the results, or `None` for a key that
/// makes no pairs.
///
/// ```
/// use benchlens_core::table::pair_text;
///
/// assert_eq!(pair_text("round").as_deref(), Some("round"));
/// assert_eq!(pair_text("loose").as_deref(), Some("\"loose\""));
/// assert_eq!(pair_text(".unit"), None);
/// ```
#[must_use]
pub fn pair_text(key: &str) -> Option<String> {
    let text = match key {
        NO_PAIRS | AUTO_PAIRS | RECORDED_PAIRS | "runs" | "loose" => quoted(key.as_bytes()),
        _ => write_projection(&[FieldText { key: key.to_owned(), order: FieldOrder::First }]),
    };
    parse_pair_key(&text).ok().map(|_| text)
}

/// A run in its block.
pub(super) type Run<'s> = (BlockId<'s>, f64);

/// The runs of one side.
#[derive(Debug, Default)]
pub(super) struct Runs<'s> {
    runs: Vec<Run<'s>>,
    /// How many more runs are in no block.
    without: usize,
    /// Whether the block of each run is its position.
    are_by_index: bool,
    /// Whether blocks use as many runs of one side as of the other. The best and the median of more runs are other
    /// numbers, so a test that swaps the sides would find a change although nothing changed.
    are_even: bool,
}

impl<'s> Runs<'s> {
    /// Returns the runs of a cell; `in_order` contains its values in reading order.
    pub(super) fn of(
        how: &Pairing,
        store: &'s Store,
        cells: &Cells,
        index: &CellIndex,
        in_order: &[f64],
    ) -> Runs<'s> {
        let are_even = *how == Pairing::Recording;
        let mut found = Runs { are_even, ..Runs::default() };
        if matches!(how, Pairing::Places | Pairing::LoosePlaces) {
            let indices = in_order.iter().zip(0..);
            found.are_by_index = true;
            found.runs.extend(indices.map(|(&run, index)| ((&b""[..], index), run)));
            return found;
        }
        for piece in cells.pieces(index) {
            let (identity, _) = store.series.get(piece.series);
            let value = how.key().map(|key| (key_value(key, store, identity), 0));
            for (row, run) in cells.gather_indexed(store, piece) {
                let block = value.unwrap_or_else(|| store.block_of(row));
                if block.0.is_empty() {
                    found.without += 1;
                } else {
                    found.runs.push((block, run));
                }
            }
        }
        // Runs of one block keep their order.
        sort_copies(&mut found.runs, &mut |a, b| a.0.cmp(&b.0));
        found
    }

    /// Returns the number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len() + self.without
    }
}

/// Calls back with the name of each block that both sides have, and with its runs: in a recording, the first runs of
/// either side, as many as the other side has.
pub(super) fn each_block<'s>(
    [old, new]: &[Runs<'s>; 2],
    found: &mut dyn FnMut(BlockId<'s>, [&[Run<'s>]; 2]),
) {
    if old.are_by_index && new.are_by_index {
        for (old, new) in old.runs.iter().zip(&new.runs) {
            found(old.0, [slice::from_ref(old), slice::from_ref(new)]);
        }
        return;
    }
    let mut news = new.runs.chunk_by(|a, b| a.0 == b.0).peekable();
    for olds in old.runs.chunk_by(|a, b| a.0 == b.0) {
        let block = olds[0].0;
        while news.next_if(|news| news[0].0 < block).is_some() {}
        if let Some(news) = news.next_if(|news| news[0].0 == block) {
            let count = if old.are_even { olds.len().min(news.len()) } else { usize::MAX };
            found(block, [olds, news].map(|runs| &runs[..runs.len().min(count)]));
        }
    }
}

/// Returns the median or the mean of the runs of a block. It is NaN if one run is infinite: then nothing is tested,
/// even if others are finite.
pub(super) fn middle<'s>(runs: &[Run<'s>], means: Option<Means>) -> Run<'s> {
    if let [run] = runs {
        return *run;
    }
    let mut values: Vec<f64> = runs.iter().map(|run| run.1).collect();
    sort_numbers(&mut values);
    let is_finite = values.iter().all(|value| value.is_finite());
    let average = means.map_or_else(|| median(&values), |means| means.center(&values));
    (runs[0].0, if is_finite { average } else { f64::NAN })
}

/// Returns the run with the least noise: noise makes times longer, and rates smaller.
pub(super) fn best(runs: &[Run<'_>], direction: Option<Direction>) -> f64 {
    let values = runs.iter().map(|run| run.1);
    match direction {
        Some(Direction::Higher) => values.fold(f64::NEG_INFINITY, f64::max),
        Some(Direction::Lower) | None => values.fold(f64::INFINITY, f64::min),
    }
}

/// Returns a new value without the movement of the control benchmarks. A value that moved exactly as they did is equal to
/// the old one: a division would round.
pub(super) fn without(shift: f64, old: f64, new: f64) -> f64 {
    if new / old == shift { old } else { new / shift }
}

/// The rows of a suite by block, and their geometric means.
#[derive(Debug)]
pub(super) struct SuiteAverages<'s> {
    /// The blocks, in the order in which they were measured.
    pub(super) blocks: Vec<SuiteBlock<'s>>,
    /// Each row in these blocks.
    pub(super) rows: Vec<SuiteRow>,
    /// How many runs of either side they come from, if a block has several runs of a row.
    pub(super) runs: Option<[u32; 2]>,
    /// Whether the order of the sides was drawn in all blocks.
    pub(super) is_drawn: bool,
    /// How many blocks there are, if blocks that use one build count as one.
    pub(super) shared: Option<u32>,
}

/// The geometric means of a block, the baseline's first.
#[derive(Debug)]
pub(super) struct SuiteBlock<'s> {
    pub(super) recording: &'s [u8],
    /// The geometric means of the medians, or of the means, of each row.
    pub(super) average: [f64; 2],
    /// The geometric means of the best run of each row.
    pub(super) best: [f64; 2],
}

/// Pairs, or blocks, of two samples.
#[derive(Debug, Default)]
pub(super) struct Partners<'s> {
    pub(super) old: Vec<f64>,
    pub(super) new: Vec<f64>,
    /// The best run of each side of each block, if runs are paired by recordings.
    best: [Vec<f64>; 2],
    /// The rows of a suite; empty for a single row.
    rows: Vec<SuiteRow>,
    /// How many old and new values each block has; empty if there are pairs.
    sizes: Vec<[usize; 2]>,
    /// How many runs of either side the pairs are medians of, if any pair has several.
    pub(super) medians_of: Option<[u32; 2]>,
    /// How many blocks the pairs come from, if blocks that use one build count as one pair.
    pub(super) blocks: Option<u32>,
    /// How many runs of either side are in no pair or block.
    pub(super) left_out: [u32; 2],
    /// How many runs of either side have the key.
    pub(super) keyed: [u32; 2],
    /// The recording of all pairs or blocks, if runs are paired by recordings.
    pub(super) recording: Option<&'s [u8]>,
    /// Which blocks count, if some of them were measured to confirm a change.
    pub(super) confirmation: Option<Confirmation>,
    /// If set, each block counts as one value, its mean.
    pub(super) means: Option<Means>,
}

impl<'s> Partners<'s> {
    /// Returns empty partners, which compare means if `means` is set.
    pub(super) fn new(means: Option<Means>) -> Partners<'s> {
        Partners { means, ..Partners::default() }
    }

    fn clear(&mut self) {
        self.old.clear();
        self.new.clear();
        self.sizes.clear();
        self.best.iter_mut().for_each(Vec::clear);
        self.rows.clear();
        (self.left_out, self.keyed) = ([0; 2], [0; 2]);
        (self.medians_of, self.recording, self.confirmation) = (None, None, None);
        self.blocks = None;
    }

    /// Finds the pairs of two sides, or the blocks if one has several runs on a side. A recording always yields pairs.
    /// The movement of control benchmarks is removed from the new values; blocks without it are skipped.
    ///
    /// # Errors
    ///
    /// Runs cannot be paired, or not with certainty.
    pub(super) fn fill(
        &mut self,
        how: &Pairing,
        sides: &[Runs<'s>; 2],
        shifts: Option<&Shifts<'_>>,
        direction: Option<Direction>,
    ) -> Result<(), Refusal> {
        self.clear();
        let all = [sides[0].len(), sides[1].len()];
        self.keyed = [0, 1].map(|side| sides[side].runs.len() as u32);
        if self.keyed.contains(&0) {
            return Err(Refusal::PairKeyMissing);
        }
        if *how == Pairing::Places {
            if all[0] != all[1] {
                return Err(Refusal::PairCountsDiffer);
            }
            if shifts.is_some_and(|shifts| shifts.runs != all[0]) {
                return Err(Refusal::ControlPairsDiffer);
            }
        }
        let is_recorded = *how == Pairing::Recording;
        let (is_averaged, means) = (is_recorded || self.means.is_some(), self.means);
        let (mut is_one, mut is_drawn) = (is_recorded, true);
        let (mut used, mut excluded) = ([0; 2], [0; 2]);
        let shift_of = |block| shifts.map_or(Some(1.0), |shifts| shifts.of(block));
        let mut confirming = Confirming::default();
        let mut units = Vec::new();
        if is_recorded {
            // Without its control benchmarks, a block cannot confirm anything.
            each_block(sides, &mut |block, _| {
                shift_of(block).into_iter().for_each(|_| confirming.see(block));
            });
            self.confirmation = confirming.confirmation();
        }
        each_block(sides, &mut |block, [olds, news]| {
            if confirming.excludes(block.0) {
                excluded = [excluded[0] + olds.len(), excluded[1] + news.len()];
                return;
            }
            let Some(shift) = shift_of(block) else { return };
            is_one &= *self.recording.get_or_insert(block.0) == block.0;
            used = [used[0] + olds.len(), used[1] + news.len()];
            is_drawn &= !has_fixed_order(block.0);
            if is_recorded {
                units.push(builds::unit(block));
                let [old, new] = [olds, news].map(|runs| best(runs, direction));
                self.best[0].push(old);
                self.best[1].push(without(shift, old, new));
            }
            let averages = is_averaged.then(|| [[middle(olds, means)], [middle(news, means)]]);
            let [olds, news] = averages.as_ref().map_or([olds, news], |[old, new]| [old, new]);
            self.sizes.push([olds.len(), news.len()]);
            self.old.extend(olds.iter().map(|run| run.1));
            self.new.extend(news.iter().map(|run| match olds {
                [old] if shifts.is_some() => without(shift, old.1, run.1),
                _ => run.1 / shift,
            }));
        });
        if !is_drawn {
            self.best.iter_mut().for_each(Vec::clear);
        }
        self.left_out = [0, 1].map(|side| (all[side] - used[side] - excluded[side]) as u32);
        let is_of_several = is_averaged && used != [self.old.len(), self.new.len()];
        self.medians_of = is_of_several.then(|| used.map(|runs| runs as u32));
        self.count_builds_once(&builds::shared(&units));
        if self.sizes.is_empty() {
            return Err(match shifts {
                Some(_) => Refusal::ControlPairsDiffer,
                None => Refusal::PairValuesDiffer,
            });
        }
        self.recording = self.recording.filter(|_| is_one);
        if self.sizes.iter().all(|&sizes| sizes == [1, 1]) {
            self.sizes.clear();
        }
        Ok(())
    }

    /// Replaces pairs by the means of pairs that share builds.
    fn count_builds_once(&mut self, units: &[Vec<usize>]) {
        if units.is_empty() {
            return;
        }
        self.blocks = Some(self.old.len() as u32);
        self.sizes.truncate(units.len());
        let [best_old, best_new] = &mut self.best;
        for values in [&mut self.old, &mut self.new, best_old, best_new] {
            if !values.is_empty() {
                builds::average(values, units);
            }
        }
    }

    /// Takes the averages of a suite as pairs, and its rows.
    pub(super) fn fill_averages(&mut self, averages: SuiteAverages<'s>) {
        self.clear();
        let SuiteAverages { blocks, rows, runs, is_drawn, shared } = averages;
        let recording = blocks.first().map(|block| block.recording);
        self.recording = recording.filter(|&one| blocks.iter().all(|block| block.recording == one));
        self.old.extend(blocks.iter().map(|block| block.average[0]));
        self.new.extend(blocks.iter().map(|block| block.average[1]));
        if is_drawn {
            self.best[0].extend(blocks.iter().map(|block| block.best[0]));
            self.best[1].extend(blocks.iter().map(|block| block.best[1]));
        }
        (self.rows, self.medians_of, self.blocks) = (rows, runs, shared);
    }

    /// Returns the number of pairs or blocks.
    pub(super) fn count(&self) -> usize {
        if self.sizes.is_empty() { self.old.len() } else { self.sizes.len() }
    }

    /// Returns the best run of each side of each block if there are several, for the test that needs the order within
    /// blocks to be drawn. Returns `None` if the order is not known to be drawn.
    pub(super) fn drawn_best(&self) -> Option<Option<[&[f64]; 2]>> {
        let [old, new] = &self.best;
        let is_of_several = self.medians_of.is_some();
        (!old.is_empty()).then(|| is_of_several.then_some([&old[..], &new[..]]))
    }

    /// Returns the blocks for the test that needs the order within blocks to be drawn; `None` if the order is not known
    /// to be drawn, or if the test cannot use the values.
    pub(super) fn randomized<'t>(
        &self,
        test: &'t mut Randomization,
    ) -> Option<RandomizedBlocks<'t>> {
        let best = self.drawn_best()?;
        if self.rows.is_empty() {
            test.blocks([&self.old, &self.new], best)
        } else {
            test.suite(self.count(), &self.rows, best.is_some())
        }
    }

    pub(super) fn has_blocks(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// Returns whether all values of both sides are equal, not only their medians.
    pub(super) fn are_all_equal(&self) -> bool {
        let first = self.old.first();
        self.medians_of.is_none()
            && self.old.iter().chain(&self.new).all(|value| Some(value) == first)
    }

    /// Returns the spread of single runs, as the power of a comparison needs it.
    pub(super) fn spread(&self, scale: ShiftScale, interval: &Interval) -> Option<f64> {
        if self.has_blocks() {
            blocked_spread([self.old.len(), self.new.len()], scale, interval)
        } else {
            paired_spread(&self.old, &self.new, scale, interval)
        }
    }

    /// Returns the blocks, with each side ascending.
    pub(super) fn blocks(&mut self) -> Vec<Block<'_>> {
        let (mut old, mut new) = (&mut self.old[..], &mut self.new[..]);
        let block = |&[olds, news]: &[usize; 2]| {
            let (first_old, rest_old) = std::mem::take(&mut old).split_at_mut(olds);
            let (first_new, rest_new) = std::mem::take(&mut new).split_at_mut(news);
            (old, new) = (rest_old, rest_new);
            sort_numbers(first_old);
            sort_numbers(first_new);
            Block { old: first_old, new: first_new }
        };
        self.sizes.iter().map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds the runs of a side from the values of a key, which is empty for a run without it; or from their
    /// positions.
    fn runs<'s>(runs: &[(&'s str, f64)]) -> Runs<'s> {
        let with = runs.iter().filter(|(value, _)| !value.is_empty());
        let mut found: Vec<Run<'_>> =
            with.map(|&(value, run)| ((value.as_bytes(), 0), run)).collect();
        let without = runs.len() - found.len();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Runs { runs: found, without, ..Runs::default() }
    }

    fn by_key<'s>(
        partners: &mut Partners<'s>,
        sides: [&[(&'s str, f64)]; 2],
    ) -> Result<(), Refusal> {
        let how = Pairing::parse("key").unwrap().unwrap();
        partners.fill(&how, &sides.map(runs), None, None)
    }

    #[test]
    fn words_and_keys_are_told_apart() {
        let parse = |text: &str| Pairing::parse(text).map_err(|error| error.to_string());
        assert_eq!(parse("none"), Ok(None));
        assert_eq!(parse("runs"), Ok(Some(Pairing::Places)));
        assert_eq!(parse("loose"), Ok(Some(Pairing::LoosePlaces)));
        assert_eq!(parse("\"loose\""), Ok(Some(Pairing::Key(Key::FileConfig(b"loose".into())))));
        assert_eq!(parse("/round"), Ok(Some(Pairing::Key(Key::NamePart(b"/round=".into())))));
        for wrong in ["", "a,b", ".file", ".config", ".unit", "block@alpha", "block@(1 2)", "a b"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn equal_values_of_a_key_are_pairs() {
        let old = [("2", 20.0), ("1", 10.0), ("", 99.0), ("3", 30.0)];
        let new = [("1", 11.0), ("4", 40.0), ("2", 21.0)];
        let mut partners = Partners::default();
        by_key(&mut partners, [&old, &new]).unwrap();
        assert_eq!((&partners.old[..], &partners.new[..]), (&[10.0, 20.0][..], &[11.0, 21.0][..]));
        assert_eq!((partners.left_out, partners.count()), ([2, 1], 2));
        assert!(!partners.has_blocks());
    }

    #[test]
    fn several_runs_of_a_value_are_a_block() {
        let old = [("b", 3.0), ("a", 1.0), ("b", 2.0)];
        let new = [("a", 5.0), ("b", 4.0)];
        let mut partners = Partners::default();
        by_key(&mut partners, [&old, &new]).unwrap();
        assert_eq!((partners.left_out, partners.count()), ([0, 0], 2));
        let blocks = partners.blocks();
        let blocks: Vec<_> = blocks.iter().map(|block| (block.old, block.new)).collect();
        assert_eq!(blocks, [(&[1.0][..], &[5.0][..]), (&[2.0, 3.0], &[4.0])]);
    }

    #[test]
    fn a_block_of_a_recording_counts_once() {
        let old = [("b", 3.0), ("a", 1.0), ("b", 2.0), ("b", 9.0)];
        let new = [("a", 5.0), ("b", 4.0), ("a", 7.0), ("c", 1.0)];
        let mut partners = Partners::default();
        let sides = [&old[..], &new].map(runs);
        partners.fill(&Pairing::Recording, &sides, None, None).unwrap();
        assert_eq!((&partners.old[..], &partners.new[..]), (&[1.0, 3.0][..], &[6.0, 4.0][..]));
        assert_eq!((partners.left_out, partners.count()), ([0, 1], 2));
        assert_eq!(partners.medians_of, Some([4, 3]));
        assert!(!partners.has_blocks());
        let sides = [&old[..2], &new[..2]].map(runs);
        partners.fill(&Pairing::Recording, &sides, None, None).unwrap();
        assert_eq!(partners.medians_of, None);
    }

    #[test]
    fn what_cannot_be_paired_is_refused() {
        let mut partners = Partners::default();
        let indices = |runs: &[f64]| {
            let runs = runs.iter().zip(0..).map(|(&run, k)| ((&b""[..], k), run)).collect();
            Runs { runs, are_by_index: true, ..Runs::default() }
        };
        let sides = [indices(&[1.0]), indices(&[1.0, 2.0])];
        let strict = partners.fill(&Pairing::Places, &sides, None, None);
        assert_eq!(strict, Err(Refusal::PairCountsDiffer));
        assert_eq!(partners.fill(&Pairing::LoosePlaces, &sides, None, None), Ok(()));
        assert_eq!((partners.left_out, partners.count()), ([0, 1], 1));
        let mut by_key = |old, new| by_key(&mut partners, [old, new]);
        assert_eq!(by_key(&[("", 1.0)], &[("a", 1.0)]), Err(Refusal::PairKeyMissing));
        assert_eq!(by_key(&[("b", 1.0)], &[("a", 1.0)]), Err(Refusal::PairValuesDiffer));
    }
}
