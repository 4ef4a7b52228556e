//! How large statistics become if the sides of blocks are swapped.
//!
//! Takes for each block the scores of several statistics, and a limit for each statistic; counts the swaps at which one
//! of them reaches its limit. Guarantees the same count on every target, because sums are integers and random swaps
//! come from a fixed stream. Must not know how scores are computed.

/// The number of blocks whose sums are listed together, and the number of these sums.
const TOGETHER: usize = 6;
const LISTED: usize = 1 << TOGETHER;
/// The number of such groups whose signs come from one random number.
const GROUPS: usize = 10;

/// The swaps to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ways {
    /// All of them, but the last block is never swapped: swapping all blocks changes only the signs of sums.
    All,
    /// This many of a fixed random stream.
    Drawn(u32),
}

/// The sums of groups of blocks, for `N` statistics. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug)]
pub(super) struct Swaps<const N: usize> {
    sums: Vec<[i32; N]>,
}

impl<const N: usize> Default for Swaps<N> {
    fn default() -> Swaps<N> {
        Swaps { sums: Vec::new() }
    }
}

/// The result of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    /// How many swaps reach a limit.
    pub(super) hits: u32,
    /// How many swaps were tried.
    pub(super) tried: u32,
}

impl<const N: usize> Swaps<N> {
    /// Counts the swaps at which the sum of a statistic is at least its limit, in either direction. Random swaps end at
    /// `enough` of them, and all swaps after that.
    pub(super) fn count(
        &mut self,
        scores: &[[i32; N]],
        limits: &[i32; N],
        ways: Ways,
        enough: u32,
    ) -> Count {
        self.list(scores);
        match ways {
            Ways::All => self.count_all(scores.len(), limits, enough),
            Ways::Drawn(number) => self.count_drawn(number, limits, enough),
        }
    }

    fn count_all(&self, blocks: usize, limits: &[i32; N], enough: u32) -> Count {
        let number = 1_usize << blocks.saturating_sub(1);
        let (first, others) = self.sums.split_at(LISTED);
        let (mut hits, mut tried) = (0, 0);
        while tried < number && hits < enough {
            let mut signs = tried;
            let mut base = [0; N];
            for group in others.chunks_exact(LISTED) {
                signs >>= TOGETHER;
                base = plus(&base, &group[signs % LISTED]);
            }
            let end = LISTED.min(number);
            hits +=
                first[..end].iter().map(|sums| reaches(&plus(&base, sums), limits)).sum::<u32>();
            tried += end;
        }
        Count { hits, tried: tried as u32 }
    }

    fn count_drawn(&self, number: u32, limits: &[i32; N], enough: u32) -> Count {
        let words = self.sums.len().div_ceil(GROUPS * LISTED) as u64;
        let mut hits = 0;
        for way in 0..number {
            let mut sums = [0; N];
            for (word, groups) in (0..words).zip(self.sums.chunks(GROUPS * LISTED)) {
                let mut signs = random(u64::from(way) * words + word);
                for group in groups.chunks_exact(LISTED) {
                    sums = plus(&sums, &group[signs as usize % LISTED]);
                    signs >>= TOGETHER;
                }
            }
            hits += reaches(&sums, limits);
            if hits == enough {
                return Count { hits, tried: way + 1 };
            }
        }
        Count { hits, tried: number }
    }

    /// Lists the sums of each group of blocks by the signs of its blocks.
    fn list(&mut self, scores: &[[i32; N]]) {
        self.sums.clear();
        for group in scores.chunks(TOGETHER) {
            let start = self.sums.len();
            let mut all = [0; N];
            for scores in group {
                all.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
            }
            self.sums.push(all);
            for (bit, scores) in group.iter().enumerate() {
                for listed in 0..1 << bit {
                    let mut sum = self.sums[start + listed];
                    sum.iter_mut().zip(scores).for_each(|(sum, score)| *sum -= 2 * score);
                    self.sums.push(sum);
                }
            }
            // The signs of blocks that do not exist change nothing.
            let period = 1 << group.len();
            while self.sums.len() < start + LISTED {
                self.sums.push(self.sums[self.sums.len() - period]);
            }
        }
    }
}

fn plus<const N: usize>(a: &[i32; N], b: &[i32; N]) -> [i32; N] {
    std::array::from_fn(|at| a[at] + b[at])
}

/// Returns 1 if a sum is at least its limit, in either direction. It has no branches, because sums are random.
fn reaches<const N: usize>(sums: &[i32; N], limits: &[i32; N]) -> u32 {
    let reach = |at: usize| u32::from(limits[at] <= sums[at].abs());
    (0..N).fold(0, |reached, at| reached | reach(at))
}

/// Returns a number of a fixed random stream (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
fn random(index: u64) -> u64 {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
