//! Which functions a page needs before its first answer: those that ran while some first answers were worked out.

use super::facts::Facts;

/// For each function, whether it comes later. `ran` has the numbers of those that ran.
pub(super) fn later(facts: &Facts, ran: &[u32]) -> Vec<bool> {
    let mut later = vec![true; facts.types.len()];
    later[..facts.imported as usize].fill(false);
    for &function in ran.iter().chain(&facts.roots) {
        if let Some(later) = later.get_mut(function as usize) {
            *later = false;
        }
    }
    later
}
