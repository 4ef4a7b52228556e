//! Paired comparisons: the runs of both sides form pairs or blocks, and the test works within them.
//!
//! Takes the values of both sides, how they are paired, and the interim checks of a recording that may stop early;
//! gives a comparison. Guarantees that a comparison without a test has no p and says why.

use std::cmp::Ordering;

use super::block_centers::BlockCenters;
use super::control::TableControls;
use super::levels::{Levels, is_significant};
use super::looks::{Spending, Spent};
use super::means::Means;
use super::method::TestMethod;
use super::pairing::{Pairing, Partners, Runs, SuiteAverages};
use crate::base::sort::sort_numbers;
use crate::spec::TestKind;
use crate::stats::{
    self, BlockValue, Interval, Randomization, Shift, SignedRank, VanElteren, raised_level,
};
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;
use crate::table::group::settings::Settings;
use crate::table::model::{
    BothSides, Comparison, Looks, Matching, Method, PairTest, Refusal, Sides, State, Test, Tested,
};
use crate::unit::Direction;

/// How the runs of a table are paired and judged.
#[derive(Clone, Copy)]
pub(super) struct PairedContext<'a, 's> {
    pub(super) store: &'s Store,
    pub(super) cells: &'a Cells,
    pub(super) pairing: &'a Pairing,
    pub(super) controls: Option<&'a TableControls<'a>>,
    /// The levels of an analysis.
    pub(super) levels: Option<&'a Levels>,
    pub(super) direction: Option<Direction>,
}

/// A side of a comparison.
#[derive(Clone, Copy)]
pub(super) struct PairedSide<'a> {
    pub(super) index: &'a CellIndex,
    /// Its values in reading order.
    pub(super) in_order: &'a [f64],
    pub(super) center: f64,
}

/// The sides of a comparison, and what its outcome depends on besides the test.
struct Judged {
    column: u32,
    base_column: u32,
    sides: Sides,
    /// The movement of the control benchmarks, if they correct it.
    control: Option<f64>,
    direction: Option<Direction>,
}

/// The columns of a suite's comparison.
#[derive(Clone, Copy)]
pub(super) struct SuiteSides {
    pub(super) column: u32,
    pub(super) base_column: u32,
    /// new/old of the geometric means that the table shows.
    pub(super) ratio: f64,
    /// The size of the change, if its interval contains it.
    pub(super) size: Option<f64>,
    pub(super) direction: Option<Direction>,
}

/// The buffers of one thread.
#[derive(Debug)]
pub(super) struct Paired<'s> {
    alpha: f64,
    partners: Partners<'s>,
    spending: Spending,
    tests: PairedTests,
}

