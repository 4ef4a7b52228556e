//! Blocks with several runs of each side: van Elteren's test.

use super::comparison::{Comparison, Found};
use super::method::Method;
use super::warning::Warning;
use crate::blocks::{Block, VanElteren};
use crate::error::{Error, Sample, check_finite};
use crate::median::MedianInterval;
use crate::min_runs::Arrangement;
use crate::options::Options;
use crate::power::blocked_spread;
use benchlens_base::sort::sort_numbers;

/// Compares runs in blocks: the runs of a block have something in common, such as an hour, a machine or an input.
///
/// The values of a block can be in any order, and the numbers of values may differ. Blocks without values on one side
/// are ignored, with a [warning](Warning::IgnoredBlocks). The test is [`Method::VanElteren`]. For one run of each side
/// in each block, [`compare_pairs`](crate::compare_pairs) finds smaller changes.
///
/// ```
/// use benchlens_stats::{Block, Outcome, compare_blocks};
///
/// // The second machine is twice as slow.
/// let comparison = compare_blocks(&[
///     Block { old: &[10.1, 10.3, 10.2], new: &[9.3, 9.2, 9.4] },
///     Block { old: &[20.5, 20.2, 20.4], new: &[18.6, 18.8, 18.5] },
/// ])?;
/// assert_eq!(comparison.outcome(), Outcome::Decreased);
/// // Each block has 20 orders, and two of all 400 are as extreme.
/// assert_eq!(comparison.p(), 2.0 / 400.0);
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// No block has values on both sides, or a value is not finite.
pub fn compare_blocks(blocks: &[Block<'_>]) -> Result<Comparison, Error> {
    Options::default().compare_blocks(blocks)
}

impl Options {
    /// Compares runs in blocks, as [`compare_blocks`] does.
    ///
    /// # Errors
    ///
    /// No block has values on both sides, a value is not finite, or a level is invalid.
    pub fn compare_blocks(self, blocks: &[Block<'_>]) -> Result<Comparison, Error> {
        self.check()?;
        for (index, block) in blocks.iter().enumerate() {
            check_finite(block.old, Sample::Old, Some(index))?;
            check_finite(block.new, Sample::New, Some(index))?;
        }
        let has_both = |block: &&Block<'_>| !block.old.is_empty() && !block.new.is_empty();
        let used: Vec<[Vec<f64>; 2]> = blocks
            .iter()
            .filter(has_both)
            .map(|block| [block.old, block.new].map(sorted_copy))
            .collect();
        let all = [0, 1].map(|side| {
            let values: Vec<f64> = used.iter().flat_map(|block| &block[side]).copied().collect();
            sorted_copy(&values)
        });
        let runs = [all[0].len() as u32, all[1].len() as u32];
        let sorted: Vec<Block<'_>> = used.iter().map(|[old, new]| Block { old, new }).collect();
        let mut test = VanElteren::default();
        let mut tested = test.blocks(&sorted).ok_or(Error::NoBlocks)?;
        let (shift, equivalence) = tested.shift_and_wider([self.alpha, 2.0 * self.alpha]);
        let ignored = blocks.len() - used.len();
        let warnings = (0 < ignored).then_some(Warning::IgnoredBlocks { count: ignored });
        let (count, least_p) = (used.len() as u32, tested.least_p());
        let mut medians = MedianInterval::new(1.0 - self.alpha);
        let found = Found {
            method: Method::VanElteren,
            is_exact: tested.is_exact(),
            p: tested.p().ok(),
            order: tested.order(),
            shift,
            equivalence,
            arrangement: Arrangement::Blocks { blocks: count, runs, least_p },
            spread: blocked_spread([all[0].len(), all[1].len()], shift.scale, &shift.interval),
            old: medians.summarize(&all[0]),
            new: medians.summarize(&all[1]),
            warnings: warnings.into_iter().collect(),
        };
        Ok(Comparison::new(self, found))
    }
}

fn sorted_copy(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sort_numbers(&mut sorted);
    sorted
}
