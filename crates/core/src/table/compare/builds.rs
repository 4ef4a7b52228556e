//! Builds: blocks that use one build of a version count once.
//!
//! Takes values by blocks; gives their means by builds. A build places the code in memory, and this alone changes its
//! speed, so blocks that share a build are not independent, and a test that swaps the sides of each of them finds
//! changes that are not there. Must not know how the means are compared.

use std::collections::BTreeMap;

use super::shifts::BlockId;
use crate::format::gobench::build_of;
use crate::stats::geomean;

/// Returns the unit of a block: its build if blocks share builds, otherwise itself.
pub(super) fn unit(block: BlockId<'_>) -> BlockId<'_> {
    (block.0, build_of(block.0, block.1).unwrap_or(block.1))
}

/// For each unit of blocks, in the order of its first block, the indices of its blocks. Empty if each block is a unit.
pub(super) fn shared(units: &[BlockId<'_>]) -> Vec<Vec<usize>> {
    let mut known = BTreeMap::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let at = *known.entry(unit).or_insert(found.len());
        match found.get_mut(at) {
            Some(indices) => indices.push(index),
            None => found.push(vec![index]),
        }
    }
    if found.len() == units.len() { Vec::new() } else { found }
}

/// Replaces values of blocks by the means of units: geometric means if all values are positive. Equal values are their
/// own mean, because a mean would round.
pub(super) fn average(values: &mut Vec<f64>, units: &[Vec<usize>]) {
    let is_positive = values.iter().all(|&value| 0.0 < value);
    let mean = |indices: &Vec<usize>| {
        let of_unit = || indices.iter().map(|&index| values[index]);
        let first = values[indices[0]];
        if of_unit().all(|value| value == first) {
            return first;
        }
        let plain = || of_unit().map(|value| value / indices.len() as f64).sum();
        geomean(of_unit()).filter(|_| is_positive).unwrap_or_else(plain)
    };
    *values = units.iter().map(mean).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_build_are_one_unit() {
        let name = |recording, blocks: std::ops::Range<u32>| {
            blocks.map(|block| unit((recording, block))).collect::<Vec<_>>()
        };
        assert!(shared(&name(b"r", 1..7)).is_empty());
        assert!(shared(&name(b"r+builds6", 1..7)).is_empty());
        let units = shared(&name(b"r+builds2+confirm5", 1..6));
        assert_eq!(units, [vec![0, 2, 4], vec![1, 3]]);
        let mut values = vec![1.0, 7.1, 2.0, 7.1, 4.0];
        average(&mut values, &units);
        assert!((values[0] - 2.0).abs() < 1e-12 && values[1] == 7.1, "{values:?}");
        let mut values = vec![-1.0, 7.0, 2.0, f64::NAN, 5.0];
        average(&mut values, &units);
        assert!((values[0] - 2.0).abs() < 1e-12, "{values:?}");
        assert!(values[1].is_nan());
    }
}