impl<'s> Paired<'s> {
    pub(super) fn new(settings: Settings) -> Paired<'s> {
        let Settings { alpha, confidence, test, .. } = settings;
        let means = Means::of(test, confidence);
        Paired {
            alpha,
            partners: Partners::new(means),
            spending: Spending::new(alpha),
            tests: PairedTests::default(),
        }
    }

    /// Compares both sides within pairs or blocks.
    pub(super) fn compare(
        &mut self,
        context: PairedContext<'_, 's>,
        base: PairedSide<'_>,
        new: PairedSide<'_>,
    ) -> Comparison {
        let PairedContext { store, cells, controls, .. } = context;
        let (column, base_column) = (new.index.column, base.index.column);
        let sides_of = |[base_n, n]: [u32; 2]| Sides {
            base_n,
            n,
            base_center: base.center,
            center: new.center,
        };
        let sizes = [base.in_order.len() as u32, new.in_order.len() as u32];
        if controls.is_some_and(|controls| controls.has(new.index.row)) {
            let state = State::Control(sides_of(sizes));
            return Comparison::untested(column, base_column, state);
        }
        let shifts = controls.and_then(|controls| controls.shifts(base_column, column));
        let runs = [base, new]
            .map(|side| Runs::of(context.pairing, store, cells, side.index, side.in_order));
        let found = self.partners.fill(context.pairing, &runs, shifts, context.direction);
        let found = found.and_then(|()| self.test(store, context.levels));
        match found {
            Ok(found) => {
                let judged = Judged {
                    column,
                    base_column,
                    sides: sides_of(found.sizes),
                    control: shifts.map(|shifts| shifts.median),
                    direction: context.direction,
                };
                self.judge(&judged, &found, context.levels)
            }
            Err(refusal) => {
                let matching = Box::new(Matching::refused(sizes, self.partners.keyed));
                let state = State::Refused { sides: sides_of(sizes), refusal, matching };
                Comparison::untested(column, base_column, state)
            }
        }
    }

    /// Returns the centers of the blocks that the last comparison used, if they have several runs. `None` for means,
    /// and if the movement of control benchmarks was removed from the values.
    pub(super) fn centers(
        &self,
        comparison: &Comparison,
        index: usize,
        method: &mut TestMethod,
    ) -> Option<BlockCenters> {
        let matching = comparison.matching().filter(|_| !comparison.is_refused())?;
        if matching.medians_of.is_none() || matching.control.is_some() {
            return None;
        }
        let Partners { old, new, means: None, .. } = &self.partners else { return None };
        let mut center = |values: &[f64]| {
            let mut sorted = values.to_vec();
            sort_numbers(&mut sorted);
            method.summarize(&sorted)
        };
        let medians = [old, new].map(|values| center(values));
        let best = self.partners.drawn_best().flatten().map(|best| best.map(&mut center));
        let decided = matching.deciding.map_or(BlockValue::Median, |deciding| deciding.of);
        Some(BlockCenters { comparison: index, decided, medians, best })
    }

    /// Compares a suite in its blocks. The size of its change is the geometric mean of the table if the interval contains
    /// it, otherwise the estimate of the test. Returns `None` if the suite cannot be compared.
    pub(super) fn compare_suite(
        &mut self,
        store: &Store,
        averages: SuiteAverages<'s>,
        compared: SuiteSides,
        levels: &Levels,
    ) -> Option<Comparison> {
        let SuiteSides { column, base_column, ratio, size, direction } = compared;
        self.partners.fill_averages(averages);
        let mut found = self.test(store, Some(levels)).ok()?;
        if let (Some((shift, _)), Some(size)) = (&mut found.shift, size)
            && shift.interval.holds(size)
        {
            shift.estimate = size;
        }
        let [base_n, n] = found.sizes;
        let sides = Sides { base_n, n, base_center: 1.0, center: ratio };
        let judged = Judged { column, base_column, sides, control: None, direction };
        Some(self.judge(&judged, &found, Some(levels)))
    }

    /// Returns the comparison of the partners from the result of their test.
    fn judge(&self, judged: &Judged, found: &PairedResult, levels: Option<&Levels>) -> Comparison {
        let &PairedResult { p, shift, mut matching, .. } = found;
        let &Judged { column, base_column, sides, control, direction } = judged;
        matching.control = control;
        let significant = is_significant(p, self.alpha, levels);
        let tested = match p {
            _ if matching.test == PairTest::LogT && sides.is_undefined() => Tested::Undefined,
            None if control.is_none() && self.partners.are_all_equal() => {
                Tested::AllEqual { significant }
            }
            None => Tested::AllPairsEqual { significant },
            Some(p) => {
                let has_too_few = !(significant || matching.least_p <= raised_level(self.alpha));
                Tested::P(Test { p, approximate_p: None, adjusted_p: p, significant, has_too_few })
            }
        };
        let method = Method::Paired(Box::new(matching));
        let both = BothSides { sides, method, tested, effect: None };
        let mut comparison = Comparison::compared(column, base_column, both, direction);
        if let (Some(levels), Some((shift, equivalence))) = (levels, shift) {
            let test = comparison.test();
            let mut effect = levels.effect(test, matching.order, shift, Some(equivalence));
            effect.other = found.other;
            comparison.outcome = levels.outcome(&comparison, &effect, direction);
            // The plan for a recording that may stop early differs from the number of runs that a new recording needs.
            if matching.looks.is_none() {
                let spread = || self.partners.spread(shift.scale, &shift.interval);
                effect.power = levels.power(&comparison, &effect, spread);
            }
            comparison.set_effect(effect);
        }
        comparison
    }

    /// Tests the partners.
    fn test(&mut self, store: &Store, levels: Option<&Levels>) -> Result<PairedResult, Refusal> {
        let Paired { partners, spending, tests, .. } = self;
        let looks = partners.recording.and_then(|recording| store.looks_of(recording));
        let spent = looks.and_then(|looks| spending.at(looks, partners.count() as u32));
        tests.compare(partners, levels.map(|levels| levels.alpha), spent)
    }
}

/// The tests of one thread.
#[derive(Debug, Default)]
struct PairedTests {
    signed_rank: SignedRank,
    van_elteren: VanElteren,
    randomization: Randomization,
}

