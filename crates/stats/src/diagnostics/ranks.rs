//! The ranks of values in run order.
//!
//! Takes a sample in run order and ascending; gives for each run the index of its value in sorted order. Guarantees
//! indexes in range for any slices. Must not know how the ranks are used.

/// The largest sample for which comparing all pairs is fast.
const FEW: usize = 64;

/// Ranks of one sample. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    /// For each run, the index of its value in sorted order; equal values are in run order.
    indices: Vec<u32>,
    /// For each index, the sum of the indexes at which its group of equal values begins and ends.
    bounds: Vec<u32>,
    /// The sizes of the groups of equal values.
    sizes: Vec<u32>,
    /// For each index, the number of values of the group that begins there that already have an index.
    taken: Vec<u32>,
}

impl Ranks {
    /// Computes the ranks of a sample.
    pub(super) fn fill(&mut self, in_order: &[f64], ascending: &[f64]) {
        self.fill_groups(ascending);
        let Ranks { indices, taken, .. } = self;
        taken.clear();
        taken.resize(ascending.len(), 0);
        indices.clear();
        indices.extend(in_order.iter().map(|value| {
            let below = ascending.partition_point(|other| other < value);
            let index =
                taken.get_mut(below).map_or(0, |taken| std::mem::replace(taken, *taken + 1));
            below as u32 + index
        }));
    }

    /// Computes the ranks if the run of each ascending value is known, with equal values in run order.
    pub(super) fn fill_known(&mut self, runs: &[u32], ascending: &[f64]) {
        self.fill_groups(ascending);
        self.indices.clear();
        self.indices.resize(runs.len(), 0);
        for (index, &run) in (0..).zip(runs) {
            if let Some(known) = self.indices.get_mut(run as usize) {
                *known = index;
            }
        }
    }

    fn fill_groups(&mut self, ascending: &[f64]) {
        self.bounds.clear();
        self.sizes.clear();
        // Most samples have no ties.
        if ascending.windows(2).all(|pair| pair[0] != pair[1]) {
            self.bounds.extend((0..ascending.len() as u32).map(|index| 2 * index + 1));
            self.sizes.resize(ascending.len(), 1);
            return;
        }
        for group in ascending.chunk_by(|x, y| x == y) {
            let (start, end) = (self.bounds.len(), self.bounds.len() + group.len());
            self.bounds.resize(end, (start + end) as u32);
            self.sizes.push(group.len() as u32);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns the sizes of the groups of equal values, in ascending order of value.
    pub(super) fn sizes(&self) -> impl Iterator<Item = u32> {
        self.sizes.iter().copied()
    }

    /// Returns for each run the number of values that are less than its own plus the number of values that are not
    /// greater.
    pub(super) fn bounds(&self) -> impl Iterator<Item = u32> {
        let bounds = |&index: &u32| self.bounds.get(index as usize).copied();
        self.indices.iter().map(move |index| bounds(index).unwrap_or(2 * index))
    }

    /// Returns Kendall's score: the pairs of runs of which the later has the greater value, minus the pairs of which
    /// it has the smaller. For up to `64 · WORDS` values.
    ///
    /// By index, the later of two equal values is greater, so these pairs are subtracted again.
    pub(super) fn score<const WORDS: usize>(&self) -> i64 {
        // WebAssembly counts bits in one instruction, and has no vectors to compare bytes in.
        let rising = match WORDS {
            1 if cfg!(not(target_family = "wasm")) => self.rising_of_few(),
            _ => self.rising::<WORDS>(),
        };
        let n = self.indices.len() as i64;
        2 * rising - n * (n - 1) / 2 - self.tied_pairs()
    }

    /// Returns the number of pairs of runs of which the later has the greater index, for up to [`FEW`] values.
    ///
    /// It compares all runs at once with the runs a fixed distance later, as bytes, which the compiler vectorizes.
    fn rising_of_few(&self) -> i64 {
        // No index is less than the padding after the last one.
        let mut indices = [-1_i8; 2 * FEW];
        for (known, &index) in indices.iter_mut().zip(&self.indices) {
            *known = index as i8;
        }
        let mut rising = [0_u8; FEW];
        for lag in 1..self.indices.len().min(FEW) {
            let Some(later) = indices[lag..].first_chunk::<FEW>() else { break };
            for ((rising, before), after) in rising.iter_mut().zip(&indices).zip(later) {
                *rising += u8::from(before < after);
            }
        }
        rising.into_iter().map(i64::from).sum()
    }

    /// Returns the same number for up to `64 · WORDS` values.
    ///
    /// A bit set contains the indexes that were seen so far, and the smaller ones are counted in it.
    fn rising<const WORDS: usize>(&self) -> i64 {
        let mut seen = [0_u64; WORDS];
        let mut rising = 0;
        for &index in &self.indices {
            let (at, bit) = (index as usize / 64, 1 << (index % 64));
            let words = seen[..at.min(WORDS)].iter();
            let mut less: u32 = words.map(|word| word.count_ones()).sum();
            if let Some(word) = seen.get_mut(at) {
                less += (*word & (bit - 1)).count_ones();
                *word |= bit;
            }
            rising += i64::from(less);
        }
        rising
    }

    /// Returns whether each value occurs once.
    pub(super) fn are_single(&self) -> bool {
        self.sizes.len() == self.bounds.len()
    }

    /// Returns the number of pairs of equal values.
    pub(super) fn tied_pairs(&self) -> i64 {
        if self.are_single() {
            return 0;
        }
        self.sizes.iter().map(|&size| i64::from(size) * (i64::from(size) - 1) / 2).sum()
    }
}
