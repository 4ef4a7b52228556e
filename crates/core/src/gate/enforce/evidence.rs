//! The p-values by which a gate decides, and the families in which they are adjusted.
//!
//! Takes the tests of comparisons and the rules that decide them; gives each its p, adjusted for the others of its
//! family. With `-adjust`, the family is the whole report. Without it, the comparisons that one rule with `any` decides
//! are a family, adjusted by Holm: each of them may fail the gate, so thirty tests at 5% would fail four of five builds
//! that changed nothing. Must not know limits.

use super::compared::Compared;
use crate::gate::{Rule, Term};
use crate::spec::TestKind;
use crate::stats::{Adjustment, MannWhitney, Reach, least_p_of_means, raised_level};
use crate::store::Store;
use crate::table::{CellIndex, Cells, Comparison, Matching, runs_needed_at};

/// The result of a test about a comparison.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// The p that decides, before adjustment; `None` if nothing was tested.
    pub(super) p: Option<f64>,
    /// Its family, and its index in the family.
    member: Option<(usize, usize)>,
    /// How runs were paired, if they were: pairs use another test, which detects less.
    matching: Option<Matching>,
    /// Whether all values of each side are equal, and there is more than one: then the values decide.
    pub(super) is_constant: bool,
}

/// All p-values by family: the family of the report first, then one for each rule, and one for each rule's comparisons
/// by other clocks.
pub(super) struct Families {
    adjust: Adjustment,
    level: f64,
    /// Whether the p-values of rules with `any` are not adjusted.
    is_any_single: bool,
    rules: usize,
    p: Vec<Vec<f64>>,
    adjusted: Vec<Vec<f64>>,
    reach: Vec<Reach>,
    /// The level that one more test of a family must reach.
    levels: Vec<f64>,
    test: MannWhitney,
    /// The test of the report.
    kind: TestKind,
}

/// The family of the whole report.
const REPORT: usize = 0;

impl Families {
    pub(super) fn new(
        adjust: Adjustment,
        alpha: f64,
        kind: TestKind,
        rules: usize,
        is_any_single: bool,
    ) -> Self {
        Families {
            adjust,
            level: raised_level(alpha),
            is_any_single,
            rules,
            p: vec![Vec::new(); 2 * rules + 1],
            adjusted: Vec::new(),
            reach: Vec::new(),
            levels: Vec::new(),
            test: MannWhitney::default(),
            kind,
        }
    }

    /// Adds a comparison of both sides, with the rule that decides it, if any, and whether another clock judges its row.
    pub(super) fn add(
        &mut self,
        store: &Store,
        cells: &Cells,
        compared: &Compared<'_>,
        rule: Option<(usize, &Rule)>,
        is_other_clock: bool,
    ) -> Evidence {
        let Some(test) = compared.comparison.test() else { return Evidence::default() };
        let matching = compared.comparison.matching().copied();
        let mut evidence = Evidence { p: Some(test.p), matching, ..Evidence::default() };
        let family = match rule {
            _ if self.adjust != Adjustment::None => Some(REPORT),
            Some((number, rule)) if rule.limit.is_any() && !rule.has(Term::MedianOnly) => {
                evidence.is_constant = is_constant(store, cells, compared);
                (!evidence.is_constant && !self.is_any_single)
                    .then_some(1 + number + usize::from(is_other_clock) * self.rules)
            }
            _ => None,
        };
        if let Some(family) = family {
            evidence.member = Some((family, self.p[family].len()));
            self.p[family].push(test.p);
        }
        evidence
    }

    /// Adjusts the families, because all comparisons have been added.
    pub(super) fn close(&mut self) {
        for (family, p) in self.p.iter().enumerate() {
            let adjust = if family == REPORT { self.adjust } else { Adjustment::Holm };
            let mut adjusted = p.clone();
            adjust.adjust(&mut adjusted);
            let rejected = adjusted.iter().filter(|&&p| p <= self.level).count();
            self.levels.push(adjust.level_of_next(self.level, p.len(), rejected));
            self.adjusted.push(adjusted);
            self.reach.push(Reach::new(adjust, p.clone(), self.level));
        }
    }

    /// Returns the p after adjustment, if it is adjusted.
    pub(super) fn adjusted_p(&self, evidence: &Evidence) -> Option<f64> {
        let (family, index) = evidence.member?;
        self.adjusted.get(family)?.get(index).copied()
    }

    /// Returns whether a test finds a difference.
    pub(super) fn is_significant(&self, evidence: &Evidence) -> bool {
        let p = self.adjusted_p(evidence).or(evidence.p);
        p.is_some_and(|p| p <= self.level || self.level.is_nan())
    }

    /// Returns whether a test with this least p could have been significant.
    fn can_be_significant(&self, evidence: &Evidence, least: f64) -> bool {
        let Some(p) = evidence.p else { return true };
        match evidence.member.and_then(|(family, _)| self.reach.get(family)) {
            Some(reach) => reach.can_be_significant(p, least),
            None => least.min(p) <= self.level,
        }
    }

    /// Returns whether these runs are too few for any difference to be significant after adjustment.
    pub(super) fn is_out_of_reach(&mut self, evidence: &Evidence, sizes: [u32; 2]) -> bool {
        let [n1, n2] = sizes.map(|n| n as usize);
        let least = match evidence.matching {
            Some(matching) => matching.least_p,
            None if self.kind == TestKind::U => self.test.least_exact_p(n1, n2),
            None => least_p_of_means(n1.min(n2)),
        };
        !self.is_significant(evidence) && !self.can_be_significant(evidence, least)
    }

    /// Returns how many runs on each side decide a comparison, at the level that its family leaves for it.
    pub(super) fn runs_needed(
        &self,
        evidence: &Evidence,
        comparison: &Comparison,
        margin: f64,
    ) -> Option<u32> {
        // With several looks, the level at a number of runs depends on when the checks end.
        if comparison.has_looks() {
            return None;
        }
        let family = evidence.member.and_then(|(family, _)| self.levels.get(family));
        runs_needed_at(*family.unwrap_or(&self.level), comparison, self.kind, margin)
    }
}

/// Returns whether all values of each side are equal.
fn is_constant(store: &Store, cells: &Cells, compared: &Compared<'_>) -> bool {
    let row = &compared.table.rows[compared.row];
    let is_one = |index: &CellIndex| {
        row.cell(index.column).is_some_and(|cell| cells.is_constant(store, cell, index))
    };
    compared.base.is_some_and(is_one) && is_one(compared.index)
}
