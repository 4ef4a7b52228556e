//! All comparisons of a report as one family of tests.
//!
//! Takes the rows of all tables; adjusts their p-values, and counts tests and outcomes.

use super::levels::Levels;
use crate::stats::{Adjustment, expected_false_positives};
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::group::units::UnitFacts;
use crate::table::model::{Analysis, Comparison, Counts, Effect, Outcome, Row, Supported};

/// Adjusts the p-values of all comparisons of a report, and the outcomes that follow.
pub(in crate::table) fn adjust(
    tables: &mut [Vec<Row>],
    units: &[UnitFacts],
    settings: Settings,
    analysis: &AnalysisSettings,
) {
    let levels = Levels::new(settings, analysis);
    if levels.adjust != Adjustment::None {
        let mut adjusted: Vec<f64> =
            all(tables).filter_map(Comparison::test).map(|test| test.p).collect();
        levels.adjust.adjust(&mut adjusted);
        set_adjusted(tables, units, levels, adjusted);
    }
}

/// Counts the tests and the outcomes of a report.
pub(in crate::table) fn tally(
    tables: &[Vec<Row>],
    settings: Settings,
    analysis: &AnalysisSettings,
) -> Analysis {
    let tests = all(tables).filter_map(Comparison::test);
    let (tests, significant) = tests.fold((0, 0), |(tests, significant), test| {
        (tests + 1, significant + u32::from(test.significant))
    });
    Analysis {
        margin: analysis.margin,
        adjust: analysis.adjust,
        outcomes: analysis.outcomes,
        tests: tests as u32,
        significant,
        expected_by_chance: expected_false_positives(tests, settings.alpha),
        counts: all(tables).map(|comparison| comparison.outcome).collect::<Counts>(),
        supported: supported(tables, Levels::new(settings, analysis), analysis.margin),
    }
}

/// The margins that a report names.
const MARGINS: [f64; 8] = [0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0];

/// Returns the smallest of these margins above the present one at which half of the inconclusive comparisons are
/// unchanged.
fn supported(tables: &[Vec<Row>], levels: Levels, margin: f64) -> Option<Supported> {
    let both = || all(tables).filter(|found| found.sides().is_some() && !found.is_control());
    let is_open = |found: &&Comparison| found.outcome == Outcome::Inconclusive;
    let open = both().filter(is_open).count();
    // The interval of a single comparison shows its margin.
    if open < 2 || both().any(|found| found.is_sequential) {
        return None;
    }
    MARGINS.into_iter().filter(|&larger| margin < larger).find_map(|margin| {
        let is_unchanged = |found: &&Comparison| levels.is_unchanged_at(margin, found);
        let is_enough = open <= 2 * both().filter(is_open).filter(is_unchanged).count();
        let unchanged = both().filter(is_unchanged).count() as u32;
        is_enough.then(|| Supported { margin, unchanged, all: both().count() as u32 })
    })
}

fn all(tables: &[Vec<Row>]) -> impl Iterator<Item = &Comparison> {
    tables.iter().flatten().flat_map(|row| row.comparisons.iter())
}

/// Gives each test its adjusted p-value, and each comparison the outcome that follows.
fn set_adjusted(tables: &mut [Vec<Row>], units: &[UnitFacts], levels: Levels, adjusted: Vec<f64>) {
    // The level at which one more test would be rejected, in addition to those that already are.
    let rejected = adjusted.iter().filter(|&&p| levels.significant(p)).count();
    let level = levels.adjust.level_of_next(levels.alpha, adjusted.len(), rejected);
    let mut adjusted = adjusted.into_iter();
    for (rows, unit) in tables.iter_mut().zip(units) {
        for comparison in rows.iter_mut().flat_map(|row| row.comparisons.iter_mut()) {
            let Some(test) = comparison.test_mut() else { continue };
            test.adjusted_p = adjusted.next().unwrap_or(test.p);
            let Some(&effect) = comparison.effect() else { continue };
            comparison.outcome = levels.outcome(comparison, &effect, unit.direction);
            let is_unclear = comparison.outcome == Outcome::Inconclusive;
            let power = effect.power.filter(|_| is_unclear).and_then(|power| {
                let (sides, matching) = (comparison.sides()?, comparison.matching());
                levels.power_at(level, sides, matching, effect.shift?, power.spread)
            });
            comparison.set_effect(Effect { power, ..effect });
        }
    }
}