/// A paired comparison in numbers.
#[derive(Debug)]
struct PairedResult {
    /// `None` if in each pair all values are equal.
    p: Option<f64>,
    /// The estimated change, and its interval at twice alpha, if the caller needs them.
    shift: Option<(Shift, Interval)>,
    /// The estimated change of the other value of blocks.
    other: Option<Shift>,
    matching: Matching,
    /// How many old and new values were compared.
    sizes: [u32; 2],
}

impl PairedTests {
    /// Compares pairs or blocks, and computes the effect at level `alpha` if there is one. After several looks, every
    /// level is what is left of it, and every p covers all looks.
    ///
    /// # Errors
    ///
    /// A value is infinite, so its changes have no ranks.
    fn compare(
        &mut self,
        partners: &mut Partners<'_>,
        alpha: Option<f64>,
        spent: Option<&mut Spent>,
    ) -> Result<PairedResult, Refusal> {
        let levels = alpha.map(|alpha| match &spent {
            Some(spent) => spent.levels,
            None => [alpha, 2.0 * alpha],
        });
        let mut found = self.compare_at(partners, levels)?;
        if let Some(spent) = spent {
            found.matching.looks = Some(Looks { p: found.p.unwrap_or(1.0), ..spent.looks });
            found.matching.least_p = spent.p(found.matching.least_p);
            found.p = found.p.map(|p| spent.p(p));
            found.shift =
                found.shift.map(|(shift, wide)| (spent.shift(shift), spent.interval(wide)));
            found.other = found.other.map(|shift| spent.shift(shift));
        }
        Ok(found)
    }

    /// Compares by the tests, without regard to looks.
    fn compare_at(
        &mut self,
        partners: &mut Partners<'_>,
        levels: Option<[f64; 2]>,
    ) -> Result<PairedResult, Refusal> {
        let mut matching = Matching {
            test: PairTest::SignedRank,
            order: Ordering::Equal,
            pairs: partners.count() as u32,
            left_out: partners.left_out,
            medians_of: partners.medians_of,
            centers_of: None,
            medians: None,
            confirmation: partners.confirmation,
            blocks: partners.blocks,
            keyed: partners.keyed,
            control: None,
            least_p: 1.0,
            deciding: None,
            looks: None,
        };
        let sizes = [partners.old.len() as u32, partners.new.len() as u32];
        if let Some(means) = partners.means {
            let change = means.paired(&partners.old, &partners.new);
            matching.test = if means.is_log() { PairTest::LogT } else { PairTest::T };
            matching.order = change.order();
            matching.least_p = stats::least_p_of_means(partners.count());
            let shift = levels.map(|[level, wider]| {
                let shift = change.shift(level).ok_or(Refusal::PairValuesInfinite)?;
                Ok((shift, change.interval(wider)))
            });
            let shift = shift.transpose()?;
            return Ok(PairedResult { p: change.p(), shift, other: None, matching, sizes });
        }
        if partners.has_blocks() {
            let blocks = partners.blocks();
            let mut blocks = self.van_elteren.blocks(&blocks).ok_or(Refusal::PairValuesInfinite)?;
            (matching.test, matching.least_p) = (PairTest::VanElteren, blocks.least_p());
            let p = blocks.p().ok();
            let shift = levels.map(|levels| blocks.shift_and_wider(levels));
            matching.order = blocks.order();
            return Ok(PairedResult { p, shift, other: None, matching, sizes });
        }
        if let Some(mut blocks) = partners.randomized(&mut self.randomization) {
            matching.test = PairTest::Randomization;
            matching.least_p = Randomization::least_p(partners.count());
            matching.deciding = blocks.deciding();
            matching.order = blocks.order();
            let p = blocks.p().ok();
            let found = levels.map(|levels| blocks.shifts(levels));
            let other = found.and_then(|found| found.other);
            let shift = found.map(|found| (found.decided, found.equivalence));
            return Ok(PairedResult { p, shift, other, matching, sizes });
        }
        matching.least_p = SignedRank::least_p(partners.count());
        let mut pairs = self
            .signed_rank
            .pairs(&partners.old, &partners.new)
            .ok_or(Refusal::PairValuesInfinite)?;
        let p = pairs.p().ok();
        let shift = levels.map(|levels| pairs.shift_and_wider(levels));
        matching.order = pairs.order();
        Ok(PairedResult { p, shift, other: None, matching, sizes })
    }
}

/// Returns how many pairs a significant difference needs; `None` for more than 50.
pub(in crate::table) fn pairs_for_difference(test: TestKind, alpha: f64) -> Option<u32> {
    if test != TestKind::U {
        return Some(2);
    }
    (1..=50).find(|&pairs| SignedRank::least_p(pairs as usize) <= alpha)
}
