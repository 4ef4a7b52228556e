//! The tests behind the functions of this crate.

use std::fmt;

/// The test of a comparison. The estimate and the interval always belong to the same test: the interval contains the
/// changes that the test does not reject (Tukey 1949, Bauer 1972), and the estimate is the change at which the statistic
/// is in the middle of its distribution (Hodges and Lehmann, "Estimates of location based on rank tests", 1963).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The U test of Mann and Whitney, "On a test of whether one of two random variables is stochastically larger than
    /// the other" (1947), for independent runs. p is exact up to 50 values on each side, or up to 25 if values tie, and
    /// if one side is small, such as 10 against 100. Beyond that, it is the normal approximation with corrections for
    /// ties and continuity.
    ///
    /// It assumes that both samples have the same distribution if nothing changed. If one side varies five times as
    /// much as the other, 8 of 100 comparisons without a change are significant at level 0.05 (ten runs on each side);
    /// [`Warning::SpreadsDiffer`](crate::Warning::SpreadsDiffer) reports this.
    MannWhitney,
    /// The signed-rank test of Wilcoxon, "Individual comparisons by ranking methods" (1945), for pairs. Pairs of equal
    /// values are ranked as in Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank procedures" (1959). p is
    /// exact up to 50 pairs; beyond that, it is the normal approximation with corrections for ties, zeros and
    /// continuity.
    ///
    /// It assumes that if nothing changed, each pair is equally likely to be the other way round, independently of
    /// other pairs.
    SignedRank,
    /// The test of van Elteren, "On the combination of independent two-sample tests of Wilcoxon" (1960), for blocks. p
    /// is exact for up to 100 values in all blocks together, unless a block has more than about 60 values or the block
    /// sizes are very different. Beyond that, it is the normal approximation with corrections for ties and continuity.
    ///
    /// It assumes that if nothing changed, the values of a block could have come in any order, independently of other
    /// blocks.
    VanElteren,
}

impl Method {
    /// Returns the name of the test: `Mann-Whitney U test`, `Wilcoxon signed-rank test` or `van Elteren's test`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::MannWhitney => "Mann-Whitney U test",
            Method::SignedRank => "Wilcoxon signed-rank test",
            Method::VanElteren => "van Elteren's test",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
