//! All comparisons of a report as one family of tests.
//!
//! Takes the rows of all tables; adjusts their p-values, and counts outcomes.

use super::levels::Levels;
use crate::stats::{Adjustment, expected_false_positives};
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::group::units::UnitFacts;
use crate::table::model::{Analysis, Comparison, Counts, Effect, Outcome, Row};

/// Treats all comparisons of a report as one family: adjusts their p-values and counts outcomes.
pub(in crate::table) fn tally(
    tables: &mut [Vec<Row>],
    units: &[UnitFacts],
    settings: Settings,
    analysis: &AnalysisSettings,
) -> Analysis {
    let levels = Levels::new(settings, analysis);
    let mut adjusted = Vec::new();
    let mut significant = 0;
    for test in all(tables).filter_map(Comparison::test) {
        adjusted.push(test.p);
        significant += u32::from(test.significant);
    }
    let (tests, expected) =
        (adjusted.len(), expected_false_positives(adjusted.len(), settings.alpha));
    if levels.adjust != Adjustment::None {
        levels.adjust.adjust(&mut adjusted);
        adjust(tables, units, levels, adjusted);
    }
    Analysis {
        margin: analysis.margin,
        adjust: analysis.adjust,
        in_text: analysis.in_text,
        outcomes: analysis.outcomes,
        tests: tests as u32,
        significant,
        expected_by_chance: expected,
        counts: all(tables).map(|comparison| comparison.outcome).collect::<Counts>(),
    }
}

fn all(tables: &[Vec<Row>]) -> impl Iterator<Item = &Comparison> {
    tables.iter().flatten().flat_map(|row| row.comparisons.iter())
}

/// Gives each test its adjusted p-value, and each comparison the outcome that follows.
fn adjust(tables: &mut [Vec<Row>], units: &[UnitFacts], levels: Levels, adjusted: Vec<f64>) {
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
