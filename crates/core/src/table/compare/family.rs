//! All comparisons of a report as one family of tests.
//!
//! Takes the rows of all tables; adjusts their p-values, and counts tests and outcomes.

use super::levels::Levels;
use crate::stats::{Adjustment, expected_false_positives};
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::group::units::UnitFacts;
use crate::table::model::{Analysis, Comparison, Counts, Effect, Outcome, Row};

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
        in_text: analysis.in_text,
        outcomes: analysis.outcomes,
        tests: tests as u32,
        significant,
        expected_by_chance: expected_false_positives(tests, settings.alpha),
        counts: all(tables).map(|comparison| comparison.outcome).collect::<Counts>(),
    }
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
